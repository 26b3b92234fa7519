// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Lines of C that set fields of an attr to constants: ".config = 1," as the module's text view and
 * perfattr write --attr print them, and "attr.config = 1;". Nothing else of C is read.
 */
#include "parse/strace_parts.h"

/* Longer lines set no field; an attr has fewer lines. */
#define LINE_LEN	1024
#define LINES_MAX	256

/**
 * struct fields - lines next to each other that set fields of one attr
 * @of:    name of the attr; empty in an initialiser without its first line
 * @first: an initialiser with its first line
 * @whole: and with its last one, and all lines between are understood: other fields are 0
 * @odd:   a line between is not understood
 * @type:  attr.type is among the fields
 * @n:     how many fields
 * @len:   length of the lines
 */
struct fields {
	struct span of;
	bool first;
	bool whole;
	bool odd;
	bool type;
	size_t n;
	size_t len;
};

/* The line at @s, without its newline and the blanks around it; returns its full length. */
static size_t line_of(struct span *line, const char *s, size_t len)
{
	const char *newline = memchr(s, '\n', len);
	size_t n = newline ? (size_t)(newline - s) + 1 : len;

	*line = (struct span){ s, n };
	while (line->len && is_blank(*line->s))
		line->s++, line->len--;
	while (line->len && is_blank(line->s[line->len - 1]))
		line->len--;
	return n;
}

/* A comment behind the comma or semicolon is not a part of the line. */
static void drop_comment(struct span *line)
{
	const char *at = memmem(line->s, line->len, "//", 2);
	size_t i;

	if (line->len > 2 && !memcmp(line->s + line->len - 2, "*/", 2))
		at = memrchr(line->s, '*', line->len - 2);
	if (at && *at == '*')
		at = at > line->s && at[-1] == '/' ? at - 1 : NULL;
	for (i = at ? (size_t)(at - line->s) : line->len; i && is_blank(line->s[i - 1]); i--)
		;
	if (!at || (i && strchr(",;", line->s[i - 1])))
		line->len = i;
}

/* Return true if @line is ".name = value," or "of.name = value;" with a field of the attr. */
static bool is_field(struct span line, struct span *of, struct span *name, struct span *value)
{
	struct scan c;

	if (line.len > LINE_LEN)
		return false;
	drop_comment(&line);
	c = (struct scan){ .at = line.s, .end = line.s + line.len };
	*of = take_word(&c);
	if (!take(&c, "."))
		return false;
	*name = take_word(&c);
	while (take(&c, " ") || take(&c, "\t"))
		;
	if (!take(&c, "=") || c.at == c.end || *c.at == '=' ||
	    c.end[-1] != (of->len ? ';' : ',') || !name->len ||
	    pa_field_find(name->s, name->len) == PA_FIELD_MAX)
		return false;
	*value = (struct span){ c.at, (size_t)(c.end - 1 - c.at) };
	return true;
}

/* "struct perf_event_attr attr = {" */
static bool is_first(const struct span *line, struct span *of)
{
	static const char type[] = "perf_event_attr ";
	const char *at = memmem(line->s, line->len, type, sizeof(type) - 1);
	struct scan c;

	if (!at || line->len > LINE_LEN || line->s[line->len - 1] != '{')
		return false;
	c = (struct scan){ at + sizeof(type) - 1, line->s + line->len };
	*of = take_word(&c);
	return of->len && take(&c, " = {") && c.at == c.end;
}

/* A blank line or a comment; the comments of the module on bytes that are missing are not. */
static bool is_filler(const struct span *line)
{
	return !line->len || ((begins(line, "//") || begins(line, "/*")) &&
			      !memmem(line->s, line->len, " byte", 5));
}

static bool is_same(const struct span *a, const struct span *b)
{
	return a->len == b->len && !memcmp(a->s, b->s, a->len);
}

/* Take one more line. Return false if it does not belong to the lines before it. */
static bool fields_add(struct fields *f, const struct span *line)
{
	struct span of, name, value;

	if (!is_field(*line, &of, &name, &value)) {
		f->odd |= !is_filler(line);
		return f->first || (f->n && is_filler(line));
	}
	if (!f->n && !f->first)
		f->of = of;
	if (f->first ? of.len : !is_same(&of, &f->of))
		return false;
	f->type |= is(&name, "type");
	f->n++;
	return true;
}

/* Find the lines that begin at @s. Return false if the first one sets no field. */
static bool fields_find(struct fields *f, const char *s, size_t len)
{
	struct span line;
	size_t n = line_of(&line, s, len), lines;

	f->first = is_first(&line, &f->of);
	f->len = f->first ? n : 0;
	for (lines = 0; f->len < len && lines < LINES_MAX; lines++, f->len += n) {
		n = line_of(&line, s + f->len, len - f->len);
		if ((f->first && begins(&line, "}")) || !fields_add(f, &line))
			break;
	}
	f->whole = f->first && !f->odd && begins(&line, "}");
	return f->n;
}

/* A field that is assigned to elsewhere in the text: its value at the call is not known. */
static void forget_others(struct paste_call *call, const struct span *of, const char *s,
			  const char *end)
{
	const char *at, *sign;
	struct span name;
	struct scan c;

	while (of->len && (at = memmem(s, (size_t)(end - s), of->s, of->len))) {
		c = (struct scan){ .at = at + of->len, .end = end };
		s = c.at;
		if (!take(&c, ".") && !take(&c, "->"))
			continue;
		name = take_word(&c);
		sign = c.at;
		while (sign < end && !strchr("=;\n", *sign))
			sign++;
		if (end - sign > 1 && *sign == '=' && sign[1] != '=' && sign[-1] != '!')
			paste_field(call, name.s, name.len, "", 0);
	}
}

/**
 * paste_fields() - read an attr from lines that set its fields
 * @call: receives the call; its arguments and its result are not known
 * @text: the text
 * @at:   where a line of it begins
 * @len:  length of the text
 *
 * Return: how many bytes the lines have; 0 if the first one is not such a line.
 */
size_t paste_fields(struct paste_call *call, const char *text, size_t at, size_t len)
{
	struct span line, of, name, value;
	struct fields f = { .len = 0 };
	size_t i, n;

	if (!fields_find(&f, text + at, len - at) || !(f.first || f.type))
		return 0;
	paste_begin(call, PASTE_CODE);
	if (!f.whole)
		paste_all_unknown(call);
	for (i = at; i < at + f.len; i += n) {
		n = line_of(&line, text + i, at + f.len - i);
		if (!is_field(line, &of, &name, &value))
			continue;
		/* The module does not print addresses of the kernel. */
		if (memmem(value.s, value.len, "not shown", 9))
			value.len = 0;
		strace_field(call, &name, &value);
	}
	forget_others(call, &f.of, text, text + at);
	forget_others(call, &f.of, text + at + f.len, text + len);
	return paste_end(call) ? f.len : 0;
}
