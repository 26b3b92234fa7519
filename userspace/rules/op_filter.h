/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The filter of a trace event: finds where the kernel's parser stops. */
#ifndef PERFATTR_RULES_OP_FILTER_H
#define PERFATTR_RULES_OP_FILTER_H

#include "core/record.h"

/**
 * struct pa_filter_seen - which names of fields the kernel's parser has looked up
 * @known:   the rest is valid
 * @missing: the event has no field with the last of these names
 * @count:   how many
 * @hash:    pa_name_hash() of the last one
 */
struct pa_filter_seen {
	bool known;
	bool missing;
	u16 hash;
	u32 count;
};

/**
 * struct pa_filter_fault - the error in a filter
 * @err:   the errno of the refusal, positive; 0: no error was found
 * @what:  the error, half a sentence about the token
 * @at:    where the token begins
 * @len:   its bytes
 * @names: field names up to the fault that may not exist, or may be of another type: each of them
 *         would be refused with EINVAL
 * @name_at: where the first of them begins
 * @name_len: its bytes
 * @last_at: start of the condition at which the kernel's parser stopped, if that is known
 * @last_len: its bytes, 0 if not known
 */
struct pa_filter_fault {
	u32 err;
	const char *what;
	u32 at;
	u32 len;
	u32 names;
	u32 name_at;
	u32 name_len;
	u32 last_at;
	u32 last_len;
};

void pa_filter_look(struct pa_filter_fault *fault, const char *text, u32 len,
		    const struct pa_filter_seen *seen);

#endif /* PERFATTR_RULES_OP_FILTER_H */
