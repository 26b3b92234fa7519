// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Constants as the module, strace and perf print them for a field of the attr: numbers and symbols
 * of the UAPI, joined by | and <<, with signs and parentheses. Anything else of C is not known.
 */
#include "parse/parse.h"

#include <stdio.h>

#include "parse/value_parts.h"

/* Maximum depth of nested parentheses and signs. */
#define DEPTH_MAX	32

/**
 * struct expr - an expression that is being read
 * @at:      the rest of it
 * @end:     its end
 * @prefix:  what symbols may begin with that are written without it; NULL: nothing
 * @depth:   how deep this is
 * @bad:     it is not an expression
 * @unknown: a part of it is not known
 * @in_c:    it is computed as C does
 * @ending:  a number has an ending that only C has
 * @width:   of the value that was read last
 */
struct expr {
	const char *at;
	const char *end;
	const char *prefix;
	unsigned int depth;
	bool bad;
	bool unknown;
	bool in_c;
	bool ending;
	enum width width;
};

/* A value of this width. */
static u64 as(struct expr *e, u64 v, enum width width)
{
	e->width = width;
	if (!e->in_c || width == WIDE)
		return v;
	return width == INT ? (u64)(s64)(s32)v : (u32)v;
}

/* Both sides of an operation get the wider of their two widths. */
static void join(struct expr *e, u64 *a, enum width width, u64 *b)
{
	enum width both = width > e->width ? width : e->width;

	*a = as(e, *a, both);
	*b = as(e, *b, both);
}

static bool starts(const struct expr *e, const char *text)
{
	size_t len = strlen(text);

	return (size_t)(e->end - e->at) >= len && !memcmp(e->at, text, len);
}

/* Blanks and comments. */
static void skip(struct expr *e)
{
	const char *end;

	while (e->at < e->end) {
		if (is_blank(*e->at)) {
			e->at++;
		} else if (starts(e, "/*")) {
			end = memmem(e->at + 2, (size_t)(e->end - e->at - 2), "*/", 2);
			e->at = end ? end + 2 : e->end;
		} else {
			break;
		}
	}
}

static bool take(struct expr *e, const char *text)
{
	skip(e);
	if (!starts(e, text))
		return false;
	e->at += strlen(text);
	return true;
}

/* A word, without the blanks around it. Its length is 0 if there is none. */
static struct span word(struct expr *e)
{
	struct span w;

	skip(e);
	w.s = e->at;
	while (e->at < e->end && is_word(*e->at))
		e->at++;
	w.len = (size_t)(e->at - w.s);
	return w;
}

static bool symbol(const struct expr *e, const struct span *w, u64 *value)
{
	struct span full;
	char text[64];

	if (paste_symbol(w, value))
		return true;
	if (!e->prefix || w->len > 40)
		return false;
	full.s = text;
	full.len = (size_t)snprintf(text, sizeof(text), "%s%.*s", e->prefix, (int)w->len, w->s);
	return paste_symbol(&full, value);
}

/* 100, 0x64, 0b1100100, 0144, with the endings of C. */
static u64 number(struct expr *e)
{
	bool wide = false, no_sign = false;
	const char *from;
	int base = 10;
	u64 v = 0;

	if (*e->at == '0' && e->at + 1 < e->end) {
		char x = e->at[1] | 0x20;

		base = x == 'x' ? 16 : x == 'b' ? 2 : is_digit(e->at[1]) ? 8 : 10;
		e->at += base == 16 || base == 2 ? 2 : 0;
	}
	for (from = e->at; e->at < e->end; e->at++) {
		int d = hex_digit(*e->at);

		if (d < 0 || d >= base)
			break;
		e->bad |= v > (U64_MAX - (u64)d) / (u64)base;
		v = v * (u64)base + (u64)d;
	}
	e->bad |= e->at == from;
	/* Suffix "ull": any other letter belongs to the number, and makes it invalid. */
	e->width = value_width(v, base == 10);
	for (; e->at < e->end && is_word(*e->at); e->at++) {
		no_sign |= (*e->at | 0x20) == 'u';
		wide |= (*e->at | 0x20) == 'l';
		e->bad |= (*e->at | 0x20) != 'u' && (*e->at | 0x20) != 'l';
	}
	if (wide)
		e->width = WIDE;
	else if (no_sign && e->width == INT)
		e->width = UNSIGNED;
	e->ending |= wide || no_sign;
	return as(e, v, e->width);
}

static u64 either(struct expr *e);

/* A symbol; a variable, a function or a type is not known. */
static u64 named(struct expr *e)
{
	struct span w = word(e);
	u64 v = 0;

	e->unknown |= !symbol(e, &w, &v);
	e->width = value_symbol_width(&w, v);
	return v;
}

/*
 * The rest does not belong to a constant: an expression of C that is not known, or nothing at all.
 */
static void stop(struct expr *e)
{
	skip(e);
	if (e->unknown || (e->at < e->end && *e->at && strchr("?=<>&|+-*/%^[({", *e->at)))
		e->unknown = true;
	else
		e->bad = true;
	e->at = e->end;
}

static u64 single(struct expr *e)
{
	u64 v = 0;

	skip(e);
	if (e->at == e->end || ++e->depth > DEPTH_MAX) {
		e->bad = true;
		return 0;
	}
	if (take(e, "~")) {
		v = ~single(e);
		v = as(e, v, e->width);
	} else if (take(e, "-")) {
		v = 0 - single(e);
		v = as(e, v, e->width);
	} else if (take(e, "(")) {
		v = either(e);
		if (!take(e, ")"))
			stop(e);
	} else if (is_digit(*e->at)) {
		v = number(e);
	} else if (is_word(*e->at)) {
		v = named(e);
	} else if (*e->at && strchr("&*!+\"'", *e->at)) {
		e->unknown = true;
		e->at = e->end;
	} else {
		e->bad = true;
	}
	e->depth--;
	return v;
}

/* The result has the width of the left operand; a shift by more is undefined. */
static u64 shifted(struct expr *e)
{
	u64 v = single(e), by;
	enum width width;
	bool out;

	while (!e->bad && take(e, "<<")) {
		width = e->width;
		by = single(e);
		out = by > (e->in_c && width != WIDE ? 31 : 63);
		e->unknown |= out;
		v = as(e, out ? v : v << by, width);
	}
	return v;
}

static u64 either(struct expr *e)
{
	u64 v = shifted(e), by;
	enum width width;

	while (!e->bad && !starts(e, "||") && take(e, "|")) {
		width = e->width;
		by = shifted(e);
		join(e, &v, width, &by);
		v |= by;
	}
	return v;
}

static enum paste_value compute(struct expr *e, u64 *value)
{
	*value = either(e);
	skip(e);
	if (!e->bad && e->at < e->end)
		stop(e);
	return e->bad ? PASTE_BAD : e->unknown ? PASTE_UNKNOWN : PASTE_KNOWN;
}

/**
 * paste_value() - the value of an expression
 * @s:      the expression
 * @len:    its length
 * @prefix: prefix that its symbols may lack, such as PERF_SAMPLE_; NULL: none
 * @value:  receives it
 *
 * Tools print wider constants than C computes: where both have a value, it must be the same.
 */
enum paste_value paste_value(const char *s, size_t len, const char *prefix, u64 *value)
{
	struct expr of_c = { .at = s, .end = s + len, .prefix = prefix, .in_c = true };
	struct expr wide = { .at = s, .end = s + len, .prefix = prefix };
	enum paste_value in_c = compute(&of_c, value), other;
	u64 v;

	if (of_c.ending)
		return in_c;
	other = compute(&wide, &v);
	/* If C has no value, the tool's is meant. */
	if (in_c == PASTE_KNOWN && *value != v)
		return PASTE_UNKNOWN;
	*value = v;
	return other;
}
