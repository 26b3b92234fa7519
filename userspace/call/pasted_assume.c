// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The driver of a PMU by its name, and facts about the PMU on this machine. These assumptions never
 * prove a reason.
 */
#include "call/pasted.h"

#include "call/now.h"
#include "rules/traits.h"

/* An arbitrary number of a PMU that is registered at run time, above those of probes. */
#define SOME_TYPE	100

/*
 * A text names the PMU: it replaces an unknown type, with the facts about the driver that its name
 * implies. The probe of a kprobe or uprobe has a name or an address.
 */
static bool assume_named(struct pasted_work *work, const struct pa_call *x)
{
	const struct pa_field *type = &pa_fields[PA_FIELD_TYPE];
	u32 n = x->env.npmus;
	struct pa_pmu_name *pmu = &work->pmus[n];

	if (!strncmp(x->pasted.pmu, "cpu", 3) || n < 1 || n >= PA_PMUS)
		return false;
	memcpy(work->pmus, x->env.pmus, n * sizeof(*work->pmus));
	*pmu = (struct pa_pmu_name){ .type = SOME_TYPE };
	if (!pa_bits(x->pasted.unknown.word, type))
		pmu->type = (u32)pa_attr_get(&x->r, PA_FIELD_TYPE);
	strscpy(pmu->name, x->pasted.pmu, sizeof(pmu->name));
	if (!pasted_usual_pmu(pmu))
		pa_traits_assume(pmu, NULL, NULL);
	work->as = *x;
	work->as.env.pmus = work->pmus;
	work->as.env.npmus = n + 1;
	pa_attr_put(&work->as.r, type, pmu->type);
	work->as.pasted.unknown.word[type->word] &= ~(type->mask << type->shift);
	if (strcmp(pmu->name, "kprobe") && strcmp(pmu->name, "uprobe"))
		return true;
	if (pa_bits(x->pasted.unknown.word, &pa_fields[PA_FIELD_CONFIG1])) {
		work->as.pasted.unknown.word[pa_fields[PA_FIELD_CONFIG1].word] = 0;
		pa_attr_put(&work->as.r, &pa_fields[PA_FIELD_CONFIG1], 1);
	}
	return true;
}

/**
 * pasted_assume() - choose the driver of the PMU of a call by the name of the PMU
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

	if (!x->pasted.live && *x->pasted.pmu)
		return assume_named(work, x);
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

/**
 * pasted_now() - look up what this machine says of the PMU of a call that was made just now
 * @x:    the call; receives it
 * @here: this machine
 * @work: room
 *
 * The driver reported it in sysfs when it was loaded, and it hardly changes.
 *
 * Return: false if it was not looked up.
 */
bool pasted_now(struct pa_call *x, struct env_here *here, struct pasted_work *work)
{
	const struct pa_unknown *unknown = &x->pasted.unknown;
	struct pa_env *env = &x->env;

	/* The PMU asked depends on these. */
	if (!x->pasted.live || unknown->args & PASTE_CPU ||
	    pa_bits(unknown->word, &pa_fields[PA_FIELD_TYPE]) ||
	    pa_bits(unknown->word, &pa_fields[PA_FIELD_CONFIG]))
		return false;
	if (pasted_assume(work, x))
		env = &work->as.env;
	/* A load number that no record of the module has. */
	now_begin(&work->told, &x->r, "00000000");
	now_look_assumed(here, &work->told, env, &x->r);
	x->env.now = env->now;
	return true;
}
