// SPDX-License-Identifier: GPL-2.0
/*
 * What the records of all ops have in common, from entry to the ring.
 *
 * The caller of a probed function holds the file until the function has returned to it, and the
 * file holds the event, so both handlers may read them. The exception is perf_release(): when it
 * returns the event may be freed.
 */
#include "record/op_record.h"

#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/nospec.h>
#include <linux/rcupdate.h>
#include <linux/timekeeping.h>

#include "record/active_filter.h"
#include "record/caller.h"
#include "record/notify.h"
#include "record/opened.h"
#include "record/ring.h"
#include "record/trace.h"

bool pa_op_of_all;

/* Argument @n of the current system call; @args receives all of them. */
static u64 __kprobes user_arg(unsigned int n, unsigned long args[6])
{
	/* Kernel threads of powerpc have none. */
	if (IS_ENABLED(CONFIG_PPC64) && !task_pt_regs(current))
		memset(args, 0, 6 * sizeof(*args));
	else
		pa_caller_arguments(args);
	return args[n];
}

/*
 * Return true if @arg is a descriptor of @file: then it is the descriptor that the caller passed.
 * The file in the table of descriptors is only compared, so no reference to it is needed.
 */
static __always_inline bool arg_is_file(u64 arg, const struct file *file)
{
	struct files_struct *files = current->files;
	const struct fdtable *table;
	unsigned int fd = arg;
	bool is;

	if (!files || current->flags & (PF_KTHREAD | PF_EXITING))
		return false;
	rcu_read_lock();
	table = files_fdtable(files);
	is = fd < table->max_fds &&
	     rcu_access_pointer(table->fd[array_index_nospec(fd, table->max_fds)]) == file;
	rcu_read_unlock();
	return is;
}

/* The call shows no descriptor: use the one that the open returned, if to this process. */
static void __kprobes fd_of_open(struct pa_op *op, const struct pa_opened *known)
{
	if (op->fd_from != PA_FD_UNKNOWN || !known->seq || known->tgid != current->tgid)
		return;
	op->fd = known->fd;
	op->fd_from = PA_FD_OPEN;
}

/**
 * pa_op_begin() - begin the record of an op
 * @ri:   the kretprobe instance
 * @kind: which op
 *
 * Context: probe handler, at entry. Return: the op; pa_op_end() ends it.
 */
struct pa_op_inflight __kprobes *pa_op_begin(struct kretprobe_instance *ri,
					     enum pa_record_kind kind)
{
	struct pa_op_inflight *call = (struct pa_op_inflight *)ri->data;
	struct pa_record *rec = &call->rec;

	pa_caller_begin(rec, kind);
	rec->attr_more = 0;
	rec->attr_size = 0;
	rec->attr_state = PA_ATTR_UNREADABLE;
	rec->have_size = 0;
	rec->have_facts = 1;
	rec->type_pmu = 0;
	memset(&rec->op, 0, sizeof(rec->op));
	rec->op.type = PA_OP_NO_TYPE;
	call->user = 0;
	rec->abi = pa_caller_abi();
	rec->wall_ns = ktime_get_real_fast_ns();
	rec->time_ns = ktime_get_boot_fast_ns();
	return call;
}

/**
 * pa_op_begin_file() - begin the record of an op on the file of an event
 * @ri:   the kretprobe instance
 * @kind: which op
 * @file: the event's file, held by the caller of the probed function
 * @arg:  index of the system call argument that may be its descriptor, or -1
 * @args: receives the arguments of the system call, unless @arg is -1
 *
 * Context: probe handler, at entry. Return: the op; pa_op_end() ends it.
 */
struct pa_op_inflight __kprobes *pa_op_begin_file(struct kretprobe_instance *ri,
						  enum pa_record_kind kind, const struct file *file,
						  int arg, unsigned long args[6])
{
	struct pa_op_inflight *call = pa_op_begin(ri, kind);
	const struct perf_event *event = file->private_data;
	const struct pmu *pmu = READ_ONCE(event->pmu);
	struct pa_op *op = &call->rec.op;
	struct pa_opened known;

	call->file = file;
	op->id = event->id;
	op->type = event->attr.type;
	op->format = event->attr.read_format;
	/* Since 7.2 a PMU can be unregistered while events exist: it may be gone, or NULL. */
	op->pmu = pa_pmu_index(pmu);
	pa_opened_get(op->id, &known);
	op->open_seq = known.seq;
	if (arg >= 0 && arg_is_file(user_arg(arg, args), file)) {
		op->fd = args[arg];
		op->fd_from = PA_FD_CALL;
	}
	fd_of_open(op, &known);
	if (current->flags & PF_EXITING)
		op->have |= PA_OP_EXITING;
	return call;
}

/**
 * pa_op_end() - an op returns: commit its record, if the filter matches
 * @call: the op
 * @ret:  its result
 *
 * Context: probe handler. Return: 0, for the kretprobe.
 */
int __kprobes pa_op_end(struct pa_op_inflight *call, s64 ret)
{
	struct pa_record *rec = &call->rec;

	rec->duration_ns = pa_duration(rec->time_ns, ktime_get_boot_fast_ns());
	rec->ret = ret;
	if (pa_active_filter_excludes(rec, false))
		return 0;
	pa_ring_commit(rec);
	pa_notify_record();
	return 0;
}
