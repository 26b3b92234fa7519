/* SPDX-License-Identifier: GPL-2.0 */
/* Copies facts out of kernel objects that the caller holds. */
#ifndef PERFATTR_EVENT_H
#define PERFATTR_EVENT_H

#include "core/record.h"

struct cgroup;
struct perf_event;
struct task_struct;

bool pa_event_trace_name(char *to, const struct perf_event *event);
void pa_event_fill(struct pa_kview *kv, const struct perf_event *event);
void pa_event_leader(struct pa_leader *to, const struct perf_event *leader);
void pa_event_leads(struct pa_kview *kv, const struct perf_event *leader);
void pa_event_cgroup_path(struct pa_kview *kv, const struct cgroup *cgroup, int fd);
void pa_event_task(struct pa_kview *kv, const struct task_struct *task);

#endif /* PERFATTR_EVENT_H */
