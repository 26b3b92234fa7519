// SPDX-License-Identifier: GPL-2.0
/*
 * Walks the descriptor tables of all processes for files of perf events, as /proc/PID/fd does.
 *
 * No lock is kept for long. Tasks are taken in batches, in the order of their numbers, under RCU; a
 * number is also where the next batch begins, so a task that exits in between does no harm.
 *
 * No reference is taken to a file: it would keep an event open that its holder closes, and with it
 * a breakpoint register or a PMU that others then cannot get. While a table is locked its files
 * stay in it, and a file that is in a table keeps its event. So the values to show are copied
 * there, which neither sleeps nor allocates; all else is done after the locks were released. At
 * most WALK_EVENTS events, WALK_LOOKS files and WALK_SLOTS descriptors are looked at before that.
 */

#include <linux/bitops.h>
#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/mm.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "now/now.h"
#include "record/facts.h"

/* A batch: at most this many tasks, found among at most this many pids. */
#define WALK_TASKS	32
#define WALK_PIDS	256
/*
 * Maxima while a table is locked: descriptors, files that are looked at, and events that are
 * copied.
 */
#define WALK_SLOTS	32768U
#define WALK_LOOKS	512
#define WALK_EVENTS	16

struct walk_task {
	struct task_struct *task;
	char comm[PA_COMM_LEN];
};

struct walk_event {
	s32 fd;
	struct pa_event_link link;
	struct pa_event_now now;
};

/**
 * struct walk - the state of a walk
 * @next_pid: number of the task that comes next
 * @next_fd:  descriptor that comes next, in the table that is searched now
 * @files:    the table that is being searched, only compared; NULL if the task no longer has it
 * @ntasks:   tasks in @tasks
 * @nevents:  events in @events
 * @seen:     tables that were searched, and descriptors that were reported
 * @tasks:    held
 * @events:   copies
 */
struct walk {
	int next_pid;
	unsigned int next_fd;
	const struct files_struct *files;
	unsigned int ntasks;
	unsigned int nevents;
	struct pa_seen seen;
	struct walk_task tasks[WALK_TASKS];
	struct walk_event events[WALK_EVENTS];
};

/*
 * Threads share the table of their process, unless they have called unshare(), and processes may
 * share one, too. Ids of events, the second numbers of descriptors here, are never 0.
 */
static bool was_searched(const struct walk *w, const struct files_struct *files)
{
	return pa_seen_has(&w->seen, (uintptr_t)files, 0);
}

/* Return true if the task has a descriptor table to search. Kernel threads share an empty one. */
static bool has_table(const struct walk *w, const struct task_struct *task)
{
	const struct files_struct *files = READ_ONCE(task->files);

	return files && !(task->flags & PF_KTHREAD) && !was_searched(w, files);
}

/* Takes the next batch of tasks; returns false after the last one. */
static bool walk_take(struct walk *w)
{
	unsigned int left = WALK_PIDS;
	struct pid *pid = NULL;

	w->ntasks = 0;
	rcu_read_lock();
	while (w->ntasks < WALK_TASKS && left--) {
		struct task_struct *task;

		pid = idr_get_next(&init_pid_ns.idr, &w->next_pid);
		if (!pid)
			break;
		w->next_pid++;
		task = pid_task(pid, PIDTYPE_PID);
		if (!task || !has_table(w, task))
			continue;
		get_task_struct(task);
		w->tasks[w->ntasks].task = task;
		/* The leader is freed after a grace period, too: exec changes it at any moment. */
		memcpy(w->tasks[w->ntasks++].comm, READ_ONCE(task->group_leader)->comm,
		       PA_COMM_LEN);
	}
	rcu_read_unlock();
	return pid;
}

static void walk_look(struct walk *w, const struct file *file, unsigned int fd)
{
	struct walk_event *e = &w->events[w->nevents];

	if (!pa_facts_file_is(file, PA_FILE_NAME_PERF))
		return;
	memset(e, 0, sizeof(*e));
	e->fd = fd;
	pa_event_now_fill(&e->now, &e->link, file->private_data);
	w->nevents++;
}

/* Looks at some places of a table that the caller keeps. Returns false after the last one. */
static bool walk_files(struct walk *w, struct files_struct *files)
{
	const struct fdtable *fdt;
	unsigned int looks = 0, end;
	bool more;

	spin_lock(&files->file_lock);
	fdt = files_fdtable(files);
	end = min(fdt->max_fds, w->next_fd + WALK_SLOTS);
	while (w->next_fd < end && looks++ < WALK_LOOKS && w->nevents < WALK_EVENTS) {
		unsigned int fd = find_next_bit(fdt->open_fds, end, w->next_fd);
		const struct file *file;

		if (fd >= end) {
			w->next_fd = end;
			break;
		}
		/* A descriptor is reserved before fd_install() sets its file: it may be NULL. */
		file = rcu_dereference_check_fdtable(files, fdt->fd[fd]);
		if (file)
			walk_look(w, file, fd);
		w->next_fd = fd + 1;
	}
	more = w->next_fd < fdt->max_fds;
	spin_unlock(&files->file_lock);
	return more;
}

/*
 * Looks at a part of a task's descriptor table; returns false after the last one. Between two parts
 * the task may exit or change to a copy of the table, with the same descriptors. Then the walk goes
 * on in the copy, and the old table does not count as searched.
 */
static bool walk_part(struct walk *w, struct task_struct *task)
{
	struct files_struct *files;
	bool more = false;

	/* Keeps task->files; exit sets it to NULL. */
	task_lock(task);
	files = task->files;
	if (!w->next_fd)
		w->files = files;
	else if (w->files != files)
		w->files = NULL;
	if (files && (w->next_fd || !was_searched(w, files)))
		more = walk_files(w, files);
	task_unlock(task);
	return more;
}

/* Reports the events of a part, each once: a thread's unshared table repeats descriptors. */
static int walk_report(struct walk *w, const struct walk_task *t, pa_walk_fn fn, void *arg)
{
	struct pa_holder who = { .pid = t->task->tgid };
	unsigned int i;
	int err = 0;

	memcpy(who.comm, t->comm, sizeof(who.comm));
	for (i = 0; i < w->nevents && err >= 0; i++) {
		const struct walk_event *e = &w->events[i];

		who.fd = e->fd;
		err = pa_seen_add(&w->seen, (u64)who.pid << 32 | (u32)who.fd, e->now.id);
		if (err > 0)
			err = fn(arg, &who, &e->now, &e->link);
	}
	return err;
}

static int walk_table(struct walk *w, const struct walk_task *t, pa_walk_fn fn, void *arg)
{
	bool more = true;
	int err = 0;

	w->next_fd = 0;
	while (more && !err) {
		w->nevents = 0;
		more = walk_part(w, t->task);
		err = walk_report(w, t, fn, arg);
		/*
		 * Only a signal that ends the caller ends the walk: one that comes again and again
		 * (a timer, SIGURG of Go) would else restart it for ever.
		 */
		if (!err && fatal_signal_pending(current))
			err = -EINTR;
		cond_resched();
	}
	if (!err && w->files)
		err = min(pa_seen_add(&w->seen, (uintptr_t)w->files, 0), 0);
	return err;
}

static int walk_tasks(struct walk *w, pa_walk_fn fn, void *arg)
{
	unsigned int i;
	bool more = true;
	int err = 0;

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
	return err;
}

/**
 * pa_walk() - call a function for each descriptor of a perf event that a process has open
 * @fn:  the function
 * @arg: passed on
 *
 * Finds every descriptor that is open during the whole walk, and each once. A descriptor that a
 * process hands on to another during the walk (fork, SCM_RIGHTS) and then closes may be missed, or
 * be found in both; one that a task takes along to a table of its own may be missed, too. Events
 * that no table refers to are not found.
 *
 * A table that processes share is reported as that of one of them. A process has one table, so
 * descriptors of threads that have unshared theirs are reported as the process's.
 *
 * Context: process, may sleep. Return: 0, -ENOMEM, -EINTR, or what @fn has returned.
 */
int pa_walk(pa_walk_fn fn, void *arg)
{
	struct walk *w = kvmalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);
	int err;

	if (!w)
		return -ENOMEM;
	err = pa_seen_init(&w->seen);
	if (!err) {
		err = walk_tasks(w, fn, arg);
		pa_seen_free(&w->seen);
	}
	kvfree(w);
	return err;
}
