/* SPDX-License-Identifier: GPL-2.0 */
/* Fields of struct perf_event_attr that the headers of Debian 12 (Linux 6.1) do not have. */
#ifndef PERFATTR_RECENT_H
#define PERFATTR_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/lists.h"

/**
 * struct recent - a field of the attr
 * @field: its name
 * @word:  the 64-bit word that it is in
 * @shift: its first bit there
 * @is:    the field is missing, or elsewhere, in those headers
 */
struct recent {
	const char *field;
	unsigned int word;
	unsigned int shift;
	bool is;
};

#define RECENT_WORD(id, name, at, size, from, ...) \
	{ #name, (at) / 8, 8 * ((at) % 8), (from) > PA_OLD_SIZE },
#define RECENT_FLAG(id, name, bit, ...)	{ #name, 5, bit, (bit) >= PA_OLD_FLAGS },
#define RECENT_AUX(id, name, bit, ...)	{ #name, 14, 32 + (bit), true },

/* The word at 40 has the flags, the one at 112 the AUX bits in its upper half (core/attr.h). */
static const struct recent recent_fields[] = {
	PA_LIST_FIELDS(RECENT_WORD, RECENT_FLAG, RECENT_FLAG, RECENT_AUX)
};

#define RECENT_SIZE(version, bytes)	bytes,

static const unsigned int recent_sizes[] = { PA_LIST_SIZES(RECENT_SIZE, RECENT_SIZE) };

/* Size of the newest struct perf_event_attr that we know. */
#define RECENT_NEWEST	recent_sizes[sizeof(recent_sizes) / sizeof(recent_sizes[0]) - 1]

#define RECENT_FIELDS	(sizeof(recent_fields) / sizeof(recent_fields[0]))

/* The next recent field from @i on; RECENT_FIELDS if there is none. */
static inline size_t recent_next(size_t i)
{
	while (i < RECENT_FIELDS && !recent_fields[i].is)
		i++;
	return i;
}

static inline bool recent_is(const char *field)
{
	size_t i;

	for (i = recent_next(0); i < RECENT_FIELDS; i = recent_next(i + 1))
		if (!strcmp(recent_fields[i].field, field))
			return true;
	return false;
}

#endif /* PERFATTR_RECENT_H */
