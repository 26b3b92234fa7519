// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Values of a JSON object. */
#include "source/values.h"

#include <string.h>

/**
 * parse_u64() - parse a number: decimal digits only
 * @s:     the text
 * @value: receives it
 *
 * Return: false if it is none, or too large.
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
	*value = (uint64_t)json_integer_value(v);
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

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/**
 * get_hex() - bytes that a member has as hexadecimal digits
 * @object: any value, or NULL
 * @key:    the member
 * @to:     receives them
 * @room:   bytes there; further ones are left out
 *
 * Return: how many; up to the first that is none.
 */
size_t get_hex(json_t *object, const char *key, uint8_t *to, size_t room)
{
	const char *s = str(object, key);
	size_t n;

	for (n = 0; s && n < room && s[0] && s[1]; n++, s += 2) {
		int high = hex_digit(s[0]), low = hex_digit(s[1]);

		if (high < 0 || low < 0)
			break;
		to[n] = (uint8_t)(high << 4 | low);
	}
	return n;
}

/**
 * get_bytes() - a string that is a member, into an array that need not end with a NUL
 * @object: any value, or NULL
 * @key:    the member
 * @to:     receives it; what is left of the array becomes 0
 * @room:   bytes there
 *
 * Return: bytes of the string that are there.
 */
size_t get_bytes(json_t *object, const char *key, char *to, size_t room)
{
	json_t *v = json_object_get(object, key);
	size_t len = json_string_length(v);

	memset(to, 0, room);
	if (len > room)
		len = room;
	if (len)
		memcpy(to, json_string_value(v), len);
	return len;
}
