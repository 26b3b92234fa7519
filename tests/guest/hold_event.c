// SPDX-License-Identifier: GPL-2.0
/*
 * hold_event TYPE [CONFIG]: opens an event, prints that, waits for a line, and then makes several
 * calls on the event: an ioctl, an open of another event with it as the leader, close.
 */
#include "peo.h"

#include <sys/ioctl.h>

#include "../host/uapi_ioctl.h"

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = argc > 1 ? strtoul(argv[1], NULL, 0) : 0,
		.size = PERF_ATTR_SIZE_VER5,
		.config = argc > 2 ? strtoull(argv[2], NULL, 0) : 0,
		.disabled = 1,
	};
	int fd = peo(&attr, 0, -1, -1, 0);
	int member;

	if (fd < 0)
		errx(1, "perf_event_open: %d", fd);
	puts("open");
	fflush(stdout);
	if (getchar() == EOF)
		return 1;
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_DUMMY;
	member = peo(&attr, 0, -1, fd, 0);
	if (member >= 0)
		close(member);
	close(fd);
	puts("done");
	return 0;
}
