// SPDX-License-Identifier: GPL-2.0
/* Makes a line of the list from a record: its texts, and keys for merging calls. */
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "why/rule.h"

#include "show/show.h"

/* Byte offsets in struct perf_event_attr, which are part of the ABI. */
#define OFF_TYPE	0
#define OFF_CONFIG	8
#define OFF_FLAGS	40
#define EXCLUDE_BITS	0x7	/* user, kernel, hypervisor: the upper half of that byte */

/**
 * span_set() - let a span have one number
 * @s:     the span
 * @value: the number
 */
void span_set(struct span *s, int64_t value)
{
	s->first = value;
	s->last = value;
	s->mixed = false;
}

/*
 * A key that is the same for calls that differ only in cpu, task and descriptor. The same type may
 * be two PMUs, one after the other.
 */
static char *call_key(const struct record *r, const char *event)
{
	const char *raw = str(r->json, "attr_raw");
	char *attr = raw ? NULL : json_dumps(r->attr, JSON_COMPACT | JSON_ENCODE_ANY);
	struct text t = { 0 };

	text_printf(&t, "%jd %s %s %ju %s %s ", (intmax_t)r->pid, r->comm, event,
		    (uintmax_t)num(r->args, "flags"), r->errname ? r->errname : "",
		    r->why ? r->why->rule->id : "");
	if (snum(r->args, "pid", -1) <= 0)
		text_printf(&t, "%jd ", (intmax_t)snum(r->args, "pid", -1));
	text_printf(&t, "%d %s", snum(r->args, "group_fd", -1) >= 0, raw ? raw : attr ? attr : "");
	free(attr);
	return text_taken(&t);
}

static void blank(char *hex, size_t len, size_t offset, size_t bytes)
{
	size_t i;

	for (i = 2 * offset; i < 2 * (offset + bytes) && i < len; i++)
		hex[i] = '.';
}

/* The attr and the target, without the fields that select the event. */
static char *attr_key(const struct record *r)
{
	char *hex = must(strdup(str(r->json, "attr_raw") ? str(r->json, "attr_raw") : ""));

	blank(hex, strlen(hex), OFF_TYPE, 4);
	blank(hex, strlen(hex), OFF_CONFIG, 8);
	return hex;
}

/* The attr without the exclude_* bits. */
static char *exclude_key(const struct record *r)
{
	char *hex = must(strdup(str(r->json, "attr_raw") ? str(r->json, "attr_raw") : ""));
	char digit[2] = { 0 };

	if (strlen(hex) > 2 * OFF_FLAGS) {
		digit[0] = hex[2 * OFF_FLAGS];
		hex[2 * OFF_FLAGS] = strtoul(digit, NULL, 16) & ~EXCLUDE_BITS ? '8' : '0';
	}
	return hex;
}

/**
 * mode_words() - how an event counts: "4000 Hz"
 * @o:      has these keys
 * @freq:   key of its frequency
 * @period: key of its period
 *
 * Return: to be freed.
 */
char *mode_words(json_t *o, const char *freq, const char *period)
{
	struct text t = { 0 };
	uint64_t n;

	if (get_u64(o, freq, &n) && n)
		text_printf(&t, "%ju Hz", (uintmax_t)n);
	else if (get_u64(o, period, &n) && n)
		text_printf(&t, "every %ju", (uintmax_t)n);
	else
		text_add(&t, "counts");
	return text_taken(&t);
}

/**
 * put_task() - write who it is: "perf[123]"
 * @t:    receives it
 * @comm: the name of the process, any bytes
 * @pid:  its number
 */
void put_task(struct text *t, const char *comm, int64_t pid)
{
	text_safe(t, comm);
	text_printf(t, "[%jd]", (intmax_t)pid);
}

static char *who(const struct record *r)
{
	struct text t = { 0 };

	put_task(&t, r->comm, r->pid);
	return text_taken(&t);
}

static void fill_op(struct row *row, const struct record *r)
{
	uint64_t open = record_event(r);

	op_fill(row, r);
	row->mode = must(strdup(""));
	row->attr_key = must(strdup(""));
	row->exclude_key = must(strdup(""));
	span_set(&row->cpu, -1);
	/* For ops, the span of tasks holds the numbers of the opens. */
	span_set(&row->task, open ? (int64_t)open : -1);
	span_set(&row->group, -1);
	span_set(&row->fd, snum(r->json, "fd", -1));
}

static bool is_told(json_t *o, const char *key)
{
	json_t *v = json_object_get(o, key);

	return v && !json_is_null(v);
}

static void be_unknown(char **cell)
{
	free(*cell);
	*cell = must(strdup("?"));
}

/* What a text does not tell of a call. */
static void hide_unknown(struct row *row, const struct record *r)
{
	bool pid = is_told(r->args, "pid"), cpu = is_told(r->args, "cpu");
	struct text t = { 0 };

	if (!is_told(r->attr, "type") || !is_told(r->attr, "config"))
		be_unknown(&row->event);
	if ((!is_told(r->attr, "sample_period") && !is_told(r->attr, "sample_freq")) ||
	    (!is_told(r->attr, "freq") && num(r->attr, "sample_period")))
		be_unknown(&row->mode);
	if (pid && cpu)
		return;
	if (!pid && !cpu)
		text_add(&t, "?");
	else if (!pid)
		text_printf(&t, "pid ? cpu %jd", (intmax_t)snum(r->args, "cpu", -1));
	else
		text_printf(&t, "pid %jd cpu ?", (intmax_t)snum(r->args, "pid", -1));
	row->target = text_taken(&t);
}

static void fill_open(struct row *row, const struct record *r, const struct options *opt)
{
	const char *cgroup = str(r->kernel, "cgroup");
	struct text t = { 0 };

	event_text(&t, r, opt->sysfs, false);
	row->event = text_taken(&t);
	row->key = call_key(r, row->event);
	row->attr_key = attr_key(r);
	row->exclude_key = exclude_key(r);
	row->mode = mode_words(r->attr, "sample_freq", "sample_period");
	span_set(&row->cpu, snum(r->args, "cpu", -1));
	span_set(&row->task, snum(r->args, "pid", -1));
	span_set(&row->group, snum(r->args, "group_fd", -1));
	span_set(&row->fd, r->ret >= 0 ? r->ret : -1);
	if (str(r->json, "source"))
		hide_unknown(row, r);
	if (row->target || !(num(r->args, "flags") & PERF_FLAG_PID_CGROUP))
		return;
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
	row->seq = r->seq;
	row->last_seq = r->seq;
	row->count = 1;
	row->time_ns = r->time_ns;
	row->pid = r->pid;
	row->open = record_is_open(r);
	row->maybe_read = record_maybe_read(r->json);
	row->fix = plan_is_void(r->why) ? must(strdup("")) : fix_of(r->why);
	row->note = note_of(r);
	row->reasoned = *row->note;
	clock_text(&t, r, opt->date);
	row->when = text_taken(&t);
	row->who = who(r);
	row->result = r->errname ? must(strdup(r->errname)) : NULL;
	if (row->open)
		fill_open(row, r, opt);
	else
		fill_op(row, r);
	if (!row->result)
		return;
	/* The errno is a string of the record, which may be forged. */
	t = (struct text) { 0 };
	text_safe(&t, row->result);
	free(row->result);
	row->result = text_taken(&t);
}

/**
 * row_free() - free a row
 * @row: from row_fill()
 */
void row_free(struct row *row)
{
	free(row->key);
	free(row->attr_key);
	free(row->exclude_key);
	free(row->when);
	free(row->who);
	free(row->event);
	free(row->mode);
	free(row->target);
	free(row->result);
	free(row->answer);
	free(row->fix);
	free(row->note);
	free(row->fare.never);
	free(row->fds);
}

/**
 * span_put() - write a span: "cpu 3", "cpus 0-3"; "cpus 0..9" if some between are missing
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
		text_printf(t, s->mixed ? "..%jd" : "-%jd", (intmax_t)s->last);
}

static bool one_task(const struct span *s)
{
	return s->first == s->last;
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
	else if (!row->task.first && one_task(&row->task))
		text_add(t, "self");
	else if (row->cpu.first < 0)
		text_add(t, "all");
	if (row->cpu.first >= 0) {
		if (t->len)
			text_char(t, ' ');
		span_put(t, "cpu ", "cpus ", &row->cpu);
	}
	if (row->group.first >= 0) {
		text_char(t, ' ');
		span_put(t, "in fd ", "in fds ", &row->group);
	}
}

/**
 * row_mode() - how it counts; of an op the descriptors that it was called with
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
 * row_result() - the descriptors or what a read or poll returned, or the error
 * @t:   receives it
 * @row: the line
 */
void row_result(struct text *t, const struct row *row)
{
	bool said = row->fd.first != row->fd.last;
	const char *arrow = utf8 ? "→ " : "-> ";

	if (row->result) {
		text_add(t, row->result);
	} else if (row->answer || row->value.known) {
		text_add(t, arrow);
		put_answer(t, row);
	} else if (row->open && row->fd.first >= 0) {
		text_add(t, arrow);
		span_put(t, "fd ", "fds ", &row->fd);
	} else if (!row->open) {
		text_add(t, "ok");
	}
	if (row->count > 1 && (!said || row->result || row->fd.mixed))
		text_printf(t, utf8 ? " ×%ju" : " x%ju", (uintmax_t)row->count);
}
