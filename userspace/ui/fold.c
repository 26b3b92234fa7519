// SPDX-License-Identifier: GPL-2.0
/*
 * Merges calls that differ only in cpu, task and descriptor into one line. perf stat goes from
 * cpu to cpu and opens each event there, perf record from event to event: so a call is added
 * to any matching line of the last second, not only to the last line.
 *
 * Also notes facts about earlier calls that later ones reveal: closed again, or retried with
 * another event.
 */

#include "ui/ui.h"

#define APART_NS	1000000000ULL
/* If an unused descriptor is closed within 100 ms, the open only tested the kernel's features. */
#define TRIAL_NS	100000000ULL
/* A line knows which descriptors below this it has; a multiple of 8. */
#define FDS_MAX		65536
/* At most 60 columns of names of trials are printed. */
#define TRIALS_WIDTH	60
/* Number of lines, for neighbours that differ only in their events, if there are that many more. */
#define KEEP_REFUSED	1
#define MORE_REFUSED	3
#define KEEP_OPENED	4
#define MORE_OPENED	7
/* Columns for the names of others. */
#define OTHERS_WIDTH	28

/**
 * span_add() - extend a span by a number
 * @s:     the span
 * @value: the number
 */
void span_add(struct span *s, int64_t value)
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

/*
 * For a line of several opens a range does not show which descriptors are its own: another line may
 * have some between them. Descriptors above FDS_MAX belong to no line.
 */
static void fd_set_in(struct row *row, int64_t fd, bool open)
{
	unsigned char bit = 1 << fd % 8;

	if (fd < 0 || fd >= FDS_MAX)
		return;
	if (!row->fds)
		row->fds = must(calloc(1, FDS_MAX / 8));
	if (open)
		row->fds[fd / 8] |= bit;
	else
		row->fds[fd / 8] &= ~bit;
}

static bool fd_is_in(const struct row *row, int64_t fd)
{
	if (fd < 0)
		return false;
	if (!row->fds)
		return fd == row->fd.first;
	return fd < FDS_MAX && row->fds[fd / 8] >> fd % 8 & 1;
}

/* The numbers of a group are of one call: for several calls there is only their range. */
static void answer_join(struct row *to, const struct row *row)
{
	range_add(&to->value, &row->value);
	range_add(&to->fare.percent, &row->fare.percent);
	range_add(&to->fare.lost, &row->fare.lost);
	if (!to->value.known || !to->answer || (row->answer && !strcmp(to->answer, row->answer)))
		return;
	free(to->answer);
	to->answer = NULL;
}

/* Adds the call to the line. */
static void row_join(struct row *to, struct row *row)
{
	if (to->open && !to->result && !to->fds)
		fd_set_in(to, to->fd.first, !to->closed);
	if (to->open && !to->result)
		fd_set_in(to, row->fd.first, true);
	answer_join(to, row);
	span_add(&to->cpu, row->cpu.first);
	span_add(&to->task, row->task.first);
	span_add(&to->fd, row->fd.first);
	span_add(&to->group, row->group.first);
	to->last_seq = row->seq;
	to->count++;
	to->calls += row->calls;
	to->refused += row->refused;
}

static void set_note(struct row *row, struct text *t)
{
	free(row->note);
	row->note = text_taken(t);
}

/* Return true if the event was not used; members of a group are read through the leader. */
static bool is_unused(const struct row *row)
{
	return !row->used && !row->maybe_read && row->group.first < 0;
}

/* The descriptor is returned again, so it was closed in between. */
static void closed_by_then(struct row *old, const struct row *row)
{
	uint64_t ns = row->time_ns - old->time_ns;
	struct text t = { 0 };

	old->closed++;
	if (!is_unused(old) || old->closed < old->count)
		return;
	if (ns > TRIAL_NS || row->time_ns < old->time_ns)
		return;
	old->probe = true;
	text_printf(&t, "a probe: closed within %ju.%ju ms", (uintmax_t)(ns / 1000000),
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
		    old->closed < old->count && fd_is_in(old, row->fd.first)) {
			if (old->fds)
				fd_set_in(old, row->fd.first, false);
			closed_by_then(old, row);
			return;
		}
	}
}

/* Bits of the attr that may differ: those that select the event, those that exclude modes, none. */
static const u64 selects[PA_WORDS] = { U32_MAX, U64_MAX };
static const u64 excludes[PA_WORDS] = { [PA_OFF_FLAGS / 8] = 0x70 };
static const u64 nothing[PA_WORDS];

/* Return true if two attrs differ in nothing but some bits. */
static bool same_attr(const struct row *a, const struct row *b, const u64 *but)
{
	size_t i;

	for (i = 0; i < PA_WORDS; i++)
		if ((a->attr[i] ^ b->attr[i]) & ~but[i])
			return false;
	return a->attr_len == b->attr_len;
}

/*
 * Notes that this call replaces the previous one, which was refused. Both must have the same
 * target, and attrs that differ only in exclude_* bits, or only in the event. A call for another
 * event must sample: perf stat opens all its counting events with the same attr, so its next event
 * replaces nothing.
 */
static void note_fallback(struct fold *f, struct row *row)
{
	struct row *old = f->n ? &f->row[f->n - 1] : NULL;
	struct text t = { 0 };

	if (!old || !old->open || !old->result || old->pid != row->pid || row->result ||
	    old->task.first != row->task.first || old->cpu.first != row->cpu.first ||
	    !row->attr_len)
		return;
	if (!same_attr(old, row, excludes) &&
	    (!same_attr(old, row, selects) || !strcmp(row->mode, "count")))
		return;
	text_printf(&t, "in place of #%ju", (uintmax_t)old->seq);
	set_note(row, &t);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Opens on other cpus and of other tasks share a line; but not one of a task and one of none. */
static bool same_open(const struct row *a, const struct row *b)
{
	return a->flags == b->flags && a->rule == b->rule &&
	       (a->task.first > 0 ? b->task.first > 0 : a->task.first == b->task.first) &&
	       (a->group.first >= 0) == (b->group.first >= 0) && same_attr(a, b, nothing);
}

/* poll() returns one mask; reads of a group return several values. */
static const char *mask_of(const struct row *row)
{
	return row->value.known ? NULL : row->answer;
}

static bool same_why(const struct diagnostic *a, const struct diagnostic *b)
{
	return diagnostic_is(a, b) && (!a || !strcmp(a->help, b->help));
}

/* Return true if two ops differ at most in numbers. */
static bool same_op(const struct row *a, const struct row *b)
{
	const struct fare *f = &a->fare, *g = &b->fare;

	return same_why(a->why, b->why) && !strcmp(a->note, b->note) &&
	       same_text(mask_of(a), mask_of(b)) && diagnostic_is(f->never, g->never) &&
	       f->percent.known == g->percent.known && f->lost.known == g->lost.known &&
	       f->unscaled == g->unscaled && f->throttled == g->throttled &&
	       same_text(f->buffer, g->buffer);
}

/**
 * row_is_like() - return true if two calls differ in cpu, task, descriptor and numbers only
 * @a: a call
 * @b: another one
 */
bool row_is_like(const struct row *a, const struct row *b)
{
	return a->open == b->open && a->pid == b->pid && !strcmp(a->who, b->who) &&
	       !strcmp(a->event, b->event) && same_text(a->result, b->result) &&
	       (a->open ? same_open(a, b) : same_op(a, b));
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
		if (f->row[i].close_of != row->close_of ||
		    row->time_ns - f->row[i].time_ns >= APART_NS || !row_is_like(&f->row[i], row))
			continue;
		row_join(&f->row[i], row);
		row_free(row);
		return false;
	}
	if (row->open)
		note_fallback(f, row);
	f->row = one_more(f->row, f->n, &f->room, sizeof(*f->row));
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
 *
 * Return: the number of the line of the open, if this closes an event that nobody has used; else 0.
 */
uint64_t fold_op(struct fold *f, const struct record *r)
{
	struct row *row = row_of_open(f, r->x->r.op.open_seq);
	struct text t = { 0 };

	if (!row)
		return 0;
	if (r->x->r.kind != PA_RECORD_CLOSE) {
		row->used++;
		return 0;
	}
	row->closed++;
	if (!is_unused(row) || r->x->r.op.have & PA_OP_EXITING)
		return 0;
	if (row->closed < row->count)
		return row->seq;
	row->probe = true;
	text_add(&t, "a probe: closed unused");
	set_note(row, &t);
	return row->seq;
}

/* Prints a call on several events once if it fails for the same reason. */
static void add_fault(struct row *to, struct row *op)
{
	struct fault *f;
	struct text t = { 0 };
	size_t i;

	text_printf(&t, "%s%s%s", op->event, op->result ? " " : "", op->result ? op->result : "");
	for (i = 0; i < to->n_faults; i++) {
		if (strcmp(to->fault[i].what, t.s) || !same_why(to->fault[i].why, op->why))
			continue;
		text_free(&t);
		return;
	}
	to->fault = must(realloc(to->fault, (to->n_faults + 1) * sizeof(*to->fault)));
	f = &to->fault[to->n_faults++];
	*f = (struct fault){ .what = text_taken(&t), .why = op->why, .seq = op->seq };
	op->why = NULL;
}

static void add_fare(struct fare *to, struct fare *add)
{
	to->nevers += !!add->never;
	if (!to->never) {
		to->never = add->never;
		add->never = NULL;
	}
	range_add(&to->percent, &add->percent);
	range_add(&to->lost, &add->lost);
	to->unscaled |= add->unscaled;
}

/**
 * fold_amiss() - add a fault of its event to the line of an open
 * @f:   the lines that are not printed yet
 * @r:   a call on the event that shows the fault
 * @row: this call as a line; taken if there is a line of its open
 *
 * Return: false if there is none.
 */
bool fold_amiss(struct fold *f, const struct record *r, struct row *row)
{
	struct row *to = row_of_open(f, r->x->r.op.open_seq);

	if (!to)
		return false;
	if (row->result || row->why)
		add_fault(to, row);
	to->calls += row->refused;
	to->refused += row->refused;
	add_fare(&to->fare, &row->fare);
	row_free(row);
	return true;
}

static bool is_trial_of(const struct row *row, const struct row *first)
{
	return row->probe && row->open && !row->gone && row->pid == first->pid &&
	       !strcmp(row->who, first->who);
}

/* Adds a name to a list, if there is still room. */
static void put_trial(struct text *t, const struct row *row)
{
	if (t->len > TRIALS_WIDTH) {
		if (t->s[t->len - 1] != '.')
			text_add(t, ", ...");
		return;
	}
	text_add(t, t->len ? ", " : "");
	text_add(t, row->event);
	if (row->count > 1)
		text_printf(t, utf8 ? " ×%ju" : " x%ju", (uintmax_t)row->count);
}

/* Joins trials of the same event into one name. */
static void join_same(struct fold *f, size_t first, size_t n)
{
	size_t i, k;

	for (i = first; i < n; i++) {
		for (k = i + 1; is_trial_of(&f->row[i], &f->row[first]) && k < n; k++) {
			if (!is_trial_of(&f->row[k], &f->row[i]) ||
			    strcmp(f->row[k].event, f->row[i].event))
				continue;
			f->row[i].count += f->row[k].count;
			f->row[k].gone = true;
		}
	}
}

/* All trials of a program are one line, at the first of them. */
static void join_trials(struct fold *f, size_t first, size_t n)
{
	struct row *row = &f->row[first];
	struct text names = { 0 }, all = { 0 }, note = { 0 };
	uint64_t trials = 0;
	size_t i;

	join_same(f, first, n);
	for (i = first; i < n; i++) {
		if (!is_trial_of(&f->row[i], row))
			continue;
		put_trial(&names, &f->row[i]);
		trials += f->row[i].count;
		f->row[i].gone = i != first;
	}
	text_printf(&all, "%ju probes", (uintmax_t)trials);
	set_cell(&row->event, all.s);
	set_cell(&row->mode, "");
	set_cell(&row->target, "");
	text_printf(&note, "closed at once: %s", text_str(&names));
	set_note(row, &note);
	row->fd.first = -1;
	row->fd.last = -1;
	row->count = 1;
	text_free(&names);
	text_free(&all);
}

static bool closes_trial(const struct fold *f, const struct row *row, size_t n)
{
	size_t i;

	for (i = 0; row->close_of && i < n; i++)
		if (f->row[i].seq == row->close_of && f->row[i].open)
			return f->row[i].probe;
	return false;
}

/**
 * fold_trials() - join the trials of each program in one line, and drop the lines of their closes
 * @f: the lines that are not printed yet
 * @n: how many of them are printed now
 */
void fold_trials(struct fold *f, size_t n)
{
	size_t i, k;

	for (i = 0; i < n; i++)
		f->row[i].gone |= closes_trial(f, &f->row[i], n);
	for (i = 0; i < n; i++) {
		for (k = i + 1; is_trial_of(&f->row[i], &f->row[i]) && k < n; k++) {
			if (!is_trial_of(&f->row[k], &f->row[i]))
				continue;
			join_trials(f, i, n);
			break;
		}
	}
}

static bool same_span(const struct span *a, const struct span *b)
{
	return a->first == b->first && a->last == b->last && a->mixed == b->mixed;
}

/* Return true if the line has only the result of the call, without notes or faults. */
static bool is_plain(const struct row *row)
{
	const struct fare *f = &row->fare;

	return row->open && !row->gone && !row->probe && !*row->note && !row->n_faults &&
	       !f->never && !f->percent.known && !f->lost.known && !f->throttled && !f->buffer;
}

/* Return true if two opens with the same outcome differ only in their events. */
static bool is_beside(const struct row *a, const struct row *b)
{
	return is_plain(a) && is_plain(b) && a->pid == b->pid && !strcmp(a->who, b->who) &&
	       same_text(a->result, b->result) && diagnostic_is(a->why, b->why) &&
	       !strcmp(a->mode, b->mode) && same_text(a->target, b->target) &&
	       same_span(&a->cpu, &b->cpu) && same_span(&a->task, &b->task) &&
	       same_span(&a->group, &b->group);
}

/* "instructions,branches +7": the names that have room; or else "9 others". */
static void put_others(struct text *t, const struct row *row, size_t n)
{
	size_t i;

	for (i = 0; i < n && t->len + strlen(row[i].event) < OTHERS_WIDTH; i++)
		if (!i || strcmp(row[i].event, row[i - 1].event))
			text_printf(t, "%s%s", i ? "," : "", row[i].event);
	if (!i)
		text_printf(t, "%zu others", n);
	else if (i < n)
		text_printf(t, " +%zu", n - i);
}

static void join_others(struct row *row, size_t n)
{
	struct text others = { 0 };
	size_t i;

	put_others(&others, row, n);
	for (i = 1; i < n; i++) {
		row->count += row[i].count;
		span_add(&row->fd, row[i].fd.first);
		span_add(&row->fd, row[i].fd.last);
		row[i].gone = true;
	}
	row->fd.mixed = true;
	set_cell(&row->event, text_str(&others));
	text_free(&others);
}

/**
 * fold_others() - join neighbours that differ only in their events in one line behind the first
 * @f: the lines that are not printed yet
 * @n: how many of them are printed now
 */
void fold_others(struct fold *f, size_t n)
{
	size_t i, k, keep, more;

	for (i = 0; i < n; i = k) {
		keep = f->row[i].result ? KEEP_REFUSED : KEEP_OPENED;
		more = f->row[i].result ? MORE_REFUSED : MORE_OPENED;
		for (k = i + 1; k < n && is_beside(&f->row[k], &f->row[i]); k++)
			;
		if (k - i >= keep + more)
			join_others(&f->row[i + keep], k - i - keep);
	}
}
