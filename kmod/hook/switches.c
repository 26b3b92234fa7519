// SPDX-License-Identifier: GPL-2.0
/*
 * Two switches take all probes out of the kernel's code and put them back: debugfs kprobes/enabled,
 * and kernel.ftrace_enabled for probes that use ftrace. The kernel does that with one probe after
 * the other, so during a switch a call hits some of them and not others. That proves nothing.
 *
 * So the functions that write the switches are probed. Before probes are taken out such a function
 * is entered, and that changes pa_switches. A worker then waits until all probes are back.
 */
#include "hook/switches.h"

#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "hook/selftest.h"
#include "kernel/arch.h"
#include "kernel/probe.h"

/* Low bits: writes that have begun and not ended. High bits: a count of writes that have begun. */
atomic_t pa_switches;
#define WRITERS		0xff
#define WRITE_BEGUN	(WRITERS + 1)
/* pa_switches when all probes were seen to be back, or at the load. */
int pa_switches_settled;

static void switches_ended(struct irq_work *work);
static void switches_settle(struct work_struct *work);
static DEFINE_IRQ_WORK(switches_ended_work, switches_ended);
static DECLARE_DELAYED_WORK(switches_settle_work, switches_settle);

static int __kprobes switch_write_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	atomic_add_return(WRITE_BEGUN + 1, &pa_switches);
	return 0;
}

/* A proc_handler: its second argument says whether the sysctl is written. */
static int __kprobes switch_sysctl_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (!(int)compat_arg(regs, 1) || !pa_probe_on_ftrace())
		return 1;
	return switch_write_entry(ri, regs);
}

static int __kprobes switch_write_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	atomic_dec(&pa_switches);
	irq_work_queue(&switches_ended_work);
	return 0;
}

#define SWITCH(name, on_entry) { \
	.symbol = name, \
	.entry = on_entry, \
	.ret = switch_write_return, \
	.helper = true, \
	.without = "if the switch is used while calls run, functions may be reported as bypassed", \
}

/* kernel/kprobes.c and kernel/trace/ftrace.c. */
static struct pa_probe switch_probes[] = {
	SWITCH("write_enabled_file_bool", switch_write_entry),
	SWITCH(IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) ? "ftrace_enable_sysctl" : NULL,
	       switch_sysctl_entry),
};

static struct pa_probe_set switches_set = {
	.probes = switch_probes,
	.count = ARRAY_SIZE(switch_probes),
	.maxactive = 16,
};

static void switches_ended(struct irq_work *work)
{
	mod_delayed_work(system_wq, &switches_settle_work, 0);
}

/* While probes are off, tests once a second whether they fire again. */
static void switches_settle(struct work_struct *work)
{
	int now = atomic_read(&pa_switches);

	if (!(now & WRITERS) && pa_selftest_steady())
		WRITE_ONCE(pa_switches_settled, now);
	else
		schedule_delayed_work(&switches_settle_work, HZ);
}

/**
 * pa_switches_watch() - watch the switches from now on; before other probes are armed
 *
 * Context: process, may sleep.
 */
void pa_switches_watch(void)
{
	pa_probe_set_register(&switches_set);
	pa_probe_set_arm(&switches_set, 1);
}

/**
 * pa_switches_unwatch() - stop that; after other probes are unregistered
 *
 * Context: process, may sleep.
 */
void pa_switches_unwatch(void)
{
	pa_probe_set_unregister(&switches_set);
	irq_work_sync(&switches_ended_work);
	cancel_delayed_work_sync(&switches_settle_work);
}
