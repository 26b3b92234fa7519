/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_kprobe.c, in the kernel's order; see rules/rule_table.h. */

	/* perf_kprobe_event_init() */

	/* perf_kprobe_init(): `strndup_user(` */
	RULE("kprobe-func-unreadable", OF(KPROBE, "perf_kprobe_init"), EFAULT, probe_no_string(c),
	     .field = "kprobe_func", .sole = true,
	     .text = "kprobe_func points to no readable string")

	/* perf_kprobe_init(): `-E2BIG` */
	RULE("kprobe-func-too-long", OF(KPROBE, "perf_kprobe_init"), E2BIG, probe_no_string(c),
	     .field = "kprobe_func", .sole = true,
	     .text = "kprobe_func is longer than {ksym_max} characters")

	RULE("kprobe-func-ambiguous", OF(KPROBE, "create_local_trace_kprobe"), EADDRNOTAVAIL,
	     probe_no_string(c),
	     .field = "kprobe_func", .sole = true,
	     .text = "there is more than one function[ {string}][ ({symbols} now)]: pass "
		     "kprobe_addr instead")

	/* _kprobe_addr(): by name, by name and offset, or by address. */
	RULE("kprobe-func-missing", OF(KPROBE, "create_local_trace_kprobe"), ENOENT,
	     func_missing(c),
	     .field = "kprobe_func", .sole = true, .often = PA_COMMON,
	     .text = "there is no function[ {string}] to probe[, but there is {probe_name}]"
		     "[{func_hint}]")

	RULE("kprobe-offset-outside", OF(KPROBE, "register_kprobe"), ENOENT,
	     now_if(pmu_is_own(c) && kprobe_now(c)->symbols && get(c, PA_FIELD_CONFIG2)),
	     .field = "probe_offset",
	     .text = "probe_offset {#probe_offset} leads out of every function: {string} is there "
		     "now")

	RULE("kprobe-func-or-offset", OF(KPROBE, "register_kprobe"), ENOENT,
	     maybe_if(pmu_is_own(c) && kprobe_has_name(c) && get(c, PA_FIELD_CONFIG2) &&
		      !kprobe_now(c)->known),
	     .field = "probe_offset",
	     .text = "there is no function[ {string}], or probe_offset {#probe_offset} leads out "
		     "of every function")

	RULE("kprobe-addr-outside", OF(KPROBE, "register_kprobe"), ENOENT,
	     maybe_if(pmu_is_own(c) && !kprobe_has_name(c)),
	     .field = "kprobe_addr", .text = "kprobe_addr is in no function of the kernel")

	RULE("kprobe-locked-down", OF(KPROBE, "__register_trace_kprobe"), EPERM,
	     c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE,
	     .field = "type", .often = PA_SELDOM,
	     .text = "kprobes are locked down (lockdown=confidentiality)")

	RULE("kprobe-without-address", OF(KPROBE, "register_kprobe"), EINVAL,
	     yes_if(!kprobe_has_name(c) && !get(c, PA_FIELD_CONFIG2)),
	     .field = "kprobe_func", .text = "kprobe_func names nothing, and kprobe_addr is 0")

	/*
	 * Up to 5.10 the kernel does not look up the function of an address before
	 * check_kprobe_address_safe().
	 */
	/* check_kprobe_address_safe(): `!core_kernel_text(` */
	RULE("kprobe-addr-no-kernel", OF(KPROBE, "check_kprobe_address_safe"), EINVAL,
	     yes_if(c->err == EINVAL && !kprobe_has_name(c) && get(c, PA_FIELD_CONFIG2) &&
		    !pa_in_kernel_half(get(c, PA_FIELD_CONFIG2))),
	     .field = "kprobe_addr",
	     .text = "kprobe_addr {#kprobe_addr} is not an address of the kernel")

	/* Data has no place of the function tracer, which is looked for first. */
	/* __within_notrace_func(): `!ftrace_location_range(` */
	RULE("kprobe-not-code", OF(KPROBE, "within_notrace_func"), EINVAL,
	     now_if(kprobe_now(c)->text == PA_SYSFS_LACKS && !kprobe_moved(c)),
	     .field = "kprobe_func",
	     .text = "{string} is data, not a function, in kallsyms as it is now")

	/* check_kprobe_address_safe(): `!core_kernel_text(` */
	RULE("kprobe-offset-no-code", OF(KPROBE, "check_kprobe_address_safe"), EINVAL,
	     now_if(kprobe_now(c)->text == PA_SYSFS_LACKS && kprobe_moved(c)),
	     .field = "probe_offset",
	     .text = "probe_offset {#probe_offset} leads from {string} to an address that is "
		     "not code, by kallsyms as it is now")

	/* The function tracer's places in code for the boot are gone with it. */
	RULE("kprobe-boot-code", OF(KPROBE, "within_notrace_func"), EINVAL,
	     now_if(kprobe_now(c)->boot == PA_SYSFS_HAS),
	     .field = "kprobe_func",
	     .text = "{probe_func} is init code, which is freed after boot, in kallsyms as it is "
		     "now")

	/* __within_notrace_func(): `!ftrace_location_range(` */
	RULE("kprobe-notrace", OF(KPROBE, "within_notrace_func"), EINVAL,
	     now_if(kprobe_now(c)->traced == PA_SYSFS_LACKS),
	     .field = "kprobe_func",
	     .text = "{probe_func} is notrace, where perf's kprobes are not allowed: it is not in "
		     "available_filter_functions now")

	/* register_kretprobe(): `kprobe_on_func_entry(` */
	RULE("kretprobe-inside", OF(KPROBE, "register_kretprobe"), EINVAL,
	     now_if(c->config & RETPROBE && kprobe_now(c)->offset),
	     .field = "probe_offset",
	     .text = "a return probe is only possible at the start of a function, not at "
		     "{probe_place}",
	     .fix = "probe_offset=0")

	/* check_ftrace_location(): `CONFIG_KPROBES_ON_FTRACE` */
	RULE("kprobe-ftrace-place", OF(KPROBE, "check_ftrace_location"), EINVAL,
	     now_if(on_ftrace_place(c)),
	     .field = "probe_offset",
	     .text = "{probe_place} belongs to the function tracer, and this kernel has no kprobes "
		     "there",
	     .fix = "probe_offset=0")

	/* within_kprobe_blacklist(): `kprobe_blacklist` */
	RULE("kprobe-blacklisted", OF(KPROBE, "within_kprobe_blacklist"), EINVAL,
	     now_if(kprobe_now(c)->barred == PA_SYSFS_HAS),
	     .field = "kprobe_func",
	     .text = "{probe_func} may not be probed: it is in kprobes/blacklist now")

	/* arch_prepare_kprobe(): `probe_addr & 0x3` */
	RULE("kprobe-offset-unaligned", OF(KPROBE, "arch_prepare_kprobe"), EINVAL,
	     now_if(probe_is_unaligned(c, kprobe_now(c)->offset)),
	     .field = "probe_offset", .text = "probe_offset {#probe_offset} is not a multiple of 4",
	     .fix = "probe_offset&~3")

	/*
	 * The remaining checks: jump_label_text_reserved(), static_call_text_reserved(),
	 * find_bug(), alternatives_text_reserved(), and instructions that cannot be executed
	 * elsewhere: __copy_instruction(), arm_kprobe_decode_insn(). No file distinguishes them.
	 */
	/* check_kprobe_address_safe(): `jump_label_text_reserved(` */
	RULE("kprobe-reserved", OF(KPROBE, "check_kprobe_address_safe"), EINVAL,
	     now_if(kprobe_now(c)->traced == PA_SYSFS_HAS),
	     .field = "probe_offset",
	     .text = "the kernel reserves the instruction at {probe_place}, or cannot execute a "
		     "copy of it: the function itself is not blacklisted now")

	RULE("kprobe-refused", OF(KPROBE, "register_kprobe"), EINVAL, PA_MAYBE,
	     .field = "kprobe_func",
	     .text = "[{string}: ]this address cannot be probed: blacklisted, notrace, no kernel "
		     "text, or a return probe inside a function")

	/* can_probe(): newer kernels return this errno for an address with a trap, too. */
	RULE("kprobe-unaligned", OF(KPROBE, "register_kprobe"), EILSEQ, PA_MAYBE,
	     .field = "probe_offset", .sole = true,
	     .text = "[{string}: ]the address is not at the start of an instruction")

	/* prepare_emulation(): `-EOPNOTSUPP` */
	RULE("kprobe-not-emulated", OF(KPROBE, "prepare_emulation"), EOPNOTSUPP, PA_MAYBE,
	     .field = "probe_offset",
	     .text = "the kernel cannot emulate the instruction at this address, as it must[: "
		     "{probe_place}]")
