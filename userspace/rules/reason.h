/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The reason of a refusal, as the renderers get it. */
#ifndef PERFATTR_RULES_REASON_H
#define PERFATTR_RULES_REASON_H

#include "core/record.h"

struct pa_rule;

/* How many arguments a plan may change: all exclude_* flags and as many others. */
#define PA_FIX_MAX	12
#define PA_WHY_TEXT	192
#define PA_WHY_LOST	128
#define PA_WHY_NEEDS	144

/* What a plan loses, in increasing order. */
enum pa_plan {
	PA_PLAN_NONE,	/* there is no plan */
	PA_PLAN_SAME,	/* nothing: the call measures what was requested */
	PA_PLAN_LESS,	/* a part: the kernel, precision, a part of the sample */
	PA_PLAN_OTHER,	/* it measures another task, cpu or event, or not in the group */
	PA_PLAN_VOID,	/* all: the event opens, but is never counted or sampled (void.c) */
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

/* Capabilities that pass a check, in the initial user namespace. */
#define PA_NEED_PERFMON		1	/* CAP_PERFMON or CAP_SYS_ADMIN */
#define PA_NEED_SYS_ADMIN	2
#define PA_NEED_IPC_LOCK	3	/* for an mmap(): or more memory that may be locked */

/**
 * struct pa_need - the privilege that a check demands
 * @cap:     PA_NEED_*, 0 if no privilege passes the check
 * @leveled: a low kernel.perf_event_paranoid passes it, too
 * @level:   the highest level that is enough
 * @ptrace:  the right to ptrace the task passes it, too: CAP_SYS_PTRACE in its user namespace
 */
struct pa_need {
	u8 cap;
	bool leveled;
	s8 level;
	bool ptrace;
};

/**
 * struct pa_why - the reason of a refusal
 * @rule:    the rule
 * @in:      the kernel function that refused
 * @field:   C name of the field or argument at fault, or NULL
 * @text:    one sentence without a newline, as if the reason were certain; may contain bytes from
 *           the caller, so whoever prints it must escape it
 * @fix:     the plan: changes after which the call passes all known checks
 * @nfix:    entries of @fix; 0 if no change of the arguments helps
 * @plan:    enum pa_plan: what the plan loses
 * @opens:   every check was decided: with these changes the call certainly opens
 * @garbage: the attr was probably not zeroed; then there is no plan
 * @lost:    the loss by the plan, half a sentence; empty if nothing
 * @check:   for a void plan: the kernel function that drops all its samples or counts; else NULL
 * @needs:   the privilege or setting that passes the checks that refuse for lack of privilege;
 *           empty if no privilege helps
 * @need:    the privilege in @needs as numbers; for an op only the one of its check
 * @certain: the record proves the reason, see below
 *
 * A reason is certain when
 *
 * - the record alone shows that its check refuses, and no earlier check that returns the same
 *   errno is undecidable; or
 * - the errno was measured where only this check returns it: every stage of stages=1 was followed
 *   and no step was lost, the path ends at the sites of this check, and in the kernels that we have
 *   read neither another check there nor a PMU's driver returns this errno (pa_rule.sole).
 *
 * A reason is not proved by excluding all other checks, because a check may be missing in the
 * table. The fallback reason "pmu-refused" is never certain.
 */
struct pa_why {
	const struct pa_rule *rule;
	const char *in;
	const char *field;
	const char *check;
	char text[PA_WHY_TEXT];
	char lost[PA_WHY_LOST];
	char needs[PA_WHY_NEEDS];
	struct pa_need need;
	struct pa_fix fix[PA_FIX_MAX];
	u8 nfix;
	u8 plan;
	bool opens;
	bool garbage;
	bool certain;
};

#endif /* PERFATTR_RULES_REASON_H */
