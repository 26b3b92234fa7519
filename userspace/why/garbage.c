// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Detects an attr that was not zeroed: a variable on the stack of which some fields were set, while
 * the others hold what an earlier function has left there.
 *
 * Judged by the newest header, not by the running kernel, because a program that was built for a
 * newer kernel sets bits on purpose that the running kernel does not know.
 */
#include "why/plan.h"

/* One undefined bit may be a slip, or newer than this table; so many are garbage. */
#define GARBAGE_BITS	2

static unsigned int bits(u64 v)
{
	unsigned int n;

	for (n = 0; v; n++)
		v &= v - 1;
	return n;
}

/* An address in the range of user stacks and libraries, or of the kernel. */
static bool is_address(u64 v)
{
	return (v >> 40 >= 0x50 && v >> 40 <= 0xff) || (v >> 47 == 0x1ffff && v < (u64)-4096);
}

/* Eight printable characters. */
static bool is_text(u64 v)
{
	unsigned int i;

	for (i = 0; i < 64; i += 8)
		if ((v >> i & 0xff) < 0x20 || (v >> i & 0xff) > 0x7e)
			return false;
	return true;
}

/* No number that is passed on purpose looks like this. Nearly all have no such high bits at all. */
static bool is_odd(u64 v)
{
	return v >> 40 && (is_address(v) || is_text(v));
}

/* How many signs of garbage a bit mask has: undefined bits, or it looks like an address or text. */
static unsigned int mask_signs(const struct pa_case *c, enum pa_field_id id)
{
	u64 v = pa_case_get(c, id);

	if (is_odd(v))
		return GARBAGE_BITS;
	return bits(v >> pa_fields[id].names->count);
}

/* The same for a number: no event and no period has such a value. */
static unsigned int number_signs(const struct pa_case *c, enum pa_field_id id)
{
	u64 v = pa_case_get(c, id);

	return is_odd(v) ? GARBAGE_BITS : 0;
}

static unsigned int flag_signs(const struct pa_case *c)
{
	if (is_odd(c->flag_word))
		return GARBAGE_BITS;
	return bits(pa_case_get(c, PA_FIELD_RESERVED_1));
}

static unsigned int reserved_signs(const struct pa_case *c)
{
	return !!pa_case_get(c, PA_FIELD_RESERVED_2) + !!pa_case_get(c, PA_FIELD_RESERVED_3);
}

/* On x86 the upper half of the mask is the XMM registers; all of them look like an address. */
static unsigned int regs_signs(const struct pa_case *c, enum pa_field_id id)
{
	return (u32)(pa_case_get(c, id) >> 32) == U32_MAX ? 0 : number_signs(c, id);
}

/* Fields that the kernel reads only with a bit of sample_type count only with that bit. */
static unsigned int sampled_signs(const struct pa_case *c)
{
	unsigned int signs = 0;

	if (c->sample_type & PA_SAMPLE_BRANCH_STACK)
		signs += mask_signs(c, PA_FIELD_BRANCH_SAMPLE_TYPE);
	if (c->sample_type & PA_SAMPLE_REGS_USER)
		signs += regs_signs(c, PA_FIELD_SAMPLE_REGS_USER);
	if (c->sample_type & PA_SAMPLE_REGS_INTR)
		signs += regs_signs(c, PA_FIELD_SAMPLE_REGS_INTR);
	return signs;
}

static unsigned int foreign_bits(const struct pa_case *c, bool used, enum pa_field_id id)
{
	return used ? 0 : bits(pa_case_get(c, id));
}

/*
 * Values that the kernel does not look at, since what would use them was not asked for. They are no
 * fault, and alone no sign; beside an undefined bit they say where that comes from.
 */
static unsigned int foreign_signs(const struct pa_case *c)
{
	u64 s = c->sample_type;

	return foreign_bits(c, s & PA_SAMPLE_BRANCH_STACK, PA_FIELD_BRANCH_SAMPLE_TYPE) +
	       foreign_bits(c, s & PA_SAMPLE_REGS_USER, PA_FIELD_SAMPLE_REGS_USER) +
	       foreign_bits(c, s & PA_SAMPLE_REGS_INTR, PA_FIELD_SAMPLE_REGS_INTR) +
	       foreign_bits(c, s & PA_SAMPLE_STACK_USER, PA_FIELD_SAMPLE_STACK_USER) +
	       foreign_bits(c, pa_case_flag(c, PA_FIELD_USE_CLOCKID), PA_FIELD_CLOCKID) +
	       foreign_bits(c, pa_case_flag(c, PA_FIELD_SIGTRAP), PA_FIELD_SIG_DATA);
}

/**
 * pa_attr_is_garbage() - was this attr probably not zeroed before it was filled in?
 * @c: the call
 *
 * Context: any. Return: true if it has values that nobody passes on purpose.
 */
bool pa_attr_is_garbage(const struct pa_case *c)
{
	unsigned int signs;

	if (c->blind)
		return false;
	signs = mask_signs(c, PA_FIELD_SAMPLE_TYPE) + mask_signs(c, PA_FIELD_READ_FORMAT) +
		flag_signs(c) + reserved_signs(c) + sampled_signs(c) +
		number_signs(c, PA_FIELD_SAMPLE_PERIOD);
	if (c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_SOFTWARE ||
	    c->type == PA_TYPE_HW_CACHE || c->type == PA_TYPE_TRACEPOINT)
		signs += number_signs(c, PA_FIELD_CONFIG);
	return signs >= GARBAGE_BITS || (signs && foreign_signs(c) >= GARBAGE_BITS);
}
