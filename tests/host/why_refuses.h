/* SPDX-License-Identifier: GPL-2.0 */
/* Does a rule hold for a call that succeeded? None may. */
#ifndef PERFATTR_TEST_WHY_REFUSES_H
#define PERFATTR_TEST_WHY_REFUSES_H

#include "rules/rule.h"

/* The first rule that surely holds, whatever came of the call; NULL when none does. */
static inline const char *why_refuses(const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_rule *rule;
	struct pa_case c;
	unsigned int i;

	pa_case_look(&c, r, env);
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++)
		if (pa_rule_is_here(&c, rule) && pa_rule_ask(&c, rule) == PA_YES)
			return rule->id;
	return NULL;
}

#endif /* PERFATTR_TEST_WHY_REFUSES_H */
