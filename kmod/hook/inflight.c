// SPDX-License-Identifier: GPL-2.0
/*
 * The opens in flight, by task: an open-addressed table that only probe handlers use.
 *
 * A task has at most one perf_event_open() in flight and looks up only itself, so an entry needs no
 * lock: cmpxchg claims it, a store releases it. The table has at least four places for each
 * kretprobe instance of one system call entry, and every search is bounded. Tasks without an entry
 * search, too: those whose call the filter excludes, and those that fork. They look beyond their
 * first place only while some entry is displaced, which is rare.
 */
#include "hook/inflight.h"

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/vmalloc.h>

#define INFLIGHT_PROBES	16

struct pa_inflight_entry *pa_inflight_table;
unsigned int pa_inflight_bits;
/* Number of entries that are not in the first slot of their task, because it was taken. */
static atomic_t inflight_displaced;

/**
 * pa_inflight_init() - allocate the table
 * @calls: maxactive of each probe on the system call
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_inflight_init(unsigned int calls)
{
	pa_inflight_bits = ilog2(roundup_pow_of_two(calls * 4 + INFLIGHT_PROBES));
	pa_inflight_table = vzalloc(array_size(1U << pa_inflight_bits, sizeof(*pa_inflight_table)));
	return pa_inflight_table ? 0 : -ENOMEM;
}

/**
 * pa_inflight_destroy() - free the table; no probe may be armed any more
 *
 * Context: process, may sleep.
 */
void pa_inflight_destroy(void)
{
	vfree(pa_inflight_table);
	pa_inflight_table = NULL;
}

static struct pa_inflight_entry __kprobes *inflight_next(struct pa_inflight_entry *e)
{
	return e + 1 == pa_inflight_table + (1U << pa_inflight_bits) ? pa_inflight_table : e + 1;
}

/**
 * pa_inflight_add() - the current task has entered the system call
 * @call: its record
 *
 * Context: probe handler; lock-free, bounded.
 * Return: false when all places near its hash are taken: the call is recorded without its stages.
 */
bool __kprobes pa_inflight_add(struct pa_open *call)
{
	struct task_struct *task = current;
	struct pa_inflight_entry *e = pa_inflight_first(task);
	unsigned int i;

	call->task = task;
	for (i = 0; i < INFLIGHT_PROBES; i++, e = inflight_next(e)) {
		struct task_struct *old = cmpxchg(&e->task, NULL, task);

		/* A stale entry: an earlier task at the same address died inside the call. */
		if (old && old != task)
			continue;
		e->call = call;
		/* A stale entry is still counted. */
		if (i && !old)
			atomic_inc(&inflight_displaced);
		return true;
	}
	return false;
}

/* The entry of a task, or NULL; bounded. */
static __always_inline struct pa_inflight_entry *inflight_entry(const struct task_struct *task)
{
	struct pa_inflight_entry *e = pa_inflight_first(task);
	unsigned int i;

	for (i = 0; i < INFLIGHT_PROBES; i++, e = inflight_next(e)) {
		if (READ_ONCE(e->task) == task)
			return e;
	}
	return NULL;
}

/**
 * pa_inflight_del() - the current task's call returns
 * @call: its record
 *
 * Context: probe handler; lock-free, bounded.
 */
void __kprobes pa_inflight_del(struct pa_open *call)
{
	struct pa_inflight_entry *e = inflight_entry(call->task);

	if (!e)
		return;
	if (e != pa_inflight_first(call->task))
		atomic_dec(&inflight_displaced);
	/* Release: our accesses to the entry are done before another task claims it. */
	smp_store_release(&e->task, NULL);
}

/**
 * pa_inflight_search() - slow path of pa_inflight_find()
 * @task: the current task
 *
 * Context: probe handler, lock-free, bounded.
 * Return: the call, or NULL.
 */
struct pa_open __kprobes *pa_inflight_search(struct task_struct *task)
{
	struct pa_inflight_entry *e;

	/* If an entry of @task is displaced, @task has counted that entry. */
	if (!atomic_read(&inflight_displaced))
		return NULL;
	e = inflight_entry(task);
	return e ? pa_inflight_call(e, task) : NULL;
}
