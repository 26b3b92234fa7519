// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * _perf_ioctl(), kernel/events/core.c: the commands that are neither about output nor about trace
 * events. For MODIFY_ATTRIBUTES see also modified_attr_rule() in why.c.
 */
#include "rules/rule.h"

static bool cmd_is_perf(u32 cmd)
{
	return (cmd >> 8 & 0xff) == '$' && (cmd & 0xff) < PA_IOC_MAX;
}

static enum pa_verdict not_sampling(const struct pa_case *c)
{
	return pa_op_if(c, !pa_op_has(c, PA_OF_SAMPLING));
}

/* The value at the argument, in which the caller may have put something else since. */
static enum pa_verdict value_if(const struct pa_case *c, bool refuses)
{
	return c->op->have & PA_OP_VALUE ? yes_if(refuses) : PA_MAYBE;
}

#define RULES	op_rules_ioctl
#include "rules/rule_table.h"
