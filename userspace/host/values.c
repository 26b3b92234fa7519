// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* JSON as a tree: its values, and how a tree is written again. */
#include "host/values.h"

#include <stdio.h>
#include <stdlib.h>

#include "json/writer.h"

static void put_number(struct out *s, const cJSON *v)
{
	char digits[32];
	int64_t n;

	if (value_integer(v, &n)) {
		out_s64(s, n);
	} else {
		snprintf(digits, sizeof(digits), "%.17g", v->valuedouble);
		out_str(s, digits);
	}
}

static void put_value(struct pa_json *j, const cJSON *v)
{
	bool object = cJSON_IsObject(v);

	if (cJSON_IsString(v)) {
		pa_json_string(j, v->valuestring, ~(size_t)0);
	} else if (cJSON_IsNumber(v)) {
		put_number(j->s, v);
	} else if (cJSON_IsBool(v)) {
		json_bool(j, cJSON_IsTrue(v));
	} else if (object || cJSON_IsArray(v)) {
		json_begin(j, object ? '{' : '[');
		for (v = v->child; v; v = v->next) {
			json_element(j);
			if (object) {
				pa_json_string(j, v->string, ~(size_t)0);
				out_char(j->s, ':');
			}
			put_value(j, v);
		}
		json_end(j, object ? '}' : ']');
	} else {
		json_null(j);
	}
}

/**
 * json_text() - write a value as a line of JSON, in ASCII
 * @v: the value
 *
 * Return: the line without its end, to be freed; NULL if there is no memory.
 */
char *json_text(const cJSON *v)
{
	char *text = NULL, *more;
	struct out s = { .len = 0 };
	struct pa_json j;
	size_t room;

	for (room = 4096; (more = realloc(text, room)); room *= 2) {
		text = more;
		out_init(&s, text, room);
		j = (struct pa_json){ .s = &s };
		put_value(&j, v);
		if (!out_overflowed(&s)) {
			text[s.len] = '\0';
			return text;
		}
	}
	free(text);
	return NULL;
}

/**
 * json_get() - a member
 * @object: any value, or NULL
 * @key:    its name
 *
 * Return: NULL if there is none.
 */
cJSON *json_get(const cJSON *object, const char *key)
{
	cJSON *v = cJSON_IsObject(object) ? object->child : NULL;

	while (v && (*v->string != *key || strcmp(v->string, key)))
		v = v->next;
	return v;
}

/**
 * json_first() - the first element of an array
 * @array: any value, or NULL
 *
 * Return: NULL if it is not an array, or empty.
 */
cJSON *json_first(const cJSON *array)
{
	return cJSON_IsArray(array) ? array->child : NULL;
}

/**
 * json_size() - number of elements of an array
 * @array: any value, or NULL
 */
size_t json_size(const cJSON *array)
{
	const cJSON *v;
	size_t n = 0;

	json_each(v, array)
		n++;
	return n;
}

/**
 * json_true() - return true if a member is true
 * @object: any value, or NULL
 * @key:    the member
 */
bool json_true(const cJSON *object, const char *key)
{
	return cJSON_IsTrue(json_get(object, key));
}

/**
 * parse_u64() - parse a number: decimal digits only
 * @s:     the text
 * @value: receives it
 *
 * Return: false if it is not one, or too large.
 */
bool parse_u64(const char *s, uint64_t *value)
{
	uint64_t v = 0;

	if (!*s)
		return false;
	for (; *s; s++) {
		if (*s < '0' || *s > '9' || v > (UINT64_MAX - (uint64_t)(*s - '0')) / 10)
			return false;
		v = v * 10 + (uint64_t)(*s - '0');
	}
	*value = v;
	return true;
}

/**
 * value_integer() - a whole number that a double represents exactly
 * @v:     any value, or NULL
 * @value: receives it
 *
 * Return: false if it is not a number; a string is not.
 */
bool value_integer(const cJSON *v, int64_t *value)
{
	double most = PA_JSON_EXACT;

	if (!v || !cJSON_IsNumber(v) || !(v->valuedouble >= -most && v->valuedouble <= most) ||
	    v->valuedouble != (double)(int64_t)v->valuedouble)
		return false;
	*value = (int64_t)v->valuedouble;
	return true;
}

/**
 * value_u64() - a number, or a string of decimal digits
 * @v:     any value, or NULL
 * @value: receives it
 *
 * Return: false if it is neither, or negative.
 */
bool value_u64(const cJSON *v, uint64_t *value)
{
	int64_t n;

	if (v && cJSON_IsString(v))
		return parse_u64(v->valuestring, value);
	if (!value_integer(v, &n) || n < 0)
		return false;
	*value = (uint64_t)n;
	return true;
}

/**
 * value_s64() - a signed number
 * @v:     any value, or NULL
 * @value: receives it
 */
bool value_s64(const cJSON *v, int64_t *value)
{
	const char *s = cJSON_GetStringValue(v);
	uint64_t u;

	if (value_integer(v, value))
		return true;
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
bool get_u64(const cJSON *object, const char *key, uint64_t *value)
{
	return value_u64(json_get(object, key), value);
}

/**
 * get_integer() - a number that is a member, and not a string
 * @object: any value, or NULL
 * @key:    the member
 * @min:    the smallest that it may be
 * @max:    the largest
 * @value:  receives it
 *
 * Return: false if there is no such number.
 */
bool get_integer(const cJSON *object, const char *key, s64 min, s64 max, s64 *value)
{
	int64_t n;

	if (!value_integer(json_get(object, key), &n) || n < min || n > max)
		return false;
	*value = n;
	return true;
}

/**
 * num() - a number that is a member, 0 if it is absent
 * @object: any value, or NULL
 * @key:    the member
 */
uint64_t num(const cJSON *object, const char *key)
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
int64_t snum(const cJSON *object, const char *key, int64_t otherwise)
{
	int64_t value;

	return value_s64(json_get(object, key), &value) ? value : otherwise;
}

/**
 * str() - a string that is a member
 * @object: any value, or NULL
 * @key:    the member
 *
 * Return: the string, which lives as long as @object; NULL if it is absent or no string.
 */
const char *str(const cJSON *object, const char *key)
{
	return cJSON_GetStringValue(json_get(object, key));
}

/**
 * get_name() - the index of a string that is a member
 * @object: any value, or NULL
 * @key:    the member
 * @names:  values that the string may have; NULL entries match nothing
 * @n:      entries of @names
 *
 * Return: also 0 if the string is none of them.
 */
u8 get_name(const cJSON *object, const char *key, const char *const *names, u8 n)
{
	const char *text = str(object, key);

	while (n-- > 1)
		if (text && names[n] && !strcmp(text, names[n]))
			return n;
	return 0;
}

/**
 * get_hex() - bytes that a member has as hexadecimal digits
 * @object: any value, or NULL
 * @key:    the member
 * @to:     receives them
 * @room:   bytes there; further ones are left out
 *
 * Return: how many; up to the first that is not one.
 */
size_t get_hex(const cJSON *object, const char *key, uint8_t *to, size_t room)
{
	const char *s = str(object, key);

	return s ? pa_hex_bytes(to, room, s, strnlen(s, 2 * room)) : 0;
}

/**
 * get_bytes() - a string that is a member, into an array that need not end with a NUL
 * @object: any value, or NULL
 * @key:    the member
 * @to:     receives it; the rest of the array becomes 0
 * @room:   bytes there
 *
 * Return: bytes of the string that are there.
 */
size_t get_bytes(const cJSON *object, const char *key, char *to, size_t room)
{
	const char *s = str(object, key);
	size_t len = s ? strnlen(s, room) : 0;

	memset(to, 0, room);
	if (len)
		memcpy(to, s, len);
	return len;
}
