// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* JSON values: numbers, 64-bit values as strings, strings that a process controls. */
#include "json/writer.h"

/**
 * pa_json_wide() - write a number of 64 bits, as a string of decimal digits
 * @j: the writer
 * @v: the number
 *
 * Context: any.
 */
void pa_json_wide(struct pa_json *j, u64 v)
{
	struct out *s = j->s;
	char *to = s->buffer + s->len;

	/* Most are 0 or another digit. */
	if (v < 10 && s->len + 3 < s->size) {
		to[0] = '"';
		to[1] = '0' + (char)v;
		to[2] = '"';
		s->len += 3;
		return;
	}
	out_char(s, '"');
	out_u64(s, v);
	out_char(s, '"');
}

/**
 * pa_json_signed() - write a result: a number, limited to what a double represents
 * @j: the writer
 * @v: the number
 *
 * Context: any.
 */
void pa_json_signed(struct pa_json *j, s64 v)
{
	if (v >= 0)
		json_count(j, (u64)v);
	else
		out_s64(j->s, v >= -(s64)PA_JSON_EXACT ? v : -(s64)PA_JSON_EXACT);
}

static void put_escape(struct out *s, u32 code)
{
	static const char digits[] = "0123456789abcdef";
	char buf[6];

	buf[0] = '\\';
	buf[1] = 'u';
	buf[2] = digits[(code >> 12) & 15];
	buf[3] = digits[(code >> 8) & 15];
	buf[4] = digits[(code >> 4) & 15];
	buf[5] = digits[code & 15];
	out_mem(s, buf, sizeof(buf));
}

/**
 * pa_json_utf8() - decode one character of UTF-8 that is not ASCII
 * @p:    its first byte
 * @max:  bytes at @p
 * @code: receives the character
 *
 * As RFC 3629 has it: shortest form, no surrogates, up to U+10FFFF.
 * Context: any.
 * Return: its length in bytes, 0 if there is none.
 */
size_t pa_json_utf8(const u8 *p, size_t max, u32 *code)
{
	static const u32 smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len;
	size_t i;
	u32 c;

	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		len = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (len > max)
		return 0;
	c = p[0] & (0x7f >> len);
	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = (c << 6) | (p[i] & 0x3f);
	}
	if (c < smallest[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*code = c;
	return len;
}

/*
 * The C1 controls and the two Unicode separators: some readers take these for the end of a line,
 * some terminals for the start of a command.
 */
static bool needs_escape(u32 code)
{
	return code < 0xa0 || code == 0x2028 || code == 0x2029;
}

/* Writes a character that is not plain ASCII. Returns how many bytes of @p it has used. */
static size_t put_odd_char(struct out *s, const u8 *p, size_t max)
{
	size_t len;
	u32 code;

	switch (p[0]) {
	case '"':
		out_lit(s, "\\\"");
		return 1;
	case '\\':
		out_lit(s, "\\\\");
		return 1;
	case '\n':
		out_lit(s, "\\n");
		return 1;
	default:
		break;
	}
	if (p[0] < 0x80) {
		put_escape(s, p[0]);
		return 1;
	}
	len = pa_json_utf8(p, max, &code);
	if (!len) {
		put_escape(s, 0xfffd);
		return 1;
	}
	if (needs_escape(code))
		put_escape(s, code);
	else
		out_mem(s, (const char *)p, len);
	return len;
}

/**
 * pa_json_string() - write a string that may come from an unprivileged process
 * @j:   the writer
 * @p:   the string; it ends at a NUL or at @max
 * @max: bytes at @p
 *
 * Each byte that is not UTF-8 becomes U+FFFD; control characters are escaped.
 * Context: any.
 */
void pa_json_string(struct pa_json *j, const char *p, size_t max)
{
	struct out *s = j->s;
	const u8 *c = (const u8 *)p;
	size_t i = out_clean(c, 0, max, OUT_IN_JSON);
	size_t clean;

	if (i == max || !c[i]) {
		out_quoted(s, p, i);
		return;
	}
	out_char(s, '"');
	out_mem(s, p, i);
	while (i < max && c[i]) {
		i += put_odd_char(s, c + i, max - i);
		clean = i;
		i = out_clean(c, i, max, OUT_IN_JSON);
		out_mem(s, p + clean, i - clean);
	}
	out_char(s, '"');
}

/**
 * pa_json_string_or_null() - write a string, or null when it is empty or absent
 * @j:   the writer
 * @p:   as for pa_json_string(), or NULL
 * @max: bytes at @p
 *
 * Context: any.
 */
void pa_json_string_or_null(struct pa_json *j, const char *p, size_t max)
{
	if (p && p[0])
		pa_json_string(j, p, max);
	else
		json_null(j);
}

/**
 * pa_json_symbol() - write a symbol, which needs no escapes
 * @j:    the writer
 * @name: the symbol; NULL gives null
 *
 * Context: any.
 */
void pa_json_symbol(struct pa_json *j, const struct pa_name *name)
{
	if (name)
		out_quoted(j->s, name->text, name->len);
	else
		json_null(j);
}

/* Writes the set bits of a mask by their names. */
static noinline_for_stack void put_bits(struct pa_json *j, const struct pa_names *names, u64 v,
					bool pairs)
{
	const struct pa_name *name;
	u64 rest = 0;
	u64 bits;

	json_begin(j, '[');
	while (v) {
		bits = v & -v;
		name = pa_name_of(names, __builtin_ctzll(v));
		if (name && pairs && bits >> 32)
			bits |= (bits << 1) & v;
		v &= ~bits;
		if (!name) {
			rest |= bits;
			continue;
		}
		json_element(j);
		pa_json_symbol(j, name);
	}
	if (rest) {
		json_element(j);
		out_char(j->s, '"');
		out_hex(j->s, rest);
		out_char(j->s, '"');
	}
	json_end(j, ']');
}

/**
 * pa_json_bits() - write the names of the bits that are set, as an array
 * @j:     the writer
 * @names: by bit; bits without a name follow in one hexadecimal string
 * @v:     the bits
 * @pairs: from bit 32 on, two bits share one name, as the XMM registers of x86 do
 *
 * Context: any.
 */
void pa_json_bits(struct pa_json *j, const struct pa_names *names, u64 v, bool pairs)
{
	if (v) {
		put_bits(j, names, v, pairs);
		return;
	}
	out_lit(j->s, "[]");
	j->comma = true;
}
