/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The parts of a record as text, each in a file of its own; core/render.h has the whole record. */
#ifndef PERFATTR_CORE_TEXT_H
#define PERFATTR_CORE_TEXT_H

#include "core/attr.h"
#include "core/render.h"

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

/* open.c, op.c and health.c */
void pa_text_open(struct out *s, const struct pa_record *r, const struct pa_env *env,
		  unsigned int flags);
void pa_text_op(struct out *s, const struct pa_record *r, const struct pa_env *env,
		unsigned int flags);
void pa_text_op_health(struct out *s, const struct pa_record *r, const struct pa_env *env);

/* attr.c */
void pa_text_look(struct pa_text *t, struct out *s, const struct pa_record *r,
		  const struct pa_env *env, unsigned int flags);
void pa_text_fields(struct pa_text *t);
void pa_text_value(struct pa_text *t, const struct pa_field *f, u64 v);

/* symbols.c */
void pa_text_mask_but(struct out *s, const struct pa_names *names, u64 v, u64 plain);

/**
 * pa_text_mask() - write the names of bits, joined by |
 * @s:     the buffer
 * @names: by bit
 * @v:     the bits
 *
 * Context: any.
 */
static inline void pa_text_mask(struct out *s, const struct pa_names *names, u64 v)
{
	pa_text_mask_but(s, names, v, 0);
}

void pa_text_regs(struct out *s, u8 abi, u64 v);
void pa_text_address(struct out *s, u64 v);
void pa_text_errno(struct out *s, u64 err);
void pa_text_comm(struct out *s, const char *comm, s32 pid);

#endif /* PERFATTR_CORE_TEXT_H */
