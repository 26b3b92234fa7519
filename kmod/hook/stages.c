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
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "hook/sites.h"
#include "hook/steps.h"
#include "hook/trust.h"
#include "kernel/arch.h"

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

static int find_context_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !pa_step_follow(ri, PA_FN_FIND_CONTEXT);
}
NOKPROBE_SYMBOL(find_context_entry);

static int set_output_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !pa_step_follow(ri, PA_FN_SET_OUTPUT);
}
NOKPROBE_SYMBOL(set_output_entry);

/* For functions that return a pointer or ERR_PTR(). */
static int pointer_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const void *ret = (const void *)compat_ret(regs);

	((struct pa_step_data *)ri->data)->step->ret = IS_ERR(ret) ? PTR_ERR(ret) : 0;
	return 0;
}
NOKPROBE_SYMBOL(pointer_return);

static int int_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	((struct pa_step_data *)ri->data)->step->ret = (int)compat_ret(regs);
	return 0;
}
NOKPROBE_SYMBOL(int_return);

#ifdef CONFIG_SECURITY
static int security_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !pa_step_follow(ri, PA_FN_SECURITY);
}
NOKPROBE_SYMBOL(security_entry);
#endif

#define STAGE(name, at, on_entry, on_return) { \
	.symbol = name, \
	.level = at, \
	.entry = on_entry, \
	.ret = on_return, \
	.data_size = sizeof(struct pa_step_data), \
}

/*
 * In kernel/events/core.c and security/security.c; present in kallsyms and hit on 5.10 to 7.3.
 * Without CONFIG_SECURITY there are no LSM hooks.
 * Following a function costs 400 instructions per hit, a site 100. So what can usually be inferred
 * is measured only with stages=2: find_get_context(), LSM hooks, and, where there are no sites,
 * results of PMUs that return -ENOENT.
 */
static struct pa_probe stage_probes[] = {
	STAGE("perf_copy_attr", 1, pa_step_copy_attr_entry, pa_step_copy_attr_return),
	STAGE("perf_event_alloc", 1, pa_step_alloc_entry, pa_step_alloc_return),
	STAGE("perf_try_init_event", 1, pa_step_try_init_entry, pa_step_try_init_return),
	STAGE("perf_event_set_output", 1, set_output_entry, int_return),
	STAGE("find_get_context", 2, find_context_entry, pointer_return),
#ifdef CONFIG_SECURITY
	STAGE("security_perf_event_open", 2, security_entry, int_return),
#endif
};

/* The function of each stage_probes[] entry. */
static const u8 stage_fns[ARRAY_SIZE(stage_probes)] = {
	PA_FN_COPY_ATTR, PA_FN_ALLOC, PA_FN_TRY_INIT, PA_FN_SET_OUTPUT, PA_FN_FIND_CONTEXT,
#ifdef CONFIG_SECURITY
	PA_FN_SECURITY,
#endif
};

/* Further sites of stages: the first one of each is in its stage_probes[] entry. */
static struct pa_probe stage_sites[2 * PA_SITES_TRIES + 1];
static unsigned int stage_nsites;

static struct pa_probe *stage_of(enum pa_fn fn)
{
	unsigned int i;

	for (i = 0; stage_fns[i] != fn; i++)
		;
	return &stage_probes[i];
}

/* From now on @stage is this site. */
static void site_begin(struct pa_probe *stage, kprobe_pre_handler_t hit, void *at)
{
	stage->hit = hit;
	stage->at = at;
	stage->more = NULL;
}

/* ... and this one, too. */
static struct pa_probe *site_add(struct pa_probe *stage, kprobe_pre_handler_t hit, void *at)
{
	struct pa_probe *site = &stage_sites[stage_nsites++];

	*site = (struct pa_probe){ .symbol = stage->symbol, .hit = hit, .at = at };
	site->more = stage->more;
	stage->more = site;
	return site;
}

static void site_args(struct pa_probe *site, const struct pa_site *from)
{
	memcpy(site->reg, from->reg, sizeof(site->reg));
}

static void copy_by_sites(struct pa_probe *stage, const struct pa_sites *sites)
{
	site_begin(stage, pa_step_copy_attr, NULL);
	site_add(stage, pa_step_copied, sites->copied);
}

static void try_by_sites(struct pa_probe *stage, const struct pa_sites *sites)
{
	unsigned int i;

	site_begin(stage, pa_step_try_init, sites->tries[0].addr);
	site_args(stage, &sites->tries[0]);
	for (i = 1; i < sites->ntries; i++)
		site_args(site_add(stage, pa_step_try_init, sites->tries[i].addr),
			  &sites->tries[i]);
	for (i = 0; i < sites->nfailed; i++)
		site_add(stage, pa_step_try_failed, sites->failed[i]);
}

/* Registers the sites of two stages, or of one twice; if that fails, of none. */
static bool sites_register(struct pa_probe *one, struct pa_probe *other)
{
	bool done = !pa_probe_register(one, 0) && (other == one || !pa_probe_register(other, 0));

	if (!done) {
		pa_probe_unregister(one);
		pa_probe_unregister(other);
		site_begin(one, NULL, NULL);
		site_begin(other, NULL, NULL);
	}
	return done;
}

/*
 * Where the running kernel has sites, they cost less than the entry and the return of a function,
 * and a fork with inherited events passes none of them.
 */
static void stages_by_sites(void)
{
	struct pa_probe *copy = stage_of(PA_FN_COPY_ATTR);
	struct pa_probe *alloc = stage_of(PA_FN_ALLOC);
	struct pa_probe *try_init = stage_of(PA_FN_TRY_INIT);
	struct pa_sites sites;

	pa_sites_find(&sites);
	if (sites.copied) {
		copy_by_sites(copy, &sites);
		sites_register(copy, copy);
	}
	/* Each relies on the other. */
	if (sites.allocated && sites.ntries) {
		site_begin(alloc, pa_step_allocated, sites.allocated);
		try_by_sites(try_init, &sites);
		/* The code of the system call's entry says that every call passes the site. */
		if (sites_register(alloc, try_init))
			pa_trust_absent(1U << PA_FN_ALLOC);
	}
}

/* If perf_event_alloc() has no symbol, try the part that the compiler may have split off. */
static int alloc_part_register(struct pa_probe *probe, unsigned int maxactive)
{
	const struct pa_probe whole = *probe;
	int err;

	probe->symbol = "perf_event_alloc.part.0";
	probe->entry = pa_step_alloc_part_entry;
	err = pa_probe_register(probe, maxactive);
	if (err)
		*probe = whole;
	return err;
}

/**
 * pa_stages_register() - register the probes on the inner functions, not yet armed
 * @calls: maxactive of each of the two probes on the system call
 *
 * If a function cannot be probed, the log and stats say so, and the other stages still work. Each
 * probe gets one instance for each call in flight, plus one for each cpu: hits by other callers
 * need one until the entry handler returns.
 *
 * Context: process, may sleep.
 */
void pa_stages_register(unsigned int calls)
{
	unsigned int maxactive = 2 * calls + num_possible_cpus();
	unsigned int i;

	pa_trust_init();
	stages_by_sites();
	for (i = 0; i < ARRAY_SIZE(stage_probes); i++) {
		struct pa_probe *probe = &stage_probes[i];
		int err = probe->hook ? 0 : pa_probe_register(probe, maxactive);

		if (!err)
			continue;
		if (stage_fns[i] == PA_FN_ALLOC && err == -ENOENT)
			err = alloc_part_register(probe, maxactive);
		stages_absent |= 1U << stage_fns[i];
		if (err)
			pr_warn("cannot probe %s (%d): records will not show it\n", probe->symbol,
				err);
	}
	pa_trust_absent(stages_absent);
}

/**
 * pa_stages_unregister() - remove the probes; when it returns no handler runs any more
 *
 * Context: process, may sleep.
 */
void pa_stages_unregister(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(stage_probes); i++)
		pa_probe_unregister(&stage_probes[i]);
	pa_trust_exit();
}

/*
 * Calls entered from now on may rely on these stages; calls in flight see that the set changed. On
 * a 32-bit machine one half of the state may be read before a change, and the other after it. That
 * does no harm: probes are disarmed after they are taken out of @armed, and armed before they come
 * into it, so what either @armed says is true; and a mixture differs from the state at the return.
 */
static void stages_publish(u32 armed)
{
	u32 changes = (stages_state >> 32) + 1;

	WRITE_ONCE(stages_state, (u64)changes << 32 | (armed & ~stages_absent));
}

static int stage_arm(struct pa_probe *probe, bool on)
{
	int err = pa_probe_arm(probe, on);

	if (err)
		pr_warn("cannot %s the probe on %s (%d)\n", on ? "arm" : "disarm", probe->symbol,
			err);
	return err;
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
	unsigned int i;
	u32 stay = 0;
	u32 armed = 0;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(stage_probes); i++)
		if (stage_probes[i].armed && level >= stage_probes[i].level)
			stay |= 1U << stage_fns[i];
	stages_publish(stay);
	for (i = 0; i < ARRAY_SIZE(stage_probes); i++) {
		err = stage_arm(&stage_probes[i], level >= stage_probes[i].level) ?: err;
		if (stage_probes[i].armed)
			armed |= 1U << stage_fns[i];
	}
	WRITE_ONCE(stages_level, level);
	if (level)
		static_branch_enable(&pa_stages_on);
	else
		static_branch_disable(&pa_stages_on);
	stages_publish(armed);
	pa_trust_pass(armed & ~stages_absent);
	return err;
}

/**
 * pa_stages_follow() - slow path of pa_stages_begin(): stages are on
 * @call: the call of the current task
 *
 * Context: probe handler.
 */
void pa_stages_follow(struct pa_open *call)
{
	struct pa_kview *kv = &call->rec.kv;

	call->rec.have_kview = pa_inflight_add(call);
	if (!call->rec.have_kview)
		return;
	call->stages = READ_ONCE(stages_state);
	call->level = stages_level;
	call->copy = NULL;
	call->alloc = NULL;
	call->tries_by_site = false;
	kv->have = PA_KV_STAGES;
	kv->nsteps = 0;
	kv->steps_lost = 0;
	kv->pmu = 0;
	kv->pmu_caps = 0;
	kv->pmu_task_ctx_nr = 0;
	kv->kattr_len = 0;
}
NOKPROBE_SYMBOL(pa_stages_follow);

/*
 * Adds the step that only stages=2 measures: a call that returned a descriptor has passed
 * find_get_context(), and did so before perf_event_set_output().
 */
static void context_found(struct pa_kview *kv)
{
	struct pa_step *step = pa_step_begin(kv, PA_FN_FIND_CONTEXT);

	step->ret = 0;
	if (kv->nsteps > 1 && step[-1].fn == PA_FN_SET_OUTPUT)
		swap(step[-1], step[0]);
}
NOKPROBE_SYMBOL(context_found);

/**
 * pa_stages_followed() - the stages that a usual call is followed through
 *
 * Context: any. Return: 1 << enum pa_fn.
 */
u32 pa_stages_followed(void)
{
	return (u32)READ_ONCE(stages_state) & ~(atomic_read(&pa_trust_unseen) |
						 atomic_read(&pa_trust_bypassing));
}

/**
 * pa_stages_done() - slow path of pa_stages_end(): the stages of this call were followed
 * @call: the call of the current task; its result is set
 *
 * Context: probe handler.
 */
void pa_stages_done(struct pa_open *call)
{
	struct pa_kview *kv = &call->rec.kv;

	pa_inflight_del(call);
	if (unlikely(call->stages != READ_ONCE(stages_state))) {
		kv->followed = 0;
		return;
	}
	pa_steps_settle(call);
	kv->followed = pa_trust(call);
	if (call->rec.ret >= 0 && stages_level == 1)
		context_found(kv);
}
NOKPROBE_SYMBOL(pa_stages_done);

/**
 * pa_stages_each() - call a function for each probe
 * @fn:  the function
 * @arg: passed on
 *
 * Context: as @fn.
 */
void pa_stages_each(pa_probe_fn fn, void *arg)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(stage_probes); i++) {
		WRITE_ONCE(stage_probes[i].bypassed, pa_trust_bypassed(stage_fns[i]));
		fn(&stage_probes[i], arg);
	}
}

/**
 * pa_stages_missed() - how many hits of stages were missed; the paths of their calls have gaps
 *
 * Context: process, may sleep.
 */
u64 pa_stages_missed(void)
{
	u64 missed = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(stage_probes); i++)
		missed += pa_probe_missed(&stage_probes[i]);
	return missed;
}

/**
 * pa_stages_on_fork() - how many armed probes a fork passes for each inherited event
 *
 * Context: process. Return: 0 if the running kernel has sites for them, see hook/sites.c.
 */
unsigned int pa_stages_on_fork(void)
{
	const struct pa_probe *alloc = stage_of(PA_FN_ALLOC);
	const struct pa_probe *try_init = stage_of(PA_FN_TRY_INIT);

	return (READ_ONCE(alloc->armed) && !alloc->hit) +
	       (READ_ONCE(try_init->armed) && !try_init->hit);
}
