// SPDX-License-Identifier: GPL-2.0
/* The attrs of a session: a table, and the variables that the program declares for them. */
#include "attrs.h"

#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/names.h"

#include "record.h"
#include "util.h"

/* A string that was met: zeroed when it is new. */
struct met {
	int n;
	char text[];
};

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct met *)a)->text, ((const struct met *)b)->text);
}

static struct met *meet(void **tree, const char *text)
{
	struct met *m = must(calloc(1, sizeof(*m) + strlen(text) + 1)), **found;

	strcpy(m->text, text);
	found = must(tsearch(m, tree, by_text));
	if (*found != m)
		free(m);
	return *found;
}

/* Two attrs are the same if their keys are: the fields, and the strings that they point to. */
static char *attr_key(json_t *r)
{
	json_t *both = json_pack("[O?O?]", member(r, "attr", NULL), member(r, "strings", NULL));
	char *key = must(json_dumps(both, JSON_COMPACT));

	json_decref(both);
	return key;
}

/*
 * Named after the event; further attrs of the same event are numbered. Each name knows the number
 * to go on with, so that a thousand attrs of one event do not try the same numbers again.
 */
static void name_attr(struct session *s, struct attr *a)
{
	char lower[40], upper[40];
	struct met *base, *name;
	int i;

	identifier(lower, sizeof(lower), event_name(a->record.json), false);
	identifier(upper, sizeof(upper), event_name(a->record.json), true);
	snprintf(a->name, sizeof(a->name), "attr_%s", lower);
	snprintf(a->label, sizeof(a->label), "EV_%s", upper);
	base = meet(&s->names, a->name);
	name = base;
	/* Another event may have the name of a numbered one. */
	while (name->n) {
		i = ++base->n;
		snprintf(a->name, sizeof(a->name), "attr_%s_%d", lower, i);
		snprintf(a->label, sizeof(a->label), "EV_%s_%d", upper, i);
		name = meet(&s->names, a->name);
	}
	name->n = 1;
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
	struct met *same = meet(&s->keys, key);
	struct attr *a;

	free(key);
	if (same->n)
		return same->n - 1;
	s->attrs = grow(s->attrs, s->nattrs, sizeof(*s->attrs));
	a = &s->attrs[s->nattrs];
	a->record = (struct record){
		.json = r, .attr = member(r, "attr", NULL), .symbols = member(r, "symbols", NULL),
	};
	name_attr(s, a);
	same->n = ++s->nattrs;
	return s->nattrs - 1;
}

/* Fields whose values must be looked up at run time: prepare() sets them. */
static bool is_runtime(const struct record *r, const char *field)
{
	const char *name = string(member(r->symbols, field, NULL));
	uint64_t type = num(r->attr, "type");

	if (!strcmp(field, "type"))
		return type >= PA_TYPE_DYNAMIC && *name && strncmp(name, "PERF_TYPE_", 10);
	if (!strcmp(field, "config"))
		return type == PA_TYPE_TRACEPOINT && *name;
	return !strcmp(field, "kprobe_func") || !strcmp(field, "uprobe_path");
}

static void put_attr(FILE *out, const struct attr *a)
{
	static const struct attr_style style = {
		.indent = "\t", .old = true, .bare = true, .later = is_runtime,
	};
	char *name = remark(event_name(a->record.json));
	unsigned int words = block_room(&a->record);

	fprintf(out, "/* %s */\n", name);
	free(name);
	if (words)
		fprintf(out, "static union {\n\tstruct perf_event_attr attr;\n"
			"\t__u64 word[%u];\t/* older headers have a smaller struct */\n} room_%s = { {\n",
			words, a->name);
	else
		fprintf(out, "static struct perf_event_attr %s = {\n", a->name);
	block_attr(out, &a->record, &style);
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
		if (num(s->attrs[i].record.attr, "bp_type"))
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

/* Returns which functions of skeleton.c it needs. */
static unsigned int put_prepared(FILE *out, const struct attr *a)
{
	const struct record *r = &a->record;
	const char *path = string(member(r->json, "strings", "uprobe_path"));
	const char *func = string(member(r->json, "strings", "kprobe_func"));
	unsigned int needs = 0;
	char words[80];

	if (is_runtime(r, "type")) {
		put_assignment(out, a, "type", "pmu_type", str(r->symbols, "type"));
		needs |= NEED_PMU | NEED_PREPARED;
	}
	if (is_runtime(r, "config")) {
		put_assignment(out, a, "config", "tracepoint_id", str(r->symbols, "config"));
		needs |= NEED_TRACEPOINT | NEED_PREPARED;
	}
	if (*path || *func) {
		put_assignment(out, a, *path ? "uprobe_path" : "kprobe_func", NULL,
			       *path ? path : func);
		needs |= NEED_PREPARED;
	}
	snprintf(words, sizeof(words), "room_%s.word", a->name);
	if (block_words(out, r, words))
		needs |= NEED_PREPARED;
	return needs;
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
