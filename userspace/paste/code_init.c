// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Initialisers: { .type = ... } and { 0 } of C, perf_event_attr { type_: ... } of Rust and Go, and
 * functions that return memory that is 0.
 */
#include "paste/code_parts.h"

/* Initialisers within each other: a union in the attr. */
#define NEST_MAX	3

/**
 * code_zero() - all of an attr is 0
 * @a: the attr
 */
void code_zero(struct code_attr *a)
{
	memset(a->call->r.attr, 0, sizeof(a->call->r.attr));
	memset(a->call->unknown, 0, sizeof(a->call->unknown));
}

static bool is_zero(const char *s, size_t from, size_t to)
{
	while (from < to && strchr("{}0 \t\r\n,", s[from]) && s[from])
		from++;
	return from == to;
}

/* ..Default::default(), ..unsafe { mem::zeroed() } */
static bool is_default(const char *s, size_t from, size_t to)
{
	struct code_scan c = { .s = s, .at = from, .end = to };
	struct code_token t, name = { 0 };

	while (code_next(&c, &t)) {
		if (code_is(s, &t, "("))
			return code_next(&c, &t) && code_is(s, &t, ")") &&
			       (code_is(s, &name, "default") || code_is(s, &name, "zeroed"));
		name = t;
	}
	return false;
}

/* What the fields have that are not named. Returns false if that is not known. */
static bool base(struct code_scan c)
{
	struct code_token end;
	size_t from, to;

	while (code_item(&c, &from, &to, &end)) {
		if (to - from > 2 && c.s[from] == '.' && c.s[from + 1] == '.')
			return is_default(c.s, from + 2, to);
		if (!code_is(c.s, &end, ",") && end.kind != CODE_BREAK)
			break;
	}
	return true;
}

static bool literal(struct code_attr *a, struct code_scan *c, bool typed, unsigned int nest);

/* A union that has a name: of that what is within counts. */
static bool inner(struct code_attr *a, size_t from, size_t to, unsigned int nest)
{
	struct code_scan c = { .s = a->v->s, .at = from, .end = to };
	struct code_token t;

	while (code_next(&c, &t) && !code_is(c.s, &t, "{"))
		;
	return code_is(c.s, &t, "{") && nest < NEST_MAX && literal(a, &c, true, nest + 1);
}

/* .a.b = value, a: value, a. Returns false if it is something else. */
static bool member(struct code_attr *a, size_t from, size_t to, bool typed, unsigned int nest)
{
	struct code_scan c = { .s = a->v->s, .at = from, .end = to };
	struct code_token t, name = { 0 };
	bool dot = false;

	while (code_next(&c, &t)) {
		if (t.kind == CODE_LINE)
			return false;
		if (code_is(c.s, &t, "=") ? dot : code_is(c.s, &t, ":") && name.len && !dot)
			break;
		dot |= code_is(c.s, &t, ".") && !name.len;
		if (t.kind != CODE_WORD && !code_is(c.s, &t, "."))
			return false;
		name = t;
	}
	if (name.kind != CODE_WORD)
		return false;
	/* Rust: a variable of the same name. */
	if (c.at >= to && !code_is(c.s, &t, ":") && !code_is(c.s, &t, "=")) {
		if (!typed || dot || !code_is_field(c.s, &name))
			return false;
		code_put(a, &name, name.at, name.at + name.len, false);
		return true;
	}
	if (!code_is_field(c.s, &name) && memchr(c.s + c.at, '{', to - c.at))
		return inner(a, c.at, to, nest);
	code_put(a, &name, c.at, to, false);
	return true;
}

/*
 * Behind the brace. @typed: a name stands before it, as in Rust and Go. Returns false if not all of
 * it is understood.
 */
static bool literal(struct code_attr *a, struct code_scan *c, bool typed, unsigned int nest)
{
	bool first = true, good = true;
	struct code_token end;
	size_t from, to;

	do {
		if (!code_item(c, &from, &to, &end) || code_is(c->s, &end, ";"))
			return false;
		if (to - from > 1 && c->s[from] == '.' && c->s[from + 1] == '.')
			continue;
		if (from < to && !(first && is_zero(c->s, from, to)))
			good &= member(a, from, to, typed, nest);
		first = false;
	} while (code_is(c->s, &end, ",") || end.kind == CODE_BREAK);
	return good && code_is(c->s, &end, "}");
}

static bool braces(struct code_attr *a, struct code_scan *c, bool typed, bool exact)
{
	struct code_scan all = *c;
	size_t from = c->at;

	if (!code_close(&all))
		return false;
	if (!exact) {
		code_zero(a);
		c->at = all.at;
		return !typed && !a->apart && is_zero(c->s, from, all.at);
	}
	if (base(*c))
		code_zero(a);
	return literal(a, c, typed, 0);
}

/* Behind the name and parenthesis of a function. Does what it returns hold nothing but 0? */
static bool function(struct code_scan *c, const struct code_token *name, bool exact)
{
	static const char * const cleared[] = {
		"calloc", "xcalloc", "zalloc", "kzalloc", "xzalloc", "g_malloc0",
	};
	static const char * const plain[] = { "default", "perf_event_attr" };
	bool empty, good;
	size_t from = c->at;

	if (!code_close(c))
		return false;
	empty = c->at == from + 1;
	good = code_among(c->s, name, cleared, ARRAY_SIZE(cleared)) ||
	       (empty && code_is(c->s, name, "zeroed")) ||
	       (empty && exact && code_among(c->s, name, plain, ARRAY_SIZE(plain)));
	/* new(unix.PerfEventAttr) */
	return good || (exact && code_is(c->s, name, "new") &&
			memmem(c->s + from, c->at - from, "PerfEventAttr", 13));
}

/* A path, up to what stands behind it. */
static bool name(struct code_scan *c, struct code_token *last, struct code_token *next)
{
	static const char * const among[] = { "::", ".", "<", ">" };

	*last = *next;
	while (code_next(c, next)) {
		if (next->kind == CODE_WORD)
			*last = *next;
		else if (!code_among(c->s, next, among, ARRAY_SIZE(among)))
			return true;
	}
	return false;
}

/* Behind the value: nothing but the end of the statement, or of a function of Rust that goes on. */
static bool ends(struct code_scan *c)
{
	static const char * const more[] = { ".", "assume_init", "(", ")", "}" };
	struct code_token t;

	while (code_next(c, &t)) {
		if (code_stops(c->s, &t) || code_is(c->s, &t, ","))
			return true;
		if (!code_among(c->s, &t, more, ARRAY_SIZE(more)))
			return false;
	}
	return false;
}

/* Is this the name of the attr's type? */
static bool is_type(const char *s, const struct code_token *t)
{
	return code_folds(s + t->at, t->len, "perf_event_attr") ||
	       code_folds(s + t->at, t->len, "perf_event_attr_t");
}

static bool value(struct code_attr *a, struct code_scan *c, bool exact)
{
	struct code_token t, last;
	bool address = false, cast = false;

	if (!code_next(c, &t))
		return false;
	while (code_is(c->s, &t, "&") || code_is(c->s, &t, "mut")) {
		address |= code_is(c->s, &t, "&");
		if (!code_next(c, &t))
			return false;
	}
	if (code_is(c->s, &t, "(")) {
		cast = true;
		if (!code_close(c) || !code_next(c, &t))
			return false;
	}
	if (code_is(c->s, &t, "{"))
		return (cast || !a->pointer) && braces(a, c, false, exact);
	/* unsafe { ... } is the value that is within. */
	if (code_is(c->s, &t, "unsafe") &&
	    (!code_next(c, &t) || !code_is(c->s, &t, "{") || !code_next(c, &t)))
		return false;
	if (t.kind != CODE_WORD || !name(c, &last, &t))
		return false;
	if (code_is(c->s, &t, "{"))
		return is_type(c->s, &last) && braces(a, c, true, exact);
	if (code_is(c->s, &t, "(") && !address && function(c, &last, exact)) {
		code_zero(a);
		return !a->apart || exact;
	}
	/* The address of something that has a name. */
	a->poison |= address && !code_is(c->s, &t, "(");
	return false;
}

/**
 * code_init() - an attr gets a value
 * @a:     the attr
 * @c:     the text, behind the "="
 * @exact: it is the attr that gets it, not what the attr is part of
 */
void code_init(struct code_attr *a, struct code_scan *c, bool exact)
{
	if (!value(a, c, exact) || !ends(c))
		paste_all_unknown(a->call);
}
