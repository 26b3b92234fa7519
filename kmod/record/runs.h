/* SPDX-License-Identifier: GPL-2.0 */
/* Runs: processes that read only the calls of their descendants. */
#ifndef PERFATTR_RUNS_H
#define PERFATTR_RUNS_H

#include <linux/jump_label.h>
#include <linux/types.h>

/* Each has one bit in pa_record.runs. */
#define PA_RUNS_MAX	64

DECLARE_STATIC_KEY_FALSE(pa_runs_on);

int pa_runs_add(void);
void pa_runs_del(int run);
u64 pa_runs_search(void);

/**
 * pa_runs_of_caller() - the runs of which the current task is a descendant
 *
 * Costs nothing while there are no runs.
 *
 * Context: probe handler, in the RCU-sched section in which the record gets its number.
 * Return: a bit for each run.
 */
static __always_inline u64 pa_runs_of_caller(void)
{
	return static_branch_unlikely(&pa_runs_on) ? pa_runs_search() : 0;
}

#endif /* PERFATTR_RUNS_H */
