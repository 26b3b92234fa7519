// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Calls of perf_event_open() in source code in C, Rust or Go. Of a call that is made by a function
 * of its own, as the manual page has it, that function's callers are the calls.
 */
#include "paste/code_parts.h"

/* The attr, pid, cpu, group_fd, flags, and what syscall() has before and behind these. */
#define CALL_ARGS	5
#define ARGS_MAX	8
/* Calls of which nothing is known, before the first of which something is. */
#define CALLS_MAX	256

/**
 * struct found - a call
 * @at:   where it begins
 * @end:  where it ends
 * @n:    how many arguments it has
 * @from: where each begins
 * @to:   where each ends
 * @go:   it is Go
 */
struct found {
	size_t at;
	size_t end;
	unsigned int n;
	size_t from[ARGS_MAX];
	size_t to[ARGS_MAX];
	bool go;
};

static bool folds(const char *s, const struct code_token *t, const char *text)
{
	return t->kind == CODE_WORD && code_folds(s + t->at, t->len, text);
}

static bool is_syscall(const char *s, const struct code_token *t)
{
	return folds(s, t, "syscall") || folds(s, t, "syscall6") || folds(s, t, "rawsyscall6");
}

static bool is_open(const char *s, const struct code_token *t)
{
	return folds(s, t, "perf_event_open") || folds(s, t, "sys_perf_event_open");
}

/* __NR_perf_event_open, unix.SYS_PERF_EVENT_OPEN, 298 */
static bool is_number(const char *s, size_t from, size_t to)
{
	struct code_scan c = { .s = s, .at = from, .end = to };
	struct code_token t, last = { 0 };

	while (code_next(&c, &t))
		if (t.kind == CODE_WORD || t.kind == CODE_NUMBER)
			last = t;
	return is_open(s, &last) || folds(s, &last, "nr_perf_event_open") ||
	       (last.kind == CODE_NUMBER && last.len == 3 && !memcmp(s + last.at, "298", 3));
}

/* Is this the parameter of a function that is defined, or declared? */
static bool is_declared(const char *s, size_t from, size_t to)
{
	static const char * const joins[] = { "mut", "as", "raw", "const", "unsafe", "dyn" };
	struct code_scan c = { .s = s, .at = from, .end = to };
	struct code_token t, prev = { 0 };
	bool choice = false;

	while (code_next(&c, &t)) {
		choice |= code_is(s, &t, "?");
		if (code_is(s, &t, ":") && !choice)
			return true;
		if (t.kind == CODE_WORD && prev.kind == CODE_WORD &&
		    !code_among(s, &t, joins, ARRAY_SIZE(joins)) &&
		    !code_among(s, &prev, joins, ARRAY_SIZE(joins)))
			return true;
		if ((code_is(s, &t, "(") || code_is(s, &t, "[") || code_is(s, &t, "{")) &&
		    !code_close(&c))
			return true;
		prev = t;
	}
	return from == to;
}

/* Behind the parenthesis. */
static bool arguments(struct found *f, struct code_scan *c)
{
	struct code_token end;
	size_t from, to;
	unsigned int i;

	if (c->end - c->at > CODE_ARGS)
		c->end = c->at + CODE_ARGS;
	f->n = 0;
	do {
		if (!code_item(c, &from, &to, &end))
			return false;
		/* A comma behind the last one. */
		if (from == to && code_is(c->s, &end, ")") && f->n)
			break;
		if (f->n == ARGS_MAX || from == to)
			return false;
		f->from[f->n] = from;
		f->to[f->n++] = to;
	} while (code_is(c->s, &end, ","));
	f->end = c->at;
	for (i = 0; i < f->n; i++)
		if (is_declared(c->s, f->from[i], f->to[i]))
			return false;
	return code_is(c->s, &end, ")");
}

/* syscall(NUMBER, ...) has the number before the arguments, and Syscall6() another one behind. */
static bool is_call(struct found *f, const char *s, const struct code_token *name)
{
	unsigned int first = is_syscall(s, name);

	if (first && !is_number(s, f->from[0], f->to[0]))
		return false;
	f->n -= first;
	memmove(f->from, f->from + first, f->n * sizeof(f->from[0]));
	memmove(f->to, f->to + first, f->n * sizeof(f->to[0]));
	return f->n == CALL_ARGS || (first && s[name->at + name->len - 1] == '6' && f->n == 6);
}

/* The next call, wherever it stands. */
static bool next_call(struct code_scan *c, struct found *f)
{
	static const char * const defines[] = {
		"fn", "func", "def", "long", "int", "static", "void",
	};
	struct code_token t, prev = { 0 }, sign;

	for (; code_next(c, &t); prev = t) {
		struct code_scan in = *c;

		if (!is_open(c->s, &t) && !is_syscall(c->s, &t))
			continue;
		f->at = t.at;
		f->go = code_is(c->s, &t, "PerfEventOpen") || code_is(c->s, &t, "perfEventOpen") ||
			(is_syscall(c->s, &t) && c->s[t.at + t.len - 1] == '6');
		if (code_among(c->s, &prev, defines, ARRAY_SIZE(defines)) ||
		    !code_next(&in, &sign) || !code_is(c->s, &sign, "(") || !arguments(f, &in) ||
		    !is_call(f, c->s, &t))
			continue;
		c->at = in.at;
		c->last = in.last;
		return true;
	}
	return false;
}

/* The end of a comment that began before the text and reaches as far as this; 0: there is none. */
static size_t comment_end(const char *s, size_t len, size_t at)
{
	const char *end = memmem(s + at, len - at, "*/", 2);
	const char *begin = end ? memmem(s + at, (size_t)(end - s) - at, "/*", 2) : NULL;

	return end && !begin ? (size_t)(end - s) + 2 : 0;
}

/* Returns false if nothing is known of it. @placed: what leads to it can be known. */
static bool fill(struct paste_call *call, struct code_view *v, const struct found *f,
		 bool placed)
{
	static const u8 args[] = { PASTE_PID, PASTE_CPU, PASTE_GROUP_FD, PASTE_FLAGS };
	const char *at = v->s;
	size_t i;

	*v->names = CODE_NAMES;
	paste_begin(call, PASTE_CODE);
	paste_all_unknown(call);
	if (placed) {
		code_attr(v, call, f->from[0], f->to[0]);
	} else {
		v->cut = v->call;
		v->cut_pp = v->call;
	}
	for (i = 0; i < ARRAY_SIZE(args); i++)
		code_arg(v, call, args[i], f->from[i + 1], f->to[i + 1]);
	for (call->line = 1; (at = memchr(at, '\n', v->call - (size_t)(at - v->s))); at++)
		call->line++;
	return paste_end(call);
}

/* Is the attr one that the function around the call was given? */
static bool is_wrapper(const struct code_view *v, const struct found *f)
{
	struct code_path path;
	bool address;

	return code_attr_path(v, f->from[0], f->to[0], &path, &address) &&
	       code_is_param(v, &path.part[0]);
}

/* An attr whose address is taken: prose of perf_event_open(attr, pid, cpu, ...) has none. */
static bool is_bare(const char *s, const struct found *f)
{
	struct code_scan c = { .s = s, .at = f->from[0], .end = f->to[0] };
	struct code_token t;

	return code_next(&c, &t) && code_is(s, &t, "&");
}

/**
 * paste_code() - find a call in source code
 * @call: receives it
 * @s:    the text
 * @len:  its length
 * @from: where to begin; what stands before may tell of the call, too
 *
 * What leads to a call is looked at as far as CODE_WINDOW goes.
 * Return: where the text goes on behind the call; 0 if there is none.
 */
size_t paste_code(struct paste_call *call, const char *s, size_t len, size_t from)
{
	struct code_scan c = { .s = s, .at = from, .end = len };
	struct found f, wrapper = { 0 }, bare = { 0 };
	unsigned int names;
	struct code_view v = { .s = s, .len = len, .names = &names };
	unsigned int calls = 0;
	bool placed, wraps, known;
	size_t end;

	while (from < len && calls++ < CALLS_MAX && next_call(&c, &f)) {
		end = from ? 0 : comment_end(s, len, f.at);
		if (end) {
			c.at = end;
			continue;
		}
		v.call = f.at;
		v.go = f.go;
		placed = code_place(&v);
		wraps = placed && is_wrapper(&v, &f);
		if (wraps && wrapper.n)
			continue;
		known = fill(call, &v, &f, placed);
		if (known && !wraps)
			return f.end;
		if (known)
			wrapper = f;
		if (!known && !bare.n && is_bare(s, &f))
			bare = f;
	}
	/* A function whose callers are not there, or a call of which nothing is known. */
	if (!wrapper.n)
		wrapper = bare;
	if (from || !wrapper.n)
		return 0;
	v.call = wrapper.at;
	v.go = wrapper.go;
	fill(call, &v, &wrapper, code_place(&v));
	return wrapper.end;
}
