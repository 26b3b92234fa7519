/* SPDX-License-Identifier: GPL-2.0 */
/* Just enough TAP: a line a test, the plan at the end, the exit status of the whole. */
#ifndef PERFATTR_TAP_H
#define PERFATTR_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shim.h"

static int tap_run;
static int tap_failed;

/* One test. What it proves is the name; it is a printf format. */
__printf(2, 3)
static inline bool ok(bool passed, const char *fmt, ...)
{
	va_list args;

	tap_run++;
	if (!passed)
		tap_failed++;
	printf("%s %d - ", passed ? "ok" : "not ok", tap_run);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	return passed;
}

/* A comment that explains a failure. */
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
