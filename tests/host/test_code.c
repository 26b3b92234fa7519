// SPDX-License-Identifier: GPL-2.0
/*
 * Reads code of perf_event_open() and perf_event_alloc() of Debian's kernels, as these have it in
 * memory: the calls are found, the parent's is told from the others, and where a result leads to.
 */
#include <string.h>

#include "core/code.h"
#include "tap.h"

#define ENOENT	2
#define EINVAL	22

/* A few instructions around one call. Places are offsets; what they lead to may be outside. */
struct sample {
	const char *what;
	u8 isa;
	u8 bytes[64];
	u32 len;
	u32 call;		/* of the call, which is the only one */
	s64 callee;		/* from the beginning of bytes */
	s64 zero;		/* where 0, -ENOENT and -EINVAL lead to */
	s64 enoent;
	s64 einval;
	u32 args;		/* where both arguments are known, and in which registers */
	u8 reg[2];
};

static const struct sample samples[] = {
	{ "x86, 6.12: the PMU of the parent event", PA_ISA_X86_64,
	  { 0x48, 0x89, 0xee, 0x4c, 0x89, 0xef, 0xe8, 0x36, 0xbd, 0xff, 0xff, 0x85, 0xc0, 0x74,
		0x4e, 0x44, 0x8b, 0xbd, 0xd8, 0x00, 0x00, 0x00 },
	  22,
	  6, -17087, 93, 15, 15, 0, { 13, 5 } },
	{ "x86, 6.12: the PMU that has the type", PA_ISA_X86_64,
	  { 0x48, 0x89, 0xee, 0x4c, 0x89, 0xef, 0xe8, 0xee, 0xb9, 0xff, 0xff, 0x83, 0xf8, 0xfe,
		0x0f, 0x85, 0xf9, 0xfc, 0xff, 0xff, 0x8b, 0x85, 0xd8, 0x00, 0x00, 0x00 },
	  26,
	  6, -17927, -755, 20, -755, 0, { 13, 5 } },
	{ "x86, 6.1: a PMU of the list", PA_ISA_X86_64,
	  { 0x83, 0xf8, 0xfe, 0x0f, 0x85, 0xd4, 0x04, 0x00, 0x00, 0x48, 0x8b, 0x6d, 0x00, 0x48,
		0x81, 0xfd, 0xa0, 0x80, 0xb4, 0x82, 0x0f, 0x84, 0x55, 0x02, 0x00, 0x00, 0x4c, 0x89,
		0xf6, 0x48, 0x89, 0xef, 0xe8, 0x3f, 0xc0, 0xff, 0xff, 0x85, 0xc0, 0x75, 0xd7, 0x83,
		0x3c, 0x24, 0x01 },
	  45,
	  32, -16284, 41, 9, 1245, 26, { 5, 14 } },
	{ "x86, 6.1: the copy of the attr", PA_ISA_X86_64,
	  { 0x48, 0x89, 0xde, 0x41, 0x89, 0xd6, 0x4c, 0x89, 0xc5, 0xe8, 0x10, 0x42, 0xff, 0xff,
		0x85, 0xc0, 0x0f, 0x85, 0xf6, 0x02, 0x00, 0x00, 0x83, 0x3d, 0x49, 0xd7, 0x9c, 0x01,
		0x02 },
	  29,
	  9, -48610, 22, 780, 780, 9, { 7, 6 } },
	{ "x86: moves that overwrite each other's source are not used", PA_ISA_X86_64,
	  { 0x48, 0x89, 0xfe, 0x48, 0x89, 0xdf, 0xe8, 0x10, 0x00, 0x00, 0x00, 0x48, 0x89, 0xc3 },
	  14,
	  6, 27, 11, 11, 11, 6, { 7, 6 } },
	{ "x86: moves that a jump leads into are not used", PA_ISA_X86_64,
	  { 0xeb, 0x03, 0x48, 0x89, 0xee, 0x4c, 0x89, 0xef, 0xe8, 0x36, 0xbd, 0xff, 0xff, 0x85,
		0xc0, 0x74, 0x4e, 0x44, 0x8b, 0xbd, 0xd8, 0x00, 0x00, 0x00 },
	  24,
	  8, -17085, 95, 17, 17, 8, { 7, 6 } },
	{ "x86: moves before which a jump to the call is", PA_ISA_X86_64,
	  { 0x0f, 0x84, 0x06, 0x00, 0x00, 0x00, 0x48, 0x89, 0xee, 0x4c, 0x89, 0xef, 0xe8, 0x36,
		0xbd, 0xff, 0xff, 0x85, 0xc0, 0x74, 0x4e, 0x44, 0x8b, 0xbd, 0xd8, 0x00, 0x00,
		0x00 },
	  28,
	  12, -17081, 99, 21, 21, 12, { 7, 6 } },
	{ "x86: moves that a jump leads to are used", PA_ISA_X86_64,
	  { 0xeb, 0x00, 0x48, 0x89, 0xee, 0x4c, 0x89, 0xef, 0xe8, 0x36, 0xbd, 0xff, 0xff, 0x85,
		0xc0, 0x74, 0x4e, 0x44, 0x8b, 0xbd, 0xd8, 0x00, 0x00, 0x00 },
	  24,
	  8, -17085, 95, 17, 17, 2, { 13, 5 } },
	{ "x86: a jump that may be a jump label ends the walk", PA_ISA_X86_64,
	  { 0xe8, 0x36, 0xbd, 0xff, 0xff, 0x85, 0xc0, 0x74, 0x05, 0xe9, 0x10, 0x00, 0x00, 0x00,
		0x90, 0x90, 0x90, 0x90, 0x90, 0x90 },
	  20,
	  0, -17093, 14, 9, 9, 0, { 7, 6 } },
	{ "arm64, 6.1: the PMU of the parent event", PA_ISA_ARM64,
	  { 0xe1, 0x03, 0x18, 0xaa, 0xe0, 0x03, 0x13, 0xaa, 0x58, 0xea, 0xff, 0x97, 0x40, 0x0d,
		0x00, 0x34, 0x1b, 0xd8, 0x40, 0xb9 },
	  20,
	  8, -22168, 436, 16, 16, 8, { 0, 1 } },
	{ "arm64, 6.1: the PMU that has the type", PA_ISA_ARM64,
	  { 0x83, 0x28, 0x48, 0x36, 0x3a, 0xea, 0xff, 0x97, 0x1f, 0x08, 0x00, 0x31, 0x41, 0x09,
		0x00, 0x54, 0x01, 0xdb, 0x40, 0xb9 },
	  20,
	  4, -22292, 308, 16, 308, 4, { 0, 1 } },
	{ "arm64: a compare and a jump on the sign", PA_ISA_ARM64,
	  { 0x10, 0x00, 0x00, 0x94, 0x1f, 0x00, 0x00, 0x71, 0x64, 0x00, 0x00, 0x54, 0x01, 0x00,
		0x00, 0x14, 0x1f, 0x20, 0x03, 0xd5, 0x1f, 0x20, 0x03, 0xd5 },
	  24,
	  0, 64, 12, 20, 20, 0, { 0, 1 } },
};

#define ADDR	0xffffffff81269260ULL

static struct pa_code code_of(const struct sample *s)
{
	return (struct pa_code){ .bytes = s->bytes, .len = s->len, .addr = ADDR, .isa = s->isa };
}

static void test_sample(const struct sample *s)
{
	struct pa_code code = code_of(s);
	struct pa_code_args args;
	u32 call[2] = { 0, 0 };

	ok(pa_code_calls(&code, ADDR + s->callee, call, 2) == 1 && call[0] == s->call,
	   "%s: its call is found", s->what);
	ok(pa_code_reaches(&code, ADDR + s->callee) && !pa_code_reaches(&code, ADDR + 0x100000),
	   "%s: it reaches what it calls, and nothing else", s->what);
	ok(pa_code_after(&code, s->call, 0) == ADDR + s->zero, "%s: where 0 leads to", s->what);
	ok(pa_code_after(&code, s->call, -ENOENT) == ADDR + s->enoent,
	   "%s: where ENOENT leads to", s->what);
	ok(pa_code_after(&code, s->call, -EINVAL) == ADDR + s->einval,
	   "%s: where EINVAL leads to", s->what);
	pa_code_args(&args, &code, s->call);
	ok(args.at == s->args && !memcmp(args.reg, s->reg, sizeof(s->reg)),
	   "%s: where its arguments are", s->what);
}

/* A probe that somebody has put on the call hides it: that there is none must not be concluded. */
static void test_probed(const struct sample *s)
{
	static const u8 x86[] = { 0xcc }, arm64[] = { 0x80, 0x00, 0x20, 0xd4 };
	bool is_x86 = s->isa == PA_ISA_X86_64;
	struct sample probed = *s;
	struct pa_code code = code_of(&probed);
	u32 call;

	memcpy(probed.bytes + s->call, is_x86 ? x86 : arm64, is_x86 ? sizeof(x86) : sizeof(arm64));
	ok(pa_code_calls(&code, ADDR + s->callee, &call, 1) == U32_MAX,
	   "%s: a probe on the call is seen", s->what);
	ok(!pa_code_reaches(&code, ADDR + s->callee), "%s: ... and nothing is said of it", s->what);
}

/* Whatever the bytes are, nothing outside of them is read (sanitizers watch), and walks end. */
static void test_any_bytes(void)
{
	static u8 bytes[64];
	u32 seed = 1, round, i, at, calls[4];
	struct pa_code_args args;
	bool inside = true;

	for (round = 0; round < 200000; round++) {
		u32 len = round % sizeof(bytes);
		u8 *exact = bytes + sizeof(bytes) - len;
		struct pa_code code = { exact, len, ADDR, PA_ISA_X86_64 + round % 2 };

		for (i = 0; i < len; i++) {
			seed = seed * 1664525 + 1013904223;
			exact[i] = seed >> 24;
		}
		for (at = 0; at < len; at += 1 + seed % 5) {
			pa_code_after(&code, at, -(s32)(seed % 30));
			pa_code_args(&args, &code, at);
			inside &= args.at <= at && args.reg[0] < 32 && args.reg[1] < 32;
		}
		inside &= pa_code_calls(&code, ADDR + seed % 128, calls, 4) <= len;
	}
	ok(inside, "any bytes: what is found is inside of them");
}

/* An endless loop of conditional jumps ends the walk. */
static void test_loop(void)
{
	static const u8 x86[] = { 0xe8, 0, 0, 0, 0, 0x85, 0xc0, 0x74, 0xfe };
	static const u8 arm64[] = { 0x00, 0x00, 0x00, 0x94, 0x00, 0x00, 0x00, 0x34 };
	struct pa_code code = { x86, sizeof(x86), ADDR, PA_ISA_X86_64 };

	ok(pa_code_after(&code, 0, 0) == ADDR + 7, "x86: a loop ends the walk");
	code = (struct pa_code){ arm64, sizeof(arm64), ADDR, PA_ISA_ARM64 };
	ok(pa_code_after(&code, 0, 0) == ADDR + 4, "arm64: a loop ends the walk");
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		test_sample(&samples[i]);
	for (i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		test_probed(&samples[i]);
	test_any_bytes();
	test_loop();
	return tap_end();
}
