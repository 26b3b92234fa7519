// SPDX-License-Identifier: GPL-2.0
/* The renderers are tested with reasons of the tests' own. */
#include "rec.h"

const struct pa_why *rec_why;

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	(void)r;
	(void)env;
	if (!rec_why)
		return false;
	*why = *rec_why;
	return true;
}
