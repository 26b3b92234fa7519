/* SPDX-License-Identifier: GPL-2.0 */
/* The two renderers: pure functions over a record. */
#ifndef PERFATTR_RENDER_H
#define PERFATTR_RENDER_H

#include "core/names.h"
#include "core/record.h"

/* No record needs more than this, whatever its bytes are (tested by tests/host). */
#define PA_TEXT_MAX	36864

/* pa_text_record() flags */
#define PA_TEXT_BRIEF	0x1	/* omit fields that are zero, as perf -vv does */

/**
 * pa_text_record() - write one record in the text format of docs/INTERFACE.md
 * @s:     the buffer; PA_TEXT_MAX bytes always suffice
 * @r:     the record; any byte pattern is safe
 * @env:   further input
 * @flags: PA_TEXT_*
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_record(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags);

/**
 * pa_json_record() - write one record as one line of JSON
 * @s:     the buffer; PA_TEXT_MAX bytes always suffice
 * @r:     the record; any byte pattern is safe
 * @env:   further input
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_record(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RENDER_H */
