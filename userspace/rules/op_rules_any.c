// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Checks that every op on an event makes first, and checks that several ops share. */
#include "rules/rule.h"

static enum pa_verdict policy(const struct pa_case *c)
{
	return maybe_if(!pa_op_known(c) || pa_op_has(c, PA_OF_SELINUX) ||
			pa_op_has(c, PA_OF_BPF_LSM));
}

static enum pa_verdict gone(const struct pa_case *c)
{
	return pa_op_if(c, c->of->state <= PA_STATE_REVOKED);
}

#define RULES	op_rules_any
#include "rules/rule_table.h"
