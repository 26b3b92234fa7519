// SPDX-License-Identifier: GPL-2.0
/*
 * Linked into a test of rules, with --wrap of what explains: the lines of its records are tried,
 * too, as missing.h says, of each rule a few. EACH in the environment says how many.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "missing.h"
#include "rules/rules.h"

#define RULES_MAX	512

bool __real_pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);
bool __wrap_pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

static bool busy;

/* Were there few records of this rule, as certain as this one? */
static bool is_new(const struct pa_why *why)
{
	static struct {
		const struct pa_rule *rule;
		unsigned int n[2];
	} seen[RULES_MAX];
	static unsigned int each;
	unsigned int i;

	if (!each)
		each = getenv("EACH") ? (unsigned int)atoi(getenv("EACH")) : 1;
	for (i = 0; i < RULES_MAX - 1 && seen[i].rule && seen[i].rule != why->rule; i++)
		;
	seen[i].rule = why->rule;
	return seen[i].n[why->certain]++ < each;
}

static void look(const struct pa_record *r, const struct pa_env *env, const struct pa_why *why)
{
	if (busy || !is_new(why))
		return;
	busy = true;
	missing_try(r, env);
	busy = false;
}

bool __wrap_pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	bool found = __real_pa_explain(r, env, why);

	if (found)
		look(r, env, why);
	return found;
}

__attribute__((destructor))
static void end(void)
{
	unsigned long bad = missing_report();

	printf("# bad: %lu\n", bad);
	fflush(stdout);
}
