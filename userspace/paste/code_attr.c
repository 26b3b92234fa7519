// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What becomes of the attr of a call before it. What mentions the attr and is not understood may
 * have done anything to it.
 */
#include "paste/code_parts.h"

/* How what is mentioned relates to the attr. */
enum relation {
	REL_OTHER,	/* another part of what the attr is part of */
	REL_WHOLE,	/* the attr, or what it is part of */
	REL_FIELD,	/* a field */
	REL_MAYBE,	/* perhaps one of these */
};

/**
 * struct mention - a place where the attr is mentioned
 * @a:    the attr
 * @w:    the walk
 * @path: what is mentioned
 * @next: the token behind it
 * @c:    behind that
 */
struct mention {
	struct code_attr *a;
	struct code_walk *w;
	struct code_path path;
	struct code_token next;
	struct code_scan c;
};

static bool is(const struct mention *m, const struct code_token *t, const char *text)
{
	return code_is(m->w->v->s, t, text);
}

static bool next_is(const struct mention *m, const char *text)
{
	return is(m, &m->next, text);
}

static const struct code_token *prev(const struct mention *m, unsigned int i)
{
	return &m->w->prev[i];
}

static void forget(struct code_attr *a)
{
	paste_all_unknown(a->call);
}

/* From now on it can be changed by another name. */
static void poison(struct code_attr *a)
{
	a->poison = true;
	forget(a);
}

static enum relation relation(const struct mention *m)
{
	const struct code_path *p = &m->path, *a = &m->a->path;
	const char *s = m->w->v->s;
	enum relation same = REL_FIELD;
	unsigned int i;

	for (i = 1; i < p->n && i < a->n; i++) {
		if (p->sub[i] != a->sub[i])
			return REL_MAYBE;
		if (code_same(s, &p->part[i], &a->part[i]))
			continue;
		if (!p->sub[i] || (p->part[i].kind == CODE_NUMBER &&
				   a->part[i].kind == CODE_NUMBER))
			return p->odd ? REL_MAYBE : REL_OTHER;
		same = REL_MAYBE;
	}
	if (p->odd)
		return REL_MAYBE;
	return same == REL_FIELD && p->n <= a->n ? REL_WHOLE : same;
}

/* Behind the "=" of a declaration, which may have a type before it. False if it has none. */
static bool to_value(struct mention *m)
{
	struct code_token t = m->next;

	for (;;) {
		if (is(m, &t, "=") || is(m, &t, ":="))
			return true;
		if (code_stops(m->w->v->s, &t) || is(m, &t, ",") || is(m, &t, ")") ||
		    is(m, &t, "{"))
			return false;
		if (!code_next(&m->c, &t))
			return false;
	}
}

static bool head_has(const struct mention *m, const char *word)
{
	struct code_scan c = { .s = m->w->v->s, .at = m->w->head.at, .end = m->w->t.at };
	struct code_token t;

	while (code_next(&c, &t))
		if (is(m, &t, word))
			return true;
	return false;
}

/* Around a call in a block that is no function's there is one that the text does not show. */
static bool is_outside(const struct code_walk *w)
{
	unsigned int i;

	if (w->level || w->off)
		return false;
	for (i = 0; i < w->v->blocks; i++)
		if (w->v->block[i].kind == CODE_FUNCTION)
			return true;
	return !w->v->blocks;
}

/* What a declaration makes of it. */
static void declared(struct mention *m)
{
	struct code_attr *a = m->a;
	bool in_static = head_has(m, "static") && !m->w->v->go;
	bool brace = next_is(m, "{");

	a->poison = false;
	a->pointer = is(m, prev(m, 0), "*");
	a->value = !a->pointer && head_has(m, "perf_event_attr") && !head_has(m, "&");
	a->fixed = (head_has(m, "const") || head_has(m, "constexpr")) && !a->pointer;
	a->global = is_outside(m->w);
	a->empty = false;
	forget(a);
	if (!code_surely(m->w))
		return;
	if (brace)
		m->c.at = m->next.at;
	if (brace || to_value(m)) {
		code_init(a, &m->c, m->path.n == 1 && a->path.n == 1);
	} else if (m->w->v->go && head_has(m, "var") && !code_is(m->w->v->s, &m->next, "*")) {
		code_zero(a);
	} else if (!a->pointer && in_static && !a->global) {
		code_zero(a);
	} else {
		a->empty = !a->pointer && !head_has(m, "extern");
		if (in_static && !m->w->v->blocks)
			code_zero(a);
	}
	/* It has these values the first time; later those that were set then. */
	if (in_static && !a->global && !a->fixed)
		code_rest(m->w);
}

static bool is_zero(const char *s, size_t from, size_t to)
{
	static const char * const zeros[] = { "0", "0x0", "0x00", "'\\0'" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(zeros); i++)
		if (to - from == strlen(zeros[i]) && !memcmp(s + from, zeros[i], to - from))
			return true;
	return false;
}

/* memset(&attr, 0, sizeof(attr)) */
static void cleared(struct mention *m)
{
	struct code_walk *w = m->w;
	bool set = is(m, code_callee(w), "memset"), by_name = !is(m, prev(m, 0), "&");
	struct code_scan c = m->c;
	struct code_token end, t;
	size_t from, to;

	if (set && (!code_item(&c, &from, &to, &end) || !is(m, &end, ",") ||
		    !is_zero(c.s, from, to)))
		goto unknown;
	if (!code_item(&c, &from, &to, &end) || !is(m, &end, ")"))
		goto unknown;
	c.at = from;
	c.end = to;
	if (!code_next(&c, &t) || !is(m, &t, "sizeof"))
		goto unknown;
	/* sizeof(pointer) */
	while (code_next(&c, &t) && is(m, &t, "("))
		;
	if (by_name && t.kind == CODE_WORD && code_same(c.s, &t, &w->watch->name) &&
	    !m->a->value)
		goto unknown;
	if (code_surely(w) && w->paren == 1 && w->callee[0].plain &&
	    (!m->a->apart || m->path.n == m->a->path.n)) {
		code_zero(m->a);
		return;
	}
unknown:
	forget(m->a);
}

static bool is_cleared(const struct mention *m)
{
	static const char * const words[] = { "memset", "bzero", "explicit_bzero" };
	const struct code_walk *w = m->w;
	const struct code_token *callee = code_callee(w);

	return callee && code_among(w->v->s, callee, words, ARRAY_SIZE(words)) &&
	       !w->callee[w->paren - 1].commas && next_is(m, ",");
}

/* Is another name given to it? p = &attr */
static bool is_renamed(const struct mention *m)
{
	static const char * const before[] = { "&", "mut", "const", "raw" };
	static const char * const gives[] = { "=", ":=", "{", ":", "[" };
	const char *s = m->w->v->s;
	unsigned int i = 0;
	bool given;

	while (i < 2 && code_among(s, prev(m, i), before, ARRAY_SIZE(before)))
		i++;
	given = code_among(s, prev(m, i), gives, ARRAY_SIZE(gives)) ||
		(m->w->off && is(m, prev(m, i), ","));
	if (code_callee(m->w) || !given)
		return false;
	/* Its value is taken. */
	return i || !m->a->value;
}

static bool is_read(const struct mention *m)
{
	static const char * const before[] = { "sizeof", "return", "!", "==", "!=" };
	static const char * const behind[] = { "==", "!=" };
	const char *s = m->w->v->s;

	return code_among(s, prev(m, 0), before, ARRAY_SIZE(before)) ||
	       code_among(s, &m->next, behind, ARRAY_SIZE(behind)) ||
	       (m->a->value && is(m, prev(m, 0), "=") && next_is(m, ";"));
}

static void whole(struct mention *m)
{
	struct code_walk *w = m->w;
	bool star = is(m, prev(m, 0), "*") && (code_stops(w->v->s, prev(m, 1)) ||
					       is(m, prev(m, 1), "{") || is(m, prev(m, 1), "}"));

	if (next_is(m, "=") || next_is(m, ":=")) {
		forget(m->a);
		if ((w->fresh || (star && !w->paren)) && code_surely(w))
			code_init(m->a, &m->c, m->path.n == m->a->path.n);
	} else if (is_cleared(m)) {
		cleared(m);
	} else if (is_renamed(m)) {
		poison(m->a);
	} else if (!code_harmless(w) && !is_read(m)) {
		forget(m->a);
	}
}

/* attrs.set_disabled(1), attrs.disabled() */
static void method(struct mention *m, struct code_token *field)
{
	const char *s = m->w->v->s;
	struct code_token end;
	size_t from = 0, to = 0;
	bool set = field->len > 4 && !memcmp(s + field->at, "set_", 4);
	bool good, empty;

	if (!set && !code_is(s, field, "clone") && !code_is_field(s, field)) {
		forget(m->a);
		return;
	}
	if (set) {
		field->at += 4;
		field->len -= 4;
	}
	good = code_item(&m->c, &from, &to, &end) && is(m, &end, ")");
	empty = to <= from;
	if (!good || set == empty)
		forget(m->a);
	else if (set && code_surely(m->w) && m->w->fresh)
		code_put(m->a, field, from, to, false);
	else if (set)
		code_forget(m->a, field);
}

static bool is_field_changed(const struct mention *m)
{
	static const char * const before[] = { "&", "mut", "raw", "++", "--", ">>" };
	const char *s = m->w->v->s;

	return code_sets(s, &m->next) || (m->w->fresh && next_is(m, ",")) ||
	       code_among(s, prev(m, 0), before, ARRAY_SIZE(before)) ||
	       (is(m, prev(m, 0), ",") && m->w->paren == 0 && !m->w->off);
}

static void field(struct mention *m)
{
	struct code_token name = m->path.part[m->path.n - 1];
	bool or = next_is(m, "|=");
	struct code_token end;
	size_t from, to;

	if (next_is(m, "(")) {
		method(m, &name);
		return;
	}
	if (!is_field_changed(m))
		return;
	if (m->path.sub[m->path.n - 1])
		forget(m->a);
	else if ((!or && !next_is(m, "=")) || !m->w->fresh || !code_surely(m->w) ||
		 !code_item(&m->c, &from, &to, &end) || !code_stops(m->w->v->s, &end))
		code_forget(m->a, &name);
	else
		code_put(m->a, &name, from, to, or);
}

static u32 word_index(const char *s, const struct code_token *t)
{
	u32 v = 0;
	size_t i;

	for (i = 0; i < t->len && t->len < 4; i++) {
		if (s[t->at + i] < '0' || s[t->at + i] > '9')
			return U32_MAX;
		v = v * 10 + (u32)(s[t->at + i] - '0');
	}
	return i ? v : U32_MAX;
}

/* u.word[16] |= 1: a union that has room for what older headers do not have. */
static void other(struct mention *m)
{
	const struct code_path *p = &m->path, *a = &m->a->path;
	const char *s = m->w->v->s;
	const struct code_token *sub = &p->part[p->n - 1];
	bool or = next_is(m, "|=");
	unsigned int word = word_index(s, sub);
	struct code_token end;
	size_t from, to;

	/* A function that belongs to the whole. */
	if (next_is(m, "(")) {
		forget(m->a);
		return;
	}
	if (!code_sets(s, &m->next) || p->n != a->n + 1 || !is(m, &p->part[a->n - 1], "word") ||
	    !p->sub[a->n])
		return;
	if (word == U32_MAX || (!or && !next_is(m, "=")) ||
	    !m->w->fresh || !code_surely(m->w) || !code_item(&m->c, &from, &to, &end) ||
	    !code_stops(s, &end))
		forget(m->a);
	else
		code_word(m->a, word, from, to, or);
}

static void seen(struct code_walk *w)
{
	struct mention m = { .a = w->watch->arg, .w = w, .c = w->c };

	if (m.c.end - m.c.at > CODE_LIST)
		m.c.end = m.c.at + CODE_LIST;
	m.path.part[0] = w->t;
	code_path(&m.c, w->v->s, &m.path, &m.next);
	if (w->decl && !w->fresh && !w->paren && (m.path.n == 1 || m.path.sub[1])) {
		declared(&m);
		return;
	}
	switch (relation(&m)) {
	case REL_OTHER:
		other(&m);
		break;
	case REL_WHOLE:
		whole(&m);
		break;
	case REL_FIELD:
		field(&m);
		break;
	default:
		if (code_sets(w->v->s, &m.next) || next_is(&m, "(") || !code_harmless(w))
			forget(m.a);
	}
}

static bool is_main(const struct code_view *v, const struct code_block *b)
{
	struct code_scan c = { .s = v->s, .at = b->head, .end = b->at, .go = v->go };
	struct code_token t;

	while (code_next(&c, &t) && !code_is(v->s, &t, "("))
		if (code_is(v->s, &t, "main"))
			return true;
	return false;
}

static void enters(struct code_walk *w, const struct code_block *b)
{
	struct code_attr *a = w->watch->arg;
	const struct code_token *name = &w->watch->name;
	bool main = is_main(w->v, b);

	if (code_head_has(w->v, b, w->v->s + name->at, name->len)) {
		forget(a);
		a->fixed = false;
		a->value = false;
		a->global = false;
	} else if (b->kind == CODE_CLOSURE || !a->global || (!main && !a->fixed)) {
		forget(a);
	} else if (a->empty && !a->poison) {
		code_zero(a);
	}
}

/* Any function can change what is global. */
static void calls(struct code_walk *w)
{
	struct code_attr *a = w->watch->arg;

	if (a->global && !a->fixed && w->level && !code_harmless(w))
		forget(a);
}

static void lost(struct code_walk *w)
{
	forget(w->watch->arg);
}

/* The index that is a variable, which must not change. Returns false if there are several. */
static bool index_of(const struct code_path *path, struct code_token *index)
{
	unsigned int i;

	for (i = 1; i < path->n; i++) {
		if (!path->sub[i] || path->part[i].kind != CODE_WORD)
			continue;
		if (index->len)
			return false;
		*index = path->part[i];
	}
	return true;
}

/**
 * code_attr() - fill in the attr of a call
 * @v:    the call, from code_place()
 * @call: the call
 * @from: where the argument begins that is the attr
 * @to:   where it ends
 */
void code_attr(const struct code_view *v, struct paste_call *call, size_t from, size_t to)
{
	struct code_attr a = { .v = v, .call = call };
	unsigned int times = 0;
	struct code_watch watch = { .seen = seen, .enters = enters, .calls = calls, .lost = lost,
				    .arg = &a, .times = &times };

	paste_all_unknown(call);
	/* &(struct perf_event_attr) { ... } */
	if (v->s[to - 1] == '}') {
		code_init(&a, &(struct code_scan) { .s = v->s, .at = from, .end = v->len }, true);
		return;
	}
	if (!code_attr_path(v, from, to, &a.path, &a.address) || !index_of(&a.path, &watch.index))
		return;
	/* p->attr that is a pointer: what is done to *p does not reach the attr. */
	a.apart = !a.address && a.path.n > 1;
	watch.name = a.path.part[0];
	code_walk(v, &watch);
	if (a.poison)
		paste_all_unknown(call);
}
