// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A call that a text tells of, as a record: one with "source", and with the names of what is not
 * known in "unknown".
 */
#include "source/pasted.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/attr.h"
#include "core/out.h"
#include "core/render.h"
#include "source/place.h"
#include "source/values.h"

static const char * const forms[] = {
	[PASTE_STRACE] = "strace", [PASTE_PERF] = "perf", [PASTE_CODE] = "code",
	[PASTE_WORDS] = "words",
};

/* Whose word an error is that is not the kernel's. */
static const char * const told_by[] = {
	[PASTE_BY_PROGRAM] = "program", [PASTE_BY_STRACE] = "strace",
};

/* Is nothing known of a field? */
static bool is_unknown(const u64 *word, const struct pa_field *f)
{
	return pa_bits(word, f) == f->mask;
}

/* Fields that share their bytes have one name here, the most general one. */
static bool is_named_otherwise(enum pa_field_id id)
{
	switch (pa_fields[id].group) {
	case PA_UNION_PERIOD:
		return id != PA_FIELD_SAMPLE_PERIOD;
	case PA_UNION_WAKEUP:
		return id != PA_FIELD_WAKEUP_EVENTS;
	case PA_UNION_CONFIG1:
		return id != PA_FIELD_CONFIG1;
	case PA_UNION_CONFIG2:
		return id != PA_FIELD_CONFIG2;
	}
	return false;
}

/* The bytes of an op may also be those of a filter, or what a read returned. */
static bool has_attr(const struct pa_record *r)
{
	return r->attr_len && (r->kind == PA_RECORD_OPEN || r->op.have & PA_OP_ATTR);
}

/**
 * pasted_unknown_names() - name what is not known of a call
 * @r:       the call
 * @unknown: what is not known
 * @take:    gets "sample_type", or "sample_type&0x20000" if only these bits are not known; "pid"
 * @arg:     is passed to @take
 */
void pasted_unknown_names(const struct pa_record *r, const struct pa_unknown *unknown,
			  void (*take)(void *arg, const char *name), void *arg)
{
	char name[64];
	size_t i;

	for (i = 0; i < PA_FIELD_MAX && has_attr(r); i++) {
		const struct pa_field *f = &pa_fields[i];
		u64 bits = pa_bits(unknown->word, f);

		if (!bits || f->offset >= r->attr_len || is_named_otherwise((enum pa_field_id)i))
			continue;
		snprintf(name, sizeof(name), bits == f->mask ? "%s" : "%s&0x%llx", f->name, bits);
		take(arg, name);
	}
	for (i = 0; i < PASTE_N_ARGS && r->kind == PA_RECORD_OPEN; i++)
		if (unknown->args & paste_names[i].arg)
			take(arg, paste_names[i].name);
}

static void add_name(void *names, const char *name)
{
	json_array_append_new(names, json_string(name));
}

static json_t *names_of_unknown(const struct paste_call *call)
{
	struct pa_unknown unknown = { .args = (u8)~call->args };
	json_t *names = json_array();

	memcpy(unknown.word, call->unknown, sizeof(unknown.word));
	pasted_unknown_names(&call->r, &unknown, add_name, names);
	return names;
}

/* What is not known has no value: else it would look as if it had been passed. */
static void forget_values(json_t *line, const struct paste_call *call)
{
	json_t *attr = json_object_get(line, "attr"), *passed = json_object_get(line, "args");
	json_t *symbols = json_object_get(line, "symbols");
	size_t i;

	for (i = 0; i < PA_FIELD_MAX && json_is_object(attr); i++) {
		const struct pa_field *f = &pa_fields[i];

		if (!is_unknown(call->unknown, f) || !json_object_get(attr, f->name))
			continue;
		json_object_set_new(attr, f->name, json_null());
		json_object_del(symbols, f->name);
	}
	for (i = 0; i < PASTE_N_ARGS && call->r.kind == PA_RECORD_OPEN; i++) {
		if (call->args & paste_names[i].arg)
			continue;
		json_object_set_new(passed, paste_names[i].name, json_null());
		json_object_del(symbols, paste_names[i].name);
	}
}

static const char * const stops[] = {
	[PASTE_KILLED] = "killed", [PASTE_TRAPPED] = "trapped",
};

/* It has returned nothing, not even an error: what its program got is a signal. */
static void put_stopped(json_t *line, u8 stopped)
{
	json_object_set_new(line, "errno", json_string("SIGSYS"));
	json_object_set_new(line, "seccomp", json_string(stops[stopped]));
}

static u8 stopped_of(json_t *line)
{
	const char *how = str(line, "seccomp");
	u8 i;

	for (i = PASTE_KILLED; i < ARRAY_SIZE(stops); i++)
		if (how && !strcmp(how, stops[i]))
			return i;
	return PASTE_NOT_STOPPED;
}

/**
 * pasted_record() - a call that a text tells of, as a record
 * @call: the call, with its result
 * @seq:  its number
 *
 * Return: the record, which pasted_read() reads back; NULL if there is no memory.
 */
json_t *pasted_record(const struct paste_call *call, u64 seq)
{
	const struct pa_kernel kernel = { .page_size = (u32)sysconf(_SC_PAGESIZE) };
	bool pages = call->here && call->r.kind != PA_RECORD_OPEN;
	const struct pa_env env = { .kernel = pages ? &kernel : NULL };
	struct pa_record r = call->r;
	char *text = malloc(PA_TEXT_MAX);
	struct out s;
	json_t *line;

	if (!text)
		return NULL;
	r.seq = seq;
	out_init(&s, text, PA_TEXT_MAX);
	pa_json_record(&s, &r, &env, NULL);
	line = out_overflowed(&s) ? NULL : json_loadb(text, s.len, 0, NULL);
	free(text);
	if (!line)
		return NULL;
	forget_values(line, call);
	if (!call->here)
		json_object_set_new(line, "load", json_null());
	json_object_set_new(line, "source", json_string(call->live ? "strace" : "text"));
	if (!call->live)
		json_object_set_new(line, "form", json_string(forms[call->form]));
	if (call->stopped)
		put_stopped(line, call->stopped);
	else if (call->filtered)
		json_object_set_new(line, "seccomp", json_true());
	if (call->held)
		json_object_set_new(line, "held", json_true());
	if (told_by[call->by])
		json_object_set_new(line, "error_by", json_string(told_by[call->by]));
	json_object_set_new(line, "unknown", names_of_unknown(call));
	return line;
}

static void unknown_field(struct pasted *p, const char *name)
{
	size_t len = strcspn(name, "&"), i;
	u64 bits = name[len] ? strtoull(name + len + 1, NULL, 16) : U64_MAX;

	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];

		if (strlen(f->name) == len && !memcmp(f->name, name, len))
			p->unknown.word[f->word] |= (bits & f->mask) << f->shift;
	}
	for (i = 0; i < PASTE_N_ARGS; i++)
		if (!strcmp(paste_names[i].name, name))
			p->unknown.args |= paste_names[i].arg;
}

/* Which field it is of those that there are. */
static const char *changed_named(const char *name)
{
	size_t i;

	for (i = 0; name && i < PA_FIELD_MAX; i++)
		if (!strcmp(pa_fields[i].name, name))
			return pa_fields[i].name;
	for (i = 0; name && i < PASTE_N_ARGS; i++)
		if (!strcmp(paste_names[i].name, name))
			return paste_names[i].name;
	return NULL;
}

/* Who has told the error, and what the program has found out. */
static void evidence_read(struct pasted *p, json_t *line)
{
	json_t *retry = json_object_get(line, "retry");
	const char *by = str(line, "error_by"), *value = str(retry, "value");
	const char *form = str(line, "form");
	u8 i;

	for (i = 0; form && i < ARRAY_SIZE(forms); i++)
		if (!strcmp(form, forms[i]))
			p->form = i;
	for (i = PASTE_BY_PROGRAM; by && i < ARRAY_SIZE(told_by); i++)
		if (!strcmp(by, told_by[i]))
			p->told_by = i;
	p->line = num(line, "line");
	p->retry_line = num(retry, "line");
	p->changed = value ? changed_named(str(retry, "field")) : NULL;
	if (p->changed)
		p->value = *value == '-' ? (u64)strtoll(value, NULL, 10) :
					   strtoull(value, NULL, 10);
}

/**
 * pasted_read() - read what is not known of a call
 * @p:    receives it; all 0 if the record is no such call
 * @line: its line
 */
void pasted_read(struct pasted *p, json_t *line)
{
	json_t *names = json_object_get(line, "unknown"), *name;
	size_t i;

	memset(p, 0, sizeof(*p));
	p->stopped = stopped_of(line);
	p->filtered = p->stopped || json_is_true(json_object_get(line, "seccomp"));
	place_read(&p->place, json_object_get(line, "place"));
	p->held = json_is_true(json_object_get(line, "held"));
	evidence_read(p, line);
	p->is = json_is_string(json_object_get(line, "source"));
	p->live = p->is && !strcmp(str(line, "source"), "strace");
	json_array_foreach(names, i, name) {
		if (!json_is_string(name))
			continue;
		unknown_field(p, json_string_value(name));
		p->no_arg |= !strcmp(json_string_value(name), "arg");
	}
	p->some = p->unknown.args;
	for (i = 0; i < PA_WORDS; i++)
		p->some |= p->unknown.word[i] != 0;
}
