// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_event_set_output(), and the rest of the system call. */
#include "rules/rule.h"

static enum pa_verdict output_if(const struct pa_case *c, bool refuses)
{
	return c->output ? yes_if(refuses) : PA_NO;
}

/* perf_get_aux_event() */
static enum pa_verdict no_aux_event(const struct pa_case *c)
{
	bool size = get(c, PA_FIELD_AUX_SAMPLE_SIZE);
	bool output = flag(c, PA_FIELD_AUX_OUTPUT);

	if (!size && !output && !get(c, PA_FIELD_AUX_PAUSE) && !get(c, PA_FIELD_AUX_RESUME))
		return PA_NO;
	/* No PMU of these types has setup_aux() or snapshot_aux(): Intel PT is of another type. */
	if (c->leader && (c->leader->type == PA_TYPE_SOFTWARE ||
			  c->leader->type == PA_TYPE_TRACEPOINT))
		return PA_YES;
	return !c->member || (size && output) ? PA_YES : PA_MAYBE;
}

#define RULES	rules_output
#include "rules/rule_table.h"
