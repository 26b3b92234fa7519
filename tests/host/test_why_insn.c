// SPDX-License-Identifier: GPL-2.0
/* Which instructions uprobes refuse, by their bytes. */
#include <stdlib.h>

#include "rec.h"
#include "tap.h"
#include "why/insn.h"

struct code {
	const char *name;
	u8 why;
	u8 at;
	u8 len;
	u8 bytes[16];
};

static const struct code wide[] = {
	{ "nop", PA_INSN_FINE, 1, 1, { 0x90 } },
	{ "int3", PA_INSN_TRAP, 1, 1, { 0xcc } },
	{ "int3 behind a prefix", PA_INSN_OPCODE, 2, 2, { 0x66, 0xcc } },
	{ "endbr64", PA_INSN_FINE, 2, 4, { 0xf3, 0x0f, 0x1e, 0xfa } },
	{ "push rbp", PA_INSN_FINE, 1, 1, { 0x55 } },
	{ "mov rbp, rsp", PA_INSN_FINE, 2, 3, { 0x48, 0x89, 0xe5 } },
	{ "syscall", PA_INSN_FINE, 1, 2, { 0x0f, 0x05 } },
	{ "call", PA_INSN_FINE, 1, 5, { 0xe8, 0, 0, 0, 0 } },
	{ "callw", PA_INSN_BRANCH16, 2, 4, { 0x66, 0xe8, 0, 0 } },
	{ "jew, far", PA_INSN_BRANCH16, 2, 4, { 0x66, 0x0f, 0x84, 0 } },
	{ "movaps of 16 bits", PA_INSN_FINE, 2, 4, { 0x66, 0x0f, 0x28, 0xc1 } },
	{ "nop of 16 bits", PA_INSN_FINE, 2, 2, { 0x66, 0x90 } },
	{ "lock cmpxchg", PA_INSN_PREFIX, 1, 5, { 0xf0, 0x48, 0x0f, 0xb1, 0x0a } },
	{ "notrack jmp", PA_INSN_PREFIX, 1, 3, { 0x3e, 0xff, 0xe0 } },
	{ "fs:", PA_INSN_FINE, 3, 9, { 0x64, 0x48, 0x8b, 0x04, 0x25, 0x28 } },
	{ "mov ss", PA_INSN_MASKS, 1, 2, { 0x8e, 0xd0 } },
	{ "mov ds", PA_INSN_FINE, 1, 2, { 0x8e, 0xd8 } },
	{ "hlt", PA_INSN_OPCODE, 1, 1, { 0xf4 } },
	{ "iretq", PA_INSN_OPCODE, 2, 2, { 0x48, 0xcf } },
	{ "vmovdqa", PA_INSN_OPCODE, 3, 4, { 0xc5, 0xf9, 0x6f, 0xc0 } },
	{ "vmovdqu by three bytes", PA_INSN_OPCODE, 4, 5, { 0xc4, 0xe1, 0x7a, 0x6f, 0xc0 } },
	{ "vaddps", PA_INSN_FINE, 3, 4, { 0xc5, 0xf8, 0x58, 0xc0 } },
	{ "push es", PA_INSN_OPCODE, 1, 1, { 0x06 } },
	{ "only prefixes", PA_INSN_FINE, 2, 2, { 0x66, 0x67 } },
	{ "nothing", PA_INSN_FINE, 1, 0, { 0 } },
};

static const struct code narrow[] = {
	{ "push es", PA_INSN_FINE, 1, 1, { 0x06 } },
	{ "les", PA_INSN_FINE, 1, 2, { 0xc4, 0x00 } },
	{ "inc eax", PA_INSN_FINE, 1, 1, { 0x40 } },
	{ "int 0x80", PA_INSN_OPCODE, 1, 2, { 0xcd, 0x80 } },
	{ "vmovdqa", PA_INSN_OPCODE, 3, 4, { 0xc5, 0xf9, 0x6f, 0xc0 } },
};

static void of_x86(const struct code *code, size_t n, bool is_wide)
{
	struct pa_insn insn;
	size_t i;

	for (i = 0; i < n; i++) {
		pa_insn_x86(&insn, code[i].bytes, code[i].len, is_wide);
		if (!ok(insn.why == code[i].why && insn.at == code[i].at, "x86 %d: %s",
			is_wide ? 64 : 32, code[i].name))
			diag("why %d at %d", insn.why, insn.at);
	}
}

static void of_arm64(u32 word, u8 why, const char *name)
{
	const u8 bytes[4] = { (u8)word, (u8)(word >> 8), (u8)(word >> 16), (u8)(word >> 24) };
	struct pa_insn insn;

	pa_insn_arm64(&insn, bytes, 4);
	ok(insn.why == why, "arm64: %s", name);
}

static void test_arm64(void)
{
	struct pa_insn insn;

	of_arm64(0xd503201f, PA_INSN_FINE, "nop");
	of_arm64(0xd503233f, PA_INSN_FINE, "paciasp");
	of_arm64(0xd503245f, PA_INSN_FINE, "bti c");
	of_arm64(0xd503203f, PA_INSN_HINT, "yield");
	of_arm64(0xd50323bf, PA_INSN_HINT, "autiasp");
	of_arm64(0xa9bf7bfd, PA_INSN_FINE, "stp");
	of_arm64(0x10000000, PA_INSN_FINE, "adr");
	of_arm64(0x94000000, PA_INSN_FINE, "bl");
	of_arm64(0xd65f03c0, PA_INSN_FINE, "ret");
	of_arm64(0xd65f0bff, PA_INSN_AUTH, "retaa");
	of_arm64(0xd71f0801, PA_INSN_AUTH, "braa");
	of_arm64(0x58000040, PA_INSN_LITERAL, "ldr of a literal");
	of_arm64(0xd8000040, PA_INSN_LITERAL, "prfm of a literal");
	of_arm64(0xc85f7c20, PA_INSN_EXCLUSIVE, "ldxr");
	of_arm64(0xc8dffc20, PA_INSN_FINE, "ldar");
	of_arm64(0xd4000001, PA_INSN_EXCEPTION, "svc");
	of_arm64(0xd42000a0, PA_INSN_TRAP, "brk #5");
	of_arm64(0xd4200000, PA_INSN_EXCEPTION, "brk #0");
	of_arm64(0xd69f03e0, PA_INSN_EXCEPTION, "eret");
	of_arm64(0xd51bd040, PA_INSN_SYSTEM, "msr");
	of_arm64(0xd53bd040, PA_INSN_FINE, "mrs");
	of_arm64(0xd53b4220, PA_INSN_SYSTEM, "mrs of daif");
	of_arm64(0x19010440, PA_INSN_COPY, "cpyfp");
	pa_insn_arm64(&insn, NULL, 0);
	ok(insn.why == PA_INSN_FINE, "arm64: nothing");
}

/* Nothing behind the last byte is read, whatever they are. */
static void test_any(void)
{
	unsigned int i, k, bad = 0;
	struct pa_insn insn;
	u32 len;
	u8 *bytes;

	for (i = 0; i < 200000; i++) {
		len = rec_random() % 17;
		bytes = malloc(len ? len : 1);
		for (k = 0; bytes && k < len; k++)
			bytes[k] = (u8)rec_random();
		pa_insn_x86(&insn, bytes, len, rec_random() & 1);
		bad += insn.at > 16 || (insn.why && insn.at > len);
		pa_insn_arm64(&insn, bytes, len);
		free(bytes);
	}
	is_num(bad, 0, "any bytes are decoded within their length");
}

int main(void)
{
	of_x86(wide, ARRAY_SIZE(wide), true);
	of_x86(narrow, ARRAY_SIZE(narrow), false);
	test_arm64();
	test_any();
	return tap_end();
}
