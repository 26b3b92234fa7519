/* SPDX-License-Identifier: GPL-2.0 */
/* Counts calls that have no record. */
#ifndef PERFATTR_COUNT_H
#define PERFATTR_COUNT_H

/* this_cpu_inc() of asm-generic/percpu.h disables interrupts, and does not include this. */
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/types.h>

/**
 * struct pa_tally - counters of the handlers
 * @filtered: calls that the filter has excluded
 * @over_share: opens that were not followed, see hook/share.c
 * @unfollowed: opens that were entered, but whose hits of stages belong to no record
 *
 * Nothing but such numbers. Handlers count by this_cpu_inc().
 */
struct pa_tally {
	u64 filtered;
	u64 over_share;
	u64 unfollowed;
};

DECLARE_PER_CPU(struct pa_tally, pa_count_tally);

void pa_count_sum(struct pa_tally *sum);

#endif /* PERFATTR_COUNT_H */
