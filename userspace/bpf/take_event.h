/* SPDX-License-Identifier: GPL-2.0 */
/* The facts of an event that the programs copy, as kmod/record/event.c, which has the reasons. */
#ifndef PERFATTR_BPF_EVENT_H
#define PERFATTR_BPF_EVENT_H

#include "bpf/take_files.h"

#define ATTR_FLAGS	40	/* the word of flags in an attr, its bits, and clockid */
#define ATTR_CLOCKID	92
#define INHERIT		0x2
#define USE_CLOCKID	0x2000000
#define WRITE_BACKWARD	0x8000000

/* Returns false if the event counts no trace event. */
static __noinline bool trace_name(char *to, struct perf_event *event)
{
	struct trace_event_call *call = BPF_CORE_READ(event, tp_event);
	struct trace_event_class *class = call ? BPF_CORE_READ(call, class) : NULL;
	u32 flags = class ? (u32)BPF_CORE_READ(call, flags) : 0;
	const char *name;
	long n;

	if (!class)
		return false;
	if (flags & trace_tracepoint && !(flags & trace_custom))
		name = BPF_CORE_READ(call, tp, name);
	else
		name = BPF_CORE_READ(call, name);
	n = bpf_probe_read_kernel_str(to, PA_NAME_LEN, BPF_CORE_READ(class, system));
	if (n < 1 || n >= PA_NAME_LEN)
		return true;
	to[n - 1] = ':';
	if (bpf_probe_read_kernel_str(to + n, PA_NAME_LEN - (u32)n, name) < 0)
		to[n] = '\0';
	return true;
}

static __always_inline const void *attr_of(struct perf_event *event)
{
	return (const void *)((u64)event + bpf_core_field_offset(struct perf_event, attr));
}

/* Copies the kernel's attr. Returns its bytes. */
static __always_inline u16 attr_take(u8 *to, const void *attr)
{
	u32 size = bpf_core_type_size(struct perf_event_attr);

	if (size > PA_KATTR_KEEP)
		size = PA_KATTR_KEEP;
	bpf_probe_read_kernel(to, size, attr);
	return (u16)size;
}

static __noinline void leader_fill(struct pa_leader *to, struct perf_event *leader)
{
	u64 attr = (u64)attr_of(leader), flags = 0;
	struct pmu *pmu = BPF_CORE_READ(leader, pmu);
	u32 siblings = (u32)BPF_CORE_READ(leader, nr_siblings);

	to->id = BPF_CORE_READ(leader, id);
	bpf_probe_read_kernel(&to->type, sizeof(to->type), (void *)attr);
	bpf_probe_read_kernel(&to->config, sizeof(to->config), (void *)(attr + 8));
	bpf_probe_read_kernel(&flags, sizeof(flags), (void *)(attr + ATTR_FLAGS));
	bpf_probe_read_kernel(&to->clockid, sizeof(to->clockid), (void *)(attr + ATTR_CLOCKID));
	to->pmu = (u16)pmu_index(pmu);
	to->task_ctx_nr = pmu ? (s16)BPF_CORE_READ(pmu, task_ctx_nr) : 0;
	to->cpu = BPF_CORE_READ(leader, cpu);
	to->state = (s32)BPF_CORE_READ(leader, state);
	to->use_clockid = !!(flags & USE_CLOCKID);
	to->inherit = !!(flags & INHERIT);
	to->write_backward = !!(flags & WRITE_BACKWARD);
	to->is_leader = BPF_CORE_READ(leader, group_leader) == leader;
	/* PERF_EV_CAP_SOFTWARE */
	to->moved = !(BPF_CORE_READ(leader, group_caps) & 1);
	to->has_rb = !!BPF_CORE_READ(leader, rb);
	to->siblings = siblings > 65535 ? 65535 : (u16)siblings;
	to->ctx_same = 2;
	to->ctx_own = 2;
	to->ctx_cpu = 2;
}

static __always_inline void event_leads(struct pa_kview *kv, struct perf_event *leader)
{
	leader_fill(&kv->leader, leader);
	kv->have |= PA_KV_LEADER;
	if (trace_name(kv->leader_name, leader))
		kv->have |= PA_KV_LEADER_NAME;
}

static __always_inline void event_task(struct pa_kview *kv, struct task_struct *task)
{
	kv->task_pid = BPF_CORE_READ(task, pid);
	kv->task_tgid = BPF_CORE_READ(task, tgid);
	bpf_core_read(kv->task_comm, sizeof(kv->task_comm), &task->comm);
	kv->have |= PA_KV_TASK;
}

static __always_inline bool is_cgroup_magic(u64 magic)
{
	return magic == CGROUP_MAGIC || magic == CGROUP2_MAGIC;
}

/* Copies the names of the folders of a cgroup; perfattr-bpf joins them into a path. */
static __noinline __maybe_unused void event_cgroup(struct bpf_call *c, struct perf_event *event)
{
	struct perf_cgroup *cgrp = BPF_CORE_READ(event, cgrp);
	struct file *file = cgrp ? file_of(c->rec.arg_pid) : NULL;
	struct dentry *dentry = file ? BPF_CORE_READ(file, f_path.dentry) : NULL, *parent;
	struct kernfs_node *node;
	u32 i;

	if (!dentry || !is_cgroup_magic(BPF_CORE_READ(dentry, d_sb, s_magic)))
		return;
	node = BPF_CORE_READ(dentry, d_inode, i_private);
	if (!node || BPF_CORE_READ(node, priv) != BPF_CORE_READ(cgrp, css.cgroup))
		return;
	for (i = 0; i < BPF_FOLDERS; i++) {
		parent = BPF_CORE_READ(dentry, d_parent);
		if (!parent || parent == dentry)
			break;
		bpf_probe_read_kernel_str(c->folder[i & (BPF_FOLDERS - 1)], PA_STR_LEN,
					  BPF_CORE_READ(dentry, d_name.name));
		dentry = parent;
	}
	c->folders = i;
	c->more = i == BPF_FOLDERS;
	c->rec.kv.have |= PA_KV_CGROUP;
}

static __always_inline void event_fill(struct bpf_call *c, struct perf_event *event)
{
	struct pmu *pmu = BPF_CORE_READ(event, pmu);
	struct pa_kview *kv = &c->rec.kv;

	kv->kattr_len = attr_take(kv->kattr, attr_of(event));
	kv->id = BPF_CORE_READ(event, id);
	kv->cpu = BPF_CORE_READ(event, cpu);
	kv->sample_period = BPF_CORE_READ(event, hw.sample_period);
	kv->overflow_handler = (u64)BPF_CORE_READ(event, overflow_handler);
	kv->clock = (u64)BPF_CORE_READ(event, clock);
	name_take(kv->overflow_handler);
	name_take(kv->clock);
	kv->hw_config = BPF_CORE_READ(event, hw.config);
	kv->have |= PA_KV_ATTR | PA_KV_EVENT;
	if (!kv->pmu && pmu) {
		kv->pmu = (u16)pmu_index(pmu);
		kv->pmu_caps = (u32)BPF_CORE_READ(pmu, capabilities);
		kv->pmu_task_ctx_nr = BPF_CORE_READ(pmu, task_ctx_nr);
	}
	if (trace_name(kv->name, event))
		kv->have |= PA_KV_NAME;
}

#endif /* PERFATTR_BPF_EVENT_H */
