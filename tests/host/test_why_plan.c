// SPDX-License-Identifier: GPL-2.0
/*
 * Plans for real-world calls: with the changes of why.fix no rule refuses the call any more;
 * their loss is right; if no change of arguments helps, there is no plan.
 */
#include "tap.h"
#include "why_plan.h"
#include "rules/rule.h"

/* The plan has this many changes and is of this kind; with it, no rule refuses. */
static void plan_is(enum pa_plan kind, unsigned int changes, const char *lost, const char *name)
{
	const char *rule;

	if (!ok(explain() && why.plan == kind && why.nfix == changes && !strcmp(why.lost, lost),
		"%s", name))
		show();
	apply();
	rule = why_refuses(&rec, &env);
	if (!ok(!rule, "... and nothing refuses it then"))
		diag("%s", rule);
	take_back();
}

static void no_plan(const char *needs, const char *name)
{
	if (!ok(explain() && !why.nfix && !why.plan && !strcmp(why.needs, needs), "%s", name))
		show();
}

static void msr_event(void)
{
	start();
	nobody();
	attr->type = 18;
	attr->config = 0;
	attr->exclude_kernel = 0;
	refused(PA_SITE_OPEN, MSR, EACCES);
}

/* exclude_kernel=1 lets it past one check, and another refuses it for that. */
static void test_circle(void)
{
	msr_event();
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 1 (it is 2)",
		"an msr event of a user's: no argument helps");
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 0 (it is 2)",
		"for every task of a cpu, the setting is the one that lets this call through");
	ok(strstr(why.text, "<= 0"), "... and the sentence names the same: %s", why.text);
	rec.facts.paranoid = 4;
	no_plan("CAP_SYS_ADMIN or kernel.perf_event_paranoid <= 0 (it is 4)",
		"all that is missing at once, on a kernel that wants CAP_SYS_ADMIN above 2");
	rec.facts.paranoid = 2;
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
	attr->type = 23;
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 0 (it is 2)",
		"of a PMU that counts for cpus, what the cpu wants is named for the task");
	rec.facts.init_userns = 0;
	no_plan("CAP_PERFMON in the initial user namespace or "
		"kernel.perf_event_paranoid <= 0 (it is 2)",
		"a capability of a user namespace is not enough");
}

/* The same circle, entered at its other end. */
static void test_circle_from_behind(void)
{
	msr_event();
	attr->exclude_kernel = 1;
	rec.kv.nsteps = 0;
	refused(PA_SITE_INIT, MSR, EINVAL);
	rec.kv.pmu_caps = PA_CAP_NO_INTERRUPT | PA_CAP_NO_EXCLUDE;
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 1 (it is 2)",
		"... nor does one when it excludes the kernel already");
}

/* What is beyond the kernel's attr may have been meant, or be nothing. */
static void test_size(void)
{
	start();
	kernel.attr_size = PERF_ATTR_SIZE_VER7;
	attr->config3 = 1;
	refused(PA_SITE_COPY, SOFT, E2BIG);
	plan_is(PA_PLAN_LESS, 1, "without the fields that only newer kernels have",
		"a size that cuts off a field loses it");
	rec.facts.fd_free = 0;
	ok(explain() && why.plan && !why.opens,
	   "no promise where RLIMIT_NOFILE leaves no descriptor");
}

/* What the call passed already, as it is, does not stand against a promise. */
static void test_promise(void)
{
	start();
	nobody();
	attr->type = PERF_TYPE_RAW;
	attr->exclude_kernel = 1;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	refused(PA_SITE_CONTEXT, CPU, EACCES);
	plan_is(PA_PLAN_OTHER, 1, "the calling thread is measured",
		"a plan for an event that its driver took");
	ok(why.opens, "... promises to open");
	rec.kv.nsteps = 0;
	attr->exclude_kernel = 0;
	refused(PA_SITE_OPEN, CPU, EACCES);
	ok(explain() && why.plan && !why.opens,
	   "one for an event that no driver has seen does not");
	start();
	rec.attr_size = 63;
	rec.attr_len = 63;
	refused(PA_SITE_COPY, SOFT, E2BIG);
	ok(explain() && why.plan == PA_PLAN_SAME && !why.opens,
	   "nor one for an attr of which not all is known");
}

static void test_cumulative(void)
{
	start();
	nobody();
	attr->exclude_kernel = 0;
	attr->sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_PHYS_ADDR;
	attr->sample_max_stack = 500;
	attr->freq = 1;
	attr->sample_freq = 100000;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	refused(PA_SITE_OPEN, SOFT, EACCES);
	plan_is(PA_PLAN_OTHER, 6, "the kernel is not measured, no callchains of the kernel, "
		"fewer samples, without PERF_SAMPLE_PHYS_ADDR, shorter callchains...",
		"six things at once are one plan");
	ok(why.opens, "... that promises to open");
}

static void test_kinds(void)
{
	start();
	attr->__reserved_2 = 1;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_SAME, 1, "", "a reserved field loses nothing");
	start();
	attr->sample_regs_user = 1ULL << 40;
	refused(PA_SITE_INIT, SOFT, EOPNOTSUPP);
	plan_is(PA_PLAN_SAME, 1, "", "nor registers that no sample has");
	start();
	no_ibs();
	attr->precise_ip = 2;
	attr->sample_period = 1000;
	attr->type = PERF_TYPE_RAW;
	refused(PA_SITE_INIT, CPU, EOPNOTSUPP);
	plan_is(PA_PLAN_LESS, 1, "samples are not precise", "precision is less");
	ok(!why.opens, "... and what is only probable promises nothing");
	start();
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_LESS, 1, "without PERF_SAMPLE_WEIGHT", "a part of the sample is named");
	start();
	rec.arg_pid = 4711;
	rec.facts.target_exists = 0;
	refused(PA_SITE_OPEN, SOFT, ESRCH);
	plan_is(PA_PLAN_OTHER, 1, "the calling thread is measured",
		"another task is another task");
	start();
	leader();
	rec.facts.leader.inherit = 0;
	attr->inherit = 1;
	attr->inherit_thread = 1;
	refused(PA_SITE_OPEN, SOFT, EINVAL);
	plan_is(PA_PLAN_OTHER, 1, "not in the group",
		"what one alternative refuses, another heeds");
}

/* An answer that is known is given. */
static void test_known(void)
{
	start();
	leader();
	rec.facts.leader.is_leader = 0;
	rec.facts.have |= PA_F_LEADER_FD;
	rec.facts.leader_fd = 3;
	refused(PA_SITE_GROUP, SOFT, EINVAL);
	plan_is(PA_PLAN_SAME, 1, "", "a member's leader is passed by its descriptor");
	ok(change_is("group_fd", 3) && strstr(why.text, "pass its leader, 3"),
	   "... which the sentence has too: %s", why.text);
	start();
	rec.arg_pid = 900;
	rec.arg_cpu = 1;
	rec.facts.target_exists = 0;
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = PA_FILE_CGROUP;
	refused(PA_SITE_OPEN, SOFT, ESRCH);
	plan_is(PA_PLAN_SAME, 1, "", "a pid that is a cgroup's descriptor wants a flag");
	ok(change_is("flags", PERF_FLAG_PID_CGROUP), "... PERF_FLAG_PID_CGROUP");
	is_str(why.text, "there is no task 900: descriptor 900 is a cgroup, and "
	       "PERF_FLAG_PID_CGROUP is missing", "... as the sentence says");
	rec.facts.cgroup_file = PA_FILE_CGROUP_BARE;
	plan_is(PA_PLAN_OTHER, 1, "the calling thread is measured",
		"... but not where there is no perf_event controller");
	start();
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_CPU_CYCLES;
	refused(PA_SITE_CHOOSE, SOFT, ENOENT);
	plan_is(PA_PLAN_OTHER, 1, "time is measured, not cycles",
		"where no PMU is, cpu-clock stands in for cycles");
	attr->config = PERF_COUNT_HW_CACHE_MISSES;
	no_plan("", "... and for nothing else");
	start();
	attr->type = 23;
	attr->config = 2;
	attr->sample_period = 1;
	attr->exclude_kernel = 1;
	rec.arg_pid = 0;
	refused(PA_SITE_INIT, RAPL, EINVAL);
	rec.kv.pmu_task_ctx_nr = -1;
	rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	plan_is(PA_PLAN_OTHER, 4,
		"it counts, but takes no samples, every task of the cpu is measured, "
		"on this cpu only, the kernel is measured too",
		"a PMU that counts for cpus is opened for a cpu");
}

static void plan_is_void(unsigned int changes, const char *lost, const char *check,
			 const char *name)
{
	plan_is(PA_PLAN_VOID, changes, lost, name);
	explain();
	is_str(why.check ? why.check : "", check, "... and the kernel's check is named");
}

static void event(u32 type, u64 config)
{
	start();
	nobody();
	attr->type = type;
	attr->config = config;
	attr->exclude_kernel = 0;
	refused(PA_SITE_OPEN, SOFT, EACCES);
}

#define NOT_THE_KERNEL	"the kernel is not measured"
#define NEITHER		"neither user space nor the kernel is measured"

/* What opens and is of no use, and next to each what may count. */
static void test_void(void)
{
	event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES);
	plan_is_void(1, "it stays 0: the kernel counts it in kernel mode only",
		     "perf_exclude_event", "context switches without the kernel are none");
	ok(why.opens && why.needs[0], "... though it opens, and a privilege helps");
	attr->config = PERF_COUNT_SW_CPU_MIGRATIONS;
	plan_is_void(1, "it stays 0: the kernel counts it in kernel mode only",
		     "perf_exclude_event", "... nor are migrations");
	attr->config = PERF_COUNT_SW_PAGE_FAULTS;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "page faults of user space are some");
	ok(!why.check, "... and no check is named");
	attr->exclude_user = 1;
	plan_is_void(1, "it stays 0: " NEITHER, "perf_exclude_event",
		     "those of neither side are none");
	attr->config = PERF_COUNT_SW_DUMMY;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "a dummy is for other records");
	attr->config = PERF_COUNT_SW_CPU_CLOCK;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "a clock counts whatever it excludes");
	attr->sample_period = 1000;
	attr->sample_type = PERF_SAMPLE_IP;
	plan_is_void(1, "no sample is taken: " NEITHER, "perf_exclude_event",
		     "... but takes no samples then");
	attr->exclude_user = 0;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "... which it does of user space");
	event(PERF_TYPE_BREAKPOINT, 0);
	attr->bp_type = 3;
	attr->bp_addr = 0x1000;
	attr->bp_len = 4;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "a breakpoint in a program");
	attr->exclude_user = 1;
	plan_is_void(1, "it stays 0: " NEITHER, "perf_exclude_event", "... that excludes it");
}

static void test_void_of_pmus(void)
{
	event(PERF_TYPE_RAW, 0xc0);
	attr->exclude_user = 1;
	plan_is_void(1, "it stays 0: " NEITHER, "x86_pmu_hw_config",
		     "cycles:k without the kernel");
	attr->exclude_user = 0;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "... cycles");
	event(19, 0x11);
	kernel.arch = PA_ABI_ARM64;
	rec.abi = PA_ABI_ARM64;
	attr->exclude_user = 1;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "on Arm the hypervisor is left");
	attr->exclude_hv = 1;
	plan_is_void(1, "it stays 0: neither user space, the kernel nor the hypervisor is measured",
		     "armv8pmu_set_event_filter", "... unless it is excluded, too");
}

static void test_void_of_trace_events(void)
{
	event(PERF_TYPE_TRACEPOINT, 300);
	plan_is(PA_PLAN_LESS, 1, "only system calls and uprobes are counted",
		"a trace event, if it is not known which");
	now.trace = PA_TRACE_CALL;
	plan_is(PA_PLAN_LESS, 1, NOT_THE_KERNEL, "a system call is of user space");
	now.trace = PA_TRACE_KERNEL;
	plan_is_void(1, "it stays 0: this trace event happens in the kernel only",
		     "perf_tp_event_match", "... others are not");
	now.trace = PA_TRACE_UNKNOWN;
	start();
	nobody();
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = 100;
	attr->sample_type = PERF_SAMPLE_RAW;
	attr->sample_period = 1;
	attr->exclude_kernel = 0;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	rec.facts.paranoid = 0;
	refused(PA_SITE_INIT, TP, EPERM);
	explain();
	ok(why.plan == PA_PLAN_VOID && !strcmp(why.lost, "its samples are empty") &&
	   why.check && !strcmp(why.check, "perf_prepare_sample"),
	   "samples of which nothing is left: %s", why.lost);
	attr->sample_type |= PERF_SAMPLE_TIME;
	explain();
	ok(why.plan == PA_PLAN_LESS && !why.check, "... and of which the time is: %s", why.lost);
}

/* The nearest change first. */
static void test_nearest(void)
{
	start();
	attr->type = PERF_TYPE_BREAKPOINT;
	attr->bp_type = 2;
	attr->bp_addr = 0x1004;
	attr->bp_len = 8;
	refused(PA_SITE_INIT, BP, EINVAL);
	explain();
	ok(change_is("bp_len", 4), "the greatest length that is aligned there");
	attr->bp_addr = 0x1001;
	explain();
	ok(change_is("bp_len", 1), "... or a byte");
	attr->bp_addr = 0x1008;
	attr->bp_len = 7;
	explain();
	ok(change_is("bp_len", 4), "... not above the one that was asked for");
	start();
	attr->config1 = 1;
	rec.attr_size = 8192;
	attr->size = 8192;
	rec.attr_len = PA_ATTR_KEEP;
	rec.attr_more = 8192 - PA_ATTR_KEEP;
	refused(PA_SITE_COPY, SOFT, E2BIG);
	explain();
	ok(change_is("size", 64), "the size that what was passed needs");
	attr->config2 = 1;
	explain();
	ok(change_is("size", 72), "... of a later attr");
	start();
	attr->inherit = 1;
	attr->sample_type = PERF_SAMPLE_READ;
	attr->sample_period = 1000;
	refused(PA_SITE_ALLOC, SOFT, EINVAL);
	plan_is(PA_PLAN_LESS, 1, "children are not measured", "what is sampled stays");
	ok(change_is("inherit", 0), "... inherit=0");
	start();
	rec.arg_pid = -1;
	refused(PA_SITE_ALLOC, SOFT, EINVAL);
	plan_is(PA_PLAN_OTHER, 1, "on this cpu only: one open for each cpu measures all",
		"all tasks of all cpus take an open for each");
}

/* A function that has another name in the kernel, as gcc gave it. */
static void test_probe_name(void)
{
	start();
	string("do_something", 1);
	attr->type = 16;
	refused(PA_SITE_INIT, KPROBE, ENOENT);
	no_plan("", "no function of this name");
	is_str(why.text, "there is no function do_something to probe", "... is said");
	strcpy(now.probe_name, "do_something.isra.0");
	explain();
	is_str(why.text,
	       "there is no function do_something to probe, but there is do_something.isra.0",
	       "... and the one that is there is named");
	now.probe_name[0] = 0;
}

static void test_garbage(void)
{
	start();
	attr->sample_type = 0x00007ffd12345678ULL;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "no plan builds on a stack address in sample_type");
	ok(why.garbage, "... the attr was not zeroed");
	start();
	attr->read_format = 0x6c2f62696c2f7273ULL;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "nor on text");
	start();
	attr->__reserved_1 = 1;
	attr->__reserved_2 = 7;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "nor on two fields of reserved bits");
	start();
	attr->__reserved_1 = 1;
	attr->branch_sample_type = 0x18;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "nor on a reserved bit beside bits of branches that no sample has");
	ok(why.garbage, "... which were left there");
	attr->branch_sample_type = 0;
	plan_is(PA_PLAN_SAME, 1, "", "... one alone may be of a newer header");
	attr->__reserved_1 = 0;
	attr->branch_sample_type = 0x18;
	rec.arg_cpu = 5000;
	refused(PA_SITE_ALLOC, SOFT, EINVAL);
	ok(explain() && !why.garbage && why.plan, "... what the kernel ignores alone is no sign");
	start();
	kernel.known_flags = (1ULL << 34) - 1;
	attr->sigtrap = 1;
	attr->remove_on_exec = 1;
	attr->build_id = 1;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_OTHER, 3,
		"no records of build ids, it goes on after exec, no signal is sent",
		"bits of a newer kernel are no garbage");
	start();
	string("/tmp/x", 2);
	attr->type = 17;
	attr->config = 0x80001ULL << 32 | 1;
	refused(PA_SITE_INIT, UPROBE, EINVAL);
	plan_is(PA_PLAN_LESS, 1, "without the reference counter",
		"of a reference counter that is odd, nothing is kept");
	ok(change_is("config", 1), "... but that it is a return probe");
}

static void test_bad_input(void)
{
	start();
	rec.ret = -EINVAL;
	attr->sample_period = 1ULL << 63 | 1000;
	plan_is(PA_PLAN_OTHER, 1, "at another period", "a record without a path has a plan");
	start();
	rec.ret = -ENOENT;
	attr->type = 99;
	ok(explain() && !strcmp(why.rule->id, "pmu-type-missing") && !strchr(why.text, '?'),
	   "... and its sentence leaves out what is not known: %s", why.text);
	start();
	rec.ret = -ENOENT;
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_STALLED_CYCLES_FRONTEND;
	ok(explain() && !strcmp(why.rule->id, "hw-event-not-counted") && !why.certain &&
	   !strchr(why.text, '?'),
	   "... and where a cpu's PMU is, it is not said to be missing: %s", why.text);
	start();
	rec.attr_state = PA_ATTR_UNREADABLE;
	rec.attr_len = 0;
	rec.have_size = 0;
	leader();
	rec.facts.group_file = PA_FILE_NONE;
	refused(PA_SITE_OPEN, SOFT, EBADF);
	ok(explain() && why.nfix == 1 && change_is("group_fd", ~0ULL) && !why.opens,
	   "an attr that was not readable: the argument, without a promise");
	start();
	leader();
	rec.facts.have &= ~PA_F_GROUP_FD;
	attr->inherit = 1;
	refused(PA_SITE_OPEN, SOFT, EINVAL);
	ok(explain() && !why.opens && !why.certain, "a leader that is gone: no promise");
}

/* The call of a user of IBS on kernels up to 6.1, where it has no task context. */
static void test_ibs(void)
{
	struct pa_pmu_name old[PMUS];

	memcpy(old, pmus, sizeof(old));
	old[IBS].task_ctx_nr = -1;
	start();
	env.pmus = old;
	kernel.has &= ~PA_K_PMU_CTX;
	attr->type = pmus[IBS].type;
	attr->config = 0;
	attr->precise_ip = 2;
	attr->freq = 1;
	attr->sample_freq = 4000;
	rec.arg_cpu = 0;
	refused(PA_SITE_CONTEXT, IBS, EINVAL);
	rec.kv.pmu_task_ctx_nr = -1;
	plan_is(PA_PLAN_OTHER, 1, "every task of the cpu is measured",
		"a sampler goes to the cpu and keeps its samples: IBS takes no event without");
	ok(change_is("pid", (u64)-1), "... by pid alone");
}

/* A tracepoint's raw data need a privilege on a cpu, and with a task it is not known. */
static void test_kept(void)
{
	start();
	nobody();
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = 100;
	attr->sample_type = PERF_SAMPLE_RAW;
	attr->sample_period = 1;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	refused(PA_SITE_INIT, TP, EPERM);
	explain();
	ok(change_is("sample_type", 0), "what a rule wanted stays when that rule can tell no more");
}

static void test_registers(void)
{
	start();
	nobody();
	attr->sample_type = PERF_SAMPLE_REGS_INTR;
	attr->sample_regs_intr = 0xffffffff00000000ULL;
	attr->sample_period = 1000;
	attr->exclude_kernel = 0;
	refused(PA_SITE_OPEN, CPU, EACCES);
	ok(explain() && !why.garbage, "a mask of the XMM registers is no address");
}

/* Rules of opens and of ops never meet; what only some PMUs check, is checked by PMUs. */
static void test_places(void)
{
	const struct pa_rule *rule;
	unsigned int i, n = 0, wrong = 0;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++, n++) {
		wrong += !rule->sites || rule->sites & PA_ON_ANY;
		wrong += rule->kinds && rule->sites != PA_AT(INIT);
	}
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++, n++)
		wrong += !rule->sites || rule->sites & PA_AT_ALL || rule->kinds;
	ok(n > 300 && !wrong, "each rule has a place of its kind");
}

int main(void)
{
	test_circle();
	test_circle_from_behind();
	test_promise();
	test_size();
	test_cumulative();
	test_kinds();
	test_known();
	test_void();
	test_void_of_pmus();
	test_void_of_trace_events();
	test_nearest();
	test_probe_name();
	test_garbage();
	test_bad_input();
	test_ibs();
	test_kept();
	test_registers();
	test_places();
	return tap_end();
}
