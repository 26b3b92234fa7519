// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Why a call was refused: the path gives the site, the site and the errno give the rule. Why a call
 * on an event was refused, or did nothing: the call is the site, and all else is the same.
 *
 * The path tells at which sites the call may have been refused. The rules of these sites that
 * return this errno are evaluated in the kernel's order. The first that surely holds is the reason,
 * or that holds by what the machine says now, which may have changed: such a reason is not certain.
 * If none surely holds, but only one cannot be excluded, that one is the reason. reason.h says when
 * a reason is certain.
 */
#include "why/why.h"

#include "why/parts.h"

/* More rules than return the same errno at one site of an op. */
#define MAYBES	16

/* The combined verdicts of the rules. */
struct outcome {
	const struct pa_rule *maybe[MAYBES];
	const struct pa_rule *rare;
	const struct pa_rule *otherwise;
	const struct pa_rule *decided;
	unsigned int maybes;
	bool by_now;
};

/* No candidate yet. */
static bool outcome_is_open(const struct outcome *o)
{
	return !o->maybes && !o->rare && !o->otherwise;
}

/* Adds the verdict of @rule. True: it holds, surely or by what is now, which ends the search. */
static bool outcome_add(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	switch (pa_rule_ask(c, rule)) {
	case PA_NOW:
		o->by_now = true;
		o->decided = rule;
		return true;
	case PA_YES:
		o->decided = rule;
		return true;
	case PA_ELSE:
		o->otherwise = rule;
		return false;
	case PA_MAYBE:
		if (o->maybes < MAYBES)
			o->maybe[o->maybes] = rule;
		o->maybes++;
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
 * at another site no PMU may have refused. The path of an op is always complete.
 */
static bool is_measured(const struct outcome *o, const struct pa_case *c)
{
	u32 elsewhere = c->sites & ~o->maybe[0]->sites;

	return o->maybe[0]->sole && !o->rare && c->path_whole && !(elsewhere & PA_AT(INIT));
}

/* No rule surely holds: find the reason by exclusion. */
static const struct pa_rule *outcome_left(const struct outcome *o, const struct pa_case *c,
					  bool *certain)
{
	*certain = false;
	if (o->maybes == 1) {
		*certain = is_measured(o, c);
		return o->maybe[0];
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
	return pa_rule_returns(rule, c->err) ? outcome_add(o, c, rule) : contradicts(o, c, rule);
}

static const struct pa_rule *find_rule(struct outcome *o, const struct pa_case *c, bool *certain)
{
	const struct pa_rule *rule;

	memset(o, 0, sizeof(*o));
	pa_for_each_rule(rule, c) {
		if (found(o, c, rule)) {
			*certain = !o->maybes && !o->by_now;
			return o->decided;
		}
	}
	return outcome_left(o, c, certain);
}

/**
 * pa_why_rule() - find the rule that refused a call
 * @c:       receives the call as the rules see it, if it was refused
 * @r:       the record
 * @env:     further input
 * @certain: receives whether the record proves it
 *
 * Context: as pa_explain(), a tenth of its cost. Return: NULL if it is not known.
 */
const struct pa_rule *pa_why_rule(struct pa_case *c, const struct pa_record *r,
				  const struct pa_env *env, bool *certain)
{
	struct outcome o;

	if (r->ret >= 0 || r->ret < -4095)
		return NULL;
	pa_case_look(c, r, env);
	return find_rule(&o, c, certain);
}

/* SELinux refuses an op with EACCES, a BPF program with any errno. */
static bool may_be_policy(const struct pa_case *c)
{
	if (!c->err || !pa_op_known(c))
		return c->err;
	/* What the kernel has found is not known: another thread may have put it there. */
	if (pa_op_has(c, PA_OF_PROG_FD) && c->of->trace.prog & PA_PROG_SHARED)
		return true;
	return pa_op_has(c, PA_OF_BPF_LSM) || (c->err == EACCES && pa_op_has(c, PA_OF_SELINUX));
}

/*
 * The first rule at these sites of an open that surely refuses an attr with this errno. One before
 * it that depends on a limit which is not known makes that less certain.
 */
static const struct pa_rule *attr_rule(const struct pa_case *c, bool *certain)
{
	const struct pa_rule *rule;

	pa_for_each_rule(rule, c) {
		if (!pa_rule_is_here(c, rule) || rule->err != c->err)
			continue;
		if (pa_rule_ask(c, rule) == PA_YES)
			break;
		*certain &= !rule->limits || c->k_known;
	}
	return rule;
}

/*
 * MODIFY_ATTRIBUTES: perf_copy_attr() checks the attr as in an open, and so does
 * hw_breakpoint_parse(), once the type is right. @c receives that open.
 */
static const struct pa_rule *modified_attr_rule(struct pa_case *c, const struct pa_case *op,
						bool *certain)
{
	const struct pa_rule *rule;

	if (op->sites != PA_ON_IOC(MODIFY_ATTRIBUTES) || !op->err)
		return NULL;
	pa_case_look(c, op->r, op->env);
	c->call.flags = 0;
	c->call.pid = pa_op_has(op, PA_OF_TASK) ? 0 : -1;
	c->call.cpu = op->of->cpu;
	c->call.group_fd = -1;
	pa_case_refresh(c);
	c->sites = PA_AT(COPY);
	rule = attr_rule(c, certain);
	if (!rule && c->type == op->op->type && c->type == PA_TYPE_BREAKPOINT) {
		c->sites = PA_AT(INIT);
		c->kind = PA_PMU_BREAKPOINT;
		rule = attr_rule(c, certain);
	}
	return rule;
}

static bool op_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	struct pa_case c, open;
	struct outcome o;
	bool sure = true;

	if (!pa_op_case_look(&c, r, env))
		return false;
	rule = modified_attr_rule(&open, &c, &sure);
	if (rule) {
		why->certain = sure && !may_be_policy(&c);
		pa_why_say(&open, rule, why);
		return true;
	}
	rule = find_rule(&o, &c, &why->certain);
	if (!rule)
		return false;
	why->certain &= sure && !may_be_policy(&c);
	pa_why_say(&c, rule, why);
	why->need = rule->need;
	pa_op_plan_make(&c, rule, why);
	return true;
}

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	struct pa_case c;

	memset(why, 0, sizeof(*why));
	if (r->kind != PA_RECORD_OPEN)
		return op_explain(r, env, why);
	rule = pa_why_rule(&c, r, env, &why->certain);
	if (!rule)
		return false;
	pa_plan_say(&c, rule, why);
	pa_plan_make(&c, rule, why);
	/* No plan: what one check demands, another refuses without privilege. Say which one. */
	if (rule->fix && !rule->need.cap && !why->nfix && !why->garbage) {
		c.needs = pa_plan_needs(&c, rule);
		pa_why_say_needs(&c, why);
	}
	return true;
}

u32 pa_op_candidates(const struct pa_record *r, const struct pa_env *env, struct pa_why *why,
		     u32 max)
{
	struct outcome o;
	struct pa_case c;
	bool certain;
	u32 i;

	if (!pa_op_case_look(&c, r, env) || find_rule(&o, &c, &certain))
		return 0;
	for (i = 0; i < o.maybes && i < max && i < MAYBES; i++) {
		memset(&why[i], 0, sizeof(*why));
		pa_why_say(&c, o.maybe[i], &why[i]);
	}
	return o.maybes < MAYBES ? o.maybes : MAYBES;
}
