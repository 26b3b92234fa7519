// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Why an event never ran, as far as its health shows. */
#include "rules/health.h"

#include "core/attr.h"
#include "core/out.h"

static bool flag(const struct pa_health *h, enum pa_field_id id)
{
	return h->flags >> pa_fields[id].shift & pa_fields[id].mask;
}

/* Every reason why an event never ran: a row each. */
enum never {
	NEVER_PINNED,
	NEVER_OFFLINE,
	NEVER_GONE,
	NEVER_EXEC,
	NEVER_ENABLED,
	NEVER_EXITED,
	NEVER_TASK,
	NEVER_CGROUP,
	NEVER_ELSEWHERE,
	NEVER_GROUP,
	NEVER_COUNTER,
	NEVER_KIND,
	NEVER_MAX,
};

static const struct {
	const char *id;
	const char *text;
} nevers[NEVER_MAX] = {
	[NEVER_PINNED] = { "pinned-error",
			   "it is pinned, and did not get all counters of its group" },
	[NEVER_OFFLINE] = { "cpu-offline", "its cpu is offline" },
	[NEVER_GONE] = { "pmu-gone", "its PMU was unregistered" },
	[NEVER_EXEC] = { "not-exec", "it waits for an exec of its task (enable_on_exec)" },
	[NEVER_ENABLED] = { "not-enabled",
			    "it, or its group leader, was never enabled when it could have run" },
	[NEVER_EXITED] = { "task-exited",
			   "its task has exited without running while it was enabled" },
	[NEVER_TASK] = { "task-not-run", "its task has not run since it was enabled" },
	[NEVER_CGROUP] = { "cgroup-not-run",
			   "no task of its cgroup has run on its cpu since it was enabled" },
	[NEVER_ELSEWHERE] = { "task-elsewhere", "its task ran, but never on its cpu" },
	[NEVER_GROUP] = { "group-not-scheduled",
			  "the PMU never had counters for all of its group at once" },
	[NEVER_COUNTER] = { "no-counter", "the PMU never had a counter free for it" },
	[NEVER_KIND] = { "no-counter",
			 "its PMU never had a counter free for it, or its task ran on other cpus" },
};

/* Return true if the PMU has a limited number of counters, so that an event may have to wait. */
static bool is_limited(const struct pa_fare *fare)
{
	return fare->pmu && fare->pmu->have_caps && !fare->pmu->task_ctx_nr;
}

/* Reasons if the event was never enabled, or its task or cgroup never ran. */
static enum never never_enabled(const struct pa_health *h)
{
	if (h->state == PA_STATE_OFF)
		return flag(h, PA_FIELD_ENABLE_ON_EXEC) ? NEVER_EXEC : NEVER_ENABLED;
	if (h->state == PA_STATE_EXIT)
		return NEVER_EXITED;
	if (h->state < PA_STATE_INACTIVE)
		return NEVER_MAX;
	if (h->bits & PA_H_CGROUP)
		return NEVER_CGROUP;
	return h->bits & PA_H_TASK ? NEVER_TASK : NEVER_MAX;
}

/* Reasons if the event was enabled where it could have run, but was never scheduled. */
static enum never never_scheduled(const struct pa_fare *fare)
{
	const struct pa_health *h = fare->h;

	if (h->bits & PA_H_TASK && h->cpu >= 0 && !h->siblings && fare->pmu &&
	    fare->pmu->have_caps && !is_limited(fare))
		return NEVER_ELSEWHERE;
	/* With a cpu it may be either; a software event waits only in a group. */
	if ((h->bits & PA_H_TASK && h->cpu >= 0) || (!is_limited(fare) && !h->siblings))
		return NEVER_MAX;
	if (h->siblings)
		return NEVER_GROUP;
	/* A PMU that has only some of the cpus: hybrid x86, big.LITTLE. */
	return h->bits & PA_H_TASK && (!strncmp(fare->pmu->name, "cpu_", 4) ||
				       !strncmp(fare->pmu->name, "armv", 4)) ?
	       NEVER_KIND : NEVER_COUNTER;
}

static enum never never_of(const struct pa_fare *fare)
{
	const struct pa_health *h = fare->h;

	if (!fare->times || fare->running || !fare->whole)
		return NEVER_MAX;
	if (h->state == PA_STATE_ERROR)
		return flag(h, PA_FIELD_PINNED) ? NEVER_PINNED : NEVER_MAX;
	if (h->state == PA_STATE_REVOKED)
		return NEVER_GONE;
	if (h->bits & PA_H_OFFLINE)
		return NEVER_OFFLINE;
	return fare->enabled ? never_scheduled(fare) : never_enabled(h);
}

static void put_text(struct out *s, enum never row, const struct pa_health *h)
{
	out_str(s, nevers[row].text);
	if (row == NEVER_GROUP) {
		out_lit(s, " (");
		out_u64(s, 1 + (u64)h->siblings);
		out_lit(s, " members)");
	} else if (row == NEVER_OFFLINE || row == NEVER_ELSEWHERE) {
		out_lit(s, " (cpu ");
		out_s64(s, h->cpu);
		out_char(s, ')');
	}
}

/**
 * why_never_look() - find out why the event of an op never ran
 * @n:   receives the reason
 * @r:   a record of any kind
 * @env: further input
 *
 * Return: false if the event ran, or if that is not known.
 */
bool why_never_look(struct why_never *n, const struct pa_record *r, const struct pa_env *env)
{
	enum never never = NEVER_MAX;
	struct pa_fare fare;
	struct out s;

	if (pa_fare_look(&fare, r, env))
		never = never_of(&fare);
	memset(n, 0, sizeof(*n));
	if (never == NEVER_MAX)
		return false;
	n->id = nevers[never].id;
	/* A cpu may have gone offline later. */
	n->certain = never <= NEVER_ELSEWHERE && (never != NEVER_OFFLINE || !fare.enabled);
	n->elsewhere = never == NEVER_ELSEWHERE;
	out_init(&s, n->text, sizeof(n->text) - 1);
	put_text(&s, never, fare.h);
	return true;
}
