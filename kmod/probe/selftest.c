// SPDX-License-Identifier: GPL-2.0
/*
 * Proof at load that kretprobes work here: both handlers of a probe on a function of our own
 * must run. They do not when somebody wrote 0 to debugfs kprobes/enabled, and then every
 * registration still succeeds (arm_all_kprobes(), kernel/kprobes.c).
 */
#include "probe/selftest.h"

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/printk.h>

#include "probe/probe.h"

static int selftest_entries;
static int selftest_returns;

static int selftest_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	selftest_entries++;
	return 0;
}
NOKPROBE_SYMBOL(selftest_entry);

static int selftest_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	selftest_returns += (int)regs_return_value(regs);
	return 0;
}
NOKPROBE_SYMBOL(selftest_return);

/* Not static and not inline: it must be a symbol that a probe finds, and be really called. */
noinline int perfattr_selftest_target(int value)
{
	barrier();
	return value + 1;
}

/**
 * pa_selftest() - probe a function of our own and call it
 *
 * Context: process, at load.
 * Return: 0; -EIO when the probe did not fire; the error of its registration.
 */
int pa_selftest(void)
{
	static struct pa_probe probe = {
		.symbol = "perfattr_selftest_target",
		.entry = selftest_entry,
		.ret = selftest_return,
	};
	int err = pa_probe_register(&probe, 4);

	if (!err)
		err = pa_probe_arm(&probe, true);
	if (!err && perfattr_selftest_target(6) != 7)
		err = -EIO;
	pa_probe_unregister(&probe);
	if (err) {
		pr_err("cannot set a kretprobe (%d): is CONFIG_KRETPROBES on?\n", err);
		return err;
	}
	if (selftest_entries != 1 || selftest_returns != 7) {
		pr_err("kretprobes do not fire; try: echo 1 > /sys/kernel/debug/kprobes/enabled\n");
		return -EIO;
	}
	return 0;
}
