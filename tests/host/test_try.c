// SPDX-License-Identifier: GPL-2.0
/*
 * Refused calls are tried on a kernel that is a function here: which field is found at fault, when
 * the search ends, and that nothing is ever made of what must never be tried.
 */
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"
#include "host/parts.h"
#include "try/parts.h"
#include "why_rec.h"

/* A kernel: returns 0 if the call opens, else a negative errno. */
typedef int (*kernel_fn)(const struct perf_event_attr *a, const struct try_call *call);

static kernel_fn fake;
static struct try_told told;
static struct pa_why reason;
static struct try_machine machine = { .pmus = pmus + 1, .npmus = PMUS - 1 };
static unsigned int made;
/* Of the last call. */
static struct perf_event_attr last;
static struct try_call last_call;
/* After so many there is no time left; 0: never. */
static unsigned int ends;

static void make(const struct try_run *run, const struct try_call *call, struct try_result *res)
{
	int err;

	if (try_never(call, &machine))
		abort();
	made++;
	memset(res, 0, sizeof(*res));
	if (ends && made > ends) {
		*res = (struct try_result){ .how = TRY_NOT, .why = "2 seconds are over" };
		return;
	}
	memcpy(&last, call->attr, sizeof(last));
	last_call = *call;
	err = -fake(&last, call);
	res->how = err ? TRY_REFUSED : TRY_OPENED;
	res->err = err;
}

/* Tries the record, with the reason that the rules give, or with none. */
static void try_it(kernel_fn kernel_is, int err, bool explained)
{
	struct try_run run = { .m = &machine, .make = make };
	struct pa_case c;

	fake = kernel_is;
	made = 0;
	rec.ret = -err;
	memcpy(rec.attr, attr, sizeof(*attr));
	memset(&reason, 0, sizeof(reason));
	if (explained)
		pa_explain(&rec, &env, &reason);
	pa_case_look(&c, &rec, &env);
	try_again(&told, &run, &c, NULL, reason.rule ? &reason : NULL);
}

static bool found_is(const char *field, u64 value)
{
	unsigned int i;

	for (i = 0; i < told.found.nfix; i++)
		if (!strcmp(told.found.fix[i].field, field))
			return told.found.fix[i].value == value;
	return false;
}

static void tell(void)
{
	unsigned int i;

	diag("call %d %d, plan %d %d, over %s, %u made", told.again.how, told.again.err,
	     told.plan.how, told.plan.err, told.over ? told.over : "-", made);
	for (i = 0; i < told.found.nfix; i++)
		diag("found %s = %#llx (%s)", told.found.fix[i].field, told.found.fix[i].value,
		     told.found.lost);
}

/* --- kernels --- */

static int takes_all(const struct perf_event_attr *a, const struct try_call *call)
{
	return 0;
}

static int takes_nothing(const struct perf_event_attr *a, const struct try_call *call)
{
	return -EINVAL;
}

static int not_precise(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->precise_ip ? -EINVAL : 0;
}

static int no_data_src(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->sample_type & PERF_SAMPLE_DATA_SRC ? -EOPNOTSUPP : 0;
}

static int without_kernel(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->exclude_kernel ? 0 : -EACCES;
}

/* What samples needs a period of at least 5000. */
static int long_periods(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->sample_period && a->sample_period < 5000 ? -EINVAL : 0;
}

static int cpus_only(const struct perf_event_attr *a, const struct try_call *call)
{
	return call->pid == -1 && call->cpu >= 0 ? 0 : -EINVAL;
}

static int neither_of_two_bits(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->sample_type & (PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT) ? -EINVAL : 0;
}

static int refuses_by_precise(const struct perf_event_attr *a, const struct try_call *call)
{
	return a->precise_ip == 2 ? -EOPNOTSUPP : a->precise_ip ? -EINVAL : 0;
}

/* --- what is found --- */

static void one_change(void)
{
	start();
	attr->type = PERF_TYPE_RAW;
	attr->precise_ip = 3;
	attr->sample_period = 1000;
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_DATA_SRC;
	try_it(not_precise, EINVAL, false);
	ok(told.same && told.again.how == TRY_REFUSED, "the call is refused again, with its errno");
	if (!ok(told.found.nfix == 1 && found_is("precise_ip", 0), "the field at fault is found"))
		tell();
	ok(told.found.plan == PA_PLAN_LESS && !strcmp(told.found.lost, "samples are not precise"),
	   "... and what is lost: %s", told.found.lost);
	is_num(made, 4, "... at the fourth call: less precise comes first");
	try_it(no_data_src, EOPNOTSUPP, false);
	if (!ok(told.found.nfix == 1 && found_is("sample_type", PERF_SAMPLE_IP),
		"a bit of a mask is found"))
		tell();
	try_it(long_periods, EINVAL, false);
	if (!ok(told.found.nfix == 1 && found_is("sample_period", 100000),
		"a longer period is found before none"))
		tell();
	ok(told.found.plan == PA_PLAN_LESS, "... as less loss than another event");
	try_it(not_precise, EOPNOTSUPP, false);
	ok(!told.same && told.again.err == EINVAL && !told.searched,
	   "nothing is looked for where the errno is another");
	try_it(takes_all, EINVAL, false);
	ok(told.again.how == TRY_OPENED && !told.same && !told.searched && made == 1,
	   "what opens now is tried once");
}

/* What opens, and then never counts anything, is not found. */
static void no_void(void)
{
	start();
	attr->config = PERF_COUNT_SW_PAGE_FAULTS;
	try_it(without_kernel, EACCES, false);
	ok(told.found.nfix == 1 && found_is("exclude_kernel", 1), "page faults without the kernel");
	attr->config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	try_it(without_kernel, EACCES, false);
	ok(told.searched && !told.found.nfix, "... but no context switches");
	rec.facts.cap_effective = 0;
	attr->exclude_kernel = 0;
	path(PA_SITE_OPEN, SOFT, EACCES);
	try_it(without_kernel, EACCES, true);
	ok(reason.plan == PA_PLAN_VOID && told.plan.how == TRY_OPENED && !told.searched,
	   "a plan that is void is tried, and where a privilege helps that is all");
}

static void what_is_left(void)
{
	start();
	attr->type = 24;
	try_it(cpus_only, EINVAL, false);
	ok(told.searched && !told.found.nfix && !told.over,
	   "where one field is not enough none is at fault");
	start();
	attr->type = PERF_TYPE_RAW;
	attr->sample_period = 1000;
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT;
	try_it(neither_of_two_bits, EINVAL, false);
	ok(told.searched && !told.found.nfix, "... nor one bit");
}

/* Every call differs from all others, and from what was passed. */
static u8 seen[TRY_OPENS + 1][sizeof(struct try_call)];
static unsigned int twice;

static int takes_note(const struct perf_event_attr *a, const struct try_call *call)
{
	unsigned int i;

	for (i = 0; i + 1 < made && i < TRY_OPENS; i++)
		twice += !memcmp(seen[i], call, sizeof(*call));
	if (made <= TRY_OPENS)
		memcpy(seen[made - 1], call, sizeof(*call));
	return -EINVAL;
}

static void where_it_ends(void)
{
	start();
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x1ff;
	attr->precise_ip = 1;
	attr->inherit = 1;
	attr->sample_period = 1000;
	attr->sample_type = 0xff;
	try_it(takes_nothing, EINVAL, false);
	ok(made < TRY_OPENS && told.searched && !told.found.nfix && !told.over,
	   "each field is changed once: %u calls", made);
	twice = 0;
	memset(seen, 0, sizeof(seen));
	try_it(takes_note, EINVAL, false);
	is_num(twice, 0, "none is made twice");
	ends = 7;
	try_it(takes_nothing, EINVAL, false);
	ends = 0;
	ok(made == 8 && told.over && !strcmp(told.over, "2 seconds are over"),
	   "the search ends with the time, and says so");
}

static void with_a_plan(void)
{
	static const struct pa_rule made_up = { .id = "made-up" };

	start();
	attr->type = PERF_TYPE_RAW;
	attr->precise_ip = 3;
	attr->sample_period = 1000;
	now.pmu = (struct pa_pmu_now){ .pmu = CPU, .precise = 2, .other_cpu = -1 };
	env.now = &now;
	path(PA_SITE_INIT, CPU, EOPNOTSUPP);
	try_it(refuses_by_precise, EINVAL, false);
	memset(&reason, 0, sizeof(reason));
	reason.rule = &made_up;
	reason.field = "precise_ip";
	reason.nfix = 1;
	reason.fix[0] = (struct pa_fix){ .field = "precise_ip", .value = 2 };
	{
		struct try_run run = { .m = &machine, .make = make };
		struct pa_case c;

		fake = refuses_by_precise;
		made = 0;
		pa_case_look(&c, &rec, &env);
		try_again(&told, &run, &c, NULL, &reason);
		ok(told.planned && told.plan.how == TRY_REFUSED && told.plan.err == EOPNOTSUPP,
		   "a plan that is refused next says so");
		if (!ok(told.found.nfix == 1 && found_is("precise_ip", 0),
			"... and what opens is looked for"))
			tell();
		fake = not_precise;
		reason.fix[0].value = 0;
		made = 0;
		try_again(&told, &run, &c, NULL, &reason);
		ok(told.plan.how == TRY_OPENED && !told.searched && made == 2,
		   "a plan that opens ends it");
		reason.nfix = 0;
		made = 0;
		try_again(&told, &run, &c, NULL, &reason);
		ok(!told.planned && !told.searched && made == 1,
		   "where the rule names a field and has no plan nothing is looked for");
	}
	env.now = NULL;
}

/* --- what must never be tried --- */

/* The kind of the trace event of the call, on a machine without tracefs. */
static void trace_is(enum env_trace is)
{
	static struct env_here here = { .sysfs = { .fd = -1 }, .debugfs = { .fd = -1 } };

	here.trace_id = attr->config;
	here.trace = is;
	machine.here = &here;
}

static void of_type(u32 type)
{
	attr->type = type;
	attr->config = 0;
}

static void is_kprobe(void) { of_type(16); }
static void is_uprobe(void) { of_type(17); }
static void is_pt(void) { of_type(30); }
static void is_bts(void) { of_type(29); }
static void is_spe(void) { of_type(28); }
static void is_exclusive(void) { of_type(20); }

static void is_hybrid_pt(void)
{
	of_type(PERF_TYPE_HARDWARE);
	attr->config = 30ULL << 32;
}

static void is_bts_by_period(void)
{
	of_type(PERF_TYPE_HARDWARE);
	attr->config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	attr->sample_period = 1;
}

static void is_bts_by_cache(void)
{
	of_type(PERF_TYPE_HW_CACHE);
	attr->config = PERF_COUNT_HW_CACHE_BPU;
	attr->sample_period = 1;
}

static void is_kernel_breakpoint(void)
{
	of_type(PERF_TYPE_BREAKPOINT);
	attr->bp_addr = 0xffffffff81000000;
	attr->bp_len = 8;
	attr->bp_type = 4;
}

static void is_breakpoint_across(void)
{
	is_kernel_breakpoint();
	attr->bp_addr = (1ULL << 47) - 65540;
}

static void is_cpu_breakpoint(void)
{
	is_kernel_breakpoint();
	attr->bp_addr = 0x400000;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
}

static void is_trace(void) { of_type(PERF_TYPE_TRACEPOINT); }
static void has_sigtrap(void) { attr->sigtrap = 1; }
static void has_remove(void) { attr->remove_on_exec = 1; }
static void has_output(void) { rec.flags = PERF_FLAG_FD_OUTPUT; }

static void has_cgroup(void)
{
	rec.flags = PERF_FLAG_PID_CGROUP;
	rec.arg_pid = 5;
	rec.arg_cpu = 0;
}

static void has_task(void)
{
	rec.arg_pid = 1234;
	rec.facts.target_exists = 1;
	rec.facts.target_same_creds = 0;
}

static void has_no_task(void)
{
	rec.arg_pid = 1234;
	rec.facts.target_exists = 0;
}

static void has_group(void)
{
	rec.arg_group_fd = 3;
	rec.facts.have |= PA_F_GROUP_FD;
	rec.facts.group_file = PA_FILE_PERF;
	rec.facts.leader = (struct pa_leader){
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .is_leader = 1,
		.ctx_same = 1, .ctx_own = 1, .cpu = -1, .state = -1, .pmu = SOFT,
		.task_ctx_nr = 1,
	};
}

static void has_cgroup_file(void)
{
	has_cgroup();
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = PA_FILE_CGROUP_GONE;
}

static void has_unknown_group(void)
{
	rec.arg_group_fd = 3;
	rec.facts.have &= ~(u32)PA_F_GROUP_FD;
}

static const struct {
	const char *name;
	void (*set)(void);
} nevers[] = {
	{ "a kprobe", is_kprobe }, { "a uprobe", is_uprobe }, { "intel_pt", is_pt },
	{ "intel_bts", is_bts }, { "arm_spe", is_spe }, { "an exclusive PMU", is_exclusive },
	{ "intel_pt by the upper half of config", is_hybrid_pt },
	{ "branches at a period of 1", is_bts_by_period },
	{ "... as an event of a cache", is_bts_by_cache },
	{ "a breakpoint in the kernel", is_kernel_breakpoint },
	{ "a breakpoint that reaches into the kernel", is_breakpoint_across },
	{ "a breakpoint on a cpu", is_cpu_breakpoint },
	{ "a trace event that arms a probe", is_trace },
	{ "sigtrap", has_sigtrap }, { "remove_on_exec", has_remove },
	{ "FD_OUTPUT", has_output }, { "a cgroup", has_cgroup },
	{ "a task of others", has_task }, { "a task that is gone", has_no_task },
	{ "a cgroup that is gone", has_cgroup_file },
	{ "a group", has_group },
	{ "a group_fd that is not known", has_unknown_group },
};

static void what_is_never_made(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(nevers); i++) {
		start();
		nevers[i].set();
		trace_is(ENV_TRACE_ARMS);
		try_it(takes_nothing, EINVAL, false);
		ok(!made && told.again.how == TRY_NEVER && told.again.why && !told.searched,
		   "%s: no call is made: %s", nevers[i].name,
		   told.again.why ? told.again.why : "-");
	}
	start();
	is_trace();
	trace_is(ENV_TRACE_UNKNOWN);
	try_it(takes_nothing, EINVAL, false);
	ok(!made, "a trace event of which nothing is known: no call is made");
	trace_is(ENV_TRACE_STATIC);
	try_it(takes_nothing, EINVAL, false);
	ok(made, "one of the kernel's code is tried");
	machine.here = NULL;
	start();
	attr->type = 20;
	machine.npmus = 0;
	try_it(takes_nothing, EINVAL, false);
	ok(!made, "a dynamic type where sysfs cannot be read: no call is made");
	machine.npmus = PMUS - 1;
}

/* A call that must not be made may have a plan that may. */
static void a_plan_of_what_is_never_made(void)
{
	start();
	attr->sigtrap = 1;
	try_it(takes_all, EINVAL, true);
	ok(told.again.how == TRY_NEVER && told.planned && told.plan.how == TRY_NEVER && !made,
	   "sigtrap, whose plan sets remove_on_exec: neither is made");
	start();
	has_group();
	attr->pinned = 1;
	path(PA_SITE_GROUP, SOFT, EINVAL);
	try_it(takes_all, EINVAL, true);
	ok(told.again.how == TRY_NEVER && !made, "a call in a group: neither is its plan");
}

/* What a child has instead of the descriptors of the caller. */
static void with_descriptors(void)
{
	start();
	has_group();
	rec.facts.group_file = PA_FILE_OTHER;
	try_it(takes_all, EBADF, false);
	ok(made && last_call.group_fd == 3,
	   "a descriptor that was of no event is none of the child, either");
	start();
	has_cgroup();
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = PA_FILE_NONE;
	try_it(takes_all, EBADF, false);
	ok(made && last_call.pid == 5 && last_call.flags == PERF_FLAG_PID_CGROUP,
	   "... and neither one that was of no cgroup");
	start();
	rec.arg_pid = 0x3fffffff;
	rec.facts.target_exists = 0;
	try_it(takes_all, ESRCH, false);
	ok(made && last_call.pid == 0x3fffffff, "a task that cannot be stays as it is");
	start();
	rec.attr_size = 5000;
	rec.attr_more = 5000 - sizeof(*attr);
	attr->size = 5000;
	kernel.page_size = 4096;
	try_it(takes_all, E2BIG, false);
	ok(made && last.size == 5000, "an attr above a page is refused unread");
}

/* --- calls as they are made --- */

static void as_it_is_made(void)
{
	start();
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x1cd;
	attr->config1 = 3;
	attr->clockid = -1;
	rec.arg_pid = 4711;
	rec.facts.target_exists = 1;
	rec.facts.target_same_creds = 1;
	rec.arg_cpu = 1;
	rec.flags = PERF_FLAG_FD_CLOEXEC;
	try_it(takes_all, EINVAL, false);
	ok(!memcmp(&last, attr, sizeof(last)), "the attr is what was passed, byte by byte");
	ok(last_call.pid == 0 && last_call.cpu == 1 && last_call.group_fd == -1 &&
	   last_call.flags == PERF_FLAG_FD_CLOEXEC && told.own_task,
	   "a task of our own takes the place of the one that was named");
	rec.attr_more = 8;
	try_it(takes_all, EINVAL, false);
	ok(!made && told.again.how == TRY_NOT, "of an attr that is not all known: %s",
	   told.again.why);
	rec.attr_more = 0;
	rec.attr_state = PA_ATTR_UNREADABLE;
	rec.attr_len = 0;
	try_it(takes_all, EFAULT, false);
	ok(!made && told.again.how == TRY_NOT, "of an attr that is not known: %s", told.again.why);
	start();
	attr->type = 24;
	machine.npmus = 0;
	try_it(takes_all, EINVAL, false);
	machine.npmus = PMUS - 1;
	ok(!made, "a type of which /sys says nothing is not tried");
}

/* The number of a type is another one on another machine. */
static void on_another_machine(void)
{
	static struct pa_pmu_name there[PMUS];

	memcpy(there, pmus, sizeof(there));
	strcpy(there[CSTATE].name, "something");
	start();
	env.pmus = there;
	attr->type = 24;
	try_it(takes_all, EINVAL, false);
	env.pmus = pmus;
	ok(!made && told.again.how == TRY_NOT, "a type that is of another PMU here: %s",
	   told.again.why);
}

/* Of Power: PMUs that exclude each other, and firmware that is started. */
static void what_is_never_by_its_end(void)
{
	static struct pa_pmu_name there[PMUS];
	struct try_call call = { .cpu = -1, .group_fd = -1 };

	memcpy(there, pmus, sizeof(there));
	strcpy(there[CSTATE].name, "thread_imc");
	machine.pmus = there + 1;
	memcpy(call.attr, &there[CSTATE].type, sizeof(there->type));
	ok(try_never(&call, &machine), "a PMU of in-memory counters");
	strcpy(there[CSTATE].name, "_imc");
	ok(!try_never(&call, &machine), "... and one whose name is no such one");
	machine.pmus = pmus + 1;
}

/* Random calls: the fake kernel aborts if it is asked for what must never be made. */
static void any_calls(void)
{
	static const u32 types[] = { 0, 1, 2, 3, 4, 5, 16, 17, 18, 20, 24, 28, 29, 30, 99 };
	unsigned int i, k, most = 0, tried = 0;

	for (i = 0; i < 20000; i++) {
		start();
		for (k = 8; k < sizeof(*attr); k++)
			((u8 *)attr)[k] = (u8)(rand() & rand() & rand());
		attr->type = types[rand() % ARRAY_SIZE(types)];
		rec.arg_pid = rand() % 5 - 1;
		rec.arg_cpu = rand() % 4 - 1;
		rec.arg_group_fd = rand() % 3 - 1;
		rec.flags = (u64)(rand() & rand() & 15);
		trace_is((enum env_trace)(rand() % 5));
		try_it(rand() & 1 ? takes_nothing : takes_note, EINVAL, rand() & 1);
		tried += made > 0;
		if (made > most)
			most = made;
	}
	machine.here = NULL;
	ok(most <= TRY_OPENS && tried > 1000,
	   "20000 random calls, of which %u were tried: at most %u calls each", tried, most);
}

int main(void)
{
	alarm(300);
	drivers_find();
	one_change();
	no_void();
	what_is_left();
	where_it_ends();
	with_a_plan();
	what_is_never_made();
	a_plan_of_what_is_never_made();
	with_descriptors();
	as_it_is_made();
	on_another_machine();
	what_is_never_by_its_end();
	any_calls();
	return tap_end();
}
