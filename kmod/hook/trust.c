// SPDX-License-Identifier: GPL-2.0
/*
 * Which stages can be trusted. If a function is missing in a path, the rules conclude that the call
 * did not enter it. But an armed probe may not see all calls: the compiler or a livepatch may have
 * made a second copy of the function. So a stage is trusted only after its first hit, and no longer
 * once a call has succeeded without hitting it. The probe on the system call has the same problem.
 *
 * Nor need a function have the arguments that it has in other kernels: it is static, so no header
 * declares it and no compiler checks it. The assumptions of handlers are compared with what is
 * known from other sources until calls have decided (hook/proof.c). Values of refuted assumptions
 * are left out of all records.
 */
#include "hook/trust.h"

#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "core/names.h"
#include "hook/switches.h"

#define BIT_OF(fn)	(1U << PA_FN_##fn)
/* Every successful call passes these. */
#define PASSED		(BIT_OF(COPY_ATTR) | BIT_OF(ALLOC) | BIT_OF(TRY_INIT))

atomic_t pa_trust_unseen = ATOMIC_INIT(PASSED);
atomic_t pa_trust_bypassing;
atomic_t pa_trust_proved;
atomic_t pa_trust_wrong;

#define FILE_OF_OP(name)	{ PA_FN_NONE, name, "a file that has it as its operation" }

/* For each proof: the number of the stage, the function, and the argument that it must have. */
static const struct {
	u8 fn;
	const char *function;
	const char *expected;
} proofs[PA_PROOF_MAX] = {
	[PA_PROOF_CALLER] = { PA_FN_COPY_ATTR, "perf_copy_attr",
			      "the caller's pointer, and one to the stack behind it" },
	[PA_PROOF_ATTR] = { PA_FN_COPY_ATTR, "perf_copy_attr", "a copy of the caller's attr" },
	[PA_PROOF_TASK] = { PA_FN_ALLOC, "perf_event_alloc",
			    "the task that pid names as its third argument" },
	[PA_PROOF_LEADER] = { PA_FN_ALLOC, "perf_event_alloc",
			      "the event that group_fd names as its fourth argument" },
	[PA_PROOF_EVENT] = { PA_FN_ALLOC, "perf_event_alloc",
			     "an event with the caller's attr as its result" },
	[PA_PROOF_PMU] = { PA_FN_TRY_INIT, "perf_try_init_event",
			   "a registered PMU as its first argument" },
	[PA_PROOF_TRIED] = { PA_FN_TRY_INIT, "perf_try_init_event",
			     "an event with the caller's attr as its second argument" },
	[PA_PROOF_OUTPUT] = { PA_FN_SET_OUTPUT, "perf_event_set_output",
			      "the event that group_fd names as its second argument" },
	[PA_PROOF_CONTEXT] = { PA_FN_FIND_CONTEXT, "find_get_context",
			       "the event, or its task, among its arguments" },
	[PA_PROOF_OP] = FILE_OF_OP("perf_compat_ioctl"),
	FILE_OF_OP("perf_ioctl"),
	FILE_OF_OP("perf_mmap"),
	FILE_OF_OP("perf_mmap_close"),
	FILE_OF_OP("perf_read"),
	FILE_OF_OP("perf_poll"),
	FILE_OF_OP("perf_release"),
};

bool pa_trust_entered;
/* The probe on the system call is armed: before that no open can hit it. */
static bool trust_entry_armed;
/* Opens that reached perf_copy_attr() while none was in flight for their task. */
static atomic_t trust_unentered;
/* Warn after this many, if that probe was never hit. A few are normal while probes are armed. */
#define UNENTERED_MANY	8

/* Logs the findings of the handlers, each of them once. */
static void trust_say(struct irq_work *work)
{
	static bool said_unentered;
	static u32 said, said_wrong;
	u32 say = atomic_read(&pa_trust_bypassing) & ~said;
	u32 say_wrong = atomic_read(&pa_trust_wrong) & ~said_wrong;
	unsigned int i;

	for (i = 0; i < PA_FN_MAX; i++)
		if (say >> i & 1)
			pr_warn("some calls bypass the probe on %s(): the kernel has a second copy of the function, or a livepatch replaces it; reasons no longer rely on this probe\n",
				pa_functions[i].name.text);
	for (i = 0; i < PA_PROOF_MAX; i++)
		if (say_wrong >> i & 1)
			pr_warn("%s() does not have %s: records will not show it\n",
				proofs[i].function, proofs[i].expected);
	said |= say;
	said_wrong |= say_wrong;
	if (said_unentered || READ_ONCE(pa_trust_entered) ||
	    atomic_read(&trust_unentered) < UNENTERED_MANY)
		return;
	said_unentered = true;
	pr_warn("%d calls of perf_event_open() did not hit the probe on its entry and are not recorded: see unentered in stats\n",
		atomic_read(&trust_unentered));
}

static DEFINE_IRQ_WORK(trust_say_work, trust_say);

/**
 * pa_trust_exit() - wait until nothing is logged any more; after the stages are unregistered
 *
 * The probe on the system call may still be armed, but pa_stages_done() does not use calls during
 * which stages were disarmed.
 *
 * Context: process, may sleep.
 */
void pa_trust_exit(void)
{
	synchronize_rcu();
	irq_work_sync(&trust_say_work);
}

/**
 * pa_trust_absent() - do not expect hits of stages that have no probe
 * @fns: 1 << enum pa_fn
 *
 * Context: any, before the stages are armed.
 */
void pa_trust_absent(u32 fns)
{
	atomic_andnot(fns, &pa_trust_unseen);
}

/**
 * pa_trust_learn() - learn from a call's path which stages can be trusted
 * @call: the call; its result and path are complete
 *
 * Context: probe handler. Return: as pa_trust().
 */
u32 __kprobes pa_trust_learn(const struct pa_open *call)
{
	const struct pa_kview *kv = &call->rec.kv;
	u32 passed = 0;
	u32 bypassed;
	unsigned int i;

	/* A success that a site has not seen is not known at the end either. */
	for (i = 0; i < kv->nsteps; i++) {
		if (kv->steps[i].ret != PA_RET_PENDING)
			passed |= 1U << kv->steps[i].fn;
	}
	atomic_andnot(passed, &pa_trust_unseen);
	bypassed = (u32)call->stages & PASSED & ~passed & ~call->doubt &
		   ~atomic_read(&pa_trust_bypassing);
	if (call->rec.ret >= 0 && bypassed && !kv->steps_lost) {
		atomic_or(bypassed, &pa_trust_bypassing);
		atomic_andnot(bypassed, &pa_trust_unseen);
		irq_work_queue(&trust_say_work);
	}
	return (u32)call->stages & ~(atomic_read(&pa_trust_unseen) |
				     atomic_read(&pa_trust_bypassing));
}

/* Return true for a caller that may do anything; root of a container may not. */
static bool __kprobes is_believed(void)
{
	const struct cred *cred = current_cred();

	return cred->user_ns == &init_user_ns && uid_eq(cred->euid, GLOBAL_ROOT_UID) &&
	       cap_raised(cred->cap_effective, CAP_SYS_ADMIN);
}

/**
 * pa_trust_decide() - note whether a call confirms an assumption of handlers
 * @what:  the assumption
 * @is_so: true if the call confirms it
 *
 * One call of any user can confirm an assumption: an address equals one that is known from another
 * source. Only a call of root can refute it, since other users may change memory and descriptors
 * during a call to blind the module, and only as long as no call has confirmed it.
 *
 * Context: probe handler, in the task that made the call. Return: whether it is so.
 */
bool __kprobes pa_trust_decide(enum pa_proof what, bool is_so)
{
	u32 bit = 1U << what;

	if (atomic_read(&pa_trust_wrong) & bit)
		return false;
	if (is_so) {
		atomic_or(bit, &pa_trust_proved);
	} else if (is_believed() && !(atomic_read(&pa_trust_proved) & bit)) {
		atomic_or(bit, &pa_trust_wrong);
		irq_work_queue(&trust_say_work);
	}
	return is_so;
}

/**
 * pa_trust_doubt_call() - this call's record must do without something that was not proved
 * @call: the call
 * @what: the assumption
 *
 * Context: probe handler.
 */
void __kprobes pa_trust_doubt_call(struct pa_open *call, enum pa_proof what)
{
	call->doubt |= 1U << proofs[what].fn;
}

/**
 * pa_trust_wrong_stages() - the stages whose functions differ from other kernels
 *
 * Context: any. Return: 1 << enum pa_fn.
 */
u32 __kprobes pa_trust_wrong_stages(void)
{
	u32 wrong = atomic_read(&pa_trust_wrong);
	u32 stages = 0;
	unsigned int i;

	for (i = 0; unlikely(wrong) && i < PA_PROOF_OP; i++)
		if (wrong >> i & 1)
			stages |= 1U << proofs[i].fn;
	return stages;
}

/**
 * pa_trust_doubt() - a call has passed a stage in a way that the probes do not see
 * @call: the call
 * @fn:   the stage
 *
 * Context: probe handler.
 */
void __kprobes pa_trust_doubt(const struct pa_open *call, enum pa_fn fn)
{
	if (!pa_switches_steady(call->switches) ||
	    atomic_fetch_or(1U << fn, &pa_trust_bypassing) & 1U << fn)
		return;
	atomic_andnot(1U << fn, &pa_trust_unseen);
	irq_work_queue(&trust_say_work);
}

/**
 * pa_trust_entry() - the probe on the system call was armed, or will be disarmed
 * @armed: which
 *
 * Stages are armed before that probe, and calls hit them in between.
 *
 * Context: process.
 */
void pa_trust_entry(bool armed)
{
	WRITE_ONCE(trust_entry_armed, armed);
}

/**
 * pa_trust_unentered() - an open has hit perf_copy_attr(), but none is in flight for the task
 *
 * So the call was entered before its probe was armed, is not followed, or was missed. If no call
 * has ever hit that probe, it is on a copy of the function that no call runs.
 *
 * Context: probe handler.
 */
void __kprobes pa_trust_unentered(void)
{
	if (!READ_ONCE(trust_entry_armed) || !pa_switches_steady(pa_switches_begin()))
		return;
	if (atomic_inc_return(&trust_unentered) == UNENTERED_MANY && !READ_ONCE(pa_trust_entered))
		irq_work_queue(&trust_say_work);
}

/**
 * pa_trust_unentered_count() - number of opens that hit perf_copy_attr() while none was in flight
 *
 * Context: any. Return: the number of opens, including those that are not followed, or were missed.
 */
unsigned int pa_trust_unentered_count(void)
{
	return atomic_read(&trust_unentered);
}
