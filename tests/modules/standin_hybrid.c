// SPDX-License-Identifier: GPL-2.0
/*
 * Simulates a machine with different cpus: its PMU serves cpu 0 only, and declines an event on
 * another cpu with ENOENT, as x86_pmu_event_init() and armpmu_event_init() do. It has every generic
 * event except ref-cycles, and counts nothing. Its name is a parameter: "cpu_atom" is an x86 name;
 * for others only the context shows that it is a hardware PMU.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/perf_event.h>

#ifdef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define EXTENDED	PERF_PMU_CAP_EXTENDED_HW_TYPE
#else
#define EXTENDED	0
#endif
/* Up to 6.1: without it only one PMU may ever be in the hardware context. */
#ifdef PERF_PMU_CAP_HETEROGENEOUS_CPUS
#define CAPABILITIES	(EXTENDED | PERF_PMU_CAP_HETEROGENEOUS_CPUS)
#else
#define CAPABILITIES	EXTENDED
#endif

static char *name = "cpu_atom";
module_param(name, charp, 0400);
MODULE_PARM_DESC(name, "name of the PMU");

static struct pmu standin;

static int standin_event_init(struct perf_event *event)
{
	if (event->attr.type != standin.type && event->attr.type != PERF_TYPE_HARDWARE)
		return -ENOENT;
	if (event->cpu > 0)
		return -ENOENT;
	return event->attr.config == PERF_COUNT_HW_REF_CPU_CYCLES ? -ENOENT : 0;
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

static struct pmu standin = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_hw_context,
	.capabilities = CAPABILITIES,
	.event_init = standin_event_init,
	.add = standin_add,
	.del = standin_no_op,
	.start = standin_no_op,
	.stop = standin_no_op,
	.read = standin_read,
};

static int __init standin_init(void)
{
	return perf_pmu_register(&standin, name, -1);
}

static void __exit standin_exit(void)
{
	perf_pmu_unregister(&standin);
}

module_init(standin_init);
module_exit(standin_exit);
MODULE_DESCRIPTION("A PMU that serves cpu 0 only, as on machines whose cpus differ");
MODULE_LICENSE("GPL");
