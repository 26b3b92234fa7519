/* SPDX-License-Identifier: GPL-2.0 */
/* Counts calls by kind, refused ones by errno, and calls that the filter has excluded. */
#ifndef PERFATTR_COUNT_H
#define PERFATTR_COUNT_H

#include <linux/percpu.h>

#include "core/counters.h"

extern struct pa_tally __percpu *pa_count_tallies;

int pa_count_init(void);
void pa_count_exit(void);
void pa_count_sum(struct pa_tally *sum);

/**
 * pa_count_call() - a call returns
 * @kind: which call
 * @ret:  its result
 *
 * One increment of a per-cpu counter, and a second one if it was refused.
 *
 * Context: probe handler.
 */
static __always_inline void pa_count_call(enum pa_record_kind kind, s64 ret)
{
	this_cpu_inc(pa_count_tallies->calls[kind]);
	if (ret >= 0)
		return;
	if (kind == PA_RECORD_OPEN)
		this_cpu_inc(pa_count_tallies->refused[pa_errno_slot(0 - (u64)ret)]);
	else
		this_cpu_inc(pa_count_tallies->refused_ops[pa_errno_slot(0 - (u64)ret)]);
}

/**
 * pa_count_filtered() - the filter has excluded a call
 *
 * Context: probe handler.
 */
static __always_inline void pa_count_filtered(void)
{
	this_cpu_inc(pa_count_tallies->filtered);
}

#endif /* PERFATTR_COUNT_H */
