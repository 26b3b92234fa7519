/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the record that is being filled for the current task. */
#ifndef PERFATTR_INFLIGHT_H
#define PERFATTR_INFLIGHT_H

#include "core/record.h"

/**
 * struct pa_call - a perf_event_open() that has been entered and has not returned
 * @task: the caller; guards against an entry that a dead task left behind
 * @rec:  what will go into the ring
 *
 * Lives in the kretprobe instance of the system call, so it is there exactly as long as the call.
 */
struct pa_call {
	struct task_struct *task;
	struct pa_record rec;
};

int pa_inflight_init(unsigned int calls);
void pa_inflight_destroy(void);
bool pa_inflight_add(struct pa_call *call);
void pa_inflight_del(struct pa_call *call);
struct pa_call *pa_inflight_find(void);

#endif /* PERFATTR_INFLIGHT_H */
