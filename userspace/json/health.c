// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Facts about an op, and the health of its event: the last members of an op. */
#include "json/writer.h"

#include "core/health.h"

static void put_times(struct pa_json *j, const struct pa_fare *fare)
{
	json_put_wide_if(j, "enabled_ns", fare->times, fare->enabled);
	json_put_wide_if(j, "running_ns", fare->times, fare->running);
	json_put_count_if(j, "percent", fare->times && fare->enabled, fare->percent);
}

static void put_buffer(struct pa_json *j, const struct pa_fare *fare)
{
	const struct pa_health *h = fare->h;

	if (!json_object_if(j, "buffer", fare->looked))
		return;
	json_put_wide_if(j, "written", h->head != PA_HEAD_UNTOUCHED, h->head);
	json_put_wide(j, "read", h->tail);
	json_end(j, '}');
}

/* The kind and place of the event: they show why it never ran. */
static void put_event(struct pa_json *j, const struct pa_health *h)
{
	json_put_bool(j, "task", h->bits & PA_H_TASK);
	json_put_bool(j, "cgroup", h->bits & PA_H_CGROUP);
	json_put_bool(j, "cpu_offline", h->bits & PA_H_OFFLINE);
	json_put_bool(j, "children", h->bits & PA_H_CHILDREN);
	pa_json_facts(j, &pa_facts_of_health, h);
}

static void put_health(struct pa_json *j)
{
	struct pa_fare fare;

	if (!json_object_if(j, "health", pa_fare_look(&fare, j->r, j->env)))
		return;
	pa_json_string_or_null(json_key(j, "state"), pa_state_name(fare.h->state), ~(size_t)0);
	put_times(j, &fare);
	json_put_bool(j, "children_missing", !fare.whole);
	json_put_wide_if(j, "lost", fare.h->bits & PA_H_LOST, fare.h->lost);
	json_put_bool(j, "throttled", fare.h->bits & PA_H_THROTTLED);
	json_put_bool(j, "unscaled", fare.unscaled);
	put_buffer(j, &fare);
	put_event(j, fare.h);
	if (j->told && j->told->more)
		j->told->more(j);
	json_end(j, '}');
}

/**
 * pa_json_op_outcome() - write facts about an op that failed or did nothing, and its event's health
 * @j: in an object; after the result
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_op_outcome(struct pa_json *j)
{
	pa_json_op_facts(j);
	put_health(j);
}
