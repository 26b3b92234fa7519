// SPDX-License-Identifier: GPL-2.0
/* The text format: every form of a line, and limits that no record may exceed. */
#include "../guest/rnd.h"
#include "core/attr.h"
#include "core/out.h"
#include "core/text/text.h"
#include "rec.h"
#include "tap.h"
#include "rules/rule.h"
#include "rules/text.h"

/* Each test starts from this: an attr, the record of a call with it, an environment. */
static struct perf_event_attr attr;
static struct pa_record r;
static struct pa_env env;

static void fresh(void)
{
	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	rec_env(&env);
	rec_init(&r, &attr, sizeof(attr));
}

/* Take @attr as it is now into the record. */
static void pass(void)
{
	rec_init(&r, &attr, attr.size);
}

static const char *text(void)
{
	return rec_text(&r, &env, 0);
}

/* The kernel's copy is the caller's, in a kernel with the newest attr. */
static void kernel_copy(u32 have)
{
	r.have_kview = 1;
	memset(&r.kv, 0, sizeof(r.kv));
	r.kv.have = have;
	r.kv.cpu = r.arg_cpu;
	r.kv.kattr_len = sizeof(attr);
	memcpy(r.kv.kattr, &attr, sizeof(attr));
}

static void set_kernel_copy(const struct perf_event_attr *copy)
{
	memcpy(r.kv.kattr, copy, sizeof(*copy));
}

/* The line of a field is this one. */
static void is_line(const char *start, const char *want, const char *name)
{
	is_str(rec_line(text(), start), want, name);
}

static void is_field(const char *field, const char *want, const char *name)
{
	char start[64];

	snprintf(start, sizeof(start), ".%s =", field);
	is_line(start, want, name);
}

static void test_call(void)
{
	fresh();
	r.seq = 18446744073709551615ULL;
	r.time_ns = 5000000007ULL;
	r.duration_ns = 1000000012345ULL;
	r.pid = -1;
	is_line("#", "#18446744073709551615 at 5.000000007 s, perf[-1] tid 101 uid 1000, x86_64, "
		"took 1000000012.345 us", "the call line, with leading zeros of fractions");
	r.abi = PA_ABI_I386;
	ok(strstr(text(), ", i386, took"), "an i386 caller");
	r.abi = 77;
	ok(strstr(text(), ", unknown ABI, took"), "an ABI that is none");
	memset(r.comm, 'x', sizeof(r.comm));
	ok(strstr(text(), "s, xxxxxxxxxxxxxxxx["), "a comm without its NUL ends at its buffer");
}

static void test_unreadable(void)
{
	fresh();
	r.attr_state = PA_ATTR_UNREADABLE;
	r.attr_ptr = 16;
	r.ret = -14;
	ok(strstr(text(), "arg[0]:\n    struct perf_event_attr *attr = 0x10 "
			  "/* not readable: EFAULT */;\narg[1]:"), "an unreadable attr");
	r.ret = -22;
	ok(strstr(text(), "*attr = 0x10 /* not readable */;\n"),
	   "an attr that the kernel did not try to read");
	r.attr_ptr = 0xffffffff81000000ULL;
	ok(strstr(text(), "*attr = 0 /* kernel address, not shown */ /* not readable */;\n"),
	   "an attr at a kernel address");
	fresh();
	attr.type = PERF_TYPE_RAW;
	attr.config = 0x11;
	pass();
	r.attr_state = PA_ATTR_PART;
	r.attr_len = 16;
	r.ret = -14;
	ok(strstr(text(), ".config = 0x11,\n        /* not readable from byte 16 on */\n    };\n"),
	   "an attr that ends early is shown so far");
}

static void test_args(void)
{
	fresh();
	r.arg_pid = -1;
	is_line("pid_t", "pid_t pid = -1 /* every process */;", "pid -1");
	r.arg_pid = 0;
	is_line("pid_t", "pid_t pid = 0 /* the calling thread */;", "pid 0");
	r.arg_pid = 77;
	is_line("pid_t", "pid_t pid = 77;", "a pid");
	r.flags = PERF_FLAG_PID_CGROUP;
	is_line("pid_t", "pid_t pid = 77 /* descriptor of a cgroup */;", "pid with PID_CGROUP");
	is_line("int cpu", "int cpu = -1 /* every cpu */;", "cpu -1");
	r.arg_cpu = 3;
	is_line("int cpu", "int cpu = 3;", "a cpu");
	r.arg_group_fd = 2147483647;
	is_line("int group_fd", "int group_fd = 2147483647;", "a group_fd");
	r.flags = 0;
	is_line("unsigned long", "unsigned long flags = 0;", "no flags");
	r.flags = 0x800000000000000fULL;
	is_line("unsigned long", "unsigned long flags = PERF_FLAG_FD_NO_GROUP | PERF_FLAG_FD_OUTPUT"
		" | PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC | 0x8000000000000000;",
		"all flags and an unknown one");
	r.flags = 0x30;
	is_line("unsigned long", "unsigned long flags = 0x30;", "unknown flags only");
}

static void test_return(void)
{
	fresh();
	is_line("int fd", "int fd = 3;", "a descriptor");
	r.ret = -22;
	is_line("int fd", "int fd = -1 /* EINVAL */;", "an errno without a known reason");
	r.ret = -3000;
	is_line("int fd", "int fd = -1 /* errno 3000 */;", "an errno without a name");
	r.ret = INT64_MIN;
	is_line("int fd", "int fd = -1 /* errno 9223372036854775808 */;", "the smallest result");
}

static void fix_is(const struct pa_why *why, const char *want, const char *name)
{
	char fix[256];

	why_fix_text(fix, sizeof(fix), &r, &env, why);
	is_str(fix, want, name);
}

/* The advice after a refusal, in one line. */
static void test_fix(void)
{
	struct pa_why why = {
		.nfix = 3,
		.fix = { { "sample_type", 3, false }, { "pid", 0, true }, { "flags", 8, false } },
		.plan = PA_PLAN_OTHER, .opens = true, .lost = "the calling thread is measured",
	};

	fresh();
	r.ret = -3;
	fix_is(&why, "pass .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID, "
		"pid = 0, flags = PERF_FLAG_FD_CLOEXEC (the calling thread is measured)",
		"a plan, and what it loses");
	why.opens = false;
	why.nfix = 1;
	why.lost[0] = '\0';
	strcpy(why.needs, "CAP_PERFMON");
	fix_is(&why, "try .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID, "
		"or have CAP_PERFMON", "a plan that does not promise, or a privilege");
	why.plan = PA_PLAN_VOID;
	why.opens = true;
	strcpy(why.lost, "it stays 0");
	why.check = "perf_exclude_event";
	fix_is(&why, "have CAP_PERFMON; void: .sample_type = PERF_SAMPLE_IP | "
	       "PERF_SAMPLE_TID (it stays 0: perf_exclude_event)",
	       "a plan that opens what is of no use is not passed, and comes last");
	why.nfix = 0;
	why.plan = PA_PLAN_NONE;
	fix_is(&why, "no argument helps: CAP_PERFMON", "only a privilege helps");
	why.garbage = true;
	fix_is(&why, "probably not zeroed: memset(&attr, 0, sizeof(attr))",
	       "an attr that was not zeroed");
	why.garbage = false;
	why.needs[0] = '\0';
	fix_is(&why, "", "nothing is known to help");
}

static void test_type(void)
{
	fresh();
	attr.type = PERF_TYPE_BREAKPOINT;
	pass();
	is_field("type", ".type = PERF_TYPE_BREAKPOINT,", "a static type by symbol");
	attr.type = REC_UPROBE;
	pass();
	is_field("type", ".type = 7 /* uprobe */,", "a dynamic type by the name of its PMU");
	attr.type = 4000000000U;
	pass();
	is_field("type", ".type = 4000000000,", "a type that no PMU has");
}

static void test_size(void)
{
	fresh();
	attr.size = 0;
	rec_init(&r, &attr, 64);
	kernel_copy(PA_KV_ATTR);
	r.kv.kattr[4] = 64;
	is_field("size", ".size = 0 /* kernel: PERF_ATTR_SIZE_VER0 */,",
		 "size 0 is VER0 to the kernel");
	is_field("config2", "", "with size 0 the fields end after config1");
	attr.size = 100;
	pass();
	is_field("size", ".size = 100,", "a size between two versions");
	attr.size = PERF_ATTR_SIZE_VER8;
	pass();
	is_field("size", ".size = 136 /* PERF_ATTR_SIZE_VER8 */,",
		 "a size that the headers of Debian 12 do not name by number");
	attr.size = PERF_ATTR_SIZE_VER7;
	pass();
	is_field("size", ".size = PERF_ATTR_SIZE_VER7,", "a published size by symbol");
	attr.size = sizeof(attr);
	pass();
	r.attr_size = 4096;
	is_field("size", ".size = 4096,", "the size as passed, whatever the bytes say now");
}

static void test_config(void)
{
	fresh();
	attr.type = PERF_TYPE_RAW;
	attr.config = 0x82d0;
	pass();
	is_field("config", ".config = 0x82d0,", "a raw config");
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = 10;
	pass();
	is_field("config", ".config = PERF_COUNT_SW_BPF_OUTPUT,", "a software config");
	attr.config = 12;
	pass();
	is_field("config", ".config = 0xc,", "an unknown software config");
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = 9ULL << 32;
	pass();
	is_field("config", ".config = PERF_COUNT_HW_CPU_CYCLES | (9ULL << PERF_PMU_TYPE_SHIFT) "
		 "/* cpu_core */,", "an extended type by the name of its PMU");
	kernel_copy(PA_KV_COPIED);
	r.kv.kattr[12] = 0;
	is_field("config", ".config = PERF_COUNT_HW_CPU_CYCLES | (9ULL << PERF_PMU_TYPE_SHIFT) "
		 "/* cpu_core */ /* kernel: PERF_COUNT_HW_CPU_CYCLES */,",
		 "the kernel takes the extended type off");
	attr.type = PERF_TYPE_HW_CACHE;
	attr.config = 0x20000;
	pass();
	is_field("config", ".config = 0x20000,", "a cache event that is none");
}

static void test_tracepoint(void)
{
	fresh();
	attr.type = PERF_TYPE_TRACEPOINT;
	attr.config = 314;
	pass();
	is_field("config", ".config = 314,", "a tracepoint whose name is not known");
	kernel_copy(PA_KV_NAME);
	strcpy(r.kv.name, "kvm:exit");
	is_field("config", ".config = 314 /* kvm:exit */,", "a tracepoint by its name");
}

static void test_probes(void)
{
	fresh();
	attr.type = REC_UPROBE;
	attr.uprobe_path = 0x7ffe0000;
	attr.probe_offset = 0x1234;
	pass();
	is_field("uprobe_path", ".uprobe_path = 0x7ffe0000,", "an uprobe without its string");
	is_field("probe_offset", ".probe_offset = 0x1234,", "an uprobe's offset");
	is_field("config1", "", "config1 is not shown where uprobe_path is in force");
	r.str_kind = 2;
	r.str_len = 9;
	memcpy(r.str, "/bin/bash", 9);
	is_field("uprobe_path", ".uprobe_path = 0x7ffe0000 /* \"/bin/bash\" */,",
		 "an uprobe's path, of which nothing beyond its length is shown");
	memset(r.str, 'a', sizeof(r.str));
	r.str_len = 65535;
	ok(strstr(text(), "aaaa\"... */,\n"), "a path that was cut says so");
	attr.type = REC_KPROBE;
	pass();
	is_field("kprobe_func", ".kprobe_func = 0x7ffe0000,", "a kprobe by name");
	attr.kprobe_func = 0;
	pass();
	is_field("kprobe_addr", ".kprobe_addr = 0x1234,", "a kprobe by address");
}

static void test_breakpoint(void)
{
	fresh();
	attr.type = PERF_TYPE_BREAKPOINT;
	attr.bp_type = HW_BREAKPOINT_RW;
	attr.bp_addr = 0x1000;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	pass();
	is_field("bp_type", ".bp_type = HW_BREAKPOINT_RW,", "a breakpoint's type");
	is_field("bp_addr", ".bp_addr = 0x1000,", "a breakpoint's address");
	is_field("bp_len", ".bp_len = HW_BREAKPOINT_LEN_4,", "a breakpoint's length");
	strcpy(env.symbol, "jiffies");
	is_field("bp_addr", ".bp_addr = 0x1000 /* jiffies */,", "a breakpoint's symbol");
	attr.bp_addr = 0xffffffff81000000ULL;
	pass();
	is_field("bp_addr", ".bp_addr = 0x0 /* kernel address, not shown */ /* jiffies */,",
		 "no kernel address, not even the caller's");
	attr.type = REC_KPROBE;
	attr.kprobe_func = 0x7000;
	attr.probe_offset = 0xffffffff81000000ULL;
	pass();
	is_field("probe_offset", ".probe_offset = 0x0 /* kernel address, not shown */,",
		 "nor one that is an offset");
	attr.type = PERF_TYPE_BREAKPOINT;
	attr.bp_len = 0;
	attr.bp_type = 8;
	attr.bp_len = 16;
	pass();
	is_field("bp_type", ".bp_type = 8,", "a breakpoint type that is none");
	is_field("bp_len", ".bp_len = 16,", "a breakpoint length that is none");
}

static void test_numbers(void)
{
	fresh();
	attr.sample_period = ~0ULL;
	attr.clockid = -7;
	attr.config3 = ~0ULL;
	pass();
	is_field("sample_period", ".sample_period = 18446744073709551615ULL,",
		 "a decimal that C would not take unsuffixed");
	is_field("clockid", ".clockid = -7,", "a negative clock");
	is_field("config3", ".config3 = 0xffffffffffffffff,", "the largest hexadecimal number");
	attr.clockid = CLOCK_TAI;
	attr.freq = 1;
	attr.watermark = 1;
	pass();
	is_field("clockid", ".clockid = CLOCK_TAI,", "a clock by symbol");
	is_field("sample_freq", ".sample_freq = 18446744073709551615ULL /* Hz */,", "a frequency");
	is_field("sample_period", "", "no sample_period where sample_freq is in force");
	is_field("wakeup_watermark", ".wakeup_watermark = 0 /* bytes before wakeup */,",
		 "a watermark");
}

static void test_precise(void)
{
	static const char * const words[] = {
		".precise_ip = 0 /* SAMPLE_IP can have arbitrary skid */,",
		".precise_ip = 1 /* SAMPLE_IP must have constant skid */,",
		".precise_ip = 2 /* SAMPLE_IP requested to have 0 skid */,",
		".precise_ip = 3 /* SAMPLE_IP must have 0 skid */,",
	};
	int i;

	for (i = 0; i < 4; i++) {
		fresh();
		attr.precise_ip = i;
		pass();
		is_field("precise_ip", words[i], words[i]);
	}
}

static void test_masks(void)
{
	fresh();
	attr.sample_type = PERF_SAMPLE_IP | 1ULL << 63;
	attr.branch_sample_type = 1ULL << 40;
	env.kernel = NULL;
	pass();
	is_field("sample_type", ".sample_type = PERF_SAMPLE_IP | 0x8000000000000000,",
		 "unknown bits stay in the value");
	is_field("branch_sample_type", ".branch_sample_type = 0x10000000000,",
		 "unknown bits alone");
	is_field("read_format", ".read_format = 0,", "no bits");
	attr.__reserved_1 = 0x100001;
	attr.__reserved_2 = 0xfffe;
	attr.__reserved_3 = 0x10000000;
	pass();
	is_field("__reserved_1", ".__reserved_1 = 0x100001,", "unknown bits of the flag word");
	is_field("__reserved_2", ".__reserved_2 = 0xfffe,", "the reserved 16 bits");
	is_field("__reserved_3", ".__reserved_3 = 0x10000000,", "unknown bits of aux_action");
	fresh();
	ok(!strstr(text(), "__reserved"), "reserved fields are silent when they are zero");
}

static void test_regs(void)
{
	fresh();
	attr.sample_regs_user = 1 | 1 << 23 | 3ULL << 34 | 1ULL << 40 | 2ULL << 44;
	attr.sample_regs_intr = 1ULL << 24;
	pass();
	is_field("sample_regs_user", ".sample_regs_user = 1ULL << PERF_REG_X86_AX | "
		 "1ULL << PERF_REG_X86_R15 | 3ULL << PERF_REG_X86_XMM1 | "
		 "1ULL << PERF_REG_X86_XMM4 | 0x200000000000,", "registers of x86_64");
	is_field("sample_regs_intr", ".sample_regs_intr = 0x1000000,", "a bit that is no register");
	r.abi = PA_ABI_ARM64;
	is_field("sample_regs_user", ".sample_regs_user = 1ULL << PERF_REG_ARM64_X0 | "
		 "1ULL << PERF_REG_ARM64_X23 | 0x210c00000000,", "registers of arm64");
	r.abi = PA_ABI_ARM;
	is_field("sample_regs_user", ".sample_regs_user = 1ULL << PERF_REG_ARM_R0 | "
		 "0x210c00800000,", "registers of arm");
	attr.sample_regs_user = 0;
	pass();
	is_field("sample_regs_user", ".sample_regs_user = 0,", "no registers");
}

static void test_cut(void)
{
	unsigned char big[300];
	char want[64];

	fresh();
	attr.sample_regs_intr = 0x1122334455667788ULL;
	attr.size = 100;
	pass();
	r.abi = 99;
	ok(strstr(text(), "/* 4 of 8 bytes passed */,\n    };"),
	   "a field cut by the size says how much of it was passed, and is the last");
	memset(big, 0, sizeof(big));
	attr.size = 300;
	memcpy(big, &attr, sizeof(attr));
	memset(big + sizeof(attr) + 2, 0xab, 2);
	rec_init(&r, big, sizeof(attr) + 6);
	snprintf(want, sizeof(want), "        /* bytes %zu..%zu: 0000abab0000 */\n    };\n",
		 sizeof(attr), sizeof(attr) + 5);
	ok(strstr(text(), want),
	   "bytes beyond the newest field are shown in hex");
	rec_init(&r, big, 300);
	ok(strstr(text(), "        /* 44 further bytes not kept */\n    };\n"),
	   "bytes that were not kept are counted");
}

/* The fields that 5.10 has not: its struct ends after aux_sample_size, its flags with text_poke. */
#define WORD(id, field, ...)	{ #field, offsetof(struct perf_event_attr, field) >= 120 },
#define FLAG(id, field, bit, ...)	{ #field, (bit) > 33 },
#define BITS(id, field, bit, ...)	{ #field, (bit) > 33 },
#define AUX(id, field, ...)	{ #field, true },

static const struct {
	const char *name;
	bool newer;
} fields[] = {
	PA_LIST_FIELDS(WORD, FLAG, BITS, AUX)
};

static void test_unknown_fields(void)
{
	static const char note[] = "/* not known to this kernel */";
	char start[64];
	unsigned int newer = 0;
	unsigned int i;

	fresh();
	/* What the headers of Debian 12 do not have either is left out while it is 0. */
	attr.defer_callchain = 1;
	attr.defer_output = 1;
	attr.aux_start_paused = 1;
	attr.aux_pause = 1;
	attr.aux_resume = 1;
	attr.config3 = 1;
	attr.config4 = 1;
	pass();
	env.kernel = &rec_kernel_510;
	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		snprintf(start, sizeof(start), ".%s = ", fields[i].name);
		if (!rec_line(text(), start)[0])
			continue;	/* reserved, or another member of the union is in force */
		newer += fields[i].newer;
		ok(!!strstr(rec_line(text(), start), note) == fields[i].newer,
		   "%s is %sknown to 5.10", fields[i].name, fields[i].newer ? "not " : "");
	}
	ok(newer >= 12, "%u fields are newer than 5.10: 12 up to Linux 7.3", newer);
}

static void test_unknown(void)
{
	fresh();
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_WEIGHT_STRUCT;
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_CGROUP_SWITCHES;
	pass();
	ok(!strstr(text(), ".defer_callchain") && !strstr(text(), ".aux_pause") &&
	   !strstr(text(), ".config3"), "zero and newer than the headers of Debian 12: left out");
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_COUNTERS;
	pass();
	is_field("branch_sample_type",
		 ".branch_sample_type = PERF_SAMPLE_BRANCH_ANY | 0x80000 /* PERF_SAMPLE_BRANCH_COUNTERS */,",
		 "... and so is the name of a bit");
	env.kernel = &rec_kernel_510;
	is_field("sample_type", ".sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_WEIGHT_STRUCT "
		 "/* not known to this kernel: PERF_SAMPLE_WEIGHT_STRUCT */,",
		 "bits that the kernel does not know are named");
	is_field("config", ".config = PERF_COUNT_SW_CGROUP_SWITCHES "
		 "/* not known to this kernel */,", "an event that the kernel does not know");
	env.kernel = &rec_kernel_new;
	ok(!strstr(text(), "not known"), "the newest kernel knows everything");
}

static void test_kernel_values(void)
{
	struct perf_event_attr copy;

	fresh();
	attr.type = PERF_TYPE_SOFTWARE;
	attr.freq = 1;
	attr.sample_freq = 4000;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	pass();
	kernel_copy(PA_KV_ATTR);
	ok(!strstr(text(), "/* kernel:"), "equal copies need no comment");
	copy = attr;
	copy.type = REC_MSR;
	copy.freq = 0;
	copy.sample_period = 250000;
	copy.branch_sample_type = PERF_SAMPLE_BRANCH_USER;
	copy.sample_regs_user = 5;
	copy.sample_max_stack = 127;
	set_kernel_copy(&copy);
	is_field("type", ".type = PERF_TYPE_SOFTWARE /* kernel: 8, msr */,", "the kernel's type");
	is_field("sample_freq", ".sample_freq = 4000 /* Hz */ /* kernel: sample_period 250000 */,",
		 "a frequency that became a period");
	is_field("freq", ".freq = 1 /* kernel: 0 */,", "a flag that the kernel cleared");
	is_field("branch_sample_type", ".branch_sample_type = 0 "
		 "/* kernel: PERF_SAMPLE_BRANCH_USER */,", "bits that the kernel added, by name");
	is_field("sample_regs_user", ".sample_regs_user = 0 /* kernel: 0x5 */,",
		 "registers that the kernel added");
	is_field("sample_max_stack", ".sample_max_stack = 0 /* kernel: 127 */,",
		 "a default that the kernel filled in");
	r.kv.have = PA_KV_STAGES;
	ok(!strstr(text(), "/* kernel:"), "no comment without a captured copy");
	r.have_kview = 0;
	ok(!strstr(text(), "kernel:"), "no kernel section without a kernel view");
}

static void step(u8 fn, u16 pmu, s32 ret)
{
	struct pa_step *to = &r.kv.steps[r.kv.nsteps++];

	to->fn = fn;
	to->pmu = pmu;
	to->ret = ret;
}

/* The example of the interface's text format. */
static void clock_example(void)
{
	fresh();
	attr.type = PERF_TYPE_SOFTWARE;
	attr.freq = 1;
	attr.sample_freq = 4000;
	pass();
	kernel_copy(PA_KV_ATTR | PA_KV_EVENT | PA_KV_STAGES);
	strcpy(env.handler, "perf_event_output_forward");
	strcpy(env.clock, "local_clock");
	r.kv.kattr[41] = 0;
	r.kv.pmu = REC_PMU_CLOCK;
	r.kv.id = 57;
	r.kv.sample_period = 250000;
	step(PA_FN_COPY_ATTR, 0, 0);
	step(PA_FN_ALLOC, 0, 0);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -2);
	step(PA_FN_TRY_INIT, REC_PMU_CLOCK, 0);
	step(PA_FN_FIND_CONTEXT, 0, 0);
}

static const char *kernel_section(unsigned int flags)
{
	const char *at = strstr(rec_text(&r, &env, flags), "kernel:\n");

	return at ? at : "";
}

static void test_kernel_section(void)
{
	static const char path[] =
		"    path           perf_copy_attr = 0\n"
		"                   perf_event_alloc\n"
		"                       perf_try_init_event(software) = -ENOENT\n"
		"                       perf_try_init_event(cpu_clock) = 0\n"
		"                   find_get_context = 0\n";
	char want[1024];

	clock_example();
	snprintf(want, sizeof(want), "kernel:\n"
		 "    pmu            cpu_clock, type 1\n"
		 "    event          cpu-clock, id 57\n"
		 "    sampling       period 250000, every 250000 ns\n"
		 "    overflow       perf_event_output_forward\n%s", path);
	is_str(kernel_section(0), want, "the kernel section of a sampled clock");
	snprintf(want, sizeof(want), "kernel:\n"
		 "    pmu            cpu_clock, type 1\n"
		 "    event          cpu-clock, id 57\n"
		 "    sampling       period 250000, every 250000 ns\n%s", path);
	is_str(kernel_section(PA_TEXT_BRIEF), want, "brief leaves out the usual handler");
	r.kv.have = 0;
	is_str(kernel_section(0), "", "no kernel section when nothing was captured");
}

static void test_kernel_facts(void)
{
	clock_example();
	strcpy(env.handler, "bpf_overflow_handler");
	strcpy(env.clock, "ktime_get_mono_fast_ns");
	r.arg_cpu = 1;
	r.kv.have = PA_KV_EVENT | PA_KV_HWCONFIG | PA_KV_LEADER | PA_KV_TASK | PA_KV_CGROUP;
	r.kv.cpu = 0;
	r.kv.hw_config = 0x5300c0;
	r.kv.leader.type = PERF_TYPE_HARDWARE;
	r.kv.leader.id = 56;
	r.arg_group_fd = 5;
	strcpy(r.kv.task_comm, "ba\nsh");
	r.kv.task_tgid = 12;
	r.kv.task_pid = 13;
	strcpy(r.kv.cgroup, "/a\n/b");
	is_str(kernel_section(0), "kernel:\n"
	       "    pmu            cpu_clock, type 1\n"
	       "    event          cpu-clock, id 57, moved to cpu 0\n"
	       "    hw.config      0x5300c0\n"
	       "    sampling       period 250000, every 250000 ns\n"
	       "    overflow       bpf_overflow_handler\n"
	       "    clock          ktime_get_mono_fast_ns\n"
	       "    leader         cycles, id 56, fd 5\n"
	       "    target         ba\\nsh[12] tid 13\n"
	       "    cgroup         /a\\n/b\n", "every fact of the kernel section");
	r.kv.have = PA_KV_LEADER;
	r.kv.leader.type = REC_MSR;
	r.kv.leader.config = 3;
	r.kv.leader.pmu = REC_PMU_MSR;
	ok(strstr(kernel_section(0), "leader         type 8 (msr) config 0x3, id 56, fd 5\n"),
	   "a leader whose event has no generic name");
	r.kv.have |= PA_KV_LEADER_NAME;
	strcpy(r.kv.leader_name, "sched:sched_switch");
	ok(strstr(kernel_section(0), "leader         sched:sched_switch, id 56, fd 5\n"),
	   "a leader that is a tracepoint");
	ok(!strstr(kernel_section(0), "moved"), "a move that was not captured is not shown");
	ok(!strstr(kernel_section(0), "target"), "a target that was not captured is not shown");
}

static void test_hardware_code(void)
{
	clock_example();
	r.kv.hw_config = 0x8000011;
	r.kv.have |= PA_KV_HWCONFIG | PA_KV_HWBASE;
	ok(strstr(kernel_section(0), "    hw.config_base 0x8000011\n"),
	   "a code that the PMU keeps in hw.config_base");
}

static void test_clock(void)
{
	clock_example();
	attr.use_clockid = 1;
	attr.clockid = 4;
	pass();
	kernel_copy(PA_KV_ATTR | PA_KV_EVENT);
	strcpy(env.clock, "local_clock");
	ok(strstr(kernel_section(0), "    clock          ktime_get_raw_fast_ns\n"),
	   "a clock that the caller asked for, which the event has only later");
	r.ret = -22;
	ok(!strstr(kernel_section(0), "    clock "), "what is not known when the call failed");
}

static void test_sampling(void)
{
	clock_example();
	attr.freq = 0;
	attr.sample_period = 0;
	pass();
	kernel_copy(PA_KV_ATTR | PA_KV_EVENT);
	ok(strstr(kernel_section(0), "sampling       no, it counts\n"), "an event that counts");
	ok(!strstr(kernel_section(PA_TEXT_BRIEF), "sampling"), "which is no news in brief");
	attr.type = PERF_TYPE_HARDWARE;
	attr.freq = 1;
	attr.sample_freq = 99;
	pass();
	kernel_copy(PA_KV_ATTR | PA_KV_EVENT);
	r.kv.sample_period = 1;
	ok(strstr(kernel_section(0), "sampling       period 1 at first, adjusted to 99 Hz\n"),
	   "a frequency that the kernel adjusts to");
	attr.freq = 0;
	pass();
	kernel_copy(PA_KV_ATTR | PA_KV_EVENT);
	r.kv.sample_period = 99;
	ok(strstr(kernel_section(0), "sampling       period 99\n"), "a period");
}

static void is_event(const char *want, const char *name)
{
	char line[300];

	pass();
	kernel_copy(PA_KV_EVENT);
	snprintf(line, sizeof(line), "event          %s, id 0", want);
	is_line("event ", line, name);
}

static void test_event_names(void)
{
	fresh();
	attr.type = PERF_TYPE_HW_CACHE;
	attr.config = 0x10000;
	is_event("L1-dcache-load-misses", "the event of a cache config");
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = 9ULL << 32;
	is_event("cpu_core/cycles/", "the event of an extended type");
	attr.config = 77;
	is_event("no name", "an event without a name");
	attr.type = PERF_TYPE_RAW;
	is_event("raw 0x4d", "a raw event");
	attr.type = REC_MSR;
	attr.config2 = 5;
	is_event("msr/config=0x4d,config2=0x5/", "an event of a dynamic PMU");
	attr.type = PERF_TYPE_TRACEPOINT;
	is_event("tracepoint 77", "a tracepoint without a name");
	attr.type = PERF_TYPE_BREAKPOINT;
	attr.bp_addr = 0x1000;
	attr.bp_len = 8;
	attr.bp_type = HW_BREAKPOINT_RW;
	is_event("mem:0x1000/8:rw", "a breakpoint on a user address");
	attr.bp_addr = 0xffffffff81000000ULL;
	is_event("mem:(kernel)/8:rw", "a kernel address without a symbol is not shown");
	strcpy(env.symbol, "do_exit");
	attr.bp_type = HW_BREAKPOINT_X;
	is_event("mem:do_exit/8:x", "a breakpoint on a kernel symbol");
	attr.type = REC_KPROBE;
	attr.probe_offset = 16;
	is_event("kprobe:?+0x10", "a kprobe whose function was not captured");
	attr.type = REC_UPROBE;
	pass();
	kernel_copy(PA_KV_EVENT);
	r.str_kind = 2;
	r.str_len = 5;
	memcpy(r.str, "/a\n*/", 5);
	is_line("event ", "event          uprobe:/a\\n*\\/+0x10, id 0", "an uprobe, escaped");
}

static void test_path(void)
{
	static const char want[] =
		"    path           perf_event_alloc = ?\n"
		"                       perf_try_init_event(?) = -errno 600\n"
		"                   ? = 0\n"
		"                   perf_event_alloc = -EINVAL\n"
		"                       perf_try_init_event(msr) = -EINVAL\n"
		"                   and 7 more that were not kept\n";
	int i;

	fresh();
	kernel_copy(PA_KV_STAGES);
	step(PA_FN_ALLOC, 0, PA_RET_PENDING);
	step(PA_FN_TRY_INIT, 60000, -600);
	step(200, 0, 0);
	step(PA_FN_ALLOC, 0, -22);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, -22);
	r.kv.steps_lost = 7;
	ok(strstr(text(), want), "a path with all that can go wrong");
	r.kv.nsteps = 65535;
	for (i = 0; i < PA_STEPS; i++)
		r.kv.steps[i].fn = PA_FN_SECURITY;
	ok(strstr(text(), "more that were not kept"), "more steps than a record can hold");
}

static void test_brief(void)
{
	static const char want[] =
		"arg[0]:\n"
		"    struct perf_event_attr attr = {\n"
		"        .type = PERF_TYPE_HARDWARE,\n"
		"        .size = PERF_ATTR_SIZE_VER7,\n"
		"        .config = PERF_COUNT_HW_CPU_CYCLES,\n"
		"        .disabled = 1,\n"
		"        .sig_data = 0x1,\n"
		"    };\n"
		"arg[1]:\n";

	fresh();
	attr.size = PERF_ATTR_SIZE_VER7;
	attr.disabled = 1;
	attr.sig_data = 1;
	pass();
	ok(strstr(rec_text(&r, &env, PA_TEXT_BRIEF), want),
	   "brief leaves out what is zero, but not type, size and config");
}

/* The example of the document whose skeleton the format keeps. */
static void seed_call(void)
{
	fresh();
	attr.type = PERF_TYPE_RAW;
	attr.size = PERF_ATTR_SIZE_VER5;
	attr.config = 0x82d0;
	attr.freq = 1;
	attr.sample_freq = 4000;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR |
			   PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			   PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR;
	attr.read_format = PERF_FORMAT_ID;
	attr.disabled = 1;
	attr.inherit = 1;
	attr.precise_ip = 3;
	attr.sample_id_all = 1;
	pass();
	r.arg_pid = -1;
	r.arg_cpu = 3;
	r.flags = PERF_FLAG_FD_CLOEXEC;
	r.ret = 23;
}

/* Is this one of the lines that the interface adds to the skeleton? */
static bool is_addition(const char *line)
{
	static const char * const added[] = {
		"call:", "    #1 at ", "        .ksymbol = 0,", "        .bpf_event = 0,",
		"        .aux_output = 0,", "        .cgroup = 0,", "        .text_poke = 0,",
		"        .build_id = 0,", "        .inherit_thread = 0,",
		"        .remove_on_exec = 0,", "        .sigtrap = 0,",
		"        .defer_callchain = 0,", "        .defer_output = 0,",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(added); i++)
		if (!strncmp(line, added[i], strlen(added[i])))
			return true;
	return false;
}

static char *next_line(char **at)
{
	char *line = *at;
	char *end = strchr(line, '\n');

	if (!*line || !end)
		return NULL;
	*end = 0;
	*at = end + 1;
	return line;
}

/* The document writes some fields as ".type= X", and has fewer comments. */
static bool same_line(const char *got, const char *want)
{
	char buf[512];
	const char *eq = strstr(want, "= ");

	if (!strcmp(got, "    pid_t pid = -1 /* every process */;"))
		got = "    pid_t pid = -1;";
	if (!strcmp(got, want))
		return true;
	if (!eq || eq == want || eq[-1] == ' ')
		return false;
	snprintf(buf, sizeof(buf), "%.*s %s", (int)(eq - want), want, eq);
	return !strcmp(got, buf);
}

static void test_seed(void)
{
	static char seed[8192];
	static char got[PA_TEXT_MAX];
	FILE *file = fopen("seed_000.txt", "r");
	char *got_at = got;
	char *seed_at = seed;
	char *want;
	char *line;
	int lines = 0;

	ok(file, "the document's example is there");
	if (!file)
		return;
	seed[fread(seed, 1, sizeof(seed) - 1, file)] = 0;
	fclose(file);
	seed_call();
	strcpy(got, text());
	while ((want = next_line(&seed_at))) {
		do
			line = next_line(&got_at);
		while (line && is_addition(line));
		if (!line || !same_line(line, want)) {
			ok(false, "the document's line: %s", want);
			diag("got: %s", line ? line : "the end");
			return;
		}
		lines++;
	}
	is_num(lines, 59, "the document's example, line by line");
	is_str(got_at, "", "nothing comes after it");
}

int main(void)
{
	test_call();
	test_unreadable();
	test_args();
	test_return();
	test_fix();
	test_type();
	test_size();
	test_config();
	test_tracepoint();
	test_probes();
	test_breakpoint();
	test_numbers();
	test_precise();
	test_masks();
	test_regs();
	test_cut();
	test_unknown_fields();
	test_unknown();
	test_kernel_values();
	test_kernel_section();
	test_kernel_facts();
	test_hardware_code();
	test_clock();
	test_sampling();
	test_event_names();
	test_path();
	test_brief();
	test_seed();
	return tap_end();
}
