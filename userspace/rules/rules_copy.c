// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Checks before and in perf_copy_attr(), which depend on flags and attr only. */
#include "rules/rule.h"

#define CALL_FLAGS	0xfULL
#define STACK_USER_MAX	65535
#define COPY		IN("perf_copy_attr", COPY)

static enum pa_verdict attr_unreadable(const struct pa_case *c)
{
	if (c->r->attr_state == PA_ATTR_PART)
		return PA_YES;
	if (c->r->attr_state == PA_ATTR_UNREADABLE)
		return PA_MAYBE;
	/* If a text lacks even the size, it may have had only the address of the attr. */
	if (c->unknown && pa_bits(c->unknown->word, &pa_fields[PA_FIELD_SIZE]))
		return PA_MAYBE;
	/* The kernel reads the bytes beyond those that we kept, to check that they are zero. */
	return maybe_if(c->call.more);
}

static enum pa_verdict tail_not_zero(const struct pa_case *c)
{
	u32 i;

	if (c->blind)
		return PA_MAYBE;
	for (i = c->k->attr_size; i < c->call.passed; i++) {
		if (pa_case_byte(c, i))
			return PA_YES;
	}
	return maybe_if(c->call.more);
}

static enum pa_verdict reserved_used(const struct pa_case *c)
{
	/* Nearly always all of it is zero. */
	if (!(c->call.word[pa_fields[PA_FIELD_RESERVED_2].word] | c->call.word[PA_OFF_AUX / 8]))
		return PA_NO;
	return yes_if(get(c, PA_FIELD_RESERVED_2) ||
		      c->call.word[PA_OFF_AUX / 8] >> 32 & ~(u64)c->k->known_aux);
}

/* Without a privilege bit the kernel sets the ones that exclude_* permits. */
static enum pa_verdict branch_not_allowed(const struct pa_case *c)
{
	u64 mask = c->branch & BRANCH_PRIV;

	if (!sample(c, PA_SAMPLE_BRANCH_STACK))
		return PA_NO;
	if (!mask) {
		mask |= flag(c, PA_FIELD_EXCLUDE_KERNEL) ? 0 : PA_BRANCH_KERNEL;
		mask |= flag(c, PA_FIELD_EXCLUDE_HV) ? 0 : PA_BRANCH_HV;
	}
	return mask & (PA_BRANCH_KERNEL | PA_BRANCH_HV) ? pa_paranoid_above(c, 1) : PA_NO;
}

/* perf_reg_validate() */
static enum pa_verdict regs_invalid(const struct pa_case *c, u64 mask)
{
	u64 bad = mask & pa_arch_of(c->arch)->regs_refused;

	if (!mask)
		return PA_YES;
	if (bad && !(bad & ~pa_arch_of(c->arch)->regs_of_cpu))
		return PA_MAYBE;
	return yes_if(bad);
}

#define RULES	rules_copy
#include "rules/rule_table.h"
