// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The open events that may have caused a refusal. */
#include "rules/held.h"

#include "rules/rule.h"
#include "rules/rules.h"

/* HW_BREAKPOINT_RW; without one of these bits it is an instruction breakpoint. */
#define BP_DATA		3

/**
 * pa_held_asks() - return true if the refusal of an open depends on other open events
 * @ask: receives on which
 * @r:   the record
 * @env: further input
 *
 * Costs as much as a reason for the errnos of such rules, else nothing.
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: also false if the event that the call asked for is not known.
 */
bool pa_held_asks(struct pa_held_ask *ask, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_rule *rule;
	struct pa_case c;
	bool certain;

	if (r->kind != PA_RECORD_OPEN || (r->ret != -EBUSY && r->ret != -ENOSPC))
		return false;
	rule = pa_why_rule(&c, r, env, &certain);
	if (!rule || !rule->held)
		return false;
	memset(ask, 0, sizeof(*ask));
	ask->kind = rule->held;
	ask->pmu = (u16)pa_case_pmu(&c);
	ask->bp_type = (u8)pa_case_get(&c, PA_FIELD_BP_TYPE);
	ask->mixed = c.arch == PA_ABI_X86_64;
	ask->task = c.task;
	if (c.task)
		ask->tid = r->have_kview && r->kv.have & PA_KV_TASK ? r->kv.task_pid :
			   r->arg_pid ? 0 : r->tid;
	if (ask->kind != PA_HELD_REGISTERS && !ask->pmu)
		return false;
	if (ask->kind == PA_HELD_OTHER_WAY)
		return true;
	return pa_case_event_cpu(&c, &ask->cpu) && (!c.task || ask->tid);
}

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
