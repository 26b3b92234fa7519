// SPDX-License-Identifier: GPL-2.0
#include "util.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/**
 * grow() - make room for one more element at the end of an array
 * @array: from malloc(), or NULL
 * @n:     how many elements it has
 * @size:  bytes of an element
 *
 * Return: the array, with element @n zeroed; exits if there is no memory.
 */
void *grow(void *array, long n, size_t size)
{
	array = must(realloc(array, (n + 1) * size));
	memset((char *)array + n * size, 0, size);
	return array;
}

/**
 * format() - sprintf() into memory of the right size
 * @fmt: as for printf()
 *
 * Return: a string that the caller frees; exits if there is no memory.
 */
char *format(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		die("out of memory");
	va_end(args);
	return text;
}

/**
 * literal() - a string as a C string literal, quotes included
 * @s: any bytes
 *
 * Everything except printable ASCII becomes an octal escape, also '?', because of trigraphs. So a
 * literal has no control character, which steps use to mark their slots.
 *
 * Return: a string that the caller frees.
 */
char *literal(const char *s)
{
	char *text = must(malloc(strlen(s) * 4 + 3));
	char *to = text;

	*to++ = '"';
	for (; *s; s++) {
		unsigned char c = *s;

		if (c == '"' || c == '\\')
			to += sprintf(to, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f || c == '?')
			to += sprintf(to, "\\%03o", c);
		else
			*to++ = c;
	}
	strcpy(to, "\"");
	return text;
}

/**
 * remark() - a string for use inside of a C comment
 * @s: any bytes
 *
 * Characters that could end the comment, forge a line or change the text direction become '_'.
 *
 * Return: a string that the caller frees.
 */
char *remark(const char *s)
{
	char *text = format("%s", s);
	char *p;

	for (p = text; *p; p++) {
		unsigned char c = *p;

		if (c < 0x20 || c >= 0x7f || c == '*' || c == '%')
			*p = '_';
	}
	return text;
}

/**
 * identifier() - convert a name to a part of a C identifier
 * @to:    receives letters, digits and single underscores; may become empty
 * @room:  bytes of @to
 * @from:  any bytes
 * @upper: in upper case
 */
void identifier(char *to, size_t room, const char *from, bool upper)
{
	bool gap = false;
	size_t n = 0;

	for (; *from && n + 2 < room; from++) {
		unsigned char c = *from;

		if (c >= 0x80 || !isalnum(c)) {
			gap = n > 0;
			continue;
		}
		if (gap)
			to[n++] = '_';
		gap = false;
		to[n++] = upper ? toupper(c) : tolower(c);
	}
	to[n] = '\0';
}
