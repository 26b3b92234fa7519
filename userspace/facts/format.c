// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Formats of PMUs: "config:0-7,32-35" in sysfs, see sysfs-bus-event_source-devices-format in
 * Documentation/ABI/testing. Any driver may have written the strings: nothing is assumed of them.
 */
#include "facts/format.h"
#include "core/out.h"
#include "core/setting.h"

/**
 * pa_formats_name() - add a term, whose bits are not known yet
 * @f:    the PMU's terms
 * @name: its name, a file name; a term whose name perf could not parse is left out
 * @len:  length of @name
 *
 * Context: any. Return: false if no further term fits.
 */
bool pa_formats_name(struct pa_formats *f, const char *name, size_t len)
{
	static const char chars[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
	struct pa_format *term;
	size_t i;

	if (f->n >= PA_FORMATS)
		return false;
	if (!len || len >= PA_FORMAT_NAME || name[0] == '.')
		return true;
	for (i = 0; i < len; i++)
		if (!name[i] || !strchr(chars, name[i]))
			return true;
	term = &f->term[f->n++];
	memset(term, 0, sizeof(*term));
	memcpy(term->name, name, len);
	return true;
}

/* A number below @end. */
static bool parse_number(const char **text, u32 end, u32 *number)
{
	u32 len = (u32)strspn(*text, "0123456789");

	if (!pa_parse_number(*text, len, number) || *number >= end)
		return false;
	*text += len;
	return true;
}

/**
 * pa_span_parse() - read "0-7" or "18"
 * @text: where it begins; receives where it ends
 * @end:  above all numbers
 * @from: receives the first one
 * @to:   receives the last one
 *
 * Context: any. Return: false if it is not a range.
 */
bool pa_span_parse(const char **text, u32 end, u32 *from, u32 *to)
{
	if (!parse_number(text, end, from))
		return false;
	*to = *from;
	if (**text != '-')
		return true;
	(*text)++;
	return parse_number(text, end, to) && *to >= *from;
}

/**
 * pa_format_parse() - the bits of a term
 * @term: receives word and mask; the mask is 0 if the text is not a format
 * @text: content of the file of the term; NUL-terminated, else any bytes
 *
 * Context: any.
 */
void pa_format_parse(struct pa_format *term, const char *text)
{
	u64 mask = 0;
	u32 from, to;

	term->mask = 0;
	term->word = 0;
	if (strncmp(text, "config", 6))
		return;
	text += 6;
	if (*text > '0' && *text < '0' + PA_FORMAT_WORDS)
		term->word = (u8)(*text++ - '0');
	if (*text != ':')
		return;
	do {
		text++;
		if (!pa_span_parse(&text, 64, &from, &to))
			return;
		mask |= ~0ULL >> (63 - to + from) << from;
	} while (*text == ',');
	if (!*text || (*text == '\n' && !text[1]))
		term->mask = mask;
}

static bool comes_before(const struct pa_format *a, const struct pa_format *b)
{
	u64 low_a = a->mask & (0 - a->mask);
	u64 low_b = b->mask & (0 - b->mask);

	if (a->word != b->word)
		return a->word < b->word;
	if (low_a != low_b)
		return low_a < low_b;
	/* A search for the term of a bit finds the widest of those that begin there. */
	if (a->mask != b->mask)
		return a->mask > b->mask;
	return strcmp(a->name, b->name) < 0;
}

/**
 * pa_formats_sort() - bring terms into the order of their bits
 * @f: the PMU's terms
 *
 * Context: any.
 */
void pa_formats_sort(struct pa_formats *f)
{
	struct pa_format term;
	u32 i, at;

	for (i = 1; i < f->n; i++) {
		term = f->term[i];
		for (at = i; at && comes_before(&term, &f->term[at - 1]); at--)
			f->term[at] = f->term[at - 1];
		f->term[at] = term;
	}
}

/**
 * pa_formats_find() - a term
 * @f:    the PMU's terms
 * @name: its name
 *
 * Context: any. Return: NULL if no term of this name has known bits.
 */
const struct pa_format *pa_formats_find(const struct pa_formats *f, const char *name)
{
	u32 i;

	for (i = 0; i < f->n; i++)
		if (f->term[i].mask && !strcmp(f->term[i].name, name))
			return &f->term[i];
	return NULL;
}

/*
 * Return true if another term has some of the same bits, such as ldlat and offcore_rsp on Intel:
 * then the event decides which of the two is meant.
 */
static bool is_shared(const struct pa_formats *f, const struct pa_format *term)
{
	u32 i;

	for (i = 0; i < f->n; i++)
		if (&f->term[i] != term && f->term[i].word == term->word &&
		    f->term[i].mask & term->mask)
			return true;
	return false;
}

/* Events of Intel's cpus, by the lower 8 bits of config, for which config1 has this term. */
static const struct {
	const char *name;
	u8 event[4];
} shared[] = {
	{ "frontend", { 0xc6 } },			/* FRONTEND_RETIRED */
	{ "ldlat", { 0xcd, 0xd0 } },			/* mem-loads; of E-cores */
	{ "offcore_rsp", { 0xb7, 0xbb, 0x2a, 0x2b } },	/* OFFCORE_RESPONSE, OCR */
};

/**
 * pa_format_is_of_event() - return true if the event is one that uses this term of config1
 * @term:   a term that shares its bits with others
 * @config: config of the event
 *
 * Context: any.
 */
bool pa_format_is_of_event(const struct pa_format *term, u64 config)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(shared); i++)
		if (config & 0xff && !strcmp(term->name, shared[i].name))
			return memchr(shared[i].event, (int)(config & 0xff), 4);
	return false;
}

/* The bits of a number, in the places that a mask has; the inverse of pa_format_get(). */
static u64 deposit(u64 value, u64 mask)
{
	u64 out = 0;

	for (; mask; mask &= mask - 1, value >>= 1)
		if (value & 1)
			out |= mask & (0 - mask);
	return out;
}

/**
 * pa_format_get() - the number that a term has in an event
 * @term: the term
 * @word: the config word of the term
 *
 * Context: any.
 */
u64 pa_format_get(const struct pa_format *term, u64 word)
{
	u64 mask = term->mask, out = 0, bit = 1;

	for (; mask; mask &= mask - 1, bit <<= 1)
		if (word & mask & (0 - mask))
			out |= bit;
	return out;
}

/**
 * pa_number_parse() - read a number: hexadecimal after 0x, else decimal
 * @text:  the number, of the bytes 0-9, a-f, A-F and x only
 * @len:   bytes there
 * @value: receives it
 *
 * Context: any. Return: false if it is not such a number, or has more than 64 bits.
 */
bool pa_number_parse(const char *text, size_t len, u64 *value)
{
	int base = len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	size_t i = base == 16 ? 2 : 0;

	*value = 0;
	if (i == len)
		return false;
	for (; i < len; i++) {
		int digit = pa_hex_digit(text[i]);

		if (digit < 0 || digit >= base || *value > (U64_MAX - (u64)digit) / (u64)base)
			return false;
		*value = *value * (u64)base + (u64)digit;
	}
	return true;
}

/* "umask=0x1", or "inv", which is 1. */
static bool parse_term(const struct pa_formats *f, const char *text, size_t len, u64 *word)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len;
	const struct pa_format *term;
	char name[PA_FORMAT_NAME];
	u64 value = 1;

	if (name_len >= sizeof(name))
		return false;
	memcpy(name, text, name_len);
	name[name_len] = '\0';
	term = pa_formats_find(f, name);
	if (!term || (equals && !pa_number_parse(equals + 1, len - name_len - 1, &value)))
		return false;
	word[term->word] |= deposit(value, term->mask);
	return true;
}

/**
 * pa_terms_parse() - read an event as sysfs names it: "event=0x3c,umask=0x1,inv"
 * @f:    the PMU's terms
 * @text: content of the file of the event; only its first line counts
 * @word: receives PA_FORMAT_WORDS of them: config, config1, ...
 *
 * Context: any. Return: false if it has an unknown term, or a term without a number, which the user
 * is to choose.
 */
bool pa_terms_parse(const struct pa_formats *f, const char *text, u64 *word)
{
	size_t len;

	memset(word, 0, PA_FORMAT_WORDS * sizeof(*word));
	for (;; text += len + 1) {
		len = strcspn(text, ",\n");
		if (!parse_term(f, text, len, word))
			return false;
		if (text[len] != ',')
			return true;
	}
}

/* The notation of events in sysfs: "event=0xcd,umask=0x1,ldlat=3", "inv,cmask=16". */
static void put_term(struct out *s, const struct pa_format *term, u64 value)
{
	out_str(s, term->name);
	if (!(term->mask & (term->mask - 1)))
		return;
	out_char(s, '=');
	if (!strcmp(term->name, "cmask") || !strcmp(term->name, "ldlat"))
		out_u64(s, value);
	else
		out_hex(s, value);
}

/* Returns the bits of @value that are in no term. */
static u64 put_word(struct out *s, const struct pa_formats *f, const u64 *words, u32 word,
		    const char **comma)
{
	const struct pa_format *term;
	u64 value = words[word], left = value;
	u32 i;

	for (i = 0; i < f->n; i++) {
		term = &f->term[i];
		/* An event with the number 0 has a number, too. */
		if (term->word != word || !(value & term->mask || !strcmp(term->name, "event")))
			continue;
		if (!term->mask || (is_shared(f, term) && !pa_format_is_of_event(term, words[0])))
			continue;
		out_str(s, *comma);
		*comma = ",";
		put_term(s, term, pa_format_get(term, value));
		left &= ~term->mask;
	}
	return left;
}

/* Writes the bits of a word that belong to no term. */
static void put_left(struct out *s, u32 word, u64 left, const char **comma)
{
	out_str(s, *comma);
	*comma = ",";
	out_lit(s, "config");
	out_u64(s, word);
	out_char(s, '=');
	out_hex(s, left);
}

/**
 * pa_put_terms() - write the configs of an event as perf's terms: event=0xc2,umask=0x1,inv
 * @s:    the buffer
 * @f:    the PMU's terms
 * @word: PA_FORMAT_WORDS of them: config, config1, ...
 *
 * Bits of config1 and so on that belong to no term, or to several terms between which the event
 * does not decide, are written as config1=NUMBER.
 *
 * Context: any. Return: the bits of config for which this is so.
 */
u64 pa_put_terms(struct out *s, const struct pa_formats *f, const u64 *word)
{
	const char *comma = "";
	u64 left, rest = 0;
	u32 i;

	for (i = 0; i < PA_FORMAT_WORDS; i++) {
		left = put_word(s, f, word, i, &comma);
		if (!i)
			rest = left;
		else if (left)
			put_left(s, i, left, &comma);
	}
	return rest;
}
