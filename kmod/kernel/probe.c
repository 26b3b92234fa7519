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
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>

#include "kernel/compat.h"

/* How often, and after which delay, disarming is retried when the kernel has no memory for it. */
#define DISARM_TRIES		500
#define DISARM_WAIT_MS		20
/* How long to wait for the worker that takes out jumps: it needs some hundredths of a second. */
#define SETTLE_TRIES		100
#define SETTLE_WAIT_MS		10

/* For tests: see pa_probe_withhold() and pa_probe_misplace(). */
static const char *probe_withheld = "";
static const char *probe_misplaced = "";

/* Protects hook and missed of every probe against readers; callers serialise everything else. */
static DEFINE_MUTEX(probe_mutex);

/* How many of the armed probes use ftrace. */
static unsigned int probes_on_ftrace;

static void probe_set_armed(struct pa_probe *probe, bool on)
{
	bool on_ftrace = probe->hook && kprobe_ftrace(&probe->hook->krp.kp);

	mutex_lock(&probe_mutex);
	if (on_ftrace && probe->armed != on)
		probes_on_ftrace += on ? 1 : -1;
	probe->armed = on;
	mutex_unlock(&probe_mutex);
}

/**
 * pa_probe_withhold() - for tests: pretend that a symbol is absent
 * @symbol: its name; not copied
 *
 * Context: process, before any registration.
 */
void pa_probe_withhold(const char *symbol)
{
	probe_withheld = symbol;
}

/**
 * pa_probe_misplace() - for tests: put a probe on a function that is never called
 * @symbol: the function whose probe is misplaced; not copied
 *
 * This looks as if the compiler had made a second copy of the function, and calls ran that one.
 *
 * Context: process, before any registration.
 */
void pa_probe_misplace(const char *symbol)
{
	probe_misplaced = symbol;
}

static struct pa_hook *hook_new(const struct pa_probe *probe, unsigned int maxactive)
{
	bool misplaced = !strcmp(probe->symbol, probe_misplaced);
	const char *symbol = misplaced ? "perfattr_never_called" : probe->symbol;
	size_t size = strlen(symbol) + 1;
	struct pa_hook *hook = kzalloc(struct_size(hook, symbol, size), GFP_KERNEL);

	if (!hook)
		return NULL;
	memcpy(hook->symbol, symbol, size);
	hook->krp.kp.flags = KPROBE_FLAG_DISABLED;
	hook->plain = probe->hit;
	memcpy(hook->reg, probe->reg, sizeof(hook->reg));
	if (probe->at)
		hook->krp.kp.addr = probe->at;
	else
		hook->krp.kp.symbol_name = hook->symbol;
	if (hook->plain) {
		hook->krp.kp.pre_handler = probe->hit;
		return hook;
	}
	hook->krp.entry_handler = probe->entry;
	hook->krp.handler = probe->ret;
	hook->krp.data_size = probe->data_size;
	hook->krp.maxactive = maxactive;
	return hook;
}

static int hook_register(struct pa_hook *hook)
{
	return hook->plain ? register_kprobe(&hook->krp.kp) : register_kretprobe(&hook->krp);
}

static void hook_unregister(struct pa_hook *hook)
{
	if (hook->plain)
		unregister_kprobe(&hook->krp.kp);
	else
		unregister_kretprobe(&hook->krp);
}

/**
 * pa_probe_meddled() - for tests: is this symbol withheld, or its probe misplaced?
 * @symbol: the symbol
 *
 * Context: process.
 */
bool pa_probe_meddled(const char *symbol)
{
	return !strcmp(symbol, probe_withheld) || !strcmp(symbol, probe_misplaced);
}

static int part_register(struct pa_probe *probe, unsigned int maxactive)
{
	struct pa_hook *hook;
	int err;

	if (!probe->symbol || !strcmp(probe->symbol, probe_withheld))
		return -ENOENT;
	if (probe->stuck)
		return -EBUSY;
	hook = hook_new(probe, maxactive);
	if (!hook)
		return -ENOMEM;
	err = hook_register(hook);
	if (err) {
		kfree(hook);
		return err;
	}
	compat_count_no_faults(&hook->krp.kp);
	mutex_lock(&probe_mutex);
	probe->hook = hook;
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
	struct pa_probe *part;
	int err;

	for (part = probe; part; part = part->more) {
		err = part_register(part, maxactive);
		if (err) {
			pa_probe_unregister(probe);
			return err;
		}
	}
	return 0;
}

/**
 * pa_probe_on_ftrace() - does any armed probe other than this one use ftrace?
 * @other: an armed probe, which does not count
 *
 * Context: process, may sleep.
 */
bool pa_probe_on_ftrace(const struct pa_probe *other)
{
	bool is;

	mutex_lock(&probe_mutex);
	is = probes_on_ftrace > kprobe_ftrace(&other->hook->krp.kp);
	mutex_unlock(&probe_mutex);
	return is;
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

	if (!IS_ENABLED(CONFIG_OPTPROBES) || !probe->hook || probe->armed)
		return;
	kp = &probe->hook->krp.kp;
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
	compat_forget_faults(&krp->kp);
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

static void part_unregister(struct pa_probe *probe)
{
	struct pa_hook *hook = probe->hook;
	int err;

	if (!hook)
		return;
	probe_set_armed(probe, false);
	err = hook_disarm(hook);
	if (err)
		hook_leave_behind(hook, probe->symbol, err);
	else
		hook_unregister(hook);
	probe->stuck = err;
	mutex_lock(&probe_mutex);
	probe->missed += hook->krp.nmissed + hook->krp.kp.nmissed;
	probe->hook = NULL;
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
	for (; probe; probe = probe->more)
		part_unregister(probe);
}

/*
 * While kprobes are off globally (debugfs kprobes/enabled), enable_kprobe() returns 0 but does
 * nothing, and the probe would stay off when they are switched on again: report -EIO.
 */
static int hook_enable(struct pa_hook *hook)
{
	int err = enable_kretprobe(&hook->krp);

	return !err && kprobe_disabled(&hook->krp.kp) ? -EIO : err;
}

static int part_arm(struct pa_probe *probe, bool on)
{
	int err;

	if (!probe->hook || probe->armed == on)
		return 0;
	err = on ? hook_enable(probe->hook) : disable_kretprobe(&probe->hook->krp);
	if (!err)
		probe_set_armed(probe, on);
	return err;
}

/**
 * pa_probe_arm() - switch a registered probe on or off
 * @probe: the probe; does nothing if it is not registered
 * @on:    true: arm
 *
 * The first part is armed last and disarmed first, since its state stands for all.
 *
 * Context: process, may sleep; callers serialise.
 * Return: 0; -EIO when kprobes are switched off globally; the error of arming.
 */
int pa_probe_arm(struct pa_probe *probe, bool on)
{
	struct pa_probe *part;
	int err = on ? 0 : part_arm(probe, false);

	for (part = probe->more; part && !err; part = part->more)
		err = part_arm(part, on);
	if (on && !err)
		err = part_arm(probe, true);
	if (on && err)
		pa_probe_arm(probe, false);
	return err;
}

/**
 * pa_probe_missed() - how many hits the probe has missed since the module was loaded
 * @probe: the probe, registered or not
 *
 * Context: process, may sleep.
 */
u64 pa_probe_missed(const struct pa_probe *probe)
{
	u64 missed = 0;

	mutex_lock(&probe_mutex);
	for (; probe; probe = probe->more) {
		missed += probe->missed;
		if (probe->hook)
			missed += probe->hook->krp.nmissed + probe->hook->krp.kp.nmissed;
	}
	mutex_unlock(&probe_mutex);
	return missed;
}
