// SPDX-License-Identifier: GPL-2.0
/* A livepatch of perf_event_open(2): other code around perf_copy_attr(); it refuses all calls. */
#include <linux/errno.h>
#include <linux/livepatch.h>
#include <linux/module.h>

#if IS_ENABLED(CONFIG_LIVEPATCH) && defined(CONFIG_X86_64)
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>

static int (*copy_attr)(struct perf_event_attr __user *from, struct perf_event_attr *to);

static long refuse(const struct pt_regs *regs)
{
	struct perf_event_attr attr = {};

	return copy_attr((struct perf_event_attr __user *)regs->di, &attr) ?: -EACCES;
}

static struct klp_func functions[] = {
	{ .old_name = "__x64_sys_perf_event_open", .new_func = refuse },
	{}
};

static struct klp_object objects[] = {
	{ .funcs = functions },
	{}
};

static struct klp_patch patch = { .mod = THIS_MODULE, .objs = objects };

static int __init standin_livepatch_init(void)
{
	struct kprobe kp = { .symbol_name = "perf_copy_attr", .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&kp);

	if (err)
		return err;
	/* A probe may be behind the instruction that an indirect call must find. */
	copy_attr = (void *)((unsigned long)kp.addr & ~15UL);
	unregister_kprobe(&kp);
	return klp_enable_patch(&patch);
}

MODULE_INFO(livepatch, "Y");
#else
static int __init standin_livepatch_init(void)
{
	return -ENODEV;
}
#endif

/* The kernel lets it go when the patch is disabled. */
static void __exit standin_livepatch_exit(void)
{
}

module_init(standin_livepatch_init);
module_exit(standin_livepatch_exit);
MODULE_DESCRIPTION("A livepatch under which perf_event_open(2) refuses each call");
MODULE_LICENSE("GPL");
