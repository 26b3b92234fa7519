/* SPDX-License-Identifier: GPL-2.0 */
/* The active filter. */
#ifndef PERFATTR_ACTIVE_FILTER_H
#define PERFATTR_ACTIVE_FILTER_H

#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/types.h>

#include "core/filter.h"

/* On while there is a filter. */
DECLARE_STATIC_KEY_FALSE(pa_active_filter_on);

int pa_active_filter_set(const char *text, struct pa_refused *no);
void pa_active_filter_free(void);
bool pa_active_filter_excludes(const struct pa_record *rec);
bool pa_active_filter_match(const struct pa_record *rec);

/**
 * pa_active_filter_passes() - return true if this call should be recorded
 * @rec: the call, finished
 *
 * Context: probe handler.
 */
static __always_inline bool pa_active_filter_passes(const struct pa_record *rec)
{
	return !static_branch_unlikely(&pa_active_filter_on) || pa_active_filter_match(rec);
}

#endif /* PERFATTR_ACTIVE_FILTER_H */
