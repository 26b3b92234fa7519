/* SPDX-License-Identifier: GPL-2.0 */
/* Calls that were made again with one thing changed. */
#ifndef PERFATTR_RETRY_H
#define PERFATTR_RETRY_H

#include "parse/parse.h"

/**
 * struct retries - the calls of a text
 * @call: these calls, also those without a result
 * @n:    how many
 * @room: entries of @call
 */
struct retries {
	struct paste_call *call;
	size_t n;
	size_t room;
};

/**
 * struct retry - a call that has opened, and differs from a refused one in one thing
 * @line:  its line
 * @field: the difference: a field of the attr, or an argument
 * @value: the value that it has passed
 */
struct retry {
	unsigned long line;
	const char *field;
	u64 value;
};

void retries_add(struct retries *t, const struct paste_call *call, unsigned long line);
bool retry_of(const struct retries *t, size_t at, struct retry *r);

#endif /* PERFATTR_RETRY_H */
