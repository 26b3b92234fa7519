// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The meaning of an event's health: for how much of the time it ran, and the losses. */
#include "core/health.h"

#include "core/attr.h"
#include "core/op.h"

static const char * const states[] = {
	[PA_STATE_ACTIVE - PA_STATE_DEAD] = "active",
	[PA_STATE_INACTIVE - PA_STATE_DEAD] = "inactive",
	[PA_STATE_OFF - PA_STATE_DEAD] = "off",
	[PA_STATE_ERROR - PA_STATE_DEAD] = "error",
	[PA_STATE_EXIT - PA_STATE_DEAD] = "exited",
	[PA_STATE_REVOKED - PA_STATE_DEAD] = "revoked",
	[PA_STATE_DEAD - PA_STATE_DEAD] = "dead",
};

/**
 * pa_state_name() - a state of an event, for people and machines
 * @state: enum pa_state
 *
 * Context: any. Return: NULL if there is no such state.
 */
const char *pa_state_name(s32 state)
{
	if (state < PA_STATE_DEAD || state > PA_STATE_ACTIVE)
		return NULL;
	return states[state - PA_STATE_DEAD];
}

/**
 * pa_percent() - the share of a time in another
 * @part: ns
 * @all:  ns, not 0
 *
 * Context: any. Return: 0 to 100, rounded down.
 */
u32 pa_percent(u64 part, u64 all)
{
	if (part >= all)
		return 100;
	return (u32)(all > U64_MAX / 100 ? pa_div(part, pa_div(all, 100)) :
		     pa_div(part * 100, all));
}

/* The times that a read returned include the times of all children. */
static void times_of_read(struct pa_fare *fare, const struct pa_record *r)
{
	struct pa_values v;

	if (r->kind != PA_RECORD_READ)
		return;
	pa_values_look(&v, r);
	fare->unscaled = !v.enabled || !v.running;
	if (fare->unscaled || v.enabled >= v.have || v.running >= v.have)
		return;
	fare->enabled = pa_values_word(r, v.enabled);
	fare->running = pa_values_word(r, v.running);
	fare->times = true;
	fare->whole = true;
}

/**
 * pa_fare_look() - find out whether the event of an op was counted, multiplexed or never scheduled
 * @fare: filled in
 * @r:    a record of any kind
 * @env:  further input
 *
 * Context: any. Return: false if the record does not show it.
 */
bool pa_fare_look(struct pa_fare *fare, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_health *h = &r->op.health;

	memset(fare, 0, sizeof(*fare));
	if ((r->kind != PA_RECORD_READ && r->kind != PA_RECORD_CLOSE) ||
	    !(r->op.have & PA_OP_HEALTH))
		return false;
	fare->h = h;
	fare->pmu = pa_pmu_by_index(env, r->op.pmu);
	fare->times = h->bits & PA_H_TIMES;
	fare->whole = !(h->bits & PA_H_CHILDREN);
	fare->enabled = h->enabled;
	fare->running = h->running;
	/* A process can write anything there; an address of the kernel is never shown. */
	fare->looked = r->op.have & PA_OP_LOOKED && !pa_is_kernel_address(h->head) &&
		       !pa_is_kernel_address(h->tail);
	times_of_read(fare, r);
	fare->percent = pa_percent(fare->running, fare->enabled);
	/*
	 * Not counted as lost: time that another cpu was updating, and time in which the event's
	 * task ran on other cpus than the event's.
	 */
	fare->unscaled &= fare->times && fare->running && fare->percent < 99 &&
			  !(h->bits & PA_H_TASK && h->cpu >= 0);
	return true;
}
