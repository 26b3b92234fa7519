// SPDX-License-Identifier: GPL-2.0
/* Why an op was refused or did nothing, and how its event has fared: lines below the statement. */
#include "core/text/op_why.h"

#include "core/div.h"
#include "core/health.h"
#include "core/out.h"
#include "core/why/op_why.h"

/**
 * pa_text_op_why() - write the reason after the result of an op
 * @s:   the buffer
 * @r:   the op
 * @env: further input
 * @why: receives the reason
 *
 * Context: any. Return: false if there is none.
 */
bool pa_text_op_why(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
		    struct pa_why *why)
{
	if (!pa_op_explain(r, env, why))
		return false;
	out_lit(s, ": ");
	out_escaped(s, why->text, sizeof(why->text));
	return true;
}

static void put_change(struct seq_buf *s, const struct pa_fix *fix)
{
	out_str(s, fix->field);
	out_lit(s, " = ");
	if (fix->is_signed)
		out_s64(s, (s64)fix->value);
	else
		out_u64(s, fix->value);
}

/**
 * pa_text_op_advice() - write the name of the rule, and what to do
 * @s:   the buffer
 * @why: the reason
 *
 * Context: any.
 */
void pa_text_op_advice(struct seq_buf *s, const struct pa_why *why)
{
	out_lit(s, "    /* ");
	out_str(s, why->rule);
	if (why->nfix) {
		out_str(s, why->opens ? "; pass " : "; try ");
		put_change(s, &why->fix[0]);
	}
	if (why->nfix && why->lost[0]) {
		out_lit(s, " (");
		out_str(s, why->lost);
		out_char(s, ')');
	}
	if (why->needs[0]) {
		out_str(s, why->nfix ? ", or have " : "; needs ");
		out_str(s, why->needs);
	}
	out_lit(s, " */\n");
}

/* Milliseconds, with three decimals. */
static void put_ms(struct seq_buf *s, u64 ns)
{
	out_u64(s, pa_div(ns, 1000000));
	out_char(s, '.');
	out_padded(s, (u32)pa_mod(pa_div(ns, 1000), 1000), 3);
	out_lit(s, " ms");
}

static void put_times(struct seq_buf *s, const struct pa_fare *fare)
{
	if (!fare->times) {
		out_lit(s, "its times are not known");
		return;
	}
	if (!fare->running) {
		out_lit(s, "never ran");
	} else {
		out_lit(s, "ran ");
		out_u64(s, fare->percent);
		out_lit(s, " %, ");
		put_ms(s, fare->running);
	}
	out_lit(s, " of ");
	put_ms(s, fare->enabled);
	if (!fare->whole)
		out_lit(s, " without its children");
	if (!fare->never)
		return;
	out_str(s, fare->certain ? ": " : ": probably ");
	pa_fare_never(s, fare);
}

static void put_buffer(struct seq_buf *s, const struct pa_health *h)
{
	if (h->head == PA_HEAD_UNTOUCHED) {
		out_lit(s, "; its process has not touched its buffer");
	} else if (h->head) {
		out_lit(s, "; of ");
		out_u64(s, h->head);
		out_lit(s, " bytes in its buffer ");
		out_u64(s, h->tail);
		out_lit(s, " were read");
	}
}

/**
 * pa_text_op_health() - write how the event of an op has fared, as one line
 * @s:   the buffer
 * @r:   the op
 * @env: further input
 *
 * Context: any.
 */
void pa_text_op_health(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_fare fare;

	if (!pa_fare_look(&fare, r, env))
		return;
	out_lit(s, "    /* health: ");
	put_times(s, &fare);
	if (fare.h->bits & PA_H_LOST && fare.h->lost) {
		out_lit(s, "; lost ");
		out_u64(s, fare.h->lost);
		out_lit(s, " samples");
	}
	if (fare.h->bits & PA_H_THROTTLED)
		out_lit(s, "; throttled now");
	if (fare.unscaled)
		out_lit(s, "; the value is not scaled, as read_format lacks the times");
	if (fare.looked)
		put_buffer(s, fare.h);
	out_lit(s, " */\n");
}
