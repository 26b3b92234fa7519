// SPDX-License-Identifier: GPL-2.0
/*
 * What is open now: the kernel walks the descriptor tables of all tasks, and asks this program
 * about each file. No counter is read, no lock of perf is taken, and no event is kept open.
 */
#include "bpf/take_event.h"

char LICENSE[] SEC("license") = "GPL";

/* One reader at a time: perfattr-bpf has the programs for itself. */
struct bpf_open_event found = {};
const struct bpf_open_event nothing = {};

static __always_inline u64 word_of(u64 at)
{
	u64 value = 0;

	bpf_probe_read_kernel(&value, sizeof(value), (const void *)at);
	return value;
}

#define COUNTER(event, member) \
	word_of((u64)(event) + bpf_core_field_offset(struct perf_event, member))

static __always_inline s8 state_of(struct perf_event *event)
{
	s32 state = (s32)BPF_CORE_READ(event, state);

	if (bpf_core_enum_value_exists(enum perf_event_state, PERF_EVENT_STATE_REVOKED) &&
	    state == (s32)bpf_core_enum_value(enum perf_event_state, PERF_EVENT_STATE_REVOKED))
		return PA_STATE_REVOKED;
	if (state == (s32)bpf_core_enum_value(enum perf_event_state, PERF_EVENT_STATE_DEAD))
		return PA_STATE_DEAD;
	return (s8)state;
}

static __always_inline struct kernfs_node *parent_of(struct kernfs_node *node)
{
	struct kernfs_node___rcu *newer = (void *)node;

	if (bpf_core_field_exists(struct kernfs_node, parent))
		return BPF_CORE_READ(node, parent);
	return BPF_CORE_READ(newer, __parent);
}

static __noinline void take_cgroup(struct bpf_open_event *to, struct perf_event *event)
{
	struct kernfs_node *node = BPF_CORE_READ(event, cgrp, css.cgroup, kn), *parent;
	u32 i;

	to->event.have |= PA_N_CGROUP;
	for (i = 0; node && i < BPF_FOLDERS; i++) {
		parent = parent_of(node);
		if (!parent)
			break;
		bpf_probe_read_kernel_str(to->folder[i & (BPF_FOLDERS - 1)], PA_STR_LEN,
					  BPF_CORE_READ(node, name));
		node = parent;
	}
	to->folders = i;
}

static __noinline void take_pmu(struct bpf_open_event *to, struct pmu *pmu)
{
	to->pmu = (u64)pmu;
	if (!pmu)
		return;
	to->which.type = BPF_CORE_READ(pmu, type);
	to->which.init = (u64)BPF_CORE_READ(pmu, event_init);
	bpf_probe_read_kernel_str(to->which.name, sizeof(to->which.name), BPF_CORE_READ(pmu, name));
}

static __always_inline void take_attr(struct pa_event_now *to, struct perf_event *event)
{
	to->attr_len = attr_take(to->attr, attr_of(event));
	/* attr.sample_period: it samples */
	if (*(u64 *)(to->attr + 16))
		to->period = BPF_CORE_READ(event, hw.sample_period);
}

/*
 * Only of an event that is off: while it is on, the kernel updates its times at any moment, one
 * word after the other.
 */
static __always_inline void take_times(struct pa_event_now *to, struct perf_event *event)
{
	if (to->state > PA_STATE_OFF)
		return;
	to->enabled = BPF_CORE_READ(event, total_time_enabled) +
		      COUNTER(event, child_total_time_enabled);
	to->running = BPF_CORE_READ(event, total_time_running) +
		      COUNTER(event, child_total_time_running);
	to->have |= PA_N_TIMES;
}

static __always_inline void take_task(struct pa_event_now *to, struct task_struct *task)
{
	if (!task)
		return;
	to->pid = BPF_CORE_READ(task, tgid);
	to->tid = BPF_CORE_READ(task, pid);
	bpf_core_read(to->comm, sizeof(to->comm), &task->comm);
	to->have |= PA_N_TASK;
}

static __noinline void take_event(struct bpf_open_event *to, struct perf_event *event)
{
	struct pa_event_now *e = &to->event;
	u64 children = (u64)event + bpf_core_field_offset(struct perf_event, child_list);

	to->self = (u64)event;
	to->leader = (u64)BPF_CORE_READ(event, group_leader);
	e->id = BPF_CORE_READ(event, id);
	e->cpu = BPF_CORE_READ(event, cpu);
	e->state = state_of(event);
	if (e->state > PA_STATE_REVOKED)
		trace_name(e->name, event);
	take_task(e, BPF_CORE_READ(event, hw.target));
	if (BPF_CORE_READ(event, cgrp))
		take_cgroup(to, event);
	take_attr(e, event);
	take_pmu(to, BPF_CORE_READ(event, pmu));
	take_times(e, event);
	e->count = COUNTER(event, count) + COUNTER(event, child_count);
	if (word_of(children) != children)
		e->have |= PA_N_CHILDREN;
	if (BPF_CORE_READ(event, prog))
		e->have |= PA_N_BPF;
	if (BPF_CORE_READ(event, rb)) {
		e->have |= PA_N_BUFFER;
		e->maps = (u32)COUNTER(event, mmap_count);
	}
	if (to->leader != to->self)
		e->have |= PA_N_MEMBER;
	else
		e->siblings = (u32)BPF_CORE_READ(event, nr_siblings);
}

SEC("iter/task_file")
int each_file(struct bpf_iter__task_file *ctx)
{
	struct task_struct *task = ctx->task;
	struct file *file = ctx->file;

	if (!task || !file || !file_is_perf(file))
		return 0;
	bpf_probe_read_kernel(&found, sizeof(found), &nothing);
	take_event(&found, BPF_CORE_READ(file, private_data));
	found.holder.pid = BPF_CORE_READ(task, tgid);
	found.holder.fd = (s32)ctx->fd;
	bpf_core_read(found.holder.comm, sizeof(found.holder.comm), &task->comm);
	bpf_seq_write(ctx->meta->seq, &found, sizeof(found));
	return 0;
}
