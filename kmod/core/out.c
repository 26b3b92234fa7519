// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Numbers and untrusted strings for the bounded writer of out.h. */
#include "core/out.h"

/* All numbers of two digits, concatenated: in decimal, and in hexadecimal. */
#define TEN(tens) \
	tens "0" tens "1" tens "2" tens "3" tens "4" tens "5" tens "6" tens "7" tens "8" tens "9"
#define SIXTEEN(high) \
	TEN(high) high "a" high "b" high "c" high "d" high "e" high "f"

static const char two_digits[] =
	TEN("0") TEN("1") TEN("2") TEN("3") TEN("4") TEN("5") TEN("6") TEN("7") TEN("8") TEN("9");

static const char two_hex_digits[] =
	SIXTEEN("0") SIXTEEN("1") SIXTEEN("2") SIXTEEN("3") SIXTEEN("4") SIXTEEN("5")
	SIXTEEN("6") SIXTEEN("7") SIXTEEN("8") SIXTEEN("9") SIXTEEN("a") SIXTEEN("b")
	SIXTEEN("c") SIXTEEN("d") SIXTEEN("e") SIXTEEN("f");

/* Makes space for @n bytes; NULL if they do not fit. */
static char *out_room(struct out *s, size_t n)
{
	char *to = s->buffer + s->len;

	if (s->len + n >= s->size) {
		s->len = s->size + 1;
		return NULL;
	}
	s->len += n;
	return to;
}

/* Powers of ten; the first is 0, as zero has a digit, too. */
static const u64 powers[] = {
	0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
	10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
	1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
	10000000000000000000U,
};

static unsigned int decimal_digits(u64 v)
{
	/* 1233 / 4096 is a little more than the logarithm of 2: too many by one at most. */
	unsigned int n = (64 - (unsigned int)__builtin_clzll(v | 1)) * 1233 >> 12;

	return n + (v >= powers[n]);
}

static __always_inline void put_pair(char *to, u32 v)
{
	memcpy(to, two_digits + 2 * v, 2);
}

/* Writes the last @n digits of @v. */
static __always_inline void put_digits(char *to, u32 v, unsigned int n)
{
	for (; n >= 2; v /= 100) {
		n -= 2;
		put_pair(to + n, v % 100);
	}
	if (n)
		*to = '0' + (char)(v % 10);
}

#define EIGHT_DIGITS	100000000

static __always_inline void put_eight_digits(char *to, u32 v)
{
	u32 high = v / 10000;
	u32 low = v % 10000;

	put_pair(to, high / 100);
	put_pair(to + 2, high % 100);
	put_pair(to + 4, low / 100);
	put_pair(to + 6, low % 100);
}

/* Writes a number above 32 bits: 32-bit divisions are cheaper than 64-bit ones. */
static noinline_for_stack void put_wide_digits(char *to, u64 v, unsigned int n)
{
	do {
		u64 high = pa_div(v, EIGHT_DIGITS);

		n -= 8;
		put_eight_digits(to + n, (u32)(v - high * EIGHT_DIGITS));
		v = high;
	} while (v > U32_MAX);
	put_digits(to, (u32)v, n);
}

/**
 * out_u64() - write a number in decimal
 * @s: the buffer
 * @v: the number
 *
 * Context: any.
 */
void out_u64(struct out *s, u64 v)
{
	unsigned int n;
	char *to;

	if (v < 10) {
		out_char(s, '0' + (char)v);
		return;
	}
	n = decimal_digits(v);
	to = out_room(s, n);
	if (!to)
		return;
	if (v > U32_MAX)
		put_wide_digits(to, v, n);
	else
		put_digits(to, (u32)v, n);
}

/**
 * out_s64() - write a signed number in decimal
 * @s: the buffer
 * @v: the number
 *
 * Context: any.
 */
void out_s64(struct out *s, s64 v)
{
	if (v < 0) {
		out_char(s, '-');
		out_u64(s, 0 - (u64)v);
	} else {
		out_u64(s, (u64)v);
	}
}

/**
 * out_padded() - write a number in decimal with leading zeros
 * @s:     the buffer
 * @v:     the number; digits beyond @width are lost
 * @width: digits, at most 10
 *
 * Context: any.
 */
void out_padded(struct out *s, u32 v, unsigned int width)
{
	char *to = out_room(s, width);

	if (to)
		put_digits(to, v, width);
}

/**
 * out_point() - write a number in decimal with a point in it
 * @s:      the buffer
 * @v:      the number, such as 1234 for 1.234 with three places
 * @places: digits behind the point, 1 to 9
 *
 * Context: any.
 */
void out_point(struct out *s, u64 v, unsigned int places)
{
	out_u64(s, pa_div(v, powers[places]));
	out_char(s, '.');
	out_padded(s, (u32)pa_mod(v, powers[places]), places);
}

static __always_inline void put_hex_byte(char *to, u8 byte)
{
	memcpy(to, two_hex_digits + 2 * byte, 2);
}

/**
 * out_hex() - write a number in hexadecimal, with 0x before it
 * @s: the buffer
 * @v: the number
 *
 * Context: any.
 */
void out_hex(struct out *s, u64 v)
{
	unsigned int n = 2 + (67 - __builtin_clzll(v | 1)) / 4;
	char *to = out_room(s, n);

	if (!to)
		return;
	to[0] = '0';
	to[1] = 'x';
	for (; n > 3; v >>= 8) {
		n -= 2;
		put_hex_byte(to + n, (u8)v);
	}
	if (n > 2)
		to[2] = two_hex_digits[2 * v + 1];
}

static __always_inline void put_hex_bytes(char *to, const u8 *p, size_t n)
{
	for (; n; n--, to += 2)
		put_hex_byte(to, *p++);
}

/* Writes eight bytes in hex, without a loop. */
static __always_inline void put_hex_word(char *to, const u8 *p)
{
	put_hex_byte(to, p[0]);
	put_hex_byte(to + 2, p[1]);
	put_hex_byte(to + 4, p[2]);
	put_hex_byte(to + 6, p[3]);
	put_hex_byte(to + 8, p[4]);
	put_hex_byte(to + 10, p[5]);
	put_hex_byte(to + 12, p[6]);
	put_hex_byte(to + 14, p[7]);
}

static bool is_zero(const u8 *p)
{
	u64 word;

	memcpy(&word, p, sizeof(word));
	return !word;
}

/**
 * out_bytes() - write bytes as two hexadecimal digits each
 * @s: the buffer
 * @p: the bytes
 * @n: how many
 *
 * Writes either all bytes or, if they do not fit, none.
 * Context: any.
 */
void out_bytes(struct out *s, const u8 *p, size_t n)
{
	char *to = out_room(s, 2 * n);

	if (!to)
		return;
	for (; n >= 8; n -= 8) {
		/* Most words of an attr are zero. */
		if (is_zero(p))
			memset(to, '0', 16);
		else
			put_hex_word(to, p);
		p += 8;
		to += 16;
	}
	put_hex_bytes(to, p, n);
}

/* The letter after the backslash of a C escape, 0 if C has none for this character. */
static char c_escape(char c)
{
	switch (c) {
	case '\n':
		return 'n';
	case '\t':
		return 't';
	case '\r':
		return 'r';
	case '"':
	case '\\':
		return c;
	default:
		return 0;
	}
}

/* The characters that need no escape: OUT_IN_C neither in a C string nor in a comment. */
const u8 out_plain[256] = {
	[' ' ... '!'] = OUT_IN_C | OUT_IN_JSON,
	['#' ... ')'] = OUT_IN_C | OUT_IN_JSON,
	['*'] = OUT_IN_JSON,
	['+' ... '.'] = OUT_IN_C | OUT_IN_JSON,
	['/'] = OUT_IN_JSON,
	['0' ... '['] = OUT_IN_C | OUT_IN_JSON,
	[']' ... '~'] = OUT_IN_C | OUT_IN_JSON,
};

/* Writes a character that may need an escape; a slash and a star do if they are adjacent. */
static void out_escaped_char(struct out *s, char c, char prev)
{
	char buf[4] = { '\\', c_escape(c) };

	if ((c == '/' && prev == '*') || (c == '*' && prev == '/'))
		buf[1] = c;
	if (buf[1]) {
		out_mem(s, buf, 2);
	} else if (c >= 0x20 && c < 0x7f) {
		out_char(s, c);
	} else {
		buf[1] = '0' + ((u8)c >> 6);
		buf[2] = '0' + (((u8)c >> 3) & 7);
		buf[3] = '0' + ((u8)c & 7);
		out_mem(s, buf, 4);
	}
}

/**
 * out_escaped() - write a string that may come from an unprivileged process
 * @s:   the buffer
 * @p:   the string; it ends at a NUL or at @max
 * @max: bytes at @p
 *
 * Writes one line of printable ASCII, with C escapes, octal where C has no letter. The output
 * neither starts nor ends a C comment, so it can be used inside one.
 * Context: any.
 */
void out_escaped(struct out *s, const char *p, size_t max)
{
	size_t clean = 0;
	size_t i = 0;

	for (;;) {
		i = out_clean((const u8 *)p, i, max, OUT_IN_C);
		out_mem(s, p + clean, i - clean);
		if (i == max || !p[i])
			return;
		out_escaped_char(s, p[i], i ? p[i - 1] : 0);
		clean = ++i;
	}
}
