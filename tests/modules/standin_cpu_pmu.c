// SPDX-License-Identifier: GPL-2.0
/*
 * Simulates the PMU of an x86 CPU, which virtual machines without KVM lack: its name is
 * "cpu" and its type RAW, so that events of the types HARDWARE, HW_CACHE and RAW resolve to
 * it. Like a real one it maps generic events to codes and refuses those it has no code for;
 * it counts nothing, and it cannot interrupt.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/perf_event.h>

#define CACHE(cache, op, result)					\
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 |	\
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

/* A few of the architectural events of Intel's manual; what is not here, is not counted. */
static const struct {
	u32 type;
	u64 config;
	u64 code;
} codes[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0x003c },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0x00c0 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 0x00c5 },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, READ, ACCESS), 0x4f2e },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, READ, MISS), 0x412e },
};

static int standin_code(const struct perf_event_attr *attr, u64 *code)
{
	unsigned int i;

	if (attr->type == PERF_TYPE_RAW) {
		*code = attr->config;
		return 0;
	}
	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		if (codes[i].type == attr->type && codes[i].config == attr->config) {
			*code = codes[i].code;
			return 0;
		}
	}
	return attr->type == PERF_TYPE_HARDWARE && attr->config >= PERF_COUNT_HW_MAX ?
	       -EINVAL : -ENOENT;
}

static int standin_event_init(struct perf_event *event)
{
	u64 code;
	int err;

	if (event->attr.type != PERF_TYPE_HARDWARE && event->attr.type != PERF_TYPE_HW_CACHE &&
	    event->attr.type != PERF_TYPE_RAW)
		return -ENOENT;
	err = standin_code(&event->attr, &code);
	if (!err)
		event->hw.config = code;
	return err;
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
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT,
	.event_init = standin_event_init,
	.add = standin_add,
	.del = standin_no_op,
	.start = standin_no_op,
	.stop = standin_no_op,
	.read = standin_read,
};

static int __init standin_init(void)
{
	return perf_pmu_register(&standin, "cpu", PERF_TYPE_RAW);
}

static void __exit standin_exit(void)
{
	perf_pmu_unregister(&standin);
}

module_init(standin_init);
module_exit(standin_exit);
MODULE_DESCRIPTION("A PMU named cpu that counts nothing, to resolve hardware events to");
MODULE_LICENSE("GPL");
