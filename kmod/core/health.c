// SPDX-License-Identifier: GPL-2.0
/* What the health of an event means: how much it ran, and if it never did, why. */
#include "core/health.h"

#include "core/attr.h"
#include "core/div.h"
#include "core/op.h"
#include "core/out.h"

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

/* Has the PMU a limited number of counters, so that an event may have to wait? */
static bool is_limited(const struct pa_fare *fare)
{
	return fare->pmu && fare->pmu->have_caps && !fare->pmu->task_ctx_nr;
}

/* A PMU that has only some of the cpus: hybrid x86, big.LITTLE. */
static bool is_of_kind(const struct pa_fare *fare)
{
	return !strncmp(fare->pmu->name, "cpu_", 4) || !strncmp(fare->pmu->name, "armv", 4);
}

/* It was never enabled, or its task or cgroup never ran. */
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

/* It was enabled, where it could have run, and did not. */
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
	return h->bits & PA_H_TASK && is_of_kind(fare) ? NEVER_KIND : NEVER_COUNTER;
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

/* The times that a read returned include those of all children. */
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
 * pa_fare_look() - how has the event of an op fared?
 * @fare: filled in
 * @r:    a record of any kind
 * @env:  further input
 *
 * Context: any. Return: false if the record does not tell.
 */
bool pa_fare_look(struct pa_fare *fare, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_health *h = &r->op.health;
	enum never never;

	memset(fare, 0, sizeof(*fare));
	if ((r->kind != PA_RECORD_READ && r->kind != PA_RECORD_CLOSE) ||
	    !(r->op.have & PA_OP_HEALTH))
		return false;
	fare->h = h;
	fare->env = env;
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
	/* A time that another cpu was changing is no loss. */
	fare->unscaled = fare->unscaled && fare->times && fare->running && fare->percent < 99;
	never = never_of(fare);
	if (never < NEVER_MAX)
		fare->never = nevers[never].id;
	/* A cpu may have gone offline later. */
	fare->certain = never <= NEVER_ELSEWHERE && (never != NEVER_OFFLINE || !fare->enabled);
	return true;
}

/**
 * pa_fare_never() - write why an event never ran
 * @s:    the buffer
 * @fare: its never is not NULL
 *
 * Context: any.
 */
void pa_fare_never(struct seq_buf *s, const struct pa_fare *fare)
{
	enum never never = never_of(fare);

	if (never >= NEVER_MAX)
		return;
	out_str(s, nevers[never].text);
	if (never == NEVER_GROUP) {
		out_lit(s, " (");
		out_u64(s, 1 + (u64)fare->h->siblings);
		out_lit(s, " members)");
	} else if (never == NEVER_OFFLINE || never == NEVER_ELSEWHERE) {
		out_lit(s, " (cpu ");
		out_s64(s, fare->h->cpu);
		out_char(s, ')');
	}
}
