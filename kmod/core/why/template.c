// SPDX-License-Identifier: GPL-2.0
/* Writes sentences with variables. */
#include "core/why/template.h"

#include "core/out.h"

/* Writes what comes before the next variable; if not all of it fits, its first character. */
static const char *put_plain(struct seq_buf *s, const char *text, size_t max)
{
	size_t len = pa_word_end(text, '{');

	if (len > max)
		len = max;
	if (s->len + len >= s->size)
		len = 1;
	out_mem(s, text, len);
	return text + len;
}

/*
 * Writes a part of a template. Returns false if a variable in it is not known, and writes "?" for
 * it. Stops when there is no more room.
 */
static bool put_part(struct pa_template *to, const char *text, size_t len)
{
	const char *end = text + len;
	bool known = true;
	struct pa_word w;

	while (text < end && !seq_buf_has_overflowed(to->s)) {
		to->whole = to->s->len;
		if (*text != '{') {
			text = put_plain(to->s, text, (size_t)(end - text));
			continue;
		}
		w.at = text + 1;
		w.len = pa_word_end(w.at, '}');
		text = w.at + w.len + 1;
		if (!to->put(to->s, to->of, w)) {
			out_char(to->s, '?');
			known = false;
		}
	}
	return known;
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
	size_t len, start;

	while (*text && !seq_buf_has_overflowed(to->s)) {
		len = pa_word_end(text, '[');
		put_part(to, text, len);
		text += len;
		if (!*text)
			break;
		start = to->s->len;
		len = pa_word_end(++text, ']');
		if (!put_part(to, text, len))
			to->s->len = start;
		text += len + 1;
	}
	if (seq_buf_has_overflowed(to->s))
		to->s->len = to->whole;
}
