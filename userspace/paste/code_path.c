// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* What something is reached by: a name, and parts of what has that name. */
#include "paste/code_parts.h"

/**
 * code_path() - read what a value is reached by
 * @c:    the text, behind the first name
 * @s:    the text
 * @path: with the first name; receives the others
 * @next: receives the token behind it
 */
void code_path(struct code_scan *c, const char *s, struct code_path *path,
	       struct code_token *next)
{
	struct code_token t;

	path->n = 1;
	path->odd = false;
	path->sub[0] = false;
	for (;;) {
		bool sub;

		if (!code_next(c, next))
			return;
		sub = code_is(s, next, "[");
		if (!sub && !code_is(s, next, ".") && !code_is(s, next, "->"))
			return;
		if (path->n == CODE_PARTS || !code_next(c, &t))
			break;
		path->part[path->n] = t;
		path->sub[path->n++] = sub;
		if (t.kind != CODE_WORD && t.kind != CODE_NUMBER)
			break;
		if (sub && (!code_next(c, next) || !code_is(s, next, "]")))
			break;
	}
	path->odd = true;
}

/* Behind a parenthesis: goes on behind it if it is a cast, or else within it. */
static void skip_cast(const struct code_view *v, struct code_scan *c)
{
	struct code_scan behind = *c, next;
	struct code_token t;

	if (!code_close(&behind))
		return;
	next = behind;
	if (!code_next(&next, &t) || t.kind == CODE_BREAK || code_is(v->s, &t, ")") ||
	    code_is(v->s, &t, "as") || code_is(v->s, &t, ".") || code_is(v->s, &t, "->"))
		return;
	*c = behind;
}

/**
 * code_attr_path() - what an argument is that is an attr, or its address
 * @v:       the call
 * @from:    where the argument begins
 * @to:      where it ends
 * @path:    receives what the attr is called
 * @address: receives whether its address is taken
 *
 * Return: false if that is more complicated.
 */
bool code_attr_path(const struct code_view *v, size_t from, size_t to, struct code_path *path,
		    bool *address)
{
	static const char * const skipped[] = {
		"mut", "raw", "const", "uintptr", "unsafe", "Pointer", ".", "std", "ptr", "core",
		"addr_of", "addr_of_mut", "addressof", "!", "::",
	};
	struct code_scan c = { .s = v->s, .at = from, .end = to, .go = v->go };
	struct code_token t;

	*address = false;
	for (;;) {
		if (!code_next(&c, &t))
			return false;
		*address |= code_is(v->s, &t, "&") ||
			    (t.len > 6 && !memcmp(v->s + t.at, "addr", 4) && c.at < to &&
			     (v->s[c.at] == '!' || v->s[c.at] == '('));
		if (code_is(v->s, &t, "("))
			skip_cast(v, &c);
		else if (!code_is(v->s, &t, "&") &&
			 !code_among(v->s, &t, skipped, ARRAY_SIZE(skipped)))
			break;
	}
	path->part[0] = t;
	code_path(&c, v->s, path, &t);
	return path->part[0].kind == CODE_WORD && !path->odd &&
	       (!t.len || code_is(v->s, &t, ")") || code_is(v->s, &t, "as"));
}
