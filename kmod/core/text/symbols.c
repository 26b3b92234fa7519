// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Masks and error numbers by name, as C expressions; processes. */
#include "core/arch.h"
#include "core/out.h"
#include "core/text/text.h"

/**
 * pa_text_mask_but() - write the names of bits, joined by |
 * @s:     the buffer
 * @names: by bit; bits without a name follow in one hexadecimal number
 * @v:     the bits
 * @plain: bits that go into that number even if they have a name
 *
 * Context: any.
 */
void pa_text_mask_but(struct out *s, const struct pa_names *names, u64 v, u64 plain)
{
	const struct pa_name *name;
	const char *sep = "";
	size_t sep_len = 0;
	u64 rest = 0;
	u64 bit;

	if (!v) {
		out_char(s, '0');
		return;
	}
	for (; v; v &= v - 1) {
		bit = v & -v;
		name = bit & plain ? NULL : pa_name_of(names, __builtin_ctzll(v));
		if (!name) {
			rest |= bit;
			continue;
		}
		out_mem(s, sep, sep_len);
		pa_put_name(s, name);
		sep = " | ";
		sep_len = 3;
	}
	if (rest) {
		out_mem(s, sep, sep_len);
		out_hex(s, rest);
	}
}

/**
 * pa_text_regs() - write the names of registers as shifts, since the UAPI has no masks for them
 * @s:   the buffer
 * @abi: the caller's ABI, enum pa_abi
 * @v:   one bit for each register
 *
 * Context: any.
 */
void pa_text_regs(struct out *s, u8 abi, u64 v)
{
	const struct pa_names *names = pa_reg_names(abi);
	bool pairs = pa_arch_of(abi)->reg_pairs;
	const struct pa_name *name;
	u64 rest = 0;
	u64 bits;
	bool any = false;

	while (v) {
		bits = v & -v;
		name = pa_name_of(names, __builtin_ctzll(v));
		/* An XMM register has two bits. */
		if (name && pairs && bits >> 32)
			bits |= (bits << 1) & v;
		v &= ~bits;
		if (!name) {
			rest |= bits;
			continue;
		}
		if (any)
			out_lit(s, " | ");
		if (bits & (bits - 1))
			out_lit(s, "3ULL << ");
		else
			out_lit(s, "1ULL << ");
		pa_put_name(s, name);
		any = true;
	}
	if (any && rest)
		out_lit(s, " | ");
	if (rest || !any)
		out_hex(s, rest);
}

/**
 * pa_text_address() - write a number that the caller passed in hexadecimal, unless it is a kernel
 * address
 * @s: the buffer
 * @v: the number
 *
 * Context: any.
 */
void pa_text_address(struct out *s, u64 v)
{
	if (pa_is_kernel_address(v))
		out_lit(s, "0 /* kernel address, not shown */");
	else
		out_hex(s, v);
}

/**
 * pa_text_errno() - write the name of an error number
 * @s:   the buffer
 * @err: the number, positive
 *
 * Context: any.
 */
void pa_text_errno(struct out *s, u64 err)
{
	const struct pa_name *name = pa_errno_name(err);

	if (name)
		pa_put_name(s, name);
	else
		out_number(s, "errno ", err, "");
}

/**
 * pa_text_comm() - write a process as comm[pid]
 * @s:    the buffer
 * @comm: its name, PA_COMM_LEN bytes of any value
 * @pid:  its number
 *
 * Context: any.
 */
void pa_text_comm(struct out *s, const char *comm, s32 pid)
{
	out_escaped(s, comm, PA_COMM_LEN);
	out_char(s, '[');
	out_s64(s, pid);
	out_char(s, ']');
}
