// SPDX-License-Identifier: GPL-2.0
/*
 * A call on a descriptor as a line of the list: what it was, what it returned, why it was refused
 * or did nothing, and how its event has fared. The words are those of the log and of show.
 */
#include <stdlib.h>
#include <string.h>

#include "core/attr.h"

#include "show/show.h"

/* So many values of a group are shown. */
#define VALUES_SHOWN	4
/* Below that an event has missed something; a time that another cpu was changing is no loss. */
#define RAN_ALL		99

static const char *without(const char *name, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(name, prefix, len) ? name : name + len;
}

/* An ioctl or command of bpf without the common prefix; one that perf does not have: a number. */
static void put_ioctl(struct text *t, const struct record *r)
{
	const char *cmd = str(r->json, "cmd");
	uint64_t n;

	if (cmd)
		text_safe(t, without(without(cmd, "PERF_EVENT_IOC_"), "BPF_"));
	else if (get_u64(r->args, "cmd", &n))
		text_printf(t, "0x%jx", (uintmax_t)n);
}

/**
 * op_words() - the call without what it is called on: "ioctl ENABLE", "mmap 129 pages"
 * @t:   receives it
 * @r:   an op
 * @all: with numbers that differ between calls of a kind
 */
void op_words(struct text *t, const struct record *r, bool all)
{
	const char *area = str(r->json, "area"), *option = str(r->json, "option");
	uint64_t n;

	text_safe(t, r->call);
	if (str(r->json, "cmd") || !strcmp(r->call, "ioctl")) {
		text_char(t, ' ');
		put_ioctl(t, r);
	} else if (option) {
		text_char(t, ' ');
		text_safe(t, without(option, "PR_TASK_PERF_EVENTS_"));
	}
	if (area && all) {
		n = num(r->json, "pages");
		text_printf(t, n == 1 ? " %ju page" : " %ju pages", (uintmax_t)n);
	}
	if (area && !strcmp(area, "aux"))
		text_add(t, " of AUX");
	if (all && get_u64(r->json, "period", &n))
		text_printf(t, " %ju", (uintmax_t)n);
	if (!strcmp(r->call, "close") && json_is_true(json_object_get(r->json, "at_exit")))
		text_add(t, " at exit");
}

static void range_set(struct range *to, uint64_t value)
{
	to->low = value;
	to->high = value;
	to->known = true;
}

/**
 * range_add() - let a range have another
 * @to:  the range
 * @add: what it has, too
 */
void range_add(struct range *to, const struct range *add)
{
	if (!add->known)
		return;
	if (!to->known) {
		*to = *add;
		return;
	}
	if (add->low < to->low)
		to->low = add->low;
	if (add->high > to->high)
		to->high = add->high;
}

/**
 * range_put() - write a range: "5", "5..12"
 * @t: receives it
 * @r: the range
 */
void range_put(struct text *t, const struct range *r)
{
	text_printf(t, "%ju", (uintmax_t)r->low);
	if (r->high != r->low)
		text_printf(t, "..%ju", (uintmax_t)r->high);
}

/* What a read returned: the value, or those of a group. */
static void take_values(struct row *row, const struct record *r)
{
	json_t *values = json_object_get(r->json, "values"), *member;
	uint64_t value, more = num(r->json, "more");
	struct range one = { 0 };
	struct text t = { 0 };
	size_t i;

	json_array_foreach(values, i, member) {
		if (!get_u64(member, "value", &value))
			continue;
		range_set(&one, value);
		range_add(&row->value, &one);
		if (i < VALUES_SHOWN)
			text_printf(&t, i ? " %ju" : "%ju", (uintmax_t)value);
	}
	if (i > VALUES_SHOWN)
		more += i - VALUES_SHOWN;
	if (more)
		text_printf(&t, " and %ju more", (uintmax_t)more);
	if (i > 1)
		row->answer = t.s;
	else
		text_free(&t);
}

/* What a poll found. */
static void take_mask(struct row *row, const struct record *r)
{
	json_t *names = json_object_get(r->json, "revents"), *name;
	struct text t = { 0 };
	size_t i;

	json_array_foreach(names, i, name) {
		text_add(&t, i ? "|" : "");
		text_safe(&t, json_string_value(name));
	}
	if (!t.len)
		text_add(&t, "nothing");
	row->answer = t.s;
}

/* Is the buffer one that a reader is to empty? One that is written backward has no tail. */
static bool is_read_forward(json_t *health)
{
	const struct pa_field *f = &pa_fields[PA_FIELD_WRITE_BACKWARD];

	return !(num(health, "attr_flags") >> f->shift & f->mask);
}

static const char *buffer_words(json_t *health)
{
	json_t *buffer = json_object_get(health, "buffer");

	if (!json_is_object(buffer) || !is_read_forward(health))
		return NULL;
	if (json_is_null(json_object_get(buffer, "written")))
		return "its process has not touched its buffer";
	return num(buffer, "written") && !num(buffer, "read") ? "nobody has read its buffer" : NULL;
}

/**
 * never_words() - why an event never ran
 * @health: of a call on it
 *
 * Return: safe to print, to be freed; NULL if it did run.
 */
char *never_words(json_t *health)
{
	json_t *never = json_object_get(health, "never_ran");
	struct text t = { 0 };

	if (!json_is_object(never))
		return NULL;
	sentence_put(&t, str(never, "text"), !json_is_false(json_object_get(never, "certain")));
	return text_taken(&t);
}

static void take_health(struct row *row, const struct record *r)
{
	json_t *health = json_object_get(r->json, "health");
	struct fare *f = &row->fare;
	uint64_t n;

	if (!json_is_object(health))
		return;
	f->never = never_words(health);
	if (!f->never && get_u64(health, "percent", &n) && n < RAN_ALL)
		range_set(&f->percent, n);
	f->unscaled = json_is_true(json_object_get(health, "unscaled"));
	f->throttled = json_is_true(json_object_get(health, "throttled"));
	if (get_u64(health, "lost", &n) && n)
		range_set(&f->lost, n);
	f->buffer = buffer_words(health);
}

static void put_part(struct text *t, const char *words)
{
	text_add(t, t->len ? "; " : "");
	text_add(t, words);
}

/**
 * fare_put() - how an event has fared, where that is worth a word
 * @t: receives it, behind what it has already
 * @f: of a row
 * @of: how many calls the row is of
 */
void fare_put(struct text *t, const struct fare *f, uint64_t of)
{
	if (f->never) {
		put_part(t, "");
		if (f->nevers && f->nevers < of)
			text_printf(t, "%ju of %ju ", (uintmax_t)f->nevers, (uintmax_t)of);
		text_add(t, "never ran: ");
		text_add(t, f->never);
	}
	if (f->percent.known) {
		put_part(t, "ran ");
		range_put(t, &f->percent);
		text_add(t, f->unscaled ? " %, not scaled: read_format lacks the times" : " %");
	}
	if (f->lost.known) {
		put_part(t, "lost ");
		range_put(t, &f->lost);
		text_add(t, " samples");
	}
	if (f->throttled)
		put_part(t, "throttled now");
	if (f->buffer)
		put_part(t, f->buffer);
}

/* Calls that share a line have the same words, errno, reason and troubles; numbers may differ. */
static char *key_of(const struct row *row, const struct record *r)
{
	const struct fare *f = &row->fare;
	struct text t = { 0 };

	text_printf(&t, "%jd %s %s %s %s%s ", (intmax_t)r->pid, r->comm, row->event,
		    r->errname ? r->errname : "", row->fix, row->note);
	/* A mask is one answer; values of a group are numbers. */
	if (row->answer && !row->value.known)
		text_add(&t, row->answer);
	text_printf(&t, " %s %d%d%d%d %s", f->never ? f->never : "", f->percent.known,
		    f->lost.known, f->unscaled, f->throttled, f->buffer ? f->buffer : "");
	return t.s;
}

/**
 * op_fill() - the cells and the key of a call on a descriptor
 * @row: has its note and fix
 * @r:   the call
 */
void op_fill(struct row *row, const struct record *r)
{
	struct text t = { 0 };

	op_words(&t, r, true);
	row->event = text_taken(&t);
	if (!strcmp(r->call, "poll") && r->ret >= 0)
		take_mask(row, r);
	else
		take_values(row, r);
	take_health(row, r);
	/* Its close need not say again what the reads have said. */
	row->reasoned |= row->fare.never && !strcmp(r->call, "close");
	row->key = key_of(row, r);
}
