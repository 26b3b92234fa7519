/* SPDX-License-Identifier: GPL-2.0 */
/* The kretprobes on the entry of the system call, native and 32-bit. */
#ifndef PERFATTR_OPEN_H
#define PERFATTR_OPEN_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "core/record.h"
#include "probe/probe.h"

/**
 * pa_record_begin() - what is valid of a record that is about to be filled: nothing yet
 * @rec:  the record
 * @kind: what it is about
 *
 * These stand side by side in the record, and are one store.
 *
 * Context: any.
 */
static __always_inline void pa_record_begin(struct pa_record *rec, enum pa_record_kind kind)
{
	rec->attr_len = 0;
	rec->str_len = 0;
	rec->kind = kind;
	rec->str_kind = 0;
	rec->have_facts = 0;
	rec->have_kview = 0;
}

int pa_open_register(unsigned int maxactive);
void pa_open_unregister(void);
int pa_open_enable(bool on);

struct pa_open_stats {
	u64 missed;
	u64 filtered;
	u64 unreadable;
};

void pa_open_stats(struct pa_open_stats *st);
void pa_open_each(pa_probe_fn fn, void *arg);

void pa_open_caller(struct pa_record *rec);
void pa_open_attr_entry(struct pa_record *rec);
void pa_open_attr_return(struct pa_record *rec);

#endif /* PERFATTR_OPEN_H */
