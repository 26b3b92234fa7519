// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The health of an op's event: a line below the statement. */
#include "core/text/text.h"

#include "core/health.h"
#include "core/out.h"

/* Milliseconds, with three decimals. */
static void put_ms(struct out *s, u64 ns)
{
	out_point(s, pa_div(ns, 1000), 3);
	out_lit(s, " ms");
}

static void put_times(struct out *s, const struct pa_fare *fare, const struct pa_told *told)
{
	if (!fare->times) {
		out_lit(s, "its times are not known");
		return;
	}
	if (!fare->running) {
		out_lit(s, "never ran");
	} else {
		out_number(s, "ran ", fare->percent, " %, ");
		put_ms(s, fare->running);
	}
	out_lit(s, " of ");
	put_ms(s, fare->enabled);
	if (!fare->whole)
		out_lit(s, " without its children");
	if (!told || !told->never)
		return;
	out_lit(s, ": ");
	out_str(s, told->never);
}

static void put_buffer(struct out *s, const struct pa_health *h)
{
	if (h->head == PA_HEAD_UNTOUCHED) {
		out_lit(s, "; its process has not touched its buffer");
	} else if (h->head) {
		out_number(s, "; of ", h->head, " bytes in its buffer ");
		out_u64(s, h->tail);
		out_lit(s, " were read");
	}
}

/**
 * pa_text_op_health() - write times, losses and state of the event of an op, as one line
 * @s:   the buffer
 * @r:   the op
 * @env: further input
 *
 * Context: any.
 */
void pa_text_op_health(struct out *s, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_fare fare;

	if (!pa_fare_look(&fare, r, env))
		return;
	out_lit(s, "    /* health: ");
	put_times(s, &fare, env->told);
	if (fare.h->bits & PA_H_LOST && fare.h->lost)
		out_number(s, "; lost ", fare.h->lost, " samples");
	if (fare.h->bits & PA_H_THROTTLED)
		out_lit(s, "; throttled now");
	if (fare.unscaled)
		out_lit(s, "; the value is not scaled, as read_format lacks the times");
	if (fare.looked)
		put_buffer(s, fare.h);
	out_lit(s, " */\n");
}
