// SPDX-License-Identifier: GPL-2.0
/* Writes sentences with variables. */
#include "core/why/template.h"

#include "core/out.h"

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
			out_char(to->s, *text++);
			continue;
		}
		w.at = text + 1;
		w.len = strcspn(w.at, "}");
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
	size_t len, before;

	while (*text && !seq_buf_has_overflowed(to->s)) {
		len = strcspn(text, "[");
		put_part(to, text, len);
		text += len;
		if (!*text)
			break;
		before = to->s->len;
		len = strcspn(++text, "]");
		if (!put_part(to, text, len))
			to->s->len = before;
		text += len + 1;
	}
	if (seq_buf_has_overflowed(to->s))
		to->s->len = to->whole;
}
