/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Why a call was refused: derived from the record when it is read. */
#ifndef PERFATTR_RULES_H
#define PERFATTR_RULES_H

#include "core/attr.h"
#include "rules/reason.h"

/**
 * pa_explain() - find out why a call was refused, and a plan; for an op also why it did nothing
 * @r:   the record
 * @env: further input
 * @why: receives the reason and the plan, if there is a reason
 *
 * Context: any; no allocation, no locks, bounded time; 3 KiB of stack.
 * Return: false if there is nothing to explain, or if the reason is not known.
 */
bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

/**
 * pa_candidates() - the reasons that a refused call may have, in the order of the kernel's checks
 * @r:       the record
 * @env:     further input
 * @unknown: for an open: fields and arguments that sentences must not mention; NULL: none
 * @sure:    of an open: receives whether the last one surely refuses; may be NULL
 * @why:     receives the reasons, without their sentences; one that surely refuses
 *           is the last, and is certain if it is the only one. A single reason has a plan
 * @max:     entries there; at least 1
 *
 * Context: as pa_explain(). Return: how many there are, which may be more than @max.
 */
u32 pa_candidates(const struct pa_record *r, const struct pa_env *env,
		  const struct pa_unknown *unknown, bool *sure, struct pa_why *why, u32 max);

/**
 * pa_candidate_say() - write the sentence of a reason; separate, since few of the reasons found are
 * printed
 * @r:       the record of an open
 * @env:     further input
 * @unknown: fields and arguments that the sentence must not mention; NULL: none
 * @why:     from pa_candidates() of these; receives text
 */
void pa_candidate_say(const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown, struct pa_why *why);

/* At most 8 refusals behind the reason are listed. */
#define PA_AFTER_MAX	8

/* Records that pa_after() takes from its caller: they are too large for a small stack. */
#define PA_AFTER_ROOM	2

u32 pa_after(const struct pa_record *r, const struct pa_env *env, const struct pa_unknown *unknown,
	     bool allowed, struct pa_record *room, struct pa_why *why, struct pa_need *need);

enum pa_foreseen_as {
	PA_FORESEEN_UNKNOWN,	/* a check is not decided */
	PA_FORESEEN_OPENS,
	PA_FORESEEN_REFUSED,
};

/**
 * struct pa_foreseen - the result that a call would have
 * @as:   enum pa_foreseen_as
 * @err:  PA_FORESEEN_REFUSED: the errno, 0 if the driver chooses one
 * @or_err: another errno, where drivers differ; else 0
 * @why:  the check that refuses, without a plan
 */
struct pa_foreseen {
	u8 as;
	u32 err;
	u32 or_err;
	struct pa_why why;
};

void pa_foresee(struct pa_foreseen *f, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RULES_H */
