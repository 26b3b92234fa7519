/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Makes a table of a list of rules.
 *
 *	#define RULES	rules_copy	rules/rules_copy.h has the list
 *	#include "rules/rule_table.h"	makes the table pa_rules_copy
 *
 * Each rule of a list has all of a rule in one place:
 *
 *	RULE(name, place, errno, condition, .member = ...)
 *
 * @place is the function and the section of the kernel's code that have the check, such as
 * CALL(OPEN); @condition is an enum pa_verdict about the case @c; the members are those of struct
 * pa_rule. In C the condition must be a function and the rule a row of the table, so the list is
 * included once for each; the function is named after the line in the list.
 */
#define HOLDS_AT(line)		holds_##line
#define HOLDS_IN(line)		HOLDS_AT(line)
#define HOLDS			HOLDS_IN(__LINE__)

#define LIST_TEXT(path)		#path
#define LIST_OF(name)		LIST_TEXT(rules/name.h)
#define TABLE_CALLED(name)	pa_##name
#define TABLE_OF(name)		TABLE_CALLED(name)

#define RULE(name, place, error, condition, ...) \
	static enum pa_verdict HOLDS(const struct pa_case *c) \
	{ \
		return condition; \
	}
#include LIST_OF(RULES)
#undef RULE

#define RULE(name, place, error, condition, ...) \
	{ .id = name, place, .err = error, .holds = HOLDS, __VA_ARGS__ },
const struct pa_rule TABLE_OF(RULES)[] = {
#include LIST_OF(RULES)
	{ .id = NULL }
};

#undef RULE
