// SPDX-License-Identifier: GPL-2.0
/*
 * Tests that kretprobes work here: both handlers of a probe on a function of our own must run.
 *
 * Two switches stop probes from firing although registration still succeeds: debugfs
 * kprobes/enabled (arm_all_kprobes(), kernel/kprobes.c) and, on x86, the sysctl
 * kernel.ftrace_enabled. So our probes stay armed, and their functions are called again when stats
 * or the parameter "firing" is read, when a reader has waited for some time, and before other
 * probes are armed. A change is reported once in the log, and by a record in the ring.
 *
 * The sysctl stops only probes that use ftrace. kernel/events/core.c of 5.10 is built without
 * ftrace, so the probes there go on firing. Therefore we probe two functions, one that ftrace can
 * trace and one that it cannot. The first counts only while a probe that records something uses
 * ftrace, too. On 5.10 that is the probe on kernel/kprobes.c that watches a switch
 * (hook/switches.c).
 */
#include "hook/selftest.h"

#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/timekeeping.h>

#include "kernel/arch.h"
#include "kernel/kvar.h"
#include "kernel/param.h"
#include "kernel/probe.h"
#include "record/notify.h"
#include "record/ring.h"

/* Protects all variables below. */
static DEFINE_MUTEX(selftest_mutex);
static int selftest_entries;
static int selftest_returns;
static bool selftest_fired = true;	/* state that was reported last */
static bool selftest_follows;		/* report changes: the ring exists */
static u64 selftest_told;		/* number of reports */
static struct pa_record selftest_rec;	/* too large for a stack */

static int __kprobes selftest_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	WRITE_ONCE(selftest_entries, selftest_entries + 1);
	return 0;
}

static int __kprobes selftest_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	WRITE_ONCE(selftest_returns, selftest_returns + (int)compat_ret(regs));
	return 0;
}

#define SELFTEST_PROBE(name) \
	{ .symbol = name, .entry = selftest_entry, .ret = selftest_return, .needed = true, \
	  .helper = true }

/* The first one is on a function that ftrace can trace. */
static struct pa_probe selftest_probes[] = {
	SELFTEST_PROBE("perfattr_selftest_target"),
	SELFTEST_PROBE("perfattr_selftest_plain"),
};

static struct pa_probe_set selftest_set = {
	.probes = selftest_probes,
	.count = ARRAY_SIZE(selftest_probes),
	.maxactive = 4,
};

/* Neither static nor inline: kprobes must find the symbol, and the call must really happen. */
noinline int perfattr_selftest_target(int value)
{
	barrier();
	return value + 1;
}

noinline notrace int perfattr_selftest_plain(int value)
{
	barrier();
	return value + 1;
}

/**
 * pa_selftest_hint() - why probes do not fire, and what to do about it
 *
 * Context: any. Return: the second half of a log message.
 */
const char *pa_selftest_hint(void)
{
	s32 value;

	if (pa_kvar_read(PA_KVAR_FTRACE_DEAD, &value) && value)
		return "ftrace has failed a check and is off for good; only a reboot helps";
	if (pa_kvar_read(PA_KVAR_FTRACE_ON, &value) && !value)
		return "kernel.ftrace_enabled is 0; try: sysctl kernel.ftrace_enabled=1";
	if (pa_kvar_read(PA_KVAR_KPROBES_OFF, &value) && value)
		return "kprobes are off; try: echo 1 > /sys/kernel/debug/kprobes/enabled";
	return "try: echo 1 > /sys/kernel/debug/kprobes/enabled; sysctl kernel.ftrace_enabled=1";
}

/* Called with selftest_mutex held. */
static bool selftest_measure(int (*target)(int value))
{
	/* WRITE_ONCE(), because the compiler does not know that target() changes them. */
	WRITE_ONCE(selftest_entries, 0);
	WRITE_ONCE(selftest_returns, 0);
	return target(6) == 7 && READ_ONCE(selftest_entries) == 1 &&
	       READ_ONCE(selftest_returns) == 7;
}

/* Called with selftest_mutex held. */
static bool selftest_measure_kinds(void)
{
	if (!selftest_probes[0].armed || !selftest_probes[1].armed)
		return false;
	if (pa_probe_on_ftrace() && !selftest_measure(perfattr_selftest_target))
		return false;
	return selftest_measure(perfattr_selftest_plain);
}

/* Called with selftest_mutex held. */
static void selftest_tell(bool fires)
{
	struct pa_record *rec = &selftest_rec;

	selftest_fired = fires;
	selftest_told++;
	if (fires)
		pr_info("probes fire again\n");
	else
		pr_err("probes do not fire, so no call is seen: %s\n", pa_selftest_hint());
	memset(rec, 0, sizeof(*rec));
	rec->kind = PA_RECORD_FIRING;
	rec->ret = fires;
	rec->time_ns = ktime_get_boot_fast_ns();
	pa_ring_commit(rec);
	pa_notify_record();
}

/**
 * pa_selftest_fires() - return true if probes fire now
 *
 * Tests it anew each time; reports a change to the log and to the readers.
 *
 * Context: process, may sleep.
 */
bool pa_selftest_fires(void)
{
	bool fires;

	mutex_lock(&selftest_mutex);
	fires = selftest_measure_kinds();
	if (selftest_follows && fires != selftest_fired)
		selftest_tell(fires);
	mutex_unlock(&selftest_mutex);
	return fires;
}

/**
 * pa_selftest_steady() - return true if probes fire, and the kernel has put all of them back
 *
 * If they fire it may still be at it, with the lock held that enabling any probe takes.
 *
 * Context: process, may sleep. Return: true also if another write has begun to remove them since.
 */
bool pa_selftest_steady(void)
{
	bool steady;

	mutex_lock(&selftest_mutex);
	steady = selftest_measure_kinds() &&
		 !enable_kretprobe(&selftest_probes[1].hooks[0]->krp);
	mutex_unlock(&selftest_mutex);
	return steady;
}

/*
 * Do not arm probes while ftrace is off: removing one while ftrace is still off makes ftrace fail
 * its own checks later, and then it stays off until the next boot.
 */
static bool ftrace_is_off(void)
{
	s32 on;

	return IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) && pa_kvar_read(PA_KVAR_FTRACE_ON, &on) && !on;
}

/**
 * pa_selftest_may_arm() - return true if probes fire now, and it is safe to arm another one
 *
 * Context: process, may sleep.
 */
bool pa_selftest_may_arm(void)
{
	bool may;

	if (!pa_selftest_fires() || ftrace_is_off())
		return false;
	/* ftrace_is_off() may not know; probes that do not use ftrace fire in any case: measure. */
	mutex_lock(&selftest_mutex);
	may = selftest_measure(perfattr_selftest_target);
	mutex_unlock(&selftest_mutex);
	return may;
}

/**
 * pa_selftest_told() - number of records that report a change instead of a call
 *
 * Context: any.
 */
u64 pa_selftest_told(void)
{
	return READ_ONCE(selftest_told);
}

/**
 * pa_selftest_follow() - switch the reporting of changes on or off
 * @on: true: report; the ring must exist as long as it is on
 *
 * Context: process, may sleep.
 */
void pa_selftest_follow(bool on)
{
	mutex_lock(&selftest_mutex);
	selftest_follows = on;
	mutex_unlock(&selftest_mutex);
}

/**
 * pa_selftest_start() - probe two functions of our own and call them; the probes stay armed
 *
 * Context: process, at load, after pa_kvar_init().
 * Return: 0; -EOPNOTSUPP if this kernel allows no probe on a function; -EIO if a probe did not fire
 * or could not be registered.
 */
int pa_selftest_start(void)
{
	int err;

	if (ftrace_is_off()) {
		pr_err("probes do not fire: %s\n", pa_selftest_hint());
		return -EIO;
	}
	err = pa_probe_set_register(&selftest_set);
	if (err)
		pr_err("cannot register a kretprobe (%d): %s\n", err,
		       compat_probe_hint(err) ?: "is CONFIG_KRETPROBES on?");
	else
		err = pa_probe_arm(&selftest_probes[0], true) ?:
		      pa_probe_arm(&selftest_probes[1], true);
	if (!err && selftest_measure(perfattr_selftest_target) &&
	    selftest_measure(perfattr_selftest_plain))
		return 0;
	if (!compat_probe_hint(err))
		pr_err("probes do not fire (%d): %s\n", err, pa_selftest_hint());
	pa_selftest_stop();
	return compat_probe_hint(err) ? -EOPNOTSUPP : -EIO;
}

/**
 * pa_selftest_stop() - remove the probes
 *
 * Context: process, may sleep.
 */
void pa_selftest_stop(void)
{
	mutex_lock(&selftest_mutex);
	/* An error shows again when the probes are removed. */
	pa_probe_arm(&selftest_probes[1], false);
	pa_probe_arm(&selftest_probes[0], false);
	pa_probe_settle(&selftest_probes[1]);
	pa_probe_settle(&selftest_probes[0]);
	pa_probe_set_unregister(&selftest_set);
	mutex_unlock(&selftest_mutex);
}

/* --- the parameter "firing": an open sysfs file does not pin the module --- */

static int firing_get(char *buffer, const struct kernel_param *kp)
{
	if (!READ_ONCE(selftest_follows))
		return -ENODEV;
	return scnprintf(buffer, PAGE_SIZE, "%d\n", pa_selftest_fires());
}

PA_READ_ONLY_PARAM(firing, firing_get, 0400);
MODULE_PARM_DESC(firing, "read-only: 1 if probes fire, measured when it is read");
