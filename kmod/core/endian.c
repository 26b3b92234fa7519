// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Converts an attr of a big endian machine to that of a little endian one. Compiled everywhere, so
 * that every machine can test it.
 */
#include "core/endian.h"
#include "core/lists.h"

/* The integers of struct perf_event_attr in order, by bytes; FLAGS and BITS are bit fields. */
#define FLAGS	0x80
#define BITS	0x40

static const u8 integers[] = {
	4, 4, 8, 8, 8, 8, 8 | FLAGS, 4, 4, 8, 8, 8, 8, 4, 4, 8, 4, 2, 2, 4, 4 | BITS, 8, 8, 8,
};

/**
 * pa_bits_turned() - a word of bit fields, with the order of its bits turned around
 * @v:     the word
 * @width: its width in bits
 *
 * Big endian machines allot bit fields from the highest bit down.
 *
 * Context: any.
 */
u64 pa_bits_turned(u64 v, unsigned int width)
{
	u64 turned = 0;
	unsigned int i;

	for (i = 0; i < width; i++)
		turned |= (v >> i & 1) << (width - 1 - i);
	return turned;
}

/* The positions of multi-bit fields in the flag word and in aux_action. */
struct number {
	u8 first;
	u8 bits;
};

#define NO_NUMBER(...)
#define NUMBER(id, name, first, n, ...)	{ first, n },

static const struct number in_flags[] = {
	PA_LIST_FIELDS(NO_NUMBER, NO_NUMBER, NUMBER, NO_NUMBER)
};

static const struct number in_aux[] = {
	PA_LIST_FIELDS(NO_NUMBER, NO_NUMBER, NO_NUMBER, NUMBER)
};

/* Turns a multi-bit field back: its bits were reversed together with its word. */
static u64 turned_back(u64 v, const struct number *number, u32 n)
{
	for (; n--; number++) {
		u64 mask = ~0ULL >> (64 - number->bits);
		u64 value = v >> number->first & mask;

		v &= ~(mask << number->first);
		v |= pa_bits_turned(value, number->bits) << number->first;
	}
	return v;
}

/**
 * pa_flags_turned() - the flag word of a big endian machine, as little endian ones have it
 * @flags: the word, or the other way round
 *
 * Context: any.
 */
u64 pa_flags_turned(u64 flags)
{
	return turned_back(pa_bits_turned(flags, 64), in_flags, ARRAY_SIZE(in_flags));
}

/* Turns aux_action back, which has only half of its word. */
static u64 aux_turned(u64 aux)
{
	return turned_back(pa_bits_turned(aux, 32), in_aux, ARRAY_SIZE(in_aux));
}

static u64 load_big(const u8 *p, u32 width)
{
	u64 v = 0;
	u32 i;

	for (i = 0; i < width; i++)
		v = v << 8 | p[i];
	return v;
}

static void store_little(u8 *p, u64 v, u32 width)
{
	u32 i;

	for (i = 0; i < width; i++)
		p[i] = (u8)(v >> 8 * i);
}

/**
 * pa_attr_turn() - turn a big endian attr into a little endian one, in place
 * @attr: the attr
 * @len:  bytes that are valid
 * @size: bytes at @attr; pa_attr_turned_len(@len) of them become valid
 *
 * Bytes beyond the newest field stay as they are.
 *
 * Context: any, also probe handlers; bounded.
 */
void pa_attr_turn(u8 *attr, u32 len, u32 size)
{
	u32 i, at = 0;

	for (i = 0; i < sizeof(integers) && at < len; i++) {
		u32 width = integers[i] & 0xf;
		u64 v;

		if (at + width > size)
			return;
		if (at + width > len)
			memset(attr + len, 0, at + width - len);
		v = load_big(attr + at, width);
		if (integers[i] & FLAGS)
			v = pa_flags_turned(v);
		else if (integers[i] & BITS)
			v = aux_turned(v);
		store_little(attr + at, v, width);
		at += width;
	}
}

/**
 * pa_attr_turned_len() - number of bytes that pa_attr_turn() makes of an attr
 * @len: bytes of the attr
 *
 * Context: any. Return: the end of the integer that @len ends in.
 */
u32 pa_attr_turned_len(u32 len)
{
	u32 i, at = 0;

	for (i = 0; i < sizeof(integers) && at < len; i++)
		at += integers[i] & 0xf;
	return at < len ? len : at;
}
