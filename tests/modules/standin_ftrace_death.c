// SPDX-License-Identifier: GPL-2.0
/*
 * Simulates a failed check of ftrace, at a chosen moment: sets the variable by which
 * ftrace_kill() switches ftrace off until the next boot. Calls still hit the probes that are
 * armed, and none can be disarmed any more.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static int __init standin_init(void)
{
	/* A variable cannot be probed: this fails, but leaves the address that it has looked up. */
	struct kprobe kp = { .symbol_name = "ftrace_disabled", .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&kp);

	if (!err)
		unregister_kprobe(&kp);
	if (err != -EINVAL || !kp.addr)
		return -ENOENT;
	WRITE_ONCE(*(int *)kp.addr, 1);
	return 0;
}

static void __exit standin_exit(void)
{
}

module_init(standin_init);
module_exit(standin_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Stand-in for whatever makes ftrace switch itself off");
