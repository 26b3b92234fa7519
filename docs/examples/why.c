// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Opens an event, says why it is refused, and opens what can be had instead:
 * gcc why.c $(pkg-config --cflags --libs libperfattr) -o why
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <perfattr.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int perf_event_open(const struct perfattr_call *c)
{
	return (int)syscall(SYS_perf_event_open, c->attr, c->pid, c->cpu, c->group_fd, c->flags);
}

int main(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK,
		.size = sizeof(attr), .sample_freq = 1000000000, .freq = 1,
	};
	struct perfattr_call call = { .attr = &attr, .cpu = -1, .group_fd = -1 };
	struct perfattr_why why;
	int fd = perf_event_open(&call), plan;

	if (fd < 0) {
		call.error = errno;
		perfattr_explain(NULL, &call, 0, &why);
		fputs(why.text, stderr);
		plan = perfattr_plan(NULL, &call, 0, &call, &attr, sizeof(attr));
		if (plan <= 0)
			return 1;
		fd = perf_event_open(&call);
	}
	if (fd < 0) {
		perror("perf_event_open");
		return 1;
	}
	puts("open");
	close(fd);
	return 0;
}
