/* SPDX-License-Identifier: GPL-2.0 */
/* Proofs that the arguments of probed functions are those that handlers expect. */
#ifndef PERFATTR_PROOF_H
#define PERFATTR_PROOF_H

#include "hook/trust.h"
#include "kernel/testing.h"

struct file;
struct perf_event;
struct pmu;
struct task_struct;

bool pa_prove_caller(struct pa_open *call, u64 uattr, const void *attr);
bool pa_prove_attr(struct pa_open *call, const void *attr);
bool pa_prove_task(struct pa_open *call, const struct task_struct *task);
bool pa_prove_leader(struct pa_open *call, enum pa_proof what, const struct perf_event *leader);
bool pa_prove_event(struct pa_open *call, enum pa_proof what, const struct perf_event *event);
bool pa_prove_pmu(struct pa_open *call, const struct pmu *pmu);
bool pa_prove_context(struct pa_open *call, struct pt_regs *regs);
bool pa_prove_op(enum pa_proof what, const void *const *ops, size_t member, const void *function);

#endif /* PERFATTR_PROOF_H */
