/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Which instructions a uprobe may not be at, by their bytes. */
#ifndef PERFATTR_WHY_INSN_H
#define PERFATTR_WHY_INSN_H

#include "core/record.h"

/* Why uprobes do not take an instruction. */
enum pa_insn_why {
	PA_INSN_FINE,		/* they do, or it is not known */
	PA_INSN_TRAP,		/* it is the trap that a uprobe puts there */
	/* x86 */
	PA_INSN_PREFIX,		/* lock, or es, cs, ss, ds; that of `notrack` is ds */
	PA_INSN_MASKS,		/* it masks exceptions: mov to, and pop of ss */
	PA_INSN_OPCODE,		/* one that uprobes do not step: int, in, out, hlt, iret, vmovdqa */
	PA_INSN_BRANCH16,	/* a branch with a prefix of 16 bits */
	/* arm64 */
	PA_INSN_LITERAL,	/* loads from a place that depends on its own */
	PA_INSN_EXCLUSIVE,	/* of a pair of load and store */
	PA_INSN_EXCEPTION,	/* raises an exception, or returns from one: svc, brk, eret */
	PA_INSN_SYSTEM,		/* writes a register of the system, or reads DAIF */
	PA_INSN_HINT,		/* yield, wfe and others */
	PA_INSN_AUTH,		/* a branch that authenticates its address */
	PA_INSN_COPY,		/* one of three that copy, or set, memory */
};

/**
 * struct pa_insn - what is wrong with an instruction
 * @why: enum pa_insn_why
 * @at:  the byte at fault, and those before it, are this many
 */
struct pa_insn {
	u8 why;
	u8 at;
};

void pa_insn_x86(struct pa_insn *insn, const u8 *bytes, u32 len, bool wide);
void pa_insn_arm64(struct pa_insn *insn, const u8 *bytes, u32 len);

#endif /* PERFATTR_WHY_INSN_H */
