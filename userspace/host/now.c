// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Facts that hold now for a record of the module: from this machine, or from a recording. */
#include "host/parts.h"
#include "rules/ask.h"
#include "rules/hw_event.h"

/* Nothing was looked up. */
static const struct pa_now nothing = { .pmu = { .precise = -1, .other_cpu = -1 } };

/**
 * env_apply() - give the present facts to the reasons
 * @env:  receives a pointer to @now
 * @now:  filled in; its pointers are into @told
 * @told: the facts, of this machine or of the machine of a recording; NULL: nothing is known
 */
void env_apply(struct pa_env *env, struct pa_now *now, const struct env_told *told)
{
	*now = told ? told->now : nothing;
	now->formats = told && told->formats.pmu ? &told->formats : NULL;
	now->held = told && told->looked ? &told->held : NULL;
	env->now = now;
}

static void begin(struct env_here *here, const struct pa_record *r)
{
	struct env_told *told = &here->told;

	told->seq = r->seq;
	memcpy(told->load, here->load, sizeof(told->load));
	told->now = nothing;
	told->formats.pmu = 0;
	told->looked = false;
	told->asked = false;
}

/* The meaning of the bits of config of a PMU, by its index; 0: none. */
static void look_formats(struct env_here *here, const struct pa_env *env, u32 pmu)
{
	struct pa_formats *f = &here->told.formats;

	if (!pmu || (env->pmu_gone && env->pmu_gone[pmu]) ||
	    !env_formats_here(here, env->pmus[pmu].name, f))
		return;
	f->pmu = (u16)pmu;
}

/**
 * env_now() - look up the present facts that a reason uses
 * @here: this machine; the record is of its module: env_is_here()
 * @env:  further input; receives the facts; its pointers are valid until the next call
 * @r:    the record
 */
void env_now(struct env_here *here, struct pa_env *env, const struct pa_record *r)
{
	struct env_told *told = &here->told;
	struct pa_case c;

	begin(here, r);
	env_apply(env, &here->now, told);
	if (!pa_ask_any(r, env))
		return;
	told->asked = true;
	env_probe_name(here, told->now.probe_name, r);
	env_trace_mode(here, &told->now.trace, r);
	env_cgroup(here, told->now.cgroup, r);
	pa_case_look(&c, r, env);
	env_kprobe(here, told, &c);
	if (r->ret < 0 && r->have_kview)
		env_sysfs(here, &told->now.pmu, &c);
	look_formats(here, env, pa_hw_wants_format(r, env));
	/* Whether holders matter depends on the rule, and the rule depends on sysfs. */
	env_apply(env, &here->now, told);
	told->looked = env_held(here, &told->held, env, r);
	env_apply(env, &here->now, told);
	told->wall_ns = env_wall_clock();
}

/**
 * env_now_assumed() - find the present facts for a call in a text that was made on this machine
 * @here: this machine
 * @env:  as for env_now(); its PMUs may have the drivers that are assumed by their names
 * @r:    the record
 *
 * The text does not name the PMU: take the one that the kernel usually asks for such an event.
 * Facts about open events come only from the module.
 */
void env_now_assumed(struct env_here *here, struct pa_env *env, const struct pa_record *r)
{
	struct env_told *told = &here->told;
	struct pa_case c;

	begin(here, r);
	/* A load number that no record of the module has. */
	memset(told->load, '0', ENV_LOAD_LEN);
	env_apply(env, &here->now, told);
	if (r->kind != PA_RECORD_OPEN || r->ret >= 0)
		return;
	pa_case_look(&c, r, env);
	pa_case_assume_pmu(&c);
	env_sysfs(here, &told->now.pmu, &c);
	/* IBS has new formats if its capabilities have changed. */
	if (c.kind == PA_PMU_IBS)
		look_formats(here, env, pa_case_pmu(&c));
	told->asked = told->now.pmu.pmu || told->formats.pmu;
	env_apply(env, &here->now, told);
	told->wall_ns = env_wall_clock();
}

/**
 * env_told_last() - the last result of env_now()
 * @here: this machine
 */
const struct env_told *env_told_last(const struct env_here *here)
{
	return &here->told;
}
