// SPDX-License-Identifier: GPL-2.0
/*
 * Stages: the path of a call through the inner functions of perf_event_open().
 *
 * Each stage is a kretprobe on such a function. A hit belongs to a record only if the current task
 * is in an open that is in flight; hits by other callers (fork with inherited events, kernel
 * counters) are ignored. Every stage is optional: if the kernel lacks a function, records lack its
 * step.
 */
#include "probe/stages.h"

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "probe/arch.h"
#include "probe/event.h"
#include "probe/pmu.h"
#include "probe/trust.h"

/* Passed from the entry of a stage to its return; @arg is a kernel object that the call holds. */
struct stage_data {
	struct pa_open *call;
	struct pa_step *step;
	const void *arg;
};

/* The setting "stages": 0 none, 1 the default, 2 all; see stage_probes[]. */
unsigned int pa_stages_level;
/*
 * Lower half: 1 << enum pa_fn of the stages that are armed: if one of these is missing in a path,
 * the function was not entered. Upper half: a count of changes. If it changes during a call, a
 * missing step of that call proves nothing.
 */
static u64 stages_state;

/* Functions that cannot be probed, or only in part: their absence from a path proves nothing. */
static u32 stages_absent;

/* Adds a step to the call that this hit belongs to; NULL if it belongs to no open in flight. */
static struct pa_open *stage_begin(struct kretprobe_instance *ri, enum pa_fn fn, const void *arg)
{
	struct stage_data *data = (struct stage_data *)ri->data;
	struct pa_open *call = pa_inflight_find();

	if (!call)
		return NULL;
	data->call = call;
	data->step = pa_step_begin(&call->rec.kv, fn);
	data->arg = arg;
	return call;
}
NOKPROBE_SYMBOL(stage_begin);

static struct pa_kview *stage_kview(struct kretprobe_instance *ri)
{
	return &((struct stage_data *)ri->data)->call->rec.kv;
}
NOKPROBE_SYMBOL(stage_kview);

/* perf_copy_attr(uattr, attr): attr is the kernel's copy, on the stack of the system call. */
static int copy_attr_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const void *attr = (const void *)compat_arg(regs, 1);

	if (stage_begin(ri, PA_FN_COPY_ATTR, attr))
		return 0;
	pa_trust_unentered();
	return 1;
}
NOKPROBE_SYMBOL(copy_attr_entry);

static int copy_attr_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct stage_data *data = (struct stage_data *)ri->data;
	struct pa_kview *kv = stage_kview(ri);

	data->step->ret = (int)compat_ret(regs);
	if (data->step->ret)
		return 0;
	memcpy(kv->kattr, data->arg, sizeof(struct perf_event_attr));
	kv->kattr_len = sizeof(struct perf_event_attr);
	kv->have |= PA_KV_COPIED;
	return 0;
}
NOKPROBE_SYMBOL(copy_attr_return);

/* perf_event_alloc(attr, cpu, task, group_leader, …): the system call holds task and leader. */
static int alloc_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct task_struct *task = (const void *)compat_arg(regs, 2);
	const struct perf_event *leader = (const void *)compat_arg(regs, 3);
	struct pa_open *call = stage_begin(ri, PA_FN_ALLOC, NULL);

	if (!call) {
		pa_trust_elsewhere(PA_FN_ALLOC);
		return 1;
	}
	if (task)
		pa_event_task(&call->rec.kv, task);
	if (leader)
		pa_event_leads(&call->rec.kv, leader);
	return 0;
}
NOKPROBE_SYMBOL(alloc_entry);

/*
 * For perf_event_alloc.part.0(): the compiler has inlined the beginning of perf_event_alloc() into
 * its callers and left the rest in this function. It has other arguments, and calls that fail early
 * do not reach it, but its result is that of the whole function.
 */
static int alloc_part_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !stage_begin(ri, PA_FN_ALLOC, NULL);
}
NOKPROBE_SYMBOL(alloc_part_entry);

/* Sets the result of the last perf_try_init_event() if its return was not followed. */
static void try_init_unmeasured(struct pa_kview *kv, int ret)
{
	struct pa_step *last = kv->nsteps ? &kv->steps[kv->nsteps - 1] : NULL;

	if (last && last->fn == PA_FN_TRY_INIT && last->ret == PA_RET_PENDING)
		last->ret = ret;
}
NOKPROBE_SYMBOL(try_init_unmeasured);

static int alloc_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct stage_data *data = (struct stage_data *)ri->data;
	const struct perf_event *event = (const void *)compat_ret(regs);

	struct pa_kview *kv = stage_kview(ri);

	if (IS_ERR_OR_NULL(event)) {
		data->step->ret = PTR_ERR(event);
		if (data->step->ret == -ENOENT)
			try_init_unmeasured(kv, -ENOENT);
		return 0;
	}
	data->step->ret = 0;
	try_init_unmeasured(kv, 0);
	pa_event_fill(kv, event);
	if (data->call->rec.flags & PERF_FLAG_PID_CGROUP)
		pa_event_cgroup(kv, event, data->call->rec.arg_pid);
	return 0;
}
NOKPROBE_SYMBOL(alloc_return);

/*
 * Will this PMU return -ENOENT? Most do, and following a return doubles the cost of a hit.
 * perf_init_event() tries the next PMU only after -ENOENT, so the next entry proves that result,
 * see try_init_unmeasured(). If the guess is wrong, only that result is unknown.
 */
static bool try_init_declines(const struct pmu *pmu, const struct perf_event *event)
{
	u32 type = event->attr.type;
	u64 config;

	if (pa_pmu_is_clock(pmu, &config))
		return type == PERF_TYPE_SOFTWARE && event->attr.config != config;
	switch (type) {
	case PERF_TYPE_SOFTWARE:
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT:
		return pmu->type != type;
	default:
		return false;
	}
}
NOKPROBE_SYMBOL(try_init_declines);

/* perf_try_init_event(pmu, event): perf_init_event() holds the PMU by SRCU meanwhile. */
static int try_init_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct pmu *pmu = (const void *)compat_arg(regs, 0);
	const struct perf_event *event = (const void *)compat_arg(regs, 1);
	struct stage_data *data = (struct stage_data *)ri->data;
	struct pa_open *call = pa_inflight_find();

	if (!call) {
		pa_trust_elsewhere(PA_FN_TRY_INIT);
		return 1;
	}
	try_init_unmeasured(&call->rec.kv, -ENOENT);
	data->call = call;
	data->step = pa_step_begin(&call->rec.kv, PA_FN_TRY_INIT);
	data->step->pmu = pa_pmu_index(pmu);
	data->step->hardware = pmu->task_ctx_nr == perf_hw_context;
	data->arg = pmu;
	return pa_stages_level == 1 && try_init_declines(pmu, event);
}
NOKPROBE_SYMBOL(try_init_entry);

static int try_init_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct stage_data *data = (struct stage_data *)ri->data;
	struct pa_kview *kv = stage_kview(ri);
	const struct pmu *pmu = data->arg;

	data->step->ret = (int)compat_ret(regs);
	if (data->step->ret == -ENOENT)
		return 0;
	kv->pmu = data->step->pmu;
	kv->pmu_caps = pa_pmu_caps(pmu);
	kv->pmu_task_ctx_nr = pmu->task_ctx_nr;
	return 0;
}
NOKPROBE_SYMBOL(try_init_return);

static int find_context_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !stage_begin(ri, PA_FN_FIND_CONTEXT, NULL);
}
NOKPROBE_SYMBOL(find_context_entry);

static int set_output_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !stage_begin(ri, PA_FN_SET_OUTPUT, NULL);
}
NOKPROBE_SYMBOL(set_output_entry);

/* For functions that return a pointer or ERR_PTR(). */
static int pointer_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const void *ret = (const void *)compat_ret(regs);

	((struct stage_data *)ri->data)->step->ret = IS_ERR(ret) ? PTR_ERR(ret) : 0;
	return 0;
}
NOKPROBE_SYMBOL(pointer_return);

static int int_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	((struct stage_data *)ri->data)->step->ret = (int)compat_ret(regs);
	return 0;
}
NOKPROBE_SYMBOL(int_return);

#ifdef CONFIG_SECURITY
static int security_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !stage_begin(ri, PA_FN_SECURITY, NULL);
}
NOKPROBE_SYMBOL(security_entry);
#endif

#define STAGE(name, at, on_entry, on_return) { \
	.symbol = name, \
	.level = at, \
	.entry = on_entry, \
	.ret = on_return, \
	.data_size = sizeof(struct stage_data), \
}

/*
 * In kernel/events/core.c and security/security.c; present in kallsyms and hit on 5.10 to 7.3.
 * Without CONFIG_SECURITY there are no LSM hooks.
 * Following a function costs 400 instructions per hit. So what can usually be inferred is measured
 * only with stages=2: results of PMUs that return -ENOENT, find_get_context(), LSM hooks.
 */
static struct pa_probe stage_probes[] = {
	STAGE("perf_copy_attr", 1, copy_attr_entry, copy_attr_return),
	STAGE("perf_event_alloc", 1, alloc_entry, alloc_return),
	STAGE("perf_try_init_event", 1, try_init_entry, try_init_return),
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

/* If perf_event_alloc() has no symbol, try the part that the compiler may have split off. */
static int alloc_part_register(struct pa_probe *probe, unsigned int maxactive)
{
	const struct pa_probe whole = *probe;
	int err;

	probe->symbol = "perf_event_alloc.part.0";
	probe->entry = alloc_part_entry;
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
	for (i = 0; i < ARRAY_SIZE(stage_probes); i++) {
		struct pa_probe *probe = &stage_probes[i];
		int err = pa_probe_register(probe, maxactive);

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

/* Calls entered from now on may rely on these stages; calls in flight see that the set changed. */
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
	WRITE_ONCE(pa_stages_level, level);
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
	kv->followed = pa_trust(call);
	if (call->rec.ret >= 0 && pa_stages_level == 1)
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
