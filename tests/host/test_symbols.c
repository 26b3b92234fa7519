// SPDX-License-Identifier: GPL-2.0
/* Every symbol of the tables against the value that the UAPI header gives it. */
#define _GNU_SOURCE
#include "rec.h"
#include "core/event_name.h"
#include "tap.h"

struct symbol {
	const char *name;
	unsigned long long value;
};

#define S(sym)	{ #sym, sym }

static const struct symbol types[] = {
	S(PERF_TYPE_HARDWARE), S(PERF_TYPE_SOFTWARE), S(PERF_TYPE_TRACEPOINT),
	S(PERF_TYPE_HW_CACHE), S(PERF_TYPE_RAW), S(PERF_TYPE_BREAKPOINT),
};

static const struct symbol hw[] = {
	S(PERF_COUNT_HW_CPU_CYCLES), S(PERF_COUNT_HW_INSTRUCTIONS),
	S(PERF_COUNT_HW_CACHE_REFERENCES), S(PERF_COUNT_HW_CACHE_MISSES),
	S(PERF_COUNT_HW_BRANCH_INSTRUCTIONS), S(PERF_COUNT_HW_BRANCH_MISSES),
	S(PERF_COUNT_HW_BUS_CYCLES), S(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND),
	S(PERF_COUNT_HW_STALLED_CYCLES_BACKEND), S(PERF_COUNT_HW_REF_CPU_CYCLES),
};

static const struct symbol sw[] = {
	S(PERF_COUNT_SW_CPU_CLOCK), S(PERF_COUNT_SW_TASK_CLOCK), S(PERF_COUNT_SW_PAGE_FAULTS),
	S(PERF_COUNT_SW_CONTEXT_SWITCHES), S(PERF_COUNT_SW_CPU_MIGRATIONS),
	S(PERF_COUNT_SW_PAGE_FAULTS_MIN), S(PERF_COUNT_SW_PAGE_FAULTS_MAJ),
	S(PERF_COUNT_SW_ALIGNMENT_FAULTS), S(PERF_COUNT_SW_EMULATION_FAULTS),
	S(PERF_COUNT_SW_DUMMY), S(PERF_COUNT_SW_BPF_OUTPUT), S(PERF_COUNT_SW_CGROUP_SWITCHES),
};

static const struct symbol cache_ids[] = {
	S(PERF_COUNT_HW_CACHE_L1D), S(PERF_COUNT_HW_CACHE_L1I), S(PERF_COUNT_HW_CACHE_LL),
	S(PERF_COUNT_HW_CACHE_DTLB), S(PERF_COUNT_HW_CACHE_ITLB), S(PERF_COUNT_HW_CACHE_BPU),
	S(PERF_COUNT_HW_CACHE_NODE),
};

static const struct symbol cache_ops[] = {
	S(PERF_COUNT_HW_CACHE_OP_READ), S(PERF_COUNT_HW_CACHE_OP_WRITE),
	S(PERF_COUNT_HW_CACHE_OP_PREFETCH),
};

static const struct symbol cache_results[] = {
	S(PERF_COUNT_HW_CACHE_RESULT_ACCESS), S(PERF_COUNT_HW_CACHE_RESULT_MISS),
};

static const struct symbol sample[] = {
	S(PERF_SAMPLE_IP), S(PERF_SAMPLE_TID), S(PERF_SAMPLE_TIME), S(PERF_SAMPLE_ADDR),
	S(PERF_SAMPLE_READ), S(PERF_SAMPLE_CALLCHAIN), S(PERF_SAMPLE_ID), S(PERF_SAMPLE_CPU),
	S(PERF_SAMPLE_PERIOD), S(PERF_SAMPLE_STREAM_ID), S(PERF_SAMPLE_RAW),
	S(PERF_SAMPLE_BRANCH_STACK), S(PERF_SAMPLE_REGS_USER), S(PERF_SAMPLE_STACK_USER),
	S(PERF_SAMPLE_WEIGHT), S(PERF_SAMPLE_DATA_SRC), S(PERF_SAMPLE_IDENTIFIER),
	S(PERF_SAMPLE_TRANSACTION), S(PERF_SAMPLE_REGS_INTR), S(PERF_SAMPLE_PHYS_ADDR),
	S(PERF_SAMPLE_AUX), S(PERF_SAMPLE_CGROUP), S(PERF_SAMPLE_DATA_PAGE_SIZE),
	S(PERF_SAMPLE_CODE_PAGE_SIZE), S(PERF_SAMPLE_WEIGHT_STRUCT),
};

static const struct symbol format[] = {
	S(PERF_FORMAT_TOTAL_TIME_ENABLED), S(PERF_FORMAT_TOTAL_TIME_RUNNING), S(PERF_FORMAT_ID),
	S(PERF_FORMAT_GROUP), S(PERF_FORMAT_LOST),
};

static const struct symbol branch[] = {
	S(PERF_SAMPLE_BRANCH_USER), S(PERF_SAMPLE_BRANCH_KERNEL), S(PERF_SAMPLE_BRANCH_HV),
	S(PERF_SAMPLE_BRANCH_ANY), S(PERF_SAMPLE_BRANCH_ANY_CALL),
	S(PERF_SAMPLE_BRANCH_ANY_RETURN), S(PERF_SAMPLE_BRANCH_IND_CALL),
	S(PERF_SAMPLE_BRANCH_ABORT_TX), S(PERF_SAMPLE_BRANCH_IN_TX), S(PERF_SAMPLE_BRANCH_NO_TX),
	S(PERF_SAMPLE_BRANCH_COND), S(PERF_SAMPLE_BRANCH_CALL_STACK),
	S(PERF_SAMPLE_BRANCH_IND_JUMP), S(PERF_SAMPLE_BRANCH_CALL), S(PERF_SAMPLE_BRANCH_NO_FLAGS),
	S(PERF_SAMPLE_BRANCH_NO_CYCLES), S(PERF_SAMPLE_BRANCH_TYPE_SAVE),
	S(PERF_SAMPLE_BRANCH_HW_INDEX), S(PERF_SAMPLE_BRANCH_PRIV_SAVE),
	S(PERF_SAMPLE_BRANCH_COUNTERS),
};

static const struct symbol flags[] = {
	S(PERF_FLAG_FD_NO_GROUP), S(PERF_FLAG_FD_OUTPUT), S(PERF_FLAG_PID_CGROUP),
	S(PERF_FLAG_FD_CLOEXEC),
};

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

static const struct symbol sizes[] = {
	S(PERF_ATTR_SIZE_VER0), S(PERF_ATTR_SIZE_VER1), S(PERF_ATTR_SIZE_VER2),
	S(PERF_ATTR_SIZE_VER3), S(PERF_ATTR_SIZE_VER4), S(PERF_ATTR_SIZE_VER5),
	S(PERF_ATTR_SIZE_VER6), S(PERF_ATTR_SIZE_VER7), S(PERF_ATTR_SIZE_VER8),
	S(PERF_ATTR_SIZE_VER9),
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
	ok(pa_reg_names(255), "an unknown ABI still has a table of registers");
	is_num(ARRAY_SIZE(types), PERF_TYPE_MAX, "types: as many as in the UAPI");
	is_num(ARRAY_SIZE(hw), PERF_COUNT_HW_MAX, "hardware events: as many as in the UAPI");
	is_num(ARRAY_SIZE(sw), PERF_COUNT_SW_MAX, "software events: as many as in the UAPI");
	is_num(1U << ARRAY_SIZE(sample), PERF_SAMPLE_MAX, "sample_type: all bits of the UAPI");
	is_num(1U << ARRAY_SIZE(format), PERF_FORMAT_MAX, "read_format: all bits of the UAPI");
	is_num(1U << ARRAY_SIZE(branch), PERF_SAMPLE_BRANCH_MAX,
	       "branch_sample_type: all bits of the UAPI");
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
	struct seq_buf s;

	seq_buf_init(&s, buf, sizeof(buf));
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
	struct seq_buf s;

	seq_buf_init(&s, buf, sizeof(buf));
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
	test_sizes();
	test_errnos();
	test_functions();
	test_config();
	test_generic();
	return tap_end();
}
