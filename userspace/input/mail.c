// SPDX-License-Identifier: GPL-2.0
/*
 * A mail as it is sent, in quoted-printable: =3D stands for =, and a line that ends with = goes on
 * in the next one.
 */
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
static bool is_quoted(const struct text *t)
{
	const char *at = t->s, *end = t->s + t->len;
	bool broken = false;

	if (!t->len || !memmem(t->s, t->len, "=3D", 3))
		return false;
	for (; !broken && (at = memchr(at, '=', (size_t)(end - at))); at++)
		broken = break_length(at + 1, end);
	return broken;
}

/**
 * mail_decode() - make of a mail what its reader sees; another text stays as it is
 * @t: the text
 *
 * Lines keep their numbers: what was joined is followed by empty lines.
 */
void mail_decode(struct text *t)
{
	const char *s = t->s, *end = t->s + t->len;
	char *to = t->s;
	size_t joined = 0, n;

	if (!is_quoted(t))
		return;
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
