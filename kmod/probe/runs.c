// SPDX-License-Identifier: GPL-2.0
/*
 * Runs: a process that opened the view json_run sees the calls of its descendants, and only those.
 *
 * A record says whose descendant its caller was: a bit for each run. That is found out when the
 * call returns, for then nobody can have left the tree: a process whose parent ends goes to the
 * nearest ancestor that asked for such (PR_SET_CHILD_SUBREAPER), and perfattr run does.
 *
 * A bit is used again by the next run. Its view begins at the number that the ring had reached
 * when it was registered, and before a bit is free synchronize_rcu() waits for the calls that
 * have looked at the table and have no number yet.
 */
#include "probe/runs.h"

#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

/* Deeper trees than any that people make; a probe handler must come to an end. */
#define STEPS_MAX	1000

DEFINE_STATIC_KEY_FALSE(pa_runs_on);

/* Processes, held; compared and never followed. Written under runs_mutex. */
static struct pid *runs_root[PA_RUNS_MAX];
/* Which of them are there. */
static u64 runs_used;
static DEFINE_MUTEX(runs_mutex);

/* The runs whose root this process is. */
static __always_inline u64 runs_of_root(const struct pid *tgid, u64 used)
{
	u64 runs = 0;
	int run;

	for (; used; used &= used - 1) {
		run = __ffs64(used);
		if (READ_ONCE(runs_root[run]) == tgid)
			runs |= BIT_ULL(run);
	}
	return runs;
}

/**
 * pa_runs_search() - the slow half of pa_runs_of_caller(): there is a run
 *
 * The root itself is no part of its tree: what perfattr run opens is not shown. Each parent is
 * alive or was when we came, so the task that real_parent names is not freed before we leave
 * (release_task(), put_task_struct_rcu_user() in kernel/exit.c).
 *
 * Context: as pa_runs_of_caller(). Bounded.
 * Return: a bit for each run.
 */
u64 pa_runs_search(void)
{
	const struct task_struct *parent, *task = current;
	u64 used = READ_ONCE(runs_used);
	u64 runs = 0;
	int i;

	for (i = 0; used && i < STEPS_MAX; i++) {
		parent = rcu_dereference_sched(task->real_parent);
		/* The idle task is its own parent. */
		if (parent == task)
			break;
		task = parent;
		runs |= runs_of_root(task_tgid((struct task_struct *)task), used);
	}
	return runs;
}
NOKPROBE_SYMBOL(pa_runs_search);

/**
 * pa_runs_add() - the current process becomes a root
 *
 * Context: process, may sleep.
 * Return: the number of its bit; -ENOSPC when all are taken.
 */
int pa_runs_add(void)
{
	int run = -ENOSPC;

	mutex_lock(&runs_mutex);
	if (~runs_used) {
		run = __ffs64(~runs_used);
		WRITE_ONCE(runs_root[run], get_pid(task_tgid(current)));
		WRITE_ONCE(runs_used, runs_used | BIT_ULL(run));
		static_branch_inc(&pa_runs_on);
	}
	mutex_unlock(&runs_mutex);
	if (run < 0)
		pr_err("json_run: %d runs are going on, which is all that there can be\n",
		       PA_RUNS_MAX);
	return run;
}

/**
 * pa_runs_del() - a run is over
 * @run: from pa_runs_add()
 *
 * Context: process, may sleep.
 */
void pa_runs_del(int run)
{
	struct pid *root;

	mutex_lock(&runs_mutex);
	static_branch_dec(&pa_runs_on);
	root = runs_root[run];
	WRITE_ONCE(runs_root[run], NULL);
	/* A call that still found the root has its number before the bit is used again. */
	synchronize_rcu();
	WRITE_ONCE(runs_used, runs_used & ~BIT_ULL(run));
	mutex_unlock(&runs_mutex);
	put_pid(root);
}
