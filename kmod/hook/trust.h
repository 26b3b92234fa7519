/* SPDX-License-Identifier: GPL-2.0 */
/* Which armed stages can be trusted to see every call. */
#ifndef PERFATTR_TRUST_H
#define PERFATTR_TRUST_H

#include <linux/atomic.h>
#include <linux/compiler.h>

#include "core/record.h"
#include "hook/inflight.h"

/*
 * 1 << enum pa_fn, of the stages that every successful call passes: those that were not hit yet,
 * and those that a successful call has bypassed. If such a stage is missing in a path, that proves
 * nothing.
 */
extern atomic_t pa_trust_unseen;
extern atomic_t pa_trust_bypassing;

void pa_trust_init(void);
void pa_trust_exit(void);
void pa_trust_absent(u32 fns);
void pa_trust_pass(u32 armed);
void pa_trust_doubt(enum pa_fn fn);
u32 pa_trust_learn(const struct pa_open *call);
void pa_trust_unentered(void);
unsigned int pa_trust_unentered_count(void);

/**
 * pa_trust_bypassed() - has a call succeeded without hitting this stage?
 * @fn: the stage
 *
 * Context: any.
 */
static inline bool pa_trust_bypassed(enum pa_fn fn)
{
	return atomic_read(&pa_trust_bypassing) >> fn & 1;
}

/**
 * pa_trust_elsewhere() - a hit outside of any open, such as a fork with inherited events
 * @fn: the stage
 *
 * Context: probe handler.
 */
static __always_inline void pa_trust_elsewhere(enum pa_fn fn)
{
	if (unlikely(atomic_read(&pa_trust_unseen) & 1U << fn))
		atomic_andnot(1U << fn, &pa_trust_unseen);
}

/* Is this the usual path of a successful call: copy, allocate, try a PMU? */
static __always_inline bool pa_trust_usual(const struct pa_kview *kv)
{
	return kv->steps[0].fn == PA_FN_COPY_ATTR && !kv->steps[0].ret &&
	       kv->steps[1].fn == PA_FN_ALLOC && !kv->steps[1].ret &&
	       kv->steps[2].fn == PA_FN_TRY_INIT && kv->nsteps >= 3;
}

/**
 * pa_trust() - the stages that this call certainly did not enter if they are missing in its path
 * @call: the call; its result and path are complete
 *
 * Context: probe handler. Return: 1 << enum pa_fn.
 */
static __always_inline u32 pa_trust(const struct pa_open *call)
{
	if (unlikely(atomic_read(&pa_trust_unseen)) ||
	    (call->rec.ret >= 0 && !pa_trust_usual(&call->rec.kv)))
		return pa_trust_learn(call);
	return (u32)call->stages & ~atomic_read(&pa_trust_bypassing);
}

#endif /* PERFATTR_TRUST_H */
