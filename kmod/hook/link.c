// SPDX-License-Identifier: GPL-2.0
/*
 * Links: BPF_LINK_CREATE attaches a BPF program to a perf event, as the ioctl SET_BPF does, and
 * BPF_LINK_UPDATE shall exchange it. Links to anything else are not recorded.
 *
 * The functions behind the system call are static, and some of them inlined. So the system call is
 * probed, whose arguments are in the registers of the task. The files of its descriptors are looked
 * up at its entry, and again at its return. Other threads may replace these files in between, so
 * the reasons are never certain, and a new link must have the event that was found. No reference to
 * a file is held in between: if the module is unloaded then, the handler of the return does not
 * run.
 */
#include "hook/link.h"

#include <linux/bpf.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/filter.h>
#include <linux/fs.h>

#include "core/op.h"
#include "hook/trust.h"
#include "record/caller.h"
#include "record/facts.h"
#include "record/op_record.h"

/* Values of enum bpf_attach_type and bpf_link_type, which not every kernel has. */
#define ATTACH_PERF_EVENT	41
#define LINK_OF_EVENT		7

/* Names of the file of a link: just made, and opened again by its id or its path. */
#define NAME_NEW	"bpf_link"
#define NAME_AGAIN	"bpf-link"

/*
 * How union bpf_attr begins: the descriptors of program and target, the attach type, and flags; for
 * BPF_LINK_UPDATE the descriptors of link and program, and flags. Bytes that the caller does not
 * pass are 0.
 */
struct link_attr {
	u32 word[4];
	u64 cookie;
};

/*
 * The first member of a link to an event after its head: the event's file (struct bpf_perf_link,
 * kernel/bpf/syscall.c). No header declares it, so it is used only after a new link has confirmed
 * it.
 */
static const struct file __kprobes *behind(const struct bpf_link *link)
{
	const struct file *event;

	return get_kernel_nofault(event, (const struct file **)(link + 1)) ? NULL : event;
}

static struct file __kprobes *link_hold(u32 fd, const struct file **event)
{
	struct file *file = pa_facts_get(fd, NAME_NEW, NULL) ?: pa_facts_get(fd, NAME_AGAIN, NULL);
	const struct bpf_link *link;
	u32 type;

	if (!file)
		return NULL;
	link = file->private_data;
	if (get_kernel_nofault(type, (const u32 *)&link->type) || type != LINK_OF_EVENT) {
		fput(file);
		return NULL;
	}
	*event = pa_proved(PA_PROOF(LINK)) ? behind(link) : NULL;
	return file;
}

/*
 * The file that a call names, to be put by the caller: an event, or a link to an event; NULL if it
 * is neither. @event: receives the event's file, which lives as long; NULL if it is not known.
 */
static struct file __kprobes *hold(u32 cmd, u32 fd, const struct file **event)
{
	struct file *file;

	if (cmd == PA_BPF_LINK_UPDATE)
		return link_hold(fd, event);
	file = pa_facts_get(fd, PA_FILE_NAME_PERF, NULL);
	*event = file;
	return file;
}

/* Returns 0 if it is not a program. */
static u32 __kprobes program_type(u32 fd)
{
	struct file *file = pa_facts_get(fd, PA_FILE_NAME_BPF, NULL);
	u32 type = 0;

	if (file) {
		type = ((const struct bpf_prog *)file->private_data)->type;
		fput(file);
	}
	return type;
}

static bool __kprobes is_shared(void)
{
	return atomic_read(&current->files->count) > 1;
}

static void __kprobes fill(struct pa_op_inflight *call, bool update, const struct link_attr *attr)
{
	struct pa_op *op = &call->rec.op;

	op->cmd = update ? PA_BPF_LINK_UPDATE : PA_BPF_LINK_CREATE;
	op->len = attr->word[!update];
	op->arg = attr->word[update];
	op->flags = attr->word[update ? 2 : 3];
	if (!update) {
		op->value = attr->cookie;
		op->have |= PA_OP_VALUE;
		op->fd = op->len;
		op->fd_from = PA_FD_CALL;
	}
	op->prot = program_type(op->arg);
	call->user = is_shared();
}

/**
 * pa_link_entry() - entry of bpf(cmd, attr, size)
 * @ri:   the kretprobe instance
 * @regs: registers at the entry; not used
 *
 * Context: probe handler. Return: 1 if the call is not about an event.
 */
int __kprobes pa_link_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct link_attr attr = {};
	const struct file *event;
	unsigned long args[6];
	struct file *file;
	bool update;

	pa_caller_arguments(args);
	update = (u32)args[0] == PA_BPF_LINK_UPDATE;
	if ((!update && (u32)args[0] != PA_BPF_LINK_CREATE) || !pa_op_wanted() ||
	    !pa_caller_copy(&attr, args[1], min_t(u32, args[2], sizeof(attr))))
		return 1;
	if (!update && attr.word[2] != ATTACH_PERF_EVENT)
		return 1;
	file = hold(args[0], attr.word[!update], &event);
	if (!file)
		return 1;
	if (event)
		pa_op_begin_file(ri, PA_RECORD_BPF, event, -1, NULL);
	else
		pa_op_begin(ri, PA_RECORD_BPF)->file = NULL;
	fput(file);
	fill(pa_op_of(ri), update, &attr);
	return 0;
}

/*
 * A link was made: check that it has the event's file after its head. If not, another thread has
 * replaced the link, or, between entry and return, the event.
 */
static bool __kprobes link_has(int fd, const struct file *event)
{
	struct file *file = pa_facts_get(fd, NAME_NEW, NULL);
	bool has = file && behind(file->private_data) == event;

	if (has)
		pa_trust_decide(PA_PROOF_LINK, true);
	if (file)
		fput(file);
	return has;
}

/**
 * pa_link_return() - return of bpf()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_link_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_op_inflight *call = pa_op_of(ri);
	struct pa_op *op = &call->rec.op;
	s64 ret = (int)compat_ret(regs);
	const struct file *now = NULL;
	struct file *file = hold(op->cmd, op->len, &now);
	bool same = file && now && now == call->file &&
		    ((const struct perf_event *)now->private_data)->id == op->id;

	call->user |= is_shared();
	if (same && ret < 0) {
		pa_op_facts_fill(call);
	} else if (!same || (!link_has(ret, now) && call->user)) {
		/*
		 * The event that was found at the entry may differ from the one that the kernel
		 * used.
		 */
		op->id = 0;
		op->open_seq = 0;
		op->type = PA_OP_NO_TYPE;
		op->pmu = 0;
	}
	if (file)
		fput(file);
	return pa_op_end(call, ret);
}
