/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Source code in C, Rust or Go, of which nobody knows more than the text shows, and the text may
 * have been cut anywhere.
 *
 *	code_scan.c	words and signs
 *	code_place.c	the blocks around a call
 *	code_walk.c	goes through what is executed before a call
 *	code_path.c	what something is reached by
 *	code_attr.c	what that does to the attr
 *	code_init.c	initialisers of an attr
 *	code_put.c	a value becomes that of a field or argument
 *	code_name.c	constants and variables that have one value
 *	code.c		finds the calls
 */
#ifndef PERFATTR_PASTE_CODE_PARTS_H
#define PERFATTR_PASTE_CODE_PARTS_H

#include "paste/paste.h"

/* Bytes of text before a call that are looked at, and behind it, for the end of a loop. */
#define CODE_WINDOW	32768
/* Blocks, and #ifs, within each other. */
#define CODE_DEPTH	32
/* Parentheses within each other of which the function is remembered. */
#define CODE_CALLS	16
/* Parts of a path such as session->event[0].attr. */
#define CODE_PARTS	8
/* Bytes of an expression, without blanks and comments. */
#define CODE_EXPR	512
/* Bytes of an initialiser, and of the arguments of a call. */
#define CODE_LIST	8192
#define CODE_ARGS	1024
/* How often something may be mentioned before a call, and names that are looked up for it. */
#define CODE_MENTIONS	1000
#define CODE_NAMES	32

/* --- code_scan.c --- */

enum code_kind {
	CODE_END,	/* of the text */
	CODE_WORD,
	CODE_NUMBER,
	CODE_STRING,
	CODE_SIGN,
	CODE_LINE,	/* of the preprocessor */
	CODE_BREAK,	/* end of a line that ends a statement of Go */
	CODE_CUT,	/* what stands before has nothing to do with what follows */
};

/**
 * struct code_token - a word or a sign
 * @at:    where it is
 * @len:   its length
 * @kind:  enum code_kind
 * @blank: an empty line stands before it
 */
struct code_token {
	size_t at;
	size_t len;
	u8 kind;
	bool blank;
};

/**
 * struct code_scan - a text that is being read
 * @s:    the text
 * @at:   how far it was read
 * @end:  where reading stops
 * @go:   lines end statements
 * @last: kind and last character of the token that was read last
 */
struct code_scan {
	const char *s;
	size_t at;
	size_t end;
	bool go;
	struct {
		u8 kind;
		char c;
	} last;
};

bool code_next(struct code_scan *c, struct code_token *t);
bool code_is(const char *s, const struct code_token *t, const char *text);
bool code_among(const char *s, const struct code_token *t, const char * const *words, size_t n);
bool code_same(const char *s, const struct code_token *a, const struct code_token *b);
bool code_folds(const char *s, size_t len, const char *text);
bool code_stops(const char *s, const struct code_token *t);
bool code_sets(const char *s, const struct code_token *t);
bool code_close(struct code_scan *c);
bool code_item(struct code_scan *c, size_t *from, size_t *to, struct code_token *end);
size_t code_directive(const char *s, const struct code_token *t, struct code_token *word);

/* --- code_place.c --- */

enum code_block_kind {
	CODE_PLAIN,	/* executed where it stands, or no statements */
	CODE_BRANCH,
	CODE_LOOP,
	CODE_FUNCTION,
	CODE_CLOSURE,	/* executed nobody knows when */
};

/**
 * struct code_block - a block around the call
 * @head: where its statement begins
 * @at:   its brace
 * @kind: enum code_block_kind
 */
struct code_block {
	size_t head;
	size_t at;
	u8 kind;
};

/**
 * struct code_view - a call, and what of the text matters for it
 * @s:       the text
 * @len:     its length
 * @from:    where the part of it begins that is looked at
 * @call:    where the call is
 * @go:      it is Go
 * @cut:     statements before this are not those that lead to the call
 * @cut_pp:  the same for lines of the preprocessor
 * @clean:   a statement begins at @cut
 * @blocks:  blocks around the call
 * @block:   these, from the outermost
 * @ifs:     #if, #else around the call
 * @cond:    these: where each line begins
 * @names:   how many names may still be looked up for it
 */
struct code_view {
	const char *s;
	size_t len;
	size_t from;
	size_t call;
	bool go;
	size_t cut;
	size_t cut_pp;
	bool clean;
	unsigned int blocks;
	struct code_block block[CODE_DEPTH];
	unsigned int ifs;
	size_t cond[CODE_DEPTH];
	unsigned int *names;
};

bool code_place(struct code_view *v);
bool code_is_param(const struct code_view *v, const struct code_token *name);
bool code_head_has(const struct code_view *v, const struct code_block *b, const char *word,
		   size_t len);

/* --- code_path.c --- */

/**
 * struct code_path - what a value is reached by: a, a.b, a->b[0]
 * @n:    how many parts
 * @odd:  it is more complicated than that
 * @part: names, and what stands in brackets
 * @sub:  of each, is it what stands in brackets?
 */
struct code_path {
	unsigned int n;
	bool odd;
	struct code_token part[CODE_PARTS];
	bool sub[CODE_PARTS];
};

void code_path(struct code_scan *c, const char *s, struct code_path *path,
	       struct code_token *next);
bool code_attr_path(const struct code_view *v, size_t from, size_t to, struct code_path *path,
		    bool *address);

/* --- code_walk.c --- */

struct code_walk;

/**
 * struct code_watch - who wants to know what happens to something
 * @name:   the first part of its path
 * @index:  a variable in its path, after whose change it is something else
 * @seen:   it is mentioned
 * @enters: a function begins, or what is executed nobody knows when
 * @calls:  a function is called; NULL: does not matter
 * @line:   a line of the preprocessor, all of which are gone through then, and nothing else
 * @lost:   anything may have happened to it
 * @arg:    for these
 * @times:  how often it was mentioned
 */
struct code_watch {
	struct code_token name;
	struct code_token index;
	void (*seen)(struct code_walk *w);
	void (*enters)(struct code_walk *w, const struct code_block *b);
	void (*calls)(struct code_walk *w);
	void (*line)(struct code_walk *w);
	void (*lost)(struct code_walk *w);
	void *arg;
	unsigned int *times;
};

/**
 * struct code_walk - what is executed before the call, as it is gone through
 * @v:       the call
 * @watch:   who wants to know
 * @c:       behind @t
 * @t:       this token
 * @prev:    the ones before, the last one first
 * @level:   how many blocks around the call were entered
 * @off:     open blocks that are not around it
 * @ifs:     how many #ifs around the call were entered
 * @off_ifs: open #ifs that are not around it
 * @paren:   open parentheses
 * @paren_on: of these, when the first block of @off began
 * @callee:  the word before each, whether the statement begins with it, the commas since then
 * @loops:   how many loops around the call were entered
 * @maybe:   nothing of this must be executed, or is the last that is executed
 * @begins:  a statement begins with the next token
 * @fresh:   a statement begins with @t
 * @plain:   nothing stands before @t in its statement that could decide whether it is executed
 * @was_plain: the same of the token before
 * @head:    the first token of the statement
 * @decl:    how many words of a type stand before @t in its statement; 0 if something else does
 */
struct code_walk {
	const struct code_view *v;
	const struct code_watch *watch;
	struct code_scan c;
	struct code_token t;
	struct code_token prev[3];
	unsigned int level;
	unsigned int off;
	unsigned int ifs;
	unsigned int off_ifs;
	unsigned int paren;
	unsigned int paren_on;
	struct {
		struct code_token word;
		bool plain;
		unsigned int commas;
	} callee[CODE_CALLS];
	unsigned int loops;
	bool maybe;
	bool begins;
	bool fresh;
	bool plain;
	bool was_plain;
	struct code_token head;
	unsigned int decl;
};

void code_walk(const struct code_view *v, const struct code_watch *watch);
void code_rest(struct code_walk *w);
bool code_surely(const struct code_walk *w);
bool code_harmless(const struct code_walk *w);
const struct code_token *code_callee(const struct code_walk *w);

/* --- code_attr.c, code_init.c, code_put.c --- */

/**
 * struct code_attr - the attr of a call, as it is filled in
 * @v:       the call
 * @call:    receives it
 * @path:    what it is called
 * @pointer: that is a pointer
 * @address: the call takes its address
 * @value:   that is the attr itself, by its declaration
 * @global:  it is declared outside of functions
 * @fixed:   it is constant
 * @empty:   it is declared without initialiser
 * @poison:  it has another name
 * @apart:   it is a pointer that is part of something
 */
struct code_attr {
	const struct code_view *v;
	struct paste_call *call;
	struct code_path path;
	bool pointer;
	bool address;
	bool value;
	bool global;
	bool fixed;
	bool empty;
	bool poison;
	bool apart;
};

void code_attr(const struct code_view *v, struct paste_call *call, size_t from, size_t to);

void code_init(struct code_attr *a, struct code_scan *c, bool exact);
void code_zero(struct code_attr *a);

void code_put(struct code_attr *a, const struct code_token *field, size_t from, size_t to, bool or);
bool code_is_field(const char *s, const struct code_token *name);
void code_forget(struct code_attr *a, const struct code_token *field);
void code_word(struct code_attr *a, unsigned int word, size_t from, size_t to, bool or);
void code_arg(const struct code_view *v, struct paste_call *call, unsigned int arg, size_t from,
	      size_t to);

/* --- code_name.c --- */

size_t code_expr(const struct code_view *v, size_t from, size_t to, bool resolve,
		 char buf[CODE_EXPR]);

#endif /* PERFATTR_PASTE_CODE_PARTS_H */
