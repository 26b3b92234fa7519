// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Detects an attr that was not zeroed: a variable on the stack in which some fields were set, while
 * the others still hold values of an earlier function.
 *
 * Judged by the newest header, not by the running kernel, because a program that was built for a
 * newer kernel sets bits on purpose that the running kernel does not know.
 */
#include "rules/parts.h"

/* One undefined bit may be a slip or newer than this table; two or more are garbage. */
#define GARBAGE_BITS	2

static unsigned int bits(u64 v)
{
	unsigned int n;

	for (n = 0; v; n++)
		v &= v - 1;
	return n;
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

/*
 * Return true for a number that nobody passes on purpose. Intended values hardly ever have high
 * bits.
 */
static bool is_odd(u64 v)
{
	/* An address in the range of user stacks and libraries, or of the kernel. */
	bool address = (v >> 40 >= 0x50 && v >> 40 <= 0xff) ||
		       (v >> 47 == 0x1ffff && v < (u64)-4096);

	return v >> 40 && (address || is_text(v));
}

/* How the value of a field shows garbage. */
enum garbage_kind {
	BY_NOTHING,	/* any value may be meant */
	BY_BITS,	/* bits without a name; it looks like an address or text */
	BY_REGISTERS,	/* as a number; on x86 the upper half is the XMM registers */
	BY_NUMBER,	/* the value looks like an address or text */
	BY_ANY,		/* the value is not 0 */
};

/*
 * The kernel reads some fields only with a bit of sample_type or with a flag. Without it a value is
 * not an error, and by itself not a sign of garbage; next to an undefined bit it is.
 */
static const struct {
	u8 id;
	u8 kind;
	u8 flag;
	u32 sampled;
} signs[] = {
	{ PA_FIELD_SAMPLE_TYPE, BY_BITS, 0, 0 },
	{ PA_FIELD_READ_FORMAT, BY_BITS, 0, 0 },
	{ PA_FIELD_SAMPLE_PERIOD, BY_NUMBER, 0, 0 },
	{ PA_FIELD_RESERVED_2, BY_ANY, 0, 0 },
	{ PA_FIELD_RESERVED_3, BY_ANY, 0, 0 },
	{ PA_FIELD_BRANCH_SAMPLE_TYPE, BY_BITS, 0, PA_SAMPLE_BRANCH_STACK },
	{ PA_FIELD_SAMPLE_REGS_USER, BY_REGISTERS, 0, PA_SAMPLE_REGS_USER },
	{ PA_FIELD_SAMPLE_REGS_INTR, BY_REGISTERS, 0, PA_SAMPLE_REGS_INTR },
	{ PA_FIELD_SAMPLE_STACK_USER, BY_NOTHING, 0, PA_SAMPLE_STACK_USER },
	{ PA_FIELD_CLOCKID, BY_NOTHING, PA_FIELD_USE_CLOCKID, 0 },
	{ PA_FIELD_SIG_DATA, BY_NOTHING, PA_FIELD_SIGTRAP, 0 },
};

static unsigned int signs_of(u64 v, enum garbage_kind kind, const struct pa_field *f)
{
	if (kind == BY_ANY)
		return !!v;
	if (kind == BY_NOTHING || (kind == BY_REGISTERS && (u32)(v >> 32) == U32_MAX))
		return 0;
	if (is_odd(v))
		return GARBAGE_BITS;
	return kind == BY_BITS ? bits(v >> f->names->count) : 0;
}

/**
 * pa_attr_is_garbage() - return true if this attr was probably not zeroed before it was filled in
 * @c: the call
 *
 * Context: any. Return: true if it has values that nobody passes on purpose.
 */
bool pa_attr_is_garbage(const struct pa_case *c)
{
	unsigned int found, unread = 0, i;

	if (c->blind)
		return false;
	found = is_odd(c->flag_word) ? GARBAGE_BITS : bits(get(c, PA_FIELD_RESERVED_1));
	for (i = 0; i < ARRAY_SIZE(signs); i++) {
		u64 v = get(c, signs[i].id);

		if ((signs[i].sampled && !sample(c, signs[i].sampled)) ||
		    (signs[i].flag && !flag(c, signs[i].flag)))
			unread += bits(v);
		else
			found += signs_of(v, signs[i].kind, &pa_fields[signs[i].id]);
	}
	/* Event numbers of the first types never look like an address or text. */
	if (c->type <= PA_TYPE_HW_CACHE && is_odd(c->config))
		found += GARBAGE_BITS;
	return found >= GARBAGE_BITS || (found && unread >= GARBAGE_BITS);
}
