/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What the files of the library call of each other. */
#ifndef PERFATTR_LIBPERFATTR_FOUND_H
#define PERFATTR_LIBPERFATTR_FOUND_H

#include "libperfattr/perfattr.h"
#include "source/pasted.h"
#include "why/limits.h"

struct env_here;

/**
 * struct found - a refused call with all that is known of it: too much for the stack of a thread
 * @x:       the call
 * @pmus:    PMUs of this machine, to which @x points
 * @limits:  of its kernel, likewise
 * @reasons: why it was refused
 * @work:    room for the search of these
 */
struct found {
	struct pa_call x;
	struct pa_pmu_name pmus[PA_PMUS];
	struct pa_limits limits;
	struct pasted_reasons reasons;
	struct pasted_work work;
};

long memory_copy(void *to, const void *from, size_t n);
void call_read(struct found *f, const struct perfattr_call *call, bool later);
void call_string(struct found *f);
void found_look(struct found *f, const struct perfattr_call *call, unsigned int options,
		struct env_here *here);
void told_put(struct perfattr_why *told, const struct found *f);
int plan_put(struct perfattr_call *plan, u8 *attr, size_t size, const struct found *f,
	     const struct perfattr_call *call);

#endif /* PERFATTR_LIBPERFATTR_FOUND_H */
