/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Parts of a text, which does not end with a NUL. */
#ifndef PERFATTR_PARSE_SPAN_H
#define PERFATTR_PARSE_SPAN_H

#include "shim.h"

/**
 * struct span - a part of a text
 * @s:   its beginning
 * @len: its length
 */
struct span {
	const char *s;
	size_t len;
};

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_word(char c)
{
	return is_letter(c) || c == '_' || is_digit(c);
}

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The letters, digits and _ from @s on; none if there are none. */
static inline struct span word_at(const char *s, const char *end)
{
	struct span word = { .s = s };

	while (s + word.len < end && is_word(s[word.len]))
		word.len++;
	return word;
}

static inline bool is(const struct span *t, const char *text)
{
	return t->len == strlen(text) && !memcmp(t->s, text, t->len);
}

static inline bool begins(const struct span *t, const char *text)
{
	return t->len >= strlen(text) && !memcmp(t->s, text, strlen(text));
}

#endif /* PERFATTR_PARSE_SPAN_H */
