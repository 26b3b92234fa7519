/* SPDX-License-Identifier: GPL-2.0 */
/* The kretprobes on the entry of the system call, native and 32-bit. */
#ifndef PERFATTR_CAPTURE_H
#define PERFATTR_CAPTURE_H

#include <linux/types.h>

#include "core/record.h"
#include "probe.h"

int pa_capture_register(unsigned int maxactive);
void pa_capture_unregister(void);
int pa_capture_enable(bool on);

struct pa_capture_stats {
	u64 missed;
	u64 filtered;
	u64 unreadable;
};

void pa_capture_stats(struct pa_capture_stats *st);
void pa_capture_each(pa_probe_fn fn, void *arg);

void pa_capture_caller(struct pa_record *rec);
void pa_capture_attr_entry(struct pa_record *rec);
void pa_capture_attr_return(struct pa_record *rec);

#endif /* PERFATTR_CAPTURE_H */
