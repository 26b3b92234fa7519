// SPDX-License-Identifier: GPL-2.0
/*
 * Stages: the path of a call through the inner functions of perf_event_open().
 *
 * Each stage is a kretprobe on such a function, or kprobes on single instructions that only the
 * system call passes (hook/sites.c). A hit belongs to a record only if the current task is in an
 * open that is in flight; hits by other callers (fork with inherited events, kernel counters) are
 * ignored. Every stage is optional: if the kernel lacks a function, records lack its step.
 */
#include "hook/stages.h"

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "core/endian.h"
#include "hook/trust.h"
#include "hook/sites.h"
#include "hook/steps.h"
#include "hook/switches.h"
#include "record/count.h"

/* The setting "stages": 0 none, 1 the default, 2 all; see stage_probes[]. */
static unsigned int stages_level;
DEFINE_STATIC_KEY_TRUE(pa_stages_on);
/*
 * Lower half: 1 << enum pa_fn of the stages that are armed: if one of these is missing in a path,
 * the function was not entered. Upper half: a count of changes. If it changes during a call, a
 * missing step of that call proves nothing.
 */
static u64 stages_state;

/* Functions that cannot be probed, or only in part: their absence from a path proves nothing. */
static u32 stages_absent;

#define STAGE(name, number, on_entry, on_return, at, rests_on) { \
	.symbol = name, \
	.fn = PA_FN_##number, \
	.entry = on_entry, \
	.ret = on_return, \
	.level = at, \
	.proofs = rests_on, \
	.without = "records will not show it", \
}

/*
 * In kernel/events/core.c and security/security.c; present in kallsyms and hit on 5.10 to 7.3.
 * Without CONFIG_SECURITY there are no LSM hooks. Following a function costs 400 instructions per
 * hit, a site 100. So steps that can usually be inferred are measured only with stages=2:
 * find_get_context(), LSM hooks, and, where there are no sites, results of PMUs that return
 * -ENOENT.
 */
enum { COPY, ALLOC, TRIES };
static struct pa_probe stage_probes[] = {
	[COPY] = STAGE("perf_copy_attr", COPY_ATTR, pa_step_copy_attr_entry,
		       pa_step_copy_attr_return, 1, PA_PROOF(CALLER) | PA_PROOF(ATTR)),
	[ALLOC] = STAGE("perf_event_alloc", ALLOC, pa_step_alloc_entry, pa_step_alloc_return, 1,
			PA_PROOF(TASK) | PA_PROOF(LEADER) | PA_PROOF(EVENT)),
	[TRIES] = STAGE("perf_try_init_event", TRY_INIT, pa_step_try_init_entry,
			pa_step_try_init_return, 1, PA_PROOF(PMU) | PA_PROOF(TRIED)),
	STAGE("perf_event_set_output", SET_OUTPUT, pa_step_output_entry, pa_step_int_return, 1,
	      PA_PROOF(OUTPUT)),
	STAGE("find_get_context", FIND_CONTEXT, pa_step_context_entry, pa_step_pointer_return, 2,
	      PA_PROOF(CONTEXT)),
#ifdef CONFIG_SECURITY
	/* Its arguments are not read, and a header declares the type that it returns. */
	STAGE("security_perf_event_open", SECURITY, pa_step_security_entry, pa_step_int_return, 2,
	      0),
#endif
};

struct pa_probe_set pa_stages_set = PA_PROBE_SET(stage_probes);

/* Registers the sites of a stage instead of its function. */
static bool use_sites(struct pa_probe *stage, const struct pa_sites *sites)
{
	stage->sites = sites->at;
	stage->nsites = sites->n;
	return stage->nsites && !pa_probe_register(stage, 0);
}

static void use_function(struct pa_probe *stage)
{
	pa_probe_unregister(stage);
	stage->nsites = 0;
}

/*
 * Where the running kernel has sites, they cost less than the entry and the return of a function,
 * and a fork with inherited events passes none of them.
 */
static void stages_by_sites(void)
{
	static struct pa_sites sites[TRIES + 1];

	pa_sites_find(&sites[COPY], &sites[ALLOC], &sites[TRIES]);
	if (!use_sites(&stage_probes[COPY], &sites[COPY]))
		use_function(&stage_probes[COPY]);
	/* Use sites for both stages or for neither: each relies on the other. */
	if (sites[TRIES].n && use_sites(&stage_probes[ALLOC], &sites[ALLOC]) &&
	    use_sites(&stage_probes[TRIES], &sites[TRIES])) {
		/* Task and leader are looked for in the event. */
		stage_probes[ALLOC].proofs = PA_PROOF(EVENT);
		/* The code of the system call's entry says that every call passes the site. */
		pa_trust_absent(1U << PA_FN_ALLOC);
		return;
	}
	use_function(&stage_probes[ALLOC]);
	use_function(&stage_probes[TRIES]);
}

/*
 * If perf_event_alloc() has no symbol, try the part that the compiler may have split off. Returns
 * whether it is probed.
 */
static bool alloc_by_part(struct pa_probe *probe)
{
	const struct pa_probe whole = *probe;

	if (probe->nhooks || pa_probe_register(probe, pa_stages_set.maxactive) != -ENOENT)
		return false;
	probe->symbol = "perf_event_alloc.part.0";
	probe->entry = pa_step_alloc_part_entry;
	probe->proofs = PA_PROOF(EVENT);
	if (!pa_probe_register(probe, pa_stages_set.maxactive))
		return true;
	*probe = whole;
	return false;
}

/**
 * pa_stages_register() - register the probes on the inner functions, not yet armed
 * @calls:    maxactive of each of the two probes on the system call
 * @by_sites: probe sites where the running kernel has them; else functions only
 *
 * If a function cannot be probed, the log and stats say so, and the other stages still work. Each
 * probe gets one instance for each call in flight, plus one for each cpu: hits by other callers
 * need one until the entry handler returns.
 *
 * Context: process, may sleep.
 */
void pa_stages_register(unsigned int calls, bool by_sites)
{
	const struct pa_probe *probe;

	pa_stages_set.maxactive = 2 * calls + num_possible_cpus();
	pa_switches_watch();
	if (by_sites)
		stages_by_sites();
	if (alloc_by_part(&stage_probes[ALLOC]))
		stages_absent |= 1U << PA_FN_ALLOC;
	pa_probe_set_register(&pa_stages_set);
	pa_probe_set_for_each(probe, &pa_stages_set)
		if (!probe->nhooks)
			stages_absent |= 1U << probe->fn;
	pa_trust_absent(stages_absent);
}

/**
 * pa_stages_unregister() - remove the probes; when it returns no handler runs any more
 *
 * Context: process, may sleep.
 */
void pa_stages_unregister(void)
{
	pa_probe_set_unregister(&pa_stages_set);
	pa_switches_unwatch();
	pa_trust_exit();
}

/*
 * Calls entered from now on may rely on these stages; calls in flight see that the set changed. On
 * a 32-bit machine one half of the state may be read before a change, and the other after it. That
 * does no harm: probes are disarmed after they are taken out of @armed, and armed before they are
 * added to it, so each @armed is true; and a mixture differs from the state at the return.
 */
static void stages_publish(u32 armed)
{
	u32 changes = (stages_state >> 32) + 1;

	WRITE_ONCE(stages_state, (u64)changes << 32 | (armed & ~stages_absent));
}

/* The stages that are armed now and also at this level: 1 << enum pa_fn. */
static u32 stages_armed(unsigned int level)
{
	const struct pa_probe *probe;
	u32 armed = 0;

	pa_probe_set_for_each(probe, &pa_stages_set)
		if (probe->armed && level >= probe->level)
			armed |= 1U << probe->fn;
	return armed;
}

/*
 * Creates a kernel counter, followed as if it were a perf_event_open() with these arguments. It
 * enters perf_event_alloc() and perf_try_init_event(), so these two stages are trusted, and their
 * arguments are proved, before the first refusal must be explained.
 */
static void stages_pass(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
	};
	struct pa_open *call = kzalloc(sizeof(*call), GFP_KERNEL);
	struct perf_event *event;
	unsigned int i;

	if (!call)
		return;
	call->rec.arg_pid = 0;
	call->rec.arg_group_fd = -1;
	call->rec.attr_len = sizeof(attr);
	memcpy(call->rec.attr, &attr, sizeof(attr));
	pa_le_attr(call->rec.attr, sizeof(attr), sizeof(call->rec.attr));
	pa_stages_follow(call);
	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	if (call->rec.have_kview)
		pa_inflight_del(call);
	for (i = 0; i < call->rec.kv.nsteps; i++)
		pa_trust_elsewhere(call->rec.kv.steps[i].fn);
	kfree(call);
}

/**
 * pa_stages_enable() - arm and disarm the stages
 * @level: 0 none, 1 the default, 2 all; a function whose probe is not armed costs the same as
 *         without the module
 *
 * Context: process, may sleep; serialised by the caller.
 * Return: 0, or the last error; on error all stages that can be armed are armed.
 */
int pa_stages_enable(unsigned int level)
{
	int err;

	stages_publish(stages_armed(level));
	err = pa_probe_set_arm(&pa_stages_set, level);
	WRITE_ONCE(stages_level, level);
	if (level)
		static_branch_enable(&pa_stages_on);
	else
		static_branch_disable(&pa_stages_on);
	/* Probes that could not be disarmed are still hit. */
	stages_publish(stages_armed(2));
	if (level && (atomic_read(&pa_trust_unseen) ||
		      !pa_proved(PA_PROOF(PMU) | PA_PROOF(TRIED))))
		stages_pass();
	return err;
}

/**
 * pa_stages_follow() - slow path of pa_stages_begin(): stages are on
 * @call: the call of the current task
 *
 * Context: probe handler.
 */
void __kprobes pa_stages_follow(struct pa_open *call)
{
	struct pa_kview *kv = &call->rec.kv;

	call->rec.have_kview = pa_inflight_add(call);
	if (!call->rec.have_kview) {
		this_cpu_inc(pa_count_tally.unfollowed);
		return;
	}
	call->switches = pa_switches_begin();
	call->stages = READ_ONCE(stages_state);
	call->level = READ_ONCE(stages_level);
	call->copy = NULL;
	call->alloc = NULL;
	call->event = NULL;
	call->doubt = pa_trust_wrong_stages();
	call->tries_by_site = false;
	call->unnamed = false;
	call->cgroup = NULL;
	kv->have = PA_KV_STAGES;
	kv->nsteps = 0;
	kv->steps_lost = 0;
	kv->pmu = 0;
	kv->pmu_caps = 0;
	kv->pmu_task_ctx_nr = 0;
	kv->kattr_len = 0;
}

/*
 * Adds the step that only stages=2 measures: a call that returned a descriptor has passed
 * find_get_context(), and did so before perf_event_set_output().
 */
static void __kprobes context_found(struct pa_kview *kv)
{
	struct pa_step *step = pa_step_begin(kv, PA_FN_FIND_CONTEXT);

	step->ret = 0;
	if (kv->nsteps > 1 && step[-1].fn == PA_FN_SET_OUTPUT)
		swap(step[-1], step[0]);
}

/**
 * pa_stages_followed() - the stages that a usual call is followed through
 *
 * Context: any. Return: 1 << enum pa_fn.
 */
u32 pa_stages_followed(void)
{
	return (u32)READ_ONCE(stages_state) & ~(atomic_read(&pa_trust_unseen) |
						 atomic_read(&pa_trust_bypassing) |
						 pa_trust_wrong_stages());
}

/* All probes were switched off or on during the call: its steps are not its path. */
static noinline void __kprobes path_unknown(struct pa_open *call)
{
	struct pa_kview *kv = &call->rec.kv;

	pa_steps_drop(kv, ~0U);
	kv->have &= ~PA_KV_STAGES;
	if (call->rec.ret < 0)
		kv->pmu = 0;
}

/**
 * pa_stages_done() - slow path of pa_stages_end(): the stages of this call were followed
 * @call: the call of the current task; its result is set
 *
 * Context: probe handler.
 */
void __kprobes pa_stages_done(struct pa_open *call)
{
	struct pa_kview *kv = &call->rec.kv;

	pa_inflight_del(call);
	if (unlikely(!pa_switches_steady(call->switches))) {
		path_unknown(call);
		return;
	}
	if (unlikely(call->stages != READ_ONCE(stages_state))) {
		kv->followed = 0;
		pa_steps_drop(kv, call->doubt);
		return;
	}
	pa_steps_settle(call);
	kv->followed = pa_trust(call);
	if (call->rec.ret >= 0 && READ_ONCE(stages_level) == 1)
		context_found(kv);
	if (unlikely(call->doubt))
		pa_steps_drop(kv, call->doubt);
}

/**
 * pa_stages_on_fork() - number of armed probes that a fork passes for each inherited event
 *
 * Context: process. Return: 0 if the running kernel has sites for them, see hook/sites.c.
 */
unsigned int pa_stages_on_fork(void)
{
	const struct pa_probe *alloc = &stage_probes[ALLOC];
	const struct pa_probe *tries = &stage_probes[TRIES];

	return (READ_ONCE(alloc->armed) && !alloc->nsites) +
	       (READ_ONCE(tries->armed) && !tries->nsites);
}
