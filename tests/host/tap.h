/* SPDX-License-Identifier: GPL-2.0 */
/* Minimal TAP: one line per test, the plan at the end, an exit status for all. */
#ifndef PERFATTR_TAP_H
#define PERFATTR_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shim.h"

static int tap_run;
static int tap_failed;

/*
 * One test of one condition. What it proves is the name; it is a printf format. Where a test
 * compares, is_num() and is_str() say more when it fails.
 */
#define ok(condition, ...) \
	tap_ok(!!(condition), __FILE__, __LINE__, #condition, __VA_ARGS__)

/* One test: two integers are the same. A failure shows both, in decimal and in hex. */
#define is_num(got, want, ...) \
	tap_num((long long)(got), (long long)(want), __FILE__, __LINE__, __VA_ARGS__)

/* A comment that explains the failed test before it. */
__printf(1, 2)
static inline void diag(const char *fmt, ...)
{
	va_list args;

	printf("# ");
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

__printf(2, 0)
static inline void tap_line(bool passed, const char *fmt, va_list args)
{
	tap_run++;
	if (!passed)
		tap_failed++;
	printf("%s %d - ", passed ? "ok" : "not ok", tap_run);
	vprintf(fmt, args);
	putchar('\n');
}

__printf(5, 6)
static inline bool tap_ok(bool passed, const char *file, int line, const char *condition,
			  const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tap_line(passed, fmt, args);
	va_end(args);
	if (!passed)
		diag("%s:%d: not true: %s", file, line, condition);
	return passed;
}

__printf(5, 6)
static inline bool tap_num(long long got, long long want, const char *file, int line,
			   const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	tap_line(got == want, fmt, args);
	va_end(args);
	if (got != want)
		diag("%s:%d: got:  %lld (%#llx)\n# %s:%d: want: %lld (%#llx)", file, line, got,
		     (unsigned long long)got, file, line, want, (unsigned long long)want);
	return got == want;
}

static inline bool is_str(const char *got, const char *want, const char *name)
{
	if (ok(!strcmp(got, want), "%s", name))
		return true;
	diag("got:  %s", got);
	diag("want: %s", want);
	return false;
}

static inline int tap_end(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed || !tap_run;
}

#endif /* PERFATTR_TAP_H */
