// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Reads machine code, as far as it takes to find direct calls, and to follow the tests that come
 * behind one: which instruction runs next if the call has returned a given number.
 *
 * Only instructions that test the result, and conditional jumps, are known. The first other one
 * ends a walk, and the result is in its register still. An unconditional jump ends it, too, as the
 * kernel may write a nop in its place at any time (jump labels). Encodings are from the Intel SDM,
 * volume 2, and from the Arm ARM, C4.1.
 *
 * Not checked: that the bytes are those that run (the caller refuses livepatched kernels; other
 * patches of the text are not known), and that no indirect jump leads between the arguments and a
 * call, nor another part of the function (.cold). In these cases calls are missed, which
 * hook/trust.c detects.
 */
#include "core/code.h"

/* How many tests and jumps are followed. */
#define WALK_MAX	8

/* Conditions of jumps, as far as a walk knows them. */
enum condition { COND_EQ, COND_NE, COND_NEGATIVE, COND_POSITIVE, COND_OTHER };

/*
 * A walk: its position, the result of the call, and the difference that the flags describe, if an
 * instruction has set them.
 */
struct walk {
	const struct pa_code *code;
	s64 at;
	s32 result;
	s32 diff;
	bool have_flags;
};

static s32 le32(const u8 *bytes)
{
	return (s32)(bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (u32)bytes[3] << 24);
}

/* The lowest @bits of @word as a signed number. */
static s64 sign_extend(u32 word, unsigned int bits)
{
	return (s64)((u64)word << (64 - bits)) >> (64 - bits);
}

static bool set_flags(struct walk *w, s64 diff, u32 len)
{
	w->diff = (s32)diff;
	w->have_flags = true;
	w->at += len;
	return true;
}

static bool jump(struct walk *w, bool taken, u32 len, s64 by)
{
	w->at += taken ? by : len;
	return true;
}

static bool is_true(enum condition cond, s32 diff)
{
	switch (cond) {
	case COND_EQ:
		return !diff;
	case COND_NE:
		return diff;
	case COND_NEGATIVE:
		return diff < 0;
	default:
		return diff >= 0;
	}
}

static bool jump_if(struct walk *w, enum condition cond, u32 len, s64 by)
{
	if (cond == COND_OTHER || !w->have_flags)
		return false;
	return jump(w, is_true(cond, w->diff), len, by);
}

static enum condition x86_cond(u8 opcode)
{
	switch (opcode & 0xf) {
	case 0x4:
		return COND_EQ;
	case 0x5:
		return COND_NE;
	case 0x8:
		return COND_NEGATIVE;
	case 0x9:
		return COND_POSITIVE;
	default:
		return COND_OTHER;
	}
}

/* Step over one instruction. Return false if it is not a test or a conditional jump. */
static bool x86_step(struct walk *w)
{
	const u8 *b = w->code->bytes + w->at;
	s64 left = w->code->len - w->at;

	if (left >= 2 && b[0] == 0x85 && b[1] == 0xc0)		/* test %eax,%eax */
		return set_flags(w, w->result, 2);
	if (left >= 3 && b[0] == 0x83 && b[1] == 0xf8)		/* cmp $imm8,%eax */
		return set_flags(w, (s64)w->result - (s8)b[2], 3);
	if (left >= 2 && (b[0] & 0xf0) == 0x70)			/* jcc rel8 */
		return jump_if(w, x86_cond(b[0]), 2, 2 + (s8)b[1]);
	if (left >= 6 && b[0] == 0x0f && (b[1] & 0xf0) == 0x80)	/* jcc rel32 */
		return jump_if(w, x86_cond(b[1]), 6, 6 + (s64)le32(b + 2));
	return false;
}

static enum condition arm64_cond(u32 word)
{
	switch (word & 0xf) {
	case 0x0:
		return COND_EQ;
	case 0x1:
		return COND_NE;
	case 0x4:
		return COND_NEGATIVE;
	case 0x5:
		return COND_POSITIVE;
	default:
		return COND_OTHER;
	}
}

/* As x86_step(). */
static bool arm64_step(struct walk *w)
{
	s64 by19, imm12;
	u32 word;

	if (w->at + 4 > w->code->len)
		return false;
	word = (u32)le32(w->code->bytes + w->at);
	by19 = 4 * sign_extend(word >> 5 & 0x7ffff, 19);
	imm12 = word >> 10 & 0xfff;
	if ((word & 0xff00001f) == 0x34000000)			/* cbz w0 */
		return jump(w, !w->result, 4, by19);
	if ((word & 0xff00001f) == 0x35000000)			/* cbnz w0 */
		return jump(w, w->result, 4, by19);
	if ((word & 0xffc003ff) == 0x3100001f)			/* cmn w0, #imm */
		return set_flags(w, w->result + imm12, 4);
	if ((word & 0xffc003ff) == 0x7100001f)			/* cmp w0, #imm */
		return set_flags(w, w->result - imm12, 4);
	if ((word & 0xff000010) == 0x54000000)			/* b.cond */
		return jump_if(w, arm64_cond(word), 4, by19);
	return false;
}

/* Return true if an instruction at @at has this opcode and a displacement that leads to @to. */
static bool x86_leads_to(const struct pa_code *code, u32 at, u64 to, u8 opcode)
{
	const u8 *b = code->bytes + at;

	return at + 5 <= code->len && b[0] == opcode &&
	       code->addr + at + 5 + (s64)le32(b + 1) == to;
}

/* Return true if a call at @at, or with @jump a tail call, leads directly to @to. */
static bool leads_to(const struct pa_code *code, u32 at, u64 to, bool jump)
{
	const u8 *b = code->bytes + at;
	u32 word;

	if (code->isa == PA_ISA_X86_64)
		return x86_leads_to(code, at, to, 0xe8) ||
		       (jump && x86_leads_to(code, at, to, 0xe9));
	if (code->isa == PA_ISA_ARM64 && at % 4 == 0 && at + 4 <= code->len) {
		word = (u32)le32(b);
		if (word >> 26 == 0x25 || (jump && word >> 26 == 0x05))
			return code->addr + at + 4 * sign_extend(word & 0x3ffffff, 26) == to;
	}
	return false;
}

/*
 * Return true if a call of @to was probed by another user. On x86 its first byte is a breakpoint
 * then; on arm64 nothing is left of the instruction, so any breakpoint of a kprobe
 * (BRK_INSN_KPROBE) may be one.
 */
static bool is_probed(const struct pa_code *code, u32 at, u64 to)
{
	if (code->isa == PA_ISA_X86_64)
		return x86_leads_to(code, at, to, 0xcc);
	return code->isa == PA_ISA_ARM64 && at % 4 == 0 && at + 4 <= code->len &&
	       (u32)le32(code->bytes + at) == 0xd4200080;
}

/**
 * pa_code_calls() - find the direct calls of a function
 * @code:   the code that calls
 * @callee: address of the function that is called
 * @found:  receives the offsets of the call instructions
 * @max:    how many it can take
 *
 * On x86 look at every offset, since instructions begin anywhere. Other bytes hardly ever look like
 * a call with exactly this distance, and the kernel refuses to probe between instructions.
 *
 * Context: any. Return: how many there are, which may be more than @max; U32_MAX if a probe hides
 * which.
 */
u32 pa_code_calls(const struct pa_code *code, u64 callee, u32 *found, u32 max)
{
	u32 at, n = 0;

	for (at = 0; at < code->len; at++) {
		if (is_probed(code, at, callee))
			return U32_MAX;
		if (!leads_to(code, at, callee, false))
			continue;
		if (n < max)
			found[n] = at;
		n++;
	}
	return n;
}

/**
 * pa_code_reaches() - return true if a function calls another one, or jumps to it
 * @code: the code that calls
 * @addr: address of the other function
 *
 * Context: any.
 */
bool pa_code_reaches(const struct pa_code *code, u64 addr)
{
	u32 at;

	for (at = 0; at < code->len; at++) {
		if (leads_to(code, at, addr, true))
			return true;
	}
	return false;
}

/**
 * pa_code_behind() - the instruction to which a call returns
 * @code: the code that calls
 * @at:   offset of the call
 *
 * Context: any. Return: its offset.
 */
u32 pa_code_behind(const struct pa_code *code, u32 at)
{
	return at + (code->isa == PA_ISA_X86_64 ? 5 : 4);
}

/**
 * pa_code_after() - where a function goes on when a call has returned a number
 * @code:   the code that calls
 * @at:     offset of the call
 * @result: the value that the call returned
 *
 * Context: any. Return: address of the first instruction that neither tests the result nor jumps on
 * what such a test has found, which may be outside of @code. The result is still in its register
 * there.
 */
u64 pa_code_after(const struct pa_code *code, u32 at, s32 result)
{
	struct walk w = { .code = code, .at = pa_code_behind(code, at), .result = result };
	unsigned int i;

	for (i = 0; i < WALK_MAX && w.at >= 0 && w.at < code->len; i++) {
		if (!(code->isa == PA_ISA_X86_64 ? x86_step(&w) : arm64_step(&w)))
			break;
	}
	return code->addr + (u64)w.at;
}

/* A 64-bit move between registers: mov %src,%dst. */
static bool x86_move(const u8 *b, u8 *src, u8 *dst)
{
	if ((b[0] & 0xfa) != 0x48 || b[1] != 0x89 || b[2] < 0xc0)
		return false;
	*src = (b[2] >> 3 & 7) | (b[0] & 4) << 1;
	*dst = (b[2] & 7) | (b[0] & 1) << 3;
	return true;
}

/*
 * Returns true if a direct jump leads to one of these offsets. As in pa_code_calls() every byte may
 * begin a jump: if other bytes look like one, the probe is on the call, and costs more.
 */
static bool x86_jumps_to(const struct pa_code *code, s64 one, s64 other)
{
	s64 at;

	for (at = 0; at + 6 <= code->len; at++) {
		const u8 *b = code->bytes + at;
		s64 to = 0;

		if ((b[0] & 0xf0) == 0x70 || b[0] == 0xeb)	/* jcc, jmp rel8 */
			to = at + 2 + (s8)b[1];
		else if (b[0] == 0xe9)				/* jmp rel32 */
			to = at + 5 + (s64)le32(b + 1);
		else if (b[0] == 0x0f && (b[1] & 0xf0) == 0x80)	/* jcc rel32 */
			to = at + 6 + (s64)le32(b + 2);
		if (to && (to == one || to == other))
			return true;
	}
	return false;
}

/**
 * pa_code_args() - where the first two arguments of a call are found
 * @to:   filled in
 * @code: the code that calls
 * @at:   offset of the call
 *
 * On x86 compilers move both to their registers just before the call. A probe on the first of these
 * moves can be optimised to a jump, a probe on the call cannot. If the code does not look like
 * that, or is jumped into, probe the call itself.
 *
 * Context: any.
 */
void pa_code_args(struct pa_code_args *to, const struct pa_code *code, u32 at)
{
	enum { RSI = 6, RDI = 7, MOVE = 3 };
	const u8 *b = code->bytes + at - 2 * MOVE;
	u8 src[2], dst[2];

	*to = (struct pa_code_args){ .at = at, .reg = { 0, 1 } };
	if (code->isa != PA_ISA_X86_64)
		return;
	to->reg[0] = RDI;
	to->reg[1] = RSI;
	if (at < 2 * MOVE || !x86_move(b, &src[0], &dst[0]) ||
	    !x86_move(b + MOVE, &src[1], &dst[1]))
		return;
	if (src[0] == RDI || src[0] == RSI || src[1] == RDI || src[1] == RSI)
		return;
	if (x86_jumps_to(code, (s64)at - MOVE, at))
		return;
	if ((dst[0] == RDI && dst[1] == RSI) || (dst[0] == RSI && dst[1] == RDI)) {
		to->at = at - 2 * MOVE;
		to->reg[dst[0] == RSI] = src[0];
		to->reg[dst[1] == RSI] = src[1];
	}
}
