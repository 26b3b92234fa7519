/* SPDX-License-Identifier: GPL-2.0 */
/* The kretprobes on the entry of the system call, native and 32-bit. */
#ifndef PERFATTR_OPEN_H
#define PERFATTR_OPEN_H

#include <linux/types.h>

#include "kernel/probe.h"

int pa_open_register(unsigned int maxactive);
void pa_open_unregister(void);
int pa_open_enable(bool on);

u64 pa_open_missed(void);
void pa_open_each(pa_probe_fn fn, void *arg);

#endif /* PERFATTR_OPEN_H */
