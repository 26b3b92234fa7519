// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt number IRQ wakes a machine that sleeps (s2idle). Linux leaves that of the clock to
 * the firmware, where there is one that says that it can, as QEMU's does, which then does not.
 */
#include <linux/interrupt.h>
#include <linux/module.h>

static int irq = 8;
module_param(irq, int, 0400);

static int __init standin_wakeup_init(void)
{
	return enable_irq_wake(irq);
}

static void __exit standin_wakeup_exit(void)
{
	disable_irq_wake(irq);
}

module_init(standin_wakeup_init);
module_exit(standin_wakeup_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An interrupt that wakes the machine");
