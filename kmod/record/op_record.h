/* SPDX-License-Identifier: GPL-2.0 */
/* The record of an op on the file of a perf event, from entry to the ring. */
#ifndef PERFATTR_OP_RECORD_H
#define PERFATTR_OP_RECORD_H

#include <linux/kprobes.h>

#include "core/record.h"
#include "record/runs.h"

struct file;
struct perf_event;

/**
 * struct pa_op_inflight - an op that has been entered and has not returned
 * @file: the file of its event, except of a prctl; held until the probed function has returned, but
 *        of a bpf only compared
 * @user: read: address of the caller's buffer; bpf: other tasks have the same descriptors
 * @rec:  its record; the kretprobe instance has no space for @rec.kv
 */
struct pa_op_inflight {
	const struct file *file;
	u64 user;
	struct pa_record rec;
};

/* True: ops of all processes are recorded; false: only those of runs. */
extern bool pa_op_of_all;

struct pa_op_inflight *pa_op_begin(struct kretprobe_instance *ri, enum pa_record_kind kind);
struct pa_op_inflight *pa_op_begin_file(struct kretprobe_instance *ri, enum pa_record_kind kind,
					const struct file *file, int arg, unsigned long args[6]);
int pa_op_end(struct pa_op_inflight *call, s64 ret);

/* op_facts.c and health.c */
void pa_op_facts_fill(struct pa_op_inflight *call);
void pa_health_read(struct pa_op *op, const struct perf_event *event);
void pa_health_close(struct pa_op *op, const struct perf_event *event);

/**
 * pa_op_wanted() - return true if an op of the current task is to be recorded
 *
 * Context: probe handler.
 */
static __always_inline bool pa_op_wanted(void)
{
	return READ_ONCE(pa_op_of_all) || pa_runs_of_caller();
}

/**
 * pa_op_of() - the op that pa_op_begin() has begun
 * @ri: the kretprobe instance
 *
 * Context: probe handler, at return.
 */
static __always_inline struct pa_op_inflight *pa_op_of(struct kretprobe_instance *ri)
{
	return (struct pa_op_inflight *)ri->data;
}

#endif /* PERFATTR_OP_RECORD_H */
