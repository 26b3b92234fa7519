// SPDX-License-Identifier: GPL-2.0
/*
 * Ioctls about filters and BPF programs: perf_event_set_filter() and __perf_event_set_bpf_prog(),
 * kernel/events/core.c; perf_event_attach_bpf_prog() and perf_event_query_prog_array(),
 * kernel/trace/bpf_trace.c; ftrace_profile_set_filter(), kernel/trace/trace_events_filter.c.
 */
#include "core/why/op_rule.h"

#define IN_FILTER	.in = "perf_event_set_filter", .on = PA_ON_IOC(SET_FILTER), \
			.field = "filter"
#define IN_PARSER	.in = "process_preds", .on = PA_ON_IOC(SET_FILTER), .field = "filter"
#define IN_BPF		.in = "__perf_event_set_bpf_prog", .on = PA_ON_IOC(SET_BPF), .field = "arg"

/* SET_FILTER */

static const struct pa_op_rule filter_unreadable_rule = {
	.id = "filter-not-readable", .err = EFAULT, IN_FILTER, .holds = pa_op_maybe, .sole = true,
	.text = "the argument is no pointer to a readable string",
};

/* strndup_user(): one page. The record has only its beginning. */
static enum pa_verdict filter_long(const struct pa_op_case *c)
{
	return rare_if(!(c->op->have & PA_OP_STR) || c->r->attr_len >= PA_ATTR_KEEP);
}

static const struct pa_op_rule filter_long_rule = {
	.id = "filter-too-long", .err = EINVAL, IN_FILTER, .holds = filter_long,
	.text = "the filter is longer than a page",
};

static bool is_tracing(const struct pa_op_case *c)
{
	return pa_op_has(c, PA_OF_TRACING);
}

static enum pa_verdict filter_none(const struct pa_op_case *c)
{
	if (!pa_op_known(c) || (!is_tracing(c) && !pa_op_has(c, PA_OF_PMU)))
		return PA_MAYBE;
	return yes_if(!is_tracing(c) && !pa_op_has(c, PA_OF_ADDR_FILTERS));
}

static const struct pa_op_rule filter_none_rule = {
	.id = "filter-not-supported", .err = EINVAL, IN_FILTER, .holds = filter_none,
	.text = "PMU {pmu} has no filters: tracepoints, kprobes and uprobes have, and PMUs that "
		"trace addresses",
};

static enum pa_verdict filter_exists(const struct pa_op_case *c)
{
	return pa_op_if(c, pa_op_has(c, PA_OF_FILTER));
}

static const struct pa_op_rule filter_exists_rule = {
	.id = "filter-exists", .err = EEXIST, .in = "ftrace_profile_set_filter",
	.on = PA_ON_IOC(SET_FILTER), .field = "filter", .holds = filter_exists,
	.text = "the event has a filter already, which stays until it is closed",
};

/* Fields that may not exist are checked before the fault that was found. */
static enum pa_verdict filter_field(const struct pa_op_case *c)
{
	if (!is_tracing(c))
		return PA_NO;
	return maybe_if(c->fault.names);
}

static const struct pa_op_rule filter_field_rule = {
	.id = "filter-field", .err = EINVAL, IN_PARSER, .holds = filter_field,
	.text = "in the filter, \"{name}\" is no field of {event}, or of another type than its "
		"value",
};

/* The filter is refused with the errno that was found in it. */
static enum pa_verdict filter_fault(const struct pa_op_case *c)
{
	return yes_if(is_tracing(c) && c->fault.err && c->fault.err == c->err);
}

#define FAULT_TEXT	"in the filter[ of {event}], [\"{token}\" ]{fault}"

static const struct pa_op_rule filter_value_rule = {
	.id = "filter-condition", .err = EINVAL, IN_PARSER, .holds = filter_fault,
	.text = FAULT_TEXT,
};

static const struct pa_op_rule filter_syntax_rule = {
	.id = "filter-syntax", .err = EPERM, IN_PARSER, .holds = filter_fault, .text = FAULT_TEXT,
};

static const struct pa_op_rule filter_open_rule = {
	.id = "filter-parenthesis", .err = ENOENT, IN_PARSER, .holds = filter_fault,
	.text = FAULT_TEXT,
};

static const struct pa_op_rule filter_quote_rule = {
	.id = "filter-quote", .err = ESRCH, IN_PARSER, .holds = filter_fault, .text = FAULT_TEXT,
};

/* The kernel looked up this field, found it, and went no further; the text has no fault. */
static enum pa_verdict filter_type(const struct pa_op_case *c)
{
	return maybe_if(is_tracing(c) && !c->fault.err && c->fault.last_len);
}

static const struct pa_op_rule filter_type_rule = {
	.id = "filter-type", .err = EINVAL, IN_PARSER, .holds = filter_type,
	.text = "in the filter, the value in \"{condition}\" is not of the type of its field: "
		"strings have quotes, numbers have none",
};

static enum pa_verdict filter_other(const struct pa_op_case *c)
{
	return is_tracing(c) ? PA_ELSE : PA_NO;
}

static const struct pa_op_rule filter_other_rule = {
	.id = "filter-refused", .err = EINVAL, IN_PARSER, .holds = filter_other,
	.text = "the kernel's parser does not take this filter for {event}",
};

/* Address filters: perf_event_parse_addr_filter() */

static bool has_addresses(const struct pa_op_case *c)
{
	return !is_tracing(c) && (!pa_op_has(c, PA_OF_PMU) || pa_op_has(c, PA_OF_ADDR_FILTERS));
}

static enum pa_verdict address_file(const struct pa_op_case *c)
{
	return maybe_if(has_addresses(c));
}

static const struct pa_op_rule address_file_rule = {
	.id = "address-filter-no-file", .err = ENOENT, .in = "perf_event_parse_addr_filter",
	.on = PA_ON_IOC(SET_FILTER), .field = "filter", .holds = address_file,
	.text = "there is no such file as the address filter names",
};

static enum pa_verdict address_wide(const struct pa_op_case *c)
{
	return maybe_if(has_addresses(c) && !pa_op_has(c, PA_OF_TASK));
}

static const struct pa_op_rule address_wide_rule = {
	.id = "address-filter-without-task", .err = EOPNOTSUPP,
	.in = "perf_event_parse_addr_filter", .on = PA_ON_IOC(SET_FILTER), .field = "filter",
	.holds = address_wide,
	.text = "an address filter by file needs an event that counts for a task",
};

static enum pa_verdict address_refused(const struct pa_op_case *c)
{
	return has_addresses(c) ? PA_ELSE : PA_NO;
}

static const struct pa_op_rule address_refused_rule = {
	.id = "address-filter-refused", .err = EINVAL, .in = "perf_event_parse_addr_filter",
	.on = PA_ON_IOC(SET_FILTER), .field = "filter", .holds = address_refused,
	.text = "this is no address filter (filter, start or stop, then an address, /size, "
		"@file), or PMU {pmu} does not take it",
};

/* SET_BPF: the descriptor */

static enum pa_verdict prog_if(const struct pa_op_case *c, bool refuses)
{
	return pa_op_has(c, PA_OF_PROG_FD) ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict prog_closed(const struct pa_op_case *c)
{
	return prog_if(c, c->f->trace.file == PA_FILE_NONE);
}

static const struct pa_op_rule prog_closed_rule = {
	.id = "bpf-not-open", .err = EBADF, IN_BPF, .holds = prog_closed,
	.text = "descriptor {arg32} is not open",
};

static enum pa_verdict prog_other(const struct pa_op_case *c)
{
	return prog_if(c, c->f->trace.file == PA_FILE_OTHER);
}

static const struct pa_op_rule prog_other_rule = {
	.id = "bpf-no-program", .err = EINVAL, IN_BPF, .holds = prog_other,
	.text = "descriptor {arg32} is no BPF program",
};

/* SET_BPF: the event and the program */

static enum pa_verdict bpf_if(const struct pa_op_case *c, bool refuses)
{
	if (!pa_op_has(c, PA_OF_PROG_FD) || c->f->trace.file != PA_FILE_BPF)
		return PA_MAYBE;
	return yes_if(refuses);
}

static enum pa_verdict bpf_no_place(const struct pa_op_case *c)
{
	return bpf_if(c, c->f->trace.kind == PA_TRACE_OTHER);
}

static const struct pa_op_rule bpf_no_place_rule = {
	.id = "bpf-not-attachable", .err = EINVAL, IN_BPF, .holds = bpf_no_place,
	.text = "no BPF program can be attached to {event}: only to tracepoints, system calls, "
		"kprobes and uprobes",
};

/* enum bpf_prog_type, include/uapi/linux/bpf.h */
#define BPF_KPROBE	2
#define BPF_TRACEPOINT	5
#define BPF_PERF_EVENT	7

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

static enum pa_verdict bpf_type(const struct pa_op_case *c)
{
	return bpf_if(c, !bpf_type_fits(&c->f->trace));
}

static const struct pa_op_rule bpf_type_rule = {
	.id = "bpf-program-type", .err = EINVAL, IN_BPF, .holds = bpf_type,
	.text = "the program is a {program}, and {event} takes a {wanted_program} only",
};

static bool prog_is(const struct pa_op_case *c, u8 bits)
{
	return c->f->trace.prog & bits;
}

static enum pa_verdict bpf_sleeps(const struct pa_op_case *c)
{
	u8 kind = c->f->trace.kind;

	return bpf_if(c, prog_is(c, PA_PROG_SLEEPABLE) &&
			 (kind == PA_TRACE_KPROBE || kind == PA_TRACE_TRACEPOINT));
}

static const struct pa_op_rule bpf_sleeps_rule = {
	.id = "bpf-sleepable", .err = EINVAL, IN_BPF, .holds = bpf_sleeps,
	.text = "the program is sleepable, and {event} runs where nothing may sleep",
};

static enum pa_verdict bpf_override(const struct pa_op_case *c)
{
	return bpf_if(c, prog_is(c, PA_PROG_OVERRIDE) && c->f->trace.kind != PA_TRACE_KPROBE);
}

static const struct pa_op_rule bpf_override_rule = {
	.id = "bpf-override", .err = EINVAL, IN_BPF, .holds = bpf_override,
	.text = "the program calls bpf_override_return(), which works in kprobes only",
};

static enum pa_verdict bpf_inject(const struct pa_op_case *c)
{
	return maybe_if(!pa_op_has(c, PA_OF_PROG_FD) ||
			(prog_is(c, PA_PROG_OVERRIDE) && c->f->trace.kind == PA_TRACE_KPROBE));
}

static const struct pa_op_rule bpf_inject_rule = {
	.id = "bpf-override-here", .err = EINVAL, .in = "perf_event_attach_bpf_prog",
	.on = PA_ON_IOC(SET_BPF), .field = "arg", .holds = bpf_inject,
	.text = "the program calls bpf_override_return(), and {event} is not at the entry of a "
		"function that allows that (ALLOW_ERROR_INJECTION)",
};

static enum pa_verdict bpf_context(const struct pa_op_case *c)
{
	return pa_op_has(c, PA_OF_PROG_FD) ? maybe_if(c->f->trace.kind == PA_TRACE_TRACEPOINT ||
						      c->f->trace.kind == PA_TRACE_SYSCALL) :
					     PA_MAYBE;
}

static const struct pa_op_rule bpf_context_rule = {
	.id = "bpf-context", .err = EACCES, IN_BPF, .holds = bpf_context, .sole = true,
	.text = "the program reads {max_ctx} bytes of its context, more than {event} has",
};

static enum pa_verdict bpf_exists(const struct pa_op_case *c)
{
	return pa_op_if(c, pa_op_has(c, PA_OF_PROG));
}

static const struct pa_op_rule bpf_exists_rule = {
	.id = "bpf-exists", .err = EEXIST, IN_BPF, .holds = bpf_exists,
	.text = "a BPF program is attached to this event already: close the event to detach it",
};

static enum pa_verdict bpf_same(const struct pa_op_case *c)
{
	return maybe_if(is_tracing(c));
}

static const struct pa_op_rule bpf_same_rule = {
	.id = "bpf-same-program", .err = EEXIST, .in = "bpf_prog_array_copy",
	.on = PA_ON_IOC(SET_BPF), .field = "arg", .holds = bpf_same, .sole = true,
	.text = "this program is attached to {event} already, through another event",
};

static enum pa_verdict bpf_stack(const struct pa_op_case *c)
{
	return bpf_if(c, prog_is(c, PA_PROG_STACK) && pa_op_flag(c, PA_FIELD_PRECISE_IP));
}

static const struct pa_op_rule bpf_stack_rule = {
	.id = "bpf-get-stack", .err = EPROTO, .in = "perf_event_set_bpf_handler",
	.on = PA_ON_IOC(SET_BPF), .field = "arg", .holds = bpf_stack,
	.text = "the program calls bpf_get_stack(): with precise_ip the event must sample "
		"callchains of kernel and user (PERF_SAMPLE_CALLCHAIN)",
};

static const struct pa_op_rule bpf_many_rule = {
	.id = "bpf-too-many", .err = E2BIG, .in = "perf_event_attach_bpf_prog",
	.on = PA_ON_IOC(SET_BPF), .field = "arg", .holds = pa_op_maybe, .sole = true,
	.text = "64 programs are attached to {event} already",
};

static const struct pa_op_rule bpf_not_built_rule = {
	.id = "bpf-not-built", .err = EOPNOTSUPP, .in = "perf_event_set_bpf_handler",
	.on = PA_ON_IOC(SET_BPF), .field = "arg", .holds = pa_op_maybe, .sole = true,
	.text = "this kernel is built without CONFIG_BPF_SYSCALL",
};

/* QUERY_BPF */

static enum pa_verdict query_privilege(const struct pa_op_case *c)
{
	if (!pa_op_known(c))
		return PA_MAYBE;
	return yes_if(!pa_op_has(c, PA_OF_INIT_NS) ||
		      !(c->f->cap_effective & (CAP(PERFMON) | CAP(SYS_ADMIN))));
}

#define IN_QUERY	.in = "perf_event_query_prog_array", .on = PA_ON_IOC(QUERY_BPF)

static const struct pa_op_rule query_privilege_rule = {
	.id = "query-not-allowed", .err = EPERM, IN_QUERY, .holds = query_privilege, .field = "cmd",
	.text = "QUERY_BPF needs CAP_PERFMON in the initial user namespace",
	.needs = "CAP_PERFMON in the initial user namespace",
};

static enum pa_verdict query_type(const struct pa_op_case *c)
{
	return yes_if(c->op->type != PA_TYPE_TRACEPOINT);
}

static const struct pa_op_rule query_type_rule = {
	.id = "query-no-tracepoint", .err = EINVAL, IN_QUERY, .holds = query_type, .field = "cmd",
	.text = "QUERY_BPF is for PERF_TYPE_TRACEPOINT only, and the event is of type {old_type}",
};

static const struct pa_op_rule query_unreadable_rule = {
	.id = "query-not-readable", .err = EFAULT, IN_QUERY, .holds = pa_op_maybe, .sole = true,
	.field = "arg",
	.text = "the argument is no pointer to a struct perf_event_query_bpf with room for "
		"ids_len ids",
};

/* kernel/bpf/syscall.c: BPF_TRACE_MAX_PROGS */
static enum pa_verdict query_many(const struct pa_op_case *c)
{
	return c->op->have & PA_OP_VALUE ? yes_if((u32)c->op->value > 64) : PA_MAYBE;
}

static const struct pa_op_rule query_many_rule = {
	.id = "query-too-many", .err = E2BIG, IN_QUERY, .holds = query_many, .sole = true,
	.field = "ids_len",
	.text = "ids_len is above 64, and no event has more programs",
	.fix = "ids_len={programs_max}",
};

static enum pa_verdict query_short(const struct pa_op_case *c)
{
	return c->op->have & PA_OP_VALUE ? yes_if((u32)c->op->value < c->op->value >> 32) :
					   PA_MAYBE;
}

static const struct pa_op_rule query_short_rule = {
	.id = "query-short", .err = ENOSPC, .in = "bpf_prog_array_copy_info",
	.on = PA_ON_IOC(QUERY_BPF), .holds = query_short, .sole = true, .field = "ids_len",
	.text = "ids_len is {ids_len}, and {prog_cnt} programs are attached",
	.fix = "ids_len={prog_cnt}",
};

/* In the order in which the kernel checks. */
const struct pa_op_rule *const pa_op_rules_trace[] = {
	&filter_unreadable_rule,
	&filter_none_rule,
	&filter_long_rule,
	&filter_exists_rule,
	&filter_field_rule,
	&filter_value_rule,
	&filter_syntax_rule,
	&filter_open_rule,
	&filter_quote_rule,
	&filter_type_rule,
	&filter_other_rule,
	&address_file_rule,
	&address_wide_rule,
	&address_refused_rule,
	&prog_closed_rule,
	&prog_other_rule,
	&bpf_no_place_rule,
	&bpf_type_rule,
	&bpf_sleeps_rule,
	&bpf_override_rule,
	&bpf_context_rule,
	&bpf_inject_rule,
	&bpf_exists_rule,
	&bpf_same_rule,
	&bpf_stack_rule,
	&bpf_many_rule,
	&bpf_not_built_rule,
	&query_privilege_rule,
	&query_type_rule,
	&query_unreadable_rule,
	&query_many_rule,
	&query_short_rule,
	NULL
};
