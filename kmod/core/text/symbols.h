/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Masks and error numbers by name, as C expressions; processes. */
#ifndef PERFATTR_TEXT_SYMBOLS_H
#define PERFATTR_TEXT_SYMBOLS_H

#include "core/names.h"

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

#endif /* PERFATTR_TEXT_SYMBOLS_H */
