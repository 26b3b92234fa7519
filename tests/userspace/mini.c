// SPDX-License-Identifier: GPL-2.0
/*
 * Random opens, and what the library says of those that are refused: a line each with the type, the
 * errno, the certainty and the rule, or "none". Linked with the whole library and the small one.
 *
 *   mini CALLS
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perfattr.h"

static uint64_t state = 1;

static uint64_t rnd(uint64_t below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % below;
}

/* Changes one thing, which mostly makes the call wrong. */
static void spoil(struct perf_event_attr *attr, struct perfattr_call *call)
{
	switch (rnd(16)) {
	case 0:
		attr->size = rnd(200);
		break;
	case 1:
		attr->sample_type = 1ULL << rnd(30);
		break;
	case 2:
		attr->read_format = 1ULL << rnd(7);
		break;
	case 3:
		attr->freq = 1;
		attr->sample_freq = rnd(1 << 20);
		break;
	case 4:
		attr->config = rnd(1 << rnd(20));
		break;
	case 5:
		attr->precise_ip = rnd(4);
		break;
	case 6:
		attr->branch_sample_type = rnd(1 << 20);
		attr->sample_type |= 1 << 11;
		break;
	case 7:
		attr->pinned = 1;
		attr->exclusive = 1;
		call->group_fd = 0;
		break;
	case 8:
		call->cpu = (int)rnd(9000) - 1;
		break;
	case 9:
		call->pid = rnd(2) ? -1 : (int)rnd(1 << 22);
		break;
	case 10:
		call->flags = rnd(32);
		break;
	case 11:
		attr->inherit = 1;
		attr->read_format = 8;
		break;
	case 12:
		attr->bp_type = rnd(8);
		attr->bp_len = rnd(16);
		attr->bp_addr = rnd(64);
		break;
	case 13:
		attr->sample_regs_user = 1ULL << rnd(64);
		attr->sample_type |= 1 << 12;
		break;
	case 14:
		attr->clockid = (int)rnd(20);
		attr->use_clockid = 1;
		break;
	case 15:
		attr->sample_stack_user = rnd(1 << 17);
		attr->sample_type |= 1 << 13;
		break;
	}
}

int main(int argc, char **argv)
{
	unsigned long i, n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
	struct perfattr *handle = perfattr_open();
	static struct perfattr_why why;

	for (i = 0; i < n; i++) {
		struct perf_event_attr attr = {
			.type = rnd(12), .size = sizeof(attr), .disabled = 1,
		};
		struct perfattr_call call = { .attr = &attr, .cpu = -1, .group_fd = -1 };
		int fd;

		spoil(&attr, &call);
		if (rnd(2))
			spoil(&attr, &call);
		fd = (int)syscall(SYS_perf_event_open, &attr, call.pid, call.cpu,
				  call.group_fd, call.flags);
		if (fd >= 0) {
			close(fd);
			continue;
		}
		call.error = errno;
		fd = perfattr_explain(handle, &call, 0, &why);
		printf("%u %d %d %s\n", attr.type, call.error, fd > 0 ? (int)why.certainty : 0,
		       fd > 0 && *why.rule ? why.rule : "none");
	}
	perfattr_close(handle);
	return 0;
}
