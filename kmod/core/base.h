/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The types and helpers of the kernel that core/ uses; userspace/shim.h replaces them elsewhere. */
#ifndef PERFATTR_BASE_H
#define PERFATTR_BASE_H

#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>
#ifndef CONFIG_64BIT
#include <linux/math64.h>
#include <asm/page.h>
#endif
#else
#include "shim.h"
#endif

/*
 * Divisions of 64-bit numbers. On 32-bit machines compilers turn them into calls of libgcc; kernels
 * have functions of their own instead.
 */
#if defined(__KERNEL__) && !defined(CONFIG_64BIT)
static inline u64 pa_div(u64 n, u64 by)
{
	return div64_u64(n, by);
}

static inline u64 pa_mod(u64 n, u64 by)
{
	u64 rest;

	div64_u64_rem(n, by, &rest);
	return rest;
}
#else
/* Macros, so that nothing else is compiled than for the operators. */
#define pa_div(n, by)	((n) / (by))
#define pa_mod(n, by)	((n) % (by))
#endif

/* The value of a hexadecimal digit, -1 if it is not one. */
static inline int pa_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Bytes from hexadecimal digits, up to the first pair that is none; returns how many. */
static inline size_t pa_hex_bytes(u8 *to, size_t room, const char *s, size_t len)
{
	size_t n;

	for (n = 0; n < room && 2 * n + 1 < len; n++) {
		int high = pa_hex_digit(s[2 * n]), low = pa_hex_digit(s[2 * n + 1]);

		if (high < 0 || low < 0)
			break;
		to[n] = (u8)(high << 4 | low);
	}
	return n;
}

#endif /* PERFATTR_BASE_H */
