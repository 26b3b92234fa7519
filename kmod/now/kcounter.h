/* SPDX-License-Identifier: GPL-2.0 */
/* Events that the kernel has created for itself, and who did. */
#ifndef PERFATTR_NOW_KCOUNTER_H
#define PERFATTR_NOW_KCOUNTER_H

#include "core/event_now.h"
#include "kernel/probe.h"
#include "now/event_now.h"

extern struct pa_probe_set pa_kcounter_set;

void pa_kcounter_init(void);
void pa_kcounter_exit(void);
unsigned int pa_kcounter_rows(void);
bool pa_kcounter_now(unsigned int i, struct pa_event_now *to, struct pa_event_link *link,
		     u64 *caller);
u64 pa_kcounter_missed(void);

#endif /* PERFATTR_NOW_KCOUNTER_H */
