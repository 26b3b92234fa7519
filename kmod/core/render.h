/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The two renderers: pure functions over a record. */
#ifndef PERFATTR_RENDER_H
#define PERFATTR_RENDER_H

#include "core/env.h"
#include "core/names.h"

struct pa_json_told;

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

/**
 * pa_json_record() - write one record as one line of JSON
 * @s:     the buffer; PA_TEXT_MAX bytes always suffice, without @told->more
 * @r:     the record; any byte pattern is safe
 * @env:   further input
 * @told:  additions and replacements of user space; NULL in the kernel
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_json_told *told);

/**
 * pa_json_env() - write the first line of a stream: the limits and features of this kernel
 * @s:   the buffer; PA_TEXT_MAX bytes always suffice
 * @env: its kernel is not NULL
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_env(struct out *s, const struct pa_env *env);

/**
 * pa_json_pmu() - write the line about a PMU, which precedes the first record that names it
 * @s:     the buffer; PA_TEXT_MAX bytes always suffice
 * @env:   has the table of PMUs
 * @index: its index there, from 1
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_pmu(struct out *s, const struct pa_env *env, u32 index);

#endif /* PERFATTR_RENDER_H */
