// SPDX-License-Identifier: GPL-2.0
/*
 * Parses a line of JSON into a record. Numbers of 64 bits are strings there: see
 * docs/record.schema.json.
 */
#include <stdlib.h>
#include <string.h>

#include "core/op.h"
#include "core/record.h"
#include "capture/capture.h"
#include "json/json.h"
#include "call/call.h"

/* Say that a key of a record does not have the value that it should have. Safe to print. */
static void key_refused(struct text *what, const char *key, const cJSON *value,
			const char *expected)
{
	char *s;

	text_printf(what, "key \"%s\": ", key);
	if (!value) {
		text_printf(what, "it is missing; it must be %s", expected);
		return;
	}
	s = must(json_text(value));
	text_printf(what, "%.60s%s is not %s", s, strlen(s) > 60 ? "..." : "", expected);
	free(s);
}

/* Takes the numbers that every record must have. Returns the name of a missing one, or NULL. */
static const char *take_numbers(struct record *r)
{
	static const char * const keys[] = { "seq", "time_ns", "duration_ns" };
	uint64_t *to[] = { &r->seq, &r->time_ns, &r->took_ns };
	static const char * const signs[] = { "pid", "tid", "uid", "ret" };
	int64_t *sto[] = { &r->pid, &r->tid, &r->uid, &r->ret };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!get_u64(r->json, keys[i], to[i]))
			return keys[i];
	for (i = 0; i < ARRAY_SIZE(signs); i++)
		if (!value_s64(json_get(r->json, signs[i]), sto[i]))
			return signs[i];
	return NULL;
}

/**
 * record_members() - read the members of a call
 * @r:    from record_load()
 * @what: on failure, receives an error message that is safe to print
 *
 * Return: false if it is not a record; @r->json stays.
 */
bool record_members(struct record *r, struct text *what)
{
	const char *wrong = take_numbers(r), *expected = "a number";

	r->comm = str(r->json, "comm");
	r->call = str(r->json, "call");
	if (!wrong && (!r->comm || !r->call)) {
		wrong = r->comm ? "call" : "comm";
		expected = "a string";
	}
	if (wrong) {
		key_refused(what, wrong, json_get(r->json, wrong), expected);
		return false;
	}
	return true;
}

/**
 * record_kind() - the kind of a line
 * @r:    from record_load()
 * @what: for RECORD_BAD receives an error message that is safe to print
 */
enum record_kind record_kind(struct record *r, struct text *what)
{
	uint64_t firing;
	int64_t v;

	if (!cJSON_IsObject(r->json)) {
		text_add(what, "it is not an object");
		return RECORD_BAD;
	}
	if (get_u64(r->json, "lost", &r->lost) && r->lost)
		return RECORD_NOTICE;
	if (get_u64(r->json, "firing", &firing) && get_u64(r->json, "seq", &r->seq)) {
		r->firing = firing != 0;
		return RECORD_NOTICE;
	}
	if (!value_integer(json_get(r->json, "v"), &v)) {
		text_add(what, "it is not a record of perfattr_dump (no \"v\")");
		return RECORD_BAD;
	}
	if (v != PA_JSON_VERSION) {
		text_printf(what, "it is of version %jd; this program reads version %d",
			    (intmax_t)v, PA_JSON_VERSION);
		return RECORD_BAD;
	}
	/* A line with a number is a call. */
	return json_get(r->json, "seq") ? RECORD_CALL : RECORD_HEAD;
}

/**
 * record_of() - a call of a text as a record
 * @r: receives it; must be freed by record_free()
 * @x: the call; becomes the record's
 */
void record_of(struct record *r, struct pa_call *x)
{
	*r = (struct record){
		.firing = -1, .x = x, .call = pa_name_of(&pa_kind_names, x->r.kind)->text,
		.seq = x->r.seq, .time_ns = x->r.time_ns, .took_ns = x->r.duration_ns,
		.pid = x->r.pid, .tid = x->r.tid, .uid = x->r.uid,
		.ret = x->r.ret, .comm = x->r.comm,
	};
}

/**
 * record_load() - read a line of JSON of any content
 * @r:    receives it; must be freed by record_free() if this returns true
 * @line: without its end; need not be terminated
 * @len:  its length
 * @what: on failure, receives an error message that is safe to print
 */
bool record_load(struct record *r, const char *line, size_t len, struct text *what)
{
	struct json_fault fault;

	memset(r, 0, sizeof(*r));
	r->firing = -1;
	r->json = json_load(line, len, &fault);
	if (!r->json)
		text_printf(what, "it is not JSON: %s", fault.what);
	if (!r->json && fault.at)
		text_printf(what, " at byte %zu", fault.at);
	/* Even a line that is not understood has its place in the stream. */
	r->seq = num(r->json, "seq");
	return !!r->json;
}

/**
 * record_free() - free a record
 * @r: from record_load()
 */
void record_free(struct record *r)
{
	cJSON_Delete(r->json);
	r->json = NULL;
	free(r->tried);
	r->tried = NULL;
	free(r->x);
	r->x = NULL;
	free(r->event);
	r->event = NULL;
	free(r->explanation);
	r->explanation = NULL;
}

/**
 * record_keep() - keep a record that is about to be freed
 * @to:   receives the record; must be freed by record_free()
 * @from: the record; it no longer owns its explanation
 */
void record_keep(struct record *to, struct record *from)
{
	*to = *from;
	from->json = NULL;
	from->x = NULL;
	from->event = NULL;
	from->explanation = NULL;
}

/**
 * record_is_open() - return true for an open, false for a call on a descriptor
 * @r: the record
 */
bool record_is_open(const struct record *r)
{
	return r->x && r->x->r.kind == PA_RECORD_OPEN;
}
