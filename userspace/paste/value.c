// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Expressions such as people write for a field of the attr in C, or as strace and perf print them:
 * numbers, symbols of the UAPI, and what combines them. A variable makes all of an expression not
 * known.
 */
#include "paste/paste.h"

#include <stdio.h>

#include "paste/value_parts.h"

/* Parentheses and signs within each other: far more than anybody writes. */
#define DEPTH_MAX	32

/**
 * struct expr - an expression that is being read
 * @at:      what is left of it
 * @end:     its end
 * @prefix:  what symbols may begin with that are written without it; NULL: nothing
 * @depth:   how deep this is
 * @bad:     it is no expression
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

/* Both sides of an operation get the wider one of two widths. */
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

/* A word, without what stands around it. Its length is 0 if there is none. */
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
	/* ull: what else comes behind it belongs to it, and makes it none. */
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

/* What stands in parentheses that belong together, without looking at it. */
static void skip_call(struct expr *e)
{
	unsigned int open = 1;

	while (e->at < e->end && open) {
		open += *e->at == '(';
		open -= *e->at == ')';
		e->at++;
	}
	e->bad |= open > 0;
	e->unknown = true;
}

/* Behind the name of a function and its parenthesis. */
static u64 call(struct expr *e, const struct span *name)
{
	bool bit = is(name, "BIT") || is(name, "BIT_ULL") || is(name, "_BITUL") ||
		   is(name, "_BITULL");
	u64 v;

	if (!bit) {
		skip_call(e);
		return 0;
	}
	v = either(e);
	e->bad |= !take(e, ")");
	e->unknown |= v > 63;
	return as(e, v > 63 ? 0 : 1ULL << v, WIDE);
}

/* A constant, or a variable: a.b, a->b. */
static u64 named(struct expr *e)
{
	struct span w = word(e);
	u64 v = 0;

	for (;;) {
		if (!take(e, "->") && !take(e, "."))
			break;
		w = word(e);
		if (!w.len) {
			e->bad = true;
			return 0;
		}
	}
	if (take(e, "("))
		return call(e, &w);
	/* An index, an object: not known. */
	if (take(e, "[") || take(e, "{")) {
		e->unknown = true;
		e->at = e->end;
		return 0;
	}
	if (!symbol(e, &w, &v))
		e->unknown = true;
	e->width = value_symbol_width(&w, v);
	return v;
}

/* Is what follows (TYPE)? Then it is behind it. */
static bool cast(struct expr *e, enum width *to)
{
	const char *at = e->at;
	unsigned int types = 0;
	struct span w;

	for (*to = INT; (w = word(e)).len && value_is_type(w); types++)
		*to = value_type_width(w, *to);
	for (; !w.len && take(e, "*"); types++)
		*to = WIDE;
	if (!w.len && types && take(e, ")"))
		return true;
	e->at = at;
	return false;
}

static u64 single(struct expr *e)
{
	enum width to;
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
	} else if (take(e, "!")) {
		v = !single(e);
		e->width = INT;
	} else if (take(e, "+")) {
		v = single(e);
	} else if (take(e, "(")) {
		if (cast(e, &to)) {
			v = single(e);
			v = as(e, v, to);
		} else {
			v = either(e);
			e->bad |= !take(e, ")");
		}
	} else if (is_digit(*e->at)) {
		v = number(e);
	} else if (is_word(*e->at)) {
		v = named(e);
	} else if (*e->at == '&' || *e->at == '*' || *e->at == '"' || *e->at == '\'') {
		e->unknown = true;
		e->at = e->end;
	} else {
		e->bad = true;
	}
	e->depth--;
	return v;
}

static u64 product(struct expr *e)
{
	u64 v = single(e), by;
	enum width width;
	bool times;

	while (!e->bad) {
		times = take(e, "*");
		if (!times && !take(e, "/") && !take(e, "%"))
			break;
		width = e->width;
		by = single(e);
		join(e, &v, width, &by);
		e->unknown |= !times;
		v = as(e, times ? v * by : 0, e->width);
	}
	return v;
}

static u64 sum(struct expr *e)
{
	u64 v = product(e), by;
	enum width width;
	bool plus;

	while (!e->bad) {
		plus = take(e, "+");
		if (!plus && !take(e, "-"))
			break;
		width = e->width;
		by = product(e);
		join(e, &v, width, &by);
		v = as(e, plus ? v + by : v - by, e->width);
	}
	return v;
}

/* It has the width of what is shifted; by more than that has none. */
static u64 shifted(struct expr *e)
{
	u64 v = sum(e), by;
	enum width width;
	bool left, out;

	while (!e->bad) {
		left = take(e, "<<");
		if (!left && !take(e, ">>"))
			break;
		width = e->width;
		by = sum(e);
		out = by > (e->in_c && width != WIDE ? 31 : 63);
		e->unknown |= out;
		if (out)
			by = 0;
		v = as(e, left ? v << by : v >> by, width);
	}
	return v;
}

static u64 both(struct expr *e)
{
	u64 v = shifted(e), by;
	enum width width;

	while (!e->bad && !starts(e, "&&") && take(e, "&")) {
		width = e->width;
		by = shifted(e);
		join(e, &v, width, &by);
		v &= by;
	}
	return v;
}

static u64 either(struct expr *e)
{
	u64 v = both(e), by;
	enum width width;

	while (!e->bad && !starts(e, "||") && take(e, "|")) {
		width = e->width;
		by = both(e);
		join(e, &v, width, &by);
		v |= by;
	}
	return v;
}

/* a ? b : c, a == b, a < b, a && b */
static bool is_decision(char c)
{
	return c && strchr("?=<>&|", c);
}

static enum paste_value compute(struct expr *e, u64 *value)
{
	*value = either(e);
	skip(e);
	/* What is decided when the program runs. */
	if (!e->bad && e->at < e->end && is_decision(*e->at))
		return PASTE_UNKNOWN;
	if (e->bad || e->at < e->end)
		return e->unknown && !e->bad ? PASTE_UNKNOWN : PASTE_BAD;
	return e->unknown ? PASTE_UNKNOWN : PASTE_KNOWN;
}

/**
 * paste_value() - the value of an expression
 * @s:      the expression
 * @len:    its length
 * @prefix: what its symbols may be written without, such as PERF_SAMPLE_; NULL: nothing
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
	/* Where C has no value the other one is meant. */
	if (in_c == PASTE_KNOWN && *value != v)
		return PASTE_UNKNOWN;
	*value = v;
	return other;
}
