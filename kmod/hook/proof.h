/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the arguments of probed functions are what handlers take them for. */
#ifndef PERFATTR_PROOF_H
#define PERFATTR_PROOF_H

#include "hook/trust.h"
#include "kernel/arch.h"

struct file;
struct perf_event;
struct pmu;
struct task_struct;

/*
 * A test build has handlers look in the wrong places, as if another kernel had another prototype:
 * its parameter "shuffle" says which.
 */
#ifdef PA_TEST_SHUFFLE
enum {
	PA_SHUFFLE_TASK = 1,	/* task and leader */
	PA_SHUFFLE_LEADER,	/* leader and parent_event */
	PA_SHUFFLE_ATTR,	/* the attr is elsewhere on the stack */
	PA_SHUFFLE_PMU,		/* the PMU for the event */
	PA_SHUFFLE_EVENT,	/* a pointer into the event */
	PA_SHUFFLE_OUTPUT,	/* event and output event */
	PA_SHUFFLE_CALLER,	/* the two pointers to attrs */
	PA_SHUFFLE_FILE,	/* the file of an op */
};

extern unsigned int pa_shuffle;

#define PA_SHUFFLED(usual, by, other)	(pa_shuffle == PA_SHUFFLE_##by ? (other) : (usual))
#else
#define PA_SHUFFLED(usual, by, other)	(usual)
#endif

bool pa_prove_caller(struct pa_open *call, u64 uattr, const void *attr);
bool pa_prove_attr(struct pa_open *call, const void *attr);
bool pa_prove_task(struct pa_open *call, const struct task_struct *task);
bool pa_prove_leader(struct pa_open *call, enum pa_proof what, const struct perf_event *leader);
bool pa_prove_event(struct pa_open *call, enum pa_proof what, const struct perf_event *event);
bool pa_prove_pmu(struct pa_open *call, const struct pmu *pmu);
bool pa_prove_context(struct pa_open *call, struct pt_regs *regs);
bool pa_prove_op(enum pa_proof what, const void *const *ops, size_t member, const void *function);

#endif /* PERFATTR_PROOF_H */
