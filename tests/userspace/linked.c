// SPDX-License-Identifier: GPL-2.0
/*
 * For the tests of packages: links libperfattr as a profiler does. The machine may well refuse
 * all calls (a container), so it asks about one that was refused for a reason of its own. Prints
 * the version, and the answer.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <perfattr.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr) };
	struct perfattr_call call = {
		.attr = &attr, .cpu = -1, .group_fd = -1, .flags = 0x10, .error = EINVAL,
	};
	static struct perfattr_why why;

	if (perfattr_explain(NULL, &call, PERFATTR_LATER, &why) < 1)
		return 1;
	puts(perfattr_version());
	fputs(why.text, stdout);
	return strcmp(why.rule, "flags-not-known") != 0;
}
