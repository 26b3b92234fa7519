// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* hw_breakpoint_event_init(). */
#include "rules/rule.h"

#define BP_R		1
#define BP_W		2
#define BP_RW		3
#define BP_X		4
#define bp_addr(c)	get(c, PA_FIELD_BP_ADDR)
#define bp_len(c)		get(c, PA_FIELD_BP_LEN)
#define bp_type(c)	get(c, PA_FIELD_BP_TYPE)
#define on_power(c)	on(c, PA_FAMILY_POWER)
#define on_x86(c)		on(c, PA_FAMILY_X86)

static bool on(const struct pa_case *c, enum pa_family family)
{
	return pa_arch_of(c->arch)->family == family;
}

static bool on_arm64(const struct pa_case *c)
{
	return on(c, PA_FAMILY_ARM) && pa_arch_of(c->arch)->bits == 64;
}

/* arch/arm/kernel/hw_breakpoint.c */
static bool on_arm32(const struct pa_case *c)
{
	return on(c, PA_FAMILY_ARM) && pa_arch_of(c->arch)->bits == 32;
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

static enum pa_verdict bp_type_refused(const struct pa_case *c)
{
	u64 type = bp_type(c);

	if (type == BP_W || type == BP_RW || type == BP_X)
		return PA_NO;
	if (on_x86(c))
		return PA_YES;
	return yes_if(on(c, PA_FAMILY_ARM) && type != BP_R);
}

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

/* Allowed: 1 byte anywhere in a word, 2 bytes from its second or third byte, all from its start. */
static enum pa_verdict bp_unaligned_arm32(const struct pa_case *c)
{
	u64 len = bp_len(c);
	u64 offset = bp_addr(c) & (len == 8 ? 7 : 3);

	if (!offset || len == 1)
		return PA_NO;
	return yes_if(len != 2 || offset == 3);
}

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

#define RULES	rules_breakpoint
#include "rules/rule_table.h"
