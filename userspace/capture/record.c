// SPDX-License-Identifier: GPL-2.0
/*
 * Parses a line of JSON into a record. Numbers of 64 bits are strings there: see
 * docs/record.schema.json.
 */

#include "capture/capture.h"
#include "call/call.h"

/* Return true if a line has what every call has. */
static bool is_whole(const cJSON *line)
{
	static const char * const wide[] = { "seq", "time_ns", "duration_ns" };
	static const char * const others[] = { "pid", "tid", "uid", "ret" };
	uint64_t n;
	int64_t v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wide); i++)
		if (!get_u64(line, wide[i], &n))
			return false;
	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!value_s64(json_get(line, others[i]), &v))
			return false;
	return str(line, "comm") && str(line, "call");
}

static enum record_kind kind_of(const cJSON *line, struct text *what)
{
	int64_t v;

	if (!cJSON_IsObject(line))
		text_add(what, "it is not an object");
	else if (!value_integer(json_get(line, "v"), &v))
		text_add(what, "it is not a record of perfattr_dump (no \"v\")");
	else if (v != PA_JSON_VERSION)
		text_printf(what, "it is of version %jd; this program reads version %d",
			    (intmax_t)v, PA_JSON_VERSION);
	else if (json_get(line, "seq") && !is_whole(line))
		text_add(what, "it is not a whole call: seq, time_ns, duration_ns, pid, tid, uid, ret, comm or call is missing, or of a wrong type");
	else
		return json_get(line, "seq") ? RECORD_CALL : RECORD_HEAD;
	return RECORD_BAD;
}

/**
 * record_load() - read a line of JSON of any content
 * @r:    receives it; must be freed by record_free()
 * @line: without its end; need not be terminated
 * @len:  its length
 * @what: for RECORD_BAD receives an error message that is safe to print
 *
 * Return: its kind.
 */
enum record_kind record_load(struct record *r, const char *line, size_t len, struct text *what)
{
	struct json_fault fault;

	*r = (struct record){ .json = json_load(line, len, &fault) };
	if (r->json)
		return kind_of(r->json, what);
	text_printf(what, "it is not JSON: %s", fault.what);
	if (fault.at)
		text_printf(what, " at byte %zu", fault.at);
	return RECORD_BAD;
}

/**
 * record_free() - free a record
 * @r: the record
 */
void record_free(struct record *r)
{
	cJSON_Delete(r->json);
	free(r->tried);
	free(r->x);
	free(r->event);
	free(r->explanation);
	*r = (struct record){ .json = NULL };
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
