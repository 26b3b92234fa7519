// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* event_init() of the PMU for trace events, and checks of privilege of kprobes and uprobes. */
#include "rules/rule.h"

#define TP_FUNCTION	1	/* TRACE_FN: ftrace:function */
#define TP_MAX		0xffff	/* the type of a trace event has 16 bits */
#define SOFT_PMUS	(PA_OF(SOFTWARE) | PA_OF(CLOCK) | PA_OF(TRACEPOINT) | PA_OF(KPROBE) | \
			 PA_OF(UPROBE) | PA_OF(BREAKPOINT))

static enum pa_verdict uprobe_not_capable(const struct pa_case *c)
{
	enum pa_verdict v = pa_lacks(c, CAP(SYS_ADMIN));

	/* Some 5.10 kernels accept CAP_PERFMON. */
	return v == PA_YES && pa_lacks_perfmon(c) == PA_NO ? PA_MAYBE : v;
}

static bool tp_function_sampling(const struct pa_case *c)
{
	return c->config == TP_FUNCTION && c->sampling;
}

static enum pa_verdict tp_raw_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!sample(c, PA_SAMPLE_RAW))
		return PA_NO;
	v = pa_paranoid_above(c, -1);
	/* For a task, some events (TRACE_EVENT_FL_CAP_ANY) need no privilege. */
	return v == PA_YES && c->task ? PA_MAYBE : v;
}

#define RULES	rules_trace
#include "rules/rule_table.h"
