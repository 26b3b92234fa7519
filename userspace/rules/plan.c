// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The plan: changes of the arguments after which a refused call succeeds.
 *
 * Evaluates the rules in the kernel's order, applies the fix of the first one that refuses, and
 * starts again, until no rule refuses. If a rule refuses again after its fix, its next alternative
 * is applied. If it has no more, there is no plan: what one rule needs, another refuses. At the end
 * each change that turns out to be unnecessary is reverted.
 *
 * Each alternative of a rule is applied at most once, so this ends. Allocates no memory.
 */
#include "rules/parts.h"

/* Maximum number of changes, more than any call needs. */
#define PLAN_STEPS	32
/* A step applies one rule, and the reason may be applied before them. */
#define PLAN_RULES	(PLAN_STEPS + 1)

/**
 * struct plan - a plan while it is made
 * @from:    the call as it was passed
 * @reason:  the rule that refused it
 * @applied: rules whose fixes were applied
 * @used:    for each of them, how many of its alternatives
 * @napplied: entries of @applied
 * @touched: the fields that were changed
 * @keep:    how many entries of @touched must not be reverted: the fix of an undecided reason
 * @choice:  at least one applied rule has alternative fixes
 * @last:    try the last alternative of each rule first
 * @granted: assume that the caller has every privilege
 * @undecided: the last site of the undecided checks of the call that was looked at last; 0: none
 * @reducing: the plan opens the call, and changes that it does not need are being reverted
 */
struct plan {
	const struct pa_case *from;
	const struct pa_rule *reason;
	const struct pa_rule *applied[PLAN_RULES];
	u8 used[PLAN_RULES];
	u8 napplied;
	struct pa_touched touched;
	u8 keep;
	bool choice;
	bool last;
	bool granted;
	bool reducing;
	u32 undecided;
};

/* Sets up the case of another call by the same caller. */
static void look(struct pa_case *c, const struct pa_case *from, const struct pa_args *call)
{
	*c = *from;
	c->call = *call;
	pa_case_plan(c);
}

/* The index of a rule in @p->applied; @p->napplied if it is not there. */
static unsigned int applied_at(const struct plan *p, const struct pa_rule *rule)
{
	unsigned int i;

	for (i = 0; i < p->napplied; i++)
		if (p->applied[i] == rule)
			break;
	return i;
}

/*
 * Return true if the rule refuses the call. While reducing, an undecided rule whose fix was applied
 * still counts as refusing.
 */
static bool refuses(struct plan *p, const struct pa_rule *rule, enum pa_verdict verdict)
{
	if (p->granted && rule->need.cap)
		return false;
	switch (verdict) {
	case PA_YES:
		return true;
	case PA_NOW:
	case PA_MAYBE:
		if (!rule->luck && rule->sites > p->undecided)
			p->undecided = rule->sites;
		return p->reducing && applied_at(p, rule) < p->napplied;
	default:
		return false;
	}
}

/* The first rule that refuses the call, NULL if none does. */
static const struct pa_rule *first_refusal(struct plan *p, const struct pa_case *c)
{
	const struct pa_rule *rule;

	p->undecided = 0;
	pa_for_each_rule(rule, c)
		if (pa_kinds_have(rule->kinds, c) && refuses(p, rule, pa_rule_ask(c, rule)))
			break;
	return rule;
}

static unsigned int alternatives(const struct pa_rule *rule)
{
	const char *at = rule->fix;
	unsigned int n = !!at;

	for (; at && *at; at++)
		n += *at == '/';
	return n;
}

/* The fix of a rule to try after @used others; NULL if there are no more. */
static const char *next_fix(const struct plan *p, const struct pa_rule *rule, unsigned int used)
{
	unsigned int count = alternatives(rule);

	if (used >= count)
		return NULL;
	return pa_fix_alternative(rule->fix, p->last ? count - 1 - used : used);
}

/*
 * Applies the next alternative of a rule to the call; returns false if none is left that changes
 * it.
 */
static bool plan_step(struct plan *p, struct pa_case *c, const struct pa_rule *rule)
{
	unsigned int n = applied_at(p, rule);
	const char *fix;

	if (n == PLAN_RULES)
		return false;
	if (n == p->napplied) {
		p->applied[n] = rule;
		p->used[n] = 0;
		p->napplied++;
		p->choice |= alternatives(rule) > 1;
	}
	while ((fix = next_fix(p, rule, p->used[n]))) {
		p->used[n]++;
		if (pa_fix_apply(c, fix, &p->touched))
			return true;
	}
	return false;
}

/* Applies the fix of a probable reason first: later its rule could not decide whether it holds. */
static bool meet_reason(struct plan *p, struct pa_case *c)
{
	if (p->granted && p->reason->need.cap)
		return true;
	if (pa_kinds_have(p->reason->kinds, c) && pa_rule_ask(c, p->reason) == PA_YES)
		return true;
	if (!plan_step(p, c, p->reason))
		return false;
	p->keep = p->touched.n;
	return true;
}

/* @call receives arguments that open; false if fixes contradict each other or one is not known. */
static bool plan_run(struct plan *p, struct pa_case *c, struct pa_args *call)
{
	const struct pa_rule *rule;
	unsigned int i;

	*call = p->from->call;
	look(c, p->from, call);
	if (!meet_reason(p, c))
		return false;
	for (i = 0; i < PLAN_STEPS; i++) {
		if (i || p->keep) {
			*call = c->call;
			look(c, p->from, call);
		}
		rule = first_refusal(p, c);
		if (!rule)
			return true;
		if (!plan_step(p, c, rule))
			return false;
	}
	return false;
}

/* Takes a change back, unless the call needs it to open. */
static void plan_revert(struct plan *p, struct pa_case *c, struct pa_args *call, unsigned int id)
{
	u64 was = pa_fix_get(&p->from->call, id);
	struct pa_args before;
	u32 undecided;

	if (pa_fix_get(call, id) == was)
		return;
	before = *call;
	undecided = p->undecided;
	pa_fix_set(call, id, was);
	/* Without any change it is refused. */
	if (p->keep || memcmp(call, &p->from->call, sizeof(*call))) {
		look(c, p->from, call);
		if (!first_refusal(p, c))
			return;
	}
	*call = before;
	p->undecided = undecided;
}

/* Reverts the changes that are not necessary. */
static void plan_reduce(struct plan *p, struct pa_case *c, struct pa_args *call)
{
	unsigned int i;

	/* Without its only change it is refused. */
	if (p->touched.n < 2)
		return;
	p->reducing = true;
	for (i = p->keep; i < p->touched.n; i++)
		/* Reverting the size would also cut off other changed fields. */
		if (p->touched.id[i] != PA_FIELD_SIZE)
			plan_revert(p, c, call, p->touched.id[i]);
	if (memcmp(call, &c->call, sizeof(*call)))
		look(c, p->from, call);
}

/* Return true if the PMU's driver may refuse the changed call for a reason that no rule knows. */
static bool driver_may_refuse(const struct pa_case *c, u32 refused_at)
{
	if (refused_at > PA_AT(INIT) || (c->traits && c->traits->more & PA_TRAIT_WHOLE))
		return false;
	return 1u << c->kind & (PA_OF(OTHER) | PA_OF(UNKNOWN) | PA_OF(IBS) | PA_OF_CPUS);
}

/* The first site at which the reason may have refused the call. */
static u32 refused_at(const struct pa_case *from, const struct pa_rule *reason)
{
	u32 at = reason->sites & from->sites;

	return at & -at;
}

/* Return true if every rule is decided, so that the call certainly opens. */
static bool plan_opens(const struct plan *p, const struct pa_case *c)
{
	const struct pa_case *from = p->from;
	/* The fields that select the PMU and its event. */
	bool differs = c->type != from->type || c->config != from->config ||
		       pa_case_get(c, PA_FIELD_CONFIG1) != pa_case_get(from, PA_FIELD_CONFIG1) ||
		       pa_case_get(c, PA_FIELD_CONFIG2) != pa_case_get(from, PA_FIELD_CONFIG2);
	u32 at = differs ? 0 : refused_at(from, p->reason);

	if (c->blind || c->call.more || pa_attr_passed(c->r) < PA_ATTR_OLDEST)
		return false;
	if (driver_may_refuse(c, at))
		return false;
	/* Return true if the refused call got past all checks before that site. */
	return !p->undecided || p->undecided < at;
}

/* Writes the plan into @why; false if it has too many changes, or if a value is an address. */
static bool plan_put(const struct plan *p, const struct pa_args *call, struct pa_why *why)
{
	unsigned int i, n = 0;

	why->nfix = 0;
	for (i = 0; i < p->touched.n; i++) {
		unsigned int id = p->touched.id[i];
		u64 value = pa_fix_get(call, id);

		if (value == pa_fix_get(&p->from->call, id))
			continue;
		if (n == PA_FIX_MAX || (id < PA_FIELD_MAX && pa_is_kernel_address(value) &&
					pa_fields[id].group >= PA_UNION_CONFIG1))
			return false;
		why->fix[n++] = (struct pa_fix){ pa_fix_name(id), value, pa_fix_is_signed(id) };
	}
	why->nfix = (u8)n;
	return n;
}

/* Makes a plan with the current @p->last; replaces the one in @why if it loses less. */
static void plan_try(struct plan *p, struct pa_case *c, struct pa_why *why)
{
	char lost[PA_WHY_LOST];
	struct pa_args call;
	const char *check;
	enum pa_plan kind;

	if (!plan_run(p, c, &call))
		return;
	plan_reduce(p, c, &call);
	kind = pa_loss(p->from, &call, &p->touched, lost, &check);
	if (why->plan && why->plan <= kind)
		return;
	if (!plan_put(p, &call, why)) {
		why->plan = PA_PLAN_NONE;
		return;
	}
	why->plan = (u8)kind;
	why->opens = why->certain && plan_opens(p, c);
	why->check = check;
	strscpy(why->lost, lost, sizeof(why->lost));
}

/**
 * pa_plan_make() - find changes after which a refused call succeeds
 * @c:      the call
 * @reason: the rule that refused it
 * @why:    certain is set; receives plan, fix, nfix, opens, lost and garbage
 *
 * Makes two plans, by trying the first or the last alternative of each rule first, and takes the
 * one that loses less. Makes no plan for an attr that was not zeroed.
 *
 * Context: any; no allocation, no locks, bounded time; costs about ten times as much as the reason.
 */
void pa_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why)
{
	struct pa_case work;
	unsigned int way;

	why->garbage = pa_attr_is_garbage(c);
	if (why->garbage || (!reason->fix && !reason->need.cap))
		return;
	for (way = 0; way < 2; way++) {
		struct plan p = { .from = c, .reason = reason, .last = way };

		plan_try(&p, &work, why);
		if (why->plan == PA_PLAN_SAME || !p.choice)
			return;
	}
}

/**
 * pa_plan_need_both() - the privilege that two checks demand together
 * @sum:  the need of one, or none; receives the lowest level and the strongest capability
 * @more: the privilege that another check demands
 */
void pa_plan_need_both(struct pa_need *sum, const struct pa_need *more)
{
	if (!sum->cap) {
		*sum = *more;
		return;
	}
	sum->ptrace &= more->ptrace;
	sum->leveled &= more->leveled;
	if (more->cap > sum->cap)
		sum->cap = more->cap;
	if (more->level < sum->level)
		sum->level = more->level;
}

/* Adds the need of a check of this kernel. */
static void need_add(struct pa_need *sum, const struct pa_need *need, const struct pa_kernel *k)
{
	struct pa_need here = *need;

	if (need->level == PA_LEVEL_ANY) {
		here.level = (s8)k->paranoid_max;
		here.leveled &= !!(k->has & PA_K_PARANOID_MAX);
	}
	pa_plan_need_both(sum, &here);
}

/* Adds the needs of all checks that refuse a call. */
static void needs_of(struct pa_need *sum, const struct pa_case *c, const struct pa_kernel *k)
{
	const struct pa_rule *rule;

	pa_for_each_rule(rule, c)
		if (rule->need.cap && pa_kinds_have(rule->kinds, c) &&
		    pa_rule_ask(c, rule) == PA_YES)
			need_add(sum, &rule->need, k);
}

/**
 * pa_plan_needs() - the privilege that would pass all checks that a privilege can pass
 * @c:      the call
 * @reason: the rule that refused it
 *
 * Applies the fixes of all other checks, because these may demand more privilege: a PMU that counts
 * for cpus must be opened for a cpu, which needs more than opening for a task.
 *
 * Context: as pa_plan_make().
 * Return: the privilege that all these checks demand together; .cap is 0 if no privilege is
 * missing.
 */
struct pa_need pa_plan_needs(const struct pa_case *c, const struct pa_rule *reason)
{
	struct pa_need sum = {};
	struct pa_case work;
	struct pa_args call;
	struct plan p = { .from = c, .reason = reason, .granted = true };

	if (reason->need.cap)
		need_add(&sum, &reason->need, c->k);
	if (!plan_run(&p, &work, &call)) {
		if (!reason->need.cap)
			return sum;
		look(&work, c, &c->call);
	}
	needs_of(&sum, &work, c->k);
	return sum;
}

/**
 * pa_plan_needs_look() - find the privilege that a call needs, as sentences about it have it
 * @c:    the call; receives needs
 * @rule: the rule that refused it
 *
 * If the call is only partly known, return the privilege that the call as it is needs: a plan for
 * it would depend on assumptions.
 * Context: as pa_plan_make().
 */
void pa_plan_needs_look(struct pa_case *c, const struct pa_rule *rule)
{
	c->needs = (struct pa_need) {};
	if (!rule->need.cap)
		return;
	if (!c->unknown) {
		c->needs = pa_plan_needs(c, rule);
		return;
	}
	if (!c->needs_known)
		needs_of(&c->needs_all, c, c->k);
	c->needs_known = true;
	c->needs = c->needs_all;
	need_add(&c->needs, &rule->need, c->k);
}

/**
 * pa_plan_foresee() - find out whether a call that was not made yet would be refused
 * @c:    the call, after pa_case_plan()
 * @rule: receives the first check that surely refuses it; NULL: none does
 *
 * Context: as pa_plan_make().
 * Return: PA_YES, PA_NO; PA_MAYBE: a check is not decided, or its driver may have others.
 */
enum pa_verdict pa_plan_foresee(const struct pa_case *c, const struct pa_rule **rule)
{
	struct plan p = { .from = c };

	*rule = first_refusal(&p, c);
	if (*rule)
		return PA_YES;
	return p.undecided || driver_may_refuse(c, 0) ? PA_MAYBE : PA_NO;
}
