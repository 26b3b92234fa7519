// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Calls that open, but whose event the kernel then never counts or samples. This depends only on
 * the arguments, the PMU and the trace event, never on what runs. The checks are the same in 5.10
 * and all later kernels; each row names the function that has it.
 */
#include "rules/parts.h"

#define STAYS_0		"it stays 0: "
#define NEITHER		"neither user space nor the kernel is measured"
#define excludes_kernel(c)	flag(c, PA_FIELD_EXCLUDE_KERNEL)

static bool is_software(const struct pa_case *c, u64 config)
{
	return c->type == PA_TYPE_SOFTWARE && c->config == config;
}

static bool excludes_both(const struct pa_case *c)
{
	return excludes_kernel(c) && flag(c, PA_FIELD_EXCLUDE_USER);
}

/* perf_sw_event_sched() passes the registers of the scheduler, which are never a user's. */
static bool switch_without_kernel(const struct pa_case *c)
{
	return excludes_kernel(c) &&
	       (is_software(c, PA_SW_CONTEXT_SWITCHES) || is_software(c, PA_SW_CPU_MIGRATIONS) ||
		is_software(c, PA_SW_CGROUP_SWITCHES));
}

static bool is_clock(const struct pa_case *c)
{
	return c->kind == PA_PMU_CLOCK || is_software(c, PA_SW_CPU_CLOCK) ||
	       is_software(c, PA_SW_TASK_CLOCK);
}

/*
 * Clocks count whatever they exclude. A dummy event is for other records; BPF programs write those
 * of BPF output.
 */
static bool software_of_nobody(const struct pa_case *c)
{
	if (!excludes_both(c))
		return false;
	if (c->type == PA_TYPE_BREAKPOINT)
		return true;
	return c->type == PA_TYPE_SOFTWARE && !is_clock(c) && !is_software(c, PA_SW_DUMMY) &&
	       !is_software(c, PA_SW_BPF_OUTPUT);
}

static bool clock_of_nobody(const struct pa_case *c)
{
	return excludes_both(c) && is_clock(c) && c->sampling;
}

/* An event of a system call has the registers of the user, all others in the kernel its own. */
static bool trace_without_kernel(const struct pa_case *c)
{
	return excludes_kernel(c) && c->type == PA_TYPE_TRACEPOINT && c->env->now &&
	       c->env->now->trace == PA_TRACE_KERNEL;
}

static bool kprobe_without_kernel(const struct pa_case *c)
{
	return excludes_kernel(c) && c->kind == PA_PMU_KPROBE;
}

/* Events that AMD's IBS takes over from this PMU have rules of their own. */
static bool x86_of_nobody(const struct pa_case *c)
{
	return excludes_both(c) && c->kind == PA_PMU_X86 &&
	       !(get(c, PA_FIELD_PRECISE_IP) && pa_case_has_ibs(c));
}

static bool arm_of_nobody(const struct pa_case *c)
{
	return excludes_both(c) && c->kind == PA_PMU_ARMV8 && flag(c, PA_FIELD_EXCLUDE_HV);
}

static const struct {
	struct pa_void is;
	bool (*holds)(const struct pa_case *c);
} voids[] = {
	{ { STAYS_0 "the kernel counts it in kernel mode only", "perf_exclude_event" },
	  switch_without_kernel },
	{ { STAYS_0 NEITHER, "perf_exclude_event" }, software_of_nobody },
	{ { "no sample is taken: " NEITHER, "perf_exclude_event" }, clock_of_nobody },
	{ { STAYS_0 "this trace event happens in the kernel only", "perf_tp_event_match" },
	  trace_without_kernel },
	{ { STAYS_0 "a kprobe fires in the kernel only", "perf_tp_event_match" },
	  kprobe_without_kernel },
	{ { STAYS_0 NEITHER, "x86_pmu_hw_config" }, x86_of_nobody },
	{ { STAYS_0 "neither user space, the kernel nor the hypervisor is measured",
	    "armv8pmu_set_event_filter" }, arm_of_nobody },
};

static const struct pa_void empty = { "its samples are empty", "perf_prepare_sample" };

/* Return true if the samples contain nothing that the caller asked for, and send no signal. */
static bool samples_are_empty(const struct pa_case *from, const struct pa_case *c)
{
	u64 known = ((u64)1 << pa_sample_bits.count) - 1;

	return c->sampling && !c->sample_type && from->sample_type & known &&
	       !flag(c, PA_FIELD_SIGTRAP);
}

/* Return true if the event is known: for a text it may not be. */
static bool is_event_known(const struct pa_case *c)
{
	const struct pa_unknown *u = c->unknown;

	return !c->blind && !(u && (pa_bits(u->word, &pa_fields[PA_FIELD_TYPE]) ||
				    pa_bits(u->word, &pa_fields[PA_FIELD_CONFIG])));
}

/**
 * pa_void_of() - find out whether the kernel would never count or sample the event that a plan
 * opens
 * @from: the call as it was passed
 * @to:   the arguments with the plan applied
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: why; NULL: it may count, or that is not known.
 */
const struct pa_void *pa_void_of(const struct pa_case *from, const struct pa_args *to)
{
	struct pa_case c = *from;
	u32 i;

	if (!is_event_known(from))
		return NULL;
	c.call = *to;
	pa_case_plan(&c);
	for (i = 0; i < ARRAY_SIZE(voids); i++)
		if (voids[i].holds(&c))
			return &voids[i].is;
	return samples_are_empty(from, &c) ? &empty : NULL;
}
