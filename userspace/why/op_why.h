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

#endif /* PERFATTR_WHY_OP_WHY_H */
