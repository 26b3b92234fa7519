// SPDX-License-Identifier: GPL-2.0
/*
 * Counts calls that have no record. Each cpu has counters of its own, so that calls on several cpus
 * do not share a cache line; readers add them up.
 */
#include "record/count.h"

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/string.h>

/* Static per-cpu memory of modules is scarce (PERCPU_MODULE_RESERVE, 8 KiB for all of them). */
DEFINE_PER_CPU(struct pa_tally, pa_count_tally);

/*
 * Other cpus go on counting. On a 32-bit machine a counter is read in two halves, which do not
 * match if it passes a multiple of 2^32 just then; the next read is right.
 */
static void add_all(u64 *sum, const u64 *from, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		sum[i] += READ_ONCE(from[i]);
}

/**
 * pa_count_sum() - the counters of all cpus
 * @sum: receives them
 *
 * Context: process.
 */
void pa_count_sum(struct pa_tally *sum)
{
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu)
		add_all((u64 *)sum, (u64 *)per_cpu_ptr(&pa_count_tally, cpu),
			sizeof(*sum) / sizeof(u64));
}
