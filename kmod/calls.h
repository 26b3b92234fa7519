/* SPDX-License-Identifier: GPL-2.0 */
/* The calls around the open: kretprobes on perf's own file operations, off by default. */
#ifndef PERFATTR_CALLS_H
#define PERFATTR_CALLS_H

#include <linux/compiler.h>
#include <linux/jump_label.h>

#include "capture.h"
#include "core/record.h"
#include "probe.h"

int pa_calls_init(unsigned int maxactive);
void pa_calls_exit(void);
void pa_calls_enable(bool on);
void pa_calls_stats(struct pa_capture_stats *st);
void pa_calls_each(pa_probe_fn fn, void *arg);
void pa_calls_know(const struct pa_record *rec);

DECLARE_STATIC_KEY_FALSE(pa_calls_on);

/**
 * pa_calls_opened() - an open is in the ring: later calls on its event will name it
 * @rec: the record, its number is there
 *
 * Context: probe handler.
 */
static __always_inline void pa_calls_opened(const struct pa_record *rec)
{
	if (static_branch_unlikely(&pa_calls_on))
		pa_calls_know(rec);
}

#endif /* PERFATTR_CALLS_H */
