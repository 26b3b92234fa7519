// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Which instructions a uprobe may not be at: what arch_uprobe_analyze_insn() refuses in 5.10 to
 * 7.3.
 *
 * Only as much is decoded as decides that: on x86 prefixes and opcode, not the length. Kernels
 * differ in few instructions, so this says what any of them refuses; it is asked of one that was.
 */
#include "why/insn.h"

#define PREFIXES_MAX	14	/* an instruction has at most 15 bytes */

/* By the first byte of the opcode, bit n of row n: good_insns_64, good_insns_32. */
static const u16 steps_64[16] = {
	0xbf3f, 0x3f3f, 0x7f7f, 0x7f7f, 0xffff, 0xffff, 0x0ff8, 0xffff,
	0xfffb, 0xfbff, 0xffff, 0xffff, 0x0fff, 0xff8f, 0x0b0f, 0xf3ed,
};

static const u16 steps_32[16] = {
	0xff7f, 0x7f7f, 0xffff, 0xffff, 0xffff, 0xffff, 0x0fff, 0xffff,
	0xffff, 0xffff, 0xffff, 0xffff, 0x0fff, 0xffff, 0x0f0f, 0xf3ed,
};

static bool is_steppable(u8 opcode, bool wide)
{
	return (wide ? steps_64 : steps_32)[opcode >> 4] >> (opcode & 15) & 1;
}

static bool is_prefix(u8 byte)
{
	switch (byte) {
	case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0x66: case 0x67:
	case 0xf0: case 0xf2: case 0xf3:
		return true;
	default:
		return false;
	}
}

/* is_prefix_bad() */
static bool is_bad_prefix(u8 byte)
{
	return byte == 0x26 || byte == 0x2e || byte == 0x36 || byte == 0x3e || byte == 0xf0;
}

/* So many bytes of a VEX or EVEX prefix come before the opcode; 0: there is none. */
static u32 vex_len(const u8 *b, u32 left, bool wide)
{
	/* Without 64 bits it is another instruction if this byte does not name registers. */
	if (left < 2 || (!wide && b[1] >> 6 != 3))
		return 0;
	return b[0] == 0xc5 ? 2 : b[0] == 0xc4 ? 3 : b[0] == 0x62 ? 4 : 0;
}

/* Relative jumps and calls: branch_setup_xol_ops(). */
static bool is_branch(const u8 *op, u32 left)
{
	if (op[0] == 0x0f)
		return left > 1 && op[1] >> 4 == 8;
	return op[0] == 0xe8 || op[0] == 0xe9 || op[0] == 0xeb || op[0] >> 4 == 7;
}

/* insn_masking_exception() */
static bool masks(const u8 *op, u32 left)
{
	return op[0] == 0x17 || (op[0] == 0x8e && left > 1 && (op[1] >> 3 & 7) == 2);
}

/**
 * pa_insn_x86() - what is wrong with an instruction of x86
 * @insn:  receives it
 * @bytes: the instruction, and what follows it
 * @len:   bytes there
 * @wide:  in a program of 64 bits
 *
 * Context: any.
 */
void pa_insn_x86(struct pa_insn *insn, const u8 *bytes, u32 len, bool wide)
{
	bool narrow = false, bad = false;
	u32 at;

	*insn = (struct pa_insn){ PA_INSN_FINE, 1 };
	if (len && bytes[0] == 0xcc) {
		insn->why = PA_INSN_TRAP;
		return;
	}
	for (at = 0; at < len && at < PREFIXES_MAX && is_prefix(bytes[at]) && !bad; at++) {
		bad = is_bad_prefix(bytes[at]);
		narrow |= bytes[at] == 0x66;
		insn->at = (u8)(at + 1);
	}
	if (bad) {
		insn->why = PA_INSN_PREFIX;
		return;
	}
	if (wide && at < len && bytes[at] >> 4 == 4)
		at++;
	if (at < len)
		at += vex_len(bytes + at, len - at, wide);
	if (at >= len)
		return;
	insn->at = (u8)(at + 1);
	if (masks(bytes + at, len - at))
		insn->why = PA_INSN_MASKS;
	else if (!is_steppable(bytes[at], wide))
		insn->why = PA_INSN_OPCODE;
	else if (narrow && is_branch(bytes + at, len - at))
		insn->why = PA_INSN_BRANCH16;
}

/* Is it one of those whose bits in @mask are @value? */
static bool is(u32 insn, u32 mask, u32 value)
{
	return (insn & mask) == value;
}

static bool is_steppable_hint(u32 insn)
{
	switch (insn >> 5 & 0x7f) {
	case 0x00: case 0x07: case 0x08: case 0x0a: case 0x18: case 0x19: case 0x1a: case 0x1b:
	case 0x20: case 0x22: case 0x24: case 0x26:
		return true;
	default:
		return false;
	}
}

/* Branches, exceptions and instructions for the system. */
static u8 arm64_system(u32 insn)
{
	if (is(insn, 0xff000000, 0xd4000000) || is(insn, 0xffffffff, 0xd69f03e0) ||
	    is(insn, 0xfffffbff, 0xd69f0bff))
		return PA_INSN_EXCEPTION;
	if (is(insn, 0xfefff800, 0xd61f0800) || is(insn, 0xfefff800, 0xd63f0800) ||
	    is(insn, 0xfffffbff, 0xd65f0bff))
		return PA_INSN_AUTH;
	/* msr with a register and with a number, mrs of DAIF */
	if (is(insn, 0xfff00000, 0xd5100000) || is(insn, 0xfff8f01f, 0xd500401f) ||
	    is(insn, 0xffffffe0, 0xd53b4220))
		return PA_INSN_SYSTEM;
	if (is(insn, 0xfffff01f, 0xd503201f) && !is_steppable_hint(insn))
		return PA_INSN_HINT;
	return PA_INSN_FINE;
}

/**
 * pa_insn_arm64() - what is wrong with an instruction of arm64
 * @insn:  receives it
 * @bytes: the instruction
 * @len:   bytes there
 *
 * Context: any.
 */
void pa_insn_arm64(struct pa_insn *insn, const u8 *bytes, u32 len)
{
	u32 word;

	*insn = (struct pa_insn){ PA_INSN_FINE, 4 };
	if (len < 4)
		return;
	word = bytes[0] | (u32)bytes[1] << 8 | (u32)bytes[2] << 16 | (u32)bytes[3] << 24;
	/* brk #5 */
	if (word == 0xd42000a0)
		insn->why = PA_INSN_TRAP;
	else if (is(word, 0xbf000000, 0x18000000) || is(word, 0xff000000, 0x98000000) ||
		 is(word, 0xff000000, 0xd8000000))
		insn->why = PA_INSN_LITERAL;
	else if (is(word, 0x3f800000, 0x08000000))
		insn->why = PA_INSN_EXCLUSIVE;
	else if (is(word, 0x3b200c00, 0x19000400))
		insn->why = PA_INSN_COPY;
	else if (is(word, 0x1c000000, 0x14000000))
		insn->why = arm64_system(word);
}
