// SPDX-License-Identifier: GPL-2.0
/*
 * Parses a line of JSON into a record. The only file that knows the syntax of records: 64-bit
 * numbers are strings in version 2, and above 2^53 in version 1; opens of version 1 do
 * not have the key "call". docs/record.schema.json describes both.
 */
#include <string.h>

#include "perfattr.h"

/**
 * value_u64() - a number, or a string of decimal digits
 * @v:     any value, or NULL
 * @value: receives it
 *
 * Return: false if it is neither, or negative.
 */
bool value_u64(json_t *v, uint64_t *value)
{
	if (json_is_string(v))
		return parse_u64(json_string_value(v), value);
	if (!json_is_integer(v) || json_integer_value(v) < 0)
		return false;
	*value = json_integer_value(v);
	return true;
}

/**
 * value_s64() - the same with a sign
 * @v:     any value, or NULL
 * @value: receives it
 */
bool value_s64(json_t *v, int64_t *value)
{
	const char *s = json_string_value(v);
	uint64_t u;

	if (json_is_integer(v)) {
		*value = json_integer_value(v);
		return true;
	}
	if (!s || !parse_u64(s + (*s == '-'), &u) || u > INT64_MAX)
		return false;
	*value = *s == '-' ? -(int64_t)u : (int64_t)u;
	return true;
}

/**
 * get_u64() - a number that is a member
 * @object: any value, or NULL
 * @key:    the member
 * @value:  receives it
 *
 * Return: false if there is no such number.
 */
bool get_u64(json_t *object, const char *key, uint64_t *value)
{
	return value_u64(json_object_get(object, key), value);
}

/**
 * num() - a number that is a member, 0 if it is absent
 * @object: any value, or NULL
 * @key:    the member
 */
uint64_t num(json_t *object, const char *key)
{
	uint64_t value = 0;

	get_u64(object, key, &value);
	return value;
}

/**
 * snum() - a number with a sign
 * @object:    any value, or NULL
 * @key:       the member
 * @otherwise: result if it is absent
 */
int64_t snum(json_t *object, const char *key, int64_t otherwise)
{
	int64_t value;

	return value_s64(json_object_get(object, key), &value) ? value : otherwise;
}

/**
 * str() - a string that is a member
 * @object: any value, or NULL
 * @key:    the member
 *
 * Return: the string, which lives as long as @object; NULL if it is absent or no string.
 */
const char *str(json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static json_t *member(const struct record *r, const char *key)
{
	json_t *v = json_object_get(r->json, key);

	return json_is_object(v) ? v : NULL;
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
		if (!value_s64(json_object_get(r->json, signs[i]), sto[i]))
			return signs[i];
	return NULL;
}

static bool take_members(struct record *r, struct text *what)
{
	const char *missing = take_numbers(r);

	r->comm = str(r->json, "comm");
	if (!missing && !r->comm)
		missing = "comm";
	if (missing) {
		text_printf(what, "it has no %s as records of perfattr_dump have it", missing);
		return false;
	}
	r->call = str(r->json, "call");
	if (!r->call)
		r->call = "open";
	r->errname = r->ret < 0 ? str(r->json, "errno") : NULL;
	if (r->ret < 0 && !r->errname)
		r->errname = "error";
	r->wall_ns = num(r->json, "wall_ns");
	r->attr = member(r, "attr");
	r->args = member(r, "args");
	r->kernel = member(r, "kernel");
	r->why = member(r, "why");
	r->symbols = member(r, "symbols");
	return true;
}

static bool take(struct record *r, struct text *what)
{
	uint64_t v;

	if (!json_is_object(r->json)) {
		text_add(what, "it is no object");
		return false;
	}
	if (get_u64(r->json, "lost", &r->lost) && r->lost)
		return true;
	if (get_u64(r->json, "firing", &v) && get_u64(r->json, "seq", &r->seq)) {
		r->firing = v != 0;
		return true;
	}
	if (!get_u64(r->json, "v", &v)) {
		text_add(what, "it is no record of perfattr_dump (no \"v\")");
		return false;
	}
	if (v != 1 && v != 2) {
		text_printf(what, "it is of version %ju, this program knows 1 and 2: a newer perfattr reads it",
			    (uintmax_t)v);
		return false;
	}
	return take_members(r, what);
}

/**
 * record_parse() - read a line
 * @r:    receives it; must be freed by record_free() if this returns true
 * @line: without its end; need not be terminated
 * @len:  its length
 * @what: on failure, receives an error message that is safe to print
 */
bool record_parse(struct record *r, const char *line, size_t len, struct text *what)
{
	json_error_t err;

	memset(r, 0, sizeof(*r));
	r->firing = -1;
	r->json = json_loadb(line, len, 0, &err);
	if (!r->json) {
		text_add(what, "it is no JSON: ");
		text_safe(what, err.text);
		return false;
	}
	if (take(r, what))
		return true;
	record_free(r);
	return false;
}

/**
 * record_free() - free a record
 * @r: from record_parse()
 */
void record_free(struct record *r)
{
	json_decref(r->json);
	r->json = NULL;
}

/**
 * record_is_open() - is this an open, not a call on a descriptor?
 * @r: the record
 */
bool record_is_open(const struct record *r)
{
	return !r->lost && r->firing < 0 && !strcmp(r->call, "open");
}

/**
 * record_event() - the record of the open that a call on a descriptor belongs to
 * @r: the call
 *
 * Return: its number, 0 if not known.
 */
uint64_t record_event(const struct record *r)
{
	return num(json_object_get(r->json, "event"), "open");
}
