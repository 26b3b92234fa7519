// SPDX-License-Identifier: GPL-2.0
/* Why an op was refused or did nothing, and how its event has fared: the last members of an op. */
#include "core/json/op_why.h"

#include "core/health.h"
#include "core/why/op_why.h"

/* A text of ours, which may have bytes of the caller in it. */
#define put_text(j, name, text)		pa_json_string(json_key(j, name), text, ~(size_t)0)
#define put_text_or_null(j, name, text)	pa_json_string_or_null(json_key(j, name), text, ~(size_t)0)

static void put_fix(struct pa_json *j, const struct pa_why *why)
{
	u32 i;

	json_key(j, "fix");
	if (!why->nfix) {
		json_null(j);
		return;
	}
	json_begin(j, '{');
	for (i = 0; i < why->nfix && i < PA_FIX_MAX; i++) {
		json_element(j);
		pa_json_string(j, why->fix[i].field, ~(size_t)0);
		out_char(j->s, ':');
		if (why->fix[i].is_signed)
			pa_json_signed(j, (s64)why->fix[i].value);
		else
			json_number(j, why->fix[i].value);
	}
	json_end(j, '}');
}

static void put_plan(struct pa_json *j, const struct pa_why *why)
{
	json_key(j, "plan");
	if (!why->nfix) {
		json_null(j);
		return;
	}
	json_begin(j, '{');
	put_text(j, "kind", why->plan == PA_PLAN_SAME ? "same" : "less");
	put_text_or_null(j, "lost", why->lost);
	json_put_bool(j, "opens", why->opens);
	json_end(j, '}');
}

static noinline_for_stack void put_why(struct pa_json *j)
{
	struct pa_why why;

	json_key(j, "why");
	if (!pa_op_explain(j->r, j->env, &why)) {
		json_null(j);
		return;
	}
	json_begin(j, '{');
	put_text(j, "rule", why.rule);
	put_text(j, "in", why.in);
	json_key(j, "field");
	if (why.field)
		pa_json_string(j, why.field, ~(size_t)0);
	else
		json_null(j);
	put_text(j, "text", why.text);
	put_fix(j, &why);
	json_put_bool(j, "certain", why.certain);
	put_plan(j, &why);
	put_text_or_null(j, "needs", why.needs);
	json_put_bool(j, "not_zeroed", false);
	json_end(j, '}');
}

static void put_never(struct pa_json *j, const struct pa_fare *fare)
{
	char text[PA_WHY_TEXT];
	struct seq_buf s;

	json_key(j, "never_ran");
	if (!fare->never) {
		json_null(j);
		return;
	}
	seq_buf_init(&s, text, sizeof(text));
	pa_fare_never(&s, fare);
	json_begin(j, '{');
	put_text(j, "why", fare->never);
	json_key(j, "text");
	pa_json_string(j, text, s.len < sizeof(text) ? s.len : sizeof(text));
	json_put_bool(j, "certain", fare->certain);
	json_end(j, '}');
}

static void put_times(struct pa_json *j, const struct pa_fare *fare)
{
	if (!fare->times) {
		json_put_null(j, "enabled_ns");
		json_put_null(j, "running_ns");
		json_put_null(j, "percent");
		return;
	}
	json_put_number(j, "enabled_ns", fare->enabled);
	json_put_number(j, "running_ns", fare->running);
	if (fare->enabled)
		json_put_number(j, "percent", fare->percent);
	else
		json_put_null(j, "percent");
}

static void put_buffer(struct pa_json *j, const struct pa_fare *fare)
{
	const struct pa_health *h = fare->h;

	json_key(j, "buffer");
	if (!fare->looked) {
		json_null(j);
		return;
	}
	json_begin(j, '{');
	if (h->head == PA_HEAD_UNTOUCHED)
		json_put_null(j, "written");
	else
		json_put_number(j, "written", h->head);
	json_put_number(j, "read", h->tail);
	json_end(j, '}');
}

static void put_health(struct pa_json *j)
{
	struct pa_fare fare;

	json_key(j, "health");
	if (!pa_fare_look(&fare, j->r, j->env)) {
		json_null(j);
		return;
	}
	json_begin(j, '{');
	put_text_or_null(j, "state", pa_state_name(fare.h->state) ?: "");
	put_times(j, &fare);
	json_put_bool(j, "children_missing", !fare.whole);
	put_never(j, &fare);
	if (fare.h->bits & PA_H_LOST)
		json_put_number(j, "lost", fare.h->lost);
	else
		json_put_null(j, "lost");
	json_put_bool(j, "throttled", fare.h->bits & PA_H_THROTTLED);
	json_put_bool(j, "unscaled", fare.unscaled);
	put_buffer(j, &fare);
	json_end(j, '}');
}

/**
 * pa_json_op_outcome() - write why an op was refused or did nothing, and its event's health
 * @j: in an object; after the result
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_op_outcome(struct pa_json *j)
{
	put_why(j);
	put_health(j);
}
