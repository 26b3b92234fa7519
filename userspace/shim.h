/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Replaces the kernel headers that kmod/core needs where it is compiled outside of the kernel: in
 * programs, and in the tests of the host.
 */
#ifndef PERFATTR_SHIM_H
#define PERFATTR_SHIM_H

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define noinline_for_stack	__attribute__((noinline))
#define __printf(fmt, args)	__attribute__((format(printf, fmt, args)))

#define S8_MAX		INT8_MAX
#define S32_MIN		INT32_MIN
#define S32_MAX		INT32_MAX
#define U8_MAX		UINT8_MAX
#define U16_MAX		UINT16_MAX
#define U32_MAX		UINT32_MAX
#define S64_MAX		INT64_MAX
#define U64_MAX		UINT64_MAX

/* As in lib/string.c. */
static inline long strscpy(char *to, const char *from, size_t size)
{
	size_t len = strnlen(from, size);

	if (len == size) {
		if (size) {
			memcpy(to, from, size - 1);
			to[size - 1] = '\0';
		}
		return -E2BIG;
	}
	memcpy(to, from, len + 1);
	return (long)len;
}

#endif /* PERFATTR_SHIM_H */
