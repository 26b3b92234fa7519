// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* JSON values: numbers, 64-bit values as strings, strings that a process controls. */
#include "json/writer.h"

#include <stdio.h>

/**
 * pa_json_wide() - write a number of 64 bits, as a string of decimal digits
 * @j: the writer
 * @v: the number
 *
 * Context: any.
 */
void pa_json_wide(struct pa_json *j, u64 v)
{
	out_number(j->s, "\"", v, "\"");
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
	char buf[16];

	if (code < 0x10000)
		snprintf(buf, sizeof(buf), "\\u%04x", code);
	else
		snprintf(buf, sizeof(buf), "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
			 0xdc00 + (code & 0x3ff));
	out_str(s, buf);
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

/* Writes a character that is not plain ASCII. Returns how many bytes of @p it has used. */
static size_t put_odd_char(struct out *s, const u8 *p, size_t max)
{
	const char *plain = strchr("\"\"\\\\\nn", p[0]);
	size_t len;
	u32 code;

	if (plain) {
		out_char(s, '\\');
		out_char(s, plain[1]);
		return 1;
	}
	len = p[0] < 0x80 ? 0 : pa_json_utf8(p, max, &code);
	put_escape(s, len ? code : p[0] < 0x80 ? p[0] : 0xfffd);
	return len ?: 1;
}

/**
 * pa_json_string() - write a string that may come from an unprivileged process
 * @j:   the writer
 * @p:   the string; it ends at a NUL or at @max
 * @max: bytes at @p
 *
 * All characters but printable ASCII are escaped, as it may be shown on a terminal; each byte that
 * is not UTF-8 becomes U+FFFD.
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
		out_between(out_hex, j->s, "\"", rest, "\"");
	}
	json_end(j, ']');
}
