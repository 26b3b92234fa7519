// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Names in expressions that have one value when the call is made: "#define FREQ 99",
 * "int cpu = -1;". What their values are made of must have no such names itself.
 */
#include "paste/code_parts.h"

#include <stdio.h>

/* What a type holds. */
#define TYPE_WIDE	0x1
#define TYPE_UNSIGNED	0x2
#define TYPE_NARROW	0x4

/**
 * struct name - a name, and what it stands for when the call is made
 * @known: it has the value of the expression at @from
 * @from:  where that begins
 * @to:    where it ends
 * @type:  TYPE_*
 * @fixed: it is constant
 * @times: how often it was defined
 */
struct name {
	bool known;
	size_t from;
	size_t to;
	unsigned int type;
	bool fixed;
	unsigned int times;
};

static unsigned int type_of(const char *s, const struct code_token *t)
{
	static const char * const signs[] = { "unsigned", "size_t", "usize", "uint", "ulong" };
	static const char * const narrow[] = { "char", "short", "bool", "_Bool", "byte" };
	const char *word = s + t->at;
	size_t len = t->len;
	unsigned int type = 0;

	if (code_among(s, t, signs, ARRAY_SIZE(signs)))
		type |= TYPE_UNSIGNED;
	if (len > 2 && !memcmp(word, "__", 2))
		word += 2, len -= 2;
	if (len > 1 && word[0] == 'u' && (word[1] == 'i' || (word[1] >= '0' && word[1] <= '9')))
		type |= TYPE_UNSIGNED;
	if (memmem(word, len, "64", 2) || code_is(s, t, "long") || code_is(s, t, "c_ulong"))
		type |= TYPE_WIDE;
	else if (memchr(word, '8', len) || memmem(word, len, "16", 2) ||
		 code_among(s, t, narrow, ARRAY_SIZE(narrow)))
		type |= TYPE_NARROW;
	return type;
}

/* Does a variable of that type hold it, and is it the same where it is used? */
static bool fits(unsigned int type, u64 value)
{
	if (type & TYPE_NARROW)
		return value <= 127;
	if (value <= S32_MAX || (type & TYPE_WIDE))
		return true;
	return !(type & TYPE_UNSIGNED) && (s64)value < 0 && (s64)value >= S32_MIN;
}

/* Behind the name of a variable: its value, if it gets one. */
static void value(struct code_walk *w, struct name *n, struct code_scan *c, struct code_token t)
{
	const char *s = w->v->s;
	struct code_token end;

	for (;;) {
		if (code_is(s, &t, "=") || code_is(s, &t, ":="))
			break;
		if (t.kind == CODE_WORD)
			n->type |= type_of(s, &t);
		else if (!code_is(s, &t, ":") && !code_is(s, &t, "::") && !code_is(s, &t, "."))
			return;
		if (!code_next(c, &t))
			return;
	}
	n->known = code_item(c, &n->from, &n->to, &end) && code_surely(w) &&
		   (code_stops(s, &end) || (code_is(s, &end, ",") && !w->v->go));
}

static void declared(struct code_walk *w, struct name *n, struct code_scan *c,
		     const struct code_token *next)
{
	struct code_scan head = { .s = w->v->s, .at = w->head.at, .end = w->t.at };
	bool is_static = false, is_mut = false, is_const = false;
	struct code_token t;

	n->known = false;
	n->type = 0;
	while (code_next(&head, &t)) {
		is_static |= code_is(head.s, &t, "static");
		is_mut |= code_is(head.s, &t, "mut");
		is_const |= code_is(head.s, &t, "const") || code_is(head.s, &t, "constexpr");
		/* A pointer. */
		if (code_is(head.s, &t, "*") || code_is(head.s, &t, "&"))
			return;
		n->type |= type_of(head.s, &t);
	}
	n->fixed = is_const && !is_mut;
	/* It has that value the first time only. */
	if (n->fixed || !is_static || !w->level)
		value(w, n, c, *next);
}

/* Is it mentioned in a way that may change it, or be another one of that name? */
static bool is_changed(const struct code_walk *w, const struct code_token *next)
{
	static const char * const before[] = { "++", "--", "&", "mut", ">>", "for", "|", "*" };
	static const char * const behind[] = { ":", "=>", "[", ".", "->", "|" };
	static const char * const reads[] = { "return", "in", "case", "else", "sizeof", "as" };
	const struct code_token *prev = &w->prev[0], *callee = code_callee(w);
	bool listed = code_is(w->v->s, prev, ",") || code_is(w->v->s, next, ",");
	const char *s = w->v->s;

	if (code_sets(s, next) || code_among(s, next, behind, ARRAY_SIZE(behind)) ||
	    code_among(s, prev, before, ARRAY_SIZE(before)))
		return true;
	/* A parameter. */
	if (prev->kind == CODE_WORD && !code_among(s, prev, reads, ARRAY_SIZE(reads)))
		return true;
	if (next->kind == CODE_WORD && !code_is(s, next, "as") && !code_is(s, next, "in"))
		return true;
	if (!w->paren)
		return w->fresh || (listed && !w->off);
	if (!callee)
		return listed;
	return (!code_harmless(w) || code_is(s, callee, "for")) &&
	       (listed || (code_is(s, prev, "(") && code_is(s, next, ")")));
}

static void name_lost(struct name *n)
{
	n->known = false;
	n->fixed = false;
}

static void seen(struct code_walk *w)
{
	struct name *n = w->watch->arg;
	struct code_scan c = w->c;
	struct code_token next;

	if (c.end - c.at > CODE_EXPR)
		c.end = c.at + CODE_EXPR;
	if (!code_next(&c, &next) || code_is(w->v->s, &next, "("))
		return;
	if (w->decl && !w->fresh && !w->paren)
		declared(w, n, &c, &next);
	else if (w->fresh && (code_is(w->v->s, &next, "=") || code_is(w->v->s, &next, ":=")))
		value(w, n, &c, next);
	else if (is_changed(w, &next))
		name_lost(n);
}

static void enters(struct code_walk *w, const struct code_block *b)
{
	const struct code_token *t = &w->watch->name;
	struct name *n = w->watch->arg;

	n->fixed &= !code_head_has(w->v, b, w->v->s + t->at, t->len);
	n->known &= n->fixed;
}

static void lost(struct code_walk *w)
{
	struct name *n = w->watch->arg;

	n->known &= n->fixed;
}

/* #define NAME value */
static void line(struct code_walk *w)
{
	struct name *n = w->watch->arg;
	const struct code_token *t = &w->watch->name;
	struct code_token word;
	const char *s = w->v->s;
	size_t at = code_directive(s, &w->t, &word), end = w->t.at + w->t.len;
	bool ends;

	if (!code_is(s, &word, "define") && !code_is(s, &word, "undef"))
		return;
	if (end - at < t->len || memcmp(s + at, s + t->at, t->len))
		return;
	at += t->len;
	ends = at == end || s[at] == ' ' || s[at] == '\t';
	if (!ends && s[at] != '(' && s[at] != '\n' && s[at] != '\r')
		return;
	n->times++;
	/* What is the first line may have stood behind the sign of a comment. */
	n->known = ends && code_surely(w) && code_is(s, &word, "define") &&
		   memchr(s + w->v->cut_pp, '\n', w->t.at - w->v->cut_pp);
	n->from = at;
	n->to = end;
}

/* Is a definition the same wherever it stands? One token, a sign and one, or parentheses. */
static bool is_closed(const char *s, const struct name *n)
{
	struct code_scan c = { .s = s, .at = n->from, .end = n->to };
	struct code_token t;

	if (!code_next(&c, &t))
		return false;
	if (code_is(s, &t, "("))
		return code_close(&c) && !code_next(&c, &t);
	if (code_is(s, &t, "-") && !code_next(&c, &t))
		return false;
	return !code_next(&c, &t);
}

static bool lookup(const struct code_view *v, const struct code_token *t, u64 *value)
{
	struct name n = { 0 };
	struct code_watch watch = { .name = *t, .line = line, .arg = &n };
	unsigned int times = 0;
	char buf[CODE_EXPR];
	size_t len;

	if (!*v->names)
		return false;
	--*v->names;
	if (memmem(v->s + v->cut_pp, v->call - v->cut_pp, "define", 6))
		code_walk(v, &watch);
	if (n.times && (n.times > 1 || !n.known || !is_closed(v->s, &n)))
		return false;
	if (!n.times) {
		watch = (struct code_watch) { .name = *t, .seen = seen, .enters = enters,
					      .lost = lost, .arg = &n, .times = &times };
		code_walk(v, &watch);
	}
	if (!n.known)
		return false;
	len = code_expr(v, n.from, n.to, false, buf);
	return len && paste_value(buf, len, NULL, value) == PASTE_KNOWN &&
	       (n.times || fits(n.type, *value));
}

/* Is this name a variable or constant, and neither a part of something nor a function? */
static bool is_name(const char *s, const struct code_token *t, const struct code_token *prev,
		    struct code_scan c)
{
	static const char * const before[] = { ".", "->", "::", "as" };
	static const char * const behind[] = { "(", "[", "{", ".", "->", "::", "!" };
	struct code_token next;

	return t->kind == CODE_WORD && !code_among(s, prev, before, ARRAY_SIZE(before)) &&
	       !(code_next(&c, &next) && code_among(s, &next, behind, ARRAY_SIZE(behind)));
}

/* A token; a type of Go is one that paste_value() knows. */
static size_t put(char *to, const char *s, const struct code_token *t)
{
	static const char other[] = "u64";

	if (code_is(s, t, "uintptr")) {
		memcpy(to, other, sizeof(other) - 1);
		return sizeof(other) - 1;
	}
	memcpy(to, s + t->at, t->len);
	return t->len;
}

/**
 * code_expr() - an expression of the code as paste_value() takes it
 * @v:       the call
 * @from:    where it begins
 * @to:      where it ends
 * @resolve: names that have one value become that value
 * @buf:     receives it
 *
 * Return: its length; 0 if it is none, or too long.
 */
size_t code_expr(const struct code_view *v, size_t from, size_t to, bool resolve,
		 char buf[CODE_EXPR])
{
	struct code_scan c = { .s = v->s, .at = from, .end = to };
	struct code_token t, prev = { 0 };
	size_t len = 0;
	u64 value;

	for (; code_next(&c, &t); prev = t) {
		if (t.kind == CODE_LINE || t.kind == CODE_CUT || t.kind == CODE_STRING ||
		    code_sets(c.s, &t) || code_is(c.s, &t, ";"))
			return 0;
		if (t.len > CODE_EXPR - 32 || len > CODE_EXPR - 32 - t.len)
			return 0;
		if (len)
			buf[len++] = ' ';
		if (resolve && is_name(c.s, &t, &prev, c) &&
		    paste_value(c.s + t.at, t.len, NULL, &value) != PASTE_KNOWN &&
		    lookup(v, &t, &value)) {
			len += (size_t)snprintf(buf + len, 24, "0x%llx", value);
			continue;
		}
		len += put(buf + len, c.s, &t);
	}
	return len;
}
