/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A bounded writer, as lib/seq_buf.c is one: an overflow sets len to size + 1 and is sticky, and a
 * token that does not fit is dropped completely, never cut. The kernel's own does not do:
 * seq_buf_puts() and seq_buf_putc() are not exported before 6.12, seq_buf_printf() costs several
 * hundred instructions a field, and its header brings 35,000 lines into files that need nothing
 * else of the kernel.
 */
#ifndef PERFATTR_OUT_H
#define PERFATTR_OUT_H

#include "core/base.h"

struct out {
	char *buffer;
	size_t size;
	size_t len;
};

static inline void out_clear(struct out *s)
{
	s->len = 0;
}

static inline void out_init(struct out *s, char *buffer, size_t size)
{
	s->buffer = buffer;
	s->size = size;
	out_clear(s);
}

static inline bool out_overflowed(const struct out *s)
{
	return s->len > s->size;
}

/* Bytes that were written, also of a text that was cut. */
static inline size_t out_used(const struct out *s)
{
	return s->len < s->size ? s->len : s->size;
}

static inline void out_mem(struct out *s, const char *p, size_t n)
{
	if (s->len + n < s->size) {
		memcpy(s->buffer + s->len, p, n);
		s->len += n;
	} else {
		s->len = s->size + 1;
	}
}

static inline void out_char(struct out *s, char c)
{
	if (s->len + 1 < s->size)
		s->buffer[s->len++] = c;
	else
		s->len = s->size + 1;
}

static inline void out_str(struct out *s, const char *p)
{
	out_mem(s, p, strlen(p));
}

/* Writes @n bytes, which have nothing to escape, between quotes. */
static inline void out_quoted(struct out *s, const char *p, size_t n)
{
	char *to = s->buffer + s->len;

	if (s->len + n + 2 < s->size) {
		to[0] = '"';
		memcpy(to + 1, p, n);
		to[n + 1] = '"';
		s->len += n + 2;
	} else {
		s->len = s->size + 1;
	}
}

/*
 * Writes the first @n bytes of an array of @space bytes. @space is a compile-time constant, so the
 * copy needs no call to memcpy(); the next write overwrites the bytes beyond @n.
 */
static __always_inline void out_fixed(struct out *s, const char *p, size_t space, size_t n)
{
	if (s->len + space < s->size) {
		memcpy(s->buffer + s->len, p, space);
		s->len += n;
	} else {
		out_mem(s, p, n);
	}
}

/* A string literal: its length is known to the compiler. */
#define out_lit(s, lit)	out_mem(s, "" lit, sizeof(lit) - 1)

/* A value between two literals. @put: the function that writes it, such as out_u64() */
#define out_between(put, s, before, v, after) \
	do { \
		out_lit(s, before); \
		put(s, v); \
		out_lit(s, after); \
	} while (0)

#define out_number(s, before, v, after)	out_between(out_u64, s, before, v, after)
#define out_signed(s, before, v, after)	out_between(out_s64, s, before, v, after)

#define OUT_IN_C	1
#define OUT_IN_JSON	2
extern const u8 out_plain[256];

/* The first byte from @i on that needs an escape, or @max; looks at none behind it. */
static __always_inline size_t out_clean(const u8 *p, size_t i, size_t max, u8 where)
{
	while (i + 4 <= max && out_plain[p[i]] & where && out_plain[p[i + 1]] & where &&
	       out_plain[p[i + 2]] & where && out_plain[p[i + 3]] & where)
		i += 4;
	while (i < max && out_plain[p[i]] & where)
		i++;
	return i;
}

void out_u64(struct out *s, u64 v);
void out_s64(struct out *s, s64 v);
void out_padded(struct out *s, u32 v, unsigned int width);
void out_point(struct out *s, u64 v, unsigned int places);
void out_hex(struct out *s, u64 v);
void out_bytes(struct out *s, const u8 *p, size_t n);
void out_escaped(struct out *s, const char *p, size_t max);

#endif /* PERFATTR_OUT_H */
