/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between kernels since 5.10, one inline function or macro each. Kbuild greps the
 * target's headers and sets HAVE_…; where no known variant matches, #error stops the build.
 */
#ifndef PERFATTR_COMPAT_H
#define PERFATTR_COMPAT_H

#include <linux/capability.h>
#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/sched/clock.h>
#include <linux/sched/user.h>

#include "core/endian.h"
#include "core/env.h"
#include "kernel/arch.h"

/* kernel_cap_t: struct { __u32 cap[2]; } up to 6.2, struct { u64 val; } from 6.3. */
static inline u64 compat_cap_bits(kernel_cap_t cap)
{
#if defined(HAVE_KERNEL_CAP_VAL)
	return cap.val;
#elif defined(HAVE_KERNEL_CAP_ARRAY)
	return cap.cap[0] | (u64)cap.cap[1] << 32;
#else
#error "kernel_cap_t has neither cap[2] nor val: teach compat_cap_bits() and Kbuild its new layout"
#endif
}

/*
 * bus_for_each_dev() takes a const bus since 6.4; dev->bus is const since 6.3. The type of the
 * callback is the same in all kernels.
 */
#ifdef HAVE_CONST_BUS_TYPE
#define COMPAT_BUS_CONST const
#else
#define COMPAT_BUS_CONST
#endif

/*
 * The bus of a PMU's device, NULL if it has no device. For the clock PMUs pmu->dev is NULL up to
 * 6.1, and PMU_NULL_DEV, which is (void *)~0UL, since 6.12.
 */
static inline COMPAT_BUS_CONST struct bus_type *compat_pmu_bus(const struct pmu *pmu)
{
	if (!pmu->dev || pmu->dev == (struct device *)~0UL)
		return NULL;
	return pmu->dev->bus;
}

/* Bits of the word at offset 116 that this kernel defines: it has aux_action since 6.13. */
static inline u32 compat_known_aux(void)
{
#ifdef HAVE_PERF_AUX_ACTION
	struct perf_event_attr attr = {};

	attr.__reserved_3--;
	return ~(PA_BIG_ENDIAN ? (u32)pa_bits_turned(attr.aux_action, 32) : attr.aux_action);
#else
	return 0;
#endif
}

/* PA_K_*: the checks of perf_event_open() that this kernel has but not every kernel. */
static inline u32 compat_checks(void)
{
	u32 has = 0;

	/* Debian, Ubuntu: with a high perf_event_paranoid every call needs CAP_SYS_ADMIN. */
#ifdef HAVE_PERF_PARANOID_ANY
	has |= PA_K_PARANOID_ANY;
#endif
#ifdef HAVE_PERF_PARANOID_MAX
	has |= PA_K_PARANOID_MAX;
#endif
	/* Since 6.2 one context serves all PMUs, and the checks around it are in another order. */
#ifdef HAVE_PERF_PMU_CTX
	has |= PA_K_PMU_CTX;
#endif
	/*
	 * Kernel callchains need perf_allow_kernel() since 6.12. No header shows that directly, but
	 * the function lost its attr argument in the same release, and Kbuild looks for that.
	 */
#ifdef HAVE_PERF_ALLOW_CALLCHAIN
	has |= PA_K_ALLOW_CALLCHAIN;
#endif
	if (IS_ENABLED(CONFIG_CGROUP_PERF))
		has |= PA_K_CGROUP_PERF;
	return has;
}

/*
 * The highest perf_event_paranoid for which perf_paranoid_any() is false: 2 on Debian, different
 * on Ubuntu. Kbuild parses the function's body; it defines nothing if it does not recognise that.
 */
static inline s32 compat_paranoid_max(void)
{
#ifdef HAVE_PERF_PARANOID_MAX
	return HAVE_PERF_PARANOID_MAX;
#else
	return 0;
#endif
}

/*
 * Up to 5.13 a fault in a handler increments nmissed (kprobe_fault_handler(),
 * arch/x86/kernel/kprobes/core.c). Our handlers fault when user memory is not resident, which
 * loses no hit, so this undoes the increment. register_kretprobe() clears fault_handler: set it
 * afterwards. Where others have probes at the same address, the kernel also counts the fault for
 * each of these, which nothing undoes. Two cpus at once may lose one of the updates.
 */
#ifdef HAVE_KPROBE_FAULT_HANDLER
static inline int compat_fault_is_no_miss(struct kprobe *kp, struct pt_regs *regs, int trap)
{
	kp->nmissed--;
	return 0;
}
#endif

/* @on: false for a probe that outlives the module. */
static inline void compat_count_no_faults(struct kprobe *kp, bool on)
{
#ifdef HAVE_KPROBE_FAULT_HANDLER
	kp->fault_handler = on ? compat_fault_is_no_miss : NULL;
#endif
}

/* event->state: PERF_EVENT_STATE_REVOKED came with 7.2, and moved PERF_EVENT_STATE_DEAD. */
static inline s8 compat_state(const struct perf_event *event)
{
	s32 state = READ_ONCE(event->state);

#ifdef HAVE_PERF_STATE_REVOKED
	if (state == PERF_EVENT_STATE_REVOKED)
		return PA_STATE_REVOKED;
#endif
	return state == PERF_EVENT_STATE_DEAD ? PA_STATE_DEAD : state;
}

/* How often the event is mapped: atomic_t up to 6.17, refcount_t since then. */
static inline u32 compat_mmap_count(const struct perf_event *event)
{
#ifdef HAVE_PERF_MMAP_REFCOUNT
	return refcount_read(&event->mmap_count);
#else
	return atomic_read(&event->mmap_count);
#endif
}

/* Pages that count against perf_event_mlock_kb: user_struct.locked_vm up to 5.14. */
static inline u64 compat_perf_pages(const struct user_struct *user)
{
#ifdef HAVE_USER_PERF_MLOCK
	return atomic_long_read(&user->perf_mlock);
#else
	return atomic_long_read(&user->locked_vm);
#endif
}

/*
 * Since 6.8 prog->sleepable, before prog->aux->sleepable. A macro, because <linux/filter.h> brings
 * 30,000 lines, and one file asks.
 */
#ifdef HAVE_BPF_PROG_SLEEPABLE
#define compat_prog_sleepable(prog)	((prog)->sleepable)
#else
#define compat_prog_sleepable(prog)	((prog)->aux->sleepable)
#endif

/* Return true if a BPF program is attached. The pointer is only compared, never followed. */
static inline bool compat_has_program(const struct perf_event *event)
{
#ifdef CONFIG_BPF_SYSCALL
	return READ_ONCE(event->prog);
#else
	return false;
#endif
}

/* The trace event that an event counts, or NULL. */
static inline struct trace_event_call *compat_trace_event(const struct perf_event *event)
{
#ifdef CONFIG_EVENT_TRACING
	return event->tp_event;
#else
	return NULL;
#endif
}

/* The cgroup that an event monitors, or NULL. */
static inline struct cgroup *compat_cgroup(const struct perf_event *event)
{
#ifdef CONFIG_CGROUP_PERF
	return event->cgrp ? event->cgrp->css.cgroup : NULL;
#else
	return NULL;
#endif
}

/* Samples that did not fit into the buffer; counted since 6.0, and in stable kernels. */
static inline bool compat_lost(u64 *lost, const struct perf_event *event)
{
#ifdef HAVE_PERF_LOST_SAMPLES
	*lost = atomic64_read(&event->lost_samples);
	return true;
#else
	*lost = 0;
	return false;
#endif
}

/* EVENT_TIME of enum event_type_t, kernel/events/core.c: the clock of the context runs. */
#define COMPAT_EVENT_TIME	0x4

#if !defined(HAVE_PERF_TIME_CTX) && !defined(HAVE_PERF_TIMEOFFSET)
/*
 * Up to 5.16, stable kernels aside, a context has no offset from the clock: it has a time, and the
 * value of the clock at which it had that time.
 */
static inline u64 compat_context_clock(const struct perf_event_context *ctx, bool runs)
{
	u64 clock = local_clock(), timestamp = READ_ONCE(ctx->timestamp);

	return READ_ONCE(ctx->time) + (runs && clock > timestamp ? clock - timestamp : 0);
}
#endif

/*
 * The time of a context now, as perf_event_time_now() of kernel/events/core.c. The context is
 * scheduled in on this cpu, and interrupts are off, so nobody updates it. Returns false if a
 * guest's time is subtracted (since 7.0), as for the context of a mediated PMU.
 */
static inline bool compat_context_now(u64 *now, const struct perf_event_context *ctx)
{
	bool runs = READ_ONCE(ctx->is_active) & COMPAT_EVENT_TIME;

#ifdef HAVE_PERF_TIME_CTX
	*now = runs ? local_clock() + READ_ONCE(ctx->time.offset) : READ_ONCE(ctx->time.time);
	return !READ_ONCE(ctx->timeguest.time);
#elif defined(HAVE_PERF_TIMEOFFSET)
	*now = runs ? local_clock() + READ_ONCE(ctx->timeoffset) : READ_ONCE(ctx->time);
	return true;
#else
	*now = compat_context_clock(ctx, runs);
	return true;
#endif
}

#endif /* PERFATTR_COMPAT_H */
