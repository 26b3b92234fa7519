// SPDX-License-Identifier: GPL-2.0
/*
 * Registers, arms and removes all kretprobes and kprobes of the module.
 *
 * After ftrace has failed one of its own checks (ftrace_kill(), kernel/trace/ftrace.c), kernels
 * without kprobe_ftrace_kill() refuse to disarm probes until the next boot, so the probe stays in
 * the kernel's table. Therefore everything that the table points to is on the heap. When a probe
 * must be left there, its pointers to our handlers are cleared first and its memory is not freed.
 */
#include "kernel/probe.h"

#include <linux/delay.h>
#include <linux/kmemleak.h>
#include <linux/log2.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>

#include "kernel/compat.h"
#include "kernel/testing.h"

/* How often, and after which delay, disarming is retried when the kernel has no memory for it. */
#define DISARM_TRIES		500
#define DISARM_WAIT_MS		20
/* How long to wait for the worker that takes out jumps: it needs some hundredths of a second. */
#define SETTLE_TRIES		100
#define SETTLE_WAIT_MS		10

/* Protects hooks and missed of every probe against readers; callers serialise everything else. */
static DEFINE_MUTEX(probe_mutex);

/* How many of the armed probes that record something use ftrace. */
static unsigned int probes_on_ftrace;

static void probe_set_armed(struct pa_probe *probe, bool on)
{
	unsigned int i;

	mutex_lock(&probe_mutex);
	for (i = 0; probe->armed != on && !probe->helper && i < probe->nhooks; i++)
		if (kprobe_ftrace(&probe->hooks[i]->krp.kp))
			WRITE_ONCE(probes_on_ftrace, probes_on_ftrace + (on ? 1 : -1));
	probe->armed = on;
	mutex_unlock(&probe_mutex);
}

static struct pa_hook *hook_new(const struct pa_probe *probe, const struct pa_probe_site *site,
				unsigned int maxactive)
{
	const char *symbol = pa_testing_symbol(probe->symbol);
	size_t size = strlen(symbol) + 1;
	struct pa_hook *hook = kzalloc(struct_size(hook, symbol, size), GFP_KERNEL);

	if (!hook)
		return NULL;
	memcpy(hook->symbol, symbol, size);
	hook->krp.kp.flags = KPROBE_FLAG_DISABLED;
	if (site && site->at)
		hook->krp.kp.addr = site->at;
	else
		hook->krp.kp.symbol_name = hook->symbol;
	if (site) {
		hook->plain = true;
		memcpy(hook->reg, site->reg, sizeof(hook->reg));
		hook->krp.kp.pre_handler = site->hit;
		return hook;
	}
	hook->krp.entry_handler = probe->entry;
	hook->krp.handler = probe->ret;
	hook->krp.data_size = probe->data_size;
	hook->krp.maxactive = maxactive;
	return hook;
}

static void hook_unregister(struct pa_hook *hook)
{
	if (hook->plain)
		unregister_kprobe(&hook->krp.kp);
	else
		unregister_kretprobe(&hook->krp);
}

static int hook_add(struct pa_probe *probe, const struct pa_probe_site *site,
		    unsigned int maxactive)
{
	struct pa_hook *hook = hook_new(probe, site, maxactive);
	int err;

	if (!hook)
		return -ENOMEM;
	err = hook->plain ? register_kprobe(&hook->krp.kp) : register_kretprobe(&hook->krp);
	if (err) {
		kfree(hook);
		return err;
	}
	compat_count_no_faults(&hook->krp.kp, true);
	mutex_lock(&probe_mutex);
	probe->hooks[probe->nhooks++] = hook;
	mutex_unlock(&probe_mutex);
	return 0;
}

/**
 * pa_probe_register() - register a probe, not yet armed
 * @probe:     the function and the handlers
 * @maxactive: how many calls of the function are followed at once
 *
 * Registers the probe disabled, because register_kprobe() of 7.2 and 7.3 returns 0 even when arming
 * fails (__register_kprobe(), kernel/kprobes.c). enable_kretprobe() reports that in all kernels.
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT (no such function), -EBUSY (an earlier probe is stuck there), -ENOMEM or
 * the error of register_kretprobe() or register_kprobe().
 */
int pa_probe_register(struct pa_probe *probe, unsigned int maxactive)
{
	unsigned int i;
	int err = 0;

	if (!probe->symbol || !pa_testing_symbol(probe->symbol))
		return -ENOENT;
	if (probe->stuck)
		return -EBUSY;
	if (!probe->nsites)
		return hook_add(probe, NULL, maxactive);
	for (i = 0; i < probe->nsites && !err; i++)
		err = hook_add(probe, &probe->sites[i], 0);
	if (err)
		pa_probe_unregister(probe);
	return err;
}

/**
 * pa_probe_on_ftrace() - return true if any armed probe that records something uses ftrace
 *
 * Context: any.
 */
bool __kprobes pa_probe_on_ftrace(void)
{
	return READ_ONCE(probes_on_ftrace);
}

/*
 * unregister_kretprobe() disarms the probe first. If that fails it reports no error and frees
 * memory that the probe still uses, as it stays in the table (__unregister_kprobe_top(),
 * kernel/kprobes.c). So disarm by disable_kretprobe(), which reports errors; after that
 * unregistering cannot fail.
 */
static int hook_disarm(struct pa_hook *hook)
{
	int err = disable_kretprobe(&hook->krp);
	unsigned int i;

	for (i = 0; err == -ENOMEM && i < DISARM_TRIES; i++) {
		msleep(DISARM_WAIT_MS);
		err = disable_kretprobe(&hook->krp);
	}
	return err;
}

/**
 * pa_probe_settle() - wait until a disarmed probe is out of the machine code
 * @probe: a probe on a function of this module, registered and disarmed, or not registered
 *
 * An optimized kprobe is a jump, which a worker of the kernel takes out later. If the module's
 * memory is freed before that, an entry for its address stays behind, and the kernel warns when the
 * module is loaded there again (kill_optimized_kprobe(), reuse_unused_kprobe(), kernel/kprobes.c).
 *
 * Context: process, may sleep; a second at most.
 */
void pa_probe_settle(const struct pa_probe *probe)
{
	const struct kprobe *kp;
	unsigned int i;

	if (!IS_ENABLED(CONFIG_OPTPROBES) || !probe->nhooks || probe->armed)
		return;
	kp = &probe->hooks[0]->krp.kp;
	if (kprobe_ftrace((struct kprobe *)kp))
		return;
	for (i = 0; i < SETTLE_TRIES && READ_ONCE(*kp->addr) != kp->opcode; i++)
		msleep(SETTLE_WAIT_MS);
}

static int hook_silence(void *arg)
{
	struct kretprobe *krp = arg;

	krp->entry_handler = NULL;
	krp->handler = NULL;
	if (container_of(krp, struct pa_hook, krp)->plain)
		krp->kp.pre_handler = NULL;
	compat_count_no_faults(&krp->kp, false);
	return 0;
}

/*
 * The kernel reads a handler pointer twice, to check it for NULL and to call it, with preemption
 * off. While stop_machine() runs hook_silence(), no cpu is between the two reads or in a handler.
 *
 * Calls that still hit the probe use the instances of the kretprobe, so these and everything else
 * that register_kretprobe() has allocated must stay, too.
 */
static void hook_leave_behind(struct pa_hook *hook, const char *symbol, int err)
{
	stop_machine(hook_silence, &hook->krp, NULL);
	kmemleak_not_leak(hook);
	pr_err("the kernel cannot disarm the probe on %s (%d): it stays in the kernel until the next reboot, and does nothing\n",
	       symbol, err);
}

static u64 hook_missed(const struct pa_hook *hook)
{
	return hook->krp.nmissed + hook->krp.kp.nmissed;
}

/* The last one of a probe. */
static void hook_remove(struct pa_probe *probe)
{
	struct pa_hook *hook = probe->hooks[probe->nhooks - 1];
	int err = hook_disarm(hook);

	if (err)
		hook_leave_behind(hook, probe->symbol, err);
	else
		hook_unregister(hook);
	if (err)
		probe->stuck = true;
	mutex_lock(&probe_mutex);
	probe->missed += hook_missed(hook);
	probe->nhooks--;
	mutex_unlock(&probe_mutex);
	if (!err)
		kfree(hook);
}

/**
 * pa_probe_unregister() - remove a probe; when it returns no handler runs any more
 * @probe: registered or not
 *
 * If the kernel cannot disarm the probe, it stays there without our handlers, and the log says so.
 *
 * Context: process, may sleep.
 */
void pa_probe_unregister(struct pa_probe *probe)
{
	probe_set_armed(probe, false);
	while (probe->nhooks)
		hook_remove(probe);
}

/*
 * While kprobes are off globally (debugfs kprobes/enabled), enable_kprobe() returns 0 but does
 * nothing, and the probe would stay off when they are switched on again: report -EIO.
 */
static int hook_arm(struct pa_hook *hook, bool on)
{
	int err = on ? enable_kretprobe(&hook->krp) : disable_kretprobe(&hook->krp);

	return !err && on && kprobe_disabled(&hook->krp.kp) ? -EIO : err;
}

/**
 * pa_probe_arm() - switch a registered probe on or off
 * @probe: the probe; does nothing if it is not registered
 * @on:    true: arm
 *
 * The first site is armed last and disarmed first: the later ones rely on it.
 *
 * Context: process, may sleep; callers serialise.
 * Return: 0; -EIO when kprobes are switched off globally; the error of arming.
 */
int pa_probe_arm(struct pa_probe *probe, bool on)
{
	unsigned int i;
	int err = 0;

	if (!probe->nhooks || probe->armed == on)
		return 0;
	for (i = 0; i < probe->nhooks && !err; i++)
		err = hook_arm(probe->hooks[on ? probe->nhooks - 1 - i : i], on);
	if (!err)
		probe_set_armed(probe, on);
	else if (on)
		for (i = 0; i < probe->nhooks; i++)
			hook_arm(probe->hooks[i], false);
	return err;
}

/**
 * pa_probe_set_register() - register the probes of a set that are not yet, not yet armed
 * @set: the set
 *
 * The log names the function that cannot be probed, and the resulting loss.
 *
 * Context: process, may sleep. Return: 0, or why one cannot be registered that is needed.
 */
int pa_probe_set_register(struct pa_probe_set *set)
{
	struct pa_probe *probe;

	pa_probe_set_for_each(probe, set) {
		int err = 0;

		if (probe->symbol && !probe->nhooks)
			err = pa_probe_register(probe, set->maxactive);
		if (err && probe->needed)
			return err;
		if (err)
			pr_warn("cannot probe %s (%d): %s\n", probe->symbol, err, probe->without);
	}
	return 0;
}

/**
 * pa_probe_set_unregister() - remove the probes; when it returns no handler runs any more
 * @set: the set
 *
 * Context: process, may sleep.
 */
void pa_probe_set_unregister(struct pa_probe_set *set)
{
	struct pa_probe *probe;

	pa_probe_set_for_each(probe, set)
		pa_probe_unregister(probe);
}

/**
 * pa_probe_set_arm() - arm the probes of a set that a level has, and disarm the others
 * @set:   the set; probes that are not registered are skipped
 * @level: 0: none
 *
 * Disarmed, a function costs the same as without the module.
 *
 * Context: process, may sleep; callers serialise.
 * Return: 0, or the last error, each of which is logged; all that can be armed are armed.
 */
int pa_probe_set_arm(struct pa_probe_set *set, unsigned int level)
{
	struct pa_probe *probe;
	int last = 0;

	pa_probe_set_for_each(probe, set) {
		bool on = level && level >= probe->level;
		int err = pa_probe_arm(probe, on);

		if (!err)
			continue;
		pr_warn("cannot %s the probe on %s (%d)\n", on ? "arm" : "disarm", probe->symbol,
			err);
		last = err;
	}
	return last;
}

/**
 * pa_probe_set_missed() - number of hits missed since the module was loaded
 * @set: the set, registered or not
 *
 * Context: process, may sleep.
 */
u64 pa_probe_set_missed(const struct pa_probe_set *set)
{
	const struct pa_probe *probe;
	unsigned int i;
	u64 missed = 0;

	mutex_lock(&probe_mutex);
	pa_probe_set_for_each(probe, set) {
		if (probe->helper)
			continue;
		missed += probe->missed;
		for (i = 0; i < probe->nhooks; i++)
			missed += hook_missed(probe->hooks[i]);
	}
	mutex_unlock(&probe_mutex);
	return missed;
}

/**
 * pa_probe_set_bytes() - memory that one instance of each kretprobe of a set takes
 * @set: the set, registered or not
 *
 * Context: any. Return: bytes, as kmalloc() rounds them up.
 */
size_t pa_probe_set_bytes(const struct pa_probe_set *set)
{
	const struct pa_probe *probe;
	size_t bytes = 0;

	pa_probe_set_for_each(probe, set)
		if (probe->symbol)
			bytes += roundup_pow_of_two(sizeof(struct kretprobe_instance) +
						    probe->data_size);
	return bytes;
}
