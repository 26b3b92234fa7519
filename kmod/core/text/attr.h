/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The fields of the attr as text. */
#ifndef PERFATTR_TEXT_ATTR_H
#define PERFATTR_TEXT_ATTR_H

#include "core/attr.h"

/**
 * struct pa_text - a record with an attr that is being written as text
 * @s:       the buffer
 * @r:       the record
 * @env:     further input
 * @a:       the attr
 * @unknown: bits of the attr that the running kernel does not know
 * @brief:   omit fields that are zero
 */
struct pa_text {
	struct out *s;
	const struct pa_record *r;
	const struct pa_env *env;
	struct pa_attr a;
	u64 unknown[PA_WORDS];
	bool brief;
};

void pa_text_look(struct pa_text *t, struct out *s, const struct pa_record *r,
		  const struct pa_env *env, unsigned int flags);
void pa_text_fields(struct pa_text *t);
void pa_text_value(struct pa_text *t, const struct pa_field *f, u64 v);

#endif /* PERFATTR_TEXT_ATTR_H */
