// SPDX-License-Identifier: GPL-2.0
/*
 * A mail as it is sent, in quoted-printable: =3D stands for =, and a line that ends with = goes on
 * in the next one. What it cites of others has marks before each line.
 */
#include <limits.h>
#include <string.h>

#include "input/pasting.h"

/* The value of a digit in capitals, as mails have them; -1 if it is none. */
static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Of a line break behind =; 0 if there is none. */
static size_t break_length(const char *s, const char *end)
{
	if (s < end && *s == '\n')
		return 1;
	return end - s > 1 && s[0] == '\r' && s[1] == '\n' ? 2 : 0;
}

/* Both are in any mail of several lines that tells of a call, and hardly in another text. */
static bool is_sent(const struct text *t)
{
	const char *at = t->s, *end = t->s + t->len;
	bool broken = false;

	if (!memmem(t->s, t->len, "=3D", 3))
		return false;
	for (; !broken && (at = memchr(at, '=', (size_t)(end - at))); at++)
		broken = break_length(at + 1, end);
	return broken;
}

/* Lines keep their numbers: what was joined is followed by empty lines. */
static void decode(struct text *t)
{
	const char *s = t->s, *end = t->s + t->len;
	char *to = t->s;
	size_t joined = 0, n;

	while (s < end) {
		n = *s == '=' ? break_length(s + 1, end) : 0;
		if (n) {
			joined++;
			s += 1 + n;
		} else if (*s == '=' && end - s > 2 && digit(s[1]) >= 0 && digit(s[2]) >= 0) {
			*to++ = (char)(digit(s[1]) << 4 | digit(s[2]));
			s += 3;
		} else {
			*to++ = *s++;
			for (; to[-1] == '\n' && joined; joined--)
				*to++ = '\n';
		}
	}
	*to = '\0';
	t->len = (size_t)(to - t->s);
}

/* Its length, with the newline. */
static size_t line_length(const char *s, const char *end)
{
	const char *newline = memchr(s, '\n', (size_t)(end - s));

	return (size_t)((newline ? newline + 1 : end) - s);
}

/* The marks before a line, "> ", ">> ", "> > ", "| ": how many; behind @max of them is @behind. */
static unsigned int marks(const char *s, const char *end, unsigned int max, const char **behind)
{
	unsigned int n = 0;
	bool blank;

	for (; n < max && s < end && (*s == '>' || *s == '|'); n++) {
		blank = s + 1 < end && s[1] == ' ';
		if (*s == '|' && !blank)
			break;
		s += 1 + blank;
	}
	*behind = s;
	return n;
}

/*
 * Without its marks a line reads as where it was cited from. One beside it has them, too: a line
 * that a terminal has broken may begin with the same.
 */
static void remove_marks(struct text *t)
{
	const char *s = t->s, *end = t->s + t->len, *from, *next;
	unsigned int before = 0, here, behind;
	char *to = t->s;

	for (here = marks(s, end, UINT_MAX, &from); s < end; s = next) {
		next = s + line_length(s, end);
		behind = marks(next, end, UINT_MAX, &from);
		marks(s, end, before > behind ? before : behind, &from);
		memmove(to, from, (size_t)(next - from));
		to += next - from;
		before = here;
		here = behind;
	}
	*to = '\0';
	t->len = (size_t)(to - t->s);
}

/**
 * mail_read() - make of a mail, or of what is cited in another text, what its writer had seen
 * @t: the text; what is neither stays as it is
 *
 * Lines keep their numbers.
 */
void mail_read(struct text *t)
{
	if (!t->len)
		return;
	if (is_sent(t))
		decode(t);
	remove_marks(t);
}
