// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Parses settings. A refused value is answered by one line in the kernel log: the word, what is
 * accepted, and which value stays. See docs/INTERFACE.md, "Refused settings".
 *
 *	records: "-5": expected a number from 1 to 1048576; the value stays 4096
 *	filter: "ok=1": ok takes no value; the value stays "comm=perf"
 */
#include "core/setting.h"

#include "core/out.h"

/* Bytes of the refused word and of the old value that are shown; "..." replaces the rest. */
#define WORD_SHOWN	40
#define VALUE_SHOWN	60

/**
 * pa_parse_number() - parse a decimal number of 32 bits
 * @p:     digits, without sign or spaces
 * @len:   number of digits
 * @value: receives the number
 *
 * Context: any.
 */
bool pa_parse_number(const char *p, u32 len, u32 *value)
{
	u64 v = 0;
	u32 i;

	if (!len || len > 10)
		return false;
	for (i = 0; i < len; i++) {
		if (p[i] < '0' || p[i] > '9')
			return false;
		v = v * 10 + (p[i] - '0');
	}
	*value = v;
	return v <= U32_MAX;
}

/* kstrtobool() is too lenient: it looks only at the first letters, "nonsense" is 0. */
static bool parse_switch(const char *p, u32 len, u32 *value)
{
	static const char * const words[] = {
		"0", "1", "n", "y", "N", "Y", "no", "yes", "off", "on", "false", "true",
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (strlen(words[i]) == len && !strncmp(words[i], p, len)) {
			*value = i & 1;
			return true;
		}
	}
	return false;
}

/* Skip surrounding spaces; @len receives the length of the rest. */
static const char *trimmed(const char *text, u32 *len)
{
	text += strspn(text, PA_SPACES);
	*len = strlen(text);
	while (*len && strchr(PA_SPACES, text[*len - 1]))
		(*len)--;
	return text;
}

/**
 * pa_range_parse() - parse the value of a numeric setting
 * @range: name and range of the setting
 * @text:  NUL terminated: decimal, or a word for a switch (1, on, yes, ...)
 * @value: receives the number
 *
 * Context: any.
 * Return: false if @text is refused; then pa_answer_range() formats the answer.
 */
bool pa_range_parse(const struct pa_range *range, const char *text, u32 *value)
{
	u32 len;

	text = trimmed(text, &len);
	if (range->max == 1)
		return parse_switch(text, len, value);
	return pa_parse_number(text, len, value) && *value >= range->min && *value <= range->max;
}

static void put_quoted(struct out *s, const char *p, u32 len, u32 shown)
{
	out_char(s, '"');
	out_escaped(s, p, len < shown ? len : shown);
	if (len > shown)
		out_lit(s, "...");
	out_char(s, '"');
}

static void put_stays(struct out *s, const char *stays)
{
	out_lit(s, "; the value stays ");
	if (!*stays)
		out_lit(s, "empty");
	else if (stays[strspn(stays, "0123456789")])
		put_quoted(s, stays, strlen(stays), VALUE_SHOWN);
	else
		out_str(s, stays);
}

/**
 * pa_answer() - format the answer to a refused word
 * @s:       receives the line without newline; %PA_ANSWER_LEN bytes suffice
 * @setting: name of the setting
 * @no:      the word and why it is refused
 * @stays:   the old value, which stays; "" if there is no filter
 *
 * The line is printable ASCII, whatever the user wrote.
 * Context: any.
 */
void pa_answer(struct out *s, const char *setting, const struct pa_refused *no,
	       const char *stays)
{
	out_str(s, setting);
	out_lit(s, ": ");
	put_quoted(s, no->word, no->len, WORD_SHOWN);
	out_lit(s, ": ");
	out_str(s, no->takes);
	put_stays(s, stays);
}

/**
 * pa_answer_range() - format the answer to a refused value of a numeric setting
 * @s:     as for pa_answer()
 * @range: name and range of the setting
 * @text:  the text written to the setting, NUL terminated
 * @takes: why it is refused; NULL: pa_range_parse() refused it
 * @stays: the old value, which stays
 *
 * Context: any.
 */
void pa_answer_range(struct out *s, const struct pa_range *range, const char *text,
		     const char *takes, u32 stays)
{
	struct pa_refused no = { .takes = takes ?: "expected 0 or 1" };
	char expected[64], now[12];
	struct out t;

	no.word = trimmed(text, &no.len);
	if (!takes && range->max > 1) {
		out_init(&t, expected, sizeof(expected));
		out_number(&t, "expected a number from ", range->min, " to ");
		out_u64(&t, range->max);
		expected[t.len] = '\0';
		no.takes = expected;
	}
	out_init(&t, now, sizeof(now));
	out_u64(&t, stays);
	now[t.len] = '\0';
	pa_answer(s, range->name, &no, now);
}
