/* SPDX-License-Identifier: GPL-2.0 */
/* Links of BPF programs to events: the calls of bpf(2) that make or change one. */
#ifndef PERFATTR_HOOK_LINK_H
#define PERFATTR_HOOK_LINK_H

#include <linux/kprobes.h>

#include "kernel/arch.h"

/*
 * Up to 5.14 events have no links. A function that only later kernels have represents the system
 * call there, so stats shows it as absent.
 */
#ifdef HAVE_BPF_PERF_LINK
#define PA_LINK_CALL	COMPAT_SYS "bpf"
#define PA_LINK_CALL32	COMPAT_CALL32("bpf")
#else
#define PA_LINK_CALL	"bpf_perf_link_attach"
#define PA_LINK_CALL32	NULL
#endif

int pa_link_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_link_return(struct kretprobe_instance *ri, struct pt_regs *regs);

#endif /* PERFATTR_HOOK_LINK_H */
