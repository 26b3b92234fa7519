// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * An attr as debuggers and Rust print it: {type = 0, size = 112, config = 0, ...}, with unions in
 * braces of their own. What is not in it, or is cut off, is not known.
 */
#include "paste/paste.h"

#include "paste/span.h"

/* Unions and structures within each other, of which the attr is one. */
#define DUMP_DEPTH	8
#define VALUE_LEN	64

/**
 * struct dump - a dump that is being read
 * @at:    where
 * @end:   of the text
 * @depth: braces that are open
 * @names: how many fields there were
 */
struct dump {
	const char *at;
	const char *end;
	unsigned int depth;
	unsigned int names;
};

/* Between two fields; in mails each line may begin with a mark. */
static bool is_between(char c)
{
	return is_blank(c) || c == ',' || c == '>' || c == '|';
}

static void skip(struct dump *d)
{
	while (d->at < d->end && is_blank(*d->at))
		d->at++;
}

static bool is_sign(struct dump *d, char a, char b)
{
	skip(d);
	if (d->at == d->end || (*d->at != a && *d->at != b))
		return false;
	d->at++;
	return true;
}

static bool take_name(struct dump *d, struct span *name)
{
	name->s = d->at;
	while (d->at < d->end && is_word(*d->at))
		d->at++;
	name->len = (size_t)(d->at - name->s);
	return name->len;
}

/* The braces before the next field. Returns false behind the last one. */
static bool to_field(struct dump *d)
{
	for (; d->at < d->end; d->at++) {
		if (*d->at == '{')
			d->depth++;
		else if (*d->at == '}')
			d->depth--;
		else if (!is_between(*d->at))
			return true;
		if (!d->depth || d->depth > DUMP_DEPTH)
			return false;
	}
	return false;
}

/* A value ends where the next field begins, or the braces: else it may have been cut. */
static bool take_value(struct dump *d, struct span *value)
{
	skip(d);
	value->s = d->at;
	while (d->at < d->end && *d->at != ',' && *d->at != '}' && *d->at != '{')
		d->at++;
	value->len = (size_t)(d->at - value->s);
	while (value->len && is_blank(value->s[value->len - 1]))
		value->len--;
	return d->at < d->end && value->len <= VALUE_LEN;
}

/* Rust prints { .. } of a union. */
static bool is_hidden(struct dump *d)
{
	if (d->depth < 2 || d->end - d->at < 2 || memcmp(d->at, "..", 2))
		return false;
	d->at += 2;
	return true;
}

/* Is it the attr? It begins with these, which have not changed since there is one. */
static bool is_expected(const struct dump *d, const struct span *name)
{
	static const char * const first[] = { "type", "size", "config" };

	if (d->names >= ARRAY_SIZE(first))
		return true;
	return is(name, first[d->names]) || (!d->names && is(name, "type_"));
}

/* From the brace on. Returns false if it is something else. */
static bool read_fields(struct paste_call *call, struct dump *d)
{
	struct span name, value;

	paste_begin(call, PASTE_CODE);
	paste_all_unknown(call);
	while (to_field(d)) {
		if (is_hidden(d))
			continue;
		if (!take_name(d, &name) || !is_expected(d, &name) || !is_sign(d, '=', ':') ||
		    !take_value(d, &value))
			break;
		d->names++;
		/* A union that has a name, and perhaps a type. */
		if (*d->at != '{')
			paste_field(call, name.s, name.len, value.s, value.len);
	}
	return d->names >= 3;
}

/**
 * paste_dump() - an attr that a program has printed
 * @call: receives the call; its arguments are not known
 * @s:    the text
 * @len:  its length
 *
 * Return: false if there is none.
 */
bool paste_dump(struct paste_call *call, const char *s, size_t len)
{
	const char *end = s + len, *at = s, *line;

	while ((at = memchr(at, '{', (size_t)(end - at)))) {
		struct dump d = { .at = at, .end = end };

		at++;
		if (!read_fields(call, &d))
			continue;
		for (call->line = 1, line = s; line < at; line++)
			call->line += *line == '\n';
		return paste_end(call);
	}
	return false;
}
