/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Reads machine code: finds where a function calls another one, and what it does with the result.
 */
#ifndef PERFATTR_CORE_CODE_H
#define PERFATTR_CORE_CODE_H

#include "core/record.h"

enum pa_isa {
	PA_ISA_NONE,		/* none that we can read: nothing is found */
	PA_ISA_X86_64,
	PA_ISA_ARM64,
};

/**
 * struct pa_code - the instructions of a function
 * @bytes: a copy of them
 * @len:   how many bytes
 * @addr:  where they are in memory; jumps are relative to that
 * @isa:   enum pa_isa
 */
struct pa_code {
	const u8 *bytes;
	u32 len;
	u64 addr;
	u8 isa;
};

/**
 * struct pa_code_args - where the first two arguments of a call are found
 * @at:  offset of an instruction that is run before the call, unless an indirect jump or another
 *       part of the function leads between them
 * @reg: the registers that hold the arguments there, by their numbers in instructions
 */
struct pa_code_args {
	u32 at;
	u8 reg[2];
};

u32 pa_code_calls(const struct pa_code *code, u64 callee, u32 *found, u32 max);
bool pa_code_reaches(const struct pa_code *code, u64 addr);
u32 pa_code_behind(const struct pa_code *code, u32 at);
u64 pa_code_after(const struct pa_code *code, u32 at, s32 result);
void pa_code_args(struct pa_code_args *to, const struct pa_code *code, u32 at);

#endif /* PERFATTR_CORE_CODE_H */
