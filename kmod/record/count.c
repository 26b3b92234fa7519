// SPDX-License-Identifier: GPL-2.0
/*
 * Counts calls by kind, refused ones by errno, and calls that the filter has excluded. Each cpu
 * has counters of its own, so that calls on several cpus do not share a cache line; readers add
 * them up.
 */
#include "record/count.h"

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/string.h>

struct pa_tally __percpu *pa_count_tallies;

/**
 * pa_count_init() - allocate the counters, before any probe is registered
 *
 * Not static: modules share a few kilobytes for static per-cpu variables.
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_count_init(void)
{
	pa_count_tallies = alloc_percpu(struct pa_tally);
	return pa_count_tallies ? 0 : -ENOMEM;
}

/**
 * pa_count_exit() - free the counters; no handler may run any more
 *
 * Context: process, may sleep.
 */
void pa_count_exit(void)
{
	free_percpu(pa_count_tallies);
	pa_count_tallies = NULL;
}

/*
 * Other cpus count meanwhile. On a 32-bit machine a counter is read in two halves, which do not
 * belong together if it passes a multiple of 2^32 just then; the next read is right.
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
		add_all((u64 *)sum, (u64 *)per_cpu_ptr(pa_count_tallies, cpu),
			sizeof(*sum) / sizeof(u64));
}
