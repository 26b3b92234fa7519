// SPDX-License-Identifier: GPL-2.0
/* A call with a flag that does not exist. Its status is 0 if it is refused. */
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr) };

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0x10) != -1;
}
