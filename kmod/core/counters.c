// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The counters and the states of the probes as text: lines of "name value". */
#include "core/counters.h"

/* One row of PA_LIST_COUNTERS. */
struct counter {
	const char *name;
	u32 offset;
};

#define COUNTER(member)	{ #member, offsetof(struct pa_counters, member) },

static const struct counter counters[] = { PA_LIST_COUNTERS(COUNTER) };

#define STATE_NAME(id, word)	#word,

static const char * const state_names[] = { PA_LIST_PROBE_STATES(STATE_NAME) };

static void put_value(struct out *s, u64 value)
{
	out_char(s, ' ');
	out_u64(s, value);
	out_char(s, '\n');
}

static void put_counter(struct out *s, const struct counter *counter, const struct pa_counters *c)
{
	u64 value;

	memcpy(&value, (const char *)c + counter->offset, sizeof(value));
	out_str(s, counter->name);
	put_value(s, value);
}

static void put_probe_line(struct out *s, const char *function, const char *what, u64 value)
{
	out_lit(s, "probe.");
	out_str(s, function);
	out_char(s, '.');
	out_str(s, what);
	put_value(s, value);
}

/* The state of a probe and, if it is in use, whether the arguments it depends on were proved. */
static void put_probe(struct out *s, const struct pa_probe_line *line)
{
	put_probe_line(s, line->function, state_names[line->state], 1);
	if (line->state == PA_PROBE_ABSENT || line->state == PA_PROBE_DISARMED)
		return;
	put_probe_line(s, line->function, "proved", line->proved > 0);
	if (line->proved < 0)
		put_probe_line(s, line->function, "unproved", 1);
}

/**
 * pa_stats_text() - write the counters as lines of "name value"
 * @s: the buffer; PA_STATS_MAX bytes always suffice
 * @c: the counters
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_stats_text(struct out *s, const struct pa_counters *c)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(counters); i++)
		put_counter(s, &counters[i], c);
	for (i = 0; i < c->nprobes; i++)
		put_probe(s, &c->probes[i]);
}
