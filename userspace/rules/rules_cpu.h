/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_cpu.c, in the kernel's order; see rules/rule_table.h. */

	/* x86_pmu_event_init(), armpmu_event_init() */

	RULE("cpu-pmu-missing", OF(X86, "x86_reserve_hardware"), ENODEV, PA_MAYBE,
	     .field = "type", .luck = true, .often = PA_SELDOM,
	     .text = "PMU {pmu} has no driver for this cpu")

	RULE("cpu-pmu-reserved", OF(X86, "x86_reserve_hardware"), EBUSY,
	     may_use_lbr(c) ? PA_RARE : PA_MAYBE,
	     .luck = true, .alone = 2,
	     .text = "the counters of PMU {pmu} are reserved by somebody else")

	RULE("precise-not-supported", OF(X86, "x86_pmu_hw_config"), EOPNOTSUPP, precise_refused(c),
	     .field = "precise_ip", .often = PA_COMMON,
	     .text = "precise_ip {precise_ip} is more than PMU {pmu} can do[: {max_precise} is the "
		     "most]",
	     .fix = "precise_ip={max_precise} / precise_ip=0")

	RULE("branch-stack-no-hardware", ANY_CPU, EOPNOTSUPP, branch_no_hardware(c),
	     .field = "sample_type",
	     .text = "PMU {pmu} does not support PERF_SAMPLE_BRANCH_STACK, or not this "
		     "branch_sample_type",
	     .fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK")

	RULE("branch-stack-limited", OF(X86, "amd_brs_hw_config"), EINVAL, brs_refused(c),
	     .since = "5.19", .field = "sample_type", .often = PA_SELDOM,
	     .text = "branch stacks of Zen 3 need event r0c4, a sample_period above 16, no "
		     "frequency, and PERF_SAMPLE_BRANCH_ANY",
	     .fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK")

	RULE("bts-refused", OF(X86, "intel_pmu_bts_config"), EOPNOTSUPP, bts_refused(c),
	     .field = "sample_period",
	     .text = "branches with sample_period 1 need BTS, which this cpu may not have, and "
		     "which needs exclude_kernel=1 and precise_ip=0",
	     .fix = "exclude_kernel=1 precise_ip=0 / sample_period=2")

	RULE("precise-counting", OF(X86, "x86_pmu_hw_config"), EINVAL,
	     yes_if(precise(c) && !c->sampling),
	     .field = "precise_ip",
	     .text = "precise_ip {precise_ip} needs sampling: sample_period is 0",
	     .fix = "precise_ip=0")

	RULE("period-too-short", EVENT_INIT(INIT), EINVAL, period_short(c),
	     .field = "sample_period", .kinds = PA_OF(X86) | PA_OF(IBS),
	     .text = "sample_period {sample_period} is below what PMU {pmu} allows")

	RULE("xmm-in-user-regs", OF(X86, "x86_pmu_hw_config"), EINVAL,
	     yes_if(get(c, PA_FIELD_SAMPLE_REGS_USER) & c->k->regs_extended),
	     .field = "sample_regs_user", .limits = true, .often = PA_SELDOM,
	     .text = "sample_regs_user has XMM registers", .fix = "sample_regs_user&0xffffffff")

	RULE("xmm-in-intr-regs", OF(X86, "x86_pmu_hw_config"), EINVAL,
	     !(get(c, PA_FIELD_SAMPLE_REGS_INTR) & c->k->regs_extended) ? PA_NO :
	     precise(c) ? PA_MAYBE : PA_YES,
	     .field = "sample_regs_intr", .limits = true, .often = PA_SELDOM,
	     .text = "XMM registers in sample_regs_intr need precise_ip and a PMU that has them",
	     .fix = "sample_regs_intr&0xffffffff")

	/* The upper half of config only selects the PMU. */
	RULE("hw-event-not-known", EVENT_INIT(INIT), EINVAL,
	     yes_if(c->type == PA_TYPE_HARDWARE && (u32)c->config >= c->k->hw_max),
	     .field = "config", .kinds = PA_OF(X86) | PA_OF(ARMV8) | PA_OF(RISCV), .limits = true,
	     .text = "config {config} is not a hardware event[: there are {hw_max}]",
	     .fix = "config=0")

	/* Cache id, operation and result are one byte each. */
	RULE("cache-event-not-known", ANY_CPU, EINVAL,
	     yes_if(c->type == PA_TYPE_HW_CACHE &&
		    ((c->config & 0xff) >= 7 || (c->config >> 8 & 0xff) >= 3 ||
		     (c->config >> 16 & 0xff) >= 2)),
	     .field = "config",
	     .text = "config {#config} is not a cache event: bits 0-7 are the cache (0-6), "
		     "8-15 the operation (0-2), 16-23 the result (0-1)",
	     .fix = "config=0")

	RULE("cache-event-invalid", OF(X86, "set_ext_hw_attr"), EINVAL,
	     maybe_if(c->type == PA_TYPE_HW_CACHE),
	     .field = "config",
	     .text = "config {#config} is a cache event that PMU {pmu} does not have")

	RULE("config1-refused", OF(X86, "x86_pmu_extra_regs"), EINVAL, any_config1(c),
	     .field = "config1",
	     .text = "config1 {#config1} has bits that this event does not allow",
	     .fix = "config1=0")

	RULE("config1-register-absent", OF(X86, "x86_pmu_extra_regs"), ENXIO, PA_MAYBE,
	     .field = "config1", .luck = true,
	     .text = "the register that config1 programs cannot be accessed on this machine",
	     .fix = "config1=0")

	RULE("aux-output-not-precise", OF(X86, "intel_pmu_hw_config"), EINVAL,
	     yes_if(flag(c, PA_FIELD_AUX_OUTPUT) && !precise(c)),
	     .field = "aux_output", .often = PA_SELDOM,
	     .text = "aux_output needs precise_ip", .fix = "aux_output=0")

	RULE("lbr-in-use", OF(X86, "intel_pmu_hw_config"), EBUSY, maybe_if(may_use_lbr(c)),
	     .luck = true,
	     .text = "Intel PT uses what branch records need (LBR, BTS), or the counters of PMU "
		     "{pmu} are reserved by somebody else")

	RULE("topdown-without-slots", OF(X86, "intel_pmu_hw_config"), EINVAL, topdown_alone(c),
	     .field = "group_fd", .often = PA_COMMON,
	     .text = "topdown metric {#config} cannot sample, and needs a group whose leader is "
		     "slots")

	RULE("any-thread-not-allowed", OF(X86, "intel_pmu_hw_config"), EACCES,
	     any_thread_refused(c),
	     .field = "config", .need = PARANOID(0), .often = PA_SELDOM,
	     .text = "the any-thread bit of config: " NEEDS,
	     .fix = "config&~0x200000")

	RULE("mem-loads-without-aux", OF(X86, "intel_pmu_hw_config"), ENODATA, PA_MAYBE,
	     .field = "config", .luck = true, .sole = true,
	     .text = "this event needs mem-loads-aux before it in its group")

	RULE("idle-not-excludable", EVENT_INIT(INIT), EOPNOTSUPP,
	     yes_if(flag(c, PA_FIELD_EXCLUDE_IDLE) && driver_checks(c, PA_TRAIT_NO_IDLE)),
	     .field = "exclude_idle", .kinds = PA_OF(ARMV8) | DRIVERS, .often = PA_SELDOM,
	     .text = "PMU {pmu} cannot exclude idle", .fix = "exclude_idle=0")

	RULE("chain-event", OF(ARMV8, "armpmu_event_init"), EINVAL,
	     maybe_if(!type_is_generic(c) && (c->config & 0xffff) == 0x1e),
	     .since = "6.8", .field = "config", .often = PA_SELDOM,
	     .text = "the chain event, 0x1e, cannot be opened by itself")

	RULE("user-access-cpu-wide", OF(ARMV8, "armpmu_event_init"), EINVAL,
	     maybe_if(get(c, PA_FIELD_CONFIG1) & 2 && !c->task),
	     .since = "5.17", .field = "config1", .often = PA_SELDOM,
	     .text = "user access (config1 bit 1) needs a task", .fix = "config1&~2")

	RULE("user-access-long", OF(ARMV8, "armpmu_event_init"), EOPNOTSUPP,
	     maybe_if((get(c, PA_FIELD_CONFIG1) & 3) == 3),
	     .since = "5.17", .field = "config1", .often = PA_SELDOM,
	     .text = "user access to this 64-bit event is not possible", .fix = "config1&~2")

	/* threshold is config1:5-16. */
	RULE("threshold-too-large", OF(ARMV8, "armpmu_event_init"), EINVAL,
	     maybe_if(get(c, PA_FIELD_CONFIG1) >> 5 & 0xfff),
	     .since = "6.8", .field = "config1", .often = PA_SELDOM,
	     .text = "the threshold in config1 is above the maximum of PMU {pmu}",
	     .fix = "config1&~0x1ffe0")

	RULE("precise-event-not-supported", OF(X86, "intel_pebs_constraints"), EINVAL,
	     precise_event_refused(c),
	     .field = "precise_ip",
	     .text = "PMU {pmu} cannot sample this event precisely: its PEBS supports only some "
		     "events, and few with edge, any, inv or cmask[; on {no_baseline} the rest "
		     "needs PEBS baseline, missing here]",
	     .fix = "precise_ip=0")

	RULE("group-not-countable", EVENT_INIT(INIT), EINVAL, group_refused(c),
	     .field = "group_fd", .kinds = (PA_OF_CPUS & ~PA_OF(RISCV)) | DRIVERS,
	     .text = "PMU {pmu} cannot count this group at once[: {group_conflict}]",
	     .fix = "group_fd=-1")
