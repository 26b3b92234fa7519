// SPDX-License-Identifier: GPL-2.0
/*
 * The system call itself: caller, arguments, attr, result.
 *
 * Both handlers run in atomic context on the caller's cpu: they copy facts into the
 * kretprobe instance, and at return into the ring. User memory is read without faulting; a
 * page that is not resident at entry has been faulted in by the kernel when the call returns.
 */
#include "probe/open.h"

#include <linux/compat.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <linux/uidgid.h>
#include <asm/syscall.h>

#include "probe/active_filter.h"
#include "probe/facts.h"
#include "probe/inflight.h"
#include "probe/notify.h"
#include "probe/ops.h"
#include "probe/pmu.h"
#include "probe/ring.h"
#include "probe/stages.h"
#include "probe/trace.h"

/* Read at entry in one go: the newest struct. Larger attrs cost a second copy. */
#define FIRST_COPY	sizeof(struct perf_event_attr)
/* type and size, which say how to read the rest. */
#define ATTR_HEAD	8

static atomic64_t open_unreadable;
static atomic64_t open_filtered;

static int syscall_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
static int syscall_return(struct kretprobe_instance *ri, struct pt_regs *regs);

#define SYSCALL_PROBE(name) { \
	.symbol = name, \
	.entry = syscall_entry, \
	.ret = syscall_return, \
	.data_size = sizeof(struct pa_open), \
}

/* The first must be there. */
static struct pa_probe open_probes[] = {
#ifdef CONFIG_X86_64
	SYSCALL_PROBE("__x64_sys_perf_event_open"),
	/* 32-bit programs do not pass the native entry (arch/x86/include/asm/syscall_wrapper.h). */
	SYSCALL_PROBE(IS_ENABLED(CONFIG_IA32_EMULATION) ? "__ia32_sys_perf_event_open" : NULL),
#else
	/* Native and 32-bit alike. */
	SYSCALL_PROBE("__arm64_sys_perf_event_open"),
#endif
};

#ifdef CONFIG_X86_64
/*
 * A task that was killed in user mode closes and unmaps outside of every system call. What tells
 * then is what it was started as: only i386 and x32 have addresses of 32 bits
 * (set_personality_ia32()), and of the two x32 runs in 64-bit mode.
 */
static enum pa_abi task_abi(const struct pt_regs *regs)
{
	if (!test_thread_flag(TIF_ADDR32))
		return PA_ABI_X86_64;
	return regs->cs == __USER_CS ? PA_ABI_X32 : PA_ABI_I386;
}
NOKPROBE_SYMBOL(task_abi);
#endif

/* Of a task that is in a system call. */
static __always_inline enum pa_abi syscall_abi(void)
{
#if defined(CONFIG_X86_64)
	if (in_ia32_syscall())
		return PA_ABI_I386;
	return in_x32_syscall() ? PA_ABI_X32 : PA_ABI_X86_64;
#elif defined(CONFIG_ARM64)
	return in_compat_syscall() ? PA_ABI_ARM : PA_ABI_ARM64;
#else
#error "perfattr_dump knows the system call entries of x86_64 and arm64 only"
#endif
}

/* Of any task, PA_ABI_MAX for a kernel thread that puts the last reference to a file. */
static enum pa_abi caller_abi(void)
{
#ifdef CONFIG_X86_64
	struct pt_regs *regs = task_pt_regs(current);

	if (unlikely(!user_mode(regs)))
		return PA_ABI_MAX;
	/* Not in a system call: entered by an interrupt or an exception. */
	if (unlikely((long)regs->orig_ax < 0 && !in_ia32_syscall()))
		return task_abi(regs);
#else
	if (unlikely(current->flags & PF_KTHREAD))
		return PA_ABI_MAX;
#endif
	return syscall_abi();
}
NOKPROBE_SYMBOL(caller_abi);

static bool copy_user(void *dst, u64 src, size_t len)
{
	return !copy_from_user_nofault(dst, (const void __user *)(unsigned long)src, len);
}
NOKPROBE_SYMBOL(copy_user);

/*
 * How many bytes of an attr of this size are kept: what the kernel looks at, and type and size
 * however small that is.
 */
static u32 attr_wanted(u32 size)
{
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	return clamp_t(u32, size, ATTR_HEAD, PA_ATTR_KEEP);
}
NOKPROBE_SYMBOL(attr_wanted);

/*
 * The part that is read before the size is known. Through the stack: hardened usercopy
 * needs 20 instructions to accept a buffer there and 160 for one on the heap.
 */
static u32 attr_copy_first(struct pa_record *rec)
{
	u8 buf[ALIGN(FIRST_COPY, 8)];
	u32 len = min_t(u32, FIRST_COPY, PAGE_SIZE - offset_in_page(rec->attr_ptr));

	if (len < ATTR_HEAD)
		len = ATTR_HEAD;
	if (!copy_user(buf, rec->attr_ptr, len))
		return 0;
	memcpy(rec->attr, buf, len);
	return len;
}
NOKPROBE_SYMBOL(attr_copy_first);

/* No more than @len bytes of it are there: less than its size, or not even that. */
static bool attr_ends(struct pa_record *rec, u32 len)
{
	rec->attr_len = len;
	rec->attr_state = len ? PA_ATTR_PART : PA_ATTR_UNREADABLE;
	return false;
}
NOKPROBE_SYMBOL(attr_ends);

/* The attr begins so close to the end of its page that not even its size is there. */
static bool attr_tiny(struct pa_record *rec)
{
	u32 len = PAGE_SIZE - offset_in_page(rec->attr_ptr);

	rec->type_pmu = 0;
	if (len >= ATTR_HEAD || !copy_user(rec->attr, rec->attr_ptr, len))
		len = 0;
	return attr_ends(rec, len);
}
NOKPROBE_SYMBOL(attr_tiny);

/*
 * Copies the attr. Never beyond the page that it begins on before its size is known: a
 * 64-byte attr that ends with its mapping is legal. Returns false when bytes that the
 * kernel needs were not there; those before them are kept, and attr_state says so.
 */
static bool attr_copy(struct pa_record *rec)
{
	u32 first = attr_copy_first(rec);
	u32 type, size, want;

	if (!first)
		return attr_tiny(rec);
	/* The kernel may have overwritten it (E2BIG) when this is the second try. */
	if (rec->have_size)
		memcpy(rec->attr + 4, &rec->attr_size, sizeof(rec->attr_size));
	memcpy(&size, rec->attr + 4, sizeof(size));
	rec->attr_size = size;
	rec->have_size = 1;
	memcpy(&type, rec->attr, sizeof(type));
	rec->type_pmu = pa_pmu_now(type);
	want = attr_wanted(size);
	if (want > first &&
	    !copy_user(rec->attr + first, rec->attr_ptr + first, want - first)) {
		/* perf_copy_attr() reads no more than the size when it is absurd. */
		if (size <= PAGE_SIZE)
			return attr_ends(rec, first);
		want = first;
	}
	rec->attr_len = want;
	rec->attr_more = size > want ? size - want : 0;
	return true;
}
NOKPROBE_SYMBOL(attr_copy);

/**
 * pa_open_attr_entry() - copy the caller's attr before the kernel reads it
 * @rec: begun, attr_ptr is set; receives attr and all that is said of it
 *
 * Context: probe handler.
 */
void pa_open_attr_entry(struct pa_record *rec)
{
	rec->attr_more = 0;
	rec->have_size = 0;
	rec->attr_size = 0;
	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_ENTRY;
}
NOKPROBE_SYMBOL(pa_open_attr_entry);

/**
 * pa_open_attr_return() - copy the attr after all: pa_open_attr_entry() could not
 * @rec: the call, its result is there
 *
 * Context: probe handler.
 */
void pa_open_attr_return(struct pa_record *rec)
{
	bool had_size = rec->have_size;

	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_RETURN;
	else
		atomic64_inc(&open_unreadable);
	/* The kernel may have written its own size there before we saw the caller's. */
	if (!had_size && rec->ret == -E2BIG)
		rec->have_size = 0;
}
NOKPROBE_SYMBOL(pa_open_attr_return);

static __always_inline void caller_fill(struct pa_record *rec)
{
	rec->pid = current->tgid;
	rec->tid = current->pid;
	rec->uid = __kuid_val(current_uid());
	memcpy(rec->comm, current->comm, sizeof(rec->comm));
}

/**
 * pa_open_caller() - who does this, in a system call or not
 * @rec: receives the current task
 *
 * Context: probe handler.
 */
void pa_open_caller(struct pa_record *rec)
{
	caller_fill(rec);
	rec->abi = caller_abi();
}
NOKPROBE_SYMBOL(pa_open_caller);

static int syscall_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = (struct pa_open *)ri->data;
	struct pa_record *rec = &call->rec;
	struct pt_regs *user = (struct pt_regs *)regs_get_kernel_argument(regs, 0);
	unsigned long args[6];

	syscall_get_arguments(current, user, args);
	pa_record_begin(rec, PA_RECORD_OPEN);
	rec->attr_ptr = args[0];
	rec->arg_pid = args[1];
	rec->arg_cpu = args[2];
	rec->arg_group_fd = args[3];
	rec->flags = args[4];
	caller_fill(rec);
	rec->abi = syscall_abi();
	pa_open_attr_entry(rec);
	pa_stages_begin(call);
	rec->time_ns = ktime_get_boot_fast_ns();
	return 0;
}
NOKPROBE_SYMBOL(syscall_entry);

static int syscall_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = (struct pa_open *)ri->data;
	struct pa_record *rec = &call->rec;

	rec->duration_ns = pa_duration(rec->time_ns, ktime_get_boot_fast_ns());
	rec->ret = (int)regs_return_value(regs);
	pa_stages_end(call);
	if (rec->attr_state != PA_ATTR_ENTRY)
		pa_open_attr_return(rec);
	if (rec->attr_len >= PERF_ATTR_SIZE_VER0 && rec->type_pmu)
		pa_facts_strings(rec);
	if (rec->ret < 0)
		pa_facts_fill(rec);
	if (!pa_active_filter_passes(rec)) {
		atomic64_inc(&open_filtered);
		return 0;
	}
	pa_ring_commit(rec);
	pa_ops_opened(rec);
	trace_perf_event_open(rec);
	pa_notify_record();
	return 0;
}
NOKPROBE_SYMBOL(syscall_return);

/**
 * pa_open_register() - put the probes on the system call into place, not yet armed
 * @maxactive: most calls that are followed at once; more are counted as missed
 *
 * The first entry must be there, others are optional.
 *
 * Context: process, may sleep. Return: 0, or the error of the first probe.
 */
int pa_open_register(unsigned int maxactive)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(open_probes); i++) {
		struct pa_probe *probe = &open_probes[i];

		err = probe->symbol ? pa_probe_register(probe, maxactive) : 0;
		if (!err)
			continue;
		if (!i) {
			pr_err("cannot probe %s (%d): no call could be seen, not loading\n",
			       probe->symbol, err);
			/* insmod would call ENOENT an unknown symbol of the module. */
			return err == -ENOENT ? -EOPNOTSUPP : err;
		}
		pr_warn("cannot probe %s (%d): 32-bit callers will not be seen\n",
			probe->symbol, err);
	}
	return 0;
}

/**
 * pa_open_unregister() - remove the probes; returns when no handler runs any more
 *
 * A call that is in flight goes on without us.
 *
 * Context: process, may sleep.
 */
void pa_open_unregister(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(open_probes); i++)
		pa_probe_unregister(&open_probes[i]);
}

/**
 * pa_open_enable() - arm or disarm; disarmed, the call costs what it cost without us
 * @on: what is wanted
 *
 * Context: process, may sleep; serialised by the caller.
 * Return: 0 or the error of arming; on error all are disarmed.
 */
int pa_open_enable(bool on)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(open_probes); i++) {
		err = pa_probe_arm(&open_probes[i], on);
		if (err) {
			pr_err("cannot %s the probe on %s (%d)\n", on ? "arm" : "disarm",
			       open_probes[i].symbol, err);
			if (on)
				pa_open_enable(false);
			return err;
		}
	}
	return 0;
}

/**
 * pa_open_stats() - counters for the stats file
 * @st: receives them
 *
 * Context: any.
 */
void pa_open_stats(struct pa_open_stats *st)
{
	unsigned int i;

	st->missed = 0;
	for (i = 0; i < ARRAY_SIZE(open_probes); i++)
		st->missed += pa_probe_missed(&open_probes[i]);
	st->filtered = atomic64_read(&open_filtered);
	st->unreadable = atomic64_read(&open_unreadable);
}

/**
 * pa_open_each() - call a function for each probe
 * @fn:  the function
 * @arg: passed on
 *
 * Context: as @fn.
 */
void pa_open_each(pa_probe_fn fn, void *arg)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(open_probes); i++)
		fn(&open_probes[i], arg);
}
