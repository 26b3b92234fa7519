/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the record that is being filled for the current task. */
#ifndef PERFATTR_INFLIGHT_H
#define PERFATTR_INFLIGHT_H

#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/sched.h>

#include "core/record.h"

/**
 * struct pa_open - a perf_event_open() that has been entered and has not returned
 * @task:   the caller
 * @stages: stages_state when it was entered
 * @rec:    its record, copied into the ring at return
 *
 * Lives in the kretprobe instance of the system call, so it exists exactly as long as the call.
 */
struct pa_open {
	struct task_struct *task;
	u64 stages;
	struct pa_record rec;
};

int pa_inflight_init(unsigned int calls);
void pa_inflight_destroy(void);
bool pa_inflight_add(struct pa_open *call);
void pa_inflight_del(struct pa_open *call);
struct pa_open *pa_inflight_search(struct task_struct *task);

struct pa_inflight_entry {
	struct task_struct *task;
	struct pa_open *call;
};

extern struct pa_inflight_entry *pa_inflight_table;
extern unsigned int pa_inflight_bits;

static __always_inline struct pa_inflight_entry *pa_inflight_first(struct task_struct *task)
{
	return &pa_inflight_table[hash_ptr(task, pa_inflight_bits)];
}

/**
 * pa_inflight_find() - the call that the current task is in
 *
 * Inline, because every hit of a stage runs this and nearly always finds the task in its first
 * place.
 *
 * Context: a probe handler in process context, lock-free, bounded.
 * Return: the call, or NULL.
 */
static __always_inline struct pa_open *pa_inflight_find(void)
{
	struct task_struct *task = current;
	struct pa_inflight_entry *e = pa_inflight_first(task);

	if (likely(READ_ONCE(e->task) == task))
		return e->call;
	return pa_inflight_search(task);
}

#endif /* PERFATTR_INFLIGHT_H */
