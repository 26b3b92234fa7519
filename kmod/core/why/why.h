/* SPDX-License-Identifier: GPL-2.0 */
/* Why a call was refused: found from the record alone, at read time. */
#ifndef PERFATTR_WHY_H
#define PERFATTR_WHY_H

#include "core/why/reason.h"

/**
 * pa_reason() - find the reason of a refused call
 * @r:   the record
 * @env: what else may be looked at
 * @why: the reason without a plan, filled only when there is one
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: false when the call was not refused, or when the reason is not known.
 */
bool pa_reason(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

/**
 * pa_explain() - as pa_reason(), and what to change so that the call opens
 * @r:   the record
 * @env: what else may be looked at
 * @why: the reason, filled only when there is one
 *
 * Context: any; no allocation, no locks, bounded time; for readers: it costs some ten times as
 *          much as the reason, and 3 KiB of stack.
 * Return: false when the call was not refused, or when the reason is not known.
 */
bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why);

#endif /* PERFATTR_WHY_H */
