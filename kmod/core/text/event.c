// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Open events as text: a line each, in columns, for the eyes. A value that is wider than its column
 * moves the others of its line to the right.
 */
#include "core/event_name.h"
#include "core/event_now.h"
#include "core/health.h"
#include "core/out.h"
#include "core/text/text.h"

/* Written for a value that is not known or does not apply. */
static void put_none(struct out *s)
{
	out_char(s, '-');
}

static void put_decimal(struct out *s, u64 whole, u64 tenths, const char *unit)
{
	out_u64(s, whole);
	out_char(s, '.');
	out_u64(s, tenths);
	out_str(s, unit);
}

/* A time in the unit that it fits. */
static void put_time(struct out *s, u64 ns)
{
	u64 sec = pa_div(ns, 1000000000);

	if (sec >= 86400)
		put_decimal(s, pa_div(sec, 86400), pa_div(pa_mod(sec, 86400), 8640), "d");
	else if (sec >= 3600)
		put_decimal(s, pa_div(sec, 3600), pa_div(pa_mod(sec, 3600), 360), "h");
	else if (sec >= 600)
		put_decimal(s, pa_div(sec, 60), pa_div(pa_mod(sec, 60), 6), "min");
	else if (sec)
		put_decimal(s, sec, pa_mod(pa_div(ns, 100000000), 10), "s");
	else
		put_decimal(s, pa_div(ns, 1000000), pa_mod(pa_div(ns, 100000), 10), "ms");
}

static void text_id(struct out *s, struct pa_event_view *v)
{
	out_u64(s, v->e->id);
}

static void text_event(struct out *s, struct pa_event_view *v)
{
	char buf[PA_EVENT_LEN];
	struct out name;

	out_init(&name, buf, sizeof(buf));
	pa_event_now_name(&name, v);
	if (name.len && name.len <= sizeof(buf))
		out_escaped(s, buf, name.len);
	else
		put_none(s);
}

static void text_sampling(struct out *s, struct pa_event_view *v)
{
	u32 freq = pa_event_now_freq(v);

	if (!v->e->period) {
		out_lit(s, "counts");
	} else if (freq) {
		out_u64(s, freq);
		out_lit(s, " Hz");
	} else {
		out_number(s, "every ", v->e->period, "");
	}
}

static void text_pmu(struct out *s, struct pa_event_view *v)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(v->env, v->e->pmu);

	if (pmu)
		out_escaped(s, pmu->name, sizeof(pmu->name));
	else
		put_none(s);
}

static void text_target(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (e->have & PA_N_TASK)
		pa_text_comm(s, e->comm, e->tid);
	if (e->have & PA_N_CGROUP) {
		out_lit(s, "cgroup ");
		out_escaped(s, e->cgroup, sizeof(e->cgroup));
	}
	if (e->cpu >= 0) {
		if (e->have & (PA_N_TASK | PA_N_CGROUP))
			out_char(s, ' ');
		out_signed(s, "cpu ", e->cpu, "");
	}
}

static void text_group(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (e->have & PA_N_MEMBER && e->leader)
		out_number(s, "in ", e->leader, "");
	else if (e->have & PA_N_MEMBER)
		out_lit(s, "in ?");
	else if (e->siblings)
		out_number(s, "leads ", e->siblings, "");
	else
		put_none(s);
}

static void text_state(struct out *s, struct pa_event_view *v)
{
	const char *name = pa_state_name(v->e->state);

	out_str(s, name ? name : "?");
}

static void text_enabled_ns(struct out *s, struct pa_event_view *v)
{
	if (v->e->have & PA_N_TIMES)
		put_time(s, v->e->enabled);
	else
		put_none(s);
}

static void text_percent(struct out *s, struct pa_event_view *v)
{
	if (!(v->e->have & PA_N_TIMES) || !v->e->enabled) {
		put_none(s);
		return;
	}
	out_u64(s, pa_percent(v->e->running, v->e->enabled));
	out_char(s, '%');
}

/* A lower bound, if the kernel updates it only now and then, or children count, too. */
static void text_count(struct out *s, struct pa_event_view *v)
{
	if (!(v->e->have & PA_N_EXACT) || v->e->have & PA_N_CHILDREN)
		out_lit(s, ">=");
	out_u64(s, v->e->count);
}

static void text_buffer(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (!(e->have & PA_N_BUFFER)) {
		put_none(s);
	} else if (!e->maps) {
		out_lit(s, "another's");
	} else if (e->data_len || e->aux_len) {
		out_u64(s, (e->data_len + e->aux_len) / 1024);
		out_lit(s, " kB");
	} else {
		out_lit(s, "mapped");
	}
}

static void text_bpf(struct out *s, struct pa_event_view *v)
{
	if (v->e->have & PA_N_BPF)
		out_str(s, pa_event_now_bpf_by(v) ?: "yes");
	else
		put_none(s);
}

/* The number of the record of its open, and how long ago it was opened. */
static void text_opened(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (!(e->have & PA_N_OPEN)) {
		put_none(s);
		return;
	}
	out_char(s, '#');
	out_u64(s, e->seq);
	out_char(s, ' ');
	put_time(s, v->now > e->time_ns ? v->now - e->time_ns : 0);
}

static void text_holders(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	u32 i;

	for (i = 0; i < e->nholders && i < PA_HOLDERS; i++) {
		if (i)
			out_char(s, ' ');
		pa_text_comm(s, v->holders[i].comm, v->holders[i].pid);
		out_signed(s, ":fd ", v->holders[i].fd, "");
	}
	if (e->held > i)
		out_number(s, " and ", e->held - i, " more");
}

/* A column; the last one is never padded. */
struct column {
	const char *title;
	unsigned int width;
	void (*put)(struct out *s, struct pa_event_view *v);
};

static const struct column columns[] = {
	{ "ID", 6, text_id },
	{ "EVENT", 22, text_event },
	{ "HOW", 12, text_sampling },
	{ "PMU", 10, text_pmu },
	{ "TARGET", 22, text_target },
	{ "GROUP", 9, text_group },
	{ "STATE", 8, text_state },
	{ "ENABLED", 9, text_enabled_ns },
	{ "RAN", 5, text_percent },
	{ "COUNT", 14, text_count },
	{ "BUFFER", 8, text_buffer },
	{ "BPF", 5, text_bpf },
	{ "OPENED", 9, text_opened },
	{ "HELD BY", 7, text_holders },
};

#define LAST	(ARRAY_SIZE(columns) - 1)

/* Ends a cell that began at @from: two spaces at least are between two of them. */
static void pad(struct out *s, const struct column *column, size_t from)
{
	if (column == &columns[LAST])
		return;
	while (s->len < from + column->width && s->len < s->size)
		out_char(s, ' ');
	out_lit(s, "  ");
}

/**
 * pa_text_event_head() - write the titles of the columns, as a comment
 * @s: the buffer
 *
 * Context: any.
 */
void pa_text_event_head(struct out *s)
{
	unsigned int i;
	size_t from = s->len;

	out_lit(s, "# ");
	for (i = 0; i < ARRAY_SIZE(columns); i++, from = s->len) {
		out_str(s, columns[i].title);
		pad(s, &columns[i], from);
	}
	out_char(s, '\n');
}

/**
 * pa_text_event() - write one open event as a line of text
 * @s: the buffer; PA_EVENT_NOW_MAX bytes always suffice
 * @v: the event; any byte pattern of it is safe
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_event(struct out *s, struct pa_event_view *v)
{
	unsigned int i;
	size_t from;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		from = s->len;
		columns[i].put(s, v);
		pad(s, &columns[i], from);
	}
	out_char(s, '\n');
}
