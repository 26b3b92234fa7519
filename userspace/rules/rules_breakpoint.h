/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_breakpoint.c, in the kernel's order; see rules/rule_table.h. */

	/* hw_breakpoint_event_init() */

	RULE("breakpoint-no-slots", OF(BREAKPOINT, "hw_breakpoint_event_init"), EOPNOTSUPP,
	     bp_no_slots(c),
	     .field = "bp_type", .sole = true,
	     .text = "this machine has no breakpoint registers for bp_type {bp_type}")

	RULE("breakpoint-type-empty", OF(BREAKPOINT, "__reserve_bp_slot"), EINVAL,
	     yes_if(!bp_type(c) || bp_type(c) == (BP_RW | BP_X)),
	     .field = "bp_type",
	     .text = "bp_type {bp_type} is neither a data nor an instruction breakpoint",
	     .fix = "bp_type=3")

	RULE("breakpoint-slots-taken", OF(BREAKPOINT, "__reserve_bp_slot"), ENOSPC, PA_MAYBE,
	     .held = PA_HELD_REGISTERS, .luck = true, .sole = true,
	     .text = "all breakpoint registers are taken on a cpu that this event covers")

	/* arch_build_bp_info(): `bp_end < attr->bp_addr` */
	RULE("breakpoint-range-wraps", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     yes_if(on_x86(c) && bp_addr(c) + bp_len(c) - 1 < bp_addr(c)),
	     .field = "bp_len",
	     .text = "bp_len {bp_len} is 0, or its range wraps around the end of memory",
	     .fix = "bp_len={bp_len_plain}")

	/*
	 * A range of length 0 at address 0 covers everything; else only kernel addresses can
	 * overlap.
	 */
	/* arch_build_bp_info(): `within_cpu_entry(attr->bp_addr, bp_end)` */
	RULE("breakpoint-on-cpu-entry", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     !on_x86(c) ? PA_NO :
	     !bp_len(c) && !bp_addr(c) ? PA_YES :
	     maybe_if(bp_addr(c) + bp_len(c) - 1 >= c->k->task_size),
	     .field = "bp_addr", .limits = true,
	     .text = "the range covers memory that the cpu needs to enter the kernel",
	     .fix = "bp_len={bp_len_if_empty}")

	/* arch_build_bp_info(): `within_kprobe_blacklist(attr->bp_addr)` */
	RULE("breakpoint-blacklisted", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     maybe_if(on_x86(c) && bp_type(c) == BP_X && bp_addr(c) >= c->k->task_size),
	     .field = "bp_addr", .limits = true, .text = "this kernel address may not be probed")

	RULE("breakpoint-type-refused", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     bp_type_refused(c),
	     .field = "bp_type", .text = "this cpu has no breakpoints of bp_type {bp_type}",
	     .fix = "bp_type=3")

	/* arch_build_bp_info(): `attr->bp_len == sizeof(long)` */
	RULE("breakpoint-exec-length", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     yes_if(on_x86(c) && bp_type(c) == BP_X && bp_len(c) != 8),
	     .field = "bp_len",
	     .text = "an instruction breakpoint needs bp_len 8, sizeof(long), not {bp_len}",
	     .fix = "bp_len=8")

	/* The cpu may run Thumb instructions, too. */
	RULE("breakpoint-exec-length-arm", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     yes_if(on_arm32(c) && bp_type(c) == BP_X && bp_len(c) != 2 && bp_len(c) != 4),
	     .field = "bp_len", .limits = true,
	     .text = "an instruction breakpoint needs bp_len 4, or 2 for Thumb, not {bp_len}",
	     .fix = "bp_len=4")

	/* POWER9 has a register that may stop the machine, so the kernel does not use it. */
	RULE("breakpoint-no-register", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), ENODEV,
	     maybe_if(on_power(c)),
	     .sole = true,
	     .text = "the kernel uses no breakpoint register on this cpu, as on POWER9")

	/*
	 * monitor_mode_enabled(): a debugger has the registers, or the firmware has switched them
	 * off.
	 */
	RULE("breakpoint-no-monitor", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), ENODEV,
	     maybe_if(on_arm32(c)),
	     .sole = true, .limits = true,
	     .text = "the kernel cannot use this cpu's breakpoint registers: monitor debug mode is "
		     "off")

	/* arch_build_bp_info(): `!is_power_of_2(attr->bp_len)` */
	RULE("breakpoint-length-refused", OF(BREAKPOINT, "arch_build_bp_info"), EINVAL,
	     bp_len_refused(c),
	     .field = "bp_len", .limits = true,
	     .text = "bp_len {bp_len} is not a length that this cpu can watch there",
	     .fix = "bp_len={bp_len_near}")

	/* arch_build_bp_info(): `!boot_cpu_has(X86_FEATURE_BPEXT)` */
	RULE("breakpoint-range-not-supported", OF(BREAKPOINT, "arch_build_bp_info"), EOPNOTSUPP,
	     maybe_if(on_x86(c) && bp_is_data(c) && !bp_len_common(c)),
	     .field = "bp_len", .sole = true,
	     .text = "this cpu watches 1, 2, 4 or 8 bytes, not {bp_len}", .fix = "bp_len=8")

	RULE("breakpoint-unaligned", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), EINVAL,
	     on_arm64(c) ? bp_unaligned_arm64(c) :
	     on_arm32(c) ? bp_unaligned_arm32(c) :
	     yes_if(on_x86(c) && bp_is_data(c) && bp_len_common(c) && bp_addr(c) & (bp_len(c) - 1)),
	     .field = "bp_addr", .limits = true,
	     .text = "bp_addr is not a multiple of bp_len {bp_len}",
	     .fix = "bp_len={bp_len_near}")

	/*
	 * To step over a breakpoint, 32-bit Arm makes it match all other addresses. This does not
	 * work for breakpoints in the kernel, nor for those of a whole cpu. Users in the kernel
	 * are not affected: they have overflow handlers of their own and need no stepping.
	 */
	RULE("breakpoint-kernel-not-stepped", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), EPERM,
	     yes_if(on_arm32(c) && bp_in_kernel(c)),
	     .field = "bp_addr", .limits = true,
	     .text = "on 32-bit Arm perf_event_open() has no breakpoints in the kernel")

	RULE("breakpoint-cpu-wide", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), EINVAL,
	     yes_if(on_arm32(c) && !c->task),
	     .field = "pid", .limits = true,
	     .text = "on 32-bit Arm a breakpoint watches one task, not all tasks of a cpu",
	     .fix = "pid=0")

	/* debug_exception_updates_fsr(): only ARMv8 reports reads and writes apart. */
	RULE("breakpoint-access-not-told", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), EINVAL,
	     maybe_if(on_arm32(c) && (bp_type(c) == BP_R || bp_type(c) == BP_W)),
	     .field = "bp_type", .limits = true,
	     .text = "before ARMv8 a cpu does not tell reads from writes, as bp_type {bp_type} "
		     "needs",
	     .fix = "bp_type=3")

	RULE("breakpoint-kernel-per-task", OF(BREAKPOINT, "hw_breakpoint_arch_parse"), EINVAL,
	     yes_if(on_arm64(c) && bp_in_kernel(c) && c->task),
	     .field = "pid", .limits = true,
	     .text = "a breakpoint in the kernel cannot watch one task",
	     .fix = "pid=-1 cpu={some_cpu}")

	/* hw_breakpoint_parse(): `attr->exclude_kernel` */
	RULE("breakpoint-kernel-excluded", OF(BREAKPOINT, "hw_breakpoint_parse"), EINVAL,
	     yes_if(bp_in_kernel(c) && flag(c, PA_FIELD_EXCLUDE_KERNEL)),
	     .field = "exclude_kernel", .limits = true,
	     .text = "bp_addr is in the kernel, and exclude_kernel is set",
	     .fix = "exclude_kernel=0")

	/* hw_breakpoint_parse(): `!capable(CAP_SYS_ADMIN)` */
	RULE("breakpoint-kernel-not-allowed", OF(BREAKPOINT, "hw_breakpoint_parse"), EPERM,
	     bp_in_kernel(c) ? pa_lacks(c, CAP(SYS_ADMIN)) : PA_NO,
	     .field = "bp_addr", .limits = true, .need = SYS_ADMIN,
	     .text = "a breakpoint in the kernel " NEEDS)
