/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tagged calls, which carry a number in every part of a record: storm.c derives them from a number,
 * and watch.c checks that all parts of a record match. A mixture of two calls cannot pass.
 */
#ifndef PERFATTR_TEST_TAG_H
#define PERFATTR_TEST_TAG_H

#include "peo.h"

struct tagged {
	struct perf_event_attr attr;
	int pid;
	int cpu;
	int group_fd;
	unsigned long flags;
};

static inline uint64_t tag_mix(uint32_t number, uint32_t salt)
{
	uint64_t v = ((uint64_t)salt << 32 | number) * 0x9e3779b97f4a7c15ULL;

	return v ^ v >> 29;
}

/* Every fourth call succeeds; the others are refused for their flags at the first check. */
static inline void tag_call(struct tagged *t, uint32_t number)
{
	memset(t, 0, sizeof(*t));
	t->attr.type = PERF_TYPE_SOFTWARE;
	t->attr.size = PERF_ATTR_SIZE_VER7;
	t->attr.config = PERF_COUNT_SW_DUMMY;
	t->attr.disabled = 1;
	t->attr.sample_period = number;
	t->attr.config1 = tag_mix(number, 1);
	t->attr.config2 = tag_mix(number, 2);
	t->attr.sample_stack_user = tag_mix(number, 3);
	t->attr.aux_watermark = tag_mix(number, 4);
	t->flags = PERF_FLAG_FD_CLOEXEC;
	t->cpu = -1;
	t->group_fd = -1;
	if (number % 4) {
		/* Up to 5.12 a call that has it is refused with E2BIG. */
		t->attr.sig_data = tag_mix(number, 5);
		t->pid = tag_mix(number, 6) & 0x7fffffff;
		t->cpu = tag_mix(number, 7) & 0x7fffffff;
		t->group_fd = tag_mix(number, 8) & 0x7fffffff;
		t->flags = (unsigned long)number << 8;
	}
}

#endif /* PERFATTR_TEST_TAG_H */
