/* SPDX-License-Identifier: GPL-2.0 */
/* The calls of which a text tells, one by one. */
#ifndef PERFATTR_TEST_PASTE_TEXT_H
#define PERFATTR_TEST_PASTE_TEXT_H

#include <stdio.h>
#include <stdlib.h>

#include "parse/parse.h"

/**
 * struct paste_text - a text that is being read
 * @s:     the text
 * @len:   its length
 * @at:    how far it was read
 * @end:   where the call ends that was read last
 * @line:  number of the line at @at, from 1
 * @calls: how many calls there were
 */
struct paste_text {
	const char *s;
	size_t len;
	size_t at;
	size_t end;
	unsigned long line;
	unsigned long calls;
};

static inline size_t paste_line_length(const struct paste_text *t)
{
	const char *end = memchr(t->s + t->at, '\n', t->len - t->at);

	return end ? (size_t)(end + 1 - t->s) - t->at : t->len - t->at;
}

static inline void paste_go_on(struct paste_text *t, size_t n)
{
	for (; n && t->at < t->len; n--)
		t->line += t->s[t->at++] == '\n';
}

/* The next call that begins in what is left of a line. There may be another one behind it. */
static inline bool paste_next_of(struct paste_text *t, struct paste_call *call,
				 size_t (*read)(struct paste_call *call, const char *s, size_t len))
{
	size_t n;

	for (; t->at < t->len; paste_go_on(t, paste_line_length(t))) {
		n = read(call, t->s + t->at, t->len - t->at);
		if (!n)
			continue;
		call->line = t->line;
		t->calls++;
		paste_go_on(t, n);
		t->end = t->at;
		return true;
	}
	return false;
}

/* The next line of strace that is a call. */
static inline bool paste_next_strace(struct paste_text *t, struct paste_call *call)
{
	return paste_next_of(t, call, paste_strace);
}

/* The next call of which more than its own lines are read. */
static inline bool paste_next_in(struct paste_text *t, struct paste_call *call,
				 size_t (*read)(struct paste_call *call, const char *text,
						size_t at, size_t len))
{
	size_t n;

	for (; t->at < t->len; paste_go_on(t, paste_line_length(t))) {
		n = read(call, t->s, t->at, t->len);
		if (!n)
			continue;
		call->line = t->line;
		t->calls++;
		t->end = t->at + paste_line_length(t);
		paste_go_on(t, n);
		return true;
	}
	return false;
}

/* The next call that perf -vv prints. */
static inline bool paste_next_perf(struct paste_text *t, struct paste_call *call)
{
	return paste_next_in(t, call, paste_perf);
}

/* The next attr of which lines set the fields. */
static inline bool paste_next_fields(struct paste_text *t, struct paste_call *call)
{
	return paste_next_in(t, call, paste_fields);
}

/* The next line in which a program says that the call has failed. */
static inline bool paste_next_said(struct paste_text *t, struct paste_call *call)
{
	return paste_next_in(t, call, paste_said);
}

/* A copy of just its size, so that a read beyond it is a fault. */
static inline char *paste_exact(const char *s, size_t len)
{
	char *copy = malloc(len ? len : 1);

	memcpy(copy, s, len);
	return copy;
}

static inline char *paste_file(const char *name, size_t *len)
{
	static char room[1 << 20];
	FILE *f = fopen(name, "r");

	*len = f ? fread(room, 1, sizeof(room), f) : 0;
	if (f)
		fclose(f);
	return f ? paste_exact(room, *len) : NULL;
}

#endif /* PERFATTR_TEST_PASTE_TEXT_H */
