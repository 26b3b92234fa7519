// SPDX-License-Identifier: GPL-2.0
/*
 * The system call itself: caller, arguments, attr, result.
 *
 * Both handlers run in atomic context in the caller's task. They collect the record in the
 * kretprobe instance; the return handler copies it into the ring.
 */
#include "hook/open.h"

#include <linux/timekeeping.h>

#include "hook/share.h"
#include "hook/stages.h"
#include "hook/trust.h"
#include "record/active_filter.h"
#include "record/caller.h"
#include "record/count.h"
#include "record/facts.h"
#include "record/notify.h"
#include "record/opened.h"
#include "record/ring.h"
#include "record/trace.h"

/*
 * Do not use @regs of the handler: the function at the entry gets different ones. @narrow: only
 * calls that enter as 32-bit code pay for the conversion of their arguments.
 */
static __always_inline void call_arguments(struct pa_record *rec, bool narrow)
{
	unsigned long args[6];
	enum pa_abi abi = pa_caller_syscall_abi();

	if (narrow)
		pa_caller_arguments(args);
	else
		syscall_get_arguments(current, task_pt_regs(current), args);
	rec->abi = abi;
	rec->attr_ptr = args[0];
	rec->arg_pid = args[1];
	rec->arg_cpu = args[2];
	rec->arg_group_fd = args[3];
	rec->flags = args[4];
}

/*
 * The call will hit the stages in any case. Out of line, so that usual calls save no registers for
 * it. Returns 1: the instance is free.
 */
static noinline int __kprobes not_followed(void)
{
	if (static_branch_likely(&pa_stages_on))
		this_cpu_inc(pa_count_tally.unfollowed);
	return 1;
}

static __always_inline int entered(struct kretprobe_instance *ri, bool narrow)
{
	struct pa_open *call = (struct pa_open *)ri->data;
	struct pa_record *rec = &call->rec;

	if (unlikely(!READ_ONCE(pa_trust_entered)))
		WRITE_ONCE(pa_trust_entered, true);
	call_arguments(rec, narrow);
	pa_caller_begin(rec, PA_RECORD_OPEN);
	pa_caller_attr_entry(rec);
	if (pa_active_filter_excludes(rec, true))
		return not_followed();
	if (unlikely(!pa_share_take(call)))
		return not_followed();
	pa_stages_begin(call);
	rec->wall_ns = ktime_get_real_fast_ns();
	rec->time_ns = ktime_get_boot_fast_ns();
	return 0;
}

static int __kprobes syscall_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return entered(ri, false);
}

static int __kprobes syscall_entry32(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return entered(ri, true);
}

static int __kprobes syscall_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = (struct pa_open *)ri->data;
	struct pa_record *rec = &call->rec;

	rec->ret = (int)compat_ret(regs);
	pa_share_give(call);
	if (unlikely(rec->attr_state != PA_ATTR_ENTRY))
		pa_caller_attr_return(rec);
	rec->duration_ns = pa_duration(rec->time_ns, ktime_get_boot_fast_ns());
	pa_stages_end(call);
	if (pa_active_filter_excludes(rec, false))
		return 0;
	if (unlikely(rec->type_pmu) && rec->attr_len >= PERF_ATTR_SIZE_VER0)
		pa_facts_strings(rec);
	if (rec->ret < 0)
		pa_facts_fill(rec);
	pa_ring_commit(rec);
	pa_opened_remember(rec);
	trace_perf_event_open(rec);
	pa_notify_record();
	return 0;
}

#define SYSCALL_PROBE(name, handler, ...) { \
	.symbol = name, \
	.entry = handler, \
	.ret = syscall_return, \
	.data_size = sizeof(struct pa_open), \
	__VA_ARGS__ \
}

static struct pa_probe open_probes[] = {
	SYSCALL_PROBE(COMPAT_SYS "perf_event_open", syscall_entry, .needed = true),
	SYSCALL_PROBE(COMPAT_CALL32("perf_event_open"), syscall_entry32,
		      .without = "32-bit callers will not be seen"),
};

struct pa_probe_set pa_open_set = PA_PROBE_SET(open_probes);

/**
 * pa_open_register() - register the probes on the system call, not yet armed
 * @maxactive: how many calls are followed at once; further ones count as missed. hook/share.c says
 *             how many of one user
 *
 * The probe on the native entry is mandatory, the one on the 32-bit entry is not.
 *
 * Context: process, may sleep. Return: 0, or why the native one cannot be registered.
 */
int pa_open_register(unsigned int maxactive)
{
	int err;

	pa_share_init(maxactive);
	pa_open_set.maxactive = maxactive;
	err = pa_probe_set_register(&pa_open_set);
	if (err)
		pr_err("cannot probe %s (%d), so no call would be seen: is it in /proc/kallsyms?\n",
		       open_probes[0].symbol, err);
	/* For ENOENT insmod would print "Unknown symbol in module". */
	return err == -ENOENT ? -EOPNOTSUPP : err;
}

/**
 * pa_open_enable() - arm or disarm; disarmed, a call costs the same as without the module
 * @on: true: arm
 *
 * Context: process, may sleep; serialised by the caller.
 * Return: 0 or an error; if arming fails all are disarmed.
 */
int pa_open_enable(bool on)
{
	int err;

	if (!on)
		pa_trust_entry(false);
	err = pa_probe_set_arm(&pa_open_set, on);
	if (err && on)
		pa_probe_set_arm(&pa_open_set, 0);
	else if (on)
		pa_trust_entry(true);
	return err;
}
