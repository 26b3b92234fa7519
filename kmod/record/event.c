// SPDX-License-Identifier: GPL-2.0
/*
 * Copies facts from struct perf_event, struct pmu and struct task_struct into a record.
 *
 * The objects cannot go away during this: either the system call in progress holds them, or the
 * caller holds a reference to the event's file.
 */
#include "record/event.h"

#include <linux/cgroup.h>
#include <linux/dcache.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kernfs.h>
#include <linux/magic.h>
#include <linux/rcupdate.h>
#include <linux/trace_events.h>

#include "kernel/compat.h"
#include "kernel/pmu.h"

/* Appends as much as fits. Renderers escape it; here it is copied as it is. */
static size_t __kprobes name_append(char *to, size_t at, const char *from)
{
	while (from && *from && at < PA_NAME_LEN - 1)
		to[at++] = *from++;
	to[at] = '\0';
	return at;
}

/**
 * pa_event_trace_name() - the name of the trace event that an event counts
 * @to:    receives it as system:name, NUL-terminated; PA_NAME_LEN bytes
 * @event: held
 *
 * Context: any, atomic. Return: false if it counts none.
 */
bool __kprobes pa_event_trace_name(char *to, const struct perf_event *event)
{
	struct trace_event_call *trace = compat_trace_event(event);
	size_t at;

	if (!trace || !trace->class)
		return false;
	at = name_append(to, 0, trace->class->system);
	at = name_append(to, at, ":");
	name_append(to, at, trace_event_name(trace));
	return true;
}

/*
 * hw.config is the first member of a union; many PMUs keep a kernel pointer there. Callers check
 * pa_pmu_keeps_code() first. The bit test is a second guard: every kernel address has the highest
 * bit set, no event code has.
 */
static void __kprobes hardware_code(struct pa_kview *kv, const struct hw_perf_event *hw)
{
	bool base = COMPAT_CODE_IN_BASE && !hw->config;
	u64 code = base ? hw->config_base : hw->config;

	if (pa_in_kernel_half(code) || (COMPAT_CODE_NOT_0 && !code))
		return;
	kv->hw_config = code;
	kv->have |= base ? PA_KV_HWCONFIG | PA_KV_HWBASE : PA_KV_HWCONFIG;
}

/**
 * pa_event_fill() - capture the event as the kernel made it
 * @kv:    receives attr, PMU, id, cpu, period, handler, clock and tracepoint
 * @event: perf_event_alloc() has just returned it, so nobody else can free it now
 *
 * Context: any, atomic.
 */
void __kprobes pa_event_fill(struct pa_kview *kv, const struct perf_event *event)
{
	const struct pmu *pmu = event->pmu;

	memcpy(kv->kattr, &event->attr, sizeof(event->attr));
	pa_le_attr(kv->kattr, sizeof(event->attr), sizeof(kv->kattr));
	kv->kattr_len = sizeof(event->attr);
	kv->id = event->id;
	kv->cpu = event->cpu;
	kv->sample_period = event->hw.sample_period;
	kv->overflow_handler = (unsigned long)event->overflow_handler;
	kv->clock = (unsigned long)event->clock;
	kv->have |= PA_KV_ATTR | PA_KV_EVENT;
	/* Already set if the stage perf_try_init_event() was followed. */
	if (!kv->pmu && pmu) {
		kv->pmu = pa_pmu_index(pmu);
		kv->pmu_caps = pa_pmu_caps(pmu->capabilities);
		kv->pmu_task_ctx_nr = pmu->task_ctx_nr;
	}
	/* Software events have no code; as most events are software, skip them early. */
	if (kv->pmu_task_ctx_nr != perf_sw_context && pa_pmu_keeps_code(kv->pmu))
		hardware_code(kv, &event->hw);
	if (pa_event_trace_name(kv->name, event))
		kv->have |= PA_KV_NAME;
}

/* Since 7.2 an event does not pin its PMU, which may be unregistered right now: read nofault. */
static s16 __kprobes pmu_context(const struct pmu *pmu)
{
	int task_ctx_nr;

	return get_kernel_nofault(task_ctx_nr, &pmu->task_ctx_nr) ? perf_invalid_context :
								     task_ctx_nr;
}

/**
 * pa_event_leader() - the event that group_fd names
 * @to:     filled in, except for ctx_same, ctx_own and ctx_cpu, which become 2 (not known)
 * @leader: an event whose file is held
 *
 * Context: any, with preemption off.
 */
void __kprobes pa_event_leader(struct pa_leader *to, const struct perf_event *leader)
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
	to->moved = !(READ_ONCE(leader->group_caps) & PERF_EV_CAP_SOFTWARE);
	to->has_rb = !!READ_ONCE(leader->rb);
	to->siblings = min_t(u32, READ_ONCE(leader->nr_siblings), U16_MAX);
	to->ctx_same = 2;
	to->ctx_own = 2;
	to->ctx_cpu = 2;
}

/**
 * pa_event_leads() - capture the leader of the group that the new event will join
 * @kv:     receives the leader and, if that is a tracepoint, its name
 * @leader: as for pa_event_leader()
 *
 * Context: as pa_event_leader().
 */
void __kprobes pa_event_leads(struct pa_kview *kv, const struct perf_event *leader)
{
	pa_event_leader(&kv->leader, leader);
	kv->have |= PA_KV_LEADER;
	if (pa_event_trace_name(kv->leader_name, leader))
		kv->have |= PA_KV_LEADER_NAME;
}

/* Return true if @dentry is the directory of @cgrp. */
static bool __kprobes dentry_is_cgroup(const struct dentry *dentry, const struct cgroup *cgrp)
{
	const struct inode *inode = READ_ONCE(dentry->d_inode);
	const struct kernfs_node *kn;

	if (dentry->d_sb->s_magic != CGROUP2_SUPER_MAGIC &&
	    dentry->d_sb->s_magic != CGROUP_SUPER_MAGIC)
		return false;
	kn = inode ? inode->i_private : NULL;
	return kn && kn->priv == cgrp;
}

/*
 * Writes the path from the root of the cgroup file system, last component first; if it does not
 * fit, "..." replaces the front. Called under RCU: a dentry and its name are freed after a grace
 * period (__d_free(), fs/dcache.c), and the file pins the dentry and all its parents.
 */
static void __kprobes dentry_path_fill(char *to, const struct dentry *dentry)
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

/**
 * pa_event_cgroup_path() - capture the path of the cgroup that the event monitors
 * @kv:     receives the path
 * @cgroup: the cgroup of the event; only compared
 * @fd:     the descriptor that the caller passed
 *
 * Another thread may have replaced the file behind @fd, so the path is used only if the directory
 * belongs to the event's own cgroup.
 *
 * Context: the return handler of the system call: it holds a file for a moment, see
 * pa_facts_private().
 */
void __kprobes pa_event_cgroup_path(struct pa_kview *kv, const struct cgroup *cgroup, int fd)
{
	struct file *file = fget(fd);

	if (!file)
		return;
	rcu_read_lock();
	if (dentry_is_cgroup(file->f_path.dentry, cgroup)) {
		dentry_path_fill(kv->cgroup, file->f_path.dentry);
		kv->have |= PA_KV_CGROUP;
	}
	rcu_read_unlock();
	fput(file);
}

/**
 * pa_event_task() - capture the task that the event will monitor
 * @kv:   receives pid, tgid and comm
 * @task: held by the system call
 *
 * comm may change during the copy, which then mixes two names; renderers escape it.
 *
 * Context: any, atomic.
 */
void __kprobes pa_event_task(struct pa_kview *kv, const struct task_struct *task)
{
	kv->task_pid = task->pid;
	kv->task_tgid = task->tgid;
	memcpy(kv->task_comm, task->comm, sizeof(kv->task_comm));
	kv->have |= PA_KV_TASK;
}
