// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What would happen to a call that was not made yet: the rules that explain a refusal are asked
 * about a call without a path.
 *
 * This finds the next refusal, after the first one is removed: a filter, or a lack of privilege.
 * Only refusals that the call, the settings and the machine's PMUs decide are reported: anything
 * unknown about the call, and anything that changes while a program runs, is ignored.
 */
#include "rules/rules.h"

#include "facts/limits.h"
#include "rules/parts.h"

/* Higher than any level that a check asks for. */
#define PARANOID_MOST	4

/**
 * struct after - a call, and what refuses it
 * @c:       the call as it would be made, on a kernel that has only the checks that all kernels
 *           have; @kernel, @env and @r are what it points to
 * @said:    the same call with its known values only, for sentences and plans
 * @known:   limits of the kernel, to which @said points
 * @allowed: the same call with every privilege
 * @why:     the refusals
 * @n:       how many
 */
struct after {
	struct pa_case c;
	struct pa_case said;
	struct pa_kernel kernel;
	struct pa_env env;
	struct pa_record *r;
	struct pa_record *known;
	bool allowed;
	struct pa_why *why;
	u32 n;
};

/*
 * If the capabilities of the caller are unknown, assume that it has none: the checks then name the
 * privilege that the call needs, which is true for every caller.
 */
static void assume_caller(struct pa_facts *f, bool allowed)
{
	if (allowed || !(f->have & PA_F_CRED)) {
		f->init_userns = 1;
		f->cap_effective = allowed ? ~0ULL : 0;
		f->have |= PA_F_CRED;
	}
}

static void case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown)
{
	pa_case_look(c, r, env);
	c->sites = PA_AT_ALL;
	pa_case_plan(c);
	c->unknown = unknown;
}

static void look(struct after *a, const struct pa_record *r, const struct pa_env *env,
		 const struct pa_unknown *unknown)
{
	struct pa_facts *f = &a->r->facts;

	*a->r = *r;
	if (!r->have_facts)
		memset(f, 0, sizeof(*f));
	a->r->have_facts = 1;
	assume_caller(f, false);
	*a->known = *a->r;
	if (!(f->have & PA_F_PARANOID)) {
		f->paranoid = PARANOID_MOST;
		f->have |= PA_F_PARANOID;
	}
	a->env = *env;
	if (!env->kernel) {
		pa_kernel_oldest(&a->kernel);
		a->kernel.arch = r->abi;
		a->env.kernel = &a->kernel;
	}
	case_look(&a->c, a->r, &a->env, unknown);
	case_look(&a->said, a->known, env, unknown);
}

/* From now on the caller has all privileges. */
static void allow(struct after *a)
{
	a->allowed = true;
	assume_caller(&a->r->facts, true);
	assume_caller(&a->known->facts, true);
}

/*
 * Return true if the check depends on the call and on settings only, and surely refuses.
 * Descriptors and tasks (blind) may differ when the call is made again.
 */
static bool is_wall(const struct after *a, const struct pa_rule *rule)
{
	const struct pa_case *c = &a->c;

	if (rule->need.cap)
		return !a->allowed && !(rule->sites & PA_AT(INSTALL)) &&
		       pa_kinds_have(rule->kinds, c) && pa_rule_ask(c, rule) == PA_YES;
	/* Without a kernel trace no rule can say that no PMU takes the event; a full sysfs can. */
	if (rule->absent && !c->env->pmus_lost && c->env->npmus > 1 &&
	    pa_rule_ask(c, rule) == PA_MAYBE && rule->absent(c))
		return true;
	/* If this kernel is unknown, it may lack a check that not all kernels have. */
	if (rule->sites & ~PA_BEFORE(EVENT) || rule->kinds || rule->blind || rule->luck ||
	    (rule->limits && !a->said.k_known))
		return false;
	return pa_rule_ask(c, rule) == PA_YES;
}

static void add(struct after *a, const struct pa_rule *rule)
{
	struct pa_why *why = &a->why[a->n++];

	memset(why, 0, sizeof(*why));
	a->said.needs = rule->need.cap ? pa_plan_needs(&a->c, rule) : (struct pa_need) {};
	pa_why_say(&a->said, rule, why);
	if (rule->need.cap)
		allow(a);
	else
		pa_plan_make(&a->said, rule, why);
}

/* The privilege that passes all checks of privileges that every kernel has. */
static struct pa_need needs(const struct after *a)
{
	const struct pa_rule *rule;

	pa_for_each_rule(rule, &a->c)
		if (rule->need.cap && pa_kinds_have(rule->kinds, &a->c) &&
		    pa_rule_ask(&a->c, rule) == PA_YES)
			return pa_plan_needs(&a->c, rule);
	return (struct pa_need) {};
}

/**
 * pa_after() - the next refusal of a call, after its cause is removed
 * @r:       the record of a refused open
 * @env:     further input
 * @unknown: fields and arguments that sentences must not mention; NULL: none
 * @allowed: the caller is taken to have every privilege; else only a seccomp filter is gone
 * @room:    PA_AFTER_ROOM records, whatever they contain
 * @why:     receives the refusals, in the kernel's order; room for PA_AFTER_MAX. None is certain.
 *           NULL: they are not asked for
 * @need:    receives the privilege that the call needs, for any caller; .cap is 0 if none. NULL: it
 *           is not asked for
 *
 * Report a lack of privilege once, with the privilege that passes all checks.
 *
 * Return: how many refusals there are.
 */
u32 pa_after(const struct pa_record *r, const struct pa_env *env, const struct pa_unknown *unknown,
	     bool allowed, struct pa_record *room, struct pa_why *why, struct pa_need *need)
{
	struct after a = { .r = &room[0], .known = &room[1], .why = why };
	const struct pa_rule *rule;

	look(&a, r, env, unknown);
	if (need)
		*need = needs(&a);
	if (allowed)
		allow(&a);
	pa_for_each_rule(rule, &a.c)
		if (why && a.n < PA_AFTER_MAX && is_wall(&a, rule))
			add(&a, rule);
	return a.n;
}

/**
 * pa_foresee() - find out whether a call that was not made would be refused
 * @f:   receives it
 * @r:   the call as a record; its result does not matter
 * @env: PMUs, limits of the kernel if they are known, and what sysfs says now
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_foresee(struct pa_foreseen *f, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_env with = *env;
	const struct pa_rule *rule;
	struct pa_kernel kernel;
	enum pa_verdict verdict;
	struct pa_case c;

	memset(f, 0, sizeof(*f));
	/*
	 * Assume that an unknown kernel has only the checks that all kernels have, except one:
	 * above the usual level of paranoid those of Debian and Ubuntu may refuse any call.
	 */
	if (!env->kernel) {
		pa_kernel_oldest(&kernel);
		kernel.arch = r->abi;
		if (!(r->facts.have & PA_F_PARANOID) || r->facts.paranoid > PA_PARANOID_USUAL)
			kernel.has |= PA_K_PARANOID_ANY;
		with.kernel = &kernel;
	}
	case_look(&c, r, &with, NULL);
	verdict = pa_plan_foresee(&c, &rule);
	f->as = verdict == PA_YES ? PA_FORESEEN_REFUSED :
		verdict == PA_NO ? PA_FORESEEN_OPENS : PA_FORESEEN_UNKNOWN;
	if (!rule)
		return;
	f->err = rule->err;
	f->or_err = rule->or_err;
	pa_plan_needs_look(&c, rule);
	pa_why_say(&c, rule, &f->why);
}
