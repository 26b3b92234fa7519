/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Notes on calls that succeed but do not do what their caller probably expects. */
#ifndef PERFATTR_RULES_NOTE_H
#define PERFATTR_RULES_NOTE_H

#include "core/env.h"

/* A record has no more notes than these. */
#define PA_NOTES	4

/**
 * struct pa_note - a note on a call that has succeeded
 * @rule: its name, for machines
 * @in:   the kernel function that causes it
 * @text: half a sentence, ASCII
 */
struct pa_note {
	const char *rule;
	const char *in;
	const char *text;
};

u32 pa_notes(struct pa_note *notes, const struct pa_record *r, const struct pa_env *env);
const struct pa_note *pa_note_number(u32 n, const char **call);

#endif /* PERFATTR_RULES_NOTE_H */
