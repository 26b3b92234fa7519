// SPDX-License-Identifier: GPL-2.0
#include "skeleton.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define MARKER		"/*@ "
#define MARKER_END	" */\n"
#define INSERT		"insert "

static unsigned int need_of(const char *word, size_t len)
{
	static const char * const words[] = {
#define NEED_WORD(name, word)	[NEED_BIT_##name] = word,
		NEEDS(NEED_WORD)
#undef NEED_WORD
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == len && !memcmp(words[i], word, len))
			return 1U << i;
	die("skeleton.c: unknown word in a marker: %.*s", (int)len, word);
}

/* Does a program with these needs have the lines after a marker with these words? */
static bool wanted(const char *words, const char *end, unsigned int needs)
{
	bool any = false;

	while (words < end) {
		bool unless = *words == '!';
		size_t len;

		words += unless;
		len = strcspn(words, " ");
		any |= !(needs & need_of(words, len)) == unless;
		words += len + 1;
	}
	return any;
}

static void put_insert(FILE *out, const char *word, const char *end, const struct insert *inserts,
		       size_t n)
{
	size_t i, len = end - word;

	for (i = 0; i < n; i++) {
		if (strlen(inserts[i].word) == len && !memcmp(inserts[i].word, word, len)) {
			fputs(inserts[i].text, out);
			return;
		}
	}
	die("skeleton.c: nothing to insert for: %.*s", (int)len, word);
}

/* Is this line of skeleton.c a marker? */
static bool is_marker(const char *line, size_t len)
{
	return len > strlen(MARKER MARKER_END) && !memcmp(line, MARKER, strlen(MARKER)) &&
	       !memcmp(line + len - strlen(MARKER_END), MARKER_END, strlen(MARKER_END));
}

/* The last argument of a call that may be expected to fail, and its text if none is. */
static const struct {
	const char *text, *with, *without;
} last_argument[] = {
	{ ", int error)", ", int error)", ")" },
	{ ", error)", ", error)", ")" },
	{ ", 0 /**/)", ", 0)", ")" },
};

static void put_line(FILE *out, const char *line, size_t len, bool errors)
{
	char *copy = must(strndup(line, len));
	size_t i;

	for (i = 0; i < ARRAY_SIZE(last_argument); i++) {
		char *at = strstr(copy, last_argument[i].text);

		if (!at)
			continue;
		fwrite(copy, 1, at - copy, out);
		fputs(errors ? last_argument[i].with : last_argument[i].without, out);
		fputs(at + strlen(last_argument[i].text), out);
		free(copy);
		return;
	}
	fputs(copy, out);
	free(copy);
}

/**
 * skeleton_put() - write the program
 * @out:     where to
 * @needs:   enum need: the parts of skeleton.c that it needs
 * @inserts: texts that replace its "insert" markers
 * @n:       number of @inserts
 */
void skeleton_put(FILE *out, unsigned int needs, const struct insert *inserts, size_t n)
{
	const char *line, *next;
	bool on = false;

	needs = (needs | NEED_ALWAYS) & ~NEED_NEVER;
	for (line = skeleton_text; *line; line = next) {
		const char *words = line + strlen(MARKER);
		const char *end;

		next = strchrnul(line, '\n');
		next += *next == '\n';
		end = next - strlen(MARKER_END);
		if (!is_marker(line, next - line)) {
			if (on)
				put_line(out, line, next - line, needs & NEED_ERRORS);
		} else if (!strncmp(words, INSERT, strlen(INSERT))) {
			put_insert(out, words + strlen(INSERT), end, inserts, n);
			on = false;
		} else {
			on = wanted(words, end, needs);
		}
	}
}
