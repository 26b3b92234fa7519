// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The events and cpus of the case's PMU, as sysfs has them now. */
#include "rules/case.h"

/**
 * pa_case_now() - facts from sysfs about the PMU of the case
 * @c: the case
 *
 * Context: any. Return: NULL if nothing is known.
 */
const struct pa_pmu_now *pa_case_now(const struct pa_case *c)
{
	const struct pa_pmu_now *now = c->env->now ? &c->env->now->pmu : NULL;

	return now && now->pmu && now->pmu == pa_case_pmu(c) ? now : NULL;
}

/**
 * pa_case_serves() - return whether the PMU of the case serves the cpu of the call
 * @c: the case of a PMU that does not serve all cpus, and of a call that names a cpu
 *
 * Context: any.
 */
enum pa_sysfs pa_case_serves(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (!now)
		return PA_SYSFS_UNKNOWN;
	if (c->call.cpu == c->r->arg_cpu)
		return now->cpu;
	return c->call.cpu == now->other_cpu ? PA_SYSFS_HAS : PA_SYSFS_UNKNOWN;
}

/* Return true if the PMU has no context for tasks, by the record or by the line of the PMU. */
static bool is_without_context(const struct pa_case *c)
{
	if (c->has_caps)
		return c->ctx_nr == CTX_INVALID;
	if (!c->pmu)
		return c->env->pmus_lost;
	return c->pmu->have_caps && c->pmu->task_ctx_nr == CTX_INVALID;
}

/**
 * pa_case_keeps_cpu() - return whether an event that is opened for this cpu would stay there
 * @c:   the case
 * @cpu: the cpu argument
 *
 * A PMU without a context for tasks may count for a package with one cpu: event_init() of uncore,
 * up to 6.11 of RAPL and cstate, and of others, sets event->cpu to that one. It stays there if it
 * is named itself: sysfs lists it in cpumask, and an event of the same PMU has it.
 *
 * Context: any. Return: false if that is not known.
 */
bool pa_case_keeps_cpu(const struct pa_case *c, s32 cpu)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (!is_without_context(c))
		return true;
	if (c->leader && c->leader->pmu && c->leader->pmu == pa_case_pmu(c) &&
	    c->leader->cpu == cpu)
		return true;
	/* For these PMUs sysfs has the cpus that they accept, not the one that counts. */
	if (c->traits && c->traits->not_served)
		return false;
	return now && now->other_cpu >= 0 && now->other_cpu == cpu;
}

/**
 * pa_case_event_cpu() - event->cpu, which the PMU may choose
 * @c:   the case
 * @cpu: receives it; the cpu argument if it is not known
 *
 * Context: any. Return: false if it is not known.
 */
bool pa_case_event_cpu(const struct pa_case *c, s32 *cpu)
{
	*cpu = c->call.cpu;
	if (*cpu == c->r->arg_cpu && c->r->have_kview && c->r->kv.have & PA_KV_EVENT) {
		*cpu = c->r->kv.cpu;
		return true;
	}
	return pa_case_keeps_cpu(c, *cpu);
}

/**
 * pa_case_precise() - the highest precise_ip that the PMU of the case supports
 * @c: the case
 *
 * With IBS, precise events are forwarded if precise_ip is at most 2 (forward_event_to_ibs()).
 *
 * Context: any. Return: -1 if it is not known.
 */
s32 pa_case_precise(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (pa_case_has_ibs(c))
		return 2;
	return now ? now->precise : -1;
}

/*
 * Ice Lake and later: PEBS of these cpus samples all events only if it has "baseline", as the
 * driver says.
 */
static const char * const baseline_models[] = {
	"icelake", "sapphire_rapids", "granite_rapids", "alderlake_hybrid", "meteorlake_hybrid",
	"arrowlake_h_hybrid", "lunarlake_hybrid", "Tremont", "gracemont", "crestmont",
};

/**
 * pa_case_lacks_baseline() - return whether the PMU of the case would need PEBS baseline, but lacks
 * it
 * @c: the case
 *
 * intel_ds_init() sets PMU_FL_PEBS_ALL and PERF_PMU_CAP_EXTENDED_REGS together. Without the former
 * intel_pebs_constraints() of these processors has only few events.
 *
 * Context: any.
 * Return: the name of the processor; NULL: it has it, needs none, or that is not known.
 */
const char *pa_case_lacks_baseline(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);
	u32 i;

	if (!now || c->kind != PA_PMU_X86 || !c->has_caps || c->caps & PA_CAP_EXTENDED_REGS)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(baseline_models); i++)
		if (!strcmp(now->model, baseline_models[i]))
			return now->model;
	return NULL;
}
