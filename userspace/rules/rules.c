// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The tables of all rules, in the kernel's order. */
#include "rules/rule.h"

#define ROW(name)	name,

const struct pa_rule *const pa_open_tables[] = { PA_OPEN_TABLES(ROW) NULL };
const struct pa_rule *const pa_op_tables[] = { PA_OP_TABLES(ROW) NULL };

/**
 * pa_rule_number() - one of the rules, in the order in which they are asked
 * @tables: pa_open_tables or pa_op_tables
 * @n:      from 0
 *
 * Context: any. Return: the rule, NULL if there are no more.
 */
const struct pa_rule *pa_rule_number(const struct pa_rule *const *tables, unsigned int n)
{
	struct pa_walk walk = pa_walk_tables(tables);
	const struct pa_rule *rule;

	do
		rule = pa_walk_next(&walk);
	while (rule && n--);
	return rule;
}
