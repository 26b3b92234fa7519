// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A line of strace, or of perf, that a terminal or a mail program has broken: it is put together
 * again, and read as if it had never been. A terminal breaks anywhere and adds nothing, a mail
 * program breaks at a blank, which is gone then. Nothing is read of lines that do not belong
 * together: a call must be whole, up to its result.
 */
#include "paste/paste.h"

#include "paste/span.h"

/* More lines than a call has at a width of 40 columns. */
#define LINES_MAX	80

/* As narrow as any line is that was broken. */
#define NARROW		40

static size_t line_length(const char *s, size_t len)
{
	const char *end = memchr(s, '\n', len);

	return end ? (size_t)(end - s) : len;
}

/* Without \r at its end. */
static size_t trimmed(const char *line, size_t n)
{
	return n && line[n - 1] == '\r' ? n - 1 : n;
}

static bool add(struct paste_joined *j, const char *s, size_t len, bool blank)
{
	if (j->len + len + 2 > sizeof(j->text))
		return false;
	if (blank)
		j->text[j->len++] = ' ';
	memcpy(j->text + j->len, s, len);
	j->len += len;
	return true;
}

/* Is a blank missing between what is there and what follows? */
static bool lacks_blank(const struct paste_joined *j, const char *s, size_t len)
{
	return j->len && len && !is_blank(j->text[j->len - 1]) && !is_blank(*s);
}

/**
 * paste_join() - put lines together
 * @j:      receives them
 * @s:      the first one, and those behind it
 * @len:    their length
 * @lines:  how many
 * @blanks: where one was broken a blank was taken away
 *
 * Return: how many bytes the lines have; 0 if there are not so many, or if they are too long.
 */
size_t paste_join(struct paste_joined *j, const char *s, size_t len, size_t lines, bool blanks)
{
	size_t at = 0, n, kept;

	for (j->len = 0; lines && at < len; lines--) {
		n = line_length(s + at, len - at);
		kept = trimmed(s + at, n);
		if (!add(j, s + at, kept, blanks && lacks_blank(j, s + at, kept)))
			return 0;
		at += n + (at + n < len);
	}
	return lines ? 0 : at;
}

/*
 * Is what stands there from @from on a part of this call? In its attr there is neither a brace nor
 * a parenthesis.
 */
static bool is_part(const struct paste_joined *j, size_t from)
{
	static const char result[] = ") = ", name[] = "perf_event_open";
	const char *s = j->text + from, *paren, *behind;
	size_t len = j->len - from;

	if (!len || memchr(s, '{', len) || memmem(s, len, name, sizeof(name) - 1))
		return false;
	paren = memchr(s, '(', len);
	behind = memmem(j->text, j->len, result, sizeof(result) - 1);
	return !paren || (behind && behind < paren);
}

/* The whole call, with its result: and it ends in the last @last bytes that were put together. */
static bool is_whole(struct paste_call *call, struct paste_joined *j, size_t last)
{
	size_t n;

	j->text[j->len] = '\n';
	n = paste_strace(call, j->text, j->len + 1);
	return n > j->len - last && call->args & PASTE_RET;
}

/*
 * What the error means, and who has made it up, stands behind it, in parentheses, perhaps in the
 * next lines. Returns the length of those.
 */
static size_t tail(struct paste_call *call, struct paste_joined *j, const char *s, size_t len)
{
	size_t from = paste_strace(call, j->text, j->len + 1), at = 0, n, open, i;
	const char *t = j->text + from;

	for (;;) {
		for (open = 0, i = from; i < j->len; i++)
			open += (size_t)(j->text[i] == '(') - (size_t)(j->text[i] == ')');
		n = line_length(s + at, len - at);
		if (at == len || !n || (!open && s[at] != '(') ||
		    !add(j, s + at, n, lacks_blank(j, s + at, 1)))
			break;
		at += n + (at + n < len);
	}
	paste_told_by(call, t, j->len - from);
	return at;
}

/* Puts lines together until they are a call; @blanks: at each place a blank was taken away. */
static size_t join(struct paste_call *call, const char *s, size_t len, bool blanks)
{
	size_t first = line_length(s, len), at = 0, n, line, before = 0;
	struct paste_joined j = { .len = 0 };
	const char *from;
	bool full;

	for (line = 0; line < LINES_MAX && at < len; line++) {
		n = line_length(s + at, len - at);
		/* It may go on behind the end of the text. */
		if (at + n == len)
			return 0;
		from = s + at;
		at += n + 1;
		/* A line as long as the first one may go on, within a number. */
		full = n >= first && from[n - 1] != ')';
		n = trimmed(from, n);
		if (!add(&j, from, n, blanks && lacks_blank(&j, from, n)))
			return 0;
		if (line && !is_part(&j, j.len - n))
			return 0;
		if (line && !full && is_whole(call, &j, before + n))
			return at + tail(call, &j, s + at, len - at);
		/* What the error means stands behind it. */
		before = full ? n : 0;
	}
	return 0;
}

/**
 * paste_unwrapped() - read a call from lines of strace that were one
 * @call: receives it
 * @s:    a line in which there is no whole call, and those behind it
 * @len:  their length
 *
 * Return: how many bytes the lines have; 0 if they are no call.
 */
size_t paste_unwrapped(struct paste_call *call, const char *s, size_t len)
{
	static const char begin[] = "perf_event_open({";
	size_t first = line_length(s, len), n;

	if (first < NARROW || !memmem(s, first, begin, sizeof(begin) - 1))
		return 0;
	/* Without blanks a call reads the same, but for one that stands before its error. */
	n = join(call, s, len, false);
	return n ? n : join(call, s, len, true);
}
