// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The counters as text: stats has lines of "name value", metrics has the same values in the text
 * format of OpenMetrics 1.0. What is in metrics must also be valid in the older text format of
 * Prometheus, because node_exporter reads files only in that one: no stateset, no info.
 */
#include "core/counters.h"
#include "core/op.h"

#ifdef __KERNEL__
#include <linux/kernel.h>
#endif

/* One row of PA_LIST_COUNTERS. */
struct counter {
	const char *name;
	const char *help;
	const char *unit;
	u32 offset;
	bool gauge;
};

#define MEMBER(member)	.name = #member, .offset = offsetof(struct pa_counters, member)
#define COUNTER(member, sentence)	{ MEMBER(member), .help = sentence },
#define GAUGE(member, in, sentence) \
	{ MEMBER(member), .help = sentence, .unit = in, .gauge = true },

static const struct counter counters[] = {
	PA_LIST_COUNTERS(COUNTER, GAUGE)
};

#define STATE_NAME(id, word)	{ .text = #word, .len = sizeof(#word) - 1 },

static const struct pa_name state_names[] = { PA_LIST_PROBE_STATES(STATE_NAME) };

static u64 value_of(const struct pa_counters *c, const struct counter *counter)
{
	u64 value;

	memcpy(&value, (const char *)c + counter->offset, sizeof(value));
	return value;
}

/* The errno that is counted in a slot; NULL if it has no name. */
static const struct pa_name *slot_name(u32 slot)
{
	return pa_errno_name(slot == PA_ERRNO_NOTSUPP ? PA_ENOTSUPP : slot);
}

/* Refusals with an errno that has no name. */
static u64 refused_other(const u64 *refused)
{
	u64 sum = refused[PA_ERRNO_OTHER];
	u32 slot;

	for (slot = 0; slot < PA_ERRNO_OTHER; slot++)
		sum += slot_name(slot) ? 0 : refused[slot];
	return sum;
}

static void put_value(struct out *s, u64 value)
{
	out_char(s, ' ');
	out_u64(s, value);
	out_char(s, '\n');
}

/* Calls by kind: what stands before and after the name of the kind. */
static void put_calls(struct out *s, const struct pa_tally *tally, const char *before,
		      const char *after)
{
	u32 kind;

	for (kind = 0; kind < PA_RECORD_MAX; kind++) {
		out_str(s, before);
		pa_put_name(s, pa_name_of(&pa_kind_names, kind));
		out_str(s, after);
		put_value(s, tally->calls[kind]);
	}
}

/* Refusals by errno, only of errnos that occurred, and those of all others together. */
static void put_refused(struct out *s, const u64 *refused, const char *before, const char *after)
{
	u32 slot;

	for (slot = 0; slot < PA_ERRNO_OTHER; slot++) {
		if (!refused[slot] || !slot_name(slot))
			continue;
		out_str(s, before);
		pa_put_name(s, slot_name(slot));
		out_str(s, after);
		put_value(s, refused[slot]);
	}
	out_str(s, before);
	out_lit(s, "other");
	out_str(s, after);
	put_value(s, refused_other(refused));
}

/*
 * How the lines about probes look in a format: what is before, between and after the names, and
 * whether there is one with 0 for each state that a probe is not in.
 */
struct probe_format {
	bool all;
	const char *before;
	const char *between;
	const char *after;
};

static void put_probe(struct out *s, const struct probe_format *as, const char *function,
		      const struct pa_name *state, u64 value)
{
	out_str(s, as->before);
	out_str(s, function);
	out_str(s, as->between);
	pa_put_name(s, state);
	out_str(s, as->after);
	put_value(s, value);
}

/* The state of each probe, and of those that are used whether what they rest on was proved. */
static void put_probes(struct out *s, const struct pa_counters *c, const struct probe_format *as)
{
	static const struct pa_name proved = { "proved", 6 }, unproved = { "unproved", 8 };
	u32 i, state;

	for (i = 0; i < c->nprobes; i++) {
		const struct pa_probe_line *line = &c->probes[i];

		for (state = 0; state < ARRAY_SIZE(state_names); state++)
			if (as->all || state == line->state)
				put_probe(s, as, line->function, &state_names[state],
					  state == line->state);
		if (line->state == PA_PROBE_ABSENT || line->state == PA_PROBE_DISARMED)
			continue;
		put_probe(s, as, line->function, &proved, line->proved > 0);
		if (line->proved < 0)
			put_probe(s, as, line->function, &unproved, 1);
	}
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
	static const struct probe_format as = { false, "probe.", ".", "" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(counters); i++) {
		out_str(s, counters[i].name);
		put_value(s, value_of(c, &counters[i]));
	}
	put_calls(s, &c->tally, "calls_", "");
	put_refused(s, c->tally.refused, "refused_", "");
	put_refused(s, c->tally.refused_ops, "refused_ops_", "");
	put_probes(s, c, &as);
}

/* A line of metadata: "# TYPE perfattr_held gauge". */
static void put_meta(struct out *s, const char *what, const char *name, const char *value)
{
	out_lit(s, "# ");
	out_str(s, what);
	out_lit(s, " perfattr_");
	out_str(s, name);
	out_char(s, ' ');
	out_str(s, value);
	out_char(s, '\n');
}

static void put_head(struct out *s, const char *name, const char *type, const char *unit,
		     const char *help)
{
	put_meta(s, "TYPE", name, type);
	if (unit)
		put_meta(s, "UNIT", name, unit);
	put_meta(s, "HELP", name, help);
}

static void put_counter(struct out *s, const struct counter *counter, u64 value)
{
	put_head(s, counter->name, counter->gauge ? "gauge" : "counter", counter->unit,
		 counter->help);
	out_lit(s, "perfattr_");
	out_str(s, counter->name);
	if (!counter->gauge)
		out_lit(s, "_total");
	put_value(s, value);
}

/**
 * pa_metrics_text() - write the counters in the text format of OpenMetrics
 * @s: the buffer; PA_METRICS_MAX bytes always suffice
 * @c: the counters
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_metrics_text(struct out *s, const struct pa_counters *c)
{
	static const struct probe_format as = {
		true, "perfattr_probe{function=\"", "\",state=\"", "\"}"
	};
	u32 i;

	put_head(s, "info", "gauge", NULL, "The module that is loaded.");
	out_lit(s, "perfattr_info{version=\"");
	out_str(s, c->version);
	out_lit(s, "\"} 1\n");
	for (i = 0; i < ARRAY_SIZE(counters); i++)
		put_counter(s, &counters[i], value_of(c, &counters[i]));
	put_head(s, "calls", "counter", NULL, "Calls that returned, by kind.");
	put_calls(s, &c->tally, "perfattr_calls_total{call=\"", "\"}");
	put_head(s, "refused", "counter", NULL, "Opens that failed, by errno.");
	put_refused(s, c->tally.refused, "perfattr_refused_total{errno=\"", "\"}");
	put_head(s, "refused_ops", "counter", NULL, "Other calls on events that failed, by errno.");
	put_refused(s, c->tally.refused_ops, "perfattr_refused_ops_total{errno=\"", "\"}");
	put_head(s, "probe", "gauge", NULL, "1 for the state that a probe is in.");
	put_probes(s, c, &as);
	out_lit(s, "# EOF\n");
}
