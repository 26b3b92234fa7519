// SPDX-License-Identifier: GPL-2.0
/*
 * Which stages can be trusted. The reasons take it as evidence that a call did not enter a
 * function. But an armed probe need not see every call: the compiler, or a livepatch, may have made
 * another copy of the function, which calls take. So a stage counts only once it has been hit, and
 * no longer once a call has succeeded without hitting it. The same can happen to the probe on the
 * system call itself.
 */
#include "probe/trust.h"

#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "core/names.h"

#define BIT_OF(fn)	(1U << PA_FN_##fn)
/* Every call that succeeds passes these. */
#define PASSED		(BIT_OF(COPY_ATTR) | BIT_OF(ALLOC) | BIT_OF(TRY_INIT))

atomic_t pa_trust_unseen = ATOMIC_INIT(PASSED);
atomic_t pa_trust_bypassing;

/* Calls that the probe on the system call has not seen enter. */
static atomic_t trust_unentered;
/* So many, and not one that it has seen: nobody makes 8 calls while the probes are being armed. */
#define UNENTERED_MANY	8

static struct irq_work trust_say_work;

/* Only a call that the probe on the system call has seen enter takes this bit away. */
static bool entry_fires(void)
{
	return !(atomic_read(&pa_trust_unseen) & BIT_OF(COPY_ATTR));
}
NOKPROBE_SYMBOL(entry_fires);

/* What a probe handler has found, once each. */
static void trust_say(struct irq_work *work)
{
	static bool said_unentered;
	static u32 said;
	u32 say = atomic_read(&pa_trust_bypassing) & ~said;
	unsigned int fn;

	for (fn = 0; fn < PA_FN_MAX; fn++)
		if (say >> fn & 1)
			pr_warn("a call got through without %s(): the kernel has another copy of it, reasons do without\n",
				pa_functions[fn].name.text);
	said |= say;
	if (said_unentered || entry_fires() || atomic_read(&trust_unentered) < UNENTERED_MANY)
		return;
	said_unentered = true;
	pr_warn("%d calls of perf_event_open() did not pass the probe on its entry: such are not recorded, see unentered in stats\n",
		atomic_read(&trust_unentered));
}

/**
 * pa_trust_init() - before the stages are registered
 *
 * Context: process.
 */
void pa_trust_init(void)
{
	init_irq_work(&trust_say_work, trust_say);
}

/**
 * pa_trust_exit() - the stages are gone
 *
 * A probe on the system call may still run, but nothing is learned from a call whose stages were
 * disarmed meanwhile.
 *
 * Context: process, may sleep.
 */
void pa_trust_exit(void)
{
	synchronize_rcu();
	irq_work_sync(&trust_say_work);
}

/**
 * pa_trust_absent() - these have no probe: they will never be seen
 * @fns: 1 << enum pa_fn
 *
 * Context: any, before the stages are armed.
 */
void pa_trust_absent(u32 fns)
{
	atomic_andnot(fns, &pa_trust_unseen);
}

/**
 * pa_trust_pass() - come by the stages that have not been seen, as far as that is possible
 * @armed: 1 << enum pa_fn of those that are armed
 *
 * A counter of the kernel's own comes by perf_event_alloc() and perf_try_init_event(): so they
 * are seen before the first call is to be explained.
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
 * pa_trust_learn() - what a call teaches about the stages, where that is not known already
 * @call: the call, its result and its whole path are there
 *
 * Context: probe handler. Return: as pa_trust().
 */
u32 pa_trust_learn(const struct pa_open *call)
{
	const struct pa_kview *kv = &call->rec.kv;
	u32 passed = 0;
	u32 bypassed;
	unsigned int i;

	for (i = 0; i < kv->nsteps; i++)
		passed |= 1U << kv->steps[i].fn;
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
 * pa_trust_unentered() - perf_copy_attr() was entered by no call that we follow
 *
 * Only the system call calls it. So that call came while the probes were being armed, or was
 * missed; when it goes on so, the probe on the entry is on a copy that no call takes.
 *
 * Context: probe handler.
 */
void pa_trust_unentered(void)
{
	if (atomic_inc_return(&trust_unentered) == UNENTERED_MANY && !entry_fires())
		irq_work_queue(&trust_say_work);
}
NOKPROBE_SYMBOL(pa_trust_unentered);

/**
 * pa_trust_unentered_count() - how many calls the probe on the entry has not seen
 *
 * Context: any.
 */
unsigned int pa_trust_unentered_count(void)
{
	return atomic_read(&trust_unentered);
}
