// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU of any name that accepts every event of its type, to simulate PMUs that come, go, and
 * leave their type number to the next one. If the kernel can unregister a PMU that has
 * events (perf_pmu_unregister() returns int), writing Y to the parameter "gone" does that, and
 * frees it. With exclusive=1 one event at a time can use it, as with intel_bts. With counters=N it
 * is as a processor's: events take turns where there are more.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

static char *name = "alpha0";
module_param(name, charp, 0400);
MODULE_PARM_DESC(name, "what it is called (default alpha0)");

static bool exclusive;
module_param(exclusive, bool, 0400);
MODULE_PARM_DESC(exclusive, "a task or a cpu can have one event of it");

static unsigned int counters;
module_param(counters, uint, 0400);
MODULE_PARM_DESC(counters, "so many events count at once on a cpu; 0: any number (default)");

/* Before 6.2 a second PMU of that context is warned of, unless there may be several. */
#ifndef PERF_PMU_CAP_HETEROGENEOUS_CPUS
#define PERF_PMU_CAP_HETEROGENEOUS_CPUS 0
#endif

static DEFINE_PER_CPU(unsigned int, used);
static struct pmu *standin;

static int take(struct perf_event *event)
{
	return event->attr.type == event->pmu->type ? 0 : -ENOENT;
}

static int add(struct perf_event *event, int flags)
{
	if (counters && this_cpu_read(used) >= counters)
		return -EAGAIN;
	this_cpu_inc(used);
	return 0;
}

static void del(struct perf_event *event, int flags)
{
	this_cpu_dec(used);
}

static void no_op(struct perf_event *event, int flags)
{
}

static void no_read(struct perf_event *event)
{
}

static void leave(void)
{
	if (!standin)
		return;
	perf_pmu_unregister(standin);
	/* What still looks at it finds other bytes. */
	memset(standin, 0x5a, sizeof(*standin));
	kfree(standin);
	standin = NULL;
}

static int gone_set(const char *value, const struct kernel_param *param)
{
	if (!STANDIN_CAN_LEAVE)
		return -EOPNOTSUPP;
	leave();
	return 0;
}

static const struct kernel_param_ops gone_ops = { .set = gone_set };
module_param_cb(gone, &gone_ops, NULL, 0200);
MODULE_PARM_DESC(gone, "written: unregister the PMU, also while it has events");

static int __init standin_init(void)
{
	int err;

	standin = kzalloc(sizeof(*standin), GFP_KERNEL);
	if (!standin)
		return -ENOMEM;
	standin->module = THIS_MODULE;
	standin->task_ctx_nr = counters ? perf_hw_context : perf_sw_context;
	standin->capabilities = (exclusive ? PERF_PMU_CAP_EXCLUSIVE : 0) |
				(counters ? PERF_PMU_CAP_HETEROGENEOUS_CPUS : 0);
	standin->event_init = take;
	standin->add = add;
	standin->del = del;
	standin->start = no_op;
	standin->stop = no_op;
	standin->read = no_read;
	err = perf_pmu_register(standin, name, -1);
	if (err)
		kfree(standin);
	return err;
}

static void __exit standin_exit(void)
{
	leave();
}

module_init(standin_init);
module_exit(standin_exit);
MODULE_DESCRIPTION("A PMU that takes every event of its type and counts nothing");
MODULE_LICENSE("GPL");
