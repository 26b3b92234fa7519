/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The text of a record: a pure function over it. */
#ifndef PERFATTR_RENDER_H
#define PERFATTR_RENDER_H

#include "core/env.h"
#include "core/names.h"

/* Upper bound of the bytes that any record needs (tested by tests/host). */
#define PA_TEXT_MAX	36864

/* pa_text_record() flags */
#define PA_TEXT_BRIEF	0x1	/* omit fields that are zero, as perf -vv does */

/**
 * struct pa_told - facts about a record that only user space knows
 * @never:      why the event of an op never ran, half a sentence that begins with "probably " if
 *              that is not proven; NULL: not known
 * @hw_event:   hw.config in the terms of the PMU, already escaped; NULL: not known
 * @counted_by: what the hardware counts instead of the requested event, half a sentence; NULL: it
 *              counts the requested event
 */
struct pa_told {
	const char *never;
	const char *hw_event;
	const char *counted_by;
};

/**
 * pa_text_record() - write one record in the text format of docs/INTERFACE.md
 * @s:     the buffer; PA_TEXT_MAX bytes always suffice
 * @r:     the record; any byte pattern is safe
 * @env:   further input
 * @flags: PA_TEXT_*
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags);

const char *pa_refused_by(const struct pa_record *r, const struct pa_env *env,
			  const struct pa_pmu_name **pmu);

#endif /* PERFATTR_RENDER_H */
