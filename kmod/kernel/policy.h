/* SPDX-License-Identifier: GPL-2.0 */
/* Security modules that may refuse calls for reasons that no rule knows. */
#ifndef PERFATTR_POLICY_H
#define PERFATTR_POLICY_H

#include <linux/types.h>

/* The hooks of the security modules, see security_perf_event_*(), security/security.c. */
enum pa_hook {
	PA_HOOK_OPEN,
	PA_HOOK_READ,	/* mmap and read */
	PA_HOOK_WRITE,	/* ioctl */
	PA_HOOK_BPF,	/* bpf(2): security_bpf() */
	PA_HOOK_PROG,	/* the program of the call: security_bpf_prog() */
	PA_HOOK_MAX,
};

void pa_policy_init(void);
u8 pa_policy_may_refuse(enum pa_hook hook);

#endif /* PERFATTR_POLICY_H */
