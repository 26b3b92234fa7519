/* SPDX-License-Identifier: GPL-2.0 */
/* Module parameters that can only be read. */
#ifndef PERFATTR_PARAM_H
#define PERFATTR_PARAM_H

#include <linux/errno.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>

/* A parameter of this name, which @get_it() writes; @why: it cannot be set. */
#define PA_READ_ONLY_PARAM(name, get_it, why, mode) \
	static const struct kernel_param_ops param_ops_##name = { \
		.set = param_refuse, \
		.get = get_it, \
	}; \
	module_param_cb(name, &param_ops_##name, why, mode)

static int param_refuse(const char *text, const struct kernel_param *kp)
{
	pr_err("parameter %s is read-only: %s\n", kp->name, (const char *)kp->arg);
	return -EPERM;
}

#endif /* PERFATTR_PARAM_H */
