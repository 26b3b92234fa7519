/* SPDX-License-Identifier: GPL-2.0 */
/* Sentences with variables in them, as the rules have. */
#ifndef PERFATTR_WHY_TEMPLATE_H
#define PERFATTR_WHY_TEMPLATE_H

#ifdef __KERNEL__
#include <linux/string.h>
#include <linux/types.h>
#else
#include "shim.h"
#endif

struct seq_buf;

/* A word of a template. */
struct pa_word {
	const char *at;
	size_t len;
};

/* How many characters come before @stop, or before the end. */
static inline size_t pa_word_end(const char *text, char stop)
{
	const char *at = text;

	while (*at && *at != stop)
		at++;
	return (size_t)(at - text);
}

/* Most names differ in the first byte, so comparing that first avoids a strlen(). */
static inline bool pa_word_is(const struct pa_word *w, const char *name)
{
	return name[0] == w->at[0] && !strncmp(name, w->at, w->len) && !name[w->len];
}

/* Are two texts of @len bytes the same? In steps of eight, the last of which may overlap. */
static inline bool pa_text_same(const char *a, const char *b, size_t len)
{
	u64 x, y;
	size_t i;

	if (len < sizeof(x))
		return !memcmp(a, b, len);
	for (i = 0; i < len; i += sizeof(x)) {
		if (i + sizeof(x) > len)
			i = len - sizeof(x);
		memcpy(&x, a + i, sizeof(x));
		memcpy(&y, b + i, sizeof(y));
		if (x != y)
			return false;
	}
	return true;
}

/* The same if the length of @name is known. Names of one length differ at the end, if at all. */
static inline bool pa_word_equals(const struct pa_word *w, const char *name, size_t len)
{
	return w->len == len && w->at[len - 1] == name[len - 1] && pa_text_same(name, w->at, len);
}

/**
 * struct pa_template - a sentence while it is written
 * @s:     receives it
 * @of:    what the sentence is about, for @put
 * @put:   writes the value of a variable, whose name stands between { and }; returns false if it
 *         is not known
 * @whole: its length before the first piece that did not fit
 * @quotes: what was written may need escapes: @put has written bytes that are not our own, such as
 *         a name, or the sentence itself has characters that C or JSON escape
 */
struct pa_template {
	struct seq_buf *s;
	const void *of;
	bool (*put)(struct pa_template *to, struct pa_word w);
	size_t whole;
	bool quotes;
};

void pa_template_put(struct pa_template *to, const char *text);

#endif /* PERFATTR_WHY_TEMPLATE_H */
