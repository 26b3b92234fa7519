// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Finds out whether an op would be accepted with its fix. It is tried on a copy: all rules about
 * this op are asked again, whatever their errno, since a later check may refuse the value that the
 * first one demands.
 */
#include "rules/parts.h"

/* Puts the new value where the rules look for it. Returns false if they look elsewhere. */
static bool fix_apply(struct pa_op *op, const char *field, u64 value)
{
	if (!strcmp(field, "length")) {
		op->len = value;
	} else if (!strcmp(field, "offset")) {
		op->offset = value;
	} else if (!strcmp(field, "flags")) {
		op->flags = (u32)value;
	} else if (!strcmp(field, "count") || !strcmp(field, "arg")) {
		op->arg = value;
	} else if (!strcmp(field, "cmd")) {
		op->cmd = (u32)value;
	} else if (!strcmp(field, "period")) {
		op->value = value;
		op->have |= PA_OP_VALUE;
	} else if (!strcmp(field, "ids_len")) {
		op->value = (op->value & ~(u64)U32_MAX) | (u32)value;
		op->have |= PA_OP_VALUE;
	} else {
		return false;
	}
	return true;
}

/*
 * Whether the op would be refused even with its fix. PA_YES: surely; PA_NO: no check is left that
 * could; PA_MAYBE: that is not known.
 */
static enum pa_verdict fix_refused(const struct pa_case *c, const struct pa_rule *reason, u64 value)
{
	enum pa_verdict refused = PA_NO;
	const struct pa_rule *rule;
	struct pa_case fixed = *c;
	struct pa_op op = *c->op;
	bool passed = true;

	if (!fix_apply(&op, reason->field, value))
		return PA_MAYBE;
	fixed.op = &op;
	fixed.pages = pa_div(op.len, c->page);
	if (op.cmd != c->op->cmd)
		fixed.sites = PA_ON_IOC(ENABLE) << (op.cmd & 0xff);
	pa_for_each_rule(rule, c) {
		enum pa_verdict holds;

		passed &= rule != reason;
		/*
		 * Memory is not a check of arguments: the kernel may run out of it, and the
		 * caller's must have enough room.
		 */
		if (!(rule->sites & fixed.sites) || rule->err == ENOMEM || rule->err == EFAULT)
			continue;
		/* The op has passed the checks before, whatever was assumed of the event. */
		if (passed && pa_rule_ask(c, rule) == PA_YES)
			continue;
		holds = pa_rule_ask(&fixed, rule);
		if (holds == PA_YES)
			return PA_YES;
		if (holds == PA_MAYBE || holds == PA_ELSE)
			refused = PA_MAYBE;
	}
	return refused;
}

/**
 * pa_op_plan_make() - find an argument with which an op is accepted
 * @c:      the op
 * @reason: the rule that refused it
 * @why:    certain is set; receives plan, fix, nfix, opens and lost
 *
 * Context: any; bounded by the number of rules.
 */
void pa_op_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why)
{
	enum pa_verdict refused;
	struct pa_number n;

	if (!reason->fix || !pa_fix_value(&n, c, reason->fix) || pa_is_kernel_address(n.value))
		return;
	refused = fix_refused(c, reason, n.value);
	if (refused == PA_YES)
		return;
	/* If another check refused the op, that check still applies. */
	why->opens = refused == PA_NO && why->certain;
	why->fix[0] = (struct pa_fix){ reason->field, n.value, n.is_signed };
	why->nfix = 1;
	why->plan = reason->lost ? PA_PLAN_LESS : PA_PLAN_SAME;
	if (reason->lost)
		pa_why_put(why->lost, sizeof(why->lost), c, reason->lost);
}
