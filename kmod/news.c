// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/module/perfattr_dump/parameters/next: the number that the next record will get.
 *
 * It can be polled (POLLPRI), and unlike an open view an open file of sysfs does not keep the
 * module: a reader that follows the calls for weeks need not stand in the way of rmmod. Reading
 * the number asks for one notification, so a call pays for it only when somebody waits. From
 * the beginning of the unload on, a read gives ENODEV.
 *
 * It is a parameter because those have files of sysfs already, made and removed by the kernel.
 */
#include "news.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kernfs.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sysfs.h>

#include "ring.h"

atomic_t pa_news_awaited;

/* Written before the probes are armed; NULL without sysfs. */
static struct kernfs_node *news_node;
static bool news_over;

static int next_set(const char *text, const struct kernel_param *kp)
{
	pr_err("parameter next: it tells a number and takes none\n");
	return -EPERM;
}

static int next_get(char *buffer, const struct kernel_param *kp)
{
	if (READ_ONCE(news_over))
		return -ENODEV;
	atomic_set(&pa_news_awaited, 1);
	/* Pairs with the barrier in pa_views_wake(): we see its record, or it sees us. */
	smp_mb();
	return scnprintf(buffer, PAGE_SIZE, "%llu\n", pa_ring_next());
}

static const struct kernel_param_ops param_ops_next = {
	.set = next_set,
	.get = next_get,
};

module_param_cb(next, &param_ops_next, NULL, 0400);
MODULE_PARM_DESC(next, "not to be set: number of the next record, for poll()");

/**
 * pa_news_init() - find the file that is polled; it is there already
 *
 * Context: process, may sleep.
 */
void pa_news_init(void)
{
	struct kernfs_node *dir = sysfs_get_dirent(THIS_MODULE->mkobj.kobj.sd, "parameters");

	if (!dir)
		return;
	news_node = sysfs_get_dirent(dir, "next");
	sysfs_put(dir);
}

/**
 * pa_news_exit() - tell who waits that there will be no more; nobody calls pa_news_tell() now
 *
 * The kernel removes the file itself, after the module's exit.
 *
 * Context: process, may sleep.
 */
void pa_news_exit(void)
{
	WRITE_ONCE(news_over, true);
	if (!news_node)
		return;
	sysfs_notify_dirent(news_node);
	sysfs_put(news_node);
	news_node = NULL;
}

/**
 * pa_news_tell() - there is a new record: wake who polls the number
 *
 * Context: irq_work.
 */
void pa_news_tell(void)
{
	if (news_node && atomic_xchg(&pa_news_awaited, 0))
		sysfs_notify_dirent(news_node);
}
