// SPDX-License-Identifier: GPL-2.0
/* Why an op was refused or did nothing, and how its event has fared: the last members of an op. */
#include "core/json/op_why.h"

#include "core/health.h"
#include "core/json/why.h"
#include "core/why/op_why.h"

/* A text of ours, which may have bytes of the caller in it. */
#define put_text(j, name, text)		pa_json_string(json_key(j, name), text, ~(size_t)0)
#define put_text_or_null(j, name, text)	pa_json_string_or_null(json_key(j, name), text, ~(size_t)0)

static noinline_for_stack void put_why(struct pa_json *j)
{
	struct pa_why why;
	bool found = pa_op_explain(j->r, j->env, &why);

	pa_json_why(j, found ? &why : NULL);
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
	json_put_wide(j, "enabled_ns", fare->enabled);
	json_put_wide(j, "running_ns", fare->running);
	if (fare->enabled)
		json_put_count(j, "percent", fare->percent);
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
		json_put_wide(j, "written", h->head);
	json_put_wide(j, "read", h->tail);
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
		json_put_wide(j, "lost", fare.h->lost);
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
