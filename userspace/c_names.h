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

/* A constant: a number, or a name without small letters. */
static inline bool is_constant(const char *s, size_t len)
{
	size_t upper = strspn(s, UPPER DIGITS "_");

	if (!strncmp(s, "0x", 2))
		return len > 2 && strspn(s + 2, DIGITS "abcdef") >= len - 2;
	return strspn(s, DIGITS) >= len || (upper >= len && !strchr(DIGITS, *s));
}

/*
 * An expression of constants such as PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_READ << 8),
 * which means the same wherever it stands: its parentheses belong together, and call nothing.
 */
static inline bool is_expression(const char *s)
{
	bool operand = false;
	size_t len, open = 0;

	for (; *s; s += len) {
		len = strspn(s, UPPER LOWER DIGITS "_");
		if (len) {
			if (operand || !is_constant(s, len))
				return false;
			operand = true;
			continue;
		}
		len = strncmp(s, "<<", 2) ? 1 : 2;
		if (*s == '(' ? operand : *s != ' ' && !operand)
			return false;
		if (*s == '(')
			open++;
		else if (*s == ')' && open)
			open--;
		else if (*s == '|' || len == 2)
			operand = false;
		else if (*s != ' ')
			return false;
	}
	return operand && !open;
}

#endif /* PERFATTR_C_NAMES_H */
