// SPDX-License-Identifier: GPL-2.0
/*
 * Why a call was refused: the path gives the site, the site and the errno give the rule.
 *
 * The path tells at which sites the call may have been refused. The rules of these sites that
 * return this errno are evaluated in the kernel's order. The first that surely holds is the reason.
 * If none surely holds, but only one cannot be excluded, that one is the reason. reason.h says when
 * a reason is certain.
 */
#include "core/why/why.h"

#include "core/why/plan.h"
#include "core/why/rule.h"
#include "core/why/say.h"

/* The combined verdicts of the rules. */
struct outcome {
	const struct pa_rule *maybe;
	const struct pa_rule *rare;
	const struct pa_rule *otherwise;
	const struct pa_rule *decided;
	unsigned int maybes;
};

/* No candidate yet. */
static bool outcome_is_open(const struct outcome *o)
{
	return !o->maybes && !o->rare && !o->otherwise;
}

/* Adds the verdict of @rule. Returns true if it surely holds, which ends the search. */
static bool outcome_add(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	enum pa_verdict verdict = pa_rule_ask(c, rule);

	/* As most: one comparison instead of one for each verdict. */
	if (verdict == PA_NO)
		return false;
	switch (verdict) {
	case PA_YES:
		return true;
	case PA_ELSE:
		o->otherwise = rule;
		return false;
	case PA_MAYBE:
		if (!o->maybes++)
			o->maybe = rule;
		return false;
	case PA_RARE:
		if (!o->rare)
			o->rare = rule;
		return false;
	default:
		return false;
	}
}

/*
 * Does the errno prove the rule? Yes if the path is complete and ends at the sites of the rule, and
 * nothing else there returns this errno. A PMU that was tried may return any errno, so for a rule
 * at another site no PMU may have refused.
 */
static bool is_measured(const struct outcome *o, const struct pa_case *c)
{
	u32 elsewhere = c->sites & ~o->maybe->sites;

	return o->maybe->sole && !o->rare && c->path_whole && !(elsewhere & PA_AT(INIT));
}

/* No rule surely holds: find the reason by exclusion. */
static const struct pa_rule *outcome_left(const struct outcome *o, const struct pa_case *c,
					  bool *certain)
{
	*certain = false;
	if (o->maybes == 1) {
		*certain = is_measured(o, c);
		return o->maybe;
	}
	if (o->otherwise || o->maybes)
		return o->otherwise;
	return o->rare;
}

/* Up to this site the kernel checks only the arguments, so a check that holds must refuse. */
#define BY_ARGUMENTS	PA_BEFORE(EVENT)

/*
 * If a rule of another errno surely holds and comes before all candidates, the kernel has seen
 * other arguments than the record has: the caller's memory has changed. Then no reason is given.
 */
static bool contradicts(const struct outcome *o, const struct pa_case *c,
			const struct pa_rule *rule)
{
	/* Drivers do these checks in different orders. */
	if (c->traits && rule->kinds)
		return false;
	return outcome_is_open(o) && !(rule->sites & ~BY_ARGUMENTS) &&
	       pa_rule_ask(c, rule) == PA_YES;
}

/* Evaluates one more rule; true ends the search, with or without a reason. */
static bool found(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	if (!pa_rule_is_here(c, rule))
		return false;
	if (!pa_rule_returns(rule, c->err))
		return contradicts(o, c, rule);
	if (!outcome_add(o, c, rule))
		return false;
	o->decided = rule;
	return true;
}

static const struct pa_rule *find_rule(const struct pa_case *c, bool *certain)
{
	struct outcome o = {};
	const struct pa_rule *const *rule;
	unsigned int i;

	for (i = 0; i < PA_ROOMS; i++) {
		if (!(pa_rule_rooms[i].sites & c->sites) || !pa_room_has(&pa_rule_rooms[i], c))
			continue;
		for (rule = pa_rule_rooms[i].rules; *rule; rule++) {
			if (found(&o, c, *rule)) {
				*certain = !o.maybes;
				return o.decided;
			}
		}
	}
	return outcome_left(&o, c, certain);
}

/* Fills in the case, and finds the rule. */
static const struct pa_rule *rule_of(struct pa_case *c, const struct pa_record *r,
				     const struct pa_env *env, bool *certain)
{
	if (r->ret >= 0 || r->ret < -4095)
		return NULL;
	if (env->seen)
		*c = *env->seen;
	else if (!pa_case_look(c, r, env))
		return NULL;
	return find_rule(c, certain);
}

/**
 * pa_why_rule() - find the rule that refused a call
 * @c:   receives the call as the rules see it, if there is a rule
 * @r:   the record
 * @env: further input
 *
 * Context: as pa_reason(). Return: NULL if it is not known.
 */
const struct pa_rule *pa_why_rule(struct pa_case *c, const struct pa_record *r,
				  const struct pa_env *env)
{
	bool certain;

	return rule_of(c, r, env, &certain);
}

/* A reason without a plan. Of the strings and fixes, only what is written later is ever read. */
static void why_init(struct pa_why *why)
{
	why->text[0] = '\0';
	why->lost[0] = '\0';
	why->needs[0] = '\0';
	why->nfix = 0;
	why->plan = PA_PLAN_NONE;
	why->opens = false;
	why->garbage = false;
}

/* Finds the rule. Fills in the case and, if there is a reason, @why. */
static const struct pa_rule *reason_of(struct pa_case *c, const struct pa_record *r,
				       const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	bool certain;

	rule = rule_of(c, r, env, &certain);
	if (!rule)
		return NULL;
	why_init(why);
	why->rule = rule->id;
	why->certain = certain;
	if (rule->need.cap)
		c->needs = pa_plan_needs(c, rule);
	pa_why_say(c, rule, why);
	return rule;
}

bool pa_reason(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	struct pa_case c;

	return reason_of(&c, r, env, why);
}

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	struct pa_case c;
	const struct pa_rule *rule = reason_of(&c, r, env, why);

	if (!rule)
		return false;
	pa_plan_make(&c, rule, why);
	/* No plan: what one check demands, another refuses without privilege. Say which one. */
	if (rule->fix && !rule->need.cap && !why->nfix && !why->garbage) {
		c.needs = pa_plan_needs(&c, rule);
		pa_why_say_needs(&c, why);
	}
	return true;
}
