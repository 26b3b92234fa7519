// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Finds the function of the kernel that refused an open: the innermost step of its path that
 * returned the errno of the call. This is what the kernel returned, not why.
 */
#include "core/render.h"

#include "core/attr.h"

/* Each of these must be known to have passed or failed before the system call itself is blamed. */
#define FN(name)	(1u << PA_FN_##name)
#define FOLLOWED	(FN(COPY_ATTR) | FN(ALLOC) | FN(TRY_INIT) | FN(SET_OUTPUT))

/*
 * -ENOENT means that a PMU does not handle this event, and perf_init_event() asks the next one; but
 * the PMU whose type the caller has passed is the only one asked.
 */
static bool is_declined(const struct pa_record *r, const struct pa_step *step)
{
	return step->ret == -ENOENT && (!step->pmu || step->pmu != r->type_pmu);
}

/*
 * The innermost step that returned the errno of the call. If another PMU was asked, or another
 * function entered, afterwards, the PMU before it did not refuse.
 */
static const struct pa_step *innermost(const struct pa_record *r)
{
	const struct pa_step *step, *inner = NULL, *outer = NULL;
	u32 i;

	for (i = 0; i < r->kv.nsteps && i < PA_STEPS; i++) {
		step = &r->kv.steps[i];
		if (step->fn == PA_FN_TRY_INIT && step->ret == r->ret) {
			inner = step;
		} else if (step->fn == PA_FN_TRY_INIT) {
			inner = step->ret ? inner : NULL;
		} else {
			inner = NULL;
			if (step->fn < PA_FN_MAX && step->ret == r->ret)
				outer = step;
		}
	}
	return inner ? inner : outer;
}

/* Return true if all followed functions passed, except for PMUs that did not have this event. */
static bool all_passed(const struct pa_kview *kv)
{
	const struct pa_step *step;
	u32 i;

	if ((kv->followed & FOLLOWED) != FOLLOWED || kv->steps_lost)
		return false;
	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++) {
		step = &kv->steps[i];
		if (step->ret && (step->fn != PA_FN_TRY_INIT || step->ret != -ENOENT))
			return false;
	}
	return true;
}

/**
 * pa_refused_by() - which function of the kernel has refused an open
 * @r:   the record; any byte pattern is safe
 * @env: PMUs
 * @pmu: receives the PMU whose event_init() it was, NULL if it was another function or if the PMU
 *       is not known
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: its name, NULL if the call was not refused, or if its path does not show it.
 */
const char *pa_refused_by(const struct pa_record *r, const struct pa_env *env,
			  const struct pa_pmu_name **pmu)
{
	const struct pa_step *by;

	*pmu = NULL;
	if (r->ret >= 0 || !r->have_kview || !(r->kv.have & PA_KV_STAGES))
		return NULL;
	by = innermost(r);
	if (!by)
		return all_passed(&r->kv) ? pa_functions[PA_FN_SYSCALL].name.text : NULL;
	if (by->fn != PA_FN_TRY_INIT)
		return pa_functions[by->fn].name.text;
	if (is_declined(r, by))
		return "perf_init_event";
	*pmu = pa_pmu_by_index(env, by->pmu);
	return "event_init";
}
