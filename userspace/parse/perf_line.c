// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Lines of perf -vv with any prefix: the kinds of lines, and their words. */
#include "parse/perf_parts.h"

/* Between the words of a line. */
static bool is_gap(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/**
 * perf_find() - look for a text
 * @s:    where to begin
 * @end:  where to end
 * @text: the text
 *
 * Return: its position; NULL if there is none.
 */
const char *perf_find(const char *s, const char *end, const char *text)
{
	return memmem(s, (size_t)(end - s), text, strlen(text));
}

/**
 * perf_line_get() - the line that begins somewhere
 * @l:   receives it
 * @s:   its beginning
 * @end: of the text
 *
 * Return: the start of the next line.
 */
const char *perf_line_get(struct line *l, const char *s, const char *end)
{
	const char *newline = memchr(s, '\n', (size_t)(end - s));

	l->s = s;
	l->end = newline ? newline : end;
	l->cut = !newline;
	s = newline ? newline + 1 : end;
	if (l->end - l->s > LINE_LEN) {
		l->end = l->s + LINE_LEN;
		l->cut = true;
	}
	return s;
}

/**
 * perf_skip() - skip blanks, and escapes that change the colour of a terminal
 * @s:   where to begin
 * @end: where to end
 */
const char *perf_skip(const char *s, const char *end)
{
	while (s < end) {
		if (is_gap(*s)) {
			s++;
		} else if (*s == '\033') {
			s++;
			if (s < end && *s == '[')
				for (s++; s < end && (is_digit(*s) || *s == ';' || *s == '?'); s++)
					;
			s += s < end;
		} else {
			break;
		}
	}
	return s;
}

/**
 * perf_word_take() - remove a word from a line
 * @l: the line
 * @t: receives the word
 *
 * Return: false if there is none.
 */
bool perf_word_take(struct line *l, struct span *t)
{
	const char *s = perf_skip(l->s, l->end);

	t->s = s;
	while (s < l->end && !is_gap(*s) && *s != '\033')
		s++;
	t->len = (size_t)(s - t->s);
	l->s = s;
	return t->len;
}

/**
 * perf_is_cut() - return true if a word touches the end of a line that may continue
 * @l: the line
 * @t: the word
 */
bool perf_is_cut(const struct line *l, const struct span *t)
{
	return l->cut && t->s + t->len == l->end;
}

/**
 * perf_number() - read 12, -1 or 0x1f
 * @t:     the word
 * @value: receives it
 *
 * The line must have nothing else: a line that two programs have written is not valid.
 *
 * Return: false if it is not one.
 */
bool perf_number(const struct span *t, u64 *value)
{
	size_t minus = t->len && *t->s == '-', i = minus;

	if (t->len - i > 1 && t->s[i] == '0' && t->s[i + 1] != 'x')
		return false;
	for (; i < t->len; i++)
		if (pa_hex_digit(t->s[i]) < 0 && !(t->s[i] == 'x' && i == minus + 1))
			return false;
	return paste_value(t->s, t->len, NULL, value) == PASTE_KNOWN;
}

/**
 * perf_is_call() - return true for a line with "sys_perf_event_open: pid"; perf 3.x has no sys_
 * @l:    the line
 * @args: receives the text behind the colon
 */
bool perf_is_call(const struct line *l, struct line *args)
{
	const char *s = perf_find(l->s, l->end, PERF_CALL);
	struct line rest;
	struct span t;

	if (!s)
		return false;
	rest = (struct line){ .s = s + strlen(PERF_CALL), .end = l->end, .cut = l->cut };
	*args = rest;
	if (s - l->s >= 4 && !memcmp(s - 4, "sys_", 4))
		s -= 4;
	return !(s > l->s && is_word(s[-1])) && perf_word_take(&rest, &t) && is(&t, "pid");
}

/* A bracket, to the word that closes it: "[ 12.3]", "[pid 7]", "{ bp_len, config2 }". */
static void unit_close(struct line *l, struct span *unit)
{
	struct line rest = *l;
	char close = *unit->s == '[' ? ']' : *unit->s == '{' ? '}' : *unit->s == '(' ? ')' : '\0';
	struct span t = *unit;
	size_t i;

	if (!close)
		return;
	for (i = 0; i < 8; i++) {
		if (memchr(t.s, close, t.len)) {
			unit->len = (size_t)(t.s + t.len - unit->s);
			*l = rest;
			return;
		}
		if (!perf_word_take(&rest, &t))
			return;
	}
}

/**
 * perf_units_get() - the words of a line, where a bracket counts as one
 * @l:    the line
 * @unit: receives them, UNITS at most
 *
 * Return: how many; UNITS if too many.
 */
size_t perf_units_get(const struct line *l, struct span *unit)
{
	struct line rest = *l;
	size_t n;

	for (n = 0; n < UNITS && perf_word_take(&rest, &unit[n]); n++)
		unit_close(&rest, &unit[n]);
	return n;
}

/**
 * perf_is_header() - return true if a line ends with "perf_event_attr:"
 * @l:     the line
 * @units: receives the length of the text before that
 */
bool perf_is_header(const struct line *l, size_t *units)
{
	struct span unit[UNITS];
	size_t n;

	if (!perf_find(l->s, l->end, PERF_HEADER))
		return false;
	n = perf_units_get(l, unit);
	if (!n || n == UNITS || !is(&unit[n - 1], PERF_HEADER) || perf_is_cut(l, &unit[n - 1]))
		return false;
	*units = n - 1;
	return true;
}
