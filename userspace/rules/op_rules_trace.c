// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Ioctls about filters and BPF programs, and links of these: perf_event_set_filter() and
 * __perf_event_set_bpf_prog(), kernel/events/core.c; perf_event_attach_bpf_prog() and
 * perf_event_query_prog_array(), kernel/trace/bpf_trace.c; ftrace_profile_set_filter(),
 * kernel/trace/trace_events_filter.c.
 */
#include "rules/rule.h"

#define FILTER(function)	IOC(function, SET_FILTER), .field = "filter"
#define BPF(function)		.in = (function), .sites = PA_ON_IOC(SET_BPF) | PA_ON_LINK, \
				.field = "arg"
#define is_tracing(c)	pa_op_has(c, PA_OF_TRACING)

/* The filter is refused with the errno that was found in it. */
static enum pa_verdict filter_fault(const struct pa_case *c)
{
	return yes_if(is_tracing(c) && c->fault.err && c->fault.err == c->err);
}

#define FAULT_TEXT	"in the filter[ of {event}], [\"{token}\" ]{fault}"

static bool has_addresses(const struct pa_case *c)
{
	return !is_tracing(c) && (!pa_op_has(c, PA_OF_PMU) || pa_op_has(c, PA_OF_ADDR_FILTERS));
}

static enum pa_verdict prog_if(const struct pa_case *c, bool refuses)
{
	return pa_op_has(c, PA_OF_PROG_FD) ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict bpf_if(const struct pa_case *c, bool refuses)
{
	if (!pa_op_has(c, PA_OF_PROG_FD) || c->of->trace.file != PA_FILE_BPF)
		return PA_MAYBE;
	return yes_if(refuses);
}

/* Hardly any program does this: it is a reason only if facts show it. */
static enum pa_verdict bpf_rarely(const struct pa_case *c, bool refuses)
{
	enum pa_verdict verdict = bpf_if(c, refuses);

	return verdict == PA_MAYBE ? PA_RARE : verdict;
}

/* enum bpf_prog_type, include/uapi/linux/bpf.h */
#define BPF_KPROBE	2
#define BPF_TRACEPOINT	5
#define BPF_PERF_EVENT	7

/* The types that link_create(), kernel/bpf/syscall.c, takes for events; others it refuses. */
static bool is_for_events(const struct pa_case *c)
{
	u32 type = c->of->trace.prog_type;

	return type == BPF_KPROBE || type == BPF_TRACEPOINT || type == BPF_PERF_EVENT;
}

static bool bpf_type_fits(const struct pa_trace_facts *t)
{
	switch (t->kind) {
	case PA_TRACE_NONE:
		return t->prog_type == BPF_PERF_EVENT;
	case PA_TRACE_KPROBE:
	case PA_TRACE_UPROBE:
		return t->prog_type == BPF_KPROBE;
	default:
		return t->prog_type == BPF_TRACEPOINT;
	}
}

/* __sys_bpf() lets a caller with CAP_BPF or CAP_SYS_ADMIN in the initial namespace pass. */
static enum pa_verdict bpf_not_capable(const struct pa_case *c)
{
	if (!pa_op_known(c))
		return PA_MAYBE;
	return maybe_if(!pa_op_has(c, PA_OF_INIT_NS) ||
			!(c->of->cap_effective & (CAP(BPF) | CAP(SYS_ADMIN))));
}

static bool prog_is(const struct pa_case *c, u8 bits)
{
	return c->of->trace.prog & bits;
}

static enum pa_verdict bpf_sleeps(const struct pa_case *c)
{
	u8 kind = c->of->trace.kind;

	return bpf_rarely(c, prog_is(c, PA_PROG_SLEEPABLE) &&
			     (kind == PA_TRACE_KPROBE || kind == PA_TRACE_TRACEPOINT));
}

#define RULES	op_rules_trace
#include "rules/rule_table.h"
