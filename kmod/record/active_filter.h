/* SPDX-License-Identifier: GPL-2.0 */
/* The active filter. */
#ifndef PERFATTR_ACTIVE_FILTER_H
#define PERFATTR_ACTIVE_FILTER_H

#include <linux/jump_label.h>

#include "core/filter.h"

/* On while there is a filter. */
DECLARE_STATIC_KEY_FALSE(pa_active_filter_on);

int pa_active_filter_set(const char *text, struct pa_refused *no);
void pa_active_filter_free(void);
bool pa_active_filter_excludes_slow(const struct pa_record *rec, bool begun);

/**
 * pa_active_filter_excludes() - return true, and count it, if this call is not to be recorded
 * @rec:   the call
 * @begun: it is an open that begins; its attr was copied, or could not be read yet. False: it has
 *         finished
 *
 * Context: probe handler.
 */
static __always_inline bool pa_active_filter_excludes(const struct pa_record *rec, bool begun)
{
	return static_branch_unlikely(&pa_active_filter_on) &&
	       pa_active_filter_excludes_slow(rec, begun);
}

#endif /* PERFATTR_ACTIVE_FILTER_H */
