/* SPDX-License-Identifier: GPL-2.0 */
/* Module parameters that can only be read. */
#ifndef PERFATTR_PARAM_H
#define PERFATTR_PARAM_H

#include <linux/errno.h>
#include <linux/moduleparam.h>

/* A parameter of this name, which @get_it() writes. */
#define PA_READ_ONLY_PARAM(name, get_it, mode) \
	static const struct kernel_param_ops param_ops_##name = { \
		.set = param_refuse, \
		.get = get_it, \
	}; \
	module_param_cb(name, &param_ops_##name, NULL, mode)

/* The kernel calls this if a parameter of this kind is given at load. */
static int param_refuse(const char *text, const struct kernel_param *kp)
{
	return -EPERM;
}

#endif /* PERFATTR_PARAM_H */
