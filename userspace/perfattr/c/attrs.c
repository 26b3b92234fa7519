// SPDX-License-Identifier: GPL-2.0
/* The attrs of a session: a table, and the variables that the program declares for them. */
#include "attrs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "recent.h"
#include "record.h"
#include "util.h"

static bool name_taken(const struct session *s, const char *name)
{
	int i;

	for (i = 0; i < s->nattrs; i++)
		if (!strcmp(s->attrs[i].name, name))
			return true;
	return false;
}

/* Two attrs are the same if their keys are: the fields, and the strings that they point to. */
static char *attr_key(json_t *r)
{
	json_t *both = json_pack("[O?O?]", member(r, "attr", NULL), member(r, "strings", NULL));
	char *key = must(json_dumps(both, JSON_COMPACT));

	json_decref(both);
	return key;
}

/* Named after the event; further attrs of the same event are numbered. */
static void name_attr(const struct session *s, struct attr *a)
{
	char lower[40], upper[40];
	int i;

	identifier(lower, sizeof(lower), event_name(a->record), false);
	identifier(upper, sizeof(upper), event_name(a->record), true);
	snprintf(a->name, sizeof(a->name), "attr_%s", lower);
	snprintf(a->label, sizeof(a->label), "EV_%s", upper);
	for (i = 2; name_taken(s, a->name); i++) {
		snprintf(a->name, sizeof(a->name), "attr_%s_%d", lower, i);
		snprintf(a->label, sizeof(a->label), "EV_%s_%d", upper, i);
	}
}

/**
 * attr_of() - look up the attr of a record; adds it if it is new
 * @s: the session
 * @r: a record that has an attr
 *
 * Return: its index in s->attrs.
 */
int attr_of(struct session *s, json_t *r)
{
	char *key = attr_key(r);
	struct attr *a;
	int i;

	for (i = 0; i < s->nattrs; i++) {
		if (!strcmp(s->attrs[i].key, key)) {
			free(key);
			return i;
		}
	}
	s->attrs = grow(s->attrs, s->nattrs, sizeof(*s->attrs));
	a = &s->attrs[s->nattrs];
	a->key = key;
	a->record = r;
	name_attr(s, a);
	return s->nattrs++;
}

/* Fields whose values must be looked up at run time: prepare() sets them. */
static bool is_runtime(json_t *r, const char *field)
{
	const char *type = string(member(r, "symbols", "type"));
	bool dynamic = strncmp(type, "PERF_TYPE_", 10) != 0;

	if (!strcmp(field, "type"))
		return dynamic && *type;
	if (!strcmp(field, "config"))
		return !strcmp(type, "PERF_TYPE_TRACEPOINT") &&
		       *string(member(r, "symbols", "config"));
	return !strcmp(field, "kprobe_func") || !strcmp(field, "uprobe_path");
}

/* Size of struct perf_event_attr in the headers of Debian 12 (Linux 6.1). */
#define ATTR_61		PA_OLD_SIZE

/* The size of an attr in 64-bit words if it does not fit into that struct; else 0. */
static int words_of(json_t *r)
{
	json_int_t size = number(member(r, "attr", "size"));
	size_t i;

	if (size > ATTR_61)
		return (size < 4096 ? size + 7 : 4096) / 8;
	for (i = recent_next(0); i < RECENT_FIELDS; i = recent_next(i + 1))
		if (number(member(r, "attr", recent_fields[i].field)))
			return ATTR_61 / 8;
	return 0;
}

/* 2^53: constants beyond it get a suffix for their type. */
#define EXACT		9007199254740992LL

/* A value as a C expression, by its symbol if it has one. That of an address is not C's. */
static char *value_text(json_t *r, const char *field, json_t *value)
{
	bool address = !strcmp(field, "bp_addr");
	json_t *symbol = address ? NULL : member(r, "symbols", field);
	bool registers = !strncmp(field, "sample_regs", 11);
	bool large = !strcmp(field, "size") && number(value) > ATTR_61;

	/* The names of registers are bit numbers: their masks stay numbers. */
	if (json_is_array(symbol) && !registers && !recent_symbol(symbol))
		return joined(symbol);
	if (json_is_string(symbol) && !large)
		return format("%s", string(symbol));
	if (json_is_string(value) && (number(value) < 0 || number(value) > EXACT))
		return format("%sULL", string(value));
	if (number(value) < 0)
		return format("%" JSON_INTEGER_FORMAT, number(value));
	if (!strncmp(field, "config", 6) || address || registers)
		return format("0x%llx", (unsigned long long)number(value));
	return format("%" JSON_INTEGER_FORMAT, number(value));
}

static void put_field(FILE *out, json_t *r, const char *field, json_t *value)
{
	char *text;

	if (is_runtime(r, field)) {
		fprintf(out, "\t/* .%s: see prepare() */\n", field);
		return;
	}
	if (!strcmp(field, "bp_addr") && json_is_null(value))
		fputs("\t/* .bp_addr: a kernel address, which is not recorded */\n", out);
	if (json_is_null(value) || (strcmp(field, "type") && !number(value)) || recent_is(field))
		return;
	text = value_text(r, field, value);
	fprintf(out, "\t.%s = %s,\n", field, text);
	free(text);
}

static void put_attr(FILE *out, const struct attr *a)
{
	char *name = remark(event_name(a->record));
	int words = words_of(a->record);
	const char *field;
	json_t *value;

	fprintf(out, "/* %s */\n", name);
	free(name);
	if (words)
		fprintf(out, "static union {\n\tstruct perf_event_attr attr;\n"
			"\t__u64 word[%d];\t/* older headers have a smaller struct */\n} room_%s = { {\n",
			words, a->name);
	else
		fprintf(out, "static struct perf_event_attr %s = {\n", a->name);
	json_object_foreach(member(a->record, "attr", NULL), field, value) {
		put_field(out, a->record, field, value);
	}
	if (words)
		fprintf(out, "} };\n#define %s room_%s.attr\n\n", a->name, a->name);
	else
		fputs("};\n\n", out);
}

/**
 * put_attrs() - write a variable for each attr
 * @out: where to
 * @s:   the session
 */
void put_attrs(FILE *out, struct session *s)
{
	int i;

	for (i = 0; i < s->nattrs; i++) {
		put_attr(out, &s->attrs[i]);
		/* Constants that only it has. */
		if (number(member(s->attrs[i].record, "attr", "bp_type")))
			s->needs |= NEED_BREAKPOINT;
	}
}

/* Writes name.field = function("text"); without a function, assigns the address of the text. */
static void put_assignment(FILE *out, const struct attr *a, const char *field,
			   const char *function, const char *text)
{
	char *quoted = literal(text);

	if (function)
		fprintf(out, "\t%s.%s = %s(%s);\n", a->name, field, function, quoted);
	else
		fprintf(out, "\t%s.%s = (unsigned long)%s;\n", a->name, field, quoted);
	free(quoted);
}

static unsigned int put_newer(FILE *out, const struct attr *a)
{
	unsigned int needs = 0;
	size_t i;

	for (i = recent_next(0); i < RECENT_FIELDS; i = recent_next(i + 1)) {
		const struct recent *f = &recent_fields[i];
		json_int_t v = number(member(a->record, "attr", f->field));

		if (!v)
			continue;
		fprintf(out, "\troom_%s.word[%u] |= 0x%llxULL << %u;\t/* .%s */\n", a->name,
			f->word, (unsigned long long)v, f->shift, f->field);
		needs = NEED_PREPARED;
	}
	return needs;
}

/* Returns which functions of skeleton.c it needs. */
static unsigned int put_prepared(FILE *out, const struct attr *a)
{
	json_t *r = a->record;
	const char *path = string(member(r, "strings", "uprobe_path"));
	const char *func = string(member(r, "strings", "kprobe_func"));
	unsigned int needs = 0;

	if (is_runtime(r, "type")) {
		put_assignment(out, a, "type", "pmu_type", string(member(r, "symbols", "type")));
		needs |= NEED_PMU | NEED_PREPARED;
	}
	if (is_runtime(r, "config")) {
		put_assignment(out, a, "config", "tracepoint_id",
			       string(member(r, "symbols", "config")));
		needs |= NEED_TRACEPOINT | NEED_PREPARED;
	}
	if (*path || *func) {
		put_assignment(out, a, *path ? "uprobe_path" : "kprobe_func", NULL,
			       *path ? path : func);
		needs |= NEED_PREPARED;
	}
	return needs | put_newer(out, a);
}

/**
 * put_prepare() - write the function that sets the fields that must be looked up at run time
 * @out: where to; nothing is written if there are no such fields
 * @s:   the session; its needs are added to
 */
void put_prepare(FILE *out, struct session *s)
{
	unsigned int needs = 0;
	char *body = NULL;
	size_t len;
	FILE *f = must(open_memstream(&body, &len));
	int i;

	for (i = 0; i < s->nattrs; i++)
		needs |= put_prepared(f, &s->attrs[i]);
	if (fclose(f))
		die("out of memory");
	if (needs)
		fprintf(out, "/* What only the running system knows. */\n"
			"static void prepare(void)\n{\n%s}\n\n", body);
	s->needs |= needs;
	free(body);
}
