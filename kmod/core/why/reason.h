/* SPDX-License-Identifier: GPL-2.0 */
/* What is said of a refused call. */
#ifndef PERFATTR_WHY_REASON_H
#define PERFATTR_WHY_REASON_H

#include "core/record.h"

/* Arguments that a plan may change at once: all exclude_* flags, and as many others. */
#define PA_FIX_MAX	12
#define PA_WHY_TEXT	192
#define PA_WHY_LOST	128
#define PA_WHY_NEEDS	96

/* What a plan makes of the call, from the least loss to the greatest. */
enum pa_plan {
	PA_PLAN_NONE,	/* there is no plan */
	PA_PLAN_SAME,	/* the call measures what it was asked to */
	PA_PLAN_LESS,	/* less: not the kernel, not precisely, without a part of a sample */
	PA_PLAN_OTHER,	/* something else: another task, cpu or event; or not in the group */
	PA_PLAN_MAX,
};

/**
 * struct pa_fix - one argument to change
 * @field:     C name of the attr field, or "pid", "cpu", "group_fd", "flags"
 * @value:     what to pass instead
 * @is_signed: @value is an s64
 */
struct pa_fix {
	const char *field;
	u64 value;
	bool is_signed;
};

/**
 * struct pa_why - the reason of a refusal
 * @rule:    name of the rule, for machines
 * @in:      the kernel function that refused
 * @field:   C name of the field or argument at fault, or NULL
 * @text:    one sentence without a newline; may hold bytes of the caller's, so it is escaped
 *           by who prints it
 * @fix:     the plan: what to change so that the call passes this check and all that are known
 * @nfix:    entries of @fix; 0 when no change to the arguments can
 * @plan:    enum pa_plan: what becomes of the call by it
 * @opens:   every check was decided: with these changes the call opens
 * @garbage: the attr has what nobody puts there on purpose: it was probably not zeroed
 * @lost:    what the plan loses, half a sentence; empty when nothing
 * @needs:   the privilege, or setting, with which the call needs no plan for what lacks it now;
 *           empty when no privilege helps
 * @certain: the reason is proved by the record, see below
 *
 * A reason is certain when
 *
 * - its check was decided from the record alone, and refuses, and no check that returns the same
 *   errno and cannot be decided stands before it; or
 * - the errno was measured where only this check returns it: every stage of stages=1 was followed
 *   and no step was lost, the path ends at the places of this check, and in the kernels that were
 *   read no other check there, nor any PMU's driver, returns this errno (pa_rule.sole).
 *
 * To be the only check that could not be excluded is no proof: there may be one that is not in
 * the table. Nor is the reason that is given when there are several, "pmu-refused".
 */
struct pa_why {
	const char *rule;
	const char *in;
	const char *field;
	char text[PA_WHY_TEXT];
	char lost[PA_WHY_LOST];
	char needs[PA_WHY_NEEDS];
	struct pa_fix fix[PA_FIX_MAX];
	u8 nfix;
	u8 plan;
	bool opens;
	bool garbage;
	bool certain;
};

#endif /* PERFATTR_WHY_REASON_H */
