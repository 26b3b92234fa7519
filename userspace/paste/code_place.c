// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Where a call stands: in which blocks, and from where on the text leads to it. */
#include "paste/code_parts.h"

/* What words say of the block that a statement opens. */
#define HEAD_LOOP	0x1
#define HEAD_BRANCH	0x2
#define HEAD_FUNCTION	0x4
#define HEAD_PAREN	0x8

/**
 * struct place - the text before a call, as it is read
 * @v:     the call
 * @t:     this token
 * @prev:  the one before
 * @head:  where the statement begins
 * @flags: HEAD_*
 * @paren: open parentheses in this block
 * @outer: the same, of the blocks around it
 * @depth: blocks that were open at each #if
 */
struct place {
	struct code_view *v;
	struct code_token t;
	struct code_token prev;
	size_t head;
	unsigned int flags;
	unsigned int paren;
	unsigned int outer[CODE_DEPTH];
	unsigned int depth[CODE_DEPTH];
};

static bool in_function(const struct code_view *v)
{
	unsigned int i;

	for (i = 0; i < v->blocks; i++)
		if (v->block[i].kind == CODE_FUNCTION || v->block[i].kind == CODE_CLOSURE)
			return true;
	return false;
}

static void note(struct place *p)
{
	static const char * const loops[] = { "for", "while", "do", "loop" };
	static const char * const branches[] = {
		"if", "else", "switch", "match", "select", "try", "catch", "case", "default",
	};
	static const char * const functions[] = { "fn", "func" };
	const char *s = p->v->s;

	if (code_among(s, &p->t, loops, ARRAY_SIZE(loops)))
		p->flags |= HEAD_LOOP;
	else if (code_among(s, &p->t, branches, ARRAY_SIZE(branches)))
		p->flags |= HEAD_BRANCH;
	else if (code_among(s, &p->t, functions, ARRAY_SIZE(functions)))
		p->flags |= HEAD_FUNCTION;
	else if (code_is(s, &p->t, "("))
		p->flags |= HEAD_PAREN;
}

static enum code_block_kind kind_of(const struct place *p)
{
	static const char * const lambda[] = { "|", "||" };
	const char *s = p->v->s;

	if (p->flags & HEAD_FUNCTION)
		return in_function(p->v) ? CODE_CLOSURE : CODE_FUNCTION;
	/* Rust does not let change what a closure uses, but it may be called again and again. */
	if ((p->flags & HEAD_LOOP) || code_among(s, &p->prev, lambda, ARRAY_SIZE(lambda)))
		return CODE_LOOP;
	if (p->flags & HEAD_BRANCH)
		return CODE_BRANCH;
	if (code_is(s, &p->prev, "]"))
		return CODE_CLOSURE;
	if (!(p->flags & HEAD_PAREN))
		return CODE_PLAIN;
	if (!in_function(p->v))
		return CODE_FUNCTION;
	/* A macro, most of which are loops. */
	return code_is(s, &p->prev, ")") ? CODE_LOOP : CODE_PLAIN;
}

static void statement_ends(struct place *p)
{
	p->head = p->t.at + p->t.len;
	p->flags = 0;
}

/* What stands before this leads nowhere: its end was not seen, or its beginning. */
static void cut(struct place *p, bool lines)
{
	p->v->cut = p->t.at + p->t.len;
	p->v->clean = code_is(p->v->s, &p->t, "}") || p->v->s[p->t.at] == '`';
	if (lines)
		p->v->cut_pp = p->v->cut;
	p->paren = 0;
	statement_ends(p);
}

static bool opens(struct place *p)
{
	struct code_view *v = p->v;

	if (v->blocks == CODE_DEPTH)
		return false;
	p->outer[v->blocks] = p->paren;
	v->block[v->blocks] = (struct code_block) { p->head, p->t.at, (u8)kind_of(p) };
	v->blocks++;
	p->paren = 0;
	statement_ends(p);
	return true;
}

static void closes(struct place *p)
{
	struct code_view *v = p->v;

	if (!v->blocks) {
		cut(p, false);
		return;
	}
	v->blocks--;
	p->paren = p->outer[v->blocks];
	/* An initialiser or closure, behind which the statement goes on. */
	if (!p->paren && (v->block[v->blocks].kind != CODE_PLAIN || v->go))
		statement_ends(p);
	else if (!p->paren)
		p->flags = 0;
}

static bool line(struct place *p)
{
	struct code_view *v = p->v;
	struct code_token word;

	code_directive(v->s, &p->t, &word);
	if (word.len >= 2 && !memcmp(v->s + word.at, "if", 2)) {
		if (v->ifs == CODE_DEPTH)
			return false;
		p->depth[v->ifs] = v->blocks;
		v->cond[v->ifs++] = p->t.at;
		return true;
	}
	if (word.len < 4 || (memcmp(v->s + word.at, "el", 2) && !code_is(v->s, &word, "endif")))
		return true;
	if (!v->ifs) {
		v->blocks = 0;
		cut(p, true);
		return true;
	}
	/* Both branches must leave as many blocks open as there were. */
	if (v->blocks != p->depth[v->ifs - 1])
		cut(p, false);
	if (code_is(v->s, &word, "endif")) {
		v->ifs--;
		return true;
	}
	if (v->blocks > p->depth[v->ifs - 1])
		v->blocks = p->depth[v->ifs - 1];
	v->cond[v->ifs - 1] = p->t.at;
	return true;
}

static bool sign(struct place *p)
{
	const char *s = p->v->s;

	if (code_is(s, &p->t, "{"))
		return opens(p);
	if (code_is(s, &p->t, "}"))
		closes(p);
	else if (code_is(s, &p->t, "("))
		p->paren++;
	else if (code_is(s, &p->t, ")"))
		p->paren -= p->paren > 0;
	else if (code_is(s, &p->t, ";") && !(p->flags & HEAD_LOOP))
		p->paren = 0;
	if (code_stops(s, &p->t) && !p->paren)
		statement_ends(p);
	return true;
}

static size_t line_of(const struct code_view *v, size_t at, size_t *to)
{
	const char *end = memchr(v->s + at, '\n', v->call - at);

	*to = end ? (size_t)(end - v->s) : v->call;
	return *to < v->call ? *to + 1 : v->call;
}

/* Does the line begin where the first one does? */
static bool at_margin(const struct code_view *v, size_t line, size_t margin)
{
	return v->call > line && v->call - line > margin && !memcmp(v->s, v->s + line, margin) &&
	       !strchr(" \t\r\n", v->s[line + margin]);
}

/*
 * Is the first statement of a text what it seems to be? "if (x)", or the sign of a comment, may
 * have stood before it. Not where it is the first line of several at the same margin, and not where
 * it is a declaration whose initialiser follows.
 */
static bool begins(const struct code_view *v)
{
	static const char name[] = "perf_event_attr", go[] = "PerfEventAttr";
	size_t to, next, margin = 0;

	if (v->from || !v->call)
		return false;
	while (margin < v->call && (v->s[margin] == ' ' || v->s[margin] == '\t'))
		margin++;
	next = line_of(v, 0, &to);
	if (at_margin(v, next, margin))
		return true;
	while (to && (v->s[to - 1] == ' ' || v->s[to - 1] == '\t' || v->s[to - 1] == '\r'))
		to--;
	return to && v->s[to - 1] == '{' && (memmem(v->s, to, name, sizeof(name) - 1) ||
					     memmem(v->s, to, go, sizeof(go) - 1));
}

/**
 * code_place() - find out where a call stands
 * @v: the call; receives @from, @cut, and what is around the call
 *
 * Return: false if that is too much: nothing is known then of what leads to the call.
 */
bool code_place(struct code_view *v)
{
	struct code_scan c = { .s = v->s, .end = v->call, .go = v->go };
	struct place p = { .v = v };

	v->from = v->call > CODE_WINDOW ? v->call - CODE_WINDOW : 0;
	while (v->from && v->from < v->call && v->s[v->from - 1] != '\n')
		v->from++;
	v->cut = v->from;
	v->cut_pp = v->from;
	v->blocks = 0;
	v->ifs = 0;
	v->clean = false;
	c.at = v->from;
	p.head = v->from;
	while (code_next(&c, &p.t)) {
		if (p.t.kind == CODE_CUT) {
			v->blocks = 0;
			v->ifs = 0;
			cut(&p, true);
		} else if (p.t.kind == CODE_LINE) {
			if (!line(&p))
				return false;
			continue;
		}
		note(&p);
		if (!sign(&p))
			return false;
		p.prev = p.t;
	}
	if (v->cut == v->from)
		v->clean = begins(v);
	return true;
}

/**
 * code_head_has() - does a word stand in what a block begins with, within parentheses?
 * @v:    a call
 * @b:    the block
 * @word: the word
 * @len:  its length
 */
bool code_head_has(const struct code_view *v, const struct code_block *b, const char *word,
		   size_t len)
{
	struct code_scan c = { .s = v->s, .at = b->head, .end = b->at, .go = v->go };
	struct code_token t;
	bool inside = false;

	while (code_next(&c, &t)) {
		inside |= code_is(v->s, &t, "(");
		if (inside && t.kind == CODE_WORD && t.len == len &&
		    !memcmp(v->s + t.at, word, len))
			return true;
	}
	return false;
}

/**
 * code_is_param() - is it a parameter of the function around the call?
 * @v:    a call
 * @name: its name
 */
bool code_is_param(const struct code_view *v, const struct code_token *name)
{
	unsigned int i;

	for (i = 0; i < v->blocks; i++)
		if ((v->block[i].kind == CODE_FUNCTION || v->block[i].kind == CODE_CLOSURE) &&
		    code_head_has(v, &v->block[i], v->s + name->at, name->len))
			return true;
	return false;
}
