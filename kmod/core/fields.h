/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Finds fields of struct perf_event_attr, and keeps the texts of those that are zero. */
#ifndef PERFATTR_CORE_FIELDS_H
#define PERFATTR_CORE_FIELDS_H

#include "core/attr.h"

/*
 * Most fields of most calls are zero, and what a view writes for a zero is constant. A view puts
 * these texts of all fields into one string, so that a run of zeros is one copy.
 *
 * PA_TEXT_AT() is two numbers of an enum: where a text begins, and where it ends minus one.
 * PA_TEXT_OR(maybe, text) is @maybe's second word if that is a macro of two words, else @text.
 * Paste and stringify before them: some header may define a macro of a field's name.
 */
#define PA_TEXT_SECOND(first, second, ...)	second
#define PA_TEXT_OR(...)				PA_TEXT_SECOND(__VA_ARGS__, ~)
#define PA_TEXT_AT(begin, last, text)		begin, last = (begin) + sizeof(text) - 2,

unsigned int pa_field_named(const char *name);
void pa_attr_odd(const struct pa_attr *a, u64 *word);
unsigned int pa_fields_next(const u64 *word, unsigned int id);

#endif /* PERFATTR_CORE_FIELDS_H */
