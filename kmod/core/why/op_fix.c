// SPDX-License-Identifier: GPL-2.0
/*
 * Would an op be accepted with its fix? It is tried on a copy: all rules about this op are asked
 * again, whatever their errno, since the check that comes next may refuse what the first one wants.
 */
#include "core/why/op_rule.h"

#include "core/div.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <string.h>
#endif

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
 * Memory is no check of arguments: the kernel's may run out, and the caller's must have room for
 * what is asked for.
 */
static bool is_memory(const struct pa_op_rule *rule)
{
	return rule->err == ENOMEM || rule->err == EFAULT;
}

/**
 * pa_op_fix_refused() - would the op be refused even with its fix?
 * @c:     the op
 * @field: the argument that the fix changes
 * @value: its new value
 *
 * Context: any; bounded by the number of rules.
 * Return: PA_YES: surely; PA_NO: no check is left that could; PA_MAYBE: that is not known.
 */
enum pa_verdict pa_op_fix_refused(const struct pa_op_case *c, const char *field, u64 value)
{
	enum pa_verdict refused = PA_NO;
	const struct pa_op_rule *rule;
	struct pa_op_case fixed = *c;
	struct pa_op op = *c->op;
	unsigned int i;

	if (!fix_apply(&op, field, value))
		return PA_MAYBE;
	fixed.op = &op;
	fixed.pages = pa_div(op.len, c->page);
	if (op.cmd != c->op->cmd)
		fixed.on = PA_ON_IOC(ENABLE) << (op.cmd & 0xff);
	for (i = 0; (rule = pa_op_rule_number(i)); i++) {
		enum pa_verdict holds;

		if (!(rule->on & fixed.on) || is_memory(rule))
			continue;
		holds = rule->holds(&fixed);
		if (holds == PA_YES)
			return PA_YES;
		if (holds == PA_MAYBE || holds == PA_ELSE)
			refused = PA_MAYBE;
	}
	return refused;
}
