// SPDX-License-Identifier: GPL-2.0
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "util.h"

/**
 * member() - a member of an object, or of an object in it
 * @object: any value, or NULL
 * @a:      its key
 * @b:      the key within that, or NULL
 *
 * Return: a borrowed reference; NULL if there is no such member.
 */
json_t *member(json_t *object, const char *a, const char *b)
{
	json_t *v = json_object_get(object, a);

	return b ? json_object_get(v, b) : v;
}

/**
 * number() - the value of a number
 * @v: an integer, or a string of digits, as records have for numbers of 64 bits; NULL
 *
 * Return: the number, those above 2^63 as the same bits; 0 for anything else.
 */
json_int_t number(json_t *v)
{
	uint64_t u;
	int64_t s;

	if (value_u64(v, &u))
		return (json_int_t)u;
	return value_s64(v, &s) ? s : 0;
}

/**
 * string() - the value of a string
 * @v: any value, or NULL
 *
 * Return: the string, "" for anything else.
 */
const char *string(json_t *v)
{
	return json_is_string(v) ? json_string_value(v) : "";
}

/**
 * call_of() - the call of a record
 * @r: the record; in version 1 opens have no key "call"
 */
const char *call_of(json_t *r)
{
	json_t *call = json_object_get(r, "call");

	return call ? string(call) : "open";
}

/**
 * is_call() - is this a record of that call?
 * @r:    the record
 * @name: "open", "ioctl", ...
 */
bool is_call(json_t *r, const char *name)
{
	return !strcmp(call_of(r), name);
}

/**
 * is_ioctl() - is this a record of that ioctl?
 * @r:   the record
 * @cmd: IOC(...)
 */
bool is_ioctl(json_t *r, const char *cmd)
{
	return is_call(r, "ioctl") && !strcmp(string(member(r, "cmd", NULL)), cmd);
}

/**
 * result() - the return value of the call
 * @r: the record
 *
 * Return: a descriptor, a count, 0, or a negative errno.
 */
json_int_t result(json_t *r)
{
	return number(member(r, "ret", NULL));
}

/**
 * event_name() - the name of the event, kernel.event of an open's record
 * @r: the record of an open
 */
const char *event_name(json_t *r)
{
	const char *name = string(member(r, "kernel", "event"));

	return *name ? name : "event";
}

/**
 * mask_text() - an argument that is a mask as a C expression
 * @r:     the record
 * @arg:   which argument
 * @names: of its bits
 *
 * Return: names and numbers joined by |, "0" if there are none; the caller frees it.
 */
char *mask_text(json_t *r, const char *arg, const struct pa_names *names)
{
	struct text t = { 0 };

	if (!bits_put(&t, names, number(member(r, "args", arg))))
		text_char(&t, '0');
	return text_taken(&t);
}

/**
 * expected() - the error that the program expects from this call, as a C expression
 * @r: the record
 *
 * Return: "0" if the call succeeded, else its errno; the caller frees it.
 */
char *expected(json_t *r)
{
	const char *name = string(member(r, "errno", NULL));

	if (result(r) >= 0)
		return format("0");
	if (*name)
		return format("%s", name);
	return format("%" JSON_INTEGER_FORMAT, -result(r));
}
