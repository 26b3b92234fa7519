// SPDX-License-Identifier: GPL-2.0
/*
 * Copies the values that the files events and events_raw show of an event. The table that has its
 * file is locked, so nothing here sleeps.
 *
 * The file holds the event (perf_release() drops its reference), and the event holds until it is
 * freed: the task of hw.target, the cgroup, the trace event. It does not hold, so these are only
 * compared or not looked at: its group leader, its BPF program, its owner, its PMU (since 7.2), its
 * buffer (a struct of the kernel's own).
 *
 * Nothing is locked and no counter is read. perf_event_read_value() would do both: it waits for the
 * mutex of the context, and interrupts the cpu on which the event counts, even one that is
 * isolated. So the count is the kernel's last update.
 */
#include "now/now.h"

#include <linux/cgroup.h>
#include <linux/list.h>

#include "kernel/compat.h"
#include "kernel/pmu.h"
#include "record/event.h"
#include "record/opened.h"

/*
 * Only of an event that is off. While it is on, the kernel updates its times at any moment on
 * another cpu, one word after the other, and nothing says when they belong together.
 */
static void fill_times(struct pa_event_now *to, const struct perf_event *event)
{
	if (to->state >= PA_STATE_INACTIVE)
		return;
	to->enabled = READ_ONCE(event->total_time_enabled) +
		      atomic64_read(&event->child_total_time_enabled);
	to->running = READ_ONCE(event->total_time_running) +
		      atomic64_read(&event->child_total_time_running);
	/* If the event was enabled just now: its times are updated later, under a lock. */
	smp_rmb();
	if (compat_state(event) == to->state)
		to->have |= PA_N_TIMES;
}

/*
 * Software events, breakpoints and trace events add to their count at each hit. Others, the clocks
 * among them, are updated when they are scheduled out, overflow or are read.
 */
static bool counts_at_once(const struct pa_event_now *to, const struct perf_event *event,
			   bool is_clock)
{
	u32 type = event->attr.type;

	return to->state < PA_STATE_ACTIVE || to->name[0] || type == PERF_TYPE_BREAKPOINT ||
	       (type == PERF_TYPE_SOFTWARE && !is_clock);
}

static void fill_attr(struct pa_event_now *to, const struct perf_event *event)
{
	const struct pmu *pmu = READ_ONCE(event->pmu);
	struct perf_event_attr attr = event->attr;
	u64 clock;
	bool is_clock = pmu && pa_pmu_is_clock(pmu, &clock);

	BUILD_BUG_ON(sizeof(attr) > sizeof(to->attr));
	to->pmu = pa_pmu_index(pmu);
	if (counts_at_once(to, event, is_clock))
		to->have |= PA_N_EXACT;
	/* Newer kernels give each clock a PMU type of its own: show the type that was passed. */
	if (is_clock) {
		attr.type = PERF_TYPE_SOFTWARE;
		attr.config = clock;
	}
	to->attr_len = sizeof(attr);
	memcpy(to->attr, &attr, sizeof(attr));
	pa_le_attr(to->attr, sizeof(attr), sizeof(to->attr));
	if (attr.sample_period)
		to->period = READ_ONCE(event->hw.sample_period);
}

static void fill_task(struct pa_event_now *to, const struct task_struct *task)
{
	if (!task)
		return;
	to->pid = task->tgid;
	to->tid = task->pid;
	/* The name may change during the copy, which then mixes two names; renderers escape it. */
	memcpy(to->comm, task->comm, sizeof(to->comm));
	to->have |= PA_N_TASK;
}

static void fill_cgroup(struct pa_event_now *to, const struct perf_event *event)
{
#ifdef CONFIG_CGROUP_PERF
	if (!event->cgrp)
		return;
	to->have |= PA_N_CGROUP;
	/* A path that is too long is cut off, or missing on newer kernels. */
	cgroup_path(event->cgrp->css.cgroup, to->cgroup, sizeof(to->cgroup));
	to->cgroup[sizeof(to->cgroup) - 1] = '\0';
#endif
}

static void fill_buffer(struct pa_event_now *to, const struct perf_event *event)
{
	struct pa_mapping map;

	if (!READ_ONCE(event->rb))
		return;
	to->have |= PA_N_BUFFER;
	to->maps = compat_mmap_count(event);
	/* Mappings are known only while ops are recorded. */
	if (to->maps && static_branch_unlikely(&pa_opened_wanted) &&
	    pa_opened_mapping(to->id, &map)) {
		to->data_len = map.data_len;
		to->aux_len = map.aux_len;
	}
}

/**
 * pa_event_now_fill() - copy the values that are shown of an event
 * @to:    zeroed; receives all but leader, holders and the record of its open
 * @link:  receives what relates it to other events
 * @event: its file stays open during this call
 *
 * The state is the event's own, see pa_event_now_join().
 *
 * Context: process, atomic.
 */
void pa_event_now_fill(struct pa_event_now *to, struct pa_event_link *link,
		       const struct perf_event *event)
{
	to->state = compat_state(event);
	if (to->state > PA_STATE_REVOKED)
		pa_event_trace_name(to->name, event);
	fill_task(to, event->hw.target);
	fill_cgroup(to, event);
	to->id = event->id;
	to->cpu = READ_ONCE(event->cpu);
	fill_attr(to, event);
	fill_times(to, event);
	to->count = local64_read(&event->count) + atomic64_read(&event->child_count);
	if (!list_empty(&event->child_list))
		to->have |= PA_N_CHILDREN;
	if (compat_has_program(event))
		to->have |= PA_N_BPF;
	fill_buffer(to, event);
	link->self = event;
	link->leader = READ_ONCE(event->group_leader);
	if (link->leader != event)
		to->have |= PA_N_MEMBER;
	else
		to->siblings = READ_ONCE(event->nr_siblings);
}

/**
 * pa_event_now_join() - complete the state of an event, now that its leader is known
 * @to:     from pa_event_now_fill()
 * @leader: the event that leads its group, itself if it leads; NULL if that was not found
 *
 * As __perf_effective_state() of kernel/events/core.c: a member does not run while its leader is
 * off, although its own state is inactive.
 *
 * Context: any.
 */
void pa_event_now_join(struct pa_event_now *to, const struct pa_event_now *leader)
{
	if (!(to->have & PA_N_MEMBER) || !leader)
		return;
	to->leader = leader->id;
	if (leader->state <= PA_STATE_OFF)
		to->state = leader->state;
}
