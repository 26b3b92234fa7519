// SPDX-License-Identifier: GPL-2.0
/*
 * Steps: the probes on inner functions of perf_event_open() add them to a record.
 *
 * There are two ways to watch perf_copy_attr(), perf_event_alloc() and perf_try_init_event().
 * Sites, see hook/sites.c, are probes on single instructions. Where none were found, the entry and
 * the return of the function are probed.
 *
 * Sites measure only what cannot be inferred. The rest follows: if perf_copy_attr() was entered and
 * the call did not go on behind it, its error is that of the call; perf_init_event() asks the next
 * PMU only after -ENOENT; a PMU that was asked last and has not failed has accepted.
 */
#include "hook/steps.h"

#include <linux/err.h>

#include "hook/trust.h"
#include "record/caller.h"

/* --- functions whose result alone is recorded --- */

/* Returns the call, or NULL if the hit belongs to no open in flight. */
static struct pa_open __kprobes *follow(enum pa_fn fn)
{
	struct pa_open *call = pa_inflight_find();

	if (call)
		pa_step_begin(&call->rec.kv, fn);
	return call;
}

/**
 * pa_step_returned() - one of these functions has returned
 * @fns: 1 << enum pa_fn; of these, the one that was entered last and is still running
 * @ret: its result
 *
 * Others may have been entered and left since: find_get_context() and PMUs ask
 * security_perf_event_open().
 *
 * Context: probe handler. Return: its step, or NULL.
 */
struct pa_step __kprobes *pa_step_returned(u32 fns, int ret)
{
	struct pa_open *call = pa_inflight_find();
	unsigned int i = call ? call->rec.kv.nsteps : 0;

	while (i--) {
		struct pa_step *step = &call->rec.kv.steps[i];

		if (1U << step->fn & fns && step->ret == PA_RET_PENDING) {
			step->ret = ret;
			return step;
		}
	}
	return NULL;
}

/**
 * pa_step_output_entry() - entry of perf_event_set_output(event, output_event)
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_output_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = follow(PA_FN_SET_OUTPUT);

	if (call && !pa_proved(PA_PROOF(OUTPUT)))
		pa_prove_leader(call, PA_PROOF_OUTPUT,
				(const void *)compat_arg(regs, PA_SHUFFLED(1, OUTPUT, 0)));
	return !call;
}

/**
 * pa_step_context_entry() - entry of find_get_context()
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_context_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pa_open *call = follow(PA_FN_FIND_CONTEXT);

	if (call && !pa_proved(PA_PROOF(CONTEXT)))
		pa_prove_context(call, regs);
	return !call;
}

/**
 * pa_step_security_entry() - entry of security_perf_event_open()
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_security_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !follow(PA_FN_SECURITY);
}

/**
 * pa_step_int_return() - return of perf_event_set_output() and security_perf_event_open()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_int_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	pa_step_returned(1U << PA_FN_SET_OUTPUT | 1U << PA_FN_SECURITY, (int)compat_ret(regs));
	return 0;
}

/**
 * pa_step_pointer_return() - return of find_get_context(), which returns a pointer or ERR_PTR()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_pointer_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	pa_step_returned(1U << PA_FN_FIND_CONTEXT, PTR_ERR_OR_ZERO((const void *)compat_ret(regs)));
	return 0;
}

/* --- perf_copy_attr(uattr, attr): attr is the kernel's copy, on the stack of the caller --- */

/* Return true if the system call is the open of this attr: an ioctl passes it elsewhere. */
static bool __kprobes is_open(struct pt_regs *regs)
{
	unsigned long args[6];

	pa_caller_arguments(args);
	return args[0] == compat_arg(regs, 0);
}

/* Returns false if no open is in flight, or if the arguments are others. */
static bool __kprobes copy_begun(struct pt_regs *regs)
{
	struct pa_open *call = pa_inflight_find();

	if (!call) {
		if (is_open(regs))
			pa_trust_unentered();
		return false;
	}
	call->attr = (const void *)compat_arg(regs, PA_SHUFFLED(1, CALLER, 0)) +
		     PA_SHUFFLED(0, ATTR, 8);
	if (!pa_proved(PA_PROOF(CALLER)) &&
	    !pa_prove_caller(call, compat_arg(regs, PA_SHUFFLED(0, CALLER, 1)), call->attr))
		return false;
	call->copy = pa_step_begin(&call->rec.kv, PA_FN_COPY_ATTR);
	return true;
}

static int __kprobes copy_done(int ret)
{
	struct pa_open *call = pa_inflight_find();
	struct pa_kview *kv;

	if (!call || !call->copy)
		return 0;
	call->copy->ret = ret;
	if (ret || (!pa_proved(PA_PROOF(ATTR)) && !pa_prove_attr(call, call->attr)))
		return 0;
	kv = &call->rec.kv;
	memcpy(kv->kattr, call->attr, sizeof(struct perf_event_attr));
	pa_le_attr(kv->kattr, sizeof(struct perf_event_attr), sizeof(kv->kattr));
	kv->kattr_len = sizeof(struct perf_event_attr);
	kv->have |= PA_KV_COPIED;
	return 0;
}

/**
 * pa_step_copy_attr_entry() - entry of perf_copy_attr(), whose return is probed, too
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 1 if no open is in flight.
 */
int __kprobes pa_step_copy_attr_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !copy_begun(regs);
}

/**
 * pa_step_copy_attr_return() - return of perf_copy_attr()
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_copy_attr_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return copy_done((int)compat_ret(regs));
}

/**
 * pa_step_copy_attr() - entry of perf_copy_attr(), whose success is seen at a site
 * @kp:   the kprobe
 * @regs: registers at the entry
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_copy_attr(struct kprobe *kp, struct pt_regs *regs)
{
	copy_begun(regs);
	return 0;
}

/**
 * pa_step_copied() - perf_copy_attr() has returned 0
 * @kp:   the kprobe
 * @regs: registers of the system call
 *
 * Context: probe handler. Return: 0.
 */
int __kprobes pa_step_copied(struct kprobe *kp, struct pt_regs *regs)
{
	return copy_done(0);
}

/**
 * pa_steps_drop() - remove stages from the path of a call
 * @kv:  the event as the kernel made it
 * @fns: 1 << enum pa_fn
 *
 * Context: probe handler.
 */
void __kprobes pa_steps_drop(struct pa_kview *kv, u32 fns)
{
	unsigned int i, n = 0;

	for (i = 0; i < kv->nsteps; i++)
		if (!(fns >> kv->steps[i].fn & 1))
			kv->steps[n++] = kv->steps[i];
	kv->nsteps = n;
	kv->followed &= ~fns;
}
