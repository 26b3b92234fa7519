// SPDX-License-Identifier: GPL-2.0
/*
 * The table of perfattr events. Events that differ only in cpu, thread and descriptor are a line.
 * If the lines have no room, the columns that say least are left out.
 */
#include <search.h>

#include "core/event_name.h"
#include "ui/ui.h"

enum { T_ID, T_EVENT, T_HOW, T_PMU, T_WHAT, T_GROUP, T_STATE, T_RAN, T_COUNT, T_BUFFER, T_BPF,
	T_OPENED, T_HELD, T_COLS };

static const struct column event_columns[T_COLS] = {
	{ "ID", 0, 3 }, { "EVENT", 0, 0 }, { "MODE", 0, 8 }, { "PMU", 0, 5 }, { "TARGET", 0, 0 },
	{ "GROUP", 0, 2 }, { "STATE", 0, 0 }, { "RAN", 0, 0 }, { "COUNT", 0, 7 },
	{ "BUFFER", 0, 4 }, { "BPF", 0, 1 }, { "OPENED", 0, 6 }, { "HELD BY", 0, 0 },
};

struct line {
	char *key;
	char *cell[T_COLS];	/* the cells that all of its events have in common */
	char *who, *target;
	struct span id, cpu, tid, fd, seq;
	struct range percent;
	uint64_t n, active, count;
	uint64_t held;		/* descriptors of the event that has most */
	bool never;		/* none of its events has run */
	bool inexact;
	bool mixed;		/* they have several states */
};

static char *safe(const char *s)
{
	struct text t = { 0 };

	text_safe(&t, s && *s ? s : "-");
	return text_taken(&t);
}

/* The first holder of the event, for the column WHO. */
static char *who_of(const struct pa_event_view *v)
{
	bool held = v->e->nholders;
	struct text t = { 0 };

	put_task(&t, held ? v->holders[0].comm : NULL, held ? v->holders[0].pid : 0);
	return t.s;
}

static char *target_of(const struct pa_event_now *e)
{
	struct text t = { 0 };

	if (e->have & PA_N_CGROUP) {
		text_add(&t, "cgroup ");
		text_safe(&t, e->cgroup);
	} else if (e->have & PA_N_TASK) {
		put_task(&t, e->comm, e->pid);
	}
	return text_taken(&t);
}

static struct line *line_new(const struct pa_event_view *v, const char *name)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(v->env, v->e->pmu);
	struct line *l = must(calloc(1, sizeof(*l)));
	const struct pa_event_now *e = v->e;
	struct text t = { 0 };

	l->cell[T_EVENT] = safe(name);
	l->cell[T_HOW] = mode_words(e->period ? pa_event_now_freq(v) : 0, e->period);
	l->cell[T_PMU] = safe(pmu ? pmu->name : NULL);
	l->cell[T_GROUP] = safe(e->have & PA_N_MEMBER ? "member" : e->siblings ? "leads" : NULL);
	l->cell[T_STATE] = safe(pa_state_name(e->state));
	l->cell[T_BUFFER] = safe(!(e->have & PA_N_BUFFER) ? NULL : e->maps ? "mapped" : "another's");
	l->cell[T_BPF] = safe(e->have & PA_N_BPF ? pa_event_now_bpf_by(v) ?: "bpf" : NULL);
	l->who = who_of(v);
	l->target = target_of(e);
	l->never = true;
	/* The members of a line may have other states, and threads other names. */
	text_printf(&t, "%s\n%s\n%s\n%s\n%s\n%s\n%d", l->cell[T_EVENT], l->cell[T_HOW],
		    l->cell[T_PMU], l->cell[T_GROUP], l->cell[T_BPF], l->who,
		    e->have & PA_N_TASK ? e->pid : -1);
	if (e->have & PA_N_CGROUP)
		text_printf(&t, "\n%s", l->target);
	l->key = t.s;
	return l;
}

static void line_free(void *p)
{
	struct line *l = p;
	int i;

	for (i = 0; i < T_COLS; i++)
		free(l->cell[i]);
	free(l->key);
	free(l->who);
	free(l->target);
	free(l);
}

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct line *)a)->key, ((const struct line *)b)->key);
}

static struct line *line_for(struct events *t, const struct pa_event_view *v, const char *name)
{
	struct line *l = line_new(v, name), **found = must(tsearch(l, &t->tree, by_key));

	if (*found != l) {
		line_free(l);
		return *found;
	}
	t->line = one_more(t->line, t->n, &t->room, sizeof(*t->line));
	t->line[t->n++] = l;
	return l;
}

/* The times of an enabled event are not known. */
static void take_times(struct line *l, const struct pa_event_now *e)
{
	struct range share = { .known = true };

	if (!(e->have & PA_N_TIMES)) {
		l->never = false;
		return;
	}
	l->never &= !e->running;
	if (!e->enabled)
		return;
	share.low = pa_percent(e->running, e->enabled);
	share.high = share.low;
	range_add(&l->percent, &share);
}

/**
 * events_add() - add an event
 * @t:    the table
 * @v:    the event
 * @name: its name, empty if it has none
 */
void events_add(struct events *t, const struct pa_event_view *v, const char *name)
{
	const struct pa_event_now *e = v->e;
	struct line *l = line_for(t, v, name);
	const char *state = pa_state_name(e->state);
	void (*take)(struct span *s, int64_t value) = l->n++ ? span_add : span_set;

	take(&l->id, e->id);
	take(&l->cpu, e->cpu);
	take(&l->tid, e->have & PA_N_TASK ? e->tid : -1);
	take(&l->fd, e->nholders ? v->holders[0].fd : -1);
	take(&l->seq, e->have & PA_N_OPEN ? (int64_t)e->seq : -1);
	l->mixed |= strcmp(l->cell[T_STATE], state ?: "-") != 0;
	if (e->held > l->held)
		l->held = e->held;
	l->active += e->state == PA_STATE_ACTIVE;
	l->count += e->count;
	l->inexact |= !(e->have & PA_N_EXACT);
	take_times(l, e);
}

static void put_what(struct text *t, const struct line *l)
{
	text_add(t, l->target);
	if (l->tid.first != l->tid.last) {
		text_add(t, " ");
		span_put(t, "tid ", "tids ", &l->tid);
	}
	if (l->cpu.last >= 0) {
		text_add(t, t->len ? " " : "");
		span_put(t, "cpu ", "cpus ", &l->cpu);
	} else if (!*l->target) {
		text_add(t, "-");
	}
}

static void put_state(struct text *t, const struct line *l)
{
	if (!l->mixed)
		text_add(t, l->cell[T_STATE]);
	else
		text_printf(t, "%ju of %ju active", (uintmax_t)l->active, (uintmax_t)l->n);
}

/* Fills the cells of a line in which its events differ. */
static void fill(struct line *l)
{
	struct text t[T_COLS] = { 0 };
	int i;

	span_put(&t[T_ID], "", "", &l->id);
	if (l->n > 1)
		text_printf(&t[T_ID], utf8 ? " ×%ju" : " x%ju", (uintmax_t)l->n);
	put_what(&t[T_WHAT], l);
	put_state(&t[T_STATE], l);
	if (l->never && l->percent.known)
		text_add(&t[T_RAN], "never");
	else if (l->percent.known)
		range_put(&t[T_RAN], &l->percent);
	if (t[T_RAN].len && !l->never)
		text_char(&t[T_RAN], '%');
	text_printf(&t[T_COUNT], l->inexact ? ">=%ju" : "%ju", (uintmax_t)l->count);
	if (l->seq.last > 0)
		span_put(&t[T_OPENED], "#", "#", &l->seq);
	text_add(&t[T_HELD], l->who);
	if (l->fd.last >= 0) {
		text_char(&t[T_HELD], ' ');
		span_put(&t[T_HELD], "fd ", "fds ", &l->fd);
	}
	if (l->held > 1)
		text_printf(&t[T_HELD], " and %ju more", (uintmax_t)l->held - 1);
	for (i = 0; i < T_COLS; i++) {
		if (l->cell[i] && i != T_STATE)
			continue;
		set_cell(&l->cell[i], t[i].len ? t[i].s : "-");
		text_free(&t[i]);
	}
}

/**
 * events_put() - print the table
 * @t: the table
 */
void events_put(struct events *t)
{
	struct table table = { event_columns, T_COLS, .room = term_width(t->opt), .styled = T_RAN };
	const char *titles[T_COLS];
	size_t i;

	if (!t->n)
		return;
	for (i = 0; i < t->n; i++) {
		fill(t->line[i]);
		table_measure(&table, (const char * const *)t->line[i]->cell);
	}
	table_titles(&table, titles);
	table_fit(&table);
	table_line(&table, titles, BOLD);
	for (i = 0; i < t->n; i++) {
		table.style = t->line[i]->never && t->line[i]->percent.known ? RED : PLAIN;
		table_line(&table, (const char * const *)t->line[i]->cell, PLAIN);
	}
}

/**
 * events_free() - free the content of a table
 * @t: the table
 */
void events_free(struct events *t)
{
	tdestroy(t->tree, line_free);
	free(t->line);
}
