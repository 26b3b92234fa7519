/* SPDX-License-Identifier: GPL-2.0 */
/* Notes which fields the kernel looks up while it parses the filter of a trace event. */
#ifndef PERFATTR_LOOKUPS_H
#define PERFATTR_LOOKUPS_H

#include <linux/kprobes.h>

#include "core/record.h"

/* kernel/trace/trace_events.c; parse_pred() of trace_events_filter.c calls it. */
#define PA_LOOKUP_SYMBOL	"trace_find_event_field"

/**
 * struct pa_lookup - a look-up in progress
 * @hash: pa_name_hash() of the name
 */
struct pa_lookup {
	u16 hash;
};

int pa_lookup_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_lookup_return(struct kretprobe_instance *ri, struct pt_regs *regs);
void pa_lookups_begin(void);
bool pa_lookups_end(struct pa_trace_facts *to);

#endif /* PERFATTR_LOOKUPS_H */
