// SPDX-License-Identifier: GPL-2.0
/* The table of all rules. */
#include "core/why/rule.h"

/* In the kernel's order. */
#define ROOM(of, ...)	{ .rules = pa_rules_##of, __VA_ARGS__ }

const struct pa_rule_room pa_rule_rooms[PA_ROOMS] = {
	ROOM(copy, .sites = PA_AT(ENTRY) | PA_AT(COPY)),
	ROOM(sampled, .sites = PA_AT(COPY), .about = PA_ABOUT_SAMPLED),
	ROOM(copied, .sites = PA_AT(COPY)),
	ROOM(open, .sites = PA_AT_ALL),
	ROOM(group_fd, .sites = PA_AT(OPEN), .about = PA_ABOUT_GROUP),
	ROOM(target, .sites = PA_AT_ALL),
	ROOM(try_init, .sites = PA_AT(CHOOSE) | PA_AT(INIT)),
	ROOM(trace, .sites = PA_AT(INIT),
	     .kinds = PA_OF(SOFTWARE) | PA_OF(CLOCK) | PA_OF(TRACEPOINT) | PA_OF(KPROBE) |
		      PA_OF(UPROBE) | PA_OF(BREAKPOINT)),
	ROOM(trace_event, .sites = PA_AT(INIT),
	     .kinds = PA_OF(TRACEPOINT) | PA_OF(KPROBE) | PA_OF(UPROBE)),
	ROOM(uprobe, .sites = PA_AT(INIT), .kinds = PA_OF(UPROBE)),
	ROOM(breakpoint, .sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT)),
	ROOM(cpu, .sites = PA_AT(INIT), .kinds = PA_OF(OTHER) | PA_OF(IBS) | PA_OF_CPUS),
	ROOM(power, .sites = PA_AT(INIT), .kinds = PA_OF(POWER)),
	ROOM(driver, .sites = PA_AT(INIT), .kinds = PA_OF(OTHER) | PA_OF(IBS)),
	ROOM(pmu, .sites = PA_AT(CHOOSE) | PA_AT(INIT) | PA_AT(ALLOCATED)),
	ROOM(cgroup, .sites = PA_AT(ALLOCATED), .about = PA_ABOUT_CGROUP),
	ROOM(allocated, .sites = PA_AT(ALLOCATED)),
	ROOM(context, .sites = PA_AT(EVENT) | PA_AT(CONTEXT) | PA_AT(GROUP) | PA_AT(INSTALL)),
	ROOM(group, .sites = PA_AT(GROUP), .about = PA_ABOUT_GROUP),
	ROOM(output, .sites = PA_AT(OUTPUT), .about = PA_ABOUT_GROUP),
	ROOM(install, .sites = PA_AT(GROUP) | PA_AT(INSTALL)),
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
