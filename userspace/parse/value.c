// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Constants as the module, strace and perf print them for a field of the attr: numbers and symbols
 * of the UAPI, joined by | and <<, with signs and parentheses. Anything else of C is not known.
 */
#include "parse/parse.h"

#include <stdio.h>

#include "parse/span.h"

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
 * @wide:    the number that was read last has 64 bits in C
 * @narrow:  a number in it has 32 bits and no sign in C
 * @signs:   ~ or - is in it
 */
struct expr {
	const char *at;
	const char *end;
	const char *prefix;
	unsigned int depth;
	bool bad;
	bool unknown;
	bool wide;
	bool narrow;
	bool signs;
};

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

/* A table of symbols: of values, or of bits. */
struct symbols {
	const struct pa_names *names;
	bool bits;
};

static bool symbol_among(const struct symbols *table, const struct span *w, u64 *value)
{
	u32 i;

	for (i = 0; i < table->names->count; i++) {
		const struct pa_name *name = &table->names->name[i];

		if (!name->text || name->len != w->len || memcmp(name->text, w->s, w->len))
			continue;
		*value = table->bits ? 1ULL << i : i;
		return true;
	}
	return false;
}

/* The value of a symbol of the UAPI; false if there is none. */
static bool uapi_symbol(const struct span *w, u64 *value)
{
	static const struct symbols tables[] = {
		{ &pa_types, false }, { &pa_hw_events, false }, { &pa_sw_events, false },
		{ &pa_cache_ids, false }, { &pa_cache_ops, false }, { &pa_cache_results, false },
		{ &pa_bp_types, false }, { &pa_bp_lens, false }, { &pa_clocks, false },
		{ &pa_sample_bits, true }, { &pa_format_bits, true }, { &pa_branch_bits, true },
		{ &pa_flag_bits, true }, { &pa_prot_bits, true }, { &pa_map_bits, true },
	};
	static const struct {
		const char *name;
		u64 value;
	} more[] = {
		{ "true", 1 }, { "false", 0 }, { "NULL", 0 },
		{ "PERF_SAMPLE_BRANCH_PLM_ALL", 7 }, { "PERF_PMU_TYPE_SHIFT", 32 },
		{ "PERF_HW_EVENT_MASK", 0xffffffff },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		if (symbol_among(&tables[i], w, value))
			return true;
	for (i = 0; i < ARRAY_SIZE(more); i++) {
		if (is(w, more[i].name)) {
			*value = more[i].value;
			return true;
		}
	}
	for (i = PA_ATTR_OLDEST; i <= PA_ATTR_NEWEST; i += 8) {
		const struct pa_name *name = pa_size_name(i);

		if (name && name->len == w->len && !memcmp(name->text, w->s, w->len)) {
			*value = i;
			return true;
		}
	}
	return false;
}

static bool symbol(const struct expr *e, const struct span *w, u64 *value)
{
	struct span full;
	char text[64];

	if (uapi_symbol(w, value))
		return true;
	if (!e->prefix || w->len > 40)
		return false;
	full.s = text;
	full.len = (size_t)snprintf(text, sizeof(text), "%s%.*s", e->prefix, (int)w->len, w->s);
	return uapi_symbol(&full, value);
}

/* 100, 0x64, 0b1100100, 0144, with the endings of C. */
static u64 number(struct expr *e)
{
	const char *from;
	int base = 10;
	u64 v = 0;

	if (*e->at == '0' && e->at + 1 < e->end) {
		char x = e->at[1] | 0x20;

		base = x == 'x' ? 16 : x == 'b' ? 2 : is_digit(e->at[1]) ? 8 : 10;
		e->at += base == 16 || base == 2 ? 2 : 0;
	}
	for (from = e->at; e->at < e->end; e->at++) {
		int d = pa_hex_digit(*e->at);

		if (d < 0 || d >= base)
			break;
		e->bad |= v > (U64_MAX - (u64)d) / (u64)base;
		v = v * (u64)base + (u64)d;
	}
	e->bad |= e->at == from;
	/* Suffix "ull": any other letter belongs to the number, and makes it invalid. */
	e->wide = v > U32_MAX;
	for (from = e->at; e->at < e->end && is_word(*e->at); e->at++) {
		e->wide |= (*e->at | 0x20) == 'l';
		e->bad |= (*e->at | 0x20) != 'u' && (*e->at | 0x20) != 'l';
	}
	e->narrow |= !e->wide && (v > S32_MAX || e->at > from);
	return v;
}

static u64 either(struct expr *e);

/* A symbol; a variable, a function or a type is not known. */
static u64 named(struct expr *e)
{
	struct span w = word_at(e->at, e->end);
	u64 v = 0;

	e->at += w.len;
	e->unknown |= !symbol(e, &w, &v);
	e->wide = begins(&w, "PERF_FLAG_") || v > U32_MAX;
	e->narrow |= !e->wide && v > S32_MAX;
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
		e->signs = true;
	} else if (take(e, "-")) {
		v = 0 - single(e);
		e->signs = true;
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

/* A shift by less than 32 bits out of the 31 of an int has another result in C. */
static u64 shifted(struct expr *e)
{
	u64 v = single(e), by;
	bool wide;

	while (!e->bad && take(e, "<<")) {
		wide = e->wide;
		by = single(e);
		v = by > 63 ? 0 : v << by;
		e->unknown |= by > 63 || (!wide && v > S32_MAX && (by < 32 || e->narrow));
		e->wide = wide;
	}
	return v;
}

static u64 either(struct expr *e)
{
	u64 v = shifted(e);

	while (!e->bad && !starts(e, "||") && take(e, "|"))
		v |= shifted(e);
	return v;
}

/**
 * paste_value() - the value of an expression
 * @s:      the expression
 * @len:    its length
 * @prefix: prefix that its symbols may lack, such as PERF_SAMPLE_; NULL: none
 * @value:  receives it
 *
 * Tools print constants as wide as necessary. C computes an int with 32 bits: a value that this
 * could change is not known.
 */
enum paste_value paste_value(const char *s, size_t len, const char *prefix, u64 *value)
{
	struct expr e = { .at = s, .end = s + len, .prefix = prefix };

	*value = either(&e);
	skip(&e);
	if (!e.bad && e.at < e.end)
		stop(&e);
	e.unknown |= e.narrow && e.signs;
	return e.bad ? PASTE_BAD : e.unknown ? PASTE_UNKNOWN : PASTE_KNOWN;
}
