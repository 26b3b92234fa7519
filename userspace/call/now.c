// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts that hold now for a record of the module. The rules say which of them help to explain the
 * record; these are looked up on this machine, or taken from a recording.
 */
#include "call/now.h"

#include "rules/ask.h"
#include "rules/hw_event.h"

/* Nothing was looked up. */
static const struct pa_now nothing = { .pmu = { .precise = -1, .other_cpu = -1 } };

/**
 * now_begin() - forget the present facts for another record
 * @told: becomes empty
 * @r:    the record
 * @load: the load of the module that made it
 */
void now_begin(struct env_told *told, const struct pa_record *r, const char *load)
{
	memset(told, 0, sizeof(*told));
	told->now = nothing;
	told->seq = r->seq;
	strscpy(told->load, load, sizeof(told->load));
}

/**
 * now_apply() - give the present facts to the reasons
 * @env:  receives a pointer into @told
 * @told: the facts, of this machine or of the machine of a recording
 */
void now_apply(struct pa_env *env, struct env_told *told)
{
	told->now.formats = told->formats.pmu ? &told->formats : NULL;
	told->now.held = told->looked ? &told->held : NULL;
	env->now = &told->now;
}

/* The meaning of the bits of config of a PMU, by its index; 0: none. */
static void look_formats(struct env_here *here, struct env_told *told, const struct pa_env *env,
			 u32 pmu)
{
	if (!pmu || (env->pmu_gone && env->pmu_gone[pmu]) ||
	    !env_formats_here(here, env->pmus[pmu].name, &told->formats))
		return;
	told->formats.pmu = (u16)pmu;
}

static void look_sysfs(struct env_here *here, struct env_told *told, const struct pa_case *c)
{
	struct pa_ask ask;

	if (pa_why_ask(&ask, c))
		env_sysfs(here, &told->now.pmu, &ask, c->env, c->r->arg_cpu);
}

/**
 * now_look() - look up the present facts that a reason uses
 * @here: this machine; the record is of its module: env_is_here()
 * @told: receives them; from now_begin()
 * @env:  further input; receives a pointer into @told
 * @r:    the record
 */
void now_look(struct env_here *here, struct env_told *told, struct pa_env *env,
	      const struct pa_record *r)
{
	struct pa_held_ask held;
	struct pa_case c;

	now_apply(env, told);
	if (!pa_ask_any(r, env))
		return;
	told->asked = true;
	if (pa_ask_probe_name(r))
		env_probe_name(here, told->now.probe_name, r);
	if (pa_ask_trace(r))
		told->now.trace = env_trace_mode(here, r);
	if (pa_ask_cgroup(r))
		env_cgroup(here, told->now.cgroup, r);
	pa_case_look(&c, r, env);
	if (pa_ask_kprobe(&c))
		env_kprobe(here, told, r, pa_case_get(&c, PA_FIELD_CONFIG2));
	if (r->ret < 0 && r->have_kview)
		look_sysfs(here, told, &c);
	look_formats(here, told, env, pa_hw_wants_format(r, env));
	/* Whether holders matter depends on the rule, and the rule depends on sysfs. */
	now_apply(env, told);
	told->looked = pa_held_asks(&held, r, env) && env_held(here, &told->held, &held, env);
	now_apply(env, told);
	told->wall_ns = env_wall_clock();
}

/**
 * now_look_assumed() - find the present facts for a call in a text that was made on this machine
 * @here: this machine
 * @told: as for now_look()
 * @env:  as for now_look(); its PMUs may have the drivers that are assumed by their names
 * @r:    the record
 *
 * The text does not name the PMU: take the one that the kernel usually asks for such an event.
 * Facts about open events come only from the module.
 */
void now_look_assumed(struct env_here *here, struct env_told *told, struct pa_env *env,
		      const struct pa_record *r)
{
	struct pa_case c;

	now_apply(env, told);
	if (r->kind != PA_RECORD_OPEN || r->ret >= 0)
		return;
	pa_case_look(&c, r, env);
	pa_case_assume_pmu(&c);
	look_sysfs(here, told, &c);
	/* IBS has new formats if its capabilities have changed. */
	if (c.kind == PA_PMU_IBS)
		look_formats(here, told, env, pa_case_pmu(&c));
	told->asked = told->now.pmu.pmu || told->formats.pmu;
	now_apply(env, told);
	told->wall_ns = env_wall_clock();
}
