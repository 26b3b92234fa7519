// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU whose event_init hits a BUG(): the caller dies inside perf_event_open(). The kernel never
 * unregisters it afterwards (the dead caller has left its SRCU reader behind), so it cannot be
 * removed.
 */
#include <linux/bug.h>
#include <linux/module.h>
#include <linux/perf_event.h>

/* The events of dead callers, so that kmemleak does not report them. */
static struct perf_event *kept[256];
static atomic_t nkept;

static struct pmu standin_oops;

static int die_inside(struct perf_event *event)
{
	unsigned int i;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	i = atomic_inc_return(&nkept) - 1;
	if (i < ARRAY_SIZE(kept))
		kept[i] = event;
	BUG();
}

static int no_add(struct perf_event *event, int flags)
{
	return 0;
}

static void no_op(struct perf_event *event, int flags)
{
}

static void no_read(struct perf_event *event)
{
}

static struct pmu standin_oops = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_sw_context,
	.event_init = die_inside,
	.add = no_add,
	.del = no_op,
	.start = no_op,
	.stop = no_op,
	.read = no_read,
};

static int __init standin_oops_init(void)
{
	return perf_pmu_register(&standin_oops, "standin_oops", -1);
}

module_init(standin_oops_init);
MODULE_DESCRIPTION("A PMU whose callers die in an oops");
MODULE_LICENSE("GPL");
