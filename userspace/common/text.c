// SPDX-License-Identifier: GPL-2.0
/* Text that grows, and allocations that are checked. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

/**
 * must() - check an allocation; exits if it has failed
 * @p: from malloc() and the like
 */
void *must(void *p)
{
	if (!p)
		die("out of memory");
	return p;
}

/**
 * one_more() - make room for one more entry of an array
 * @array: from one_more(); NULL: there is none yet
 * @n:     entries in use
 * @room:  entries that have room; may become more
 * @size:  bytes of an entry
 *
 * Return: the array.
 */
void *one_more(void *array, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return array;
	*room = 2 * *room + 16;
	return must(realloc(array, *room * size));
}

static void text_room(struct text *t, size_t more)
{
	if (t->len + more + 1 <= t->room)
		return;
	t->room = (t->len + more + 1) * 2;
	t->s = must(realloc(t->s, t->room));
}

/**
 * text_mem() - append bytes
 * @t:   the text
 * @s:   the bytes
 * @len: how many
 */
void text_mem(struct text *t, const char *s, size_t len)
{
	text_room(t, len);
	memcpy(t->s + t->len, s, len);
	t->len += len;
	t->s[t->len] = '\0';
}

/**
 * text_add() - append a trusted string
 * @t: the text
 * @s: must not come from a process; see text_safe()
 */
void text_add(struct text *t, const char *s)
{
	text_mem(t, s, strlen(s));
}

/**
 * text_char() - append a character
 * @t: the text
 * @c: the character
 */
void text_char(struct text *t, char c)
{
	text_mem(t, &c, 1);
}

/**
 * text_printf() - append what printf() would print
 * @t:   the text
 * @fmt: as printf(); strings that a process controls need text_safe()
 */
void text_printf(struct text *t, const char *fmt, ...)
{
	va_list args;
	char *s;
	int n;

	va_start(args, fmt);
	n = vasprintf(&s, fmt, args);
	va_end(args);
	if (n < 0)
		die("out of memory");
	text_mem(t, s, n);
	free(s);
}

/**
 * text_safe() - append a string of a process, as printable ASCII only
 * @t: the text
 * @s: any bytes; NULL is "?"
 *
 * Other bytes become octal escapes, as in the module's text. So no escape sequence, no change of
 * text direction and no second line can reach the terminal.
 */
void text_safe(struct text *t, const char *s)
{
	const unsigned char *p;

	for (p = (const unsigned char *)(s ? s : "?"); *p; p++) {
		if (*p < 0x20 || *p >= 0x7f || *p == '\\')
			text_printf(t, "\\%03o", *p);
		else
			text_char(t, *p);
	}
}

/**
 * text_comment() - append a comment of C
 * @t: the text
 * @s: the text, safe to print; characters that would end the comment are changed in it
 */
void text_comment(struct text *t, struct text *s)
{
	char *p = s->s;

	while (p && (p = strstr(p, "*/")))
		*p = '+';
	text_printf(t, "/* %s */", text_str(s));
}

/**
 * text_clear() - make it empty, but keep the memory
 * @t: the text
 */
void text_clear(struct text *t)
{
	t->len = 0;
	if (t->s)
		t->s[0] = '\0';
}

/**
 * text_free() - free the memory
 * @t: the text
 */
void text_free(struct text *t)
{
	free(t->s);
	memset(t, 0, sizeof(*t));
}

/**
 * text_str() - as a string
 * @t: the text
 */
const char *text_str(const struct text *t)
{
	return t->s ? t->s : "";
}

/**
 * text_taken() - the string, which is the caller's to free from now on
 * @t: the text; becomes empty
 */
char *text_taken(struct text *t)
{
	char *s = t->s ? t->s : must(strdup(""));

	*t = (struct text){ 0 };
	return s;
}
