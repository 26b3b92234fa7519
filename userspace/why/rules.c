// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The tables of all rules, in the kernel's order. */
#include "why/rule.h"

const struct pa_rule *const pa_open_tables[] = {
	pa_rules_copy,
	pa_rules_open,
	pa_rules_try_init,
	pa_rules_trace,
	pa_rules_kprobe,
	pa_rules_uprobe,
	pa_rules_breakpoint,
	pa_rules_cpu,
	pa_rules_power,
	pa_rules_driver,
	pa_rules_pmu,
	pa_rules_group,
	pa_rules_output,
	NULL
};

const struct pa_rule *const pa_op_tables[] = {
	pa_op_rules_any,
	pa_op_rules_mmap,
	pa_op_rules_ioctl,
	pa_op_rules_output,
	pa_op_rules_trace,
	pa_op_rules_read,
	NULL
};

/**
 * pa_rule_number() - one of the rules, in the order in which they are asked
 * @tables: pa_open_tables or pa_op_tables
 * @n:      from 0
 *
 * Context: any. Return: the rule, NULL if there are no more.
 */
const struct pa_rule *pa_rule_number(const struct pa_rule *const *tables, unsigned int n)
{
	struct pa_walk walk = { .tables = tables };
	const struct pa_rule *rule;

	do
		rule = pa_walk_next(&walk);
	while (rule && n--);
	return rule;
}
