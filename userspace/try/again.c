// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A refused call is made again, then as its plan has it. If that does not open, or there is no
 * plan, one field after the other is changed.
 */
#include "try/parts.h"
#include "rules/rules.h"

/* Finds why the kernel refuses a call that was tried: by the call, the settings and the PMUs. */
static void find_next(struct pa_why *next, const struct pa_case *c, const struct pa_args *call,
		      int err)
{
	static struct pa_record r;
	struct pa_env env = *c->env;

	/* "now" was found for the record, not for this call. */
	env.now = NULL;
	r = *c->r;
	memset(&r.kv, 0, sizeof(r.kv));
	r.have_kview = 0;
	pa_case_record(&r, call);
	r.ret = -err;
	if (pa_candidates(&r, &env, NULL, NULL, next, 1) == 1)
		pa_candidate_say(&r, &env, NULL, next);
	else
		memset(next, 0, sizeof(*next));
}

static void try_plan(struct try_told *told, struct try_run *run, const struct pa_case *c,
		     const struct pa_why *why)
{
	struct pa_args call = c->call;

	told->planned = true;
	pa_fix_change(&call, why);
	try_make(run, &told->plan, c, &call);
	if (told->plan.how == TRY_REFUSED)
		find_next(&told->next, c, &call, told->plan.err);
}

/*
 * If a rule names the faulty field or the missing privilege, and has no plan, no change helps; but
 * it may lack a plan because the call is only partly known.
 */
static bool is_found(const struct try_told *told, const struct pa_unknown *unknown,
		     const struct pa_why *why)
{
	if (told->planned)
		return told->plan.how == TRY_OPENED &&
		       (why->plan != PA_PLAN_VOID || why->needs[0]);
	return why && !unknown && (why->field || why->needs[0]);
}

/**
 * try_again() - make a refused call again, and find out what opens
 * @told:    receives the results
 * @run:     makes the calls
 * @c:       the call, from pa_case_look()
 * @unknown: its unknown parts, which have their usual values; NULL: all is known
 * @why:     its reason, with field, needs and plan; NULL: it is not known
 */
void try_again(struct try_told *told, struct try_run *run, const struct pa_case *c,
	       const struct pa_unknown *unknown, const struct pa_why *why)
{
	memset(told, 0, sizeof(*told));
	if (unknown && ((u32)unknown->word[0] || unknown->word[1])) {
		try_result_is(&told->again, TRY_NOT, "the text does not name its event");
		return;
	}
	told->own_task = c->call.pid > 0 && c->call.pid <= TRY_PID_MOST &&
			 !(c->call.flags & PA_FLAG_PID_CGROUP);
	try_make(run, &told->again, c, &c->call);
	told->same = told->again.how == TRY_REFUSED && (u32)told->again.err == c->err;
	if (told->again.how == TRY_NOT || told->again.how == TRY_OPENED)
		return;
	if (why && why->nfix)
		try_plan(told, run, c, why);
	if (told->same && !is_found(told, unknown, why))
		try_search(told, run, c);
}
