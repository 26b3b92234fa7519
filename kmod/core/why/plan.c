// SPDX-License-Identifier: GPL-2.0
/*
 * The plan: what of a refused call to change so that it opens.
 *
 * The rules are asked again about the call as its fixes have changed it, in the kernel's order,
 * and the first that refuses adds its own fix, until none refuses. A rule that refuses once more
 * after its fix gets the next of its alternatives; when it has no more, the fixes go in a circle:
 * what one needs, another refuses. In the end each change that the call opens without is taken
 * back.
 *
 * No rule has its turn more often than it has alternatives, so this ends. No memory is allocated.
 */
#include "core/why/plan.h"

#include "core/why/fix.h"
#include "core/why/garbage.h"
#include "core/why/loss.h"

/* More changes than any call needs; a plan that is not found by then is none. */
#define PLAN_STEPS	32

/**
 * struct plan - a plan as it is made
 * @from:    the call as it was passed
 * @reason:  the rule that refused it
 * @used:    of each rule the alternatives that it has had
 * @touched: what was changed
 * @keep:    the first of them, which are not taken back: the reason's, when it is not decided
 * @last:    the last alternative is tried first
 * @choice:  a rule was met that has alternatives
 * @granted: the caller has every privilege
 * @reducing: the call opens, and what it opens without is taken back
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

/* Looks at another call of the same caller. */
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

/* What a rule asked for is not taken back when, by another change, that rule can tell no more. */
static bool refuses(const struct plan *p, const struct pa_case *c, const struct pa_rule *rule,
		    unsigned int n)
{
	enum pa_verdict verdict;

	if ((p->granted && rule->need.cap) || !is_about(c, rule))
		return false;
	verdict = pa_rule_ask(c, rule);
	return verdict == PA_YES || (p->reducing && p->used[n] && verdict == PA_MAYBE);
}

/* The first that refuses the call; @n is its number. NULL when none does. */
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

/* Puts the next alternative of a rule into the call; false when there is none that changes it. */
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

/* A reason that is only probable is met first: no rule says afterwards whether it still holds. */
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

/* Leaves in @call what opens; false when the fixes go in a circle, or one is not known. */
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

/* Takes back what the call opens without. */
static void plan_reduce(struct plan *p, struct pa_case *c, struct pa_call *call)
{
	unsigned int i, n;

	p->reducing = true;
	for (i = p->keep; i < p->touched.n; i++) {
		unsigned int id = p->touched.id[i];
		struct pa_call before = *call;

		/* A smaller size would take back more than itself. */
		if (id == PA_FIELD_SIZE)
			continue;
		pa_fix_set(call, id, pa_fix_get(&p->from->call, id));
		look(c, p->from, call);
		if (first_refusal(p, c, &n))
			*call = before;
	}
	look(c, p->from, call);
}

/* Could what the call asks of a PMU's driver be refused by it, for a reason that no rule has? */
static bool driver_may_refuse(const struct pa_case *c, u32 refused_at)
{
	if (refused_at > PA_AT(INIT))
		return false;
	return c->kind == PA_PMU_OTHER || c->kind == PA_PMU_UNKNOWN || c->kind == PA_PMU_X86 ||
	       c->kind == PA_PMU_ARMV8;
}

/* The first stretch in which the reason can have refused the call. */
static u32 refused_at(const struct pa_case *from, const struct pa_rule *reason)
{
	u32 at = reason->sites & from->sites;

	return at & -at;
}

/* Did the call, as it was passed, get past all places of this rule? */
static bool was_passed(const struct pa_rule *rule, u32 refused_at)
{
	return rule->sites < refused_at;
}

/* Does what decides about the PMU and its event differ from what was passed? */
static bool event_differs(const struct pa_case *from, const struct pa_case *c)
{
	return c->type != from->type || c->config != from->config ||
	       pa_case_get(c, PA_FIELD_CONFIG1) != pa_case_get(from, PA_FIELD_CONFIG1) ||
	       pa_case_get(c, PA_FIELD_CONFIG2) != pa_case_get(from, PA_FIELD_CONFIG2);
}

/* No rule is left of which it is not known whether it would refuse. */
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

/* false: it cannot be said in so many changes, or a value would show an address. */
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

/* One way to a plan; what is in @why gives way to one that loses less. */
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
 * pa_plan_make() - what to change so that a refused call opens
 * @c:      the call
 * @reason: what refused it
 * @why:    its certain is set; plan, fix, nfix, opens, lost and garbage are filled
 *
 * Of two ways, the first alternative of each rule first, or the last, the one that loses less is
 * taken. Nothing is built on an attr that was not zeroed.
 *
 * Context: any; no allocation, no locks, bounded time; some ten times what the reason costs.
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

/* The lowest level, and the strongest capability, that any of the checks wants. */
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
 * pa_plan_needs() - the privilege with which a call would need no change for what it lacks
 * @c:      the call
 * @reason: what refused it
 *
 * What other checks refuse is taken as heeded: a PMU that counts for cpus is opened for a cpu, and
 * that wants more than a task does.
 *
 * Context: as pa_plan_make().
 * Return: all that the checks want together; .cap 0 when no privilege is missing.
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
