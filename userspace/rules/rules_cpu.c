// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * event_init() of the PMUs of x86, Arm, POWER and RISC-V cpus; some checks are also in other
 * drivers.
 */
#include "rules/rule.h"

#define HW_BRANCHES	4	/* PERF_COUNT_HW_BRANCH_INSTRUCTIONS */
#define DRIVERS		(PA_OF(OTHER) | PA_OF(IBS))
#define ANY_CPU		EVENT_INIT(INIT), .kinds = PA_OF_CPUS
#define precise(c)	get(c, PA_FIELD_PRECISE_IP)

/* For PMUs outside of the cpu: only checks that their driver is known to make. */
static bool driver_checks(const struct pa_case *c, u16 trait)
{
	if (1u << c->kind & PA_OF_CPUS)
		return true;
	return c->traits && c->traits->more & trait;
}

/*
 * intel_pmu_hw_config(): a branch stack, requested or needed to correct precise samples, uses the
 * LBR; a branch event with period 1 becomes BTS. Neither is available while Intel PT runs.
 */
static bool may_use_lbr(const struct pa_case *c)
{
	return sample(c, PA_SAMPLE_BRANCH_STACK) || get(c, PA_FIELD_PRECISE_IP) > 1 ||
	       (c->period == 1 && !flag(c, PA_FIELD_FREQ));
}

/* AMD's IBS replaces the cpu PMU for precise events; its driver accepts up to 2. */
static enum pa_verdict precise_refused(const struct pa_case *c)
{
	s32 most = pa_case_precise(c);

	/* Intel: while the first event is opened, sysfs says 0 (reserve_ds_buffers()). */
	if (!most && !c->planned && c->err != EOPNOTSUPP)
		return maybe_if(precise(c));
	return most < 0 ? maybe_if(precise(c)) : yes_if(precise(c) > (u64)most);
}

static enum pa_verdict branch_no_hardware(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (!sample(c, PA_SAMPLE_BRANCH_STACK))
		return PA_NO;
	return now && now->branches == PA_SYSFS_LACKS ? PA_YES : PA_MAYBE;
}

/*
 * amd_brs_hw_config(), of Zen 3; Zen 4 has none of these limits. Whether the processor is the one
 * or the other is not recorded. lbr_nr is 16.
 */
static enum pa_verdict brs_refused(const struct pa_case *c)
{
	bool event = c->type == PA_TYPE_RAW && (c->config & 0xffff) == 0xc4;
	bool zen = pa_case_has_ibs(c) || pa_pmu_is_lost(c);

	if (!sample(c, PA_SAMPLE_BRANCH_STACK) || !zen || precise(c))
		return PA_NO;
	return maybe_if(!c->sampling || !event || flag(c, PA_FIELD_FREQ) || c->period <= 16 ||
			(c->branch & ~BRANCH_PRIV) != PA_BRANCH_ANY);
}

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

/*
 * x86_pmu.limit_period(): a period of at least 128 is long enough for every model. IBS has a
 * smallest period since 6.15, which is at most 0x90.
 */
static enum pa_verdict period_short(const struct pa_case *c)
{
	u64 enough = c->kind == PA_PMU_IBS ? 0x90 : 128;

	return maybe_if(c->sampling && !flag(c, PA_FIELD_FREQ) && c->period < enough);
}

/*
 * x86_pmu_extra_regs(): only these events have a register that config1 sets. The tables
 * intel_*_extra_regs[] have them by event and umask. A threshold of latencies has 16 bits; which
 * bits the others have differs.
 */
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
	if (code == 0x01cd || code == 0x100b || code == 0x05d0)
		return maybe_if(config1 >> 16);
	return has_register(code) ? PA_MAYBE : PA_RARE;
}

static enum pa_verdict any_thread_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!(c->config >> 21 & 1))
		return PA_NO;
	v = pa_paranoid_above(c, 0);
	return v == PA_YES ? PA_MAYBE : v;
}

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

/* edge, any, inv, cmask */
#define COUNTING_BITS	0xffa40000ULL

/*
 * intel_pebs_constraints(): which events are precise. precise_ip 3 came with Ivy Bridge, where all
 * events are, but up to Skylake few with one of COUNTING_BITS; before that, on some processors only
 * few events are. From Ice Lake on all are with PEBS baseline, and few without.
 */
static enum pa_verdict precise_event_refused(const struct pa_case *c)
{
	bool counting_bits = !type_is_generic(c) && c->config & COUNTING_BITS;

	if (!precise(c) || pa_case_has_ibs(c))
		return PA_NO;
	return maybe_if(counting_bits || pa_case_precise(c) < 3 || pa_case_lacks_baseline(c));
}

/*
 * Hybrid: a group has events of one kind of cpu (validate_group(), arch/x86/events/core.c). The
 * driver of RISC-V does not look at groups.
 */
static enum pa_verdict group_refused(const struct pa_case *c)
{
	if (c->member && pa_case_leads_other_cpu(c))
		return PA_YES;
	/* A lone software event in the group cannot conflict with a hardware event. */
	if (c->kind == PA_PMU_X86 && c->leader && c->leader->task_ctx_nr == CTX_SOFTWARE &&
	    !c->leader->siblings)
		return rare_if(c->member);
	return maybe_if(c->member && driver_checks(c, PA_TRAIT_GROUPS));
}

#define RULES	rules_cpu
#include "rules/rule_table.h"
