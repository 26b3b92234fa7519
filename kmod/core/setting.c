// SPDX-License-Identifier: GPL-2.0
/*
 * What a setting takes, and how a refusal is answered: one line of the kernel log that names the
 * word, says what is allowed, and what stays in force. docs/INTERFACE.md, "Refusals".
 *
 *	records: "-5": it takes a number from 1 to 1048576; it stays 4096
 *	filter: "ok": it can never hold together with "failed"; it stays "comm=perf"
 */
#include "core/setting.h"

#include "core/out.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#endif

/* Bytes of a word that are shown, and of a value that stays; the rest is "...". */
#define WORD_SHOWN	40
#define VALUE_SHOWN	60

/**
 * pa_is_space() - does this character separate words?
 * @c: the character
 *
 * Context: any.
 */
bool pa_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/**
 * pa_parse_number() - read a decimal number of 32 bits
 * @p:     its digits, and nothing else
 * @len:   how many
 * @value: receives it
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

static bool parse_hex(const char *p, u32 len, u32 *value)
{
	u32 v = 0;
	u32 i;

	if (!len || len > 8)
		return false;
	for (i = 0; i < len; i++) {
		char c = p[i] | 0x20;

		if (c >= '0' && c <= '9' && p[i] == c)
			v = v << 4 | (c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (c - 'a' + 10);
		else
			return false;
	}
	*value = v;
	return true;
}

/* The words of kstrtobool(), which takes whatever begins with a letter of one: "nonsense" is 0. */
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

/* Without the spaces around it: what is left, and its length. */
static const char *trimmed(const char *text, u32 *len)
{
	while (pa_is_space(*text))
		text++;
	*len = strlen(text);
	while (*len && pa_is_space(text[*len - 1]))
		(*len)--;
	return text;
}

/**
 * pa_range_parse() - read the value of a setting that is a number
 * @range: what it takes
 * @text:  what was written, NUL terminated: decimal, or hexadecimal with 0x; for a switch its words
 * @value: receives it
 *
 * Context: any.
 * Return: false when it is not taken; pa_answer_range() makes the answer.
 */
bool pa_range_parse(const struct pa_range *range, const char *text, u32 *value)
{
	u32 len;

	text = trimmed(text, &len);
	if (range->max == 1)
		return parse_switch(text, len, value);
	if (len > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
		if (!parse_hex(text + 2, len - 2, value))
			return false;
	} else if (!pa_parse_number(text, len, value)) {
		return false;
	}
	return *value >= range->min && *value <= range->max;
}

static void put_quoted(struct seq_buf *s, const char *p, u32 len, u32 shown)
{
	out_char(s, '"');
	out_escaped(s, p, len < shown ? len : shown);
	if (len > shown)
		out_lit(s, "...");
	out_char(s, '"');
}

static void put_stays(struct seq_buf *s, const char *stays)
{
	out_lit(s, "; it stays ");
	if (!*stays)
		out_lit(s, "empty");
	else if (stays[strspn(stays, "0123456789")])
		put_quoted(s, stays, strlen(stays), VALUE_SHOWN);
	else
		out_str(s, stays);
}

/**
 * pa_answer() - the line that answers a word that is not taken
 * @s:       receives it, without the end of the line; %PA_ANSWER_LEN is enough
 * @setting: its name
 * @no:      the word, and what is allowed
 * @stays:   the value that stays in force; empty for a filter that is not there
 *
 * It is one line of printable ASCII, whatever was written.
 * Context: any.
 */
void pa_answer(struct seq_buf *s, const char *setting, const struct pa_refused *no,
	       const char *stays)
{
	out_str(s, setting);
	out_lit(s, ": ");
	put_quoted(s, no->word, no->len, WORD_SHOWN);
	out_lit(s, ": ");
	out_str(s, no->takes);
	if (no->other) {
		out_char(s, ' ');
		put_quoted(s, no->other, no->other_len, WORD_SHOWN);
	}
	put_stays(s, stays);
}

/**
 * pa_answer_range() - the line that answers a value that a number does not take
 * @s:     as for pa_answer()
 * @range: the setting
 * @text:  what was written, NUL terminated
 * @stays: the value that stays in force
 *
 * Context: any.
 */
void pa_answer_range(struct seq_buf *s, const struct pa_range *range, const char *text, u32 stays)
{
	struct pa_refused no = {};
	char takes[64], now[12];
	struct seq_buf t;

	no.word = trimmed(text, &no.len);
	no.takes = "it takes 0 or 1";
	if (range->max > 1) {
		seq_buf_init(&t, takes, sizeof(takes));
		out_lit(&t, "it takes a number from ");
		out_u64(&t, range->min);
		out_lit(&t, " to ");
		out_u64(&t, range->max);
		takes[t.len] = '\0';
		no.takes = takes;
	}
	seq_buf_init(&t, now, sizeof(now));
	out_u64(&t, stays);
	now[t.len] = '\0';
	pa_answer(s, range->name, &no, now);
}
