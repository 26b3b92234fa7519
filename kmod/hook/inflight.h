/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the record that is being filled for the current task. */
#ifndef PERFATTR_INFLIGHT_H
#define PERFATTR_INFLIGHT_H

#include <linux/hash.h>
#include <linux/sched.h>

#include "core/record.h"

/**
 * struct pa_open - a perf_event_open() that has been entered and has not returned
 * @task:   the caller
 * @stages: stages_state when it was entered
 * @switches: see hook/switches.h
 * @level:  the setting "stages" then
 * @share:  its share of the kretprobe instances, see hook/share.c; 0: not counted
 * @tries_by_site: its perf_try_init_event() was seen at a site
 * @attr:   the attr that perf_copy_attr() fills in
 * @copy:   its step perf_copy_attr()
 * @alloc:  its step perf_event_alloc()
 * @event:  the event, once an argument was proved to be it; only compared
 * @cgroup: the cgroup of the event, if its path is to be looked up when the call returns; only
 *          compared
 * @unnamed: task and leader are to be looked up when the call returns
 * @doubt:  1 << enum pa_fn: stages that its record must do without, see pa_trust_decide()
 * @try_expected: the value that the PMU asked last will return, if it is known; for calls with a
 *                cgroup
 * @try_caps: pmu->capabilities of the PMU that was asked last
 * @try_context: pmu->task_ctx_nr of that PMU
 * @rec:    its record, copied into the ring at return
 *
 * Lives in the kretprobe instance of the system call, so it exists exactly as long as the call.
 */
struct pa_open {
	struct task_struct *task;
	u64 stages;
	int switches;
	unsigned int level;
	u32 share;
	bool tries_by_site;
	bool unnamed;
	int try_expected;
	const void *attr;
	struct pa_step *copy;
	struct pa_step *alloc;
	const struct perf_event *event;
	const struct cgroup *cgroup;
	u32 doubt;
	int try_caps;
	int try_context;
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

/**
 * pa_inflight_call() - the call of an entry
 * @e:    an entry of @task
 * @task: the current task
 *
 * An oops inside a call ends the task but leaves its entry. A later task at the same address must
 * not take it for its own: the kretprobe instance may belong to the call of another task now. The
 * memory of instances is freed only after all probes are gone.
 *
 * Context: probe handler. Return: the call, or NULL if the entry is stale.
 */
static __always_inline struct pa_open *pa_inflight_call(const struct pa_inflight_entry *e,
							const struct task_struct *task)
{
	struct pa_open *call = e->call;

	return likely(READ_ONCE(call->task) == task) ? call : NULL;
}

static __always_inline struct pa_inflight_entry *pa_inflight_first(const struct task_struct *task)
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
		return pa_inflight_call(e, task);
	return pa_inflight_search(task);
}

#endif /* PERFATTR_INFLIGHT_H */
