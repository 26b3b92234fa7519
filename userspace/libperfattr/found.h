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
 * @limits:  of this kernel, to which @x points
 * @reasons: why it was refused
 * @next:    what would refuse the plan
 * @room:    for finding that
 * @work:    room for the search of these
 * @pmus:    PMUs of this machine, to which @x points. They are kept from call to call, as the next
 * @n_pmus:  entries there; 0: they were not read yet
 * @pmus_at: when they were read: boot clock
 */
struct found {
	struct pa_call x;
	struct pa_limits limits;
	struct pasted_reasons reasons;
	struct pa_why next[PA_AFTER_MAX];
	struct pa_record room[PA_AFTER_ROOM];
	struct pasted_work work;
	struct pa_pmu_name pmus[PA_PMUS];
	u32 n_pmus;
	u64 pmus_at;
};

long memory_copy(void *to, const void *from, size_t n);
void call_read(struct found *f, const struct perfattr_call *call, bool later);
void call_string(struct found *f);
void found_look(struct found *f, const struct perfattr_call *call, unsigned int options,
		struct env_here *here);
void told_put(struct perfattr_why *to, const struct found *f);
int plan_put(struct perfattr_call *plan, u8 *attr, size_t size, struct found *f,
	     const struct perfattr_call *call);

#endif /* PERFATTR_LIBPERFATTR_FOUND_H */
