/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The machine whose records are rendered: limits and features of its kernel, its PMUs, symbols.
 * Most of it is the same for all records of a load.
 */
#ifndef PERFATTR_CORE_ENV_H
#define PERFATTR_CORE_ENV_H

#include "core/record.h"

/* pmu->capabilities with bit numbers of our own, as the kernel's changed between versions. */
#define PA_CAP_NO_INTERRUPT	0x001
#define PA_CAP_NO_NMI		0x002
#define PA_CAP_AUX_NO_SG	0x004
#define PA_CAP_EXTENDED_REGS	0x008
#define PA_CAP_EXCLUSIVE	0x010
#define PA_CAP_ITRACE		0x020
#define PA_CAP_NO_EXCLUDE	0x040
#define PA_CAP_AUX_OUTPUT	0x080
#define PA_CAP_EXTENDED_HW_TYPE	0x100
#define PA_CAP_AUX_PAUSE	0x200
#define PA_CAP_MEDIATED_VPMU	0x400

/**
 * struct pa_event_init - the event_init() of a PMU driver
 * @symbol: its symbol
 * @module: the module it is in; empty: in the kernel
 */
struct pa_event_init {
	char symbol[64];
	char module[32];
};

/**
 * struct pa_pmu_name - a PMU that was seen
 * @type:        its dynamic type
 * @name:        its name, NUL terminated; never empty in a valid entry
 * @caps:        PA_CAP_*, valid if have_caps
 * @task_ctx_nr: valid if have_caps
 * @have_caps:   @caps and @task_ctx_nr are known
 * @driver:      which driver has registered it, from pa_traits_find(): set by user space, from
 *               @init; 0 = not known
 * @init:        index in pa_env.inits, 0 = not known
 */
struct pa_pmu_name {
	u32 type;
	char name[36];
	u32 caps;
	s16 task_ctx_nr;
	bool have_caps;
	u8 driver;
	u8 init;
};

/* Bits of pa_kernel.has: checks that not every kernel has, and which members are known. */
#define PA_K_PARANOID_ANY	0x1	/* perf_paranoid_any(): above paranoid_max refuses all */
#define PA_K_PMU_CTX		0x2	/* perf_event_pmu_context, with its order of checks */
#define PA_K_ALLOW_CALLCHAIN	0x4	/* kernel callchains need perf_allow_kernel(), too */
#define PA_K_CGROUP_PERF	0x8	/* CONFIG_CGROUP_PERF */
#define PA_K_PARANOID_MAX	0x10	/* paranoid_max is known */
#define PA_K_TP_COUNTING	0x20	/* tp_counting is known */

/**
 * struct pa_kernel - limits and features of the running kernel
 * @attr_size:     sizeof(struct perf_event_attr)
 * @known_flags:   bits of the flag word (offset 40) that have a name
 * @known_sample:  PERF_SAMPLE_MAX - 1
 * @known_format:  PERF_FORMAT_MAX - 1
 * @known_branch:  PERF_SAMPLE_BRANCH_MAX - 1
 * @known_aux:     bits of aux_action (offset 116) that have a name
 * @hw_max:        PERF_COUNT_HW_MAX
 * @sw_max:        PERF_COUNT_SW_MAX
 * @page_size:     PAGE_SIZE
 * @ksym_len:      KSYM_NAME_LEN
 * @has:           PA_K_*
 * @paranoid_max:  the highest perf_event_paranoid for which perf_paranoid_any() is false
 * @tp_counting:   id of the only trace event that cannot be sampled, 0 if there is none
 * @task_size:     first address of the kernel's half
 * @regs_extended: PERF_REG_EXTENDED_MASK
 * @arch:          enum pa_abi of a native caller
 * @load:          a random number that each load of the module draws
 * @module:        version of the module; empty: the records are of perfattr-bpf
 * @release:       of the kernel
 * @unused:        0
 */
struct pa_kernel {
	u32 attr_size;
	u32 known_aux;
	u64 known_flags;
	u64 known_sample;
	u64 known_format;
	u64 known_branch;
	u32 hw_max;
	u32 sw_max;
	u32 page_size;
	u32 ksym_len;
	u32 has;
	s32 paranoid_max;
	u32 tp_counting;
	u32 load;
	u64 task_size;
	u64 regs_extended;
	char module[32];
	char release[72];
	u8 arch;
	u8 unused[7];
};

/**
 * struct pa_env - the input of a renderer, apart from the record
 * @kernel:  limits and features of the running kernel
 * @limits:  where @kernel is NULL, which of its limits are known (facts/limits.h); NULL: none, as
 *           in the kernel
 * @pmus:    PMUs that were seen; entry 0 is unused; an entry with an empty name is not valid
 * @npmus:   entries in @pmus
 * @pmus_lost: a PMU that the record is about may be missing there; false in the kernel
 * @pmu_gone: for each of @pmus: 1 if the PMU was unregistered; NULL: none was
 * @inits:   the event_init() of the drivers; entry 0 is unused
 * @ninits:  entries in @inits
 * @followed: pa_kview.followed of a usual call, as the environment line says it
 * @handler: symbol of kv.overflow_handler, empty if not known; never an address
 * @clock:   symbol of kv.clock, as above
 * @symbol:  symbol of a kernel breakpoint address (bp_addr), as above
 * @now:     what user space knows of the machine now (facts/now.h); NULL in the kernel, or if it
 *           knows nothing
 * @told:    what user space adds to the record (core/render.h); NULL in the kernel, whose text then
 *           says which function refused, and what to type to learn why
 *
 * The caller fills it in for one record before rendering; core/ does not write to it.
 */
struct pa_env {
	const struct pa_kernel *kernel;
	const struct pa_limits *limits;
	const struct pa_pmu_name *pmus;
	u32 npmus;
	bool pmus_lost;
	const u8 *pmu_gone;
	const struct pa_event_init *inits;
	u32 ninits;
	u32 followed;
	char handler[PA_NAME_LEN];
	char clock[PA_NAME_LEN];
	char symbol[PA_NAME_LEN];
	const struct pa_now *now;
	const struct pa_told *told;
};

#endif /* PERFATTR_CORE_ENV_H */
