// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * __perf_read(), perf_read_group() and perf_poll(), kernel/events/core.c; prctl(). Some of these
 * calls succeed, but do not do what the caller hopes for.
 */
#include "rules/rule.h"

static enum pa_verdict state_if(const struct pa_case *c, s8 state, bool refuses)
{
	return pa_op_if(c, c->of->state == state && refuses);
}

#define MASK_ERR	0x8
#define MASK_HUP	0x10

static bool mask_has(const struct pa_case *c, u32 bit)
{
	return (u64)c->r->ret & bit;
}

/* Newer kernels return at once, with POLLHUP or POLLERR. */
static enum pa_verdict poll_pinned(const struct pa_case *c)
{
	if (!pa_op_known(c) || c->of->state != PA_STATE_ERROR || !pa_op_flag(c, PA_FIELD_PINNED))
		return PA_NO;
	return yes_if(mask_has(c, MASK_ERR) ||
		      (mask_has(c, MASK_HUP) && pa_op_has(c, PA_OF_BUFFER)));
}

/*
 * Other events may write into the same buffer (SET_OUTPUT), and so may children that inherited this
 * one: the first is not known, the second is.
 */
static enum pa_verdict poll_silent(const struct pa_case *c, s8 state)
{
	return yes_if(!c->r->ret && pa_op_known(c) && c->of->state == state &&
		      !pa_op_has(c, PA_OF_CHILDREN));
}

#define RULES	op_rules_read
#include "rules/rule_table.h"
