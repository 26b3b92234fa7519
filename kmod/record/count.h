/* SPDX-License-Identifier: GPL-2.0 */
/* Counts calls of which no record is kept. */
#ifndef PERFATTR_COUNT_H
#define PERFATTR_COUNT_H

#include <linux/percpu.h>
#include <linux/types.h>

/**
 * struct pa_tally - what handlers count
 * @filtered: calls that the filter has excluded
 *
 * Nothing but such numbers.
 */
struct pa_tally {
	u64 filtered;
};

DECLARE_PER_CPU(struct pa_tally, pa_count_tally);

void pa_count_sum(struct pa_tally *sum);

/**
 * pa_count_filtered() - the filter has excluded a call
 *
 * Context: probe handler.
 */
static __always_inline void pa_count_filtered(void)
{
	this_cpu_inc(pa_count_tally.filtered);
}

#endif /* PERFATTR_COUNT_H */
