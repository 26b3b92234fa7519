// SPDX-License-Identifier: GPL-2.0
/* Makes a line of the list from a record: its texts, and keys for merging calls. */
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "show/show.h"

/* Byte offsets in struct perf_event_attr, which are part of the ABI. */
#define OFF_TYPE	0
#define OFF_CONFIG	8
#define OFF_FLAGS	40
#define EXCLUDE_BITS	0x7	/* user, kernel, hypervisor: the upper half of that byte */

static void span_set(struct span *s, int64_t value)
{
	s->first = value;
	s->last = value;
	s->mixed = false;
}

static char *taken(struct text *t)
{
	return t->s ? t->s : must(strdup(""));
}

/* A key that is the same for calls that differ only in cpu, task and descriptor. */
static char *call_key(const struct record *r)
{
	const char *raw = str(r->json, "attr_raw");
	char *attr = raw ? NULL : json_dumps(r->attr, JSON_COMPACT | JSON_ENCODE_ANY);
	struct text t = { 0 };

	text_printf(&t, "%jd %s %ju %s %s ", (intmax_t)r->pid, r->comm,
		    (uintmax_t)num(r->args, "flags"), r->errname ? r->errname : "",
		    str(r->why, "rule") ? str(r->why, "rule") : "");
	if (snum(r->args, "pid", -1) <= 0)
		text_printf(&t, "%jd ", (intmax_t)snum(r->args, "pid", -1));
	text_printf(&t, "%d %s", snum(r->args, "group_fd", -1) >= 0, raw ? raw : attr ? attr : "");
	free(attr);
	return taken(&t);
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

static char *mode_words(const struct record *r)
{
	struct text t = { 0 };
	uint64_t n;

	if (get_u64(r->attr, "sample_freq", &n) && n)
		text_printf(&t, "%ju Hz", (uintmax_t)n);
	else if (get_u64(r->attr, "sample_period", &n) && n)
		text_printf(&t, "every %ju", (uintmax_t)n);
	else
		text_add(&t, "counts");
	return taken(&t);
}

/* A value of a fix, formatted for people. */
static void put_fix(struct text *t, const char *field, json_t *value)
{
	int64_t s;
	uint64_t u;

	text_safe(t, field);
	if (value_u64(value, &u))
		text_printf(t, strstr(field, "config") || strstr(field, "sample_type") ? "=0x%jx" : "=%ju",
			    (uintmax_t)u);
	else if (value_s64(value, &s))
		text_printf(t, "=%jd", (intmax_t)s);
}

/* What to pass instead, the reason, and the name of the rule, as in docs/refusals.md. */
static char *reason(const struct record *r)
{
	json_t *fix = json_object_get(r->why, "fix"), *value;
	struct text t = { 0 };
	const char *field, *sep = "pass ";

	if (!r->why)
		return taken(&t);
	if (json_is_false(json_object_get(r->why, "certain")))
		text_add(&t, "probably: ");
	json_object_foreach(fix, field, value) {
		text_add(&t, sep);
		put_fix(&t, field, value);
		sep = ", ";
	}
	if (json_object_size(fix))
		text_add(&t, ": ");
	text_safe(&t, str(r->why, "text"));
	text_add(&t, " (");
	text_safe(&t, str(r->why, "rule"));
	text_char(&t, ')');
	return taken(&t);
}

static char *who(const struct record *r)
{
	struct text t = { 0 };

	text_safe(&t, r->comm);
	text_printf(&t, "[%jd]", (intmax_t)r->pid);
	return taken(&t);
}

/* The name of an ioctl without the common prefix. */
static void op_words(struct text *t, const struct record *r)
{
	const char *cmd = str(r->json, "cmd");

	text_safe(t, r->call);
	if (cmd) {
		text_char(t, ' ');
		text_safe(t, strncmp(cmd, "PERF_EVENT_IOC_", 15) ? cmd : cmd + 15);
	} else if (str(r->json, "area")) {
		text_printf(t, " %ju pages", (uintmax_t)num(r->json, "pages"));
	}
}

static void fill_op(struct row *row, const struct record *r)
{
	uint64_t open = record_event(r);
	struct text t = { 0 };

	op_words(&t, r);
	row->event = taken(&t);
	t = (struct text) { 0 };
	text_printf(&t, "%jd %s %s %s", (intmax_t)r->pid, r->comm, row->event,
		    r->errname ? r->errname : "");
	row->key = taken(&t);
	row->mode = must(strdup(""));
	row->attr_key = must(strdup(""));
	row->exclude_key = must(strdup(""));
	row->note = must(strdup(""));
	span_set(&row->cpu, -1);
	/* For ops, the span of tasks holds the numbers of the opens. */
	span_set(&row->task, open ? (int64_t)open : -1);
	span_set(&row->group, -1);
	span_set(&row->fd, snum(r->json, "fd", -1));
}

static void fill_open(struct row *row, const struct record *r, const struct options *opt)
{
	const char *cgroup = str(r->kernel, "cgroup");
	struct text t = { 0 };

	event_text(&t, r, opt->sysfs, false);
	row->event = taken(&t);
	row->key = call_key(r);
	row->attr_key = attr_key(r);
	row->exclude_key = exclude_key(r);
	row->mode = mode_words(r);
	row->note = reason(r);
	span_set(&row->cpu, snum(r->args, "cpu", -1));
	span_set(&row->task, snum(r->args, "pid", -1));
	span_set(&row->group, snum(r->args, "group_fd", -1));
	span_set(&row->fd, r->ret >= 0 ? r->ret : -1);
	if (!(num(r->args, "flags") & PERF_FLAG_PID_CGROUP))
		return;
	t = (struct text) { 0 };
	text_add(&t, "cgroup ");
	text_safe(&t, cgroup);
	row->target = taken(&t);
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
	clock_text(&t, r, opt->date);
	row->when = taken(&t);
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
	row->result = taken(&t);
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
	free(row->note);
}

static void put_span(struct text *t, const char *one, const char *many, const struct span *s)
{
	if (s->first == s->last && !s->mixed)
		text_printf(t, "%s %jd", one, (intmax_t)s->first);
	else
		text_printf(t, s->mixed ? "%s %jd..%jd" : "%s %jd-%jd", many, (intmax_t)s->first,
			    (intmax_t)s->last);
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
			put_span(t, "of open", "of opens", &row->task);
		return;
	}
	if (row->task.first > 0)
		put_span(t, "pid", "pids", &row->task);
	else if (!row->task.first && one_task(&row->task))
		text_add(t, "self");
	else if (row->cpu.first < 0)
		text_add(t, "all");
	if (row->cpu.first >= 0) {
		if (t->len)
			text_char(t, ' ');
		put_span(t, "cpu", "cpus", &row->cpu);
	}
	if (row->group.first >= 0) {
		text_char(t, ' ');
		put_span(t, "in fd", "in fds", &row->group);
	}
}

/**
 * row_result() - the descriptors, or the error
 * @t:   receives it
 * @row: the line
 */
void row_result(struct text *t, const struct row *row)
{
	bool said = row->fd.first != row->fd.last;

	if (row->result)
		text_add(t, row->result);
	else if (row->fd.first >= 0)
		put_span(t, row->open ? utf8 ? "→ fd" : "-> fd" : "fd",
			 row->open ? utf8 ? "→ fds" : "-> fds" : "fds", &row->fd);
	if (row->count > 1 && (!said || row->result || row->fd.mixed))
		text_printf(t, utf8 ? " ×%ju" : " x%ju", (uintmax_t)row->count);
}
