// SPDX-License-Identifier: GPL-2.0
/*
 * event_init() of the PMUs of x86, Arm, POWER and RISC-V cpus; some checks are also in other
 * drivers.
 */
#include "core/why/rule.h"

#define HW_BRANCHES	4	/* PERF_COUNT_HW_BRANCH_INSTRUCTIONS */
#define DRIVERS		(PA_OF(OTHER) | PA_OF(IBS))

/* Of PMUs that are not of the cpu, only what their driver is known to check. */
static bool driver_checks(const struct pa_case *c, u16 trait)
{
	if (1u << c->kind & PA_OF_CPUS)
		return true;
	return c->traits && c->traits->more & trait;
}

/* x86_pmu_event_init(), armpmu_event_init() */

static const struct pa_rule cpu_pmu_missing_rule = {
	.id = "cpu-pmu-missing", .in = "x86_reserve_hardware", .err = ENODEV,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = always_maybe,
	.luck = true, .field = "type",
	.text = "PMU {pmu} has no driver for this cpu",
};

/*
 * intel_pmu_hw_config(): a branch stack, requested or needed to correct precise samples, uses the
 * LBR; a branch event with period 1 becomes BTS. Neither is available while Intel PT runs.
 */
static bool may_use_lbr(const struct pa_case *c)
{
	return sample(c, PA_SAMPLE_BRANCH_STACK) || get(c, PA_FIELD_PRECISE_IP) > 1 ||
	       (c->period == 1 && !flag(c, PA_FIELD_FREQ));
}

static enum pa_verdict cpu_pmu_reserved(const struct pa_case *c)
{
	return may_use_lbr(c) ? PA_RARE : PA_MAYBE;
}

static const struct pa_rule cpu_pmu_reserved_rule = {
	.id = "cpu-pmu-reserved", .in = "x86_reserve_hardware", .err = EBUSY,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = cpu_pmu_reserved, .luck = true,
	.text = "the counters of PMU {pmu} are reserved by somebody else",
};

static u64 precise(const struct pa_case *c)
{
	return get(c, PA_FIELD_PRECISE_IP);
}

/* AMD's IBS stands in for precise events; its driver does so up to 2. */
static enum pa_verdict precise_refused(const struct pa_case *c)
{
	s32 most = pa_case_precise(c);

	/* Intel: while the first event is opened, sysfs says 0 (reserve_ds_buffers()). */
	if (!most && !c->planned && c->err != EOPNOTSUPP)
		return maybe_if(precise(c));
	return most < 0 ? maybe_if(precise(c)) : yes_if(precise(c) > (u64)most);
}

static const struct pa_rule precise_not_supported_rule = {
	.id = "precise-not-supported", .in = "x86_pmu_hw_config", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = precise_refused,
	.field = "precise_ip",
	.text = "precise_ip {precise_ip} is more than PMU {pmu} can do[: {max_precise} is the "
		"most]",
	.fix = "precise_ip={max_precise} / precise_ip=0",
};

static enum pa_verdict branch_no_hardware(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (!sample(c, PA_SAMPLE_BRANCH_STACK))
		return PA_NO;
	return now && now->branches == PA_SYSFS_LACKS ? PA_YES : PA_MAYBE;
}

static const struct pa_rule branch_stack_no_hardware_rule = {
	.id = "branch-stack-no-hardware", .in = "event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF_CPUS, .holds = branch_no_hardware,
	.field = "sample_type",
	.text = "PMU {pmu} has no PERF_SAMPLE_BRANCH_STACK, or not this branch_sample_type",
	.fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK",
};

/*
 * amd_brs_hw_config(), of Zen 3; Zen 4 has none of these limits. Whether the processor is the one
 * or the other is not recorded. lbr_nr is 16.
 */
static enum pa_verdict brs_refused(const struct pa_case *c)
{
	bool event = c->type == PA_TYPE_RAW && (c->config & 0xffff) == 0xc4;

	if (!sample(c, PA_SAMPLE_BRANCH_STACK) || !pa_case_has_ibs(c) || precise(c))
		return PA_NO;
	return maybe_if(!c->sampling || !event || flag(c, PA_FIELD_FREQ) || c->period <= 16 ||
			(c->branch & ~BRANCH_PRIV) != PA_BRANCH_ANY);
}

static const struct pa_rule branch_stack_limited_rule = {
	.id = "branch-stack-limited", .in = "amd_brs_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = brs_refused, .since = "5.19",
	.field = "sample_type",
	.text = "branch stacks of Zen 3 need event r0c4, a sample_period above 16, no frequency, "
		"and PERF_SAMPLE_BRANCH_ANY",
	.fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK",
};

/*
 * intel_pmu_bts_config(): every branch of user space, by BTS. The event code of branches differs;
 * here only the generic event is recognised.
 */
static enum pa_verdict bts_refused(const struct pa_case *c)
{
	bool branches = c->type == PA_TYPE_HARDWARE && (u32)c->config == HW_BRANCHES;

	return maybe_if(branches && c->period == 1 && !flag(c, PA_FIELD_FREQ) &&
			!flag(c, PA_FIELD_EXCLUDE_HOST) && !pa_case_has_ibs(c));
}

static const struct pa_rule bts_refused_rule = {
	.id = "bts-refused", .in = "intel_pmu_bts_config", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = bts_refused, .field = "sample_period",
	.text = "branches with sample_period 1 need BTS, which this cpu may not have, and which "
		"needs exclude_kernel=1 and precise_ip=0",
	.fix = "exclude_kernel=1 precise_ip=0 / sample_period=2",
};

static enum pa_verdict precise_counting(const struct pa_case *c)
{
	return yes_if(precise(c) && !c->sampling);
}

static const struct pa_rule precise_counting_rule = {
	.id = "precise-counting", .in = "x86_pmu_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = precise_counting,
	.field = "precise_ip",
	.text = "precise_ip {precise_ip} needs sampling: sample_period is 0",
	.fix = "precise_ip=0",
};

/*
 * x86_pmu.limit_period(): a period of at least 128 is long enough for every model. IBS has a
 * smallest period since 6.15, which is at most 0x90.
 */
static enum pa_verdict period_short(const struct pa_case *c)
{
	u64 enough = c->kind == PA_PMU_IBS ? 0x90 : 128;

	return maybe_if(c->sampling && !flag(c, PA_FIELD_FREQ) && c->period < enough);
}

static const struct pa_rule period_too_short_rule = {
	.id = "period-too-short", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF(X86) | PA_OF(IBS), .holds = period_short,
	.field = "sample_period",
	.text = "sample_period {sample_period} is below what PMU {pmu} allows",
};

static enum pa_verdict xmm_user(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_SAMPLE_REGS_USER) & c->k->regs_extended);
}

static const struct pa_rule xmm_in_user_regs_rule = {
	.id = "xmm-in-user-regs", .in = "x86_pmu_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = xmm_user,
	.field = "sample_regs_user",
	.text = "sample_regs_user has XMM registers",
	.fix = "sample_regs_user&0xffffffff",
};

static enum pa_verdict xmm_intr(const struct pa_case *c)
{
	if (!(get(c, PA_FIELD_SAMPLE_REGS_INTR) & c->k->regs_extended))
		return PA_NO;
	return precise(c) ? PA_MAYBE : PA_YES;
}

static const struct pa_rule xmm_in_intr_regs_rule = {
	.id = "xmm-in-intr-regs", .in = "x86_pmu_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = xmm_intr,
	.field = "sample_regs_intr",
	.text = "XMM registers in sample_regs_intr need precise_ip and a PMU that has them",
	.fix = "sample_regs_intr&0xffffffff",
};

static enum pa_verdict hw_config_large(const struct pa_case *c)
{
	/* The upper half of config only selects the PMU. */
	return yes_if(c->type == PA_TYPE_HARDWARE && (u32)c->config >= c->k->hw_max);
}

static const struct pa_rule hw_event_not_known_rule = {
	.id = "hw-event-not-known", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF(X86) | PA_OF(ARMV8) | PA_OF(RISCV), .holds = hw_config_large,
	.field = "config",
	.text = "config {config} is no hardware event: there are {hw_max}",
	.fix = "config=0",
};

/* Cache id, operation and result are one byte each. */
static enum pa_verdict cache_out_of_range(const struct pa_case *c)
{
	return yes_if(c->type == PA_TYPE_HW_CACHE &&
		      ((c->config & 0xff) >= 7 || (c->config >> 8 & 0xff) >= 3 ||
		       (c->config >> 16 & 0xff) >= 2));
}

static const struct pa_rule cache_event_not_known_rule = {
	.id = "cache-event-not-known", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF_CPUS, .holds = cache_out_of_range, .field = "config",
	.text = "config {#config} is no cache event: a byte each for cache, operation and result",
	.fix = "config=0",
};

static enum pa_verdict cache_invalid(const struct pa_case *c)
{
	return maybe_if(c->type == PA_TYPE_HW_CACHE);
}

static const struct pa_rule cache_event_invalid_rule = {
	.id = "cache-event-invalid", .in = "set_ext_hw_attr", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = cache_invalid, .field = "config",
	.text = "config {#config} is a cache event that PMU {pmu} does not have",
};

/*
 * x86_pmu_extra_regs(): only these events have a register that config1 sets. The tables
 * intel_*_extra_regs[] have them by event and umask. A threshold of latencies has 16 bits; which
 * bits the others have differs.
 */
static bool has_latency(u64 code)
{
	return code == 0x01cd || code == 0x100b || code == 0x05d0;
}

static bool has_register(u64 code)
{
	switch (code & 0xff) {
	case 0x27: case 0x2a: case 0x2b: case 0xad: case 0xb7: case 0xbb: case 0xc2: case 0xc6:
		return true;
	default:
		return false;
	}
}

static enum pa_verdict any_config1(const struct pa_case *c)
{
	u64 config1 = get(c, PA_FIELD_CONFIG1), code = c->config & 0xffff;

	if (!config1 || type_is_generic(c))
		return PA_NO;
	if (has_latency(code))
		return maybe_if(config1 >> 16);
	return has_register(code) ? PA_MAYBE : PA_RARE;
}

static const struct pa_rule config1_refused_rule = {
	.id = "config1-refused", .in = "x86_pmu_extra_regs", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = any_config1, .field = "config1",
	.text = "config1 {#config1} has bits that this event does not allow",
	.fix = "config1=0",
};

static const struct pa_rule config1_register_absent_rule = {
	.id = "config1-register-absent", .in = "x86_pmu_extra_regs", .err = ENXIO,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = always_maybe,
	.luck = true, .field = "config1",
	.text = "the register behind config1 cannot be reached here",
	.fix = "config1=0",
};

static enum pa_verdict aux_not_precise(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_AUX_OUTPUT) && !precise(c));
}

static const struct pa_rule aux_output_not_precise_rule = {
	.id = "aux-output-not-precise", .in = "intel_pmu_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = aux_not_precise,
	.field = "aux_output",
	.text = "aux_output needs precise_ip",
	.fix = "aux_output=0",
};

static enum pa_verdict lbr_in_use(const struct pa_case *c)
{
	return maybe_if(may_use_lbr(c));
}

static const struct pa_rule lbr_in_use_rule = {
	.id = "lbr-in-use", .in = "intel_pmu_hw_config", .err = EBUSY, .sites = PA_AT(INIT),
	.kinds = PA_OF(X86), .holds = lbr_in_use, .luck = true,
	.text = "Intel PT uses what branch records need (LBR, BTS), or the counters of PMU {pmu} "
		"are reserved by somebody else",
};

static enum pa_verdict any_thread_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!(c->config >> 21 & 1))
		return PA_NO;
	v = pa_paranoid_above(c, 0);
	return v == PA_YES ? PA_MAYBE : v;
}

static const struct pa_rule any_thread_not_allowed_rule = {
	.id = "any-thread-not-allowed", .in = "intel_pmu_hw_config", .err = EACCES,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = any_thread_refused,
	.field = "config",
	.text = "the any-thread bit of config: " NEEDS,
	.need = PARANOID(0),
	.fix = "config&~0x200000",
};

static const struct pa_rule mem_loads_without_aux_rule = {
	.id = "mem-loads-without-aux", .in = "intel_pmu_hw_config", .err = ENODATA,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = always_maybe,
	.luck = true, .sole = true,
	.field = "config",
	.text = "this event needs mem-loads-aux before it in its group",
};

/*
 * intel_pmu_hw_config(): from Ice Lake on these codes are metrics, which slots must lead and which
 * cannot sample; older cpus count them as an event.
 */
static enum pa_verdict topdown_alone(const struct pa_case *c)
{
	u64 code = c->config & 0xffff;
	bool metric = !type_is_generic(c) && !(code & 0xff) && code >= 0x8000 && code <= 0x8700;

	return maybe_if(metric && !pa_case_has_ibs(c) && (!c->member || c->sampling));
}

static const struct pa_rule topdown_without_slots_rule = {
	.id = "topdown-without-slots", .in = "intel_pmu_hw_config", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = topdown_alone,
	.field = "group_fd",
	.text = "topdown metric {#config} only counts, in a group whose leader is slots",
};

static enum pa_verdict idle_excluded(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_EXCLUDE_IDLE) && driver_checks(c, PA_TRAIT_NO_IDLE));
}

static const struct pa_rule idle_not_excludable_rule = {
	.id = "idle-not-excludable", .in = "event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(ARMV8) | DRIVERS, .holds = idle_excluded,
	.field = "exclude_idle",
	.text = "PMU {pmu} cannot exclude idle",
	.fix = "exclude_idle=0",
};

static enum pa_verdict chain_event(const struct pa_case *c)
{
	return maybe_if(!type_is_generic(c) && (c->config & 0xffff) == 0x1e);
}

static const struct pa_rule chain_event_rule = {
	.id = "chain-event", .in = "armpmu_event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF(ARMV8), .holds = chain_event, .since = "6.8", .field = "config",
	.text = "the chain event, 0x1e, cannot be opened by itself",
};

static enum pa_verdict user_access_wide(const struct pa_case *c)
{
	return maybe_if(get(c, PA_FIELD_CONFIG1) & 2 && !c->task);
}

static const struct pa_rule user_access_cpu_wide_rule = {
	.id = "user-access-cpu-wide", .in = "armpmu_event_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(ARMV8), .holds = user_access_wide, .since = "5.17",
	.field = "config1",
	.text = "user access (config1 bit 1) needs a task",
	.fix = "config1&~2",
};

static enum pa_verdict user_access_long(const struct pa_case *c)
{
	return maybe_if((get(c, PA_FIELD_CONFIG1) & 3) == 3);
}

static const struct pa_rule user_access_long_rule = {
	.id = "user-access-long", .in = "armpmu_event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(ARMV8), .holds = user_access_long, .since = "5.17",
	.field = "config1",
	.text = "user access to this 64-bit event is not possible",
	.fix = "config1&~2",
};

static enum pa_verdict threshold_large(const struct pa_case *c)
{
	/* threshold is config1:5-16. */
	return maybe_if(get(c, PA_FIELD_CONFIG1) >> 5 & 0xfff);
}

static const struct pa_rule threshold_too_large_rule = {
	.id = "threshold-too-large", .in = "armpmu_event_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(ARMV8), .holds = threshold_large, .since = "6.8",
	.field = "config1",
	.text = "the threshold in config1 is above what PMU {pmu} has",
	.fix = "config1&~0x1ffe0",
};

/* edge, any, inv, cmask */
#define COUNTING_BITS	0xffa40000ULL

/*
 * intel_pebs_constraints(): which events are precise. precise_ip 3 came with Ivy Bridge, where all
 * events are, but up to Skylake few with one of COUNTING_BITS; before that, on some processors only
 * few events are.
 */
static enum pa_verdict precise_event_refused(const struct pa_case *c)
{
	bool counting_bits = !type_is_generic(c) && c->config & COUNTING_BITS;

	if (!precise(c) || pa_case_has_ibs(c))
		return PA_NO;
	return maybe_if(counting_bits || pa_case_precise(c) < 3);
}

static const struct pa_rule precise_event_refused_rule = {
	.id = "precise-event-not-supported", .in = "intel_pebs_constraints", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(X86), .holds = precise_event_refused,
	.field = "precise_ip",
	.text = "PMU {pmu} cannot sample this event precisely: its PEBS has only some events, and "
		"few with edge, any, inv or cmask",
	.fix = "precise_ip=0",
};

/*
 * Hybrid: a group has events of one kind of cpu (validate_group(), arch/x86/events/core.c). The
 * driver of RISC-V does not look at groups.
 */
static enum pa_verdict group_refused(const struct pa_case *c)
{
	if (c->member && pa_case_leads_other_cpu(c))
		return PA_YES;
	/* Beside a software event that is alone, there is nothing to conflict with. */
	if (c->kind == PA_PMU_X86 && c->leader && c->leader->task_ctx_nr == CTX_SOFTWARE &&
	    !c->leader->siblings)
		return rare_if(c->member);
	return maybe_if(c->member && driver_checks(c, PA_TRAIT_GROUPS));
}

static const struct pa_rule group_not_countable_rule = {
	.id = "group-not-countable", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = (PA_OF_CPUS & ~PA_OF(RISCV)) | DRIVERS, .holds = group_refused,
	.field = "group_fd",
	.text = "PMU {pmu} cannot count this group at once[: {group_conflict}]",
	.fix = "group_fd=-1",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_cpu[] = {
	&cpu_pmu_missing_rule,
	&cpu_pmu_reserved_rule,
	&precise_not_supported_rule,
	&branch_stack_no_hardware_rule,
	&branch_stack_limited_rule,
	&bts_refused_rule,
	&precise_counting_rule,
	&period_too_short_rule,
	&xmm_in_user_regs_rule,
	&xmm_in_intr_regs_rule,
	&hw_event_not_known_rule,
	&cache_event_not_known_rule,
	&cache_event_invalid_rule,
	&config1_refused_rule,
	&config1_register_absent_rule,
	&aux_output_not_precise_rule,
	&lbr_in_use_rule,
	&topdown_without_slots_rule,
	&any_thread_not_allowed_rule,
	&mem_loads_without_aux_rule,
	&idle_not_excludable_rule,
	&chain_event_rule,
	&user_access_cpu_wide_rule,
	&user_access_long_rule,
	&threshold_too_large_rule,
	&precise_event_refused_rule,
	&group_not_countable_rule,
	NULL
};
