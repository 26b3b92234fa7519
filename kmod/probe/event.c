// SPDX-License-Identifier: GPL-2.0
/*
 * From struct perf_event, struct pmu and struct task_struct into a record.
 *
 * Whoever calls these functions holds the object: the system call itself does, while one of
 * its inner functions returns, or a reference to the file does.
 */
#include "probe/event.h"

#include <linux/cgroup.h>
#include <linux/dcache.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kernfs.h>
#include <linux/kprobes.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "probe/compat.h"
#include "probe/pmu.h"

/* Appends at most what fits; names of the kernel only, so no escaping here. */
static size_t name_append(char *to, size_t at, const char *from)
{
	while (from && *from && at < PA_NAME_LEN - 1)
		to[at++] = *from++;
	to[at] = '\0';
	return at;
}
NOKPROBE_SYMBOL(name_append);

#ifdef CONFIG_EVENT_TRACING
static bool tracepoint_name(char *to, const struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;
	size_t at;

	if (!call || !call->class)
		return false;
	at = name_append(to, 0, call->class->system);
	at = name_append(to, at, ":");
	name_append(to, at, trace_event_name(call));
	return true;
}
#else
static bool tracepoint_name(char *to, const struct perf_event *event)
{
	return false;
}
#endif
NOKPROBE_SYMBOL(tracepoint_name);

/*
 * hw.config is the first member of a union, and for many PMUs no code but a kernel pointer: only
 * those are asked that are known to keep a code there. No code of theirs has its highest bit set,
 * and every kernel address has.
 */
static void hardware_code(struct pa_kview *kv, const struct hw_perf_event *hw)
{
	bool base = compat_code_in_base(hw);
	u64 code = base ? hw->config_base : hw->config;

	if (code >> 63)
		return;
	kv->hw_config = code;
	kv->have |= base ? PA_KV_HWCONFIG | PA_KV_HWBASE : PA_KV_HWCONFIG;
}
NOKPROBE_SYMBOL(hardware_code);

/**
 * pa_event_fill() - what the kernel made of the call
 * @kv:    filled: attr, PMU, id, cpu, period, handler, clock, tracepoint
 * @event: an event that nobody else can free now: perf_event_alloc() has just returned it
 *
 * Context: any, atomic.
 */
void pa_event_fill(struct pa_kview *kv, const struct perf_event *event)
{
	const struct pmu *pmu = event->pmu;

	memcpy(kv->kattr, &event->attr, sizeof(event->attr));
	kv->kattr_len = sizeof(event->attr);
	kv->id = event->id;
	kv->cpu = event->cpu;
	kv->sample_period = event->hw.sample_period;
	kv->overflow_handler = (unsigned long)event->overflow_handler;
	kv->clock = (unsigned long)event->clock;
	kv->have |= PA_KV_ATTR | PA_KV_EVENT;
	/* Known already where perf_try_init_event() was followed: it was the last to be asked. */
	if (!kv->pmu && pmu) {
		kv->pmu = pa_pmu_index(pmu);
		kv->pmu_caps = pa_pmu_caps(pmu);
		kv->pmu_task_ctx_nr = pmu->task_ctx_nr;
	}
	/* Events of the software context have no code, and most events are of it. */
	if (kv->pmu_task_ctx_nr != perf_sw_context && pa_pmu_keeps_code(kv->pmu))
		hardware_code(kv, &event->hw);
	if (tracepoint_name(kv->name, event))
		kv->have |= PA_KV_NAME;
}
NOKPROBE_SYMBOL(pa_event_fill);

/* Of a PMU that may be unregistered just now: from 7.2 on an event does not keep it. */
static s16 pmu_context(const struct pmu *pmu)
{
	int task_ctx_nr;

	return get_kernel_nofault(task_ctx_nr, &pmu->task_ctx_nr) ? perf_invalid_context :
								     task_ctx_nr;
}
NOKPROBE_SYMBOL(pmu_context);

/**
 * pa_event_leader() - the event that group_fd names
 * @to:     filled
 * @leader: an event whose file is held
 *
 * Its context may be exchanged by another call (move_group); it is freed by RCU and only
 * compared here, never followed beyond ctx->task.
 *
 * Context: any, with preemption off.
 */
void pa_event_leader(struct pa_leader *to, const struct perf_event *leader)
{
	const struct pmu *pmu = READ_ONCE(leader->pmu);
	u64 clock;

	to->id = leader->id;
	to->config = leader->attr.config;
	to->type = leader->attr.type;
	if (pmu && pa_pmu_is_clock(pmu, &clock)) {
		to->type = PERF_TYPE_SOFTWARE;
		to->config = clock;
	}
	to->pmu = pa_pmu_index(pmu);
	to->task_ctx_nr = pmu ? pmu_context(pmu) : 0;
	to->cpu = leader->cpu;
	to->state = leader->state;
	to->clockid = leader->attr.clockid;
	to->use_clockid = leader->attr.use_clockid;
	to->inherit = leader->attr.inherit;
	to->write_backward = leader->attr.write_backward;
	to->is_leader = leader->group_leader == leader;
	to->has_rb = !!READ_ONCE(leader->rb);
	to->ctx_same = 2;
	to->ctx_own = 2;
	to->ctx_cpu = 2;
}
NOKPROBE_SYMBOL(pa_event_leader);

/**
 * pa_event_leads() - the leader of the group that an event is to join
 * @kv:     filled
 * @leader: as for pa_event_leader()
 *
 * Context: as pa_event_leader().
 */
void pa_event_leads(struct pa_kview *kv, const struct perf_event *leader)
{
	pa_event_leader(&kv->leader, leader);
	kv->have |= PA_KV_LEADER;
	if (tracepoint_name(kv->leader_name, leader))
		kv->have |= PA_KV_LEADER_NAME;
}
NOKPROBE_SYMBOL(pa_event_leads);

#ifdef CONFIG_CGROUP_PERF
/* Is this the directory of that cgroup? */
static bool dentry_is_cgroup(const struct dentry *dentry, const struct cgroup *cgrp)
{
	const struct inode *inode = READ_ONCE(dentry->d_inode);
	const struct kernfs_node *kn;

	if (dentry->d_sb->s_magic != CGROUP2_SUPER_MAGIC &&
	    dentry->d_sb->s_magic != CGROUP_SUPER_MAGIC)
		return false;
	kn = inode ? inode->i_private : NULL;
	return kn && kn->priv == cgrp;
}
NOKPROBE_SYMBOL(dentry_is_cgroup);

/*
 * The path from the root of the cgroup file system, written from its end; what does not fit is
 * cut at the front and marked by "...". Called under RCU: a dentry and its name are freed after
 * a grace period (__d_free(), fs/dcache.c), and the file pins the dentry and all its parents.
 */
static void dentry_path_fill(char *to, const struct dentry *dentry)
{
	size_t at = PA_STR_LEN - 1;
	unsigned int depth;

	to[at] = '\0';
	for (depth = 0; depth < 32 && !IS_ROOT(dentry); depth++) {
		const char *name = (const char *)READ_ONCE(dentry->d_name.name);
		size_t len = strnlen(name, PA_STR_LEN);

		if (len + 1 > at) {
			memcpy(to + at, "...", min_t(size_t, 3, PA_STR_LEN - 1 - at));
			break;
		}
		at -= len;
		memcpy(to + at, name, len);
		to[--at] = '/';
		dentry = READ_ONCE(dentry->d_parent);
	}
	if (at == PA_STR_LEN - 1)
		to[--at] = '/';
	memmove(to, to + at, PA_STR_LEN - at);
}
NOKPROBE_SYMBOL(dentry_path_fill);

/**
 * pa_event_cgroup() - path of the cgroup that the event watches
 * @kv:    filled
 * @event: as for pa_event_fill()
 * @fd:    the descriptor that the caller passed
 *
 * Another thread may have put another file under this number meanwhile: the directory counts only
 * if it is the one of the event's own cgroup, which the event holds.
 *
 * Context: the task that made the call, atomic.
 */
void pa_event_cgroup(struct pa_kview *kv, const struct perf_event *event, int fd)
{
	struct file *file;

	if (!event->cgrp)
		return;
	file = fget(fd);
	if (!file)
		return;
	rcu_read_lock();
	if (dentry_is_cgroup(file->f_path.dentry, event->cgrp->css.cgroup)) {
		dentry_path_fill(kv->cgroup, file->f_path.dentry);
		kv->have |= PA_KV_CGROUP;
	}
	rcu_read_unlock();
	fput(file);
}
#else
void pa_event_cgroup(struct pa_kview *kv, const struct perf_event *event, int fd)
{
}
#endif
NOKPROBE_SYMBOL(pa_event_cgroup);

/**
 * pa_event_task() - the task that is to be watched
 * @kv:   filled
 * @task: held by the system call
 *
 * Context: any, atomic. The name may change under the copy; it is one of the task's names or a
 * mixture of two, and always escaped.
 */
void pa_event_task(struct pa_kview *kv, const struct task_struct *task)
{
	kv->task_pid = task->pid;
	kv->task_tgid = task->tgid;
	memcpy(kv->task_comm, task->comm, sizeof(kv->task_comm));
	kv->have |= PA_KV_TASK;
}
NOKPROBE_SYMBOL(pa_event_task);
