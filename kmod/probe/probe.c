// SPDX-License-Identifier: GPL-2.0
/*
 * Registration and arming of kretprobes, the same for the system call, its stages and the rest.
 *
 * A kernel whose ftrace has failed one of its own checks (ftrace_kill(), kernel/trace/ftrace.c)
 * refuses to disarm a probe until the next boot, unless it has kprobe_ftrace_kill(). Then the probe
 * stays in the kernel's table, whatever we do. So what that table points to is on the heap, and
 * before it is left behind our handlers are taken out of it: it holds pointers to the kernel only.
 */
#include "probe/probe.h"

#include <linux/delay.h>
#include <linux/kmemleak.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>

#include "probe/compat.h"

/* For how long the kernel is asked again that has no memory to disarm a probe. */
#define DISARM_TRIES		500
#define DISARM_WAIT_MS		20

/* For tests: a symbol that is treated as absent, and one whose probe is put where no call comes. */
static const char *probe_withheld = "";
static const char *probe_misplaced = "";

/* Protects hook and missed of every probe against readers; callers serialise everything else. */
static DEFINE_MUTEX(probe_mutex);

/* Of the armed probes, those that the kernel has put on ftrace. */
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
 * pa_probe_withhold() - treat a symbol as absent, to test what happens then
 * @symbol: its name; not copied
 *
 * Context: process, before any registration.
 */
void pa_probe_withhold(const char *symbol)
{
	probe_withheld = symbol;
}

/**
 * pa_probe_misplace() - put a probe where no call comes by, to test what happens then
 * @symbol: the function that it says it is on; not copied
 *
 * So it looks when the compiler made a second copy of a function, which the calls take.
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
	hook->krp.kp.symbol_name = hook->symbol;
	hook->krp.kp.flags = KPROBE_FLAG_DISABLED;
	hook->krp.entry_handler = probe->entry;
	hook->krp.handler = probe->ret;
	hook->krp.data_size = probe->data_size;
	hook->krp.maxactive = maxactive;
	return hook;
}

/**
 * pa_probe_register() - put a probe into the kernel's table, not yet armed
 * @probe:     what to probe and with what
 * @maxactive: most activations that are followed at once
 *
 * Registered disabled: register_kprobe() of 7.2 and 7.3 returns 0 although arming failed,
 * enable_kretprobe() is honest in all kernels (kernel/kprobes.c, __register_kprobe()).
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT (no such function), -EBUSY (it could not be taken out the last time),
 * -ENOMEM or register_kretprobe()'s error.
 */
int pa_probe_register(struct pa_probe *probe, unsigned int maxactive)
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
	err = register_kretprobe(&hook->krp);
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
 * pa_probe_on_ftrace() - does ftrace call any of the armed probes?
 * @other: but for this one, which is armed
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
 * unregister_kretprobe() disarms first. When that fails it returns all the same, and frees what
 * the probe, which stays in the table, still needs (__unregister_kprobe_top(), kernel/kprobes.c).
 * disable_kretprobe() tells of it; once it has succeeded, unregistering cannot fail any more.
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

static int hook_silence(void *arg)
{
	struct kretprobe *krp = arg;

	krp->entry_handler = NULL;
	krp->handler = NULL;
	compat_forget_faults(&krp->kp);
	return 0;
}

/*
 * The kernel checks a handler for NULL and then calls it: with preemption off, and by two reads of
 * the pointer. While stop_machine() runs us no cpu is between the two, nor inside a handler.
 *
 * Calls that still hit the probe take an instance of the kretprobe and give it back: the instances,
 * and whatever else register_kretprobe() has allocated, stay as well.
 */
static void hook_leave_behind(struct pa_hook *hook, const char *symbol, int err)
{
	stop_machine(hook_silence, &hook->krp, NULL);
	kmemleak_not_leak(hook);
	pr_err("the kernel cannot disarm the probe on %s (%d): it stays in the kernel until the next reboot, and does nothing\n",
	       symbol, err);
}

/**
 * pa_probe_unregister() - take a probe out; returns when no handler runs any more
 * @probe: registered or not
 *
 * When the kernel cannot do that it is left behind without our handlers, and the log says so.
 *
 * Context: process, may sleep.
 */
void pa_probe_unregister(struct pa_probe *probe)
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
		unregister_kretprobe(&hook->krp);
	probe->stuck = err;
	mutex_lock(&probe_mutex);
	probe->missed += hook->krp.nmissed + hook->krp.kp.nmissed;
	probe->hook = NULL;
	mutex_unlock(&probe_mutex);
	if (!err)
		kfree(hook);
}

/*
 * While kprobes are off (debugfs kprobes/enabled) enable_kprobe() returns 0 and does nothing: the
 * probe would stay off when they are switched on again.
 */
static int hook_enable(struct pa_hook *hook)
{
	int err = enable_kretprobe(&hook->krp);

	return !err && kprobe_disabled(&hook->krp.kp) ? -EIO : err;
}

/**
 * pa_probe_arm() - switch a registered probe on or off
 * @probe: the probe; one that is not registered is left alone
 * @on:    what is wanted
 *
 * Context: process, may sleep; callers serialise.
 * Return: 0; -EIO when kprobes are switched off globally; the error of arming.
 */
int pa_probe_arm(struct pa_probe *probe, bool on)
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
 * pa_probe_missed() - hits that could not be followed, since the module was loaded
 * @probe: the probe, registered or not
 *
 * Context: process, may sleep.
 */
u64 pa_probe_missed(const struct pa_probe *probe)
{
	u64 missed;

	mutex_lock(&probe_mutex);
	missed = probe->missed;
	if (probe->hook)
		missed += probe->hook->krp.nmissed + probe->hook->krp.kp.nmissed;
	mutex_unlock(&probe_mutex);
	return missed;
}
