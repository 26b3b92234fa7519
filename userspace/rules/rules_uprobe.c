// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_uprobe_event_init(), except its check of privilege, which is in rules_trace.c. */
#include "rules/rule.h"

static bool uprobe_has_path(const struct pa_case *c)
{
	return c->r->str_kind && c->r->str_len;
}

#define ref_ctr_offset(c)	((c)->config >> 32)

#define RULES	rules_uprobe
#include "rules/rule_table.h"
