/* SPDX-License-Identifier: GPL-2.0 */
/* Which strings of a record may stand in a C program: a saved file may have anything for a name. */
#ifndef PERFATTR_C_NAMES_H
#define PERFATTR_C_NAMES_H

#include <stdbool.h>
#include <string.h>

#define DIGITS		"0123456789"
#define UPPER		"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER		"abcdefghijklmnopqrstuvwxyz"

static inline bool consists_of(const char *s, const char *set)
{
	return *s && !s[strspn(s, set)];
}

static inline bool is_identifier(const char *s)
{
	return consists_of(s, UPPER LOWER DIGITS "_") && !strchr(DIGITS, *s);
}

/*
 * An expression such as PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_READ << 8). A
 * parenthesis behind a name or another parenthesis would be a call.
 */
static inline bool is_expression(const char *s)
{
	char before = '|';

	if (!consists_of(s, UPPER LOWER DIGITS "_ |()<"))
		return false;
	for (; *s; s++) {
		if (*s == '(' && !strchr("|<(", before))
			return false;
		if (*s != ' ')
			before = *s;
	}
	return true;
}

#endif /* PERFATTR_C_NAMES_H */
