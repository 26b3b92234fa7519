// SPDX-License-Identifier: GPL-2.0
/*
 * Copies the times, counts and state of an event. Its file is held, and so are the event and its
 * context. Its group leader may be closed at the same time, but is freed by RCU, and preemption is
 * off here.
 *
 * Nothing is locked and no counter is read: a number that changes on another cpu at this moment is
 * the old or the new one. Times are three words that are updated one after the other: they are
 * taken where no other cpu updates them.
 */
#include "record/op_record.h"

#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/list.h>

#include "kernel/compat.h"
#include "record/caller.h"
#include "record/opened.h"

/* hw.interrupts of a throttled event: MAX_INTERRUPTS, kernel/events/core.c. */
#define THROTTLED	(~0ULL)

/* The flag word of struct perf_event_attr. */
#define ATTR_FLAGS	40

/*
 * The state that decides about times, as __perf_effective_state(), kernel/events/core.c: the state
 * of the leader, if the leader is off.
 */
static __always_inline s8 effective_state(const struct perf_event *event,
					  const struct perf_event *leader)
{
	s8 state = compat_state(event);
	s8 leads;

	if (leader == event)
		return state;
	leads = compat_state(leader);
	return leads <= PA_STATE_OFF ? leads : state;
}

/* The bits that say where the event counts. */
static __always_inline u8 place_bits(const struct perf_event *event)
{
	u8 bits = event->attach_state & PERF_ATTACH_TASK ? PA_H_TASK : 0;

	if (compat_cgroup(event))
		bits |= PA_H_CGROUP;
	if (event->cpu >= 0 && !cpu_online(event->cpu))
		bits |= PA_H_OFFLINE;
	return bits;
}

/*
 * Fields of the control page about reading, if this process has mapped it. If the page is not
 * resident, the process has never touched it.
 */
static void __kprobes look_at_buffer(struct pa_op *op)
{
	struct pa_mapping map;
	u64 pos[2];

	if (!pa_opened_mapping(op->id, &map) || !map.data_len || map.tgid != current->tgid ||
	    !current->mm)
		return;
	BUILD_BUG_ON(offsetof(struct perf_event_mmap_page, data_tail) !=
		     offsetof(struct perf_event_mmap_page, data_head) + sizeof(pos[0]));
	if (!pa_caller_copy(pos, map.data_at + offsetof(struct perf_event_mmap_page, data_head),
			    sizeof(pos))) {
		pos[0] = PA_HEAD_UNTOUCHED;
		pos[1] = 0;
	}
	op->health.head = pos[0];
	op->health.tail = pos[1];
	op->have |= PA_OP_LOOKED;
}

/**
 * pa_health_read() - capture times, losses and state of the event at a read
 * @op:    its op of an event; receives the health
 * @event: held; perf_read() has just updated its times
 *
 * Context: probe handler.
 */
void __kprobes pa_health_read(struct pa_op *op, const struct perf_event *event)
{
	const struct perf_event *leader = READ_ONCE(event->group_leader);
	struct pa_health *h = &op->health;
	u8 bits = PA_H_TIMES | place_bits(event);

	h->enabled = event->total_time_enabled + atomic64_read(&event->child_total_time_enabled);
	h->running = event->total_time_running + atomic64_read(&event->child_total_time_running);
	if (compat_lost(&h->lost, event))
		bits |= PA_H_LOST;
	memcpy(&h->flags, (const u8 *)&event->attr + ATTR_FLAGS, sizeof(h->flags));
	h->flags = pa_le_flags(h->flags);
	h->cpu = event->cpu;
	h->state = effective_state(event, leader);
	h->siblings = min_t(u32, leader->nr_siblings, U16_MAX);
	if (!list_empty(&event->child_list))
		bits |= PA_H_CHILDREN;
	if (READ_ONCE(event->hw.interrupts) == THROTTLED)
		bits |= PA_H_THROTTLED;
	if (READ_ONCE(event->rb))
		look_at_buffer(op);
	h->bits = bits;
	op->have |= PA_OP_HEALTH;
}

/*
 * Return true if the context is scheduled in on this cpu. Other cpus then update its events by an
 * interrupt here (event_function_call(), kernel/events/core.c).
 */
static bool __kprobes is_of_this_cpu(const struct perf_event_context *ctx,
				     const struct perf_event *event)
{
	const struct task_struct *task = READ_ONCE(ctx->task);

	if (!READ_ONCE(ctx->is_active))
		return false;
	return task ? task == current : event->cpu == raw_smp_processor_id();
}

/* Adds the time since the event was updated last, as __perf_update_times() does. */
static void __kprobes add_times(struct pa_health *h, const struct perf_event *event)
{
	const struct perf_event_context *ctx = READ_ONCE(event->ctx);
	u64 now, since;

	if (h->bits & PA_H_CGROUP || !is_of_this_cpu(ctx, event) ||
	    !compat_context_now(&now, ctx)) {
		h->bits &= ~PA_H_TIMES;
		return;
	}
	since = READ_ONCE(event->tstamp);
	if (now <= since)
		return;
	h->enabled += now - since;
	if (h->state == PA_STATE_ACTIVE)
		h->running += now - since;
}

/**
 * pa_health_close() - capture times, losses and state of the event at its close
 * @op:    as for pa_health_read()
 * @event: held; has a context
 *
 * The times of an event that is on are known if its context is scheduled in on this cpu, except for
 * a cgroup, which has a clock of its own for each cpu.
 *
 * Context: probe handler.
 */
void __kprobes pa_health_close(struct pa_op *op, const struct perf_event *event)
{
	unsigned long flags;

	local_irq_save(flags);
	pa_health_read(op, event);
	if (op->health.state >= PA_STATE_INACTIVE)
		add_times(&op->health, event);
	local_irq_restore(flags);
}
