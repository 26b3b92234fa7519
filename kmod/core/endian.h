/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * One byte order for attrs: in records an attr is little endian, with the flag word as little
 * endian machines lay it out. On little endian machines all of these functions do nothing. Big
 * endian machines convert an attr when it is captured, and its words when they are read.
 */
#ifndef PERFATTR_ENDIAN_H
#define PERFATTR_ENDIAN_H

#include "core/base.h"

#define PA_BIG_ENDIAN	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

u64 pa_bits_turned(u64 v, unsigned int width);
u64 pa_flags_turned(u64 flags);
void pa_attr_turn(u8 *attr, u32 len, u32 size);
u32 pa_attr_turned_len(u32 len);

/* A word of an attr in a record; memcpy() has copied only the bytes that exist. */
static inline u64 pa_le64(u64 v)
{
	return PA_BIG_ENDIAN ? __builtin_bswap64(v) : v;
}

static inline u32 pa_le32(u32 v)
{
	return PA_BIG_ENDIAN ? __builtin_bswap32(v) : v;
}

/* The flag word of an attr of this machine. */
static inline u64 pa_le_flags(u64 flags)
{
	return PA_BIG_ENDIAN ? pa_flags_turned(flags) : flags;
}

/* Converts an attr of this machine, with @size bytes of room, into the form that records have. */
static inline void pa_le_attr(u8 *attr, u32 len, u32 size)
{
	if (PA_BIG_ENDIAN)
		pa_attr_turn(attr, len, size);
}

/*
 * Number of bytes of an attr in a record that correspond to the first @len bytes of the caller's.
 * An integer that was passed in part is in the record as a whole, since the bytes that were passed
 * are its highest ones.
 */
static inline u32 pa_le_len(u32 len)
{
	return PA_BIG_ENDIAN ? pa_attr_turned_len(len) : len;
}

/* The first @n words, copied from an attr in a record. */
static inline void pa_le_words(u64 *word, u32 n)
{
	while (PA_BIG_ENDIAN && n--)
		word[n] = pa_le64(word[n]);
}

/* Sets attr.size in the first word. */
static inline void pa_put_size(u64 *word, u32 size)
{
	if (PA_BIG_ENDIAN)
		word[0] = (u32)word[0] | (u64)size << 32;
	else
		memcpy((u8 *)word + 4, &size, sizeof(size));
}

#endif /* PERFATTR_ENDIAN_H */
