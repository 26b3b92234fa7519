// SPDX-License-Identifier: GPL-2.0
/* Registration and arming of kretprobes, the same for the system call and its stages. */
#include "probe/probe.h"

#include <linux/delay.h>
#include <linux/string.h>

#include "probe/compat.h"

/* For tests: this symbol is treated as absent. */
static const char *probe_withheld = "";

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
 * pa_probe_register() - put a probe into the kernel's table, not yet armed
 * @probe:     what to probe and with what
 * @maxactive: most activations that are followed at once
 *
 * Registered disabled: register_kprobe() of 7.2 and 7.3 returns 0 although arming failed,
 * enable_kretprobe() is honest in all kernels (kernel/kprobes.c, __register_kprobe()).
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT (no such function) or register_kretprobe()'s error.
 */
int pa_probe_register(struct pa_probe *probe, unsigned int maxactive)
{
	int err;

	if (!probe->symbol || !strcmp(probe->symbol, probe_withheld))
		return -ENOENT;
	WRITE_ONCE(probe->missed, pa_probe_missed(probe));
	memset(&probe->krp, 0, sizeof(probe->krp));
	probe->krp.kp.symbol_name = probe->symbol;
	probe->krp.kp.flags = KPROBE_FLAG_DISABLED;
	probe->krp.entry_handler = probe->entry;
	probe->krp.handler = probe->ret;
	probe->krp.data_size = probe->data_size;
	probe->krp.maxactive = maxactive;
	err = register_kretprobe(&probe->krp);
	if (err)
		return err;
	compat_count_no_faults(&probe->krp.kp);
	probe->registered = true;
	return 0;
}

/*
 * unregister_kretprobe() disarms first. When the kernel has no memory to do that it returns all the
 * same, and the probe stays in its table when our memory is gone (__unregister_kprobe_top(),
 * kernel/kprobes.c). disable_kretprobe() tells of it; once it has succeeded, unregistering
 * needs no memory.
 */
static void probe_disarm(struct pa_probe *probe)
{
	while (disable_kretprobe(&probe->krp) == -ENOMEM)
		msleep(20);
}

/**
 * pa_probe_unregister() - take a probe out; returns when no handler runs any more
 * @probe: registered or not
 *
 * Context: process, may sleep.
 */
void pa_probe_unregister(struct pa_probe *probe)
{
	if (!probe->registered)
		return;
	probe_disarm(probe);
	unregister_kretprobe(&probe->krp);
	probe->registered = false;
	probe->armed = false;
}

/**
 * pa_probe_arm() - switch a registered probe on or off
 * @probe: the probe; one that is not registered is left alone
 * @on:    what is wanted
 *
 * Context: process, may sleep; callers serialise. Return: 0 or the error of arming.
 */
int pa_probe_arm(struct pa_probe *probe, bool on)
{
	int err;

	if (!probe->registered || probe->armed == on)
		return 0;
	err = on ? enable_kretprobe(&probe->krp) : disable_kretprobe(&probe->krp);
	if (!err)
		probe->armed = on;
	return err;
}

/**
 * pa_probe_missed() - hits that could not be followed, since the module was loaded
 * @probe: the probe, registered or not
 *
 * Context: any.
 */
u64 pa_probe_missed(const struct pa_probe *probe)
{
	return READ_ONCE(probe->missed) + probe->krp.nmissed + probe->krp.kp.nmissed;
}
