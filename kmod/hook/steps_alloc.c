// SPDX-License-Identifier: GPL-2.0
/*
 * The steps that create the event: perf_event_alloc(), and perf_try_init_event() for each PMU that
 * it asks. See steps.c.
 */
#include "hook/steps.h"

#include <linux/err.h>

#include "hook/trust.h"
#include "kernel/compat.h"
#include "kernel/kvar.h"
#include "kernel/pmu.h"
#include "kernel/probe.h"
#include "record/event.h"
#include "record/facts.h"

/* --- perf_event_alloc(attr, cpu, task, group_leader, …): the caller holds both --- */

/* Both pointers were proved, or belong to an event that was. */
static void __kprobes alloc_begun(struct pa_open *call, const struct task_struct *task,
				  const struct perf_event *leader)
{
	if (task)
		pa_event_task(&call->rec.kv, task);
	if (leader)
		pa_event_leads(&call->rec.kv, leader);
}

/* The last perf_try_init_event(): a PMU may have called security_perf_event_open() in it. */
static struct pa_step __kprobes *last_try(struct pa_kview *kv)
{
	unsigned int i = kv->nsteps;

	while (i--)
		if (kv->steps[i].fn == PA_FN_TRY_INIT)
			return &kv->steps[i];
	return NULL;
}

/* Returns the last attempt if its result is not known yet. */
static struct pa_step __kprobes *try_pending(struct pa_kview *kv)
{
	struct pa_step *last = last_try(kv);

	return last && last->ret == PA_RET_PENDING ? last : NULL;
}

/* Sets the result of the last perf_try_init_event() if its return was not followed. */
static void __kprobes try_unmeasured(struct pa_kview *kv, int ret)
{
	struct pa_step *last = try_pending(kv);

	if (last)
		last->ret = ret;
}

/* The PMU that has decided: it has not returned -ENOENT. */
static void __kprobes try_decided(struct pa_open *call, const struct pa_step *step)
{
	struct pa_kview *kv = &call->rec.kv;

	kv->pmu = step->pmu;
	kv->pmu_caps = pa_pmu_caps(call->try_caps);
	kv->pmu_task_ctx_nr = call->try_context;
}

static void __kprobes try_begin(struct pa_open *call, const struct pmu *pmu)
{
	struct pa_kview *kv = &call->rec.kv;
	struct pa_step *step;

	try_unmeasured(kv, -ENOENT);
	step = pa_step_begin(kv, PA_FN_TRY_INIT);
	step->pmu = pa_pmu_index(pmu);
	step->hardware = pmu->task_ctx_nr == perf_hw_context;
	call->try_caps = pmu->capabilities;
	call->try_context = pmu->task_ctx_nr;
}

/*
 * The result of this PMU of the kernel itself for an event: -ENOENT; 0, which means any other
 * result; or PA_RET_PENDING, not known (cpu_clock_event_init(), perf_swevent_init()).
 */
static int __kprobes try_expected(const struct pmu *pmu, const struct perf_event *event)
{
	u32 type = event->attr.type;
	u64 config;

	if (pa_pmu_is_clock(pmu, &config)) {
		if (type != PERF_TYPE_SOFTWARE)
			return PA_RET_PENDING;
		return event->attr.config == config ? 0 : -ENOENT;
	}
	switch (type) {
	case PERF_TYPE_SOFTWARE:
		if (pmu->type == type)
			return event->attr.config < PERF_COUNT_SW_MAX ? 0 : PA_RET_PENDING;
		return -ENOENT;
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT:
		return pmu->type == type ? PA_RET_PENDING : -ENOENT;
	default:
		return PA_RET_PENDING;
	}
}

static void __kprobes alloc_failed(struct pa_open *call, int err)
{
	struct pa_kview *kv = &call->rec.kv;
	struct pa_step *last = try_pending(kv);

	call->alloc->ret = err;
	if (!last)
		return;
	if (err != -ENOENT) {
		/* pa_steps_settle() sets its result. */
		if (call->tries_by_site)
			try_decided(call, last);
	} else if (!call->tries_by_site || !(call->rec.flags & PERF_FLAG_PID_CGROUP)) {
		last->ret = -ENOENT;
	} else {
		/* perf_cgroup_connect(), behind perf_init_event(), returns -ENOENT, too. */
		last->ret = call->try_expected;
		if (!last->ret)
			try_decided(call, last);
	}
}

static void __kprobes alloc_succeeded(struct pa_open *call, const struct perf_event *event)
{
	struct pa_kview *kv = &call->rec.kv;

	call->alloc->ret = 0;
	try_unmeasured(kv, 0);
	if (!pa_proved(PA_PROOF(EVENT)) && !pa_prove_event(call, PA_PROOF_EVENT, event))
		return;
	call->event = event;
	pa_event_fill(kv, event);
	if (call->rec.flags & PERF_FLAG_PID_CGROUP)
		call->cgroup = compat_cgroup(event);
}

/**
 * pa_step_alloc_return() - return of perf_event_alloc()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_alloc_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct perf_event *event = (const void *)compat_ret(regs) +
					 PA_SHUFFLED(0, EVENT, 64);
	struct pa_open *call = pa_inflight_find();

	if (!call)
		return 0;
	if (!call->alloc) {
		/* At a site: perf_event_alloc() has failed before it asked a PMU. */
		call->alloc = pa_step_begin(&call->rec.kv, PA_FN_ALLOC);
		call->unnamed = true;
	}
	if (IS_ERR_OR_NULL(event))
		alloc_failed(call, PTR_ERR(event));
	else
		alloc_succeeded(call, event);
	return 0;
}

/**
 * pa_step_alloc_entry() - entry of perf_event_alloc(attr, cpu, task, group_leader, …)
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_alloc_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct task_struct *task =
		(const void *)compat_arg(regs, PA_SHUFFLED(2, TASK, 3));
	const struct perf_event *leader =
		(const void *)compat_arg(regs, PA_SHUFFLED(PA_SHUFFLED(3, LEADER, 4), TASK, 2));
	struct pa_open *call = pa_inflight_find();

	if (!call) {
		pa_trust_elsewhere(PA_FN_ALLOC);
		return 1;
	}
	call->alloc = pa_step_begin(&call->rec.kv, PA_FN_ALLOC);
	if (!pa_proved(PA_PROOF(TASK)) && !pa_prove_task(call, task))
		task = NULL;
	if (!pa_proved(PA_PROOF(LEADER)) && !pa_prove_leader(call, PA_PROOF_LEADER, leader))
		leader = NULL;
	alloc_begun(call, task, leader);
	return 0;
}

/**
 * pa_step_alloc_part_entry() - entry of perf_event_alloc.part.0()
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * The compiler has inlined the beginning of perf_event_alloc() into its callers and left the rest
 * in this function. It has other arguments, and calls that fail early do not reach it, but its
 * result is that of the whole function.
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_alloc_part_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = pa_inflight_find();

	if (call)
		call->alloc = pa_step_begin(&call->rec.kv, PA_FN_ALLOC);
	return !call;
}

/**
 * pa_step_allocated() - perf_event_alloc() has returned to the system call
 * @kp:   the kprobe
 * @regs: behind the call
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_allocated(struct kprobe *kp, struct pt_regs *regs)
{
	return pa_step_alloc_return(NULL, regs);
}

/* --- perf_try_init_event(pmu, event): perf_init_event() keeps the PMU alive by SRCU --- */

/* Return true if PMU and event may be read: calls have proved the arguments, or this one does. */
static __always_inline bool try_known(struct pa_open *call, const struct pmu *pmu,
				      const struct perf_event *event)
{
	if (!pa_proved(PA_PROOF(PMU) | PA_PROOF(TRIED)) &&
	    (!pa_prove_pmu(call, pmu) || !pa_prove_event(call, PA_PROOF_TRIED, event)))
		return false;
	call->event = event;
	return true;
}

/**
 * pa_step_try_init() - perf_init_event() is about to call perf_try_init_event(pmu, event)
 * @kp:   the kprobe
 * @regs: before the call
 *
 * perf_event_alloc() has set task and leader of the event before.
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_try_init(struct kprobe *kp, struct pt_regs *regs)
{
	const struct pmu *pmu = (const void *)pa_probe_arg(kp, regs, PA_SHUFFLED(0, PMU, 1));
	const struct perf_event *event =
		(const void *)pa_probe_arg(kp, regs, PA_SHUFFLED(1, PMU, 0));
	struct pa_open *call = pa_inflight_find();

	if (!call) {
		pa_trust_elsewhere(PA_FN_TRY_INIT);
		return 0;
	}
	if (!try_known(call, pmu, event))
		return 0;
	if (!call->alloc) {
		const struct perf_event *leader = event->group_leader;

		call->alloc = pa_step_begin(&call->rec.kv, PA_FN_ALLOC);
		alloc_begun(call, event->hw.target, leader == event ? NULL : leader);
	}
	call->tries_by_site = true;
	if (call->rec.flags & PERF_FLAG_PID_CGROUP)
		call->try_expected = try_expected(pmu, event);
	try_begin(call, pmu);
	return 0;
}

/**
 * pa_step_try_failed() - record the result of perf_try_init_event() if it ends the search for a PMU
 * @kp:   the kprobe
 * @regs: behind the call
 *
 * A failure may pass more than one of these sites.
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_try_failed(struct kprobe *kp, struct pt_regs *regs)
{
	int ret = (int)compat_ret(regs);
	struct pa_open *call = pa_inflight_find();
	struct pa_step *step;

	/* A function without the expected arguments gets no step. */
	if (!call || ret >= 0 || ret == -ENOENT || call->doubt >> PA_FN_TRY_INIT & 1)
		return 0;
	step = last_try(&call->rec.kv);
	if (step && step->ret == PA_RET_PENDING) {
		step->ret = ret;
		try_decided(call, step);
	} else if (!step || step->ret != ret) {
		pa_trust_doubt(call, PA_FN_TRY_INIT);
	}
	return 0;
}

/**
 * pa_step_try_init_entry() - entry of perf_try_init_event(pmu, event)
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if the return is of no interest.
 */
int __kprobes pa_step_try_init_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct pmu *pmu = (const void *)compat_arg(regs, PA_SHUFFLED(0, PMU, 1));
	const struct perf_event *event =
		(const void *)compat_arg(regs, PA_SHUFFLED(1, PMU, 0));
	struct pa_open *call = pa_inflight_find();

	if (!call) {
		pa_trust_elsewhere(PA_FN_TRY_INIT);
		return 1;
	}
	if (!try_known(call, pmu, event))
		return 1;
	try_begin(call, pmu);
	/* The next entry proves that result, see try_unmeasured(): following it costs twice. */
	return call->level == 1 && try_expected(pmu, event) == -ENOENT;
}

/**
 * pa_step_try_init_return() - return of perf_try_init_event()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_try_init_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	int ret = (int)compat_ret(regs);
	struct pa_step *step = pa_step_returned(1U << PA_FN_TRY_INIT, ret);

	if (step && ret != -ENOENT)
		try_decided(pa_inflight_find(), step);
	return 0;
}

/*
 * The site is passed only on success. If earlier calls have proved that it is hit, a call that did
 * not hit it was refused there.
 */
static void __kprobes copy_settle(struct pa_open *call)
{
	if (pa_kvar_livepatched())
		pa_trust_doubt(call, PA_FN_COPY_ATTR);
	else if (pa_proved(PA_PROOF(ATTR)) && !pa_trust_bypassed(PA_FN_COPY_ATTR))
		call->copy->ret = call->rec.ret;
}

/**
 * pa_steps_settle() - infer steps from those that stages have measured
 * @call: the call; its result is set, and the same stages were armed all the time
 *
 * Context: the return handler of the system call.
 */
void __kprobes pa_steps_settle(struct pa_open *call)
{
	if (unlikely(call->cgroup))
		pa_event_cgroup_path(&call->rec.kv, call->cgroup, call->rec.arg_pid);
	if (call->rec.ret >= 0)
		return;
	if (call->unnamed)
		pa_facts_of_call(&call->rec);
	if (call->copy && call->copy->ret == PA_RET_PENDING)
		copy_settle(call);
	if (call->tries_by_site && call->alloc->ret != PA_RET_PENDING &&
	    call->alloc->ret != -ENOENT && !pa_trust_bypassed(PA_FN_TRY_INIT))
		try_unmeasured(&call->rec.kv, 0);
}
