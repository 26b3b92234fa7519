// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What programs say when the call has failed: a line that names it, and one error. Which event it
 * was they hardly ever tell.
 */
#include "paste/paste.h"

#include "core/names.h"
#include "paste/span.h"

/* Longer lines are no messages. */
#define MESSAGE_LEN	1024

static bool has(const char *s, size_t len, const char *text)
{
	return memmem(s, len, text, strlen(text));
}

/* "//", but not that of an URL. */
static bool has_comment(const char *s, size_t len)
{
	const char *at = s, *end = s + len;

	while ((at = memmem(at, (size_t)(end - at), "//", 2))) {
		if (at == s || at[-1] != ':')
			return true;
		at += 2;
	}
	return false;
}

/**
 * paste_is_code() - is a line rather source code, or a comment in it, than what a program prints?
 * @s:   the line
 * @len: its length
 *
 * Code has such messages, and cases of errors. In messages of Rust an error is in braces.
 */
bool paste_is_code(const char *s, size_t len)
{
	static const char * const only[] = {
		"==", "!=", "&&", "||", "=>", "strerror(", "%s", "/*", "*/",
	};
	static const char end[] = "\\n\"";
	size_t i;

	while (len && is_blank(*s))
		s++, len--;
	while (len && is_blank(s[len - 1]))
		len--;
	for (i = 0; i < ARRAY_SIZE(only); i++)
		if (has(s, len, only[i]))
			return true;
	if (has_comment(s, len))
		return true;
	/* A string that is cut at its begin, or goes on in the next line. */
	if (len >= sizeof(end) - 1 && !memcmp(s + len - (sizeof(end) - 1), end, sizeof(end) - 1))
		return true;
	return len && (strchr("*\"", *s) || strchr(";{,\\", s[len - 1]));
}

/* Is it told what should be done about errors, or that there was none? */
static bool is_prose(const char *s, size_t len)
{
	static const char * const words[] = {
		" succeeds", " no longer ", "check for E", " handling", " fix ", " expected",
		" works",
	};
	size_t i;

	if (has(s, len, "fail"))
		return false;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (has(s, len, words[i]))
			return true;
	return false;
}

/* BCC names the file of the tracepoint in place of the arguments. It always samples RAW. */
static bool is_of_bcc(const char *s, size_t len)
{
	return has(s, len, "perf_event_open(/") && has(s, len, "/tracing/events/");
}

static bool is_of_libbpf(const char *s, size_t len)
{
	return has(s, len, "tracepoint '") && has(s, len, "' perf_event_open() failed");
}

/* The word at the begin of these bytes. */
static struct span word_at(const char *s, size_t len)
{
	struct span word = { .s = s };

	while (word.len < len && is_word(s[word.len]))
		word.len++;
	return word;
}

/* Parts of the number of a cache event, as opposed to the two events of caches. */
static bool is_of_cache(const struct span *word)
{
	static const char cache[] = "PERF_COUNT_HW_CACHE_";

	return word->len > sizeof(cache) - 1 && !memcmp(word->s, cache, sizeof(cache) - 1) &&
	       !is(word, "PERF_COUNT_HW_CACHE_REFERENCES") &&
	       !is(word, "PERF_COUNT_HW_CACHE_MISSES");
}

/* "perf_event_open PERF_COUNT_HW_INSTRUCTIONS failed". Of two it may be either. */
static void event_named(struct paste_call *call, const char *s, size_t len)
{
	static const char count[] = "PERF_COUNT_", hw[] = "PERF_COUNT_HW_";
	const char *at = memmem(s, len, count, sizeof(count) - 1);
	struct span word;
	u64 v;

	if (!at)
		return;
	len -= (size_t)(at - s);
	word = word_at(at, len);
	if (has(at + word.len, len - word.len, count) || is_of_cache(&word) ||
	    paste_value(word.s, word.len, NULL, &v) != PASTE_KNOWN)
		return;
	paste_set(call, PA_FIELD_TYPE,
		  word.len > sizeof(hw) - 1 && !memcmp(word.s, hw, sizeof(hw) - 1) ?
		  PA_TYPE_HARDWARE : PA_TYPE_SOFTWARE);
	paste_set(call, PA_FIELD_CONFIG, v);
}

/**
 * paste_said() - what a program says of a call in a line: perf_event_open: Permission denied
 * @call: receives the call
 * @s:    where the line begins
 * @len:  length of the text from there on
 *
 * A text may be cut: the line must have its newline.
 *
 * Return: length of the line; 0 if it tells of no such call, or of several errors.
 */
size_t paste_said(struct paste_call *call, const char *s, size_t len)
{
	const char *newline = memchr(s, '\n', len);
	unsigned int err;
	size_t n;
	bool bcc;

	if (!newline || newline - s > MESSAGE_LEN)
		return 0;
	n = (size_t)(newline - s);
	if (!has(s, n, "perf_event_open") || memchr(s, '\0', n) ||
	    paste_is_code(s, n) || is_prose(s, n))
		return 0;
	err = paste_errno_in(s, n);
	if (!err)
		return 0;
	paste_begin(call, PASTE_WORDS);
	paste_all_unknown(call);
	bcc = is_of_bcc(s, n);
	if (bcc)
		paste_bits(call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_RAW);
	if (bcc || is_of_libbpf(s, n))
		paste_set(call, PA_FIELD_TYPE, PA_TYPE_TRACEPOINT);
	event_named(call, s, n);
	paste_errno(call, err);
	return paste_end(call) ? n + 1 : 0;
}
