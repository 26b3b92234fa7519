// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A call in a few words: an event as perf names it, and an error. */
#include "parse/event.h"

/* Longer texts are not words. */
#define WORDS_LEN	1024
#define WORDS_MAX	32

static const char *find(const struct span *t, char c)
{
	return t->len ? memchr(t->s, c, t->len) : NULL;
}

/**
 * struct words - a text in words
 * @call:  the call that they describe
 * @word:  its words, without quotes and punctuation around them
 * @count: how many
 * @open:  no newline follows the last one, so it may be the beginning of another one
 * @err:   the errno, 0: none yet
 * @event: index of the event; WORDS_MAX: none yet
 */
struct words {
	struct paste_call *call;
	struct span word[WORDS_MAX];
	size_t count;
	bool open;
	unsigned int err;
	size_t event;
};

static void trim(struct span *t)
{
	bool paren = find(t, '(');

	while (t->len && strchr("\"'`([{", *t->s)) {
		paren &= *t->s != '(';
		t->s++;
		t->len--;
	}
	while (t->len && strchr("\"'`)]},;.:!", t->s[t->len - 1]) &&
	       !(paren && t->s[t->len - 1] == ')'))
		t->len--;
}

static bool words_split(struct words *w, const char *s, size_t len)
{
	size_t i = 0;

	if (len > WORDS_LEN || memchr(s, '\0', len))
		return false;
	while (i < len) {
		struct span *t = &w->word[w->count];

		for (; i < len && is_blank(s[i]); i++)
			;
		if (i == len)
			break;
		if (w->count == WORDS_MAX)
			return false;
		for (t->s = s + i; i < len && !is_blank(s[i]); i++)
			;
		t->len = (size_t)(s + i - t->s);
		w->open = i == len || !memchr(s + i, '\n', len - i);
		trim(t);
		w->count += t->len > 0;
	}
	return w->count > 0;
}

/* FIELD=VALUE, or an argument. A value that may continue behind the text is not known. */
static bool words_value(struct words *w, const struct span *t, bool open)
{
	const char *equals = find(t, '=');
	struct span value = { .s = equals + 1, .len = (size_t)(t->s + t->len - equals - 1) };
	const struct span name = { t->s, (size_t)(equals - t->s) };
	size_t i;

	/* An argument has one value. */
	for (i = 0; i < PASTE_N_ARGS; i++)
		if (is(&name, paste_names[i].name) && w->call->args & paste_names[i].arg)
			return false;
	if (open)
		value = (struct span){ .s = "unknown", .len = 7 };
	return paste_field(w->call, name.s, name.len, value.s, value.len) != PASTE_BAD;
}

/* The errors and the event. Values come later, since they may say more of the event. */
static bool words_read(struct words *w)
{
	const struct span *last = &w->word[w->count - 1];
	struct event e;
	unsigned int err;
	size_t i, used;

	for (i = 0; i < w->count; i++) {
		struct span *t = &w->word[i];
		const char *from = t->s;

		err = paste_errno_at(from, (size_t)(last->s + last->len - from), &used);
		if (!err) {
			err = paste_errno_of(from, t->len);
			used = t->len;
		}
		if (err) {
			if (w->err && w->err != err)
				return false;
			w->err = err;
			/* Its words are read. */
			for (t->len = 0; i + 1 < w->count && t[1].s < from + used; i++)
				(++t)->len = 0;
			/* The beginning of a number, or of ENOTSUPP. */
			if (w->open && i + 1 == w->count)
				return false;
		} else if (paste_event_read(&e, t->s, t->len)) {
			if (w->event < WORDS_MAX)
				return false;
			w->event = i;
		} else if (!find(t, '=')) {
			return false;
		}
	}
	return w->err;
}

static bool words_put(struct words *w)
{
	size_t i;
	bool open;

	if (w->event < w->count - w->open)
		paste_event(w->call, w->word[w->event].s, w->word[w->event].len);
	for (i = 0; i < w->count; i++) {
		const struct span *t = &w->word[i];

		open = w->open && i + 1 == w->count;
		if (i != w->event && find(t, '=') && !words_value(w, t, open))
			return false;
	}
	return true;
}

/**
 * paste_words() - a call in words: EACCES cycles:u, Invalid argument branches, 13 cs pid=-1 cpu=0
 * @call: receives the call
 * @s:    the text
 * @len:  its length
 *
 * A text may be cut: its last word is ignored, unless a newline follows it.
 *
 * Return: false if it is anything else than one error, at most one event, and FIELD=VALUE.
 */
bool paste_words(struct paste_call *call, const char *s, size_t len)
{
	struct words w = { .call = call, .event = WORDS_MAX };

	if (!words_split(&w, s, len) || !words_read(&w))
		return false;
	paste_begin(call, PASTE_WORDS);
	paste_all_unknown(call);
	if (!words_put(&w))
		return false;
	paste_errno(call, w.err);
	return paste_end(call);
}
