// SPDX-License-Identifier: GPL-2.0
/* A record as a block of text: the caller, the attr as C, the arguments, the result. */
#include <errno.h>
#include <string.h>

#include <linux/perf_event.h>

#include "c_names.h"
#include "recent.h"
#include "core/attr.h"

#include "show/show.h"

/* Bytes of struct perf_event_attr: in Linux 6.1, and at most. */
#define ATTR_61		PA_OLD_SIZE
#define ATTR_MAX	4096

/* Is this symbol a C constant, not the name of a PMU or tracepoint? */
static bool is_c(const char *symbol)
{
	static const char * const begins[] = { "PERF_", "HW_", "CLOCK_", "(PERF_" };
	size_t i;

	if (!symbol || !is_expression(symbol))
		return false;
	for (i = 0; i < ARRAY_SIZE(begins); i++)
		if (!strncmp(symbol, begins[i], strlen(begins[i])))
			return true;
	return false;
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
 * What the file calls a number that has no symbol here: a PMU, a tracepoint, a variable of the
 * kernel. NULL if it has a symbol, or if the file says that it has one.
 */
static const char *name_of(const struct record *r, const char *field, bool symbol)
{
	const char *name = symbol ? NULL : str(r->symbols, field);

	return name && is_c(name) && strcmp(field, "bp_addr") ? NULL : name;
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

static void put_call(FILE *to, const struct record *r, const struct options *opt)
{
	struct text t = { 0 };

	put_caller(&t, r);
	fputs(text_str(&t), to);
	if (record_is_open(r)) {
		text_clear(&t);
		event_text(&t, r, opt->sysfs, true);
		fprintf(to, "perf -e     %s\n", text_str(&t));
	}
	text_free(&t);
}

static void put_args(FILE *to, const struct record *r)
{
	static const char * const names[] = { "pid", "cpu", "group_fd", "flags" };
	struct text t = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		text_printf(&t, i ? ", %s = " : "%s = ", names[i]);
		value_symbol(&t, r, names[i], json_object_get(r->args, names[i]));
	}
	fprintf(to, "arguments   %s\n", text_str(&t));
	text_free(&t);
}

static void put_fixes(struct text *t, json_t *fix)
{
	const char *field;
	json_t *value;

	if (json_is_object(fix))
		text_add(t, "\npass        ");
	json_object_foreach(fix, field, value) {
		text_add(t, t->s[t->len - 1] == ' ' ? "." : ", .");
		text_safe(t, field);
		text_add(t, " = ");
		number_put(t, field, value);
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
		sentence_put(&t, r->why);
		text_add(&t, "\nrule        ");
		text_safe(&t, str(r->why, "rule"));
		text_add(&t, r->errname ? ", refused in " : ", in ");
		text_safe(&t, str(r->why, "in"));
		put_fixes(&t, json_object_get(r->why, "fix"));
	}
	fprintf(to, "result      %s\n", text_str(&t));
	text_free(&t);
}

/* Is this one of the words between the blanks? */
static bool is_word(const char *words, const char *word)
{
	size_t len = strlen(word);
	const char *p = words;

	while (len && (p = strstr(p, word))) {
		if ((p == words || p[-1] == ' ') && (p[len] == ' ' || !p[len]))
			return true;
		p += len;
	}
	return false;
}

/* A name, or a value that was read. */
static void put_item(struct text *t, json_t *item)
{
	uint64_t value;

	if (json_is_string(item))
		text_safe(t, json_string_value(item));
	else if (get_u64(item, "value", &value))
		text_printf(t, "%ju", (uintmax_t)value);
	else
		text_add(t, "...");
}

/* Members of the record that are numbers, words or lists, but not the words of @except. */
static void put_members(FILE *to, const char *label, json_t *object, const char *except)
{
	const char *key;
	struct text t = { 0 };
	json_t *v, *item;
	size_t i;

	json_object_foreach(object, key, v) {
		uint64_t u;

		if (json_is_null(v) || json_is_object(v) || is_word(except, key) ||
		    (json_is_array(v) && !json_array_size(v)))
			continue;
		text_add(&t, t.len ? ", " : "");
		/* The label may say it. */
		if (strcmp(key, label)) {
			text_safe(&t, key);
			text_char(&t, ' ');
		}
		if (value_u64(v, &u))
			text_printf(&t, is_in_hex(key) ? "0x%jx" : "%ju", (uintmax_t)u);
		else if (json_is_integer(v))
			text_printf(&t, "%jd", (intmax_t)json_integer_value(v));
		else if (json_is_boolean(v))
			text_add(&t, json_is_true(v) ? "yes" : "no");
		else if (json_is_string(v))
			text_safe(&t, json_string_value(v));
		json_array_foreach(v, i, item) {
			text_add(&t, i ? "|" : "");
			put_item(&t, item);
		}
	}
	if (t.len)
		fprintf(to, "%-11s %s\n", label, text_str(&t));
	text_free(&t);
}

/* Is this step a PMU that declined the event? Usually there are many of these. */
static bool is_asked_only(json_t *step)
{
	return str(step, "pmu") && snum(step, "ret", 0) == -ENOENT;
}

static void put_path(FILE *to, json_t *path, bool all)
{
	struct text t = { 0 };
	json_t *step;
	size_t i;

	json_array_foreach(path, i, step) {
		if (!all && is_asked_only(step))
			continue;
		text_add(&t, t.len ? " > " : "");
		text_safe(&t, str(step, "fn"));
		if (str(step, "pmu")) {
			text_char(&t, '(');
			text_safe(&t, str(step, "pmu"));
			text_char(&t, ')');
		}
		if (snum(step, "ret", 0))
			text_printf(&t, " = %jd", (intmax_t)snum(step, "ret", 0));
	}
	if (t.len)
		fprintf(to, "path        %s\n", text_str(&t));
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
	struct attr_style style = { .indent = "    ", .zeros = opt->all };
	size_t len;
	const char *log = record_text(r, opt->all, &len);

	if (log) {
		fwrite(log, 1, len, to);
		put_words(to, r, opt);
		return;
	}
	put_call(to, r, opt);
	if (!record_is_open(r)) {
		put_members(to, "call", r->json, "v seq load time_ns duration_ns pid tid uid comm abi ret errno attr_raw wall_ns fd_from at_exit source form");
		put_members(to, "event", json_object_get(r->json, "event"), "-");
		put_members(to, "arguments", r->args, "-");
		put_members(to, "health", json_object_get(r->json, "health"), "attr_flags");
	} else {
		if (r->attr) {
			fputs("struct perf_event_attr attr = {\n", to);
			block_attr(to, r, &style);
			fputs("};\n", to);
		} else {
			fputs("attr        not readable\n", to);
		}
		put_args(to, r);
	}
	put_result(to, r);
	if (str(r->json, "source"))
		pasted_put(to, r);
	put_members(to, "kernel", r->kernel, "path_lost clock overflow_handler path");
	put_path(to, json_object_get(r->kernel, "path"), opt->all);
	fputc('\n', to);
}
