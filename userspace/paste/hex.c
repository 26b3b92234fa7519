// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The bytes of an attr, as a debugger or a dump of memory prints them. */
#include "paste/event.h"

/* No attr has more bytes. */
#define HEX_MAX		4096
#define HEX_TEXT	(16 * HEX_MAX)
/* Bytes in a line of a dump, at most. */
#define HEX_ROW		64
/* Smaller numbers before a colon are places in the attr, larger ones are its address. */
#define HEX_PLACE	4096

/**
 * struct hex - bytes that are read from a text
 * @at:     what is left of it
 * @end:    its end
 * @attr:   the first ones
 * @row:    those of the last line
 * @in_row: how many
 * @count:  all
 * @base:   what a line's number says of the first byte
 * @placed: lines begin with such a number
 * @star:   lines like the last one were left out
 */
struct hex {
	const char *at;
	const char *end;
	u8 attr[PA_ATTR_KEEP];
	u8 row[HEX_ROW];
	size_t in_row;
	size_t count;
	u64 base;
	bool placed;
	bool star;
};

static bool hex_byte(struct hex *h, int high, int low)
{
	u8 byte = (u8)(high << 4 | low);

	if (h->count == HEX_MAX)
		return false;
	if (h->count < sizeof(h->attr))
		h->attr[h->count] = byte;
	if (h->in_row < sizeof(h->row))
		h->row[h->in_row] = byte;
	h->count++;
	h->in_row++;
	return true;
}

static size_t digits_at(const char *s, const char *end)
{
	size_t n = 0;

	while (s + n < end && hex_digit(s[n]) >= 0)
		n++;
	return n;
}

/* 0x, \x: is it there? Then it is skipped. */
static bool hex_prefix(struct hex *h, const char *end, char first)
{
	if (end - h->at < 2 || h->at[0] != first || h->at[1] != 'x')
		return false;
	h->at += 2;
	return true;
}

/* Digits in the order of memory, or 0x and a byte, or \x and a byte. */
static bool hex_digits(struct hex *h, const char *end)
{
	bool escape = hex_prefix(h, end, '\\');
	bool prefix = !escape && hex_prefix(h, end, '0');
	size_t i, n = digits_at(h->at, end);

	if ((escape || prefix) && n > 2)
		return false;
	/* Of a byte the text may have only the beginning. */
	if (h->at + n == h->end && (n % 2 || (n == 0 && (escape || prefix)))) {
		n -= n % 2;
		h->end = h->at + n;
	} else if (!n || (n % 2 && !prefix)) {
		return false;
	} else if (n == 1) {
		return hex_byte(h, 0, hex_digit(*h->at++));
	}
	for (i = 0; i < n; i += 2)
		if (!hex_byte(h, hex_digit(h->at[i]), hex_digit(h->at[i + 1])))
			return false;
	h->at += n;
	return true;
}

static bool hex_between(char c)
{
	return is_blank(c) || (c && strchr(",;{}[]\"'", c));
}

/* Lines that were left out are like the last one. */
static bool hex_star(struct hex *h, u64 count)
{
	size_t i, n = h->in_row;

	if (!n || n > HEX_ROW || count > HEX_MAX || count <= h->count || (count - h->count) % n)
		return false;
	for (i = 0; h->count < count; i++)
		if (!hex_byte(h, h->row[i % n] >> 4, h->row[i % n] & 15))
			return false;
	h->star = false;
	return true;
}

/* The number before a line's bytes. It must go on where the last line has ended. */
static bool hex_place(struct hex *h, u64 place)
{
	if (!h->placed) {
		/* The bytes before it are missing. */
		if (h->count || (place && place < HEX_PLACE))
			return false;
		h->placed = true;
		h->base = place;
		return true;
	}
	if (h->star)
		return hex_star(h, place - h->base);
	return place - h->base == h->count;
}

/* Skips "00000010:", or the number of hexdump -C. False: there is none. */
static bool hex_number_before(struct hex *h, const char *end, u64 *place, bool *colon)
{
	const char *s = h->at;
	size_t n, two;

	if (end - s > 2 && s[0] == '0' && s[1] == 'x')
		s += 2;
	n = digits_at(s, end);
	if (n < 4 || !paste_hex_number(s, n, place))
		return false;
	*colon = s + n < end && s[n] == ':';
	if (!*colon) {
		/* Only if bytes follow that have two digits each; or nothing, at the end. */
		two = n;
		while (s + two < end && is_blank(s[two]))
			two++;
		if (s + two == end ? !h->placed || s != h->at : digits_at(s + two, end) != 2)
			return false;
	}
	h->at = s + n + *colon;
	return true;
}

/* What the bytes are as characters stands behind them. */
static bool hex_characters(const struct hex *h, const char *end, bool colon)
{
	if (*h->at == '|')
		return true;
	return colon && end - h->at > 1 && h->at[0] == ' ' && h->at[1] == ' ';
}

static bool hex_bytes(struct hex *h, const char *end, bool placed, bool colon)
{
	bool any = false;

	h->in_row = 0;
	while (h->at < end && h->at < h->end) {
		if (placed && any && hex_characters(h, end, colon))
			break;
		if (hex_between(*h->at)) {
			h->at++;
		} else if (end - h->at > 1 && *h->at == 'b' && strchr("\"'", h->at[1])) {
			h->at += 2;
		} else if (*h->at == '\\' && h->at + 1 == h->end) {
			h->end--;
		} else {
			if (!hex_digits(h, end))
				return false;
			any = true;
		}
	}
	return true;
}

static bool hex_line(struct hex *h, const char *end)
{
	bool colon = false, placed;
	u64 place;

	while (h->at < end && is_blank(*h->at))
		h->at++;
	while (end > h->at && end[-1] == '\r')
		end--;
	if (h->at == end)
		return true;
	if (end - h->at == 1 && *h->at == '*') {
		if (!h->placed || h->star)
			return false;
		h->star = true;
		return true;
	}
	placed = hex_number_before(h, end, &place, &colon);
	if (placed ? !hex_place(h, place) : h->placed)
		return false;
	return h->at == end || hex_bytes(h, end, placed, colon);
}

/* The attr must say how long it is: else the bytes may be those of the middle of one. */
static bool hex_is_attr(const struct hex *h)
{
	u32 size;

	if (h->count < 8)
		return false;
	memcpy(&size, h->attr + 4, sizeof(size));
	size = pa_le32(size);
	if (size < PA_ATTR_OLDEST || size > HEX_MAX || size % 8)
		return false;
	return h->count >= size || pa_size_name(size);
}

/**
 * paste_hex() - a call by the bytes of its attr, as xxd, hexdump -C or a debugger print them
 * @call: receives the call: arguments and result are not known
 * @s:    the text
 * @len:  its length
 *
 * Return: false if the text has anything else, or if that is no attr.
 */
bool paste_hex(struct paste_call *call, const char *s, size_t len)
{
	struct hex h = { .at = s, .end = s + len };
	const char *newline;
	size_t i;

	if (!len || len > HEX_TEXT)
		return false;
	while (h.at < h.end) {
		newline = memchr(h.at, '\n', (size_t)(h.end - h.at));
		if (!hex_line(&h, newline ? newline : h.end))
			return false;
		h.at = newline ? newline + 1 : h.end;
	}
	if (h.star || !hex_is_attr(&h))
		return false;
	paste_begin(call, PASTE_HEX);
	memcpy(call->r.attr, h.attr, sizeof(h.attr));
	for (i = h.count; i < PA_ATTR_NEWEST; i++)
		call->unknown[i / 8] |= 0xffULL << 8 * (i % 8);
	return paste_end(call);
}
