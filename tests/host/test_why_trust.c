// SPDX-License-Identifier: GPL-2.0
/*
 * Reasons that were once wrong, or certain without proof: one record for each, as the
 * probes would make it. The letters in test names number the findings.
 */
#include "tap.h"
#include "why_rec.h"

/* The PMUs of the fixture and those that a machine has beside them. */
static struct pa_pmu_name machine[PMUS + 4];

static int machine_has(unsigned int type, const char *name)
{
	if (env.pmus != machine) {
		memcpy(machine, pmus, sizeof(pmus));
		env.pmus = machine;
	}
	machine[env.npmus].type = type;
	snprintf(machine[env.npmus].name, sizeof(machine[0].name), "%s", name);
	return (int)env.npmus++;
}

/* A call that ended with @err where @site and @pmu say. */
static void refused(enum pa_site site, int pmu, int err)
{
	start();
	path(site, pmu, err);
	rec.ret = -err;
	attr->exclude_kernel = 1;
}

static void found(const char *rule, bool certain, const char *name)
{
	bool any = explain();

	if (!ok(any && !strcmp(why.rule->id, rule) && why.certain == certain, "%s", name))
		diag("got %s, certain %d: %s", any ? why.rule->id : "none", why.certain, why.text);
}

static bool fix_is(const char *field, u64 value)
{
	return why.nfix == 1 && !strcmp(why.fix[0].field, field) && why.fix[0].value == value;
}

static void test_paranoid_any(void)
{
	refused(PA_SITE_OPEN, SOFT, EACCES);
	nobody();
	rec.facts.paranoid = 4;
	kernel.paranoid_max = 3;
	found("paranoid-refuses-all", true, "a kernel that refuses from 4 on refuses at 4");
	ok(strstr(why.text, "or kernel.perf_event_paranoid <= 3"),
	   "and the sentence has its limit: %s", why.text);
	ok(strstr(why.text, "needs CAP_SYS_ADMIN (on some kernels CAP_PERFMON is enough) or "),
	   "and that CAP_PERFMON may be enough, as in Ubuntu 26.04: %s", why.text);
	kernel.paranoid_max = 2;
	found("paranoid-refuses-all", true, "Debian's kernel refuses, too");
	ok(strstr(why.text, "needs CAP_SYS_ADMIN or "),
	   "where only CAP_SYS_ADMIN is: %s", why.text);
	kernel.paranoid_max = 3;
	rec.facts.paranoid = 3;
	attr->exclude_kernel = 0;
	found("kernel-not-excluded", true, "but not at 3");
	kernel.has &= ~PA_K_PARANOID_MAX;
	attr->exclude_kernel = 1;
	found("paranoid-refuses-all", false, "without a limit it is only probable");
	refused(PA_SITE_ENTRY, SOFT, EACCES);
	nobody();
	rec.facts.paranoid = 4;
	kernel.paranoid_max = 3;
	found("paranoid-refuses-all", true, "Ubuntu's kernel refuses before it reads the attr");
}

static void hardware_event(int pmu)
{
	refused(PA_SITE_CHOOSE, pmu, ENOENT);
	rec.kv.steps[2].hardware = 1;
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_CACHE_MISSES;
}

static void test_ibs(void)
{
	hardware_event(CPU);
	machine_has(11, "ibs_op");
	attr->precise_ip = 1;
	attr->sample_period = 100000;
	found("precise-not-forwarded", true, "IBS takes no precise cache-misses");
	ok(fix_is("precise_ip", 0), "... and the fix is precise_ip=0");
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x1cd;
	found("precise-not-forwarded", true, "nor a precise raw event but r076 and r0c1");
	attr->config = 0x76;
	explain();
	ok(strcmp(why.rule->id, "precise-not-forwarded"), "r076 is forwarded");
	hardware_event(CPU);
	found("hw-event-not-counted", false, "an ENOENT of the cpu's PMU alone is not certain");
}

static void test_hybrid(void)
{
	int atom;

	hardware_event(CPU);
	machine_has(4, "cpu_core");
	atom = machine_has(10, "cpu_atom");
	rec.kv.steps[2].pmu = (u16)atom;
	attr->config = PERF_COUNT_HW_CPU_CYCLES | 10ULL << 32;
	rec.arg_cpu = 1;
	found("cpu-not-served", false, "a hybrid PMU may not serve the cpu");
	ok(strstr(why.text, "cpu_atom") && strstr(why.text, "cpu 1"), "... which is named: %s",
	   why.text);
	ok(fix_is("cpu", ~0ULL), "... and the task can be watched on any cpu");
	rec.arg_cpu = -1;
	found("hw-event-not-counted", false, "on any cpu it is the event");
	rec.arg_cpu = 1;
	env.npmus = PMUS;
	rec.kv.steps[2].pmu = CPU;
	found("hw-event-not-counted", false, "a PMU that is the only one serves every cpu");
}

static void test_hardware_fact(void)
{
	int ice;

	hardware_event(OTHER);
	machine_has(11, "apple_firestorm_pmu");
	ice = machine_has(10, "apple_icestorm_pmu");
	rec.kv.steps[2].pmu = (u16)ice;
	found("hw-event-not-counted", false,
	      "a PMU of the hardware context is a hardware PMU, whatever its name");
	rec.arg_cpu = 1;
	step(PA_FN_TRY_INIT, ice - 1, -ENOENT);
	rec.kv.steps[3].hardware = 1;
	found("cpu-not-served", false, "... and one of two may not serve the cpu");
	refused(PA_SITE_CHOOSE, SOFT, ENOENT);
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = 0;
	found("hw-pmu-missing", true, "that only software PMUs were asked is measured");
	rec.kv.steps_lost = 1;
	found("hw-pmu-missing", false, "... but not where the path has lost some");
}

static void x86_event(int err)
{
	refused(PA_SITE_INIT, CPU, err);
	attr->type = PERF_TYPE_RAW;
	rec.kv.steps[2].hardware = 1;
	attr->sample_period = 1000003;
}

static void test_period(void)
{
	x86_event(EINVAL);
	attr->config = 0x8000;
	found("pmu-refused", false, "no PMU wants a period above 1000003");
	attr->sample_period = 128;
	found("pmu-refused", false, "nor one above 128");
	attr->sample_period = 127;
	found("period-too-short", false, "below 128 some do");
}

static void test_reserved(void)
{
	x86_event(EBUSY);
	found("cpu-pmu-reserved", false, "EBUSY of the cpu's PMU is not certain");
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	found("lbr-in-use", false, "with branch stacks Intel PT may have the LBR");
	attr->sample_type = 0;
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	attr->sample_period = 1;
	found("lbr-in-use", false, "and a branch event of period 1 is BTS");
}

static void test_cpu_entry(void)
{
	refused(PA_SITE_INIT, BP, EINVAL);
	attr->type = PERF_TYPE_BREAKPOINT;
	attr->exclude_kernel = 0;
	breakpoint(3, 0xfffffe0000000000ULL, 8);
	found("breakpoint-on-cpu-entry", false, "an address in the kernel may be the cpu's");
	ok(!why.nfix, "... where another length does not help");
	breakpoint(3, 0, 0);
	found("breakpoint-on-cpu-entry", true, "no bytes at 0 are all memory");
	ok(fix_is("bp_len", 1), "... where a length helps");
}

static void trace_event(u64 config, int err)
{
	refused(PA_SITE_INIT, TP, err);
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = config;
}

static void test_trace_event_perm(void)
{
	trace_event(kernel.tp_counting, EPERM);
	attr->config = kernel.tp_counting;
	attr->sample_period = 1;
	attr->sample_type = PERF_SAMPLE_RAW;
	nobody();
	rec.arg_pid = -1;
	found("trace-event-not-sampled", true, "irq_work_exit refuses every sampling event");
	ok(why.nfix && !strcmp(why.fix[0].field, "sample_period") && !why.fix[0].value,
	   "... and counting is the fix");
	attr->config++;
	found("raw-not-allowed", true, "others refuse PERF_SAMPLE_RAW");
	kernel.has &= ~PA_K_TP_COUNTING;
	found("raw-not-allowed", false, "... probably, where it is not known which that is");
}

static void uprobe(int err)
{
	refused(PA_SITE_INIT, UPROBE, err);
	attr->type = pmus[UPROBE].type;
	attr->config = 0;
	string("/tmp/x", 2);
}

static void test_uprobe(void)
{
	uprobe(EINVAL);
	attr->config2 = 4096;
	attr->config = 8ULL << 32;
	found("uprobe-ref-ctr-differs", false, "a reference counter may differ from another's");
	ok(strstr(why.text, "reference counter") && strstr(why.text, "/tmp/x"),
	   "... which is said: %s", why.text);
	attr->config = 0;
	found("uprobe-file-or-offset", false, "without one it is the file, probably");
	uprobe(EINVAL);
	rec.str_len = 0;
	attr->config = 1ULL << 32;
	found("uprobe-path-empty", true, "an empty path is refused before its counter");
}

static void kprobe(int err)
{
	refused(PA_SITE_INIT, KPROBE, err);
	attr->type = pmus[KPROBE].type;
	attr->config = 0;
	string("do_nanosleep", 1);
}

static void test_kprobe(void)
{
	kprobe(ENOENT);
	found("kprobe-func-missing", true, "without an offset there is no such function");
	attr->config2 = 0x100000;
	found("kprobe-func-or-offset", false, "with one it may lead out of the function");
	attr->config2 = 0xffffffff81000000;
	found("kprobe-func-or-offset", false, "... or be an address");
	ok(strstr(why.text, "probe_offset (kernel) leads") && !strstr(why.text, "ffff"),
	   "no reason shows a kernel address");
	attr->config1 = 0;
	rec.str_kind = 0;
	found("kprobe-addr-outside", false, "an address may be in no function");
	kprobe(EINVAL);
	found("kprobe-refused", false, "being the only one left is no proof");
}

/* perf_try_init_event() checks registers, then exclude_*; up to 6.14 the last errno counts. */
static void test_last_errno(void)
{
	static const u32 kernels[] = { 0, PA_K_PMU_CTX };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		refused(PA_SITE_INIT, MSR, EINVAL);
		attr->type = pmus[MSR].type;
		attr->config = 1;
		rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
		sysfs(MSR, PA_SYSFS_HAS, PA_SYSFS_UNKNOWN, -1);
		kernel.has = (kernel.has & ~PA_K_PMU_CTX) | kernels[i];
		attr->sample_regs_user = 1ULL << 40;
		found("exclude-not-supported", true, "registers and exclude_*, EINVAL");
	}
	refused(PA_SITE_INIT, MSR, EOPNOTSUPP);
	attr->type = pmus[MSR].type;
	attr->config = 1;
	rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	kernel.has |= PA_K_PMU_CTX;
	attr->sample_regs_user = 1ULL << 40;
	found("regs-not-supported", true, "registers and exclude_*, EOPNOTSUPP");
}

static void test_msr(void)
{
	refused(PA_SITE_INIT, MSR, EINVAL);
	rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	attr->type = pmus[MSR].type;
	attr->config = 1;
	sysfs(MSR, PA_SYSFS_LACKS, PA_SYSFS_UNKNOWN, -1);
	found("pmu-event-absent", true, "an absent msr event is refused before exclude_*");
	sysfs(MSR, PA_SYSFS_HAS, PA_SYSFS_UNKNOWN, -1);
	found("exclude-not-supported", true, "exclude_* of one that is there");
	sysfs(MSR, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, -1);
	found("exclude-not-supported", false, "and probably, where that is not known");
}

static void test_extended_type(void)
{
	start();
	rec.ret = -ENOENT;
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = 99ULL << 32;
	found("hw-pmu-missing", false, "no PMU has the extended type, by the table of PMUs");
	attr->config = (u64)pmus[OTHER].type << 32;
	found("extended-type-refused", false, "one has it, and is not asked");
	path(PA_SITE_ALLOC, SOFT, ENOENT);
	found("extended-type-refused", true, "that none was asked is measured");
}

/* cpu_clock_event_init() looks at config before it looks at the branch stack. */
static void test_clock_type(void)
{
	int clock;

	refused(PA_SITE_CHOOSE, SOFT, ENOENT);
	clock = machine_has(30, "cpu_clock");
	rec.kv.steps[2].pmu = (u16)clock;
	attr->type = 30;
	attr->config = 4;
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	found("pmu-event-missing", true, "a clock's own type has one event");
	rec.ret = -EOPNOTSUPP;
	rec.kv.steps[1].ret = -EOPNOTSUPP;
	rec.kv.steps[2].ret = -EOPNOTSUPP;
	attr->config = 0;
	found("branch-stack-not-supported", true, "and that one takes no branch stack");
}

static void test_tracepoint(void)
{
	trace_event(319, EINVAL);
	found("trace-event-not-usable", false, "a trace event may be there, and its probe refused");
	attr->config = 0x10000;
	found("tracepoint-missing", true, "an id of 17 bits is nobody's");
}

static void test_pid_namespace(void)
{
	refused(PA_SITE_OPEN, SOFT, ESRCH);
	rec.arg_pid = 195;
	rec.facts.target_exists = 0;
	rec.facts.have |= PA_F_PIDNS;
	found("no-such-task", true, "a task that is not there");
	is_str(why.text, "there is no task 195", "... in the initial pid namespace");
	rec.facts.own_pidns = 1;
	explain();
	is_str(why.text, "there is no task 195 in the caller's pid namespace", "... or in another");
}

/* What is left is certain only where the path measured that nothing else returns it. */
static void test_measured(void)
{
	refused(PA_SITE_OPEN, SOFT, EMFILE);
	found("no-free-descriptor", true, "EMFILE before perf_event_alloc() has one cause");
	rec.have_kview = 0;
	found("no-free-descriptor", false, "... but not where the path was not seen");
	refused(PA_SITE_OPEN, SOFT, EMFILE);
	rec.kv.followed &= ~(1U << PA_FN_ALLOC);
	found("no-free-descriptor", false, "... or only a part of it");
	refused(PA_SITE_INIT, BP, ENOSPC);
	attr->type = PERF_TYPE_BREAKPOINT;
	breakpoint(3, 4096, 4);
	found("breakpoint-slots-taken", true, "ENOSPC of the breakpoint PMU has one cause");
	refused(PA_SITE_INIT, OTHER, EBUSY);
	attr->type = pmus[OTHER].type;
	found("pmu-refused", false, "a PMU whose driver is not known has any");
	refused(PA_SITE_CONTEXT, SOFT, ESRCH);
	rec.arg_pid = 1;
	found("task-exiting", true, "ESRCH of find_get_context() has one cause");
	rec.kv.followed &= ~(1U << PA_FN_FIND_CONTEXT);
	found("task-exiting", false, "... which has another after it");
}

int main(void)
{
	test_paranoid_any();
	test_ibs();
	test_hybrid();
	test_hardware_fact();
	test_period();
	test_reserved();
	test_cpu_entry();
	test_trace_event_perm();
	test_uprobe();
	test_kprobe();
	test_last_errno();
	test_msr();
	test_extended_type();
	test_clock_type();
	test_tracepoint();
	test_pid_namespace();
	test_measured();
	return tap_end();
}
