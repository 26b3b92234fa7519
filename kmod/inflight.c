// SPDX-License-Identifier: GPL-2.0
/*
 * The calls in flight, by task: an open-addressed table that only the probes use.
 *
 * A task has at most one perf_event_open() in flight and only looks for itself, so an
 * entry needs no lock: claimed by cmpxchg, given back by a store. The table is four
 * times as large as there can be calls, and a search is bounded.
 */
#include "inflight.h"

#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#define INFLIGHT_PROBES	16

struct inflight_entry {
	struct task_struct *task;
	struct pa_call *call;
};

static struct inflight_entry *inflight_table;
static unsigned int inflight_bits;
/* Entries in use: lets the stages leave at once when no call is in flight anywhere. */
static atomic_t inflight_used;

/**
 * pa_inflight_init() - allocate the table
 * @calls: most calls that can be in flight
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_inflight_init(unsigned int calls)
{
	inflight_bits = ilog2(roundup_pow_of_two(calls * 4 + INFLIGHT_PROBES));
	inflight_table = vzalloc(array_size(1U << inflight_bits, sizeof(*inflight_table)));
	return inflight_table ? 0 : -ENOMEM;
}

/**
 * pa_inflight_destroy() - free the table; no probe may be armed any more
 *
 * Context: process, may sleep.
 */
void pa_inflight_destroy(void)
{
	vfree(inflight_table);
	inflight_table = NULL;
}

static struct inflight_entry *inflight_at(struct task_struct *task, unsigned int i)
{
	return &inflight_table[(hash_ptr(task, inflight_bits) + i) & ((1U << inflight_bits) - 1)];
}
NOKPROBE_SYMBOL(inflight_at);

/**
 * pa_inflight_add() - the current task has entered the system call
 * @call: its record
 *
 * Context: any but NMI, lock-free, bounded.
 * Return: false when the neighbourhood is full: the call is recorded without its stages.
 */
bool pa_inflight_add(struct pa_call *call)
{
	struct task_struct *task = current;
	unsigned int i;

	call->task = task;
	for (i = 0; i < INFLIGHT_PROBES; i++) {
		struct inflight_entry *e = inflight_at(task, i);
		struct task_struct *old = cmpxchg(&e->task, NULL, task);

		if (old && old != task)
			continue;
		WRITE_ONCE(e->call, call);
		if (!old)
			atomic_inc(&inflight_used);
		return true;
	}
	return false;
}
NOKPROBE_SYMBOL(pa_inflight_add);

/**
 * pa_inflight_del() - the current task's call returns
 * @call: its record
 *
 * Context: any but NMI, lock-free, bounded.
 */
void pa_inflight_del(struct pa_call *call)
{
	unsigned int i;

	for (i = 0; i < INFLIGHT_PROBES; i++) {
		struct inflight_entry *e = inflight_at(call->task, i);

		if (READ_ONCE(e->task) != call->task)
			continue;
		WRITE_ONCE(e->call, NULL);
		smp_store_release(&e->task, NULL);
		atomic_dec(&inflight_used);
		return;
	}
}
NOKPROBE_SYMBOL(pa_inflight_del);

/**
 * pa_inflight_find() - the call that the current task is in
 *
 * Context: any but NMI, lock-free, bounded; a few instructions when no call is in flight.
 * Return: the call, or NULL.
 */
struct pa_call *pa_inflight_find(void)
{
	struct task_struct *task = current;
	unsigned int i;

	if (!atomic_read(&inflight_used) || in_interrupt())
		return NULL;
	for (i = 0; i < INFLIGHT_PROBES; i++) {
		struct inflight_entry *e = inflight_at(task, i);
		struct pa_call *call;

		if (READ_ONCE(e->task) != task)
			continue;
		call = READ_ONCE(e->call);
		return call && call->task == task ? call : NULL;
	}
	return NULL;
}
NOKPROBE_SYMBOL(pa_inflight_find);
