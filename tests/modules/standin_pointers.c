// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs that keep pointers in event->hw, as some drivers do:
 *
 *	arm_cmn_0	overlays event->hw with its own struct, whose first member is a pointer
 *			(drivers/perf/arm-cmn.c)
 *	arm_ni_0	has a pointer in hw.config_base and leaves hw.config 0
 *			(drivers/perf/arm-ni.c)
 *	uncore_stray	is named like a PMU that has a code there, but has a pointer
 *	uncore_codes	has a code there
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/perf_event.h>

/* What arm-cmn calls struct arm_cmn_hw_event. */
struct overlay {
	const void *nodes;
	unsigned int count;
};

static int overlay_init(struct perf_event *event)
{
	struct overlay *hw = (struct overlay *)&event->hw;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	hw->nodes = THIS_MODULE;
	hw->count = 1;
	return 0;
}

static int base_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	event->hw.config_base = (unsigned long)THIS_MODULE;
	return 0;
}

static int codes_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	event->hw.config = event->attr.config | 0x40000;
	return 0;
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

#define STANDIN(init) { \
	.module = THIS_MODULE, \
	.task_ctx_nr = perf_invalid_context, \
	.event_init = init, \
	.add = no_add, \
	.del = no_op, \
	.start = no_op, \
	.stop = no_op, \
	.read = no_read, \
}

static struct pmu pmus[] = {
	STANDIN(overlay_init), STANDIN(base_init), STANDIN(overlay_init), STANDIN(codes_init),
};

static const char * const names[ARRAY_SIZE(pmus)] = {
	"arm_cmn_0", "arm_ni_0", "uncore_stray", "uncore_codes",
};

static void unregister_first(unsigned int count)
{
	while (count--)
		perf_pmu_unregister(&pmus[count]);
}

static int __init pointers_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(pmus); i++) {
		err = perf_pmu_register(&pmus[i], names[i], -1);
		if (err) {
			unregister_first(i);
			return err;
		}
	}
	return 0;
}

static void __exit pointers_exit(void)
{
	unregister_first(ARRAY_SIZE(pmus));
}

module_init(pointers_init);
module_exit(pointers_exit);
MODULE_DESCRIPTION("PMUs that keep pointers in event->hw");
MODULE_LICENSE("GPL");
