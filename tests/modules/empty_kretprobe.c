// SPDX-License-Identifier: GPL-2.0
/* The minimum cost of following a function: a kretprobe with two empty handlers. */
#include <linux/kprobes.h>
#include <linux/module.h>

static int nothing(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

static struct kretprobe probe = {
	.kp.symbol_name = "__x64_sys_perf_event_open",
	.entry_handler = nothing,
	.handler = nothing,
	.maxactive = 64,
};

static int __init empty_init(void)
{
	return register_kretprobe(&probe);
}

static void __exit empty_exit(void)
{
	unregister_kretprobe(&probe);
}

module_init(empty_init);
module_exit(empty_exit);
MODULE_DESCRIPTION("A kretprobe on perf_event_open(2) that does nothing, to measure against");
MODULE_LICENSE("GPL");
