// SPDX-License-Identifier: GPL-2.0
/* Writes sentences with variables. */
#include "core/why/template.h"

#include "core/out.h"

/*
 * A table, because the loop over it looks at every character of a sentence. The last three may need
 * an escape.
 */
static const bool special[256] = {
	['\0'] = true, ['{'] = true, ['['] = true, [']'] = true,
	['*'] = true, ['"'] = true, ['\\'] = true,
};

/* Writes what comes before the next special character; if not all fits, its first character. */
static const char *put_plain(struct seq_buf *s, const char *text)
{
	const char *end = text + 1;

	while (!special[(u8)*end])
		end++;
	if (s->len + (size_t)(end - text) >= s->size)
		end = text + 1;
	out_mem(s, text, (size_t)(end - text));
	return end;
}

/*
 * Writes a part of a template and returns its end: @stop, or where there is no more room. @known
 * receives false if a variable in it is not known; then "?" is written for it.
 */
static const char *put_part(struct pa_template *to, const char *text, char stop, bool *known)
{
	struct pa_word w;

	*known = true;
	while (*text && *text != stop && !seq_buf_has_overflowed(to->s)) {
		to->whole = to->s->len;
		if (*text != '{') {
			to->quotes |= special[(u8)*text];
			text = put_plain(to->s, text);
			continue;
		}
		w.at = text + 1;
		w.len = pa_word_end(w.at, '}');
		text = w.at + w.len + 1;
		if (!to->put(to, w)) {
			out_char(to->s, '?');
			*known = false;
		}
	}
	return text;
}

/**
 * pa_template_put() - write a sentence
 * @to:   where, and what about
 * @text: the sentence; {name} is a variable; a part in [] is left out if a variable in it is not
 *        known
 *
 * Cuts what does not fit: then the text has @to->s->len bytes and no NUL.
 *
 * Context: any.
 */
void pa_template_put(struct pa_template *to, const char *text)
{
	size_t start;
	bool known;

	while (*text && !seq_buf_has_overflowed(to->s)) {
		text = put_part(to, text, '[', &known);
		if (*text != '[' || seq_buf_has_overflowed(to->s))
			break;
		start = to->s->len;
		text = put_part(to, text + 1, ']', &known);
		if (!known)
			to->s->len = start;
		text += pa_word_end(text, ']');
		text += *text == ']';
	}
	if (seq_buf_has_overflowed(to->s))
		to->s->len = to->whole;
}
