// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * How sure the reason of a call is that a text tells of: certain only by the call, and by what its
 * caller was while strace held it. Which PMU was asked, and which function refused, is not told.
 */
#include "source/pasted.h"

#include <string.h>

#include "core/attr.h"
#include "why/candidates.h"
#include "why/case.h"
#include "why/rule.h"
#include "why/why.h"

/* Rules of these sites look at nothing but the call. */
#define BY_CALL		PA_BEFORE(CHOOSE)

/*
 * Facts that nobody but the caller can change, and who is held changes nothing; and settings, which
 * hardly ever change. Others start and end tasks, and take cpus away.
 */
#define LASTING		(PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_PIDNS | \
			 PA_F_GROUP_FD | PA_F_CGROUP_FD | PA_F_CPU | PA_F_LSM)

/*
 * These types are of the same PMUs in every kernel, with drivers that are known as a whole. Whose
 * PMU has any other type is not known, nor what its driver checks.
 */
static bool is_of_kernel(const struct pa_record *r)
{
	u64 type = pa_attr_get(r, PA_FIELD_TYPE);

	return type == PA_TYPE_SOFTWARE || type == PA_TYPE_TRACEPOINT || type == PA_TYPE_BREAKPOINT;
}

/*
 * Does the reason rest on the call, and on what its caller was while it was held? A policy may
 * return these two.
 */
static bool by_held(const struct pa_record *r, const struct explained *x, const struct pa_why *why)
{
	struct pa_record bare = *r;
	struct pa_why again;

	bool policy = (r->ret == -EACCES || r->ret == -EPERM) && !(r->facts.have & PA_F_LSM);

	if (policy)
		return false;
	if (why->rule->sites & ~BY_CALL && !is_of_kernel(r))
		return false;
	bare.facts.have &= LASTING;
	/* A member becomes one that leads when the event that led it is closed. */
	bare.facts.leader.is_leader = 1;
	if (r->ret == -ENODEV)
		bare.facts.have &= ~(u32)PA_F_CPU;
	return pa_candidates(&bare, &x->env, NULL, NULL, &again, 1) == 1 && again.certain &&
	       again.rule == why->rule;
}

/**
 * pasted_by_call() - does a reason rest on the call alone, or on what its caller was while held?
 * @r:   the call, with values for what is not known of it
 * @x:   the same, and what else is known
 * @why: the reason
 *
 * What was looked up otherwise may have been different at the call, or be so elsewhere.
 */
bool pasted_by_call(const struct pa_record *r, const struct explained *x, const struct pa_why *why)
{
	struct pa_record bare = *r;
	const struct pa_rule *rule;
	struct pa_why again;
	struct pa_case c;

	/* It may return any errno. */
	if (x->pasted.filtered)
		return false;
	if (x->pasted.held)
		return by_held(r, x, why);
	bare.have_facts = 0;
	rule = pa_why_rule(&c, &bare, &x->env);
	return rule && !(rule->sites & ~BY_CALL) && rule == why->rule &&
	       pa_reason(&bare, &x->env, &again) && again.certain;
}

/**
 * pasted_outweighs() - is what surely refuses the reason, rather than others that only may be?
 * @list: reasons; the last one surely refuses
 * @n:    how many
 * @r:    the call
 * @x:    the same, and what else is known
 *
 * So it is where the PMU is the kernel's own, and only its own checks are open. It is not certain.
 */
bool pasted_outweighs(const struct pa_why *list, u32 n, const struct pa_record *r,
		      const struct explained *x)
{
	u32 i;

	if (n < 2 || !x->pasted.held || !is_of_kernel(r))
		return false;
	for (i = 0; i + 1 < n; i++)
		if (list[i].rule->sites & BY_CALL)
			return false;
	return true;
}
