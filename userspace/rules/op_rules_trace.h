/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_trace.c, in the kernel's order; see rules/rule_table.h. */

	/* SET_FILTER */

	RULE("filter-not-readable", FILTER("perf_event_set_filter"), EFAULT, PA_MAYBE,
	     .sole = true, .text = "the argument is not a pointer to a readable string")

	RULE("filter-not-supported", FILTER("perf_event_set_filter"), EINVAL,
	     !pa_op_known(c) || (!is_tracing(c) && !pa_op_has(c, PA_OF_PMU)) ? PA_MAYBE :
	     yes_if(!is_tracing(c) && !pa_op_has(c, PA_OF_ADDR_FILTERS)),
	     .any_filter = true,
	     .text = "PMU {pmu} takes no filter: only tracepoints, kprobes, uprobes and PMUs that "
		     "trace addresses do")

	/* strndup_user(): one page. The record has only its beginning. */
	RULE("filter-too-long", FILTER("perf_event_set_filter"), EINVAL,
	     rare_if(!(c->op->have & PA_OP_STR) || c->r->attr_len >= PA_ATTR_KEEP),
	     .text = "the filter is longer than a page")

	RULE("filter-exists", FILTER("ftrace_profile_set_filter"), EEXIST,
	     pa_op_if(c, pa_op_has(c, PA_OF_FILTER)),
	     .text = "the event has a filter already, which stays until it is closed")

	/* Fields that may not exist are checked before the fault that was found. */
	RULE("filter-field", FILTER("process_preds"), EINVAL,
	     is_tracing(c) ? maybe_if(c->fault.names) : PA_NO,
	     .text = "in the filter, \"{name}\" is not a field of {event}, or of another type than "
		     "its value")

	RULE("filter-condition", FILTER("process_preds"), EINVAL, filter_fault(c),
	     .text = FAULT_TEXT)

	RULE("filter-syntax", FILTER("process_preds"), EPERM, filter_fault(c),
	     .text = FAULT_TEXT)

	RULE("filter-parenthesis", FILTER("process_preds"), ENOENT, filter_fault(c),
	     .text = FAULT_TEXT)

	RULE("filter-quote", FILTER("process_preds"), ESRCH, filter_fault(c),
	     .text = FAULT_TEXT)

	/* The kernel looked up this field, found it, and went no further; the text has no fault. */
	RULE("filter-type", FILTER("process_preds"), EINVAL,
	     maybe_if(is_tracing(c) && !c->fault.err && c->fault.last_len),
	     .text = "in the filter, the value in \"{condition}\" is not of the type of its field: "
		     "strings have quotes, numbers have none")

	RULE("filter-refused", FILTER("process_preds"), EINVAL, is_tracing(c) ? PA_ELSE : PA_NO,
	     .text = "the kernel's parser rejects this filter for {event}")

	/* Address filters: perf_event_parse_addr_filter() */

	RULE("address-filter-no-file", FILTER("perf_event_parse_addr_filter"), ENOENT,
	     maybe_if(has_addresses(c)),
	     .text = "the file that the address filter names does not exist")

	RULE("address-filter-without-task", FILTER("perf_event_parse_addr_filter"), EOPNOTSUPP,
	     maybe_if(has_addresses(c) && !pa_op_has(c, PA_OF_TASK)),
	     .text = "an address filter by file needs an event that counts for a task")

	RULE("address-filter-refused", FILTER("perf_event_parse_addr_filter"), EINVAL,
	     has_addresses(c) ? PA_ELSE : PA_NO,
	     .text = "this is not an address filter (filter, start or stop, then an address, "
		     "/size, "
		     "@file), or PMU {pmu} does not take it")

	/* SET_BPF and BPF_LINK_CREATE: the descriptor of the program */

	RULE("bpf-not-open", BPF("__perf_event_set_bpf_prog"), EBADF,
	     prog_if(c, c->of->trace.file == PA_FILE_NONE),
	     .text = "descriptor {arg32} is not open")

	RULE("bpf-no-program", BPF("__perf_event_set_bpf_prog"), EINVAL,
	     prog_if(c, c->of->trace.file == PA_FILE_OTHER),
	     .text = "descriptor {arg32} is not a BPF program")

	/* BPF_LINK_CREATE alone: link_create() and bpf_perf_link_attach(), kernel/bpf/syscall.c */

	/* Since 6.6 for all links, before for those of kprobe.multi. */
	RULE("link-multi", ON("bpf_prog_attach_check_attach_type", LINK), EINVAL,
	     pa_op_has(c, PA_OF_PROG_FD) && is_for_events(c) && prog_is(c, PA_PROG_MULTI) ?
	     maybe_if(c->of->trace.prog_type == BPF_KPROBE) : PA_NO,
	     .field = "arg",
	     .text = "the program was loaded for kprobe.multi or uprobe.multi, not for a link to "
		     "an event")

	RULE("link-flags", ON("bpf_perf_link_attach", LINK), EINVAL,
	     !c->op->flags ? PA_NO : bpf_if(c, is_for_events(c)),
	     .field = "flags", .text = "a link to an event takes no flags", .fix = "flags={zero}")

	RULE("link-no-descriptor", ON("bpf_link_prime", LINK), EMFILE, PA_MAYBE,
	     .sole = true,
	     .text = "the process has no free descriptor for the link below its limit (ulimit -n)")

	/* Up to 5.18 with kernel.unprivileged_bpf_disabled. */
	RULE("link-not-allowed", ON("__sys_bpf", LINK) | PA_ON_UPDATE, EPERM, bpf_not_capable(c),
	     .text = "bpf(2) needs CAP_BPF where kernel.unprivileged_bpf_disabled is not 0",
	     .needs = "CAP_BPF in the initial user namespace")

	/* BPF_LINK_UPDATE: bpf_perf_link_lops has no update_prog */

	RULE("link-not-changeable", ON("link_update", UPDATE), EINVAL, pa_op_if(c, true),
	     .field = "cmd",
	     .text = "the program of a link to an event cannot be exchanged: close the link, and "
		     "make another with the new program")

	RULE("link-program-not-open", ON("link_update", UPDATE), EBADF,
	     prog_if(c, c->of->trace.file == PA_FILE_NONE),
	     .field = "arg", .text = "descriptor {arg32} is not open")

	/* SET_BPF and BPF_LINK_CREATE: the event and the program */

	/* __perf_event_set_bpf_prog() or perf_event_set_bpf_prog(): `&& !is_syscall_tp)` */
	RULE("bpf-not-attachable", BPF("__perf_event_set_bpf_prog"), EINVAL,
	     bpf_rarely(c, c->of->trace.kind == PA_TRACE_OTHER),
	     .text = "no BPF program can be attached to {event}: only to tracepoints, system "
		     "calls, kprobes and uprobes")

	/* __perf_event_set_bpf_prog() or perf_event_set_bpf_prog(): `BPF_PROG_TYPE_KPROBE` */
	RULE("bpf-program-type", BPF("__perf_event_set_bpf_prog"), EINVAL,
	     bpf_if(c, !bpf_type_fits(&c->of->trace)), .often = PA_COMMON,
	     .text = "the program is of a type that the event does not take[: it is a {program}, "
		     "and {event} takes a {wanted_program} only]")

	RULE("bpf-sleepable", BPF("__perf_event_set_bpf_prog"), EINVAL, bpf_sleeps(c),
	     .text = "the program is sleepable, and {event} runs where nothing may sleep")

	/* __perf_event_set_bpf_prog() or perf_event_set_bpf_prog(): `prog->kprobe_override && ` */
	RULE("bpf-override", BPF("__perf_event_set_bpf_prog"), EINVAL,
	     bpf_rarely(c, prog_is(c, PA_PROG_OVERRIDE) && c->of->trace.kind != PA_TRACE_KPROBE),
	     .text = "the program calls bpf_override_return(), which works in kprobes only")

	/* __perf_event_set_bpf_prog() or perf_event_set_bpf_prog(): `max_ctx_offset > off` */
	RULE("bpf-context", BPF("__perf_event_set_bpf_prog"), EACCES,
	     pa_op_has(c, PA_OF_PROG_FD) ?
	     maybe_if(c->of->trace.kind == PA_TRACE_TRACEPOINT ||
		      c->of->trace.kind == PA_TRACE_SYSCALL) :
	     PA_MAYBE,
	     .sole = true,
	     .text = "the program reads {max_ctx} bytes of its context, more than {event} has")

	RULE("bpf-override-here", BPF("perf_event_attach_bpf_prog"), EINVAL,
	     !pa_op_has(c, PA_OF_PROG_FD) ? PA_RARE :
	     maybe_if(prog_is(c, PA_PROG_OVERRIDE) && c->of->trace.kind == PA_TRACE_KPROBE),
	     .text = "the program calls bpf_override_return(), and {event} is not at the entry of "
		     "a function that allows that (ALLOW_ERROR_INJECTION)")

	RULE("bpf-exists", BPF("__perf_event_set_bpf_prog"), EEXIST,
	     pa_op_if(c, pa_op_has(c, PA_OF_PROG)),
	     .text = "a BPF program is attached to this event already: close the event to detach "
		     "it")

	RULE("bpf-same-program", BPF("bpf_prog_array_copy"), EEXIST, maybe_if(is_tracing(c)),
	     .sole = true,
	     .text = "this program is attached[ to {event}] already, through another event")

	RULE("bpf-get-stack", BPF("perf_event_set_bpf_handler"), EPROTO,
	     bpf_if(c, prog_is(c, PA_PROG_STACK) && pa_op_flag(c, PA_FIELD_PRECISE_IP)),
	     .text = "the program calls bpf_get_stack(): with precise_ip the event must sample "
		     "callchains of kernel and user (PERF_SAMPLE_CALLCHAIN)")

	/* Bytes unknown to the kernel give a link E2BIG, too: bpf_check_uarg_tail_zero(). */
	RULE("bpf-too-many", BPF("perf_event_attach_bpf_prog"), E2BIG,
	     maybe_if(c->sites != PA_ON_LINK),
	     .sole = true, .text = "64 programs are attached[ to {event}] already")

	RULE("bpf-not-built", BPF("perf_event_set_bpf_handler"), EOPNOTSUPP, PA_MAYBE,
	     .sole = true, .text = "this kernel is built without CONFIG_BPF_SYSCALL")

	/* QUERY_BPF */

	RULE("query-not-allowed", IOC("perf_event_query_prog_array", QUERY_BPF), EPERM,
	     !pa_op_known(c) ? PA_MAYBE :
	     yes_if(!pa_op_has(c, PA_OF_INIT_NS) ||
		    !(c->of->cap_effective & (CAP(PERFMON) | CAP(SYS_ADMIN)))),
	     .field = "cmd", .text = "QUERY_BPF shows the BPF programs of others",
	     .needs = "CAP_PERFMON in the initial user namespace")

	RULE("query-no-tracepoint", IOC("perf_event_query_prog_array", QUERY_BPF), EINVAL,
	     yes_if(c->op->type != PA_TYPE_TRACEPOINT),
	     .field = "cmd",
	     .text = "QUERY_BPF is for PERF_TYPE_TRACEPOINT only, and the event is of type "
		     "{old_type}")

	RULE("query-not-readable", IOC("perf_event_query_prog_array", QUERY_BPF), EFAULT, PA_MAYBE,
	     .field = "arg", .sole = true,
	     .text = "the argument is not a pointer to a struct perf_event_query_bpf with room for "
		     "ids_len ids")

	/* kernel/bpf/syscall.c: BPF_TRACE_MAX_PROGS */
	RULE("query-too-many", IOC("perf_event_query_prog_array", QUERY_BPF), E2BIG,
	     c->op->have & PA_OP_VALUE ? yes_if((u32)c->op->value > 64) : PA_MAYBE,
	     .field = "ids_len", .sole = true,
	     .text = "ids_len is above 64, the most programs that an event can have",
	     .fix = "ids_len={programs_max}")

	RULE("query-short", IOC("bpf_prog_array_copy_info", QUERY_BPF), ENOSPC,
	     c->op->have & PA_OP_VALUE ? yes_if((u32)c->op->value < c->op->value >> 32) : PA_MAYBE,
	     .field = "ids_len", .sole = true,
	     .text = "ids_len is {ids_len}, and {prog_cnt} programs are attached",
	     .fix = "ids_len={prog_cnt}")
