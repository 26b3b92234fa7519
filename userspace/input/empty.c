// SPDX-License-Identifier: GPL-2.0
/* Why there is nothing to show. */
#include <stdlib.h>

#include "input/input.h"

/**
 * say_why_empty() - say on standard error why nothing was shown
 * @opt:  options
 * @seen: number of records before the filter
 */
void say_why_empty(const struct options *opt, unsigned long seen)
{
	char *filter;

	if (seen) {
		warn("none of %lu records is what the options ask for", seen);
		return;
	}
	if (opt->input) {
		warn("%s has no records", source_name(opt));
		return;
	}
	filter = view_setting(opt, "filter");
	if (!filter || !seccomp_warn(filter))
		say_empty(opt->debugfs);
	free(filter);
}
