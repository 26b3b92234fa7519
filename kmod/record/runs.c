// SPDX-License-Identifier: GPL-2.0
/*
 * Runs: a process that opens the view raw_run (the root) sees only the calls of its descendants.
 *
 * Each record has one bit for each run: set if the caller is a descendant of that root. The return
 * handler finds out by walking up the parents. Orphans stay in the tree: they are reparented to the
 * nearest ancestor with PR_SET_CHILD_SUBREAPER, which perfattr run sets.
 *
 * Bits are reused. A new view begins at the sequence number that the ring had reached when it was
 * opened, so it skips records of the previous user of its bit. Before a bit becomes free,
 * synchronize_rcu() waits for calls that have read the table but have no sequence number yet.
 */
#include "record/runs.h"

#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

/* Bounds the walk, since a handler must end; far deeper than real process trees. */
#define STEPS_MAX	100

DEFINE_STATIC_KEY_FALSE(pa_runs_on);

/* The root process of each run, by reference; handlers only compare. Written under runs_mutex. */
static struct pid *runs_root[PA_RUNS_MAX];
/* Which bits are in use; on 32-bit a read may be torn: harmless. Written under runs_mutex. */
static u64 runs_used;
static DEFINE_MUTEX(runs_mutex);

/* The runs that have this process as root. */
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
 * pa_runs_search() - slow path of pa_runs_of_caller(): at least one run exists
 *
 * The root itself does not count as a descendant: calls of perfattr run itself are not shown.
 * real_parent is freed only after a grace period (release_task(), put_task_struct_rcu_user() in
 * kernel/exit.c), so no task goes away during this walk.
 *
 * Context: as pa_runs_of_caller(). Bounded.
 * Return: a bit for each run.
 */
u64 __kprobes pa_runs_search(void)
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

/**
 * pa_runs_add() - the current process becomes a root
 *
 * Context: process, may sleep.
 * Return: the number of its bit; -ENOSPC when all are in use.
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
		pr_err("raw_run: %d readers have it open, which is the limit: end one first\n",
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
	/* Calls that have found the root get their numbers before the bit is reused. */
	synchronize_rcu();
	WRITE_ONCE(runs_used, runs_used & ~BIT_ULL(run));
	mutex_unlock(&runs_mutex);
	put_pid(root);
}
