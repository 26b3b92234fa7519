// SPDX-License-Identifier: GPL-2.0
/*
 * build: i386
 * Opens an event with a ring, and then only computes, so that a signal kills it outside of
 * any system call. Prints a line when it is ready.
 */
#include "peo.h"

#include <sys/mman.h>

int main(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER5,
		.config = PERF_COUNT_SW_DUMMY,
		.exclude_kernel = 1,
	};
	int fd = peo(&attr, 0, -1, -1, 0);

	if (fd < 0)
		errx(1, "perf_event_open: %d", fd);
	if (mmap(NULL, 2 * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) ==
	    MAP_FAILED)
		err(1, "mmap");
	puts("computing");
	fflush(stdout);
	for (;;)
		;
}
