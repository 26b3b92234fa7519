// SPDX-License-Identifier: GPL-2.0
/* The table of all rules. */
#include "core/why/rule.h"

/* In the kernel's order. */
const struct pa_rule_room pa_rule_rooms[PA_ROOMS] = {
	{ pa_rules_copy, 0, PA_AT(ENTRY) | PA_AT(COPY) },
	{ pa_rules_open, 0, PA_AT_ALL },
	{ pa_rules_try_init, 0, PA_AT(CHOOSE) | PA_AT(INIT) },
	{ pa_rules_trace, PA_OF(SOFTWARE) | PA_OF(CLOCK) | PA_OF(TRACEPOINT) | PA_OF(KPROBE) |
			  PA_OF(UPROBE) | PA_OF(BREAKPOINT), PA_AT(INIT) },
	{ pa_rules_uprobe, PA_OF(UPROBE), PA_AT(INIT) },
	{ pa_rules_breakpoint, PA_OF(BREAKPOINT), PA_AT(INIT) },
	{ pa_rules_cpu, PA_OF(OTHER) | PA_OF(IBS) | PA_OF_CPUS, PA_AT(INIT) },
	{ pa_rules_power, PA_OF(POWER), PA_AT(INIT) },
	{ pa_rules_driver, PA_OF(OTHER) | PA_OF(IBS), PA_AT(INIT) },
	{ pa_rules_pmu, 0, PA_AT(CHOOSE) | PA_AT(INIT) | PA_AT(ALLOCATED) },
	{ pa_rules_group, 0, PA_AT(EVENT) | PA_AT(CONTEXT) | PA_AT(GROUP) | PA_AT(INSTALL) },
	{ pa_rules_output, 0, PA_AT(GROUP) | PA_AT(OUTPUT) | PA_AT(INSTALL) },
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
		for (rule = pa_rule_rooms[i].rules; *rule; rule++)
			if (!n--)
				return *rule;
	return NULL;
}
