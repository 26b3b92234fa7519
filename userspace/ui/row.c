// SPDX-License-Identifier: GPL-2.0
/* Makes a line of the list from a record: its texts, and the numbers by which calls are merged. */

#include <linux/perf_event.h>

#include "ui/ui.h"

/**
 * span_set() - set a span to one number
 * @s:     the span
 * @value: the number
 */
void span_set(struct span *s, int64_t value)
{
	s->first = value;
	s->last = value;
	s->mixed = false;
}

/**
 * mode_words() - the mode of an event: "4000 Hz"
 * @freq:   its frequency; 0: it has none
 * @period: its period; 0: it has none
 *
 * Return: to be freed.
 */
char *mode_words(uint64_t freq, uint64_t period)
{
	struct text t = { 0 };

	if (freq)
		text_printf(&t, "%ju Hz", (uintmax_t)freq);
	else if (period)
		text_printf(&t, "every %ju", (uintmax_t)period);
	else
		text_add(&t, "count");
	return text_taken(&t);
}

static void fill_op(struct row *row, const struct record *r)
{
	const struct pa_op *op = &r->x->r.op;

	op_fill(row, r);
	row->mode = must(strdup(""));
	span_set(&row->cpu, -1);
	/* For ops, the span of tasks holds the numbers of the opens. */
	span_set(&row->task, op->open_seq ? (int64_t)op->open_seq : -1);
	span_set(&row->group, -1);
	span_set(&row->fd, op->fd_from == PA_FD_UNKNOWN ? -1 : op->fd);
}

/* Return true if this field was not passed, or the text of the call lacks its value. */
static bool is_unknown(const struct pa_call *x, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return f->offset >= pa_attr_passed(&x->r) ||
	       pa_bits(x->pasted.unknown.word, f) == f->mask;
}

/**
 * set_cell() - replace the text of a cell
 * @cell: the cell
 * @text: its text, which is copied
 */
void set_cell(char **cell, const char *text)
{
	free(*cell);
	*cell = must(strdup(text));
}

/* Hides the parts of a call that its text lacks. */
static void hide_unknown(struct row *row, const struct pa_call *x)
{
	bool no_pid = x->pasted.unknown.args & PA_UNKNOWN_PID;
	bool no_cpu = x->pasted.unknown.args & PA_UNKNOWN_CPU;
	struct text t = { 0 };

	if (is_unknown(x, PA_FIELD_TYPE) || is_unknown(x, PA_FIELD_CONFIG))
		set_cell(&row->event, "?");
	if (is_unknown(x, PA_FIELD_SAMPLE_PERIOD) ||
	    (is_unknown(x, PA_FIELD_FREQ) && pa_attr_get(&x->r, PA_FIELD_SAMPLE_PERIOD)))
		set_cell(&row->mode, "?");
	if (!no_pid && !no_cpu)
		return;
	if (no_pid && no_cpu)
		text_add(&t, "?");
	else if (no_pid)
		text_printf(&t, "cpu %d", x->r.arg_cpu);
	else
		text_printf(&t, "pid %d", x->r.arg_pid);
	row->target = text_taken(&t);
}

/* strace does not see reads, except those of run -c; an event that counts may have been read. */
static bool maybe_read(const struct pa_call *x)
{
	return x->pasted.live && (!pa_attr_get(&x->r, PA_FIELD_DISABLED) ||
				  pa_attr_get(&x->r, PA_FIELD_ENABLE_ON_EXEC));
}

static void fill_attr(struct row *row, const struct pa_call *x)
{
	struct pa_attr a;
	u64 period, freq;

	pa_attr_look(&a, &x->r, &x->env);
	memcpy(row->attr, a.word, sizeof(row->attr));
	row->attr_len = x->r.attr_len;
	period = pa_bits(a.word, &pa_fields[PA_FIELD_SAMPLE_PERIOD]);
	freq = pa_bits(a.word, &pa_fields[PA_FIELD_FREQ]);
	row->mode = mode_words(freq ? period : 0, period);
}

static void fill_open(struct row *row, const struct record *r, const struct options *opt)
{
	const struct pa_call *x = r->x;
	char cgroup[PA_STR_LEN + 1] = "?";
	struct text t = { 0 };

	event_text(&t, r, opt->sysfs, false);
	row->event = text_taken(&t);
	fill_attr(row, x);
	row->flags = x->r.flags;
	row->rule = r->why ? r->why->rule : NULL;
	row->maybe_read = maybe_read(x);
	span_set(&row->cpu, x->r.arg_cpu);
	span_set(&row->task, x->r.arg_pid);
	span_set(&row->group, x->r.arg_group_fd);
	span_set(&row->fd, r->x->r.ret >= 0 ? r->x->r.ret : -1);
	if (x->pasted.is)
		hide_unknown(row, x);
	if (row->target || !(x->r.flags & PERF_FLAG_PID_CGROUP))
		return;
	if (x->r.kv.have & PA_KV_CGROUP)
		memcpy(cgroup, x->r.kv.cgroup, PA_STR_LEN);
	t = (struct text) { 0 };
	text_add(&t, "cgroup ");
	text_safe(&t, cgroup);
	row->target = text_taken(&t);
}

/**
 * row_fill() - make a line from a record
 * @row: receives it; must be freed by row_free()
 * @r:   the record
 * @opt: options
 */
void row_fill(struct row *row, const struct record *r, const struct options *opt)
{
	struct text t = { 0 };

	memset(row, 0, sizeof(*row));
	row->seq = r->x->r.seq;
	row->last_seq = r->x->r.seq;
	row->count = 1;
	row->time_ns = r->x->r.time_ns;
	row->pid = r->x->r.pid;
	row->open = record_is_open(r);
	row->calls = 1;
	row->why = diagnostic_of(r);
	row->note = must(strdup(""));
	clock_text(&t, r, opt->date);
	row->when = text_taken(&t);
	put_task(&t, r->comm, r->x->r.pid);
	row->who = text_taken(&t);
	row->result = r->errname;
	row->refused = !!row->result;
	if (row->open)
		fill_open(row, r, opt);
	else
		fill_op(row, r);
}

/**
 * row_free() - free a row
 * @row: from row_fill()
 */
void row_free(struct row *row)
{
	size_t i;

	free(row->when);
	free(row->who);
	free(row->event);
	free(row->mode);
	free(row->target);
	free(row->answer);
	free(row->note);
	diagnostic_free(row->why);
	diagnostic_free(row->fare.never);
	for (i = 0; i < row->n_faults; i++) {
		free(row->fault[i].what);
		diagnostic_free(row->fault[i].why);
	}
	free(row->fault);
	free(row->fds);
}

/**
 * span_put() - write a span: "cpu 3", "cpus 0,1", "cpus 0-3"; "cpus 0..9" if some are missing
 * @t:    receives it
 * @one:  before a number
 * @many: before several
 * @s:    the span
 */
void span_put(struct text *t, const char *one, const char *many, const struct span *s)
{
	text_add(t, s->first == s->last && !s->mixed ? one : many);
	text_printf(t, "%jd", (intmax_t)s->first);
	if (s->first != s->last || s->mixed)
		text_printf(t, s->mixed ? "..%jd" : s->last == s->first + 1 ? ",%jd" : "-%jd",
			    (intmax_t)s->last);
}

/**
 * row_target() - the target of the event: task, cpu, group
 * @t:   receives it
 * @row: the line
 */
void row_target(struct text *t, const struct row *row)
{
	if (row->target) {
		text_add(t, row->target);
		return;
	}
	if (!row->open) {
		if (row->task.first > 0)
			span_put(t, "of #", "of #", &row->task);
		return;
	}
	if (row->task.first > 0)
		span_put(t, "pid ", "pids ", &row->task);
	else if (!row->task.first && !row->task.last)
		text_add(t, "self");
	else if (row->cpu.first < 0)
		text_add(t, "all");
	if (row->cpu.first >= 0) {
		text_add(t, t->len ? ", " : "");
		span_put(t, "cpu ", "cpus ", &row->cpu);
	}
	if (row->group.first >= 0)
		span_put(t, ", group of fd ", ", groups of fds ", &row->group);
}

/**
 * row_mode() - the mode of the event; for an op its descriptors
 * @t:   receives it
 * @row: the line
 */
void row_mode(struct text *t, const struct row *row)
{
	text_add(t, row->mode);
	if (!row->open && row->fd.first >= 0)
		span_put(t, "fd ", "fds ", &row->fd);
}

static void put_answer(struct text *t, const struct row *row)
{
	if (row->answer)
		text_add(t, row->answer);
	else
		range_put(t, &row->value);
}

/**
 * row_result() - the descriptors, the values of a read or poll, or the error
 * @t:   receives it
 * @row: the line
 */
void row_result(struct text *t, const struct row *row)
{
	bool said = row->fd.first != row->fd.last;

	if (row->result)
		text_add(t, row->result);
	else if (row->answer || row->value.known)
		put_answer(t, row);
	else if (row->open && row->fd.first >= 0)
		span_put(t, "fd ", "fds ", &row->fd);
	else if (!row->open)
		text_add(t, "ok");
	if (row->count > 1 && (!said || row->result || row->fd.mixed))
		text_printf(t, utf8 ? " ×%ju" : " x%ju", (uintmax_t)row->count);
}

/* Appends a part of the line, which begins at @from, if it is known. */
static void put_part(struct text *t, size_t from, const char *part)
{
	if (*part && strcmp(part, "?"))
		text_printf(t, "%s%s", t->len > from ? ", " : "", part);
}

/**
 * row_what() - the call without its caller: "cycles:pp, 4000 Hz, pid 172, cpu 0"
 * @t:   receives it
 * @row: the line
 */
void row_what(struct text *t, const struct row *row)
{
	struct text mode = { 0 }, target = { 0 };
	size_t from = t->len;

	row_mode(&mode, row);
	row_target(&target, row);
	put_part(t, from, row->event);
	put_part(t, from, text_str(&mode));
	put_part(t, from, text_str(&target));
	text_free(&mode);
	text_free(&target);
}

/**
 * row_from() - write the caller and the call: "perf[171], #9: cycles:pp, 4000 Hz, pid 172, cpu 0"
 * @t:   receives it
 * @row: the line
 */
void row_from(struct text *t, const struct row *row)
{
	text_printf(t, "%s, #%ju: ", row->who, (uintmax_t)row->seq);
	row_what(t, row);
}
