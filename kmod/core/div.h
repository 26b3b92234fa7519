/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Divisions of 64-bit numbers. On 32-bit machines compilers turn them into calls of libgcc; kernels
 * have functions of their own instead.
 */
#ifndef PERFATTR_DIV_H
#define PERFATTR_DIV_H

#if defined(__KERNEL__) && !defined(CONFIG_64BIT)
#include <linux/math64.h>
#include <linux/types.h>

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

#endif /* PERFATTR_DIV_H */
