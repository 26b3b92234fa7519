// SPDX-License-Identifier: GPL-2.0
/* The table of all rules. */
#include "core/why/rule.h"

/* In the kernel's order. */
const struct pa_rule *const *const pa_rule_rooms[PA_ROOMS] = {
	pa_rules_copy,
	pa_rules_open,
	pa_rules_try_init,
	pa_rules_trace,
	pa_rules_uprobe,
	pa_rules_breakpoint,
	pa_rules_cpu,
	pa_rules_driver,
	pa_rules_pmu,
	pa_rules_group,
	pa_rules_output,
};

/**
 * pa_rule_number() - walk the whole table, in the kernel's order
 * @n: from 0
 *
 * Context: any. Return: the rule, NULL if there are no more.
 */
const struct pa_rule *pa_rule_number(unsigned int n)
{
	const struct pa_rule *const *rule;
	unsigned int i;

	for (i = 0; i < PA_ROOMS; i++)
		for (rule = pa_rule_rooms[i]; *rule; rule++)
			if (!n--)
				return *rule;
	return NULL;
}
