/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own view of a call: kretprobes on the functions that the system call calls. */
#ifndef PERFATTR_STAGES_H
#define PERFATTR_STAGES_H

#include <linux/types.h>

#include "inflight.h"
#include "probe.h"

void pa_stages_register(unsigned int maxactive);
void pa_stages_unregister(void);
int pa_stages_enable(unsigned int level);
void pa_stages_begin(struct pa_call *call);
void pa_stages_end(struct pa_call *call);
void pa_stages_each(pa_probe_fn fn, void *arg);

#endif /* PERFATTR_STAGES_H */
