/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The search for a reason that holds for any values of the unknown parts: shared by opens and ops.
 */
#ifndef PERFATTR_CALL_PASTED_FOUND_H
#define PERFATTR_CALL_PASTED_FOUND_H

#include "call/pasted.h"

u64 pasted_number(u64 *seed);
void pasted_any(struct pa_record *r, const struct pasted *p, u64 *seed);
void pasted_probable(struct pa_why *why);
struct pa_why *pasted_add(struct search *s, const struct pa_why *why, unsigned int count);
bool pasted_leave_out(struct search *s, const bool *gone);
void pasted_rank(struct pasted_reasons *all, struct search *s, const struct pa_call *x);
void pasted_say(struct pa_why *why, const struct pa_call *x);
void pasted_put_named(struct pasted_reasons *all, const struct pa_call *x);

#endif /* PERFATTR_CALL_PASTED_FOUND_H */
