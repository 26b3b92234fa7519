// SPDX-License-Identifier: GPL-2.0
/* Compares every symbol of the tables with its value in the UAPI header. */
#define _GNU_SOURCE
#include "rec.h"
#include "core/event_name.h"
#include "core/out.h"
#include "tap.h"

struct symbol {
	const char *name;
	unsigned long long value;
};

#define S(sym)	{ #sym, sym }

/*
 * The families of core/lists.h: the name is from there, the value is what tests/host/uapi.h gives
 * to that name. What only uapi.h has is found by test_every_symbol().
 */
#define TYPE(value, name)			S(PERF_TYPE_##name),
#define HW(value, name, perf)			S(PERF_COUNT_HW_##name),
#define SW(value, name, perf)			S(PERF_COUNT_SW_##name),
#define CACHE(value, name, perf)		S(PERF_COUNT_HW_CACHE_##name),
#define CACHE_OP(value, name, hits, misses)	S(PERF_COUNT_HW_CACHE_OP_##name),
#define CACHE_RESULT(value, name)		S(PERF_COUNT_HW_CACHE_RESULT_##name),
#define SAMPLE(bit, name)			S(PERF_SAMPLE_##name),
#define FORMAT(bit, name)			S(PERF_FORMAT_##name),
#define BRANCH(bit, name)			S(PERF_SAMPLE_BRANCH_##name),
#define OPEN_FLAG(bit, name)			S(PERF_FLAG_##name),
#define SIZE(version, bytes)			S(PERF_ATTR_SIZE_VER##version),

static const struct symbol types[] = { PA_LIST_TYPES(TYPE, TYPE) };
static const struct symbol hw[] = { PA_LIST_HW(HW, HW) };
static const struct symbol sw[] = { PA_LIST_SW(SW, SW) };
static const struct symbol cache_ids[] = { PA_LIST_CACHES(CACHE, CACHE) };
static const struct symbol cache_ops[] = { PA_LIST_CACHE_OPS(CACHE_OP, CACHE_OP) };
static const struct symbol cache_results[] = { PA_LIST_CACHE_RESULTS(CACHE_RESULT, CACHE_RESULT) };
static const struct symbol sample[] = { PA_LIST_SAMPLE(SAMPLE, SAMPLE) };
static const struct symbol format[] = { PA_LIST_FORMAT(FORMAT, FORMAT) };
static const struct symbol branch[] = { PA_LIST_BRANCH(BRANCH, BRANCH) };
static const struct symbol flags[] = { PA_LIST_OPEN_FLAGS(OPEN_FLAG, OPEN_FLAG) };
static const struct symbol sizes[] = { PA_LIST_SIZES(SIZE, SIZE) };

static const struct symbol bp_types[] = {
	S(HW_BREAKPOINT_EMPTY), S(HW_BREAKPOINT_R), S(HW_BREAKPOINT_W), S(HW_BREAKPOINT_RW),
	S(HW_BREAKPOINT_X), S(HW_BREAKPOINT_R | HW_BREAKPOINT_X),
	S(HW_BREAKPOINT_W | HW_BREAKPOINT_X), S(HW_BREAKPOINT_INVALID),
};

static const struct symbol bp_lens[] = {
	S(HW_BREAKPOINT_LEN_1), S(HW_BREAKPOINT_LEN_2), S(HW_BREAKPOINT_LEN_3),
	S(HW_BREAKPOINT_LEN_4), S(HW_BREAKPOINT_LEN_5), S(HW_BREAKPOINT_LEN_6),
	S(HW_BREAKPOINT_LEN_7), S(HW_BREAKPOINT_LEN_8),
};

static const struct symbol clocks[] = {
	S(CLOCK_REALTIME), S(CLOCK_MONOTONIC), S(CLOCK_PROCESS_CPUTIME_ID),
	S(CLOCK_THREAD_CPUTIME_ID), S(CLOCK_MONOTONIC_RAW), S(CLOCK_REALTIME_COARSE),
	S(CLOCK_MONOTONIC_COARSE), S(CLOCK_BOOTTIME), S(CLOCK_REALTIME_ALARM),
	S(CLOCK_BOOTTIME_ALARM), S(CLOCK_TAI),
};

static const struct symbol x86[] = {
	S(PERF_REG_X86_AX), S(PERF_REG_X86_BX), S(PERF_REG_X86_CX), S(PERF_REG_X86_DX),
	S(PERF_REG_X86_SI), S(PERF_REG_X86_DI), S(PERF_REG_X86_BP), S(PERF_REG_X86_SP),
	S(PERF_REG_X86_IP), S(PERF_REG_X86_FLAGS), S(PERF_REG_X86_CS), S(PERF_REG_X86_SS),
	S(PERF_REG_X86_DS), S(PERF_REG_X86_ES), S(PERF_REG_X86_FS), S(PERF_REG_X86_GS),
	S(PERF_REG_X86_R8), S(PERF_REG_X86_R9), S(PERF_REG_X86_R10), S(PERF_REG_X86_R11),
	S(PERF_REG_X86_R12), S(PERF_REG_X86_R13), S(PERF_REG_X86_R14), S(PERF_REG_X86_R15),
	S(PERF_REG_X86_XMM0), S(PERF_REG_X86_XMM1), S(PERF_REG_X86_XMM2), S(PERF_REG_X86_XMM3),
	S(PERF_REG_X86_XMM4), S(PERF_REG_X86_XMM5), S(PERF_REG_X86_XMM6), S(PERF_REG_X86_XMM7),
	S(PERF_REG_X86_XMM8), S(PERF_REG_X86_XMM9), S(PERF_REG_X86_XMM10), S(PERF_REG_X86_XMM11),
	S(PERF_REG_X86_XMM12), S(PERF_REG_X86_XMM13), S(PERF_REG_X86_XMM14), S(PERF_REG_X86_XMM15),
};

static const struct symbol arm64[] = {
	S(PERF_REG_ARM64_X0), S(PERF_REG_ARM64_X1), S(PERF_REG_ARM64_X2), S(PERF_REG_ARM64_X3),
	S(PERF_REG_ARM64_X4), S(PERF_REG_ARM64_X5), S(PERF_REG_ARM64_X6), S(PERF_REG_ARM64_X7),
	S(PERF_REG_ARM64_X8), S(PERF_REG_ARM64_X9), S(PERF_REG_ARM64_X10), S(PERF_REG_ARM64_X11),
	S(PERF_REG_ARM64_X12), S(PERF_REG_ARM64_X13), S(PERF_REG_ARM64_X14), S(PERF_REG_ARM64_X15),
	S(PERF_REG_ARM64_X16), S(PERF_REG_ARM64_X17), S(PERF_REG_ARM64_X18), S(PERF_REG_ARM64_X19),
	S(PERF_REG_ARM64_X20), S(PERF_REG_ARM64_X21), S(PERF_REG_ARM64_X22), S(PERF_REG_ARM64_X23),
	S(PERF_REG_ARM64_X24), S(PERF_REG_ARM64_X25), S(PERF_REG_ARM64_X26), S(PERF_REG_ARM64_X27),
	S(PERF_REG_ARM64_X28), S(PERF_REG_ARM64_X29), S(PERF_REG_ARM64_LR), S(PERF_REG_ARM64_SP),
	S(PERF_REG_ARM64_PC), S(PERF_REG_ARM64_VG),
};

static const struct symbol arm[] = {
	S(PERF_REG_ARM_R0), S(PERF_REG_ARM_R1), S(PERF_REG_ARM_R2), S(PERF_REG_ARM_R3),
	S(PERF_REG_ARM_R4), S(PERF_REG_ARM_R5), S(PERF_REG_ARM_R6), S(PERF_REG_ARM_R7),
	S(PERF_REG_ARM_R8), S(PERF_REG_ARM_R9), S(PERF_REG_ARM_R10), S(PERF_REG_ARM_FP),
	S(PERF_REG_ARM_IP), S(PERF_REG_ARM_SP), S(PERF_REG_ARM_LR), S(PERF_REG_ARM_PC),
};

static const struct symbol power[] = {
	S(PERF_REG_POWERPC_R0), S(PERF_REG_POWERPC_R1), S(PERF_REG_POWERPC_R2),
	S(PERF_REG_POWERPC_R3), S(PERF_REG_POWERPC_R4), S(PERF_REG_POWERPC_R5),
	S(PERF_REG_POWERPC_R6), S(PERF_REG_POWERPC_R7), S(PERF_REG_POWERPC_R8),
	S(PERF_REG_POWERPC_R9), S(PERF_REG_POWERPC_R10), S(PERF_REG_POWERPC_R11),
	S(PERF_REG_POWERPC_R12), S(PERF_REG_POWERPC_R13), S(PERF_REG_POWERPC_R14),
	S(PERF_REG_POWERPC_R15), S(PERF_REG_POWERPC_R16), S(PERF_REG_POWERPC_R17),
	S(PERF_REG_POWERPC_R18), S(PERF_REG_POWERPC_R19), S(PERF_REG_POWERPC_R20),
	S(PERF_REG_POWERPC_R21), S(PERF_REG_POWERPC_R22), S(PERF_REG_POWERPC_R23),
	S(PERF_REG_POWERPC_R24), S(PERF_REG_POWERPC_R25), S(PERF_REG_POWERPC_R26),
	S(PERF_REG_POWERPC_R27), S(PERF_REG_POWERPC_R28), S(PERF_REG_POWERPC_R29),
	S(PERF_REG_POWERPC_R30), S(PERF_REG_POWERPC_R31), S(PERF_REG_POWERPC_NIP),
	S(PERF_REG_POWERPC_MSR), S(PERF_REG_POWERPC_ORIG_R3), S(PERF_REG_POWERPC_CTR),
	S(PERF_REG_POWERPC_LINK), S(PERF_REG_POWERPC_XER), S(PERF_REG_POWERPC_CCR),
	S(PERF_REG_POWERPC_SOFTE), S(PERF_REG_POWERPC_TRAP), S(PERF_REG_POWERPC_DAR),
	S(PERF_REG_POWERPC_DSISR), S(PERF_REG_POWERPC_SIER), S(PERF_REG_POWERPC_MMCRA),
	S(PERF_REG_POWERPC_MMCR0), S(PERF_REG_POWERPC_MMCR1), S(PERF_REG_POWERPC_MMCR2),
	S(PERF_REG_POWERPC_MMCR3), S(PERF_REG_POWERPC_SIER2), S(PERF_REG_POWERPC_SIER3),
	S(PERF_REG_POWERPC_PMC1), S(PERF_REG_POWERPC_PMC2), S(PERF_REG_POWERPC_PMC3),
	S(PERF_REG_POWERPC_PMC4), S(PERF_REG_POWERPC_PMC5), S(PERF_REG_POWERPC_PMC6),
	S(PERF_REG_POWERPC_SDAR), S(PERF_REG_POWERPC_SIAR),
};

static const struct symbol riscv[] = {
	S(PERF_REG_RISCV_PC), S(PERF_REG_RISCV_RA), S(PERF_REG_RISCV_SP), S(PERF_REG_RISCV_GP),
	S(PERF_REG_RISCV_TP), S(PERF_REG_RISCV_T0), S(PERF_REG_RISCV_T1), S(PERF_REG_RISCV_T2),
	S(PERF_REG_RISCV_S0), S(PERF_REG_RISCV_S1), S(PERF_REG_RISCV_A0), S(PERF_REG_RISCV_A1),
	S(PERF_REG_RISCV_A2), S(PERF_REG_RISCV_A3), S(PERF_REG_RISCV_A4), S(PERF_REG_RISCV_A5),
	S(PERF_REG_RISCV_A6), S(PERF_REG_RISCV_A7), S(PERF_REG_RISCV_S2), S(PERF_REG_RISCV_S3),
	S(PERF_REG_RISCV_S4), S(PERF_REG_RISCV_S5), S(PERF_REG_RISCV_S6), S(PERF_REG_RISCV_S7),
	S(PERF_REG_RISCV_S8), S(PERF_REG_RISCV_S9), S(PERF_REG_RISCV_S10), S(PERF_REG_RISCV_S11),
	S(PERF_REG_RISCV_T3), S(PERF_REG_RISCV_T4), S(PERF_REG_RISCV_T5), S(PERF_REG_RISCV_T6),
};

static const struct symbol s390[] = {
	S(PERF_REG_S390_R0), S(PERF_REG_S390_R1), S(PERF_REG_S390_R2), S(PERF_REG_S390_R3),
	S(PERF_REG_S390_R4), S(PERF_REG_S390_R5), S(PERF_REG_S390_R6), S(PERF_REG_S390_R7),
	S(PERF_REG_S390_R8), S(PERF_REG_S390_R9), S(PERF_REG_S390_R10), S(PERF_REG_S390_R11),
	S(PERF_REG_S390_R12), S(PERF_REG_S390_R13), S(PERF_REG_S390_R14), S(PERF_REG_S390_R15),
	S(PERF_REG_S390_FP0), S(PERF_REG_S390_FP1), S(PERF_REG_S390_FP2), S(PERF_REG_S390_FP3),
	S(PERF_REG_S390_FP4), S(PERF_REG_S390_FP5), S(PERF_REG_S390_FP6), S(PERF_REG_S390_FP7),
	S(PERF_REG_S390_FP8), S(PERF_REG_S390_FP9), S(PERF_REG_S390_FP10), S(PERF_REG_S390_FP11),
	S(PERF_REG_S390_FP12), S(PERF_REG_S390_FP13), S(PERF_REG_S390_FP14), S(PERF_REG_S390_FP15),
	S(PERF_REG_S390_MASK), S(PERF_REG_S390_PC),
};

static bool right(const struct pa_name *got, const char *want)
{
	if (got && !strcmp(got->text, want) && got->len == strlen(want))
		return true;
	diag("%s: got %s", want, got ? got->text : "nothing");
	return false;
}

/* The list is the whole table: each value has its name, and no other value has one. */
static void test_table(const char *what, const struct pa_names *names,
		       const struct symbol *list, unsigned int count, bool bits)
{
	const char *wrong = "none";
	unsigned int named = 0;
	unsigned int i;

	for (i = 0; i < count; i++) {
		u64 v = list[i].value;

		if ((bits && (v & (v - 1))) ||
		    !right(pa_name_of(names, bits ? (u64)__builtin_ctzll(v) : v), list[i].name))
			wrong = list[i].name;
	}
	for (i = 0; i < 200; i++)
		named += !!pa_name_of(names, i);
	ok(!strcmp(wrong, "none"), "%s: each value has its name; wrong: %s", what, wrong);
	is_num(named, count, "%s: so many values have a name", what);
	ok(!pa_name_of(names, ~0ULL), "%s: the largest number has none", what);
}

static void test_tables(void)
{
	test_table("types", &pa_types, types, ARRAY_SIZE(types), false);
	test_table("hardware events", &pa_hw_events, hw, ARRAY_SIZE(hw), false);
	test_table("software events", &pa_sw_events, sw, ARRAY_SIZE(sw), false);
	test_table("caches", &pa_cache_ids, cache_ids, ARRAY_SIZE(cache_ids), false);
	test_table("cache operations", &pa_cache_ops, cache_ops, ARRAY_SIZE(cache_ops), false);
	test_table("cache results", &pa_cache_results, cache_results,
		   ARRAY_SIZE(cache_results), false);
	test_table("sample_type", &pa_sample_bits, sample, ARRAY_SIZE(sample), true);
	test_table("read_format", &pa_format_bits, format, ARRAY_SIZE(format), true);
	test_table("branch_sample_type", &pa_branch_bits, branch, ARRAY_SIZE(branch), true);
	test_table("flags", &pa_flag_bits, flags, ARRAY_SIZE(flags), true);
	test_table("breakpoint types", &pa_bp_types, bp_types, ARRAY_SIZE(bp_types), false);
	test_table("breakpoint lengths", &pa_bp_lens, bp_lens, ARRAY_SIZE(bp_lens), false);
	test_table("clocks", &pa_clocks, clocks, ARRAY_SIZE(clocks), false);
	test_table("registers of x86_64", pa_reg_names(PA_ABI_X86_64), x86, ARRAY_SIZE(x86), false);
	test_table("registers of i386", pa_reg_names(PA_ABI_I386), x86, ARRAY_SIZE(x86), false);
	test_table("registers of x32", pa_reg_names(PA_ABI_X32), x86, ARRAY_SIZE(x86), false);
	test_table("registers of arm64", pa_reg_names(PA_ABI_ARM64), arm64, ARRAY_SIZE(arm64),
		   false);
	test_table("registers of arm", pa_reg_names(PA_ABI_ARM), arm, ARRAY_SIZE(arm), false);
	test_table("registers of ppc64", pa_reg_names(PA_ABI_PPC64), power, ARRAY_SIZE(power),
		   false);
	test_table("registers of ppc", pa_reg_names(PA_ABI_PPC), power, ARRAY_SIZE(power), false);
	test_table("registers of riscv64", pa_reg_names(PA_ABI_RISCV64), riscv, ARRAY_SIZE(riscv),
		   false);
	test_table("registers of riscv32", pa_reg_names(PA_ABI_RISCV32), riscv, ARRAY_SIZE(riscv),
		   false);
	test_table("registers of s390x", pa_reg_names(PA_ABI_S390X), s390, ARRAY_SIZE(s390), false);
	test_table("registers of s390", pa_reg_names(PA_ABI_S390), s390, ARRAY_SIZE(s390), false);
	ok(pa_reg_names(255), "an unknown ABI still has a table of registers");
	is_num(ARRAY_SIZE(types), PERF_TYPE_MAX, "types: as many as in the UAPI");
	is_num(ARRAY_SIZE(hw), PERF_COUNT_HW_MAX, "hardware events: as many as in the UAPI");
	is_num(ARRAY_SIZE(sw), PERF_COUNT_SW_MAX, "software events: as many as in the UAPI");
	is_num(1U << ARRAY_SIZE(sample), PERF_SAMPLE_MAX,
	       "PA_LIST_SAMPLE has the bits below PERF_SAMPLE_MAX of uapi.h");
	is_num(1U << ARRAY_SIZE(format), PERF_FORMAT_MAX, "read_format: all bits of the UAPI");
	is_num(1U << ARRAY_SIZE(branch), PERF_SAMPLE_BRANCH_MAX,
	       "branch_sample_type: all bits of the UAPI");
}

/* Is @name a value that the module should know? Ends of lists, shifts and masks are none. */
static bool is_value(const char *name)
{
	static const char * const families[] = {
		"PERF_TYPE_", "PERF_COUNT_", "PERF_SAMPLE_", "PERF_FORMAT_", "PERF_FLAG_",
		"PERF_ATTR_SIZE_",
	};
	size_t len = strlen(name);
	unsigned int i;

	if ((len > 4 && !strcmp(name + len - 4, "_MAX")) || strstr(name, "_SHIFT"))
		return false;
	for (i = 0; i < ARRAY_SIZE(families); i++)
		if (!strncmp(name, families[i], strlen(families[i])))
			return true;
	return false;
}

static bool is_listed(const char *name)
{
	static const struct {
		const struct symbol *list;
		unsigned int count;
	} all[] = {
#define ALL(list)	{ list, ARRAY_SIZE(list) }
		ALL(types), ALL(hw), ALL(sw), ALL(cache_ids), ALL(cache_ops), ALL(cache_results),
		ALL(sample), ALL(format), ALL(branch), ALL(flags), ALL(sizes),
	};
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		for (j = 0; j < all[i].count; j++)
			if (!strcmp(all[i].list[j].name, name))
				return true;
	return false;
}

/* The text of uapi.h: every value that it defines is in core/lists.h. */
static void test_every_symbol(void)
{
	FILE *file = fopen("uapi.h", "r");
	char line[256], name[128];
	unsigned int seen = 0;
	int missing = 0;

	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, " #define %127[A-Z0-9_]", name) != 1 &&
		    sscanf(line, " %127[A-Z0-9_]", name) != 1)
			continue;
		if (!is_value(name))
			continue;
		seen++;
		if (is_listed(name))
			continue;
		diag("%s is in uapi.h, but not in core/lists.h", name);
		missing++;
	}
	if (file)
		fclose(file);
	is_num(missing, 0, "every symbol of uapi.h is in core/lists.h");
	ok(seen >= 100, "... which has more than a hundred, here %u", seen);
}

static void test_sizes(void)
{
	unsigned int named = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		ok(right(pa_size_name(sizes[i].value), sizes[i].name), "size %llu is %s",
		   (unsigned long long)sizes[i].value, sizes[i].name);
	for (i = 0; i < 4096; i++)
		named += !!pa_size_name(i);
	is_num(named, ARRAY_SIZE(sizes), "no other size has a name");
}

static void test_errnos(void)
{
	int wrong = 0;
	int i;

	for (i = 1; i < 134; i++) {
		const char *want = strerrorname_np(i);

		if (want ? !right(pa_errno_name(i), want) : !!pa_errno_name(i))
			wrong = i;
	}
	is_num(wrong, 0, "errno names are those of the C library; the last one that is not");
	ok(!pa_errno_name(0), "0 is no errno");
	ok(!pa_errno_name(134), "134 is no errno");
	ok(!pa_errno_name(~0ULL), "the largest number is no errno");
	ok(right(pa_errno_name(524), "ENOTSUPP"), "the kernel-internal ENOTSUPP has its name");
}

static void test_functions(void)
{
	int i;
	int bad = 0;

	for (i = PA_FN_SYSCALL; i < PA_FN_MAX; i++)
		bad += !pa_functions[i].name.text ||
		       strlen(pa_functions[i].name.text) != pa_functions[i].name.len;
	ok(!bad, "every function of the path has a name");
	is_num(pa_abis.count, PA_ABI_MAX, "every ABI has a name");
	ok(right(pa_name_of(&pa_abis, PA_ABI_X32), "x32"), "x32 by its name");
}

static const char *config(u32 type, u64 value)
{
	static char buf[256];
	struct out s;

	out_init(&s, buf, sizeof(buf));
	if (!pa_put_config(&s, type, value))
		return s.len ? "wrote something" : "";
	buf[s.len] = 0;
	return buf;
}

static void test_config(void)
{
	is_str(config(PERF_TYPE_SOFTWARE, 9), "PERF_COUNT_SW_DUMMY", "a software event");
	is_str(config(PERF_TYPE_SOFTWARE, 1ULL << 32), "", "software has no extended type");
	is_str(config(PERF_TYPE_HARDWARE, 9), "PERF_COUNT_HW_REF_CPU_CYCLES", "a hardware event");
	is_str(config(PERF_TYPE_HARDWARE, 4ULL << 32 | 1),
	       "PERF_COUNT_HW_INSTRUCTIONS | (4ULL << PERF_PMU_TYPE_SHIFT)",
	       "a hardware event of one PMU of a hybrid machine");
	is_str(config(PERF_TYPE_HARDWARE, 10), "", "an unknown hardware event has no symbol");
	is_str(config(PERF_TYPE_HW_CACHE, 0x10200),
	       "PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_PREFETCH << 8) | "
	       "(PERF_COUNT_HW_CACHE_RESULT_MISS << 16)", "a cache event");
	is_str(config(PERF_TYPE_HW_CACHE, 0x7), "", "no such cache");
	is_str(config(PERF_TYPE_HW_CACHE, 0x300), "", "no such cache operation");
	is_str(config(PERF_TYPE_HW_CACHE, 0x1000000), "", "bits above the cache result");
	is_str(config(PERF_TYPE_RAW, 1), "", "a raw config has no symbol");
}

static const char *generic(u32 type, u64 value)
{
	static char buf[256];
	struct out s;

	out_init(&s, buf, sizeof(buf));
	if (!pa_put_generic(&s, type, value))
		return s.len ? "wrote something" : "";
	buf[s.len] = 0;
	return buf;
}

static void test_generic(void)
{
	is_str(generic(PERF_TYPE_HARDWARE, 0), "cycles", "perf's name of cycles");
	is_str(generic(PERF_TYPE_HARDWARE, 4), "branches", "perf's name of branch instructions");
	is_str(generic(PERF_TYPE_SOFTWARE, 3), "context-switches", "perf's name of switches");
	is_str(generic(PERF_TYPE_SOFTWARE, 6), "major-faults", "perf's name of major faults");
	is_str(generic(PERF_TYPE_HW_CACHE, 0x10000), "L1-dcache-load-misses",
	       "perf's name of cache misses");
	is_str(generic(PERF_TYPE_HW_CACHE, 0x103), "dTLB-stores", "perf's name of TLB stores");
	is_str(generic(PERF_TYPE_HW_CACHE, 0x20000), "", "no name for an unknown result");
	is_str(generic(PERF_TYPE_SOFTWARE, 12), "", "no name for an unknown software event");
}

int main(void)
{
	test_tables();
	test_every_symbol();
	test_sizes();
	test_errnos();
	test_functions();
	test_config();
	test_generic();
	return tap_end();
}
