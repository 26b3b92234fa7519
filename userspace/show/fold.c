// SPDX-License-Identifier: GPL-2.0
/*
 * Merges calls that differ only in cpu, task and descriptor into one line. perf stat goes from
 * cpu to cpu and opens each event there, perf record from event to event: so a call is added
 * to any matching line of the last second, not only to the last line.
 *
 * Also notes what later calls tell about earlier ones: closed again, or retried with another event.
 */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

#define APART_NS	1000000000ULL
/* If an unused descriptor is closed so soon, the open only tested what the kernel supports. */
#define TRIAL_NS	100000000ULL

static void span_add(struct span *s, int64_t value)
{
	if (value == s->last && !s->mixed && s->first == s->last)
		return;
	if (s->last == INT64_MAX || value != s->last + 1)
		s->mixed = true;
	if (value < s->first)
		s->first = value;
	if (value > s->last)
		s->last = value;
}

static bool in_span(const struct span *s, int64_t value)
{
	return value >= 0 && value >= s->first && value <= s->last;
}

/* Adds the call to the line. */
static void row_join(struct row *to, struct row *row)
{
	span_add(&to->cpu, row->cpu.first);
	span_add(&to->task, row->task.first);
	span_add(&to->fd, row->fd.first);
	span_add(&to->group, row->group.first);
	to->last_seq = row->seq;
	to->count++;
}

static void set_note(struct row *row, struct text *t)
{
	free(row->note);
	row->note = t->s;
}

/* The descriptor is returned again, so it was closed in between. */
static void closed_by_then(struct row *old, const struct row *row)
{
	uint64_t ns = row->time_ns - old->time_ns;
	struct text t = { 0 };

	old->closed++;
	if (old->used || old->closed < old->count || old->group.first >= 0)
		return;
	if (ns > TRIAL_NS || row->time_ns < old->time_ns)
		return;
	old->probe = true;
	text_printf(&t, "a trial: closed within %ju.%ju ms", (uintmax_t)(ns / 1000000),
		    (uintmax_t)(ns / 100000 % 10));
	set_note(old, &t);
}

static void note_closed(struct fold *f, const struct row *row)
{
	size_t i;

	if (row->result || row->fd.first < 0)
		return;
	for (i = f->n; i-- > 0;) {
		struct row *old = &f->row[i];

		if (old->open && old->pid == row->pid && !old->result &&
		    old->closed < old->count && in_span(&old->fd, row->fd.first)) {
			closed_by_then(old, row);
			return;
		}
	}
}

/*
 * Was this call made because the previous one was refused? Only if there is no doubt: the whole
 * attr is the same except the event, or except the exclude_* bits, and so is the target. perf stat
 * opens its next event with the same attr, so for another event it must be one that samples.
 */
static void note_fallback(struct fold *f, struct row *row)
{
	struct row *old = f->n ? &f->row[f->n - 1] : NULL;
	const char *to = utf8 ? "→" : "->";
	struct text t = { 0 };

	if (!old || !old->open || !old->result || old->pid != row->pid || row->result ||
	    old->task.first != row->task.first || old->cpu.first != row->cpu.first ||
	    !*row->attr_key)
		return;
	if (strcmp(old->exclude_key, row->exclude_key) &&
	    (strcmp(old->attr_key, row->attr_key) || !strcmp(row->mode, "counts")))
		return;
	text_printf(&t, "%s refused %s %s", old->event, to, row->event);
	set_note(row, &t);
}

static bool fits(const struct row *row, const struct row *to)
{
	return to->open == row->open && row->time_ns - to->time_ns < APART_NS &&
	       !strcmp(to->key, row->key);
}

/**
 * fold_add() - add a call
 * @f:   the lines that are not printed yet
 * @row: the call; takes ownership
 *
 * Return: false if it was added to an existing line.
 */
bool fold_add(struct fold *f, struct row *row)
{
	size_t i;

	if (row->open)
		note_closed(f, row);
	for (i = f->n; i-- > 0;) {
		if (!fits(row, &f->row[i]))
			continue;
		row_join(&f->row[i], row);
		row_free(row);
		return false;
	}
	if (row->open)
		note_fallback(f, row);
	if (f->n == f->room) {
		f->room = f->room * 2 + 64;
		f->row = must(realloc(f->row, f->room * sizeof(*f->row)));
	}
	f->row[f->n++] = *row;
	return true;
}

static struct row *row_of_open(struct fold *f, uint64_t seq)
{
	size_t i;

	for (i = f->n; seq && i-- > 0;)
		if (f->row[i].open && seq >= f->row[i].seq && seq <= f->row[i].last_seq)
			return &f->row[i];
	return NULL;
}

/**
 * fold_op() - use a call on a descriptor to learn about the open
 * @f: the lines that are not printed yet
 * @r: the call
 */
void fold_op(struct fold *f, const struct record *r)
{
	struct row *row = row_of_open(f, record_event(r));
	struct text t = { 0 };

	if (!row)
		return;
	if (strcmp(r->call, "close")) {
		row->used++;
		return;
	}
	row->closed++;
	/* The members of a group are read through the leader. */
	if (row->used || row->closed < row->count || row->group.first >= 0 ||
	    json_is_true(json_object_get(r->json, "at_exit")))
		return;
	row->probe = true;
	text_add(&t, "a trial: closed unused");
	set_note(row, &t);
}
