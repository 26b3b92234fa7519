/* SPDX-License-Identifier: GPL-2.0 */
/* The active filter. */
#ifndef PERFATTR_ACTIVE_FILTER_H
#define PERFATTR_ACTIVE_FILTER_H

#include <linux/compiler.h>
#include <linux/rcupdate.h>

#include "core/filter.h"

/* NULL: every call is recorded. Handlers read it under rcu_read_lock_sched(). */
extern struct pa_filter __rcu *pa_active_filter;

int pa_active_filter_set(const char *text, struct pa_refused *no);
void pa_active_filter_free(void);
bool pa_active_filter_match(const struct pa_record *rec);

/**
 * pa_active_filter_passes() - should this call be recorded?
 * @rec: the call, finished
 *
 * Context: probe handler.
 */
static __always_inline bool pa_active_filter_passes(const struct pa_record *rec)
{
	return likely(!rcu_access_pointer(pa_active_filter)) || pa_active_filter_match(rec);
}

#endif /* PERFATTR_ACTIVE_FILTER_H */
