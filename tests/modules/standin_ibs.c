// SPDX-License-Identifier: GPL-2.0
/*
 * Simulates an AMD cpu with IBS: the PMU "cpu" forwards precise events to the PMU "ibs_op", which
 * supports cycles, r076 and r0c1 only, and returns ENOENT for all others, as
 * forward_event_to_ibs() does (arch/x86/events/amd/ibs.c). Neither counts anything.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/perf_event.h>

static struct pmu ibs;

static bool ibs_can(const struct perf_event_attr *attr)
{
	if (attr->type == PERF_TYPE_RAW)
		return attr->config == 0x76 || attr->config == 0xc1;
	return attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_CPU_CYCLES;
}

static int cpu_event_init(struct perf_event *event)
{
	struct perf_event_attr *attr = &event->attr;

	if (attr->type != PERF_TYPE_RAW && attr->type != PERF_TYPE_HARDWARE)
		return -ENOENT;
	if (attr->precise_ip > 2)
		return -EOPNOTSUPP;
	if (attr->precise_ip) {
		if (ibs_can(attr)) {
			attr->type = ibs.type;
			attr->config = 0;
		}
		return -ENOENT;
	}
	return attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_REF_CPU_CYCLES ?
	       -ENOENT : 0;
}

static int ibs_event_init(struct perf_event *event)
{
	return event->attr.type == ibs.type ? 0 : -ENOENT;
}

static int standin_add(struct perf_event *event, int flags)
{
	return 0;
}

static void standin_no_op(struct perf_event *event, int flags)
{
}

static void standin_read(struct perf_event *event)
{
}

/* Up to 6.1 only one PMU may be in the hardware context; there IBS is in none. */
#define STANDIN(context, init) { \
	.module = THIS_MODULE, \
	.task_ctx_nr = context, \
	.event_init = init, \
	.add = standin_add, \
	.del = standin_no_op, \
	.start = standin_no_op, \
	.stop = standin_no_op, \
	.read = standin_read, \
}

static struct pmu cpu = STANDIN(perf_hw_context, cpu_event_init);
static struct pmu ibs = STANDIN(perf_sw_context, ibs_event_init);

static int __init standin_init(void)
{
	int err = perf_pmu_register(&ibs, "ibs_op", -1);

	if (err)
		return err;
	err = perf_pmu_register(&cpu, "cpu", PERF_TYPE_RAW);
	if (err)
		perf_pmu_unregister(&ibs);
	return err;
}

static void __exit standin_exit(void)
{
	perf_pmu_unregister(&cpu);
	perf_pmu_unregister(&ibs);
}

module_init(standin_init);
module_exit(standin_exit);
MODULE_DESCRIPTION("A cpu's PMU that forwards precise events to another, as with AMD's IBS");
MODULE_LICENSE("GPL");
