// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Arguments and results of calls in lines of strace. */
#include "parse/strace_parts.h"

static void skip_comment(struct scan *c)
{
	const char *end = memmem(c->at, (size_t)(c->end - c->at), "*/", 2);

	c->at = end ? end + 2 : c->end;
}

/* The text in <>, such as the path of a descriptor. */
static void skip_path(struct scan *c)
{
	while (c->at < c->end && *c->at != '>')
		c->at++;
}

/**
 * strace_item() - the text up to a comma or the end of a list, outside of comments and lists
 * @c: the line
 * @p: receives it
 *
 * Return: false at the end of the line, which was cut then.
 */
bool strace_item(struct scan *c, struct span *p)
{
	unsigned int open = 0;

	while (c->at < c->end && *c->at == ' ')
		c->at++;
	p->s = c->at;
	for (; c->at < c->end; c->at++) {
		char x = *c->at;

		if (take(c, "/*")) {
			skip_comment(c);
			c->at--;
			continue;
		}
		if (!open && (x == ',' || x == '}' || x == ')'))
			break;
		/* Not of << and =>. */
		if (x == '<' && c->at + 1 < c->end && c->at[1] != '<' && c->at[-1] != '<')
			skip_path(c);
		open += x == '{' || x == '(' || x == '[';
		open -= x == '}' || x == ')' || x == ']';
	}
	p->len = (size_t)(c->at - p->s);
	return c->at < c->end;
}

/**
 * strace_file() - the kind of file of a descriptor: with -y its path follows
 * @path: the path, with <
 * @end:  where the argument ends
 *
 * Return: enum paste_file.
 */
u8 strace_file(const char *path, const char *end)
{
	const struct span text = { path, (size_t)(end - path) };

	if (begins(&text, "<anon_inode:[perf_event]>"))
		return PASTE_FILE_PERF;
	return begins(&text, "<anon_inode:bpf-prog>") ? PASTE_FILE_BPF : PASTE_FILE_OTHER;
}

/**
 * strace_arg() - the text before a comma or parenthesis, without the path of a descriptor
 * @c:    the line; goes on behind a comma
 * @p:    receives it
 * @file: receives the kind of file that the path shows, enum paste_file; NULL: it is not a
 *        descriptor
 *
 * Return: false if the line was cut there.
 */
bool strace_arg(struct scan *c, struct span *p, u8 *file)
{
	const char *path;

	if (file)
		*file = PASTE_FILE_UNKNOWN;
	if (!strace_item(c, p) || (*c->at != ',' && *c->at != ')'))
		return false;
	path = file ? memchr(p->s, '<', p->len) : NULL;
	if (path) {
		*file = strace_file(path, p->s + p->len);
		p->len = (size_t)(path - p->s);
	}
	if (*c->at == ',')
		c->at++;
	return c->at < c->end;
}

/**
 * strace_number_of() - the value of an argument
 * @p: the argument
 * @v: receives it
 *
 * Return: false if it is not a known number.
 */
bool strace_number_of(const struct span *p, u64 *v)
{
	return paste_value(p->s, p->len, NULL, v) == PASTE_KNOWN;
}

/**
 * strace_number() - an argument that is a number
 * @c: the line
 * @v: receives it
 */
bool strace_number(struct scan *c, u64 *v)
{
	struct span p;

	return strace_arg(c, &p, NULL) && strace_number_of(&p, v);
}

/**
 * strace_descriptor() - an argument that is a descriptor
 * @c:    the line
 * @fd:   receives it
 * @file: receives its kind, enum paste_file
 *
 * Return: false if it is not one, or not known.
 */
bool strace_descriptor(struct scan *c, s32 *fd, u8 *file)
{
	struct span p;
	u64 v;

	if (!strace_arg(c, &p, file) || !strace_number_of(&p, &v) || v > S32_MAX)
		return false;
	*fd = (s32)v;
	return true;
}

/**
 * strace_result() - ") = 0", ") = 0x7f03bf2be000", ") = -1 EINVAL (...)"
 * @call: receives it, if it is known, and the kind of file of a returned descriptor
 * @c:    the line, behind the arguments
 *
 * Return: false if there is no result.
 */
bool strace_result(struct paste_call *call, struct scan *c)
{
	struct span p;
	u64 v;

	while (take(c, ")") || take(c, " ") || take(c, "}"))
		;
	if (!take(c, "= "))
		return false;
	if (take(c, "-1 ")) {
		p = take_word(c);
		if (c->at < c->end && paste_errno_of(p.s, p.len))
			paste_errno(call, paste_errno_of(p.s, p.len));
		return true;
	}
	for (p.s = c->at; c->at < c->end && (pa_hex_digit(*c->at) >= 0 || *c->at == 'x'); c->at++)
		;
	p.len = (size_t)(c->at - p.s);
	/* If the line ends there it was cut, or the call did not return. */
	if (!p.len || c->at == c->end)
		return p.len || take(c, "?");
	if (!strace_number_of(&p, &v))
		return false;
	if (*c->at == '<')
		call->file = strace_file(c->at, c->end);
	call->r.ret = (s64)v;
	call->args |= PASTE_RET;
	return true;
}

/**
 * strace_skip() - go to the end of the arguments; unread ones may have parentheses
 * @c: the line
 *
 * Return: false if it was cut before.
 */
bool strace_skip(struct scan *c)
{
	struct span p;

	while (strace_item(c, &p))
		if (*c->at++ == ')')
			return true;
	return false;
}
