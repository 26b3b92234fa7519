// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The PMUs of this machine, and those of any machine, without facts from their drivers. */
#include "call/pasted.h"

/* A PMU that counts in the software context. */
#define USUAL(pmu)	.name = (pmu), .task_ctx_nr = 1, .have_caps = true

/*
 * PMUs that every kernel has, with the facts that are the same in all kernels. The types of the
 * last two differ between machines.
 */
static const struct pa_pmu_name usual_pmus[] = {
	[1] = { USUAL("software"), .type = PA_TYPE_SOFTWARE, .caps = PA_CAP_NO_NMI },
	[2] = { USUAL("tracepoint"), .type = PA_TYPE_TRACEPOINT },
	[3] = { USUAL("breakpoint"), .type = PA_TYPE_BREAKPOINT },
	[4] = { USUAL("kprobe") },
	[5] = { USUAL("uprobe") },
};

#define USUAL_TYPES	4

static const struct pa_pmu_name *usual_named(const char *name)
{
	size_t i;

	for (i = 1; i < ARRAY_SIZE(usual_pmus); i++)
		if (!strcmp(usual_pmus[i].name, name))
			return &usual_pmus[i];
	return NULL;
}

/**
 * pasted_usual_pmu() - the facts that a PMU's name implies, if every kernel has one of this name
 * @pmu: the PMU; receives its capabilities and its context
 *
 * Return: false if it is another PMU.
 */
bool pasted_usual_pmu(struct pa_pmu_name *pmu)
{
	const struct pa_pmu_name *usual = usual_named(pmu->name);
	u32 type = pmu->type;

	if (!usual)
		return false;
	*pmu = *usual;
	pmu->type = type;
	return true;
}

/**
 * pasted_pmus_here() - the PMUs of this machine, with facts that are the same in all kernels
 * @here: this machine
 * @pmus: receives them, by their ids: the first entry is of none
 * @max:  entries there
 *
 * Return: entries that are used; 1 if the PMUs are not known.
 */
u32 pasted_pmus_here(const struct env_here *here, struct pa_pmu_name *pmus, u32 max)
{
	u32 n = 1 + (u32)env_here_pmus(here, pmus + 1, max - 1), i;

	memset(pmus, 0, sizeof(*pmus));
	for (i = 1; i < n; i++)
		pasted_usual_pmu(&pmus[i]);
	return n;
}

/**
 * pasted_env() - add the PMUs that every kernel has
 * @env: environment of a call in a text; the machine is not known
 */
void pasted_env(struct pa_env *env)
{
	if (env->npmus)
		return;
	env->pmus = usual_pmus;
	env->npmus = USUAL_TYPES;
	env->pmus_lost = true;
}

/**
 * pasted_is_type_of() - return true if a PMU of this machine has this type
 * @env:  its PMUs
 * @type: attr.type
 * @name: name of the PMU
 */
bool pasted_is_type_of(const struct pa_env *env, u32 type, const char *name)
{
	u32 i;

	for (i = 1; i < env->npmus; i++)
		if (env->pmus[i].type == type && !strcmp(env->pmus[i].name, name))
			return true;
	return false;
}

/**
 * pasted_pmu_of() - the PMU that has accepted an event, where only one can have
 * @env:  the PMUs of this machine
 * @open: the open, which has succeeded
 *
 * Return: its index in @env; 0: not known.
 */
u16 pasted_pmu_of(const struct pa_env *env, const struct paste_call *open)
{
	u32 type = (u32)paste_get(open, PA_FIELD_TYPE), i;
	u64 config = paste_get(open, PA_FIELD_CONFIG);

	/* The clocks are PMUs of their own, which share the type. */
	if (pa_bits(open->unknown, &pa_fields[PA_FIELD_TYPE]) ||
	    (type == PA_TYPE_SOFTWARE &&
	     (config < 2 || pa_bits(open->unknown, &pa_fields[PA_FIELD_CONFIG]))))
		return 0;
	for (i = 1; i < env->npmus; i++)
		if (env->pmus[i].type == type && usual_named(env->pmus[i].name))
			return (u16)i;
	return 0;
}
