/* SPDX-License-Identifier: GPL-2.0 */
/* Ops on the descriptor of an event: kretprobes on perf's file operations, off by default. */
#ifndef PERFATTR_HOOK_OPS_H
#define PERFATTR_HOOK_OPS_H

#include "kernel/probe.h"

extern struct pa_probe_set pa_ops_set;

int pa_ops_init(unsigned int maxactive);
void pa_ops_exit(void);
void pa_ops_enable(bool on, bool all);

#endif /* PERFATTR_HOOK_OPS_H */
