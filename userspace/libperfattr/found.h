/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Shared by the files of the library. */
#ifndef PERFATTR_LIBPERFATTR_FOUND_H
#define PERFATTR_LIBPERFATTR_FOUND_H

#include "libperfattr/perfattr.h"
#include "call/pasted.h"
#include "facts/limits.h"

struct env_here;

/**
 * struct found - a refused call with all that is known of it: too much for the stack of a thread
 * @x:       the call
 * @limits:  limits of this kernel, to which @x points
 * @reasons: why it was refused
 * @next:    the check that would refuse the plan
 * @room:    for finding that
 * @work:    room for the search of these
 * @foreseen: the result of a call that was not made
 * @op:      a call on a descriptor
 * @open:    the call that has opened its event
 * @pmus:    PMUs of this machine, to which @x points. This and the next members are kept from call
 *           to call
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
	struct pa_foreseen foreseen;
	struct paste_call op;
	struct paste_call open;
	struct pa_pmu_name pmus[PA_PMUS];
	u32 n_pmus;
	u64 pmus_at;
};

/**
 * struct lib_op - a call on the descriptor of an event
 * @open:  the call that has opened it; NULL: not known
 * @kind:  enum pa_record_kind
 * @error: errno of the call
 * @op:    its arguments
 */
struct lib_op {
	const struct perfattr_call *open;
	u8 kind;
	int error;
	struct pa_op op;
};

long memory_copy(void *to, const void *from, size_t n);
void call_read(struct found *f, const struct perfattr_call *call, bool later);
void call_string(struct found *f);
void found_look(struct found *f, const struct perfattr_call *call, unsigned int options,
		struct env_here *here);
int found_check(struct found *f, const struct perfattr_call *call, struct env_here *here,
		const char **never);
void found_clear(struct found *f);
void machine_look(struct found *f, struct env_here *here);
void op_look(struct found *f, const struct lib_op *q, struct env_here *here);
int health_look(struct perfattr_health *h, struct found *f, const struct lib_op *q,
		struct env_here *here);
int told_put(struct perfattr_why *to, const struct found *f);
int plan_put(struct perfattr_call *plan, u8 *attr, size_t size, struct found *f,
	     const struct perfattr_call *call);

#endif /* PERFATTR_LIBPERFATTR_FOUND_H */
