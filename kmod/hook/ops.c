// SPDX-License-Identifier: GPL-2.0
/*
 * Ops: ioctl, mmap, munmap, read, poll and close on the file of a perf event, and the prctls that
 * enable or disable all events of a task; links are in link.c. Off by default: calls=1 switches
 * them on, and while there are runs, ops of their processes are recorded.
 *
 * The probes are on perf's own file operations (perf_fops, kernel/events/core.c), so calls on other
 * files never hit them.
 */
#include "hook/ops.h"

#include <linux/fs.h>
#include <linux/mman.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>

#include "hook/link.h"
#include "hook/trust.h"
#include "kernel/compat.h"
#include "record/caller.h"
#include "record/lookups.h"
#include "record/op_record.h"
#include "record/opened.h"

/* Rows of ops_probes, in the order of PA_PROOF_OP; these are the ops that files have. */
enum op {
	OP_COMPAT_IOCTL, OP_IOCTL, OP_MMAP, OP_MUNMAP, OP_READ, OP_POLL, OP_RELEASE, OP_ENABLE,
	OP_DISABLE, OP_LINK, OP_LINK32, OP_LOOKUP,
};

static bool object_is(enum op op, const void *const *ops, size_t member);

/*
 * Return true if this argument is the file of an event. Operations are static, so their prototypes
 * are not known; but a file points to its operations. Once that was seen, this costs nothing.
 */
#define FILE_IS(op, file, member) \
	object_is(op, (const void *const *)&(file)->f_op, offsetof(struct file_operations, member))

/* --- ioctl(file, cmd, arg) --- */

static u32 __kprobes ioctl_number(u32 cmd)
{
	return _IOC_TYPE(cmd) == '$' ? _IOC_NR(cmd) : U32_MAX;
}

static void __kprobes ioctl_value(struct pa_record *rec)
{
	u64 value;

	if (!pa_caller_copy(&value, rec->op.arg, sizeof(value)))
		return;
	rec->op.value = value;
	rec->op.have |= PA_OP_VALUE;
}

static void __kprobes ioctl_string(struct pa_record *rec)
{
	int len = pa_caller_string((char *)rec->attr, PA_ATTR_KEEP, rec->op.arg);

	rec->attr_len = max(len, 0);
	if (len >= 0)
		rec->op.have |= PA_OP_STR;
}

/* Copies the user memory that the kernel will read. */
static void __kprobes ioctl_input(struct pa_record *rec)
{
	switch (ioctl_number(rec->op.cmd)) {
	case _IOC_NR(PERF_EVENT_IOC_PERIOD):
		ioctl_value(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_SET_FILTER):
		pa_lookups_begin();
		ioctl_string(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_MODIFY_ATTRIBUTES):
		rec->attr_ptr = rec->op.arg;
		pa_caller_attr_entry(rec);
		rec->op.have |= PA_OP_ATTR;
		break;
	}
}

/* Copies the user memory that the kernel wrote, and input that was not resident at entry. */
static void __kprobes ioctl_output(struct pa_record *rec)
{
	switch (ioctl_number(rec->op.cmd)) {
	case _IOC_NR(PERF_EVENT_IOC_ID):
		if (!rec->ret)
			ioctl_value(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_QUERY_BPF):
		/* With ENOSPC the kernel has written the number of programs. */
		if (!rec->ret || rec->ret == -ENOSPC)
			ioctl_value(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_PERIOD):
		if (!(rec->op.have & PA_OP_VALUE))
			ioctl_value(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_SET_FILTER):
		if (!(rec->op.have & PA_OP_STR))
			ioctl_string(rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_MODIFY_ATTRIBUTES):
		if (rec->attr_state != PA_ATTR_ENTRY)
			pa_caller_attr_return(rec);
		break;
	}
}

static int __kprobes ioctl_begin(struct kretprobe_instance *ri, struct pt_regs *regs,
				 const struct file *file)
{
	unsigned long args[6];
	struct pa_op_inflight *call = pa_op_begin_file(ri, PA_RECORD_IOCTL, file, 0, args);

	call->rec.op.cmd = compat_arg(regs, 1);
	call->rec.op.arg = compat_arg(regs, 2);
	ioctl_input(&call->rec);
	return 0;
}

static int __kprobes compat_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(0, FILE, 1));

	return FILE_IS(OP_COMPAT_IOCTL, file, compat_ioctl) ? ioctl_begin(ri, regs, file) : 1;
}

static bool compat_is_probed(void);

/* If perf_compat_ioctl() is probed, its call of perf_ioctl() must not give a second record. */
static int __kprobes ioctl_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(0, FILE, 1));

	if (in_compat_syscall() && compat_is_probed())
		return 1;
	return FILE_IS(OP_IOCTL, file, unlocked_ioctl) ? ioctl_begin(ri, regs, file) : 1;
}

/* Return true if this ioctl was refused, or enabled an event that cannot count. */
static bool __kprobes ioctl_failed(const struct pa_op_inflight *call)
{
	const struct pa_record *rec = &call->rec;

	if (rec->ret)
		return rec->ret < 0;
	return rec->op.cmd == PERF_EVENT_IOC_ENABLE &&
	       compat_state(call->file->private_data) <= PA_STATE_ERROR;
}

static int __kprobes ioctl_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_op_inflight *call = pa_op_of(ri);

	call->rec.ret = (long)compat_ret(regs);
	ioctl_output(&call->rec);
	if (ioctl_failed(call))
		pa_op_facts_fill(call);
	return pa_op_end(call, call->rec.ret);
}

/* --- mmap(file, vma), and the close of that vma --- */

static void __kprobes map_fill(struct pa_op *op, const struct vm_area_struct *vma)
{
	op->arg = vma->vm_start;
	op->len = vma->vm_end - vma->vm_start;
	op->offset = (u64)vma->vm_pgoff << PAGE_SHIFT;
	/* VM_READ, VM_WRITE and VM_EXEC are PROT_READ, PROT_WRITE and PROT_EXEC. */
	op->prot = vma->vm_flags & (VM_READ | VM_WRITE | VM_EXEC);
	op->flags = vma->vm_flags & VM_SHARED ? MAP_SHARED : MAP_PRIVATE;
}

static int __kprobes mmap_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(0, FILE, 1));
	const struct vm_area_struct *vma =
		(const void *)compat_arg(regs, PA_SHUFFLED(1, FILE, 0));
	unsigned long args[6];
	struct pa_op *op;

	if (!FILE_IS(OP_MMAP, file, mmap))
		return 1;
	op = &pa_op_begin_file(ri, PA_RECORD_MMAP, file, 4, args)->rec.op;
	map_fill(op, vma);
	if (op->fd_from == PA_FD_CALL) {
		op->prot = args[2];
		op->flags = args[3];
	}
	return 0;
}

static int __kprobes mmap_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_op_inflight *call = pa_op_of(ri);
	s64 ret = (int)compat_ret(regs);

	if (ret)
		pa_op_facts_fill(call);
	else
		pa_opened_mapped(&call->rec.op);
	return pa_op_end(call, ret);
}

static int __kprobes munmap_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct vm_area_struct *vma = (const void *)compat_arg(regs, 0);
	struct pa_op_inflight *call;

	if (!object_is(OP_MUNMAP, (const void *const *)&vma->vm_ops,
		       offsetof(struct vm_operations_struct, close)))
		return 1;
	call = pa_op_begin_file(ri, PA_RECORD_MUNMAP, vma->vm_file, -1, NULL);
	map_fill(&call->rec.op, vma);
	pa_opened_unmapped(&call->rec.op);
	return 0;
}

/* --- read(file, buf, count, pos) --- */

static int __kprobes read_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(0, FILE, 1));
	unsigned long args[6];
	struct pa_op_inflight *call;

	if (!FILE_IS(OP_READ, file, read))
		return 1;
	call = pa_op_begin_file(ri, PA_RECORD_READ, file, 0, args);
	call->user = compat_arg(regs, 1);
	call->rec.op.arg = compat_arg(regs, 2);
	return 0;
}

static int __kprobes read_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_op_inflight *call = pa_op_of(ri);
	s64 ret = (long)compat_ret(regs);
	u16 len = clamp_t(s64, ret, 0, PA_ATTR_KEEP);

	/* The kernel has just written these bytes, so they are resident. */
	if (len && pa_caller_copy(call->rec.attr, call->user, len))
		call->rec.attr_len = len;
	if (ret <= 0)
		pa_op_facts_fill(call);
	else
		pa_health_read(&call->rec.op, call->file->private_data);
	return pa_op_end(call, ret);
}

/* --- poll(file, wait) --- */

static int __kprobes poll_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(0, FILE, 1));

	if (!FILE_IS(OP_POLL, file, poll))
		return 1;
	pa_op_begin_file(ri, PA_RECORD_POLL, file, -1, NULL);
	return 0;
}

/* Return true if the result of poll() needs a reason: no event, or no data will ever come. */
static bool __kprobes poll_failed(const struct pa_op_inflight *call, u32 mask)
{
	if (mask)
		return mask & (__force u32)(EPOLLHUP | EPOLLERR);
	return compat_state(call->file->private_data) <= PA_STATE_OFF;
}

static int __kprobes poll_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_op_inflight *call = pa_op_of(ri);
	u32 mask = compat_ret(regs);

	if (!pa_opened_polled(call->rec.op.id, mask))
		return 0;
	if (poll_failed(call, mask))
		pa_op_facts_fill(call);
	return pa_op_end(call, mask);
}

/* --- release(inode, file): the last reference is gone, the descriptor with it --- */

static int __kprobes release_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct file *file = (const void *)compat_arg(regs, PA_SHUFFLED(1, FILE, 0));
	const struct perf_event *event;
	struct pa_op_inflight *call;

	if (!FILE_IS(OP_RELEASE, file, release))
		return 1;
	event = file->private_data;
	/*
	 * Up to 6.1 perf_event_open() releases the file here if it fails after creating the file
	 * (err_file). No descriptor existed, so this is not a close. The event then has no context.
	 */
	if (!READ_ONCE(event->ctx))
		return 1;
	call = pa_op_begin_file(ri, PA_RECORD_CLOSE, file, -1, NULL);
	pa_health_close(&call->rec.op, event);
	pa_opened_forget(call->rec.op.id);
	return 0;
}

/* --- prctl(option): has no file, applies to all events that the thread has opened --- */

static int __kprobes task_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	unsigned long args[6];
	struct pa_op *op;

	if (!pa_op_wanted())
		return 1;
	op = &pa_op_begin(ri, PA_RECORD_PRCTL)->rec.op;
	pa_caller_arguments(args);
	op->arg = args[0];
	if (list_empty(&current->perf_event_list))
		op->have |= PA_OP_ALONE;
	return 0;
}

static int __kprobes int_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return pa_op_end(pa_op_of(ri), (int)compat_ret(regs));
}

static int __kprobes void_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return pa_op_end(pa_op_of(ri), 0);
}

#define OP_PROBE(name, on_entry, on_return, ...) { \
	.symbol = name, \
	.entry = on_entry, \
	.ret = on_return, \
	.data_size = offsetof(struct pa_op_inflight, rec.kv), \
	.without = "these ops will not be recorded", \
	__VA_ARGS__ \
}

#define OF_FILE(op)	.proofs = PA_PROOF(OP) << (op)

/* All in kernel/events/core.c; present in kallsyms on 5.10 to 7.3. */
static struct pa_probe ops_probes[] = {
	[OP_COMPAT_IOCTL] = OP_PROBE(IS_ENABLED(CONFIG_COMPAT) ? "perf_compat_ioctl" : NULL,
				  compat_entry, ioctl_return, OF_FILE(OP_COMPAT_IOCTL)),
	[OP_IOCTL] = OP_PROBE("perf_ioctl", ioctl_entry, ioctl_return, OF_FILE(OP_IOCTL)),
	[OP_MMAP] = OP_PROBE("perf_mmap", mmap_entry, mmap_return, OF_FILE(OP_MMAP)),
	[OP_MUNMAP] = OP_PROBE("perf_mmap_close", munmap_entry, void_return, OF_FILE(OP_MUNMAP)),
	[OP_READ] = OP_PROBE("perf_read", read_entry, read_return, OF_FILE(OP_READ)),
	[OP_POLL] = OP_PROBE("perf_poll", poll_entry, poll_return, OF_FILE(OP_POLL)),
	[OP_RELEASE] = OP_PROBE("perf_release", release_entry, int_return, OF_FILE(OP_RELEASE)),
	/* These two have no arguments, and a header declares them: nothing to prove. */
	[OP_ENABLE] = OP_PROBE("perf_event_task_enable", task_entry, int_return),
	[OP_DISABLE] = OP_PROBE("perf_event_task_disable", task_entry, int_return),
	/* kernel/bpf/syscall.c */
	[OP_LINK] = OP_PROBE(PA_LINK_CALL, pa_link_entry, pa_link_return),
	[OP_LINK32] = OP_PROBE(PA_LINK_CALL32, pa_link_entry, pa_link_return),
	/* kernel/trace/trace_events.c; not an op, but called by SET_FILTER. */
	[OP_LOOKUP] = {
		.symbol = PA_LOOKUP_SYMBOL,
		.entry = pa_lookup_entry,
		.ret = pa_lookup_return,
		.data_size = sizeof(struct pa_lookup),
		.helper = true,
		.without = "reasons of refused filters will be vague",
	},
};

struct pa_probe_set pa_ops_set = {
	.probes = ops_probes,
	.count = ARRAY_SIZE(ops_probes),
	.unwanted = true,
};

static bool __kprobes object_is(enum op op, const void *const *ops, size_t member)
{
	return pa_op_wanted() &&
	       (pa_proved(PA_PROOF(OP) << op) ||
		pa_prove_op(PA_PROOF_OP + op, ops, member, ops_probes[op].hooks[0]->krp.kp.addr));
}

static bool __kprobes compat_is_probed(void)
{
	return READ_ONCE(ops_probes[OP_COMPAT_IOCTL].armed);
}

/**
 * pa_ops_init() - allocate the table of opens; registers no probe yet
 * @maxactive: how many calls of each function are followed at once; further ones count as missed
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_ops_init(unsigned int maxactive)
{
	pa_ops_set.maxactive = maxactive;
	return pa_opened_init();
}

/**
 * pa_ops_exit() - free the table; ops are switched off
 *
 * Context: process, may sleep.
 */
void pa_ops_exit(void)
{
	/* Wait for open handlers that passed the static key before it was switched off. */
	synchronize_rcu();
	pa_opened_destroy();
}

/**
 * pa_ops_enable() - switch the recording of ops on or off
 * @on:  true: on
 * @all: record ops of all processes, not only of runs. Mappings and polls before the change are not
 *       known, so each change starts from nothing
 *
 * When off, the probes are not even registered: a disarmed one would still take memory for its
 * instances, and lengthen the table that each hit of any probe searches (get_kprobe(),
 * kernel/kprobes.c).
 *
 * Context: process, may sleep; serialised by the caller.
 */
void pa_ops_enable(bool on, bool all)
{
	if (on != pa_ops_set.unwanted && all == pa_op_of_all)
		return;
	if (!pa_ops_set.unwanted) {
		pa_probe_set_unregister(&pa_ops_set);
		pa_opened_switch(false);
	}
	WRITE_ONCE(pa_ops_set.unwanted, !on);
	WRITE_ONCE(pa_op_of_all, all);
	if (on) {
		pa_opened_switch(true);
		pa_probe_set_register(&pa_ops_set);
		pa_probe_set_arm(&pa_ops_set, 1);
	}
}
