// SPDX-License-Identifier: GPL-2.0
/*
 * Wakes readers when there is a new record: readers that wait in a view, and readers that poll
 * /sys/module/perfattr_dump/parameters/next, which holds the number of the next record.
 *
 * poll() on that file reports POLLPRI. Unlike an open view, an open sysfs file does not pin the
 * module, so a reader that follows calls for weeks does not block rmmod. Each read of the number
 * requests one notification, so calls pay for it only while somebody waits. Once unloading has
 * begun, a read fails with ENODEV.
 *
 * It is a module parameter because the kernel creates and removes the sysfs files of those.
 */
#include "record/notify.h"

#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kernfs.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/sysfs.h>
#include <linux/workqueue.h>

#include "kernel/param.h"
#include "record/ring.h"

DECLARE_WAIT_QUEUE_HEAD(pa_notify_wait);

atomic_t pa_notify_polled;

/* Set before the probes are armed; NULL without sysfs. */
static struct kernfs_node *notify_node;
static bool notify_over;

static int next_get(char *buffer, const struct kernel_param *kp)
{
	if (READ_ONCE(notify_over))
		return -ENODEV;
	atomic_add_unless(&pa_notify_polled, 1, INT_MAX);
	/* Pairs with pa_notify_record(): either we see its record or it sees pa_notify_polled. */
	smp_mb();
	return scnprintf(buffer, PAGE_SIZE, "%llu\n", pa_ring_next());
}

PA_READ_ONLY_PARAM(next, next_get, 0400);
MODULE_PARM_DESC(next, "read-only: number of the next record; poll() for POLLPRI");

atomic_t pa_notify_due;
/* In jiffies. */
static unsigned long notify_last;

static void notify_all(void)
{
	WRITE_ONCE(notify_last, jiffies);
	atomic_set(&pa_notify_due, 0);
	/* Writers that committed a record and saw pa_notify_due rely on us to wake readers. */
	smp_mb();
	wake_up_interruptible_all(&pa_notify_wait);
	if (notify_node && atomic_xchg(&pa_notify_polled, 0))
		sysfs_notify_dirent(notify_node);
}

/*
 * Waking a reader takes 1,800 instructions, and its switch to the cpu and back as many. The cpu of
 * the call wakes a single reader at once. The call shall not pay for each of several, so a worker
 * wakes these. If they were already woken in this jiffy, they are woken in the next one, and then
 * read all new records together; unless the ring is so small that it might overrun before.
 */
static struct workqueue_struct *notify_workers;

/* More than a reader reads in a jiffy of 10 ms. */
#define NOTIFY_LARGE_RING	4096

static void notify_work_fn(struct work_struct *work)
{
	notify_all();
}

static DECLARE_DELAYED_WORK(notify_work, notify_work_fn);

static bool several_wait(void)
{
	const struct list_head *head = &pa_notify_wait.head;
	/* A data race, without the lock: only the way of waking depends on it. */
	int in_views = data_race(list_empty(head) ? 0 : list_is_singular(head) ? 1 : 2);

	return atomic_read(&pa_notify_polled) > 1 - in_views;
}

static void notify_irq_work_fn(struct irq_work *work)
{
	bool again = !time_after(jiffies, READ_ONCE(notify_last)) &&
		     pa_ring_capacity() >= NOTIFY_LARGE_RING;

	if (notify_workers && (again || several_wait()))
		queue_delayed_work(notify_workers, &notify_work, again);
	else
		notify_all();
}

static DEFINE_IRQ_WORK(notify_irq_work, notify_irq_work_fn);

/**
 * pa_notify_wake() - wake the readers that wait, at the latest in the next jiffy
 *
 * From irq_work, because a handler must not take the wait queue's lock: it sleeps on PREEMPT_RT.
 *
 * Context: probe handler.
 */
void __kprobes pa_notify_wake(void)
{
	if (!atomic_xchg(&pa_notify_due, 1))
		irq_work_queue(&notify_irq_work);
}

/**
 * pa_notify_init() - prepare to wake readers; the kernel has created the sysfs file that they poll
 *
 * Context: process, may sleep; before the first pa_notify_record().
 */
void pa_notify_init(void)
{
	struct kernfs_node *dir = sysfs_get_dirent(THIS_MODULE->mkobj.kobj.sd, "parameters");

	notify_workers = alloc_workqueue("perfattr", WQ_UNBOUND, 1);
	if (!notify_workers)
		pr_warn("no memory for a worker: each reader that waits slows calls down\n");
	if (!dir)
		return;
	notify_node = sysfs_get_dirent(dir, "next");
	sysfs_put(dir);
}

/**
 * pa_notify_exit() - wake the pollers a last time; all probes are gone
 *
 * They then read ENODEV. The kernel removes the file itself, after the module's exit.
 *
 * Context: process, may sleep.
 */
void pa_notify_exit(void)
{
	irq_work_sync(&notify_irq_work);
	cancel_delayed_work_sync(&notify_work);
	if (notify_workers)
		destroy_workqueue(notify_workers);
	notify_workers = NULL;
	WRITE_ONCE(notify_over, true);
	if (!notify_node)
		return;
	sysfs_notify_dirent(notify_node);
	sysfs_put(notify_node);
	notify_node = NULL;
}
