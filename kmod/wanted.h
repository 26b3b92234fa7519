/* SPDX-License-Identifier: GPL-2.0 */
/* The filter that is in force. */
#ifndef PERFATTR_WANTED_H
#define PERFATTR_WANTED_H

#include <linux/compiler.h>
#include <linux/rcupdate.h>

#include "core/filter.h"

/* NULL lets everything through. Calls read it under rcu_read_lock_sched(). */
extern struct pa_filter __rcu *pa_wanted_filter;

int pa_wanted_set(const char *text);
void pa_wanted_free(void);
bool pa_wanted_match(const struct pa_record *rec);

/**
 * pa_wanted() - is this call to be recorded?
 * @rec: the call, finished
 *
 * Context: probe handler.
 */
static __always_inline bool pa_wanted(const struct pa_record *rec)
{
	return likely(!rcu_access_pointer(pa_wanted_filter)) || pa_wanted_match(rec);
}

#endif /* PERFATTR_WANTED_H */
