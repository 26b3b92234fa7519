// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Limits of a kernel, which were asked for, written as JSON and read back; and the limits of every
 * kernel.
 */
#include "facts/limits.h"

#include "core/attr.h"

#define LIMIT(member, name, kind, bit) \
	PA_FACT(pa_limits, member, #name, kind, .have = PA_L_##bit)

static const struct pa_fact of_limits[] = {
	LIMIT(k.attr_size, attr_size, COUNT, SIZE),
	LIMIT(k.known_flags, known_flags, WIDE, FLAGS),
	LIMIT(k.known_sample, known_sample, WIDE, SAMPLE),
	LIMIT(k.known_format, known_format, WIDE, FORMAT),
	LIMIT(k.known_branch, known_branch, WIDE, BRANCH),
	LIMIT(k.known_aux, known_aux, COUNT, AUX),
	LIMIT(k.page_size, page_size, COUNT, PAGE),
	LIMIT(cgroup_perf, cgroup_perf, BOOL, CGROUP),
	LIMIT(pmu_ctx, pmu_ctx, BOOL, PMU_CTX),
	LIMIT(k.regs_extended, regs_extended, RANGES, REGS),
	LIMIT(paranoid_opens, paranoid_opens, SIGNED, PARANOID_OPENS),
	LIMIT(paranoid_refuses, paranoid_refuses, SIGNED, PARANOID_REFUSES),
};

const struct pa_fact_list pa_facts_of_limits = {
	.fact = of_limits, .count = ARRAY_SIZE(of_limits), .have = offsetof(struct pa_limits, have),
};

/**
 * pa_kernel_oldest() - the limits that every kernel has
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

/**
 * pa_kernel_newest() - the newest kernel that we know
 * @k: receives it
 *
 * Bits that it refuses as unknown, such as a bit of sample_type, are refused by every other kernel,
 * too; bits that the oldest kernel takes are taken by all.
 */
void pa_kernel_newest(struct pa_kernel *k)
{
	const struct pa_field *f = pa_fields;

	*k = (struct pa_kernel){
		.attr_size = PA_ATTR_NEWEST,
		.known_aux = (1u << (f[PA_FIELD_RESERVED_3].shift -
				     f[PA_FIELD_AUX_START_PAUSED].shift)) - 1,
		.known_flags = (1ULL << f[PA_FIELD_RESERVED_1].shift) - 1,
		.known_sample = (1ULL << pa_sample_bits.count) - 1,
		.known_format = (1ULL << pa_format_bits.count) - 1,
		.known_branch = (1ULL << pa_branch_bits.count) - 1,
		.hw_max = pa_hw_events.count,
		.sw_max = pa_sw_events.count,
		.page_size = 65536,
		.ksym_len = 512,
		.has = PA_K_PARANOID_ANY | PA_K_PMU_CTX | PA_K_ALLOW_CALLCHAIN |
		       PA_K_CGROUP_PERF | PA_K_PARANOID_MAX,
		.paranoid_max = 2,
		.task_size = 1ULL << 63,
		.regs_extended = U64_MAX,
	};
}

/**
 * pa_kernel_limit() - give a kernel the known limits of the one that was called
 * @k: another kernel
 * @l: the known limits
 */
void pa_kernel_limit(struct pa_kernel *k, const struct pa_limits *l)
{
	const struct pa_fact *f;

	for (f = of_limits; f < of_limits + ARRAY_SIZE(of_limits); f++)
		if (l->have & f->have && f->offset < sizeof(l->k))
			memcpy((u8 *)k + f->offset, (const u8 *)&l->k + f->offset, f->width);
	if (l->have & PA_L_CGROUP)
		k->has = (k->has & ~PA_K_CGROUP_PERF) | (l->cgroup_perf ? PA_K_CGROUP_PERF : 0);
	if (l->have & PA_L_PMU_CTX)
		k->has = (k->has & ~PA_K_PMU_CTX) | (l->pmu_ctx ? PA_K_PMU_CTX : 0);
	if (l->have & PA_L_PARANOID_OPENS && k->paranoid_max < l->paranoid_opens)
		k->paranoid_max = l->paranoid_opens;
	/* A file may say anything. */
	if (l->have & PA_L_PARANOID_REFUSES && l->paranoid_refuses > PA_PARANOID_USUAL &&
	    !(k->has & PA_K_PARANOID_ANY)) {
		k->has |= PA_K_PARANOID_ANY | PA_K_PARANOID_MAX;
		k->paranoid_max = l->paranoid_refuses - 1;
	}
}
