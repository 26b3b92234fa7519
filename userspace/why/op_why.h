/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Why an op was refused, or did nothing: derived from the record when it is read. */
#ifndef PERFATTR_WHY_OP_WHY_H
#define PERFATTR_WHY_OP_WHY_H

#include "core/env.h"
#include "why/reason.h"

/**
 * pa_op_explain() - find the reason of an op that was refused, or that succeeded and did nothing
 * @r:   the record, of any kind but PA_RECORD_OPEN
 * @env: further input
 * @why: receives the reason, if there is one
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: false if there is nothing to explain, or if the reason is not known.
 */
bool pa_op_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

/**
 * pa_op_candidates() - the reasons that a refused op may have of which none is more likely
 * @r:   the record, of which pa_op_explain() finds no reason
 * @env: further input
 * @why: receives them in the order of the kernel's checks, none certain, and without plans
 * @max: entries there
 *
 * Context: as pa_op_explain(). Return: how many there are, which may be more than @max; 0: none is
 * known.
 */
u32 pa_op_candidates(const struct pa_record *r, const struct pa_env *env, struct pa_why *why,
		     u32 max);

#endif /* PERFATTR_WHY_OP_WHY_H */
