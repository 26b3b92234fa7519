/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The keys that the line of a record lacks. */
#ifndef PERFATTR_CALL_MISSING_H
#define PERFATTR_CALL_MISSING_H

#include <stdbool.h>

/**
 * struct missing - keys that a record should have
 * @text: their names, separated by ", "; as many as fit
 * @n:    how many there are
 * @partial: without them no reason can be found
 * @of_text: a call on a descriptor in a text: members of its facts that are null have usual values
 * @nulls:   those of pa_facts_of_op that are null
 */
struct missing {
	char text[160];
	unsigned int n;
	bool partial;
	bool of_text;
	unsigned int nulls;
};

void missing_add(struct missing *m, const char *object, const char *key);

#endif /* PERFATTR_CALL_MISSING_H */
