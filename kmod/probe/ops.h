/* SPDX-License-Identifier: GPL-2.0 */
/* Operations on the descriptor: kretprobes on perf's own file operations, off by default. */
#ifndef PERFATTR_PROBE_OPS_H
#define PERFATTR_PROBE_OPS_H

#include <linux/compiler.h>
#include <linux/jump_label.h>

#include "core/record.h"
#include "probe/open.h"
#include "probe/probe.h"

int pa_ops_init(unsigned int maxactive);
void pa_ops_exit(void);
void pa_ops_enable(bool on);
void pa_ops_stats(struct pa_open_stats *st);
void pa_ops_each(pa_probe_fn fn, void *arg);
void pa_ops_remember(const struct pa_record *rec);

DECLARE_STATIC_KEY_FALSE(pa_ops_on);

/**
 * pa_ops_opened() - an open is in the ring: later calls on its event will name it
 * @rec: the record, its number is there
 *
 * Context: probe handler.
 */
static __always_inline void pa_ops_opened(const struct pa_record *rec)
{
	if (static_branch_unlikely(&pa_ops_on))
		pa_ops_remember(rec);
}

#endif /* PERFATTR_PROBE_OPS_H */
