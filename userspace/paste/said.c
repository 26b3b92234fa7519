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
		" succeed", " no longer ", "check for ", " handl", " fix ", " expected", " works",
	};
	size_t i;

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

/* The word at @s. */
static struct span word_at(const char *s, const char *end)
{
	struct span word = { .s = s };

	while (s + word.len < end && is_word(s[word.len]))
		word.len++;
	return word;
}

/* "perf_event_open PERF_COUNT_HW_INSTRUCTIONS failed" */
static void event_named(struct paste_call *call, const char *s, size_t len)
{
	static const struct {
		const char *prefix;
		u32 type;
	} kinds[] = {
		{ "PERF_COUNT_HW_", PA_TYPE_HARDWARE }, { "PERF_COUNT_SW_", PA_TYPE_SOFTWARE },
	};
	struct span word;
	const char *at;
	size_t i;
	u64 v;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		at = memmem(s, len, kinds[i].prefix, strlen(kinds[i].prefix));
		if (!at)
			continue;
		word = word_at(at, s + len);
		if (paste_value(word.s, word.len, NULL, &v) != PASTE_KNOWN ||
		    has(word.s + word.len, (size_t)(s + len - word.s) - word.len, "PERF_COUNT_"))
			return;
		paste_set(call, PA_FIELD_TYPE, kinds[i].type);
		paste_set(call, PA_FIELD_CONFIG, v);
		return;
	}
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
