/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_trace.c, in the kernel's order; see rules/rule_table.h. */

	RULE("kprobe-not-allowed", OF(KPROBE, "perf_kprobe_event_init"), EACCES,
	     pa_lacks_perfmon(c),
	     .field = "type", .need = PERFMON, .text = "a kprobe " NEEDS)

	RULE("uprobe-not-allowed", OF(UPROBE, "perf_uprobe_event_init"), EACCES,
	     uprobe_not_capable(c),
	     .field = "type", .need = SYS_ADMIN, .text = "a uprobe " NEEDS)

	RULE("branch-stack-not-supported", EVENT_INIT(INIT), EOPNOTSUPP,
	     yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && !clock_declines(c)),
	     .field = "sample_type", .kinds = SOFT_PMUS,
	     .text = "PMU {pmu} has no PERF_SAMPLE_BRANCH_STACK",
	     .fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK")

	/* perf_tp_event_init() */

	RULE("tracepoint-missing", OF(TRACEPOINT, "perf_trace_init"), EINVAL,
	     yes_if(c->config > TP_MAX),
	     .field = "config",
	     .text = "there is no tracepoint with id {config} (see events/*/*/id in tracefs)")

	RULE("trace-event-not-usable", OF(TRACEPOINT, "perf_trace_init"), EINVAL,
	     c->config == TP_FUNCTION ? PA_RARE : PA_MAYBE,
	     .field = "config",
	     .text = "no trace event has the id {config} (see events/*/*/id in tracefs), or the "
		     "probe behind it cannot be registered")

	/*
	 * tp_event->perf_perm(), which perf_trace_event_perm() calls first. TRACE_EVENT_PERF_PERM()
	 * defines it for one event only: irq_work_exit on x86.
	 */
	/* perf_trace_event_perm(): `tp_event->perf_perm(tp_event, p_event)` */
	RULE("trace-event-not-sampled", OF(TRACEPOINT, "perf_trace_event_perm"), EPERM,
	     !c->sampling ? PA_NO :
	     !(c->k->has & PA_K_TP_COUNTING) ? PA_MAYBE :
	     yes_if(c->k->tp_counting && c->config == c->k->tp_counting),
	     .field = "{period_field}", .limits = true,
	     .text = "this trace event can be counted, but not sampled", .fix = "{period_field}=0")

	/* perf_trace_event_perm(): `ftrace_event_is_function(tp_event)` */
	RULE("function-trace-not-allowed", OF(TRACEPOINT, "perf_trace_event_perm"), EPERM,
	     c->config == TP_FUNCTION ? pa_paranoid_above(c, -1) : PA_NO,
	     .field = "config", .need = PARANOID(-1), .often = PA_SELDOM,
	     .text = "ftrace:function " NEEDS)

	/* perf_trace_event_perm(): `!p_event->attr.exclude_callchain_user` */
	RULE("function-trace-callchain", OF(TRACEPOINT, "perf_trace_event_perm"), EINVAL,
	     yes_if(tp_function_sampling(c) && !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_USER)),
	     .field = "exclude_callchain_user", .often = PA_SELDOM,
	     .text = "sampling ftrace:function needs exclude_callchain_user",
	     .fix = "exclude_callchain_user=1")

	/* perf_trace_event_perm(): `PERF_SAMPLE_STACK_USER` */
	RULE("function-trace-stack", OF(TRACEPOINT, "perf_trace_event_perm"), EINVAL,
	     yes_if(tp_function_sampling(c) && sample(c, PA_SAMPLE_STACK_USER)),
	     .field = "sample_type", .often = PA_SELDOM,
	     .text = "ftrace:function cannot sample the user stack",
	     .fix = "sample_type&~PERF_SAMPLE_STACK_USER")

	/* perf_trace_event_perm(): `!(p_event->attr.sample_type & PERF_SAMPLE_RAW)` */
	RULE("raw-not-allowed", IN("perf_trace_event_perm", INIT), EPERM, tp_raw_refused(c),
	     .field = "sample_type", .kinds = PA_OF(TRACEPOINT) | PA_OF(KPROBE) | PA_OF(UPROBE),
	     .need = PARANOID(-1), .text = "PERF_SAMPLE_RAW of this trace event " NEEDS,
	     .fix = "sample_type&~PERF_SAMPLE_RAW")

	RULE("uprobe-event-in-use", OF(TRACEPOINT, "perf_trace_event_reg"), EINTR, PA_MAYBE,
	     .field = "config", .luck = true, .sole = true,
	     .text = "this uprobe event is in use by tracefs")
