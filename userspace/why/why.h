/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Why a call was refused: derived from the record when it is read. */
#ifndef PERFATTR_WHY_H
#define PERFATTR_WHY_H

#include "core/env.h"
#include "why/reason.h"

/**
 * pa_reason() - find the reason of a refused call
 * @r:   the record
 * @env: further input
 * @why: receives the reason without a plan, if there is a reason
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: false if the call was not refused, or if the reason is not known.
 */
bool pa_reason(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

/**
 * pa_explain() - as pa_reason(), with a plan
 * @r:   the record
 * @env: further input
 * @why: receives the reason and the plan, if there is a reason
 *
 * Context: any; no allocation, no locks, bounded time. Not for handlers: it costs about ten times
 *          as much as pa_reason(), and 3 KiB of stack.
 * Return: false if the call was not refused, or if the reason is not known.
 */
bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

#endif /* PERFATTR_WHY_H */
