// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* How limits that were asked for are written as JSON, and read back. */
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
