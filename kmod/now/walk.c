// SPDX-License-Identifier: GPL-2.0
/*
 * Walks the descriptor tables of all processes for files of perf events, as /proc/PID/fd does.
 *
 * Nothing is held for long. Tasks are taken in batches, in the order of their numbers, under RCU;
 * a number is also where the next batch begins, so a task that exits meanwhile does no harm. Of a
 * table at most WALK_LOOKS files are looked at with its lock held, and references taken to at most
 * WALK_FILES of them; the events are looked at after the locks were released.
 */
#include "now/walk.h"

#include <linux/errno.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "record/facts.h"

/* Sizes of the batches: tasks that are held, tasks and files that are looked at, files held. */
#define WALK_TASKS	32
#define WALK_PIDS	256
#define WALK_LOOKS	512
#define WALK_FILES	32

struct walk_task {
	struct task_struct *task;
	char comm[PA_COMM_LEN];
};

struct walk_file {
	struct file *file;
	s32 fd;
};

/**
 * struct walk - the state of a walk
 * @next_pid: number of the task that comes next
 * @next_fd:  descriptor that comes next, in the table that is searched now
 * @looks:    files of the table that were looked at in this batch
 * @ntasks:   tasks in @tasks
 * @nfiles:   files in @files
 * @tasks:    held
 * @files:    held
 */
struct walk {
	int next_pid;
	unsigned int next_fd;
	unsigned int looks;
	unsigned int ntasks;
	unsigned int nfiles;
	struct walk_task tasks[WALK_TASKS];
	struct walk_file files[WALK_FILES];
};

/*
 * Has this task a table that no other thread of its process stands for? Threads share the table of
 * their leader, unless they have called unshare(); a leader that has exited has none. The tables
 * are compared only. Kernel threads share an empty one.
 */
static bool has_table(const struct task_struct *task, const struct task_struct *leader)
{
	const struct files_struct *files = READ_ONCE(task->files);

	if (!files || task->flags & PF_KTHREAD)
		return false;
	return task == leader || files != READ_ONCE(leader->files);
}

/* Takes the next batch of tasks; returns false after the last one. */
static bool walk_take(struct walk *w)
{
	unsigned int left = WALK_PIDS;
	struct pid *pid = NULL;

	w->ntasks = 0;
	rcu_read_lock();
	while (w->ntasks < WALK_TASKS && left--) {
		const struct task_struct *leader;
		struct task_struct *task;

		pid = idr_get_next(&init_pid_ns.idr, &w->next_pid);
		if (!pid)
			break;
		w->next_pid++;
		task = pid_task(pid, PIDTYPE_PID);
		if (!task)
			continue;
		/* Freed after a grace period, as the task is: exec changes it at any moment. */
		leader = READ_ONCE(task->group_leader);
		if (!has_table(task, leader))
			continue;
		get_task_struct(task);
		w->tasks[w->ntasks].task = task;
		memcpy(w->tasks[w->ntasks++].comm, leader->comm, PA_COMM_LEN);
	}
	rcu_read_unlock();
	return pid;
}

/*
 * Called by iterate_fd() with the lock of the table held: the table has a reference to the file, so
 * its count is not 0. Returns 1 when this batch is full.
 */
static int walk_look(const void *arg, struct file *file, unsigned int fd)
{
	struct walk *w = (void *)arg;

	w->next_fd = fd + 1;
	if (pa_facts_file_is(file, PA_FILE_NAME_PERF)) {
		w->files[w->nfiles].file = get_file(file);
		w->files[w->nfiles++].fd = fd;
	}
	return ++w->looks == WALK_LOOKS || w->nfiles == WALK_FILES;
}

/*
 * Reports the files of a batch and lets them go. If their holder has closed one meanwhile, this
 * closes it for good, when the caller returns to user mode.
 */
static int walk_report(struct walk *w, const struct walk_task *t, pa_walk_fn fn, void *arg)
{
	struct pa_holder who = { .pid = t->task->tgid };
	unsigned int i;
	int err = 0;

	memcpy(who.comm, t->comm, sizeof(who.comm));
	for (i = 0; i < w->nfiles; i++) {
		who.fd = w->files[i].fd;
		if (!err)
			err = fn(arg, &who, w->files[i].file->private_data);
		fput(w->files[i].file);
	}
	return err;
}

/* Searches the table of a task. Between two batches the task may exit or exchange its table. */
static int walk_table(struct walk *w, const struct walk_task *t, pa_walk_fn fn, void *arg)
{
	bool more = true;
	int err = 0;

	w->next_fd = 0;
	while (more && !err) {
		w->nfiles = 0;
		w->looks = 0;
		/* Keeps task->files; exit sets it to NULL, for which iterate_fd() returns 0. */
		task_lock(t->task);
		more = iterate_fd(t->task->files, w->next_fd, walk_look, w);
		task_unlock(t->task);
		err = walk_report(w, t, fn, arg);
		/*
		 * Only a signal that ends the caller ends the walk: one that comes again and again
		 * (a timer, SIGURG of Go) would else restart it for ever.
		 */
		if (!err && fatal_signal_pending(current))
			err = -EINTR;
		cond_resched();
	}
	return err;
}

/**
 * pa_walk() - call a function for each descriptor of a perf event that a process has open
 * @fn:  the function
 * @arg: passed on
 *
 * Finds every descriptor that is open during the whole walk. One that a process hands on to
 * another meanwhile (fork, SCM_RIGHTS) and then closes may be missed, or be found in both. Not
 * found are events that only a mapping, a BPF map or a message in a socket refers to.
 *
 * A process has one table, so descriptors of threads that have unshared theirs are reported as the
 * process's.
 *
 * Context: process, may sleep. Return: 0, -ENOMEM, -EINTR, or what @fn has returned.
 */
int pa_walk(pa_walk_fn fn, void *arg)
{
	struct walk *w = kmalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);
	unsigned int i;
	bool more = true;
	int err = 0;

	if (!w)
		return -ENOMEM;
	w->next_pid = 1;
	while (more && !err) {
		more = walk_take(w);
		for (i = 0; i < w->ntasks; i++) {
			if (!err)
				err = walk_table(w, &w->tasks[i], fn, arg);
			put_task_struct(w->tasks[i].task);
		}
		cond_resched();
	}
	kfree(w);
	return err;
}
