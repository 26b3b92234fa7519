// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs that decline every event. A large machine has dozens: uncore boxes, cstates,
 * devices. The kernel tries every PMU for an event with an unknown type.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

static unsigned int count = 10;
module_param(count, uint, 0400);
MODULE_PARM_DESC(count, "how many PMUs (default 10)");

static char *name = "declines";
module_param(name, charp, 0400);
MODULE_PARM_DESC(name, "what they are called, before a number (default declines)");

struct declining {
	struct pmu pmu;
	char name[24];
};

static struct declining *all;

static int decline(struct perf_event *event)
{
	return -ENOENT;
}

static int no_add(struct perf_event *event, int flags)
{
	return -EINVAL;
}

static void no_op(struct perf_event *event, int flags)
{
}

static void no_read(struct perf_event *event)
{
}

static int declining_register(struct declining *d, unsigned int number)
{
	snprintf(d->name, sizeof(d->name), "%s%u", name, number);
	d->pmu.module = THIS_MODULE;
	d->pmu.task_ctx_nr = perf_invalid_context;
	d->pmu.event_init = decline;
	d->pmu.add = no_add;
	d->pmu.del = no_op;
	d->pmu.start = no_op;
	d->pmu.stop = no_op;
	d->pmu.read = no_read;
	return perf_pmu_register(&d->pmu, d->name, -1);
}

static void declining_unregister(unsigned int registered)
{
	while (registered--)
		perf_pmu_unregister(&all[registered].pmu);
	kvfree(all);
}

static int __init many_init(void)
{
	unsigned int i;
	int err;

	all = kvcalloc(count, sizeof(*all), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	for (i = 0; i < count; i++) {
		err = declining_register(&all[i], i);
		if (err) {
			declining_unregister(i);
			return err;
		}
	}
	return 0;
}

static void __exit many_exit(void)
{
	declining_unregister(count);
}

module_init(many_init);
module_exit(many_exit);
MODULE_DESCRIPTION("PMUs that decline every event, to measure what asking them costs");
MODULE_LICENSE("GPL");
