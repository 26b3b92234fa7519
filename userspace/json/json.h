/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Lines of JSON: calls, the kernel, PMUs, events, and what a stream says of itself. */
#ifndef PERFATTR_JSON_JSON_H
#define PERFATTR_JSON_JSON_H

#include "core/event_now.h"
#include "core/out.h"

struct pa_json_told;
struct pa_raw_firing;

/* The version of records as JSON; docs/INTERFACE.md says when it is raised. */
#define PA_JSON_VERSION	1

/* No record needs more than this, whatever its bytes are (tested by tests/host). */
#define PA_JSON_MAX	36864

/**
 * pa_json_record() - write one record as one line of JSON
 * @s:     the buffer; PA_JSON_MAX bytes always suffice, without @told->more
 * @r:     the record; any byte pattern is safe
 * @env:   further input
 * @told:  what user space writes differently from the kernel; NULL: nothing
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_json_told *told);

/**
 * pa_json_env() - write what a stream says first: the limits and features of this kernel
 * @s:   the buffer; PA_JSON_MAX bytes always suffice
 * @env: its kernel is not NULL
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_env(struct out *s, const struct pa_env *env);

/**
 * pa_json_pmu() - write what a stream says of a PMU, before the first record that names it
 * @s:     the buffer; PA_JSON_MAX bytes always suffice
 * @env:   has the table of PMUs
 * @index: its index there, from 1
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_pmu(struct out *s, const struct pa_env *env, u32 index);

/**
 * pa_json_lost() - write that a stream has lost records
 * @s:    the buffer
 * @lost: how many
 */
void pa_json_lost(struct out *s, u64 lost);

/**
 * pa_json_firing() - write that probes do not fire, or fire again
 * @s: the buffer
 * @f: what the stream says
 */
void pa_json_firing(struct out *s, const struct pa_raw_firing *f);

/**
 * pa_json_event() - write one open event as a line of JSON
 * @s: the buffer; PA_EVENT_NOW_MAX bytes always suffice
 * @v: the event; any byte pattern of it is safe
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_event(struct out *s, struct pa_event_view *v);

#endif /* PERFATTR_JSON_JSON_H */
