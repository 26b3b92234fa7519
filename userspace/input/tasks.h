/* SPDX-License-Identifier: GPL-2.0 */
/* Threads as lines of strace tell of them, and the numbers of their descriptors. */
#ifndef PERFATTR_INPUT_TASKS_H
#define PERFATTR_INPUT_TASKS_H

#include "paste/paste.h"

/* So many opens are remembered, and of a process so many descriptors. */
#define EVENTS_MAX	4096

struct tasks;
struct task;

/* Called with what a descriptor is, when there is one more of it, or one less. */
typedef void (*descriptor_fn)(u64 id, void *arg);

struct tasks *tasks_new(bool text, bool whole, descriptor_fn more, void *arg);
void tasks_free(struct tasks *all);
bool tasks_whole(struct tasks *all, const char **line, size_t *len);
struct task *task_of(struct tasks *all, s32 tid);
u64 task_memory(const struct task *t);
u64 task_has(const struct task *t, s32 fd);
void task_put(struct task *t, s32 fd, u64 id, bool cloexec, descriptor_fn gone, void *arg);
void task_drop(struct task *t, s32 first, s32 last, descriptor_fn gone, void *arg);
void task_cloexec(struct task *t, s32 first, s32 last, bool set);
void task_opens(struct task *t);
bool task_has_opened(const struct task *t);
void task_forks(struct tasks *all, struct task *t, const struct paste_op *op);
u64 task_exec(struct tasks *all, struct task *t, descriptor_fn gone, void *arg);
u64 task_end(struct tasks *all, s32 tid, descriptor_fn gone, void *arg);

#endif /* PERFATTR_INPUT_TASKS_H */
