// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Reads JSON that anybody may have written. cJSON accepts more than RFC 8259 allows: the difference
 * is refused before cJSON sees the text, or in its tree.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "json/writer.h"
#include "host/values.h"

/* Members of an object; ours have less than 100. */
#define MEMBERS_MAX	1024
/* Levels of a tree; cJSON itself takes less than 1,000. */
#define DEPTH_MAX	500

/* Returns the length of an escape, 0 if it encodes a NUL. cJSON checks the rest except digits. */
static size_t escape_len(const char *s)
{
	if (s[1] != 'u')
		return s[1] ? 2 : 0;
	return strspn(s + 2, "0123456789abcdefABCDEF") >= 4 && strncmp(s + 2, "0000", 4) ? 6 : 0;
}

/* Returns the last quote of a string, or where the string is wrong. @s: behind the first quote */
static const char *string_end(const char *s, const char *end, const char **what)
{
	size_t n;
	u32 code;

	for (;; s += n) {
		s += out_clean((const u8 *)s, 0, (size_t)(end - s), OUT_IN_JSON);
		if (*s == '"')
			return s;
		if (*s == '\\')
			n = escape_len(s);
		else if ((u8)*s < 0x80)
			n = *s == 0x7f;
		else
			n = pa_json_utf8((const u8 *)s, (size_t)(end - s), &code);
		if (!n)
			break;
	}
	*what = (u8)*s < 0x80 ? "no character of a string" : "not UTF-8";
	return s;
}

/* cJSON takes 01 and -.5, too. Returns the end of a number, or NULL. */
static const char *number_end(const char *s)
{
	const char *first = s + (*s == '-');
	size_t n = strspn(first, "0123456789");

	if (!n || (n > 1 && *first == '0') || (first[n] == '.' && !isdigit((u8)first[n + 1])))
		return NULL;
	return first + n + strspn(first + n, "0123456789.eE+-");
}

/* Returns where a text is wrong that cJSON takes, or NULL. A NUL follows the text. */
static const char *find_fault(const char *s, const char *end, const char **what)
{
	unsigned int depth = 0;
	const char *from;

	for (; s < end; s++) {
		from = s;
		*what = "wrong syntax";
		if (*s == '"') {
			s = string_end(s + 1, end, what);
			if (*s != '"')
				return s;
		} else if (*s == '-' || isdigit((u8)*s)) {
			s = number_end(s);
			if (!s)
				return from;
			s--;
		} else if (*s == '[' || *s == '{') {
			*what = "nested too deep";
			if (depth++ == DEPTH_MAX)
				return s;
		} else if (*s == ']' || *s == '}') {
			depth--;
		} else if ((u8)*s > 0x7e || ((u8)*s < ' ' && !strchr("\t\n\r", *s)) || !*s) {
			return s;
		}
	}
	return NULL;
}

/* Return true if one of the members before @v has its name. */
static bool is_twice(const cJSON *object, const cJSON *v)
{
	const cJSON *other = object->child;

	while (other != v && strcmp(other->string, v->string))
		other = other->next;
	return other != v;
}

/* Refuse a key given twice: other readers take its last value, and see another record. */
static const char *find_twice(const cJSON *object)
{
	u32 hash[MEMBERS_MAX], n = 0, i;
	const cJSON *v;
	const char *c;

	for (v = object->child; v; v = v->next, n++) {
		if (n == MEMBERS_MAX)
			return "an object has more than 1024 keys";
		hash[n] = 0;
		for (c = v->string; *c; c++)
			hash[n] = hash[n] * 31 + (u8)*c;
		for (i = 0; hash[i] != hash[n]; i++)
			;
		if (i < n && is_twice(object, v))
			return "a key is given twice";
	}
	return NULL;
}

/* Return a fault of a tree, or NULL. The tree is at most DEPTH_MAX deep. */
static const char *tree_fault(const cJSON *v)
{
	const char *what = cJSON_IsObject(v) ? find_twice(v) : NULL;

	if (cJSON_IsNumber(v) && !isfinite(v->valuedouble))
		return "a number is out of range";
	for (v = v->child; v && !what; v = v->next)
		what = tree_fault(v);
	return what;
}

/**
 * json_load() - read JSON that anybody may have written
 * @text:  the text; need not be terminated
 * @len:   its length
 * @fault: receives the reason of a refusal; may be NULL
 *
 * All JSON is read by this function, so the other code need not expect what it refuses. Strings are
 * UTF-8 without a NUL, numbers are finite, no object has a key twice.
 *
 * Return: the tree, to be freed by cJSON_Delete(); NULL if the text is refused.
 */
cJSON *json_load(const char *text, size_t len, struct json_fault *fault)
{
	const char *what = "out of memory", *at = NULL, *end;
	char *copy = malloc(len + 1);
	cJSON *tree = NULL;

	if (copy) {
		/* cJSON may read beyond the end of the text. */
		memcpy(copy, text, len);
		copy[len] = '\0';
		at = find_fault(copy, copy + len, &what);
	}
	if (copy && !at) {
		tree = cJSON_ParseWithOpts(copy, &end, true);
		what = tree ? tree_fault(tree) : "wrong syntax";
		at = tree ? NULL : end;
	}
	if (tree && what) {
		cJSON_Delete(tree);
		tree = NULL;
	}
	if (fault)
		*fault = (struct json_fault){ what, at ? (size_t)(at - copy) + 1 : 0 };
	free(copy);
	return tree;
}
