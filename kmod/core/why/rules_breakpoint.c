// SPDX-License-Identifier: GPL-2.0
/* hw_breakpoint_event_init(). */
#include "core/why/rule.h"

#define BP_R		1
#define BP_W		2
#define BP_RW		3
#define BP_X		4

/* hw_breakpoint_event_init() */

static bool on(const struct pa_case *c, enum pa_family family)
{
	return pa_arch_of(c->k->arch)->family == family;
}

static bool on_x86(const struct pa_case *c)
{
	return on(c, PA_FAMILY_X86);
}

static bool on_power(const struct pa_case *c)
{
	return on(c, PA_FAMILY_POWER);
}

static bool on_arm64(const struct pa_case *c)
{
	return on(c, PA_FAMILY_ARM) && pa_arch_of(c->k->arch)->bits == 64;
}

/* arch/arm/kernel/hw_breakpoint.c */
static bool on_arm32(const struct pa_case *c)
{
	return on(c, PA_FAMILY_ARM) && pa_arch_of(c->k->arch)->bits == 32;
}

static enum pa_verdict bp_no_slots(const struct pa_case *c)
{
	/* Four slots, for either kind. */
	if (on_x86(c))
		return PA_NO;
	/* At least one for data, even if the cpu has no register; none for instructions. */
	if (on_power(c))
		return yes_if(!(get(c, PA_FIELD_BP_TYPE) & BP_RW));
	return maybe_if(!sample(c, PA_SAMPLE_BRANCH_STACK));
}

static const struct pa_rule breakpoint_no_slots_rule = {
	.id = "breakpoint-no-slots", .in = "hw_breakpoint_event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_no_slots, .sole = true,
	.field = "bp_type",
	.text = "this machine has no breakpoint registers for bp_type {bp_type}",
};

static u64 bp_type(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_TYPE);
}

static enum pa_verdict bp_type_empty(const struct pa_case *c)
{
	return yes_if(!bp_type(c) || bp_type(c) == (BP_RW | BP_X));
}

static const struct pa_rule breakpoint_type_empty_rule = {
	.id = "breakpoint-type-empty", .in = "__reserve_bp_slot", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_type_empty,
	.field = "bp_type",
	.text = "bp_type {bp_type} is neither a data nor an instruction breakpoint",
	.fix = "bp_type=3",
};

static const struct pa_rule breakpoint_slots_taken_rule = {
	.id = "breakpoint-slots-taken", .in = "__reserve_bp_slot", .err = ENOSPC,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = always_maybe,
	.luck = true, .sole = true, .held = PA_HELD_REGISTERS,
	.text = "all breakpoint registers are taken on a cpu that this event covers",
};

static u64 bp_len(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_LEN);
}

static u64 bp_addr(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_ADDR);
}

static enum pa_verdict bp_wraps(const struct pa_case *c)
{
	return yes_if(on_x86(c) && bp_addr(c) + bp_len(c) - 1 < bp_addr(c));
}

static const struct pa_rule breakpoint_range_wraps_rule = {
	.id = "breakpoint-range-wraps", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_wraps, .field = "bp_len",
	.text = "bp_len {bp_len} is 0, or its range wraps around the end of memory",
	.fix = "bp_len={bp_len_plain}",
};

/* A range of length 0 at address 0 covers everything; else only kernel addresses can overlap. */
static enum pa_verdict bp_cpu_entry(const struct pa_case *c)
{
	if (!on_x86(c))
		return PA_NO;
	if (!bp_len(c) && !bp_addr(c))
		return PA_YES;
	return maybe_if(bp_addr(c) + bp_len(c) - 1 >= c->k->task_size);
}

static const struct pa_rule breakpoint_on_cpu_entry_rule = {
	.id = "breakpoint-on-cpu-entry", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_cpu_entry,
	.field = "bp_addr",
	.text = "the range covers memory that the cpu needs to enter the kernel",
	.fix = "bp_len={bp_len_if_empty}",
};

static enum pa_verdict bp_blacklisted(const struct pa_case *c)
{
	return maybe_if(on_x86(c) && bp_type(c) == BP_X && bp_addr(c) >= c->k->task_size);
}

static const struct pa_rule breakpoint_blacklisted_rule = {
	.id = "breakpoint-blacklisted", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_blacklisted,
	.field = "bp_addr",
	.text = "this kernel address may not be probed",
};

static enum pa_verdict bp_type_refused(const struct pa_case *c)
{
	u64 type = bp_type(c);

	if (type == BP_W || type == BP_RW || type == BP_X)
		return PA_NO;
	if (on_x86(c))
		return PA_YES;
	return yes_if(on(c, PA_FAMILY_ARM) && type != BP_R);
}

static const struct pa_rule breakpoint_type_refused_rule = {
	.id = "breakpoint-type-refused", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_type_refused,
	.field = "bp_type",
	.text = "this cpu has no breakpoints of bp_type {bp_type}",
	.fix = "bp_type=3",
};

static enum pa_verdict bp_exec_len(const struct pa_case *c)
{
	return yes_if(on_x86(c) && bp_type(c) == BP_X && bp_len(c) != 8);
}

static const struct pa_rule breakpoint_exec_length_rule = {
	.id = "breakpoint-exec-length", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_exec_len,
	.field = "bp_len",
	.text = "an instruction breakpoint has bp_len sizeof(long), 8, not {bp_len}",
	.fix = "bp_len=8",
};

/* The cpu may run Thumb instructions, too. */
static enum pa_verdict bp_exec_len_arm32(const struct pa_case *c)
{
	return yes_if(on_arm32(c) && bp_type(c) == BP_X && bp_len(c) != 2 && bp_len(c) != 4);
}

static const struct pa_rule breakpoint_exec_length_arm_rule = {
	.id = "breakpoint-exec-length-arm", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_exec_len_arm32,
	.field = "bp_len",
	.text = "an instruction breakpoint has bp_len 4, or 2 for Thumb, not {bp_len}",
	.fix = "bp_len=4",
};

static bool bp_len_common(const struct pa_case *c)
{
	u64 len = bp_len(c);

	return len == 1 || len == 2 || len == 4 || len == 8;
}

static bool bp_is_data(const struct pa_case *c)
{
	return bp_type(c) == BP_W || bp_type(c) == BP_RW;
}

/*
 * hw_breakpoint_validate_len(): a register watches one aligned word of 8 bytes, or, on POWER8 and
 * later, up to 64 of them; before POWER10 none of them across 512 bytes.
 */
static enum pa_verdict bp_len_refused_power(u64 addr, u64 len)
{
	u64 first = addr & ~7ULL;
	u16 bytes = ((addr + len + 7) & ~7ULL) - first;

	if (!len || bytes > 512)
		return PA_YES;
	return bytes > 8 ? PA_MAYBE : PA_NO;
}

static enum pa_verdict bp_len_refused(const struct pa_case *c)
{
	u64 len = bp_len(c);

	if (on_power(c))
		return bp_len_refused_power(bp_addr(c), len);
	if (on_arm64(c))
		return yes_if(len < 1 || len > 8);
	if (on_arm32(c) && !bp_len_common(c))
		return PA_YES;
	/* Some cpus watch 4 bytes at most. */
	if (on_arm32(c))
		return maybe_if(len == 8);
	return yes_if(on_x86(c) && bp_is_data(c) && !bp_len_common(c) &&
		      (!len || len & (len - 1) || bp_addr(c) & (len - 1)));
}

static const struct pa_rule breakpoint_length_refused_rule = {
	.id = "breakpoint-length-refused", .in = "arch_build_bp_info", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_len_refused,
	.field = "bp_len",
	.text = "bp_len {bp_len} is no length that this cpu can watch there",
	.fix = "bp_len=1",
};

static enum pa_verdict bp_range(const struct pa_case *c)
{
	return maybe_if(on_x86(c) && bp_is_data(c) && !bp_len_common(c));
}

static const struct pa_rule breakpoint_range_not_supported_rule = {
	.id = "breakpoint-range-not-supported", .in = "arch_build_bp_info", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_range, .sole = true,
	.field = "bp_len",
	.text = "this cpu watches 1, 2, 4 or 8 bytes, not {bp_len}",
	.fix = "bp_len=8",
};

/* Compat tasks have other alignment rules, and the ABI of the monitored task counts. */
static enum pa_verdict bp_unaligned_arm64(const struct pa_case *c)
{
	u64 type = bp_type(c);
	u64 len = type == BP_X ? 4 : bp_len(c);
	u64 offset = bp_addr(c) & (type == BP_X ? 3 : 7);

	if (c->r->abi != PA_ABI_ARM64)
		return PA_MAYBE;
	return len + offset > 8 ? PA_YES : PA_NO;
}

/* One byte anywhere in a word, two that begin at its second or third, or all from its begin. */
static enum pa_verdict bp_unaligned_arm32(const struct pa_case *c)
{
	u64 len = bp_len(c);
	u64 offset = bp_addr(c) & (len == 8 ? 7 : 3);

	if (!offset || len == 1)
		return PA_NO;
	return yes_if(len != 2 || offset == 3);
}

static enum pa_verdict bp_unaligned(const struct pa_case *c)
{
	if (on_arm64(c))
		return bp_unaligned_arm64(c);
	if (on_arm32(c))
		return bp_unaligned_arm32(c);
	return yes_if(on_x86(c) && bp_is_data(c) && bp_len_common(c) &&
		      bp_addr(c) & (bp_len(c) - 1));
}

static const struct pa_rule breakpoint_unaligned_rule = {
	.id = "breakpoint-unaligned", .in = "hw_breakpoint_arch_parse", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_unaligned,
	.field = "bp_addr",
	.text = "bp_addr is not aligned to bp_len {bp_len}",
	.fix = "bp_len=1",
};

/* POWER9 has a register that may stop the machine, so the kernel does not use it. */
static enum pa_verdict bp_no_register(const struct pa_case *c)
{
	return maybe_if(on_power(c));
}

static const struct pa_rule breakpoint_no_register_rule = {
	.id = "breakpoint-no-register", .in = "hw_breakpoint_arch_parse", .err = ENODEV,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_no_register, .sole = true,
	.text = "this cpu has no breakpoint register that the kernel uses, as POWER9",
};

/* monitor_mode_enabled(): a debugger has the registers, or the firmware has switched them off. */
static enum pa_verdict bp_no_monitor(const struct pa_case *c)
{
	return maybe_if(on_arm32(c));
}

static const struct pa_rule breakpoint_no_monitor_rule = {
	.id = "breakpoint-no-monitor", .in = "hw_breakpoint_arch_parse", .err = ENODEV,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_no_monitor, .sole = true,
	.text = "the kernel does not have this cpu's breakpoint registers: no monitor debug mode",
};

static bool bp_in_kernel(const struct pa_case *c)
{
	u64 end = bp_addr(c) + bp_len(c) - 1;

	if (on_arm32(c))
		return (u32)bp_addr(c) >= c->k->task_size && (u32)end >= c->k->task_size;
	if (on_x86(c))
		return bp_addr(c) >= c->k->task_size || end >= c->k->task_size;
	if (on_power(c))
		return bp_addr(c) >= c->k->task_size;
	return bp_addr(c) >= c->k->task_size && end >= c->k->task_size;
}

/*
 * The kernel steps over a breakpoint by making it one for all other addresses, which it does not do
 * to itself, nor for a cpu. Its own users have handlers of their own and need no stepping.
 */
static enum pa_verdict bp_kernel_stepped(const struct pa_case *c)
{
	return yes_if(on_arm32(c) && bp_in_kernel(c));
}

static const struct pa_rule breakpoint_kernel_not_stepped_rule = {
	.id = "breakpoint-kernel-not-stepped", .in = "hw_breakpoint_arch_parse", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_kernel_stepped,
	.field = "bp_addr",
	.text = "on 32-bit Arm perf_event_open() has no breakpoints in the kernel",
};

static enum pa_verdict bp_cpu_wide(const struct pa_case *c)
{
	return yes_if(on_arm32(c) && !c->task);
}

static const struct pa_rule breakpoint_cpu_wide_rule = {
	.id = "breakpoint-cpu-wide", .in = "hw_breakpoint_arch_parse", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_cpu_wide,
	.field = "pid",
	.text = "on 32-bit Arm a breakpoint watches one task, not all tasks of a cpu",
	.fix = "pid=0",
};

/* debug_exception_updates_fsr(): only ARMv8 tells. */
static enum pa_verdict bp_access(const struct pa_case *c)
{
	return maybe_if(on_arm32(c) && (bp_type(c) == BP_R || bp_type(c) == BP_W));
}

static const struct pa_rule breakpoint_access_not_told_rule = {
	.id = "breakpoint-access-not-told", .in = "hw_breakpoint_arch_parse", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_access,
	.field = "bp_type",
	.text = "before ARMv8 a cpu does not tell reads from writes, as bp_type {bp_type} needs",
	.fix = "bp_type=3",
};

static enum pa_verdict bp_kernel_task(const struct pa_case *c)
{
	return yes_if(on_arm64(c) && bp_in_kernel(c) && c->task);
}

static const struct pa_rule breakpoint_kernel_per_task_rule = {
	.id = "breakpoint-kernel-per-task", .in = "hw_breakpoint_arch_parse", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_kernel_task,
	.field = "pid",
	.text = "a breakpoint in the kernel cannot watch one task",
	.fix = "pid=-1 cpu={some_cpu}",
};

static enum pa_verdict bp_kernel_excluded(const struct pa_case *c)
{
	return yes_if(bp_in_kernel(c) && flag(c, PA_FIELD_EXCLUDE_KERNEL));
}

static const struct pa_rule breakpoint_kernel_excluded_rule = {
	.id = "breakpoint-kernel-excluded", .in = "hw_breakpoint_parse", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_kernel_excluded,
	.field = "exclude_kernel",
	.text = "bp_addr is in the kernel, and exclude_kernel is set",
	.fix = "exclude_kernel=0",
};

static enum pa_verdict bp_kernel_capable(const struct pa_case *c)
{
	return bp_in_kernel(c) ? pa_lacks(c, CAP(SYS_ADMIN)) : PA_NO;
}

static const struct pa_rule breakpoint_kernel_not_allowed_rule = {
	.id = "breakpoint-kernel-not-allowed", .in = "hw_breakpoint_parse", .err = EPERM,
	.sites = PA_AT(INIT), .kinds = PA_OF(BREAKPOINT), .holds = bp_kernel_capable,
	.field = "bp_addr",
	.text = "a breakpoint in the kernel " NEEDS,
	.need = SYS_ADMIN,
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_breakpoint[] = {
	&breakpoint_no_slots_rule,
	&breakpoint_type_empty_rule,
	&breakpoint_slots_taken_rule,
	&breakpoint_range_wraps_rule,
	&breakpoint_on_cpu_entry_rule,
	&breakpoint_blacklisted_rule,
	&breakpoint_type_refused_rule,
	&breakpoint_exec_length_rule,
	&breakpoint_exec_length_arm_rule,
	&breakpoint_no_register_rule,
	&breakpoint_no_monitor_rule,
	&breakpoint_length_refused_rule,
	&breakpoint_range_not_supported_rule,
	&breakpoint_unaligned_rule,
	&breakpoint_kernel_not_stepped_rule,
	&breakpoint_cpu_wide_rule,
	&breakpoint_access_not_told_rule,
	&breakpoint_kernel_per_task_rule,
	&breakpoint_kernel_excluded_rule,
	&breakpoint_kernel_not_allowed_rule,
	NULL
};
