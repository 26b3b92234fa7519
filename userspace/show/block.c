// SPDX-License-Identifier: GPL-2.0
/* A record as a block of text: the caller, the attr as C, the arguments, the result. */
#include <string.h>

#include <linux/perf_event.h>

#include "recent.h"
#include "core/attr.h"

#include "why/rule.h"

#include "show/show.h"

/* Bytes of struct perf_event_attr: in Linux 6.1, and at most. */
#define ATTR_61		PA_OLD_SIZE
#define ATTR_MAX	4096

static bool is_identifier(const char *s)
{
	static const char chars[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return *s && !s[strspn(s, chars)] && (*s < '0' || *s > '9');
}

/**
 * value_is_zero() - is it zero, or not there, which the kernel takes for zero?
 * @value: a value of the attr or an argument, or NULL
 *
 * Return: false for a string that is no number: too large, or forged.
 */
bool value_is_zero(json_t *value)
{
	uint64_t u;
	int64_t s;

	if (value_u64(value, &u))
		return !u;
	return value_s64(value, &s) ? !s : !json_is_string(value);
}

/*
 * What the file calls a number that has no symbol: a PMU, a tracepoint, a variable of the kernel.
 * Its names of other numbers are ignored: they may be wrong.
 */
static const char *name_of(const struct record *r, const char *field, bool symbol)
{
	if (symbol)
		return NULL;
	if (!strcmp(field, "config") ? num(r->attr, "type") != PERF_TYPE_TRACEPOINT :
	    strcmp(field, "type") && strcmp(field, "bp_addr"))
		return NULL;
	return str(r->symbols, field);
}

/* Writes a C comment that explains a value. @symbol: it stands there by its symbol */
static void put_remark(struct text *t, const struct record *r, const char *field, json_t *value,
		       bool symbol)
{
	const char *name = name_of(r, field, symbol);
	json_t *kernel = json_object_get(json_object_get(r->kernel, "attr"), field);
	json_t *strings = json_object_get(r->json, "strings");
	struct text note = { 0 };

	if (!symbol && symbol_put(&note, r, field, value))
		; /* too new to stand there */
	else if (name)
		text_safe(&note, name);
	else if (!strcmp(field, "sample_freq"))
		text_add(&note, "Hz");
	else if (str(strings, field))
		text_safe(&note, str(strings, field));
	if (kernel) {
		text_add(&note, note.len ? ", kernel: " : "kernel: ");
		value_symbol(&note, r, "", kernel);
	}
	if (note.len) {
		text_add(t, " ");
		text_comment(t, &note);
	}
	text_free(&note);
}

static void put_field(FILE *to, const struct record *r, const struct attr_style *style,
		      const char *field, json_t *value)
{
	struct text t = { 0 };
	bool symbol;

	text_printf(&t, "%s.%s = ", style->indent, field);
	symbol = value_symbol(&t, r, field, value);
	put_remark(&t, r, field, value, symbol);
	text_add(&t, ",\n");
	fputs(text_str(&t), to);
	text_free(&t);
}

static bool is_shown(const struct attr_style *style, const char *field, json_t *value)
{
	/* Beyond the size that was passed. */
	if (json_is_null(value))
		return false;
	if (!value_is_zero(value))
		return !style->old || !recent_is(field);
	return (style->zeros && !recent_is(field)) || !strcmp(field, "type") ||
	       !strcmp(field, "config");
}

/**
 * block_attr() - the fields of an attr as C initialisers
 * @to:    where to
 * @r:     an open
 * @style: how
 */
void block_attr(FILE *to, const struct record *r, const struct attr_style *style)
{
	const char *field;
	json_t *value;

	json_object_foreach(r->attr, field, value) {
		if (!is_identifier(field))
			continue;
		if (is_shown(style, field, value))
			put_field(to, r, style, field, value);
		else if (json_is_null(value) && !strcmp(field, "bp_addr") && style->zeros)
			fprintf(to, "%s/* .bp_addr: a kernel address, which is not recorded */\n",
				style->indent);
	}
}

/* A 64-bit word of the attr as it was passed; missing bytes are zero. */
static uint64_t raw_word(const char *hex, unsigned int word)
{
	size_t len = strlen(hex), at = 16 * (size_t)word;
	uint64_t value = 0;
	unsigned int i, byte;

	for (i = 0; i < 8 && at + 2 <= len; i++, at += 2)
		if (sscanf(hex + at, "%2x", &byte) == 1)
			value |= (uint64_t)byte << 8 * i;
	return value;
}

/**
 * block_room() - the size of an attr that does not fit into the struct of Linux 6.1's headers
 * @r: an open
 *
 * Return: its size in 64-bit words; 0 if it fits.
 */
unsigned int block_room(const struct record *r)
{
	uint64_t size = num(r->attr, "size"), v;
	size_t i;

	/* The kernel accepts no larger one. */
	if (size > ATTR_61)
		return ((size < ATTR_MAX ? size : ATTR_MAX) + 7) / 8;
	for (i = recent_next(0); i < RECENT_FIELDS; i = recent_next(i + 1))
		if (get_u64(r->attr, recent_fields[i].field, &v) && v)
			return ATTR_61 / 8;
	return 0;
}

/**
 * block_words() - assignments to words of an attr, for fields that block_attr() omits as too new
 * @to:   where to
 * @r:    an open
 * @name: of the array of words
 */
void block_words(FILE *to, const struct record *r, const char *name)
{
	const char *raw = str(r->json, "attr_raw");
	unsigned int word;
	const struct recent *f;
	uint64_t v;
	size_t i;

	for (i = recent_next(0); i < RECENT_FIELDS; i = recent_next(i + 1)) {
		f = &recent_fields[i];
		if (!get_u64(r->attr, f->field, &v) || !v)
			continue;
		fprintf(to, "\t%s[%u] |= 0x%jxULL << %u;\t/* .%s */\n", name, f->word,
			(uintmax_t)v, f->shift, f->field);
	}
	for (word = RECENT_NEWEST / 8; raw && word < block_room(r); word++) {
		if (!raw_word(raw, word))
			continue;
		fprintf(to, "\t%s[%u] = 0x%jxULL;\n", name, word, (uintmax_t)raw_word(raw, word));
	}
}

/* Who has made a call, and when; of a text, where it tells of it. */
static void put_caller(struct text *t, const struct record *r)
{
	text_printf(t, "#%ju  ", (uintmax_t)r->seq);
	if (str(r->json, "form")) {
		text_printf(t, "line %ju of the text\n", (uintmax_t)num(r->json, "line"));
		return;
	}
	clock_text(t, r, true);
	text_add(t, "  ");
	put_task(t, r->comm, r->pid);
	text_printf(t, " tid %jd uid %jd  ", (intmax_t)r->tid, (intmax_t)r->uid);
	text_safe(t, str(r->json, "abi"));
	if (r->took_ns || !str(r->json, "source"))
		text_printf(t, "  took %ju.%03ju us", (uintmax_t)(r->took_ns / 1000),
			    (uintmax_t)(r->took_ns % 1000));
	text_char(t, '\n');
}

/* The call: an op as the list has it. */
static void put_call(FILE *to, const struct record *r, const struct options *opt)
{
	struct text t = { 0 };

	put_caller(&t, r);
	fputs(text_str(&t), to);
	text_clear(&t);
	if (record_is_open(r)) {
		event_text(&t, r, opt->sysfs, true);
	} else {
		op_words(&t, r, true);
		text_printf(&t, ", fd %jd", (intmax_t)snum(r->json, "fd", -1));
	}
	fprintf(to, "%-11s %s\n", record_is_open(r) ? "perf -e" : "call", text_str(&t));
	text_free(&t);
}

static void put_args(FILE *to, const struct record *r)
{
	struct text t = { 0 };
	const char *name;
	json_t *value;

	json_object_foreach(r->args, name, value) {
		text_add(&t, t.len ? ", " : "");
		text_safe(&t, name);
		text_add(&t, " = ");
		/* An op's flags are others than those of perf_event_open(). */
		value_symbol(&t, r, record_is_open(r) ? name : "", value);
	}
	if (t.len)
		fprintf(to, "arguments   %s\n", t.s);
	text_free(&t);
}

static void put_open(FILE *to, const struct record *r, const struct options *opt)
{
	struct attr_style style = { .indent = "    ", .zeros = opt->all };

	if (r->attr) {
		fputs("struct perf_event_attr attr = {\n", to);
		block_attr(to, r, &style);
		fputs("};\n", to);
	} else {
		fputs("attr        not readable\n", to);
	}
}

static void put_fixes(struct text *t, const struct pa_why *why)
{
	unsigned int i;

	for (i = 0; i < why->nfix; i++) {
		text_printf(t, "%s.%s = ", i ? ", " : "\npass        ", why->fix[i].field);
		fix_value_put(t, &why->fix[i]);
	}
}

static void put_result(FILE *to, const struct record *r)
{
	struct text t = { 0 };

	if (r->errname)
		text_safe(&t, r->errname);
	else
		text_printf(&t, record_is_open(r) ? "fd %jd" : "%jd", (intmax_t)r->ret);
	if (r->why) {
		text_add(&t, ": ");
		sentence_put(&t, r->why->text, r->why->certain);
		text_printf(&t, "\nrule        %s, %sin %s", r->why->rule->id,
			    r->errname ? "refused " : "", r->why->in);
		put_fixes(&t, r->why);
	}
	fprintf(to, "result      %s\n", text_str(&t));
	text_free(&t);
}

/* What the log does not say: the event in words of perf, the time of day, what the record lacks. */
static void put_words(FILE *to, const struct record *r, const struct options *opt)
{
	const char *lacks = str(r->json, "lacks");
	struct text t = { 0 }, all = { 0 };

	if (record_is_open(r)) {
		text_add(&t, "perf -e ");
		event_text(&t, r, opt->sysfs, true);
		text_comment(&all, &t);
		text_char(&all, '\n');
		text_clear(&t);
	}
	clock_text(&t, r, true);
	if (lacks) {
		text_add(&t, "; explained less, for want of ");
		text_safe(&t, lacks);
	}
	text_comment(&all, &t);
	fprintf(to, "%s\n\n", all.s);
	text_free(&all);
	text_free(&t);
}

/**
 * block_record() - a record as text
 * @to:  where to
 * @r:   the record
 * @opt: options; all shows fields that are zero
 */
void block_record(FILE *to, const struct record *r, const struct options *opt)
{
	size_t len;
	const char *log = record_text(r, opt->all, &len);

	if (log) {
		fwrite(log, 1, len, to);
		put_words(to, r, opt);
		return;
	}
	put_call(to, r, opt);
	if (record_is_open(r))
		put_open(to, r, opt);
	put_args(to, r);
	put_result(to, r);
	if (str(r->json, "source"))
		pasted_put(to, r);
	fputc('\n', to);
}
