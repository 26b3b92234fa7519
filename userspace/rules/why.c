// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Why a call was refused: the path gives the site; site and errno give the rule. Why a call on an
 * event was refused, or did nothing: the call is the site, and all else works likewise.
 *
 * The path shows at which sites the call may have been refused. The rules of these sites that
 * return this errno are evaluated in the kernel's order. The first rule that surely holds is the
 * reason, or that holds by the present state of the machine, which may have changed: such a reason
 * is not certain. If none surely holds, but only one cannot be excluded, that one is the reason.
 * reason.h says when a reason is certain.
 */
#include "rules/rules.h"

#include "rules/parts.h"

/* Undecided rules that are kept; further ones are only counted. */
#define MAYBES	24

/**
 * struct verdicts - the combined verdicts of the rules
 * @partly:    the same call, if not all of it is known; else NULL
 * @maybe:     rules that are not decided, in the kernel's order
 * @maybes:    how many there are
 * @rare:      an undecided rule that is hardly ever the reason
 * @otherwise: the fallback
 * @policy:    the rule of an unknown security module
 * @decided:   the rule that surely refuses, or does by the present state of the machine
 * @by_now:    @decided refuses by the present state of the machine
 */
struct verdicts {
	const struct pa_partly *partly;
	const struct pa_rule *maybe[MAYBES];
	u32 maybes;
	const struct pa_rule *rare;
	const struct pa_rule *otherwise;
	const struct pa_rule *policy;
	const struct pa_rule *decided;
	bool by_now;
};

static enum pa_verdict verdict_of(const struct verdicts *s, const struct pa_case *c,
				  const struct pa_rule *rule)
{
	return s->partly ? pa_partly_ask(s->partly, rule) : pa_rule_ask(c, rule);
}

static void maybe_add(struct verdicts *s, const struct pa_rule *rule)
{
	if (s->maybes < MAYBES)
		s->maybe[s->maybes] = rule;
	s->maybes++;
}

/* Adds the verdict of @rule. Returns true, to stop, if it holds, surely or by the present state. */
static bool verdict_add(struct verdicts *s, const struct pa_case *c,
			const struct pa_rule *rule)
{
	enum pa_verdict verdict = verdict_of(s, c, rule);

	/*
	 * If the security modules are not known, one of them is hardly ever the reason: only if no
	 * other rule may be.
	 */
	if (verdict != PA_NO && s->partly && rule->policy && !(c->f->have & PA_F_LSM))
		s->policy = rule;
	else if (verdict == PA_YES || verdict == PA_NOW)
		s->decided = rule;
	else if (verdict == PA_ELSE)
		s->otherwise = rule;
	else if (verdict == PA_MAYBE)
		maybe_add(s, rule);
	else if (verdict == PA_RARE && !s->rare)
		s->rare = rule;
	s->by_now = verdict == PA_NOW;
	return s->decided;
}

/* Up to this site the kernel checks only the arguments, so a check that holds must refuse. */
#define BY_ARGUMENTS	PA_BEFORE(EVENT)

/*
 * If a rule of another errno surely holds and comes before all candidates, the kernel has seen
 * other arguments than the record has: the caller's memory has changed, or a text is of another
 * call. Then no reason is given.
 */
static bool contradicts(const struct verdicts *s, const struct pa_case *c,
			const struct pa_rule *rule)
{
	if (rule->sites & ~BY_ARGUMENTS || s->maybes || s->rare || s->otherwise)
		return false;
	/* Drivers do these checks in different orders. */
	if (rule->kinds && (c->traits || s->partly))
		return false;
	return pa_rule_is_here(c, rule) && verdict_of(s, c, rule) == PA_YES;
}

/* Evaluates the rules in the kernel's order. */
static void verdicts_collect(struct verdicts *s, const struct pa_case *c,
			     const struct pa_partly *partly)
{
	const struct pa_rule *rule;

	*s = (struct verdicts){ .partly = partly };
	pa_for_each_rule(rule, c) {
		if (pa_rule_returns(rule, c->err) ?
		    pa_rule_is_here(c, rule) && verdict_add(s, c, rule) :
		    contradicts(s, c, rule))
			return;
	}
}

/*
 * Return true if the errno proves the rule: if the path is complete and ends at the sites of the
 * rule, and no other check there returns this errno. A PMU that was tried may return any errno, so
 * for a rule at another site no PMU may have refused. The path of an op is always complete.
 */
static bool is_measured(const struct verdicts *s, const struct pa_case *c)
{
	u32 elsewhere = c->sites & ~s->maybe[0]->sites;

	return s->maybe[0]->sole && !s->rare && c->path_whole && !(elsewhere & PA_AT(INIT));
}

/* The rule that refused a call; found by exclusion, if none surely holds. */
static const struct pa_rule *find_rule(struct verdicts *s, const struct pa_case *c, bool *certain)
{
	verdicts_collect(s, c, NULL);
	*certain = s->decided ? !s->maybes && !s->by_now : s->maybes == 1 && is_measured(s, c);
	if (s->decided)
		return s->decided;
	if (s->maybes == 1)
		return s->maybe[0];
	return s->otherwise || s->maybes ? s->otherwise : s->rare;
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
	struct verdicts s;

	if (r->ret >= 0 || r->ret < -4095)
		return NULL;
	pa_case_look(c, r, env);
	return find_rule(&s, c, certain);
}

/* SELinux refuses an op with EACCES, a BPF program with any errno. */
static bool may_be_policy(const struct pa_case *c)
{
	if (!c->err || !pa_op_known(c))
		return c->err;
	/* Another thread may have exchanged the descriptor, so the kernel's choice is not known. */
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

/*
 * Finds the reason of an op, or several equally likely ones, which then have no plans. Candidates
 * get no sentence: it is written of those that are listed.
 */
static u32 op_reasons(const struct pa_record *r, const struct pa_env *env, struct pa_why *why,
		      u32 max)
{
	const struct pa_rule *rule;
	struct pa_case c, open;
	void (*say)(const struct pa_case *, const struct pa_rule *, struct pa_why *) =
		max ? pa_why_name : pa_why_say;
	struct verdicts s;
	bool sure = true;
	u32 i;

	memset(why, 0, sizeof(*why));
	if (!pa_op_case_look(&c, r, env))
		return 0;
	rule = modified_attr_rule(&open, &c, &sure);
	if (rule) {
		why->certain = sure && !may_be_policy(&c);
		pa_why_say(&open, rule, why);
		return 1;
	}
	rule = find_rule(&s, &c, &why->certain);
	if (rule) {
		why->certain &= sure && !may_be_policy(&c);
		say(&c, rule, why);
		why->need = rule->need;
		pa_op_plan_make(&c, rule, why);
		return 1;
	}
	for (i = 0; i < s.maybes && i < max && i < MAYBES; i++) {
		memset(&why[i], 0, sizeof(*why));
		say(&c, s.maybe[i], &why[i]);
	}
	return s.maybes;
}

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	struct pa_case c;

	if (r->kind != PA_RECORD_OPEN)
		return op_reasons(r, env, why, 0) == 1;
	memset(why, 0, sizeof(*why));
	rule = pa_why_rule(&c, r, env, &why->certain);
	if (!rule)
		return false;
	pa_plan_needs_look(&c, rule);
	pa_why_say(&c, rule, why);
	pa_plan_make(&c, rule, why);
	/* No plan: another check refuses what one demands without privilege. Say which. */
	if (rule->fix && !rule->need.cap && !why->nfix && !why->garbage) {
		c.needs = pa_plan_needs(&c, rule);
		pa_why_say_needs(&c, why);
	}
	return true;
}

u32 pa_candidates(const struct pa_record *r, const struct pa_env *env,
		  const struct pa_unknown *unknown, bool *sure, struct pa_why *why, u32 max)
{
	struct pa_partly l;
	struct pa_case *c = &l.c[PA_OF_CALLED];
	const struct pa_rule *rule;
	struct verdicts s;
	u32 n, i;

	if (r->kind != PA_RECORD_OPEN)
		return op_reasons(r, env, why, max);
	if (r->ret >= 0 || r->ret < -4095)
		return 0;
	pa_partly_look(&l, r, env, unknown);
	verdicts_collect(&s, c, &l);
	if (!s.maybes && !s.decided && s.policy && c->err == EACCES)
		maybe_add(&s, s.policy);
	if (s.maybes && !s.decided && pa_partly_foreign(c)) {
		/* The last of the table: the driver has refused, for an unknown reason. */
		for (rule = pa_rules_pmu; rule->err; rule++)
			;
		maybe_add(&s, rule);
	}
	n = s.maybes + !!s.decided;
	for (i = 0; i < n && i < max && i < MAYBES; i++) {
		rule = i < s.maybes ? s.maybe[i] : s.decided;
		why[i] = (struct pa_why){ .certain = s.decided && n == 1 };
		pa_plan_needs_look(c, rule);
		pa_why_name(c, rule, &why[i]);
	}
	if (n == 1)
		pa_plan_make(c, why->rule, why);
	if (sure)
		*sure = s.decided;
	return n;
}

void pa_candidate_say(const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown, struct pa_why *why)
{
	struct pa_partly l;
	struct pa_case *c;

	pa_partly_look(&l, r, env, unknown);
	c = pa_partly_told(&l, why->rule);
	pa_plan_needs_look(c, why->rule);
	pa_why_say(c, why->rule, why);
}
