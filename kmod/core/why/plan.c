// SPDX-License-Identifier: GPL-2.0
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
#include "core/why/plan.h"

#include "core/why/fix.h"
#include "core/why/garbage.h"
#include "core/why/loss.h"

/* More changes than any call needs; gives up after so many. */
#define PLAN_STEPS	32

/**
 * struct plan - a plan while it is made
 * @from:    the call as it was passed
 * @reason:  the rule that refused it
 * @used:    for each rule, how many of its alternatives were applied
 * @touched: what was changed
 * @keep:    how many entries of @touched must not be reverted: the fix of an undecided reason
 * @last:    try the last alternative of each rule first
 * @choice:  at least one applied rule has alternatives
 * @granted: assume that the caller has every privilege
 * @reducing: the plan opens the call, and changes that it does not need are being reverted
 */
struct plan {
	const struct pa_case *from;
	const struct pa_rule *reason;
	u8 used[PA_RULES_MAX];
	struct pa_touched touched;
	u8 keep;
	bool last;
	bool choice;
	bool granted;
	bool reducing;
};

/* Sets up the case of another call by the same caller. */
static void look(struct pa_case *c, const struct pa_case *from, const struct pa_call *call)
{
	*c = *from;
	c->call = *call;
	pa_case_plan(c);
}

static bool is_about(const struct pa_case *c, const struct pa_rule *rule)
{
	return !rule->kinds || rule->kinds >> c->kind & 1;
}

/* A change that a rule needed stays, although with another change that rule is undecided. */
static bool refuses(const struct plan *p, const struct pa_case *c, const struct pa_rule *rule,
		    unsigned int n)
{
	enum pa_verdict verdict;

	if ((p->granted && rule->need.cap) || !is_about(c, rule))
		return false;
	verdict = pa_rule_ask(c, rule);
	return verdict == PA_YES || (p->reducing && p->used[n] && verdict == PA_MAYBE);
}

/* The first rule that refuses the call, NULL if none does. @n receives its number. */
static const struct pa_rule *first_refusal(const struct plan *p, const struct pa_case *c,
					   unsigned int *n)
{
	const struct pa_rule *const *rule;
	unsigned int i;

	*n = 0;
	for (i = 0; i < PA_ROOMS; i++)
		for (rule = pa_rule_rooms[i]; *rule; rule++, ++*n)
			if (refuses(p, c, *rule, *n))
				return *rule;
	return NULL;
}

static unsigned int alternatives(const struct pa_rule *rule)
{
	unsigned int n = 0;

	while (pa_fix_alternative(rule->fix, n))
		n++;
	return n;
}

/* Applies the next alternative of a rule to the call; false if there is none that changes it. */
static bool plan_step(struct plan *p, struct pa_case *c, const struct pa_rule *rule,
		      unsigned int n)
{
	unsigned int count = alternatives(rule);
	unsigned int i;

	if (n >= PA_RULES_MAX)
		return false;
	p->choice |= count > 1;
	while (p->used[n] < count) {
		i = p->used[n]++;
		if (p->last)
			i = count - 1 - i;
		if (pa_fix_apply(c, pa_fix_alternative(rule->fix, i), &p->touched))
			return true;
	}
	return false;
}

/* Applies the fix of a probable reason first: its rule cannot tell afterwards whether it holds. */
static bool meet_reason(struct plan *p, struct pa_case *c)
{
	unsigned int n;

	if (p->granted && p->reason->need.cap)
		return true;
	if (pa_rule_ask(c, p->reason) == PA_YES && is_about(c, p->reason))
		return true;
	for (n = 0; pa_rule_number(n) != p->reason; n++)
		;
	if (!plan_step(p, c, p->reason, n))
		return false;
	p->keep = p->touched.n;
	return true;
}

/* @call receives arguments that open; false if fixes contradict each other or one is not known. */
static bool plan_run(struct plan *p, struct pa_case *c, struct pa_call *call)
{
	const struct pa_rule *rule;
	unsigned int i, n;

	*call = p->from->call;
	look(c, p->from, call);
	if (!meet_reason(p, c))
		return false;
	for (i = 0; i < PLAN_STEPS; i++) {
		*call = c->call;
		look(c, p->from, call);
		rule = first_refusal(p, c, &n);
		if (!rule)
			return true;
		if (!plan_step(p, c, rule, n))
			return false;
	}
	return false;
}

/* Reverts the changes that are not necessary. */
static void plan_reduce(struct plan *p, struct pa_case *c, struct pa_call *call)
{
	unsigned int i, n;

	p->reducing = true;
	for (i = p->keep; i < p->touched.n; i++) {
		unsigned int id = p->touched.id[i];
		struct pa_call before = *call;

		/* Reverting the size would also cut off other changed fields. */
		if (id == PA_FIELD_SIZE)
			continue;
		pa_fix_set(call, id, pa_fix_get(&p->from->call, id));
		look(c, p->from, call);
		if (first_refusal(p, c, &n))
			*call = before;
	}
	look(c, p->from, call);
}

/* May the PMU's driver refuse the changed call for a reason that no rule knows? */
static bool driver_may_refuse(const struct pa_case *c, u32 refused_at)
{
	if (refused_at > PA_AT(INIT) || (c->traits && c->traits->more & PA_TRAIT_WHOLE))
		return false;
	return 1u << c->kind & (PA_OF(OTHER) | PA_OF(UNKNOWN) | PA_OF(IBS) | PA_OF(X86) |
				PA_OF(ARMV8));
}

/* The first site at which the reason may have refused the call. */
static u32 refused_at(const struct pa_case *from, const struct pa_rule *reason)
{
	u32 at = reason->sites & from->sites;

	return at & -at;
}

/* Did the refused call get past all sites of this rule? */
static bool was_passed(const struct pa_rule *rule, u32 refused_at)
{
	return rule->sites < refused_at;
}

/* Does the plan change the fields that select the PMU and its event? */
static bool event_differs(const struct pa_case *from, const struct pa_case *c)
{
	return c->type != from->type || c->config != from->config ||
	       pa_case_get(c, PA_FIELD_CONFIG1) != pa_case_get(from, PA_FIELD_CONFIG1) ||
	       pa_case_get(c, PA_FIELD_CONFIG2) != pa_case_get(from, PA_FIELD_CONFIG2);
}

/* Is every rule decided, so that the call certainly opens? */
static bool plan_opens(const struct plan *p, const struct pa_case *c)
{
	u32 at = event_differs(p->from, c) ? 0 : refused_at(p->from, p->reason);
	const struct pa_rule *const *rule;
	unsigned int i;

	if (c->blind || c->call.more || pa_attr_passed(c->r) < PA_ATTR_OLDEST)
		return false;
	if (driver_may_refuse(c, at))
		return false;
	for (i = 0; i < PA_ROOMS; i++) {
		for (rule = pa_rule_rooms[i]; *rule; rule++) {
			if ((*rule)->luck || !is_about(c, *rule) || was_passed(*rule, at))
				continue;
			if (pa_rule_ask(c, *rule) == PA_MAYBE)
				return false;
		}
	}
	return true;
}

static bool put_fix(struct pa_why *why, const struct pa_call *call, unsigned int id)
{
	u64 value = pa_fix_get(call, id);
	struct pa_fix *fix = &why->fix[why->nfix];

	if (why->nfix == PA_FIX_MAX)
		return false;
	if (id < PA_FIELD_MAX && pa_fields[id].group >= PA_UNION_CONFIG1 &&
	    pa_is_kernel_address(value))
		return false;
	fix->field = pa_fix_name(id);
	fix->value = value;
	fix->is_signed = id == PA_FIELD_CLOCKID || (id >= PA_FIELD_MAX && id != PA_ARG_FLAGS);
	why->nfix++;
	return true;
}

/* Writes the plan into @why; false if it has too many changes, or if a value is an address. */
static bool plan_put(const struct plan *p, const struct pa_call *call, struct pa_why *why)
{
	unsigned int i;

	why->nfix = 0;
	for (i = 0; i < p->touched.n; i++) {
		unsigned int id = p->touched.id[i];

		if (pa_fix_get(call, id) == pa_fix_get(&p->from->call, id))
			continue;
		if (!put_fix(why, call, id)) {
			why->nfix = 0;
			return false;
		}
	}
	return why->nfix;
}

/* Makes a plan with the current @p->last; replaces the one in @why if it loses less. */
static noinline_for_stack void plan_try(struct plan *p, struct pa_case *c, struct pa_why *why)
{
	struct pa_call call;
	enum pa_plan kind;

	if (!plan_run(p, c, &call))
		return;
	plan_reduce(p, c, &call);
	kind = pa_loss_kind(p->from, &call, &p->touched);
	if (why->plan && why->plan <= kind)
		return;
	if (!plan_put(p, &call, why)) {
		why->plan = PA_PLAN_NONE;
		return;
	}
	why->plan = (u8)kind;
	why->opens = why->certain && plan_opens(p, c);
	pa_loss_say(p->from, &call, &p->touched, why);
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
	struct plan p;
	unsigned int way;

	why->garbage = pa_attr_is_garbage(c);
	if (why->garbage || (!reason->fix && !reason->need.cap))
		return;
	for (way = 0; way < 2; way++) {
		memset(&p, 0, sizeof(p));
		p.from = c;
		p.reason = reason;
		p.last = way;
		plan_try(&p, &work, why);
		if (why->plan == PA_PLAN_SAME || !p.choice)
			return;
	}
}

/* Adds the need of a check: the result is the lowest level and the strongest capability. */
static void need_add(struct pa_need *sum, const struct pa_need *need, const struct pa_kernel *k)
{
	s8 level = need->level == PA_LEVEL_ANY ? (s8)k->paranoid_max : need->level;
	bool known = need->level != PA_LEVEL_ANY || k->has & PA_K_PARANOID_MAX;
	bool first = !sum->cap;

	if (need->cap > sum->cap)
		sum->cap = need->cap;
	if (first || level < sum->level)
		sum->level = level;
	sum->leveled = (first || sum->leveled) && need->leveled && known;
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
 * Return: what all these checks demand together; .cap is 0 if no privilege is missing.
 */
struct pa_need pa_plan_needs(const struct pa_case *c, const struct pa_rule *reason)
{
	struct plan p = { .from = c, .reason = reason, .granted = true };
	const struct pa_rule *const *rule;
	struct pa_need sum = {};
	struct pa_case work;
	struct pa_call call;
	unsigned int i;

	if (reason->need.cap)
		need_add(&sum, &reason->need, c->k);
	if (!plan_run(&p, &work, &call)) {
		if (!reason->need.cap)
			return sum;
		look(&work, c, &c->call);
	}
	for (i = 0; i < PA_ROOMS; i++)
		for (rule = pa_rule_rooms[i]; *rule; rule++)
			if ((*rule)->need.cap && is_about(&work, *rule) &&
			    pa_rule_ask(&work, *rule) == PA_YES)
				need_add(&sum, &(*rule)->need, c->k);
	return sum;
}
