// SPDX-License-Identifier: GPL-2.0
/*
 * Which stages can be trusted. If a function is missing in a path, the rules conclude that the call
 * did not enter it. But an armed probe may not see all calls: the compiler or a livepatch may have
 * made a second copy of the function. So a stage is trusted only after its first hit, and no longer
 * once a call has succeeded without hitting it. The probe on the system call has the same problem.
 */
#include "hook/trust.h"

#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "core/names.h"

#define BIT_OF(fn)	(1U << PA_FN_##fn)
/* Every successful call passes these. */
#define PASSED		(BIT_OF(COPY_ATTR) | BIT_OF(ALLOC) | BIT_OF(TRY_INIT))

atomic_t pa_trust_unseen = ATOMIC_INIT(PASSED);
atomic_t pa_trust_bypassing;

/* Calls that reached perf_copy_attr() without hitting the probe on the system call. */
static atomic_t trust_unentered;
/* Warn after so many, if that probe was never hit. A few are normal while probes are armed. */
#define UNENTERED_MANY	8

static struct irq_work trust_say_work;

/* Only a call that hit the probe on the system call clears this bit. */
static bool entry_fires(void)
{
	return !(atomic_read(&pa_trust_unseen) & BIT_OF(COPY_ATTR));
}
NOKPROBE_SYMBOL(entry_fires);

/* Logs what the handlers have found, each finding once. */
static void trust_say(struct irq_work *work)
{
	static bool said_unentered;
	static u32 said;
	u32 say = atomic_read(&pa_trust_bypassing) & ~said;
	unsigned int fn;

	for (fn = 0; fn < PA_FN_MAX; fn++)
		if (say >> fn & 1)
			pr_warn("a call succeeded without hitting %s(): the kernel has a second copy of it; reasons no longer rely on this probe\n",
				pa_functions[fn].name.text);
	said |= say;
	if (said_unentered || entry_fires() || atomic_read(&trust_unentered) < UNENTERED_MANY)
		return;
	said_unentered = true;
	pr_warn("%d calls of perf_event_open() did not hit the probe on its entry and are not recorded: see unentered in stats\n",
		atomic_read(&trust_unentered));
}

/**
 * pa_trust_init() - initialise; before the stages are registered
 *
 * Context: process.
 */
void pa_trust_init(void)
{
	init_irq_work(&trust_say_work, trust_say);
}

/**
 * pa_trust_exit() - wait until nothing is logged any more; after the stages are unregistered
 *
 * The probe on the system call may still be armed, but pa_stages_done() does not use calls whose
 * stages were disarmed meanwhile.
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
 * pa_trust_pass() - hit the stages that have not been hit yet, as far as possible
 * @armed: 1 << enum pa_fn of the armed stages
 *
 * Creates a kernel counter, which runs through perf_event_alloc() and perf_try_init_event(). So
 * these are trusted before the first refusal must be explained.
 *
 * Context: process, may sleep.
 */
void pa_trust_pass(u32 armed)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
	};
	struct perf_event *event;

	if (!(atomic_read(&pa_trust_unseen) & armed & ~BIT_OF(COPY_ATTR)))
		return;
	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
}

/**
 * pa_trust_learn() - learn from a call's path which stages can be trusted
 * @call: the call; its result and path are complete
 *
 * Context: probe handler. Return: as pa_trust().
 */
u32 pa_trust_learn(const struct pa_open *call)
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
	bypassed = (u32)call->stages & PASSED & ~passed & ~atomic_read(&pa_trust_bypassing);
	if (call->rec.ret >= 0 && bypassed && !kv->steps_lost) {
		atomic_or(bypassed, &pa_trust_bypassing);
		atomic_andnot(bypassed, &pa_trust_unseen);
		irq_work_queue(&trust_say_work);
	}
	return (u32)call->stages & ~(atomic_read(&pa_trust_unseen) |
				     atomic_read(&pa_trust_bypassing));
}
NOKPROBE_SYMBOL(pa_trust_learn);

/**
 * pa_trust_doubt() - a call has passed a stage in a way that the probes do not see
 * @fn: the stage
 *
 * Context: probe handler.
 */
void pa_trust_doubt(enum pa_fn fn)
{
	if (atomic_fetch_or(1U << fn, &pa_trust_bypassing) & 1U << fn)
		return;
	atomic_andnot(1U << fn, &pa_trust_unseen);
	irq_work_queue(&trust_say_work);
}
NOKPROBE_SYMBOL(pa_trust_doubt);

/**
 * pa_trust_unentered() - perf_copy_attr() was hit, but no open is in flight for the current task
 *
 * Only the system call calls that function. So the call was entered before its probe was armed, or
 * was missed. If this happens often, the probe is on a copy of the function that no call runs.
 *
 * Context: probe handler.
 */
void pa_trust_unentered(void)
{
	/* The filter has excluded the call. */
	if (pa_inflight_knows())
		return;
	if (atomic_inc_return(&trust_unentered) == UNENTERED_MANY && !entry_fires())
		irq_work_queue(&trust_say_work);
}
NOKPROBE_SYMBOL(pa_trust_unentered);

/**
 * pa_trust_unentered_count() - how many calls did not hit the probe on the system call
 *
 * Context: any.
 */
unsigned int pa_trust_unentered_count(void)
{
	return atomic_read(&trust_unentered);
}
