// SPDX-License-Identifier: GPL-2.0
/* Replaces userspace/rules, so that tests of the renderers can choose the reasons. */
#include "rec.h"
#include "rules/rules.h"

const struct pa_why *rec_why;

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	(void)env;
	if (!rec_why || (r->kind == PA_RECORD_OPEN && r->ret >= 0))
		return false;
	*why = *rec_why;
	return true;
}
