// SPDX-License-Identifier: GPL-2.0
/*
 * An attr that was not zeroed: a variable of the stack of which some fields were set, and the rest
 * is what an earlier function left there.
 *
 * What gives it away is judged by the newest header, not by the running kernel: a program that was
 * built for a later kernel sets bits that this one does not know, and means them.
 */
#include "core/why/garbage.h"

/* One bit may be a slip, or newer than this table; this many are not. */
#define GARBAGE_BITS	2

static unsigned int bits(u64 v)
{
	unsigned int n;

	for (n = 0; v; n++)
		v &= v - 1;
	return n;
}

/* An address of user space where stacks and libraries are, or of the kernel. */
static bool is_address(u64 v)
{
	return (v >> 40 >= 0x50 && v >> 40 <= 0xff) || (v >> 47 == 0x1ffff && v < (u64)-4096);
}

/* Eight characters that can be printed. */
static bool is_text(u64 v)
{
	unsigned int i;

	for (i = 0; i < 64; i += 8)
		if ((v >> i & 0xff) < 0x20 || (v >> i & 0xff) > 0x7e)
			return false;
	return true;
}

/* How much a word that holds bits speaks for it: those without a name, or what it looks like. */
static unsigned int mask_signs(const struct pa_case *c, enum pa_field_id id)
{
	u64 v = pa_case_get(c, id);

	if (is_address(v) || is_text(v))
		return GARBAGE_BITS;
	return bits(v >> pa_fields[id].names->count);
}

/* A number that no event has, and no period. */
static unsigned int number_signs(const struct pa_case *c, enum pa_field_id id)
{
	u64 v = pa_case_get(c, id);

	return is_address(v) || is_text(v) ? GARBAGE_BITS : 0;
}

static unsigned int flag_signs(const struct pa_case *c)
{
	if (is_address(c->flag_word) || is_text(c->flag_word))
		return GARBAGE_BITS;
	return bits(pa_case_get(c, PA_FIELD_RESERVED_1));
}

static unsigned int reserved_signs(const struct pa_case *c)
{
	return !!pa_case_get(c, PA_FIELD_RESERVED_2) + !!pa_case_get(c, PA_FIELD_RESERVED_3);
}

/* The XMM registers of x86 are the upper half of a mask, which all together look like an address. */
static unsigned int regs_signs(const struct pa_case *c, enum pa_field_id id)
{
	return (u32)(pa_case_get(c, id) >> 32) == U32_MAX ? 0 : number_signs(c, id);
}

/* What no kernel looks at unless it is sampled may hold anything. */
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

/**
 * pa_attr_is_garbage() - was this attr not zeroed before it was filled?
 * @c: the call
 *
 * Context: any. Return: true when it has what nobody puts there on purpose.
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
	return signs >= GARBAGE_BITS;
}
