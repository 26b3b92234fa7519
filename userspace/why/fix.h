/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Applies the fixes of rules to a call. */
#ifndef PERFATTR_WHY_FIX_H
#define PERFATTR_WHY_FIX_H

#include "why/reason.h"
#include "why/rule.h"
#include "why/vars.h"

/* A fix may change a field of the attr, or one of these arguments. */
enum pa_arg_id {
	PA_ARG_PID = PA_FIELD_MAX,
	PA_ARG_CPU,
	PA_ARG_GROUP_FD,
	PA_ARG_FLAGS,
	PA_ARG_MAX,
};

#define PA_TOUCHED_MAX	24

/**
 * struct pa_touched - what the fixes of a plan have changed, in that order
 * @id: fields and arguments, each once; some may have their original values again
 * @n:  entries of @id
 */
struct pa_touched {
	u8 id[PA_TOUCHED_MAX];
	u8 n;
};

unsigned int pa_fix_id(const struct pa_word *w);
u64 pa_fix_get(const struct pa_call *call, unsigned int id);
void pa_fix_set(struct pa_call *call, unsigned int id, u64 value);
void pa_fix_change(struct pa_call *call, const struct pa_why *why);
const char *pa_fix_name(unsigned int id);
bool pa_fix_is_signed(unsigned int id);
bool pa_fix_value(struct pa_number *n, const struct pa_case *c, const char *fix);
const char *pa_fix_alternative(const char *fix, unsigned int n);
bool pa_fix_apply(struct pa_case *c, const char *fix, struct pa_touched *touched);

#endif /* PERFATTR_WHY_FIX_H */
