/* SPDX-License-Identifier: GPL-2.0 */
/* Which armed stages can be trusted to see every call. */
#ifndef PERFATTR_TRUST_H
#define PERFATTR_TRUST_H

#include <linux/atomic.h>

#include "hook/inflight.h"
#include "kernel/testing.h"

struct pmu;

/*
 * 1 << enum pa_fn, of the stages that every successful call passes: stages that were not hit yet,
 * and stages that a successful call has bypassed. If such a stage is missing in a path, that proves
 * nothing.
 */
extern atomic_t pa_trust_unseen;
extern atomic_t pa_trust_bypassing;

/*
 * Assumptions of handlers about the functions that they probe, which no header declares: trust.c
 * has a row for each, hook/proof.c says from which source each is confirmed.
 */
enum pa_proof {
	PA_PROOF_CALLER,	/* perf_copy_attr(): the caller's pointer */
	PA_PROOF_ATTR,		/* perf_copy_attr(): the copy on the stack */
	PA_PROOF_TASK,		/* perf_event_alloc(): the task */
	PA_PROOF_LEADER,	/* perf_event_alloc(): the leader of the group */
	PA_PROOF_EVENT,		/* perf_event_alloc(): the event that it returns */
	PA_PROOF_PMU,		/* perf_try_init_event(): the PMU */
	PA_PROOF_TRIED,		/* perf_try_init_event(): the event */
	PA_PROOF_OUTPUT,	/* perf_event_set_output(): the event whose buffer is used */
	PA_PROOF_CONTEXT,	/* find_get_context(): the event or the task */
	PA_PROOF_OP,		/* and so on, in the order of hook/ops.c: the file */
	PA_PROOF_LINK = PA_PROOF_OP + 7,	/* a link: the file of its event */
	PA_PROOF_MAX,
};

#define PA_PROOF(name)	(1U << PA_PROOF_##name)

/* Masks of 1 << enum pa_proof: arguments that calls have proved, and have proved wrong. */
extern atomic_t pa_trust_proved;
extern atomic_t pa_trust_wrong;

/* An open has hit the probe on the system call. */
extern bool pa_trust_entered;

void pa_trust_exit(void);
void pa_trust_absent(u32 fns);
void pa_trust_doubt(const struct pa_open *call, enum pa_fn fn);
u32 pa_trust_learn(const struct pa_open *call);
bool pa_trust_decide(enum pa_proof what, bool is_so);
u32 pa_trust_wrong_stages(void);
void pa_trust_doubt_call(struct pa_open *call, enum pa_proof what);
void pa_trust_entry(bool armed);
void pa_trust_unentered(void);
unsigned int pa_trust_unentered_count(void);

/* proof.c */
bool pa_prove_caller(struct pa_open *call, u64 uattr, const void *attr);
bool pa_prove_attr(struct pa_open *call, const void *attr);
bool pa_prove_task(struct pa_open *call, const struct task_struct *task);
bool pa_prove_leader(struct pa_open *call, enum pa_proof what, const struct perf_event *leader);
bool pa_prove_event(struct pa_open *call, enum pa_proof what, const struct perf_event *event);
bool pa_prove_pmu(struct pa_open *call, const struct pmu *pmu);
bool pa_prove_context(struct pa_open *call, struct pt_regs *regs);
bool pa_prove_op(enum pa_proof what, const void *const *ops, size_t member, const void *function);

/**
 * pa_trust_bypassed() - return true if a call has succeeded without hitting this stage
 * @fn: the stage
 *
 * Context: any.
 */
static inline bool pa_trust_bypassed(enum pa_fn fn)
{
	return atomic_read(&pa_trust_bypassing) >> fn & 1;
}

/**
 * pa_proved() - return true if calls have confirmed these assumptions
 * @proofs: 1 << enum pa_proof
 *
 * Context: any.
 */
static __always_inline bool pa_proved(u32 proofs)
{
	return likely(!(~atomic_read(&pa_trust_proved) & proofs));
}

/**
 * pa_trust_elsewhere() - note a hit outside any open, for example by a fork with inherited events
 * @fn: the stage
 *
 * Context: probe handler.
 */
static __always_inline void pa_trust_elsewhere(enum pa_fn fn)
{
	if (unlikely(atomic_read(&pa_trust_unseen) & 1U << fn))
		atomic_andnot(1U << fn, &pa_trust_unseen);
}

/* Return true if this is the path of a successful call: copy, allocate, try a PMU. */
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
