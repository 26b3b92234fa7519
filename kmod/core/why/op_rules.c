// SPDX-License-Identifier: GPL-2.0
/* The table of all rules about calls on an open event, in the order in which they are asked. */
#include "core/why/op_rule.h"

static const struct pa_op_rule *const *const rooms[] = {
	pa_op_rules_any,
	pa_op_rules_mmap,
	pa_op_rules_ioctl,
	pa_op_rules_output,
	pa_op_rules_trace,
	pa_op_rules_read,
};

/**
 * pa_op_rule_number() - walk the whole table
 * @n: from 0
 *
 * Context: any. Return: the rule, NULL if there are no more.
 */
const struct pa_op_rule *pa_op_rule_number(unsigned int n)
{
	const struct pa_op_rule *const *rule;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rooms); i++)
		for (rule = rooms[i]; *rule; rule++)
			if (!n--)
				return *rule;
	return NULL;
}
