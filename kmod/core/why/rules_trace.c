// SPDX-License-Identifier: GPL-2.0
/* event_init() of the PMUs for trace events and kprobes. */
#include "core/why/rule.h"

#define TP_FUNCTION	1	/* TRACE_FN: ftrace:function */
#define TP_MAX		0xffff	/* the type of a trace event has 16 bits */
#define SOFT_PMUS	(PA_OF(SOFTWARE) | PA_OF(CLOCK) | PA_OF(TRACEPOINT) | PA_OF(KPROBE) | \
			 PA_OF(UPROBE) | PA_OF(BREAKPOINT))

static const struct pa_rule kprobe_not_allowed_rule = {
	.id = "kprobe-not-allowed", .in = "perf_kprobe_event_init", .err = EACCES,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = pa_lacks_perfmon,
	.field = "type",
	.text = "a kprobe " NEEDS,
	.need = PERFMON,
};

static enum pa_verdict uprobe_not_capable(const struct pa_case *c)
{
	enum pa_verdict v = pa_lacks(c, CAP(SYS_ADMIN));

	/* Some 5.10 kernels accept CAP_PERFMON. */
	return v == PA_YES && pa_lacks_perfmon(c) == PA_NO ? PA_MAYBE : v;
}

static const struct pa_rule uprobe_not_allowed_rule = {
	.id = "uprobe-not-allowed", .in = "perf_uprobe_event_init", .err = EACCES,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_not_capable,
	.field = "type",
	.text = "a uprobe " NEEDS,
	.need = SYS_ADMIN,
};

static enum pa_verdict any_branch(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && !clock_declines(c));
}

static const struct pa_rule branch_stack_not_supported_rule = {
	.id = "branch-stack-not-supported", .in = "event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = SOFT_PMUS, .holds = any_branch, .field = "sample_type",
	.text = "PMU {pmu} has no PERF_SAMPLE_BRANCH_STACK",
	.fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK",
};

/* perf_tp_event_init() */

static enum pa_verdict tp_missing(const struct pa_case *c)
{
	return yes_if(c->config > TP_MAX);
}

static const struct pa_rule tracepoint_missing_rule = {
	.id = "tracepoint-missing", .in = "perf_trace_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_missing,
	.field = "config",
	.text = "there is no tracepoint with id {config} (see events/*/*/id in tracefs)",
};

static enum pa_verdict tp_not_usable(const struct pa_case *c)
{
	return c->config == TP_FUNCTION ? PA_RARE : PA_MAYBE;
}

static const struct pa_rule trace_event_not_usable_rule = {
	.id = "trace-event-not-usable", .in = "perf_trace_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_not_usable,
	.field = "config",
	.text = "no trace event has the id {config} (see events/*/*/id in tracefs), or the probe "
		"behind it cannot be registered",
};

/*
 * tp_event->perf_perm(), which perf_trace_event_perm() calls first. TRACE_EVENT_PERF_PERM() defines
 * it for one event only: irq_work_exit on x86.
 */
static enum pa_verdict tp_not_sampled(const struct pa_case *c)
{
	if (!c->sampling)
		return PA_NO;
	if (!(c->k->has & PA_K_TP_COUNTING))
		return PA_MAYBE;
	return yes_if(c->k->tp_counting && c->config == c->k->tp_counting);
}

static const struct pa_rule trace_event_not_sampled_rule = {
	.id = "trace-event-not-sampled", .in = "perf_trace_event_perm", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_not_sampled,
	.field = "{period_field}",
	.text = "this trace event can be counted, but not sampled",
	.fix = "{period_field}=0",
};

static enum pa_verdict tp_function_refused(const struct pa_case *c)
{
	return c->config == TP_FUNCTION ? pa_paranoid_above(c, -1) : PA_NO;
}

static const struct pa_rule function_trace_not_allowed_rule = {
	.id = "function-trace-not-allowed", .in = "perf_trace_event_perm", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_function_refused,
	.field = "config",
	.text = "ftrace:function " NEEDS,
	.need = PARANOID(-1),
};

static bool tp_function_sampling(const struct pa_case *c)
{
	return c->config == TP_FUNCTION && c->sampling;
}

static enum pa_verdict tp_function_callchain(const struct pa_case *c)
{
	return yes_if(tp_function_sampling(c) && !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_USER));
}

static const struct pa_rule function_trace_callchain_rule = {
	.id = "function-trace-callchain", .in = "perf_trace_event_perm", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_function_callchain,
	.field = "exclude_callchain_user",
	.text = "sampling ftrace:function needs exclude_callchain_user",
	.fix = "exclude_callchain_user=1",
};

static enum pa_verdict tp_function_stack(const struct pa_case *c)
{
	return yes_if(tp_function_sampling(c) && sample(c, PA_SAMPLE_STACK_USER));
}

static const struct pa_rule function_trace_stack_rule = {
	.id = "function-trace-stack", .in = "perf_trace_event_perm", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = tp_function_stack,
	.field = "sample_type",
	.text = "ftrace:function cannot sample the user stack",
	.fix = "sample_type&~PERF_SAMPLE_STACK_USER",
};

static enum pa_verdict tp_raw_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!sample(c, PA_SAMPLE_RAW))
		return PA_NO;
	v = pa_paranoid_above(c, -1);
	/* For a task, some events (TRACE_EVENT_FL_CAP_ANY) need no privilege. */
	return v == PA_YES && c->task ? PA_MAYBE : v;
}

static const struct pa_rule raw_not_allowed_rule = {
	.id = "raw-not-allowed", .in = "perf_trace_event_perm", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT) | PA_OF(KPROBE) | PA_OF(UPROBE),
	.holds = tp_raw_refused, .field = "sample_type",
	.text = "PERF_SAMPLE_RAW of this trace event " NEEDS,
	.need = PARANOID(-1),
	.fix = "sample_type&~PERF_SAMPLE_RAW",
};

static const struct pa_rule uprobe_event_in_use_rule = {
	.id = "uprobe-event-in-use", .in = "perf_trace_event_reg", .err = EINTR,
	.sites = PA_AT(INIT), .kinds = PA_OF(TRACEPOINT), .holds = always_maybe,
	.luck = true, .sole = true,
	.field = "config",
	.text = "this uprobe event is in use by tracefs",
};

/* perf_kprobe_event_init() */

static const struct pa_rule kprobe_func_unreadable_rule = {
	.id = "kprobe-func-unreadable", .in = "perf_kprobe_init", .err = EFAULT,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = probe_no_string, .sole = true,
	.field = "kprobe_func",
	.text = "kprobe_func points to no readable string",
};

static const struct pa_rule kprobe_func_too_long_rule = {
	.id = "kprobe-func-too-long", .in = "perf_kprobe_init", .err = E2BIG,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = probe_no_string, .sole = true,
	.field = "kprobe_func",
	.text = "kprobe_func is longer than {ksym_max} characters",
};

static const struct pa_rule kprobe_func_ambiguous_rule = {
	.id = "kprobe-func-ambiguous", .in = "create_local_trace_kprobe", .err = EADDRNOTAVAIL,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = probe_no_string, .sole = true,
	.field = "kprobe_func",
	.text = "there is more than one function[ {string}]: pass kprobe_addr instead",
};

/* perf_kprobe_init() treats an empty name as no name, and uses kprobe_addr. */
static bool kprobe_has_name(const struct pa_case *c)
{
	return get(c, PA_FIELD_CONFIG1) && !(c->r->str_kind && !c->r->str_len);
}

/* _kprobe_addr(): by name, by name and offset, or by address. */
static enum pa_verdict kprobe_no_symbol(const struct pa_case *c)
{
	return maybe_if(pmu_is_own(c) && kprobe_has_name(c) && !get(c, PA_FIELD_CONFIG2));
}

static const struct pa_rule kprobe_func_missing_rule = {
	.id = "kprobe-func-missing", .in = "create_local_trace_kprobe", .err = ENOENT,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = kprobe_no_symbol, .sole = true,
	.field = "kprobe_func",
	.text = "there is no function[ {string}] to probe[, but there is {probe_name}]",
};

static enum pa_verdict kprobe_no_symbol_offset(const struct pa_case *c)
{
	return maybe_if(pmu_is_own(c) && kprobe_has_name(c) && get(c, PA_FIELD_CONFIG2));
}

static const struct pa_rule kprobe_func_or_offset_rule = {
	.id = "kprobe-func-or-offset", .in = "register_kprobe", .err = ENOENT,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = kprobe_no_symbol_offset,
	.field = "probe_offset",
	.text = "there is no function[ {string}], or probe_offset {#probe_offset} leads out of "
		"every function",
};

static enum pa_verdict kprobe_no_function(const struct pa_case *c)
{
	return maybe_if(pmu_is_own(c) && !kprobe_has_name(c));
}

static const struct pa_rule kprobe_addr_outside_rule = {
	.id = "kprobe-addr-outside", .in = "register_kprobe", .err = ENOENT,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = kprobe_no_function,
	.field = "kprobe_addr",
	.text = "kprobe_addr is in no function of the kernel",
};

static enum pa_verdict kprobe_locked_down(const struct pa_case *c)
{
	return c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE;
}

static const struct pa_rule kprobe_locked_down_rule = {
	.id = "kprobe-locked-down", .in = "__register_trace_kprobe", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = kprobe_locked_down,
	.field = "type",
	.text = "kprobes are locked down (lockdown=confidentiality)",
};

static enum pa_verdict kprobe_no_address(const struct pa_case *c)
{
	return yes_if(!kprobe_has_name(c) && !get(c, PA_FIELD_CONFIG2));
}

static const struct pa_rule kprobe_without_address_rule = {
	.id = "kprobe-without-address", .in = "register_kprobe", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(KPROBE), .holds = kprobe_no_address,
	.field = "kprobe_func",
	.text = "kprobe_func names nothing, and kprobe_addr is 0",
};

static const struct pa_rule kprobe_refused_rule = {
	.id = "kprobe-refused", .in = "register_kprobe", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF(KPROBE), .holds = always_maybe, .field = "kprobe_func",
	.text = "[{string}: ]this address cannot be probed: blacklisted, notrace, no kernel "
		"text, or a return probe inside a function",
};

static const struct pa_rule kprobe_unaligned_rule = {
	.id = "kprobe-unaligned", .in = "register_kprobe", .err = EILSEQ, .sites = PA_AT(INIT),
	.kinds = PA_OF(KPROBE), .holds = always_maybe, .sole = true, .field = "probe_offset",
	.text = "[{string}: ]the address is not at the start of an instruction",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_trace[] = {
	&kprobe_not_allowed_rule,
	&uprobe_not_allowed_rule,
	&branch_stack_not_supported_rule,
	NULL
};

/* Those that software events and clocks, of which there are most, have not. */
const struct pa_rule *const pa_rules_trace_event[] = {
	&tracepoint_missing_rule,
	&trace_event_not_usable_rule,
	&trace_event_not_sampled_rule,
	&function_trace_not_allowed_rule,
	&function_trace_callchain_rule,
	&function_trace_stack_rule,
	&raw_not_allowed_rule,
	&uprobe_event_in_use_rule,
	&kprobe_func_unreadable_rule,
	&kprobe_func_too_long_rule,
	&kprobe_func_ambiguous_rule,
	&kprobe_func_missing_rule,
	&kprobe_func_or_offset_rule,
	&kprobe_addr_outside_rule,
	&kprobe_locked_down_rule,
	&kprobe_without_address_rule,
	&kprobe_refused_rule,
	&kprobe_unaligned_rule,
	NULL
};
