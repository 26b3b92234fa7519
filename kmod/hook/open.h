/* SPDX-License-Identifier: GPL-2.0 */
/* The kretprobes on the entry of the system call, native and 32-bit. */
#ifndef PERFATTR_OPEN_H
#define PERFATTR_OPEN_H

#include <linux/types.h>

#include "kernel/probe.h"

extern struct pa_probe_set pa_open_set;

int pa_open_register(unsigned int maxactive);
int pa_open_enable(bool on);

#endif /* PERFATTR_OPEN_H */
