// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* How limits that were asked for are written as JSON, and read back; those of every kernel. */
#include "why/limits.h"

#define LIMIT(member, kind_, bit) { \
	.key = ",\"" #member "\":", .key_len = sizeof(#member) + 3, .kind = PA_FACT_##kind_, \
	.offset = offsetof(struct pa_limits, member), \
	.width = sizeof(((struct pa_limits *)NULL)->member), .have = PA_L_##bit }

static const struct pa_fact of_limits[] = {
	LIMIT(attr_size, COUNT, SIZE),
	LIMIT(known_flags, WIDE, FLAGS),
	LIMIT(known_sample, WIDE, SAMPLE),
	LIMIT(known_format, WIDE, FORMAT),
	LIMIT(known_branch, WIDE, BRANCH),
	LIMIT(known_aux, COUNT, AUX),
	LIMIT(page_size, COUNT, PAGE),
	LIMIT(cgroup_perf, BOOL, CGROUP),
	LIMIT(pmu_ctx, BOOL, PMU_CTX),
	LIMIT(regs_extended, RANGES, REGS),
	LIMIT(paranoid_opens, SIGNED, PARANOID_OPENS),
	LIMIT(paranoid_refuses, SIGNED, PARANOID_REFUSES),
};

const struct pa_fact_list pa_facts_of_limits = {
	.fact = of_limits, .count = ARRAY_SIZE(of_limits), .have = offsetof(struct pa_limits, have),
};

/**
 * pa_kernel_oldest() - what every kernel has, and no more
 * @k: receives it
 */
void pa_kernel_oldest(struct pa_kernel *k)
{
	*k = (struct pa_kernel){
		.attr_size = PA_ATTR_VER6,
		.known_flags = (1ULL << 34) - 1,
		.known_sample = (1ULL << 22) - 1,
		.known_format = (1ULL << 4) - 1,
		.known_branch = (1ULL << 18) - 1,
		.hw_max = 10,
		.sw_max = 11,
		.page_size = 4096,
		.ksym_len = 128,
		.task_size = 1ULL << 47,
	};
}
