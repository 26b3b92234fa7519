// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The driver of a PMU by its name, and what this machine says of the PMU then. No reason is certain
 * by what is assumed here.
 */
#include "source/pasted.h"

#include <string.h>

#include "core/attr.h"
#include "env/env.h"
#include "why/format.h"
#include "why/traits.h"

/**
 * pasted_assume() - take the driver of the PMU of a call from the name of the PMU
 * @work: receives the call with it, in @as
 * @x:    the call
 *
 * Return: false if none is known, or if the driver itself is.
 */
bool pasted_assume(struct pasted_work *work, const struct pa_call *x)
{
	const struct pa_formats *formats = x->env.now ? x->env.now->formats : NULL;
	u64 type = pa_attr_get(&x->r, PA_FIELD_TYPE);
	u32 i;

	if (!x->pasted.live || x->env.npmus > PA_PMUS)
		return false;
	for (i = 1; i < x->env.npmus; i++)
		if (x->env.pmus[i].type == type)
			break;
	if (i >= x->env.npmus || x->env.pmus[i].driver)
		return false;
	memcpy(work->pmus, x->env.pmus, x->env.npmus * sizeof(*work->pmus));
	work->as = *x;
	work->as.env.pmus = work->pmus;
	return pa_traits_assume(&work->pmus[i], x->env.limits,
				formats && formats->pmu == i ? formats : NULL);
}

/* What is asked depends on these. */
static bool is_known(const struct pasted *p)
{
	return !pa_bits(p->unknown.word, &pa_fields[PA_FIELD_TYPE]) &&
	       !pa_bits(p->unknown.word, &pa_fields[PA_FIELD_CONFIG]) &&
	       !(p->unknown.args & PASTE_CPU);
}

/**
 * pasted_now() - look up what this machine says of the PMU of a call that was made just now
 * @x:    the call; receives it
 * @here: this machine
 * @work: room
 *
 * It is what the driver has told sysfs when it began, and hardly changes.
 *
 * Return: false if it was not asked.
 */
bool pasted_now(struct pa_call *x, struct env_here *here, struct pasted_work *work)
{
	struct pa_env *env = &x->env;

	if (!x->pasted.live || !is_known(&x->pasted))
		return false;
	if (pasted_assume(work, x))
		env = &work->as.env;
	env_now_assumed(here, env, &x->r);
	x->now = *env->now;
	x->env.now = &x->now;
	return true;
}
