// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Goes through the statements before a call, and tells of each time that something is mentioned
 * whether that is surely executed before the call, and nothing of it again.
 */
#include "paste/code_parts.h"

/* Loops within each other around a call: each is looked through on its own. */
#define LOOPS_MAX	8

/**
 * code_surely() - is what stands here surely executed before the call?
 * @w: the walk
 */
bool code_surely(const struct code_walk *w)
{
	return !w->maybe && !w->off && !w->off_ifs;
}

/**
 * code_callee() - of which function is this an argument?
 * @w: the walk
 *
 * Return: the word before the parenthesis; NULL if there is none.
 */
const struct code_token *code_callee(const struct code_walk *w)
{
	if (!w->paren || w->paren > CODE_CALLS || !w->callee[w->paren - 1].word.len)
		return NULL;
	return &w->callee[w->paren - 1].word;
}

/**
 * code_harmless() - does what has this argument leave it alone?
 * @w: the walk
 */
bool code_harmless(const struct code_walk *w)
{
	static const char * const words[] = {
		"perf_event_open", "sys_perf_event_open", "PerfEventOpen", "perfEventOpen",
		"syscall", "ioctl", "printf", "fprintf", "snprintf", "perror", "err", "errx",
		"warn", "warnx", "exit", "free", "assert", "if", "while", "switch", "sizeof",
		"alignof", "typeof", "Sizeof", "size_of_val", "println", "eprintln", "Printf",
		"Println", "Errorf", "Fatalf", "Syscall6", "strerror", "close", "mmap",
		"munmap", "getpid", "fork", "execvp", "memset", "bzero", "return", "open", "write",
		"fflush", "sleep", "usleep", "defined", "zeroed", "default", "for",
	};
	const struct code_token *callee = code_callee(w);

	return callee && code_among(w->v->s, callee, words, ARRAY_SIZE(words));
}

/* Is the function behind this surely called? std::memset(), (void)memset() */
static bool is_memory(const struct code_walk *w)
{
	static const char * const words[] = { "std", "::", "(", "void", ")" };

	return code_among(w->v->s, &w->prev[0], words, ARRAY_SIZE(words));
}

/* How a declaration goes on: words of a type, and what stands among these. */
static void note_decl(struct code_walk *w)
{
	static const char * const not[] = {
		"return", "else", "goto", "case", "delete", "throw", "do", "if", "while", "for",
		"switch", "in", "sizeof", "match", "await", "break", "continue", "defer", "go",
	};
	static const char * const among[] = { "*", "&", "::", "<", ">", "." };
	const char *s = w->v->s;

	if (w->fresh)
		w->decl = 0;
	if (w->t.kind == CODE_WORD && (w->fresh || w->decl) &&
	    !code_among(s, &w->t, not, ARRAY_SIZE(not)))
		w->decl++;
	else if (code_is(s, &w->t, ",") && (w->v->go || w->paren || w->decl < 2))
		w->decl = 0;
	else if (!code_is(s, &w->t, ",") && !code_among(s, &w->t, among, ARRAY_SIZE(among)))
		w->decl = 0;
}

/* Prose before the code, which has no signs that end its statements. */
static bool is_prose(const struct code_walk *w)
{
	static const char * const not[] = { "else", "do", "return", "goto", "case", "unsafe" };
	const char *s = w->v->s;
	const struct code_token *t = &w->prev[0];

	if (!w->t.blank)
		return false;
	if (t->kind == CODE_WORD)
		return !code_among(s, t, not, ARRAY_SIZE(not));
	return t->kind == CODE_SIGN && t->len == 1 && strchr(".:?!`", s[t->at]);
}

static bool begins(struct code_walk *w)
{
	const char *s = w->v->s;

	if (w->begins || is_prose(w)) {
		w->paren = 0;
		w->begins = false;
		return true;
	}
	return !w->paren && (code_stops(s, &w->prev[0]) || code_is(s, &w->prev[0], "{") ||
			     code_is(s, &w->prev[0], "}"));
}

static void line(struct code_walk *w)
{
	const struct code_view *v = w->v;
	bool around = !w->maybe && w->ifs < v->ifs && v->cond[w->ifs] == w->t.at;
	struct code_token word;

	code_directive(v->s, &w->t, &word);
	if (code_is(v->s, &word, "include"))
		w->begins = true;
	if (w->watch->line)
		w->watch->line(w);
	if (word.len >= 2 && !memcmp(v->s + word.at, "if", 2)) {
		if (around && !w->off_ifs)
			w->ifs++;
		else
			w->off_ifs++;
	} else if (code_is(v->s, &word, "endif")) {
		w->off_ifs -= w->off_ifs > 0;
	} else if (around && w->off_ifs == 1) {
		w->off_ifs = 0;
		w->ifs++;
	}
}

static void opens_paren(struct code_walk *w)
{
	const struct code_token *word = &w->prev[code_is(w->v->s, &w->prev[0], "!")];

	if (w->paren < CODE_CALLS) {
		w->callee[w->paren].word = *word;
		if (word->kind != CODE_WORD)
			w->callee[w->paren].word.len = 0;
		w->callee[w->paren].plain = w->was_plain && word == &w->prev[0];
		w->callee[w->paren].commas = 0;
	}
	w->paren++;
	if (w->watch->calls && word->kind == CODE_WORD)
		w->watch->calls(w);
}

static void opens(struct code_walk *w)
{
	const struct code_view *v = w->v;
	const struct code_block *b = &v->block[w->level];

	if (w->off || w->maybe || w->level == v->blocks || b->at != w->t.at) {
		if (!w->off)
			w->paren_on = w->paren;
		w->off++;
		return;
	}
	w->level++;
	w->paren = 0;
	if (b->kind == CODE_FUNCTION || b->kind == CODE_CLOSURE)
		w->watch->enters(w, b);
	if (b->kind != CODE_LOOP)
		return;
	if (w->loops++ < LOOPS_MAX)
		code_rest(w);
	else
		w->watch->lost(w);
}

/* A parenthesis that is never closed, as in prose, ends with its statement. for (;;) has others. */
static void ends(struct code_walk *w)
{
	unsigned int i;

	if (w->off)
		return;
	for (i = 0; i < w->paren && i < CODE_CALLS; i++)
		if (code_is(w->v->s, &w->callee[i].word, "for"))
			return;
	w->paren = 0;
}

/* Can the call be reached from elsewhere by way of this colon? */
static bool is_label(const struct code_walk *w)
{
	const struct code_token *prev = w->prev;
	const char *s = w->v->s;

	if (!code_is(s, &w->t, ":") || w->off || w->paren || w->maybe)
		return false;
	if (code_is(s, &w->head, "case") || code_is(s, &prev[0], "default"))
		return true;
	if (prev[0].kind != CODE_WORD)
		return false;
	if (code_is(s, &prev[1], "{"))
		return w->level && w->v->block[w->level - 1].kind != CODE_PLAIN;
	return code_stops(s, &prev[1]) || code_is(s, &prev[1], "}");
}

/* Returns false where the block ends that is gone through. */
static bool sign(struct code_walk *w)
{
	const char *s = w->v->s;

	if (is_label(w)) {
		w->watch->lost(w);
	} else if (code_is(s, &w->t, "{")) {
		opens(w);
	} else if (code_is(s, &w->t, "}")) {
		if (!w->off)
			return !w->maybe;
		if (!--w->off)
			w->paren = w->paren_on;
	} else if (code_is(s, &w->t, "(")) {
		opens_paren(w);
	} else if (code_is(s, &w->t, ")")) {
		w->paren -= w->paren > 0;
	} else if (code_is(s, &w->t, ";")) {
		ends(w);
	} else if (code_is(s, &w->t, ",") && w->paren && w->paren <= CODE_CALLS) {
		w->callee[w->paren - 1].commas++;
	}
	return true;
}

/* Is this simple variable changed, or may it be? */
static bool is_changed(const struct code_walk *w)
{
	static const char * const before[] = { "++", "--", "&", "mut", ">>", "for", "|" };
	struct code_scan c = w->c;
	struct code_token next;

	return (code_next(&c, &next) && code_sets(w->v->s, &next)) ||
	       code_among(w->v->s, &w->prev[0], before, ARRAY_SIZE(before));
}

static void word(struct code_walk *w)
{
	static const char * const of[] = { ".", "->", "::" };
	const char *s = w->v->s;

	if (code_same(s, &w->t, &w->watch->name) &&
	    !code_among(s, &w->prev[0], of, ARRAY_SIZE(of))) {
		if (++*w->watch->times <= CODE_MENTIONS)
			w->watch->seen(w);
		else
			w->watch->lost(w);
	}
	if (w->watch->index.len && code_same(s, &w->t, &w->watch->index) && is_changed(w))
		w->watch->lost(w);
}

/* Goes on by one token. Returns false at the end. */
static bool step(struct code_walk *w)
{
	bool more = true;

	if (!code_next(&w->c, &w->t))
		return false;
	if (w->t.kind == CODE_LINE) {
		line(w);
		return true;
	}
	if (w->watch->line)
		return true;
	if (w->t.kind == CODE_CUT)
		return false;
	w->fresh = begins(w);
	w->plain = w->fresh || (w->was_plain && is_memory(w));
	if (w->fresh)
		w->head = w->t;
	if (w->t.kind == CODE_WORD)
		word(w);
	else if (w->t.kind == CODE_SIGN)
		more = sign(w);
	note_decl(w);
	w->prev[2] = w->prev[1];
	w->prev[1] = w->prev[0];
	w->prev[0] = w->t;
	w->was_plain = w->plain;
	return more;
}

/* do { } while (...): what stands behind the block is executed, too, before the next time. */
static void condition(struct code_walk *w)
{
	struct code_scan c = w->c;
	struct code_token t;

	if (!code_next(&c, &t)) {
		w->watch->lost(w);
		return;
	}
	if (!code_is(w->v->s, &t, "while"))
		return;
	w->off = 1;
	while (step(w) && w->off)
		if (code_stops(w->v->s, &w->t))
			return;
	w->watch->lost(w);
}

/**
 * code_rest() - go through all of a block, of which nothing may be executed, or all again and again
 * @w: the walk, at the beginning of the block, or within it
 */
void code_rest(struct code_walk *w)
{
	struct code_walk rest = *w;

	rest.maybe = true;
	rest.off = 0;
	rest.off_ifs = 0;
	rest.paren = 0;
	rest.c.end = w->v->len - rest.c.at > CODE_WINDOW ? rest.c.at + CODE_WINDOW : w->v->len;
	while (step(&rest))
		;
	if (rest.t.kind == CODE_SIGN && code_is(w->v->s, &rest.t, "}") && !rest.off)
		condition(&rest);
	else
		w->watch->lost(w);
}

/**
 * code_walk() - go through what is executed before a call
 * @v:     the call, from code_place()
 * @watch: what is told of
 */
void code_walk(const struct code_view *v, const struct code_watch *watch)
{
	struct code_walk w = { .v = v, .watch = watch, .begins = v->clean };

	w.c = (struct code_scan) { .s = v->s, .end = v->call, .go = v->go };
	w.c.at = watch->line ? v->cut_pp : v->cut;
	while (w.level < v->blocks && v->block[w.level].at < w.c.at)
		w.level++;
	while (w.ifs < v->ifs && v->cond[w.ifs] < w.c.at)
		w.ifs++;
	while (step(&w))
		;
}
