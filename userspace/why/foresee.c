// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What becomes of a call that nobody has made yet: the same rules that explain a refusal, asked
 * about a call of which there is no path.
 */
#include "why/foresee.h"

#include "why/candidates.h"
#include "why/limits.h"
#include "why/plan.h"
#include "why/say.h"

/*
 * A kernel of which nothing is known has no check that not all have, but for one: above the usual
 * level those of Debian and Ubuntu may refuse whatever is asked for.
 */
static void kernel_assume(struct pa_kernel *k, const struct pa_record *r)
{
	const struct pa_facts *f = &r->facts;

	pa_kernel_oldest(k);
	k->arch = r->abi;
	if (!(f->have & PA_F_PARANOID) || f->paranoid > PA_PARANOID_USUAL)
		k->has |= PA_K_PARANOID_ANY;
}

/**
 * pa_foresee() - what becomes of a call
 * @f:   receives it
 * @r:   the call as a record; its result does not matter
 * @env: PMUs, limits of the kernel if they are known, and what sysfs says now
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_foresee(struct pa_foreseen *f, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_env with = *env;
	const struct pa_rule *rule;
	struct pa_kernel kernel;
	enum pa_verdict verdict;
	struct pa_case c;

	memset(f, 0, sizeof(*f));
	if (!env->kernel) {
		kernel_assume(&kernel, r);
		with.kernel = &kernel;
	}
	pa_case_look(&c, r, &with);
	c.sites = PA_AT_ALL;
	pa_case_plan(&c);
	verdict = pa_plan_foresee(&c, &rule);
	f->as = verdict == PA_YES ? PA_FORESEEN_REFUSED :
		verdict == PA_NO ? PA_FORESEEN_OPENS : PA_FORESEEN_UNKNOWN;
	if (!rule)
		return;
	f->err = rule->err;
	f->or_err = rule->or_err;
	c.needs = rule->need.cap ? pa_plan_needs(&c, rule) : (struct pa_need) {};
	pa_why_say(&c, rule, &f->why);
	f->why.need = c.needs;
}
