// SPDX-License-Identifier: GPL-2.0
/* Calls of our own: they show that the programs fire, and make the kernel ask each PMU once. */
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "bpf/parts.h"

/* No PMU has it: they are numbered from a few on. */
#define NO_TYPE		0x7ffffffeu

/**
 * open_event() - open a disabled event of our own, without children
 * @type:     attr.type
 * @config:   attr.config
 * @more:     other flags of the attr
 * @group_fd: as in the call
 * @flags:    as in the call
 *
 * Return: as the call.
 */
long open_event(u32 type, u64 config, u64 more, int group_fd, u64 flags)
{
	struct perf_event_attr attr = {
		.type = type, .size = sizeof(attr), .config = config, .disabled = 1,
	};
	u64 word;

	memcpy(&word, (char *)&attr + 40, sizeof(word));
	word |= more;
	memcpy((char *)&attr + 40, &word, sizeof(word));
	return syscall(SYS_perf_event_open, &attr, 0, -1, group_fd, flags | PERF_FLAG_FD_CLOEXEC);
}

static void shut(long fd)
{
	if (fd >= 0)
		close((int)fd);
}

/**
 * prime_stages() - make calls that enter every followed function and try every PMU
 */
void prime_stages(void)
{
	long fd = open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, 0, -1, 0);

	shut(open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, 0, (int)fd,
			PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP));
	shut(fd);
	shut(open_event(NO_TYPE, 0, 0, -1, 0));
}
