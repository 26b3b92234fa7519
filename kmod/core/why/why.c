// SPDX-License-Identifier: GPL-2.0
/*
 * Why a call was refused: from the path to the stretch of the call, from there to the rule.
 *
 * The path says in which function the call was refused, so only the rules of that stretch are
 * asked, in the kernel's order, and only those that return this errno. The first that surely
 * holds is the reason. When none surely holds and a single one cannot be excluded, that one is
 * given. why.h says when a reason is certain.
 */
#include "core/why/why.h"

#include "core/why/plan.h"
#include "core/why/rule.h"
#include "core/why/say.h"

/* What the rules say together. */
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

/* Returns true when @rule decides: it surely holds, and the search ends. */
static bool outcome_add(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	switch (pa_rule_ask(c, rule)) {
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
 * Is the errno at this place the proof? Where the path was seen whole and leads to the places of
 * the rule, and nothing else there returns this errno. A PMU that was asked may return anything,
 * so a rule about another place needs that no PMU refused.
 */
static bool is_measured(const struct outcome *o, const struct pa_case *c)
{
	u32 elsewhere = c->sites & ~o->maybe->sites;

	return o->maybe->sole && !o->rare && c->path_whole && !(elsewhere & PA_AT(INIT));
}

/* By exclusion: nothing surely holds. */
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

/* Up to here the kernel decides by what the caller passed, so a check that holds must refuse. */
#define BY_ARGUMENTS	PA_BEFORE(EVENT)

/*
 * A rule of another errno that surely holds and stands before all candidates means that the
 * record is not what the kernel saw: the caller's memory has changed. Then nothing is said.
 */
static bool contradicts(const struct outcome *o, const struct pa_case *c,
			const struct pa_rule *rule)
{
	return outcome_is_open(o) && !(rule->sites & ~BY_ARGUMENTS) &&
	       pa_rule_ask(c, rule) == PA_YES;
}

/* One rule more; true ends the search, with or without a rule. */
static bool found(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	if (!pa_rule_is_here(c, rule))
		return false;
	if (rule->err && rule->err != c->err)
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
		for (rule = pa_rule_rooms[i]; *rule; rule++) {
			if (found(&o, c, *rule)) {
				*certain = !o.maybes;
				return o.decided;
			}
		}
	}
	return outcome_left(&o, c, certain);
}

/* The reason; fills the case, and the rest of the reason when it is known. */
static const struct pa_rule *reason_of(struct pa_case *c, const struct pa_record *r,
				       const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	bool certain;

	if (r->ret >= 0 || r->ret < -4095 || !pa_case_look(c, r, env))
		return NULL;
	rule = find_rule(c, &certain);
	if (!rule)
		return NULL;
	memset(why, 0, sizeof(*why));
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
	/* What one check wants, another refuses to whoever has no privilege. */
	if (rule->fix && !rule->need.cap && !why->nfix && !why->garbage) {
		c.needs = pa_plan_needs(&c, rule);
		pa_why_say_needs(&c, why);
	}
	return true;
}
