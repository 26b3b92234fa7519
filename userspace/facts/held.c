// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The open events that may have caused a refusal. */
#include "facts/held.h"

/* HW_BREAKPOINT_RW; without one of these bits it is an instruction breakpoint. */
#define BP_DATA		3

static bool cpus_meet(const struct pa_held_ask *ask, const struct pa_held_event *e)
{
	return ask->cpu == -1 || e->cpu == -1 || ask->cpu == e->cpu;
}

/**
 * pa_held_matters() - return true if the refusal depends on this event
 * @ask: from pa_held_asks()
 * @e:   the event
 *
 * From fetch_bp_busy_slots() or max_bp_pinned_slots(): a cpu's registers are taken by the
 * breakpoints of the cpu, and by those of the task with the most of them; tasks do not take them
 * from each other. exclusive_event_init(), exclusive_event_installable().
 *
 * Context: any.
 */
bool pa_held_matters(const struct pa_held_ask *ask, const struct pa_held_event *e)
{
	switch (ask->kind) {
	case PA_HELD_REGISTERS:
		/* find_slot_idx() of kernel/events/hw_breakpoint.c */
		return e->bp_type && cpus_meet(ask, e) &&
		       (ask->mixed || !(ask->bp_type & BP_DATA) == !(e->bp_type & BP_DATA)) &&
		       (!ask->task || !e->tid || e->tid == ask->tid);
	case PA_HELD_OTHER_WAY:
		return e->pmu == ask->pmu && ask->task == !e->tid;
	case PA_HELD_SAME_TARGET:
		return e->pmu == ask->pmu && e->tid == ask->tid && cpus_meet(ask, e);
	default:
		return false;
	}
}
