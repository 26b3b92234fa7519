// SPDX-License-Identifier: GPL-2.0
/*
 * Tells readers that there is a new record: those who wait in a view, and those who poll
 * /sys/module/perfattr_dump/parameters/next, the number that the next record will get.
 *
 * The number can be polled (POLLPRI). Unlike an open view, an open file of sysfs does not pin the
 * module: a reader that follows the calls for weeks need not stand in the way of rmmod. Reading
 * the number asks for one notification, so a call pays for it only when somebody waits. As soon
 * as the module is being unloaded, a read gives ENODEV.
 *
 * It is a parameter because those have files of sysfs already, made and removed by the kernel.
 */
#include "probe/notify.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/irq_work.h>
#include <linux/kernfs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sysfs.h>
#include <linux/wait.h>

#include "probe/ring.h"

DECLARE_WAIT_QUEUE_HEAD(pa_notify_wait);

/* Set by a read of the number, cleared when its reader has been told. */
static atomic_t notify_polled;

/* Written before the probes are armed; NULL without sysfs. */
static struct kernfs_node *notify_node;
static bool notify_over;

static int next_set(const char *text, const struct kernel_param *kp)
{
	pr_err("parameter next: it tells a number and takes none\n");
	return -EPERM;
}

static int next_get(char *buffer, const struct kernel_param *kp)
{
	if (READ_ONCE(notify_over))
		return -ENODEV;
	atomic_set(&notify_polled, 1);
	/* Pairs with the barrier in pa_notify_record(): we see its record, or it sees us. */
	smp_mb();
	return scnprintf(buffer, PAGE_SIZE, "%llu\n", pa_ring_next());
}

static const struct kernel_param_ops param_ops_next = {
	.set = next_set,
	.get = next_get,
};

module_param_cb(next, &param_ops_next, NULL, 0400);
MODULE_PARM_DESC(next, "read-only: number of the next record; poll() for POLLPRI");

static void notify_irq_work_fn(struct irq_work *work)
{
	wake_up_interruptible_all(&pa_notify_wait);
	if (notify_node && atomic_xchg(&notify_polled, 0))
		sysfs_notify_dirent(notify_node);
}

static struct irq_work notify_irq_work;

/**
 * pa_notify_record() - there is a new record
 *
 * The waking itself is done from irq_work: a probe may not take a lock that sleeps on PREEMPT_RT.
 *
 * Context: probe handler.
 */
void pa_notify_record(void)
{
	/*
	 * The record before the look at who waits: pairs with the barriers of
	 * prepare_to_wait_event(), poll_wait() and next_get(), so that waitqueue_active()
	 * may be used.
	 */
	smp_mb();
	if (waitqueue_active(&pa_notify_wait) || atomic_read(&notify_polled)) /* see above */
		irq_work_queue(&notify_irq_work);
}
NOKPROBE_SYMBOL(pa_notify_record);

/**
 * pa_notify_init() - find the file that is polled; it is there already
 *
 * Context: process, may sleep; before the first pa_notify_record().
 */
void pa_notify_init(void)
{
	struct kernfs_node *dir = sysfs_get_dirent(THIS_MODULE->mkobj.kobj.sd, "parameters");

	init_irq_work(&notify_irq_work, notify_irq_work_fn);
	if (!dir)
		return;
	notify_node = sysfs_get_dirent(dir, "next");
	sysfs_put(dir);
}

/**
 * pa_notify_exit() - tell who polls that there will be no more; no probe is left
 *
 * The kernel removes the file itself, after the module's exit.
 *
 * Context: process, may sleep.
 */
void pa_notify_exit(void)
{
	irq_work_sync(&notify_irq_work);
	WRITE_ONCE(notify_over, true);
	if (!notify_node)
		return;
	sysfs_notify_dirent(notify_node);
	sysfs_put(notify_node);
	notify_node = NULL;
}
