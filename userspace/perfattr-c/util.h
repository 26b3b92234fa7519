/* SPDX-License-Identifier: GPL-2.0 */
/* Helpers of perfattr-c: errors, memory, and text that is safe in C. */
#ifndef PERFATTR_C_UTIL_H
#define PERFATTR_C_UTIL_H

#include <stdbool.h>
#include <stddef.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define like_printf	__attribute__((format(printf, 1, 2)))

void die(const char *fmt, ...) like_printf __attribute__((noreturn));
void *grow(void *array, long n, size_t size);
char *format(const char *fmt, ...) like_printf;
char *literal(const char *s);
char *remark(const char *s);
void identifier(char *to, size_t room, const char *from, bool upper);

#endif /* PERFATTR_C_UTIL_H */
