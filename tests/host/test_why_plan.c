// SPDX-License-Identifier: GPL-2.0
/*
 * Plans: with the changes of why.fix no rule refuses the call any more; what is said of their loss
 * is right; what no argument helps against is said to be so.
 *
 * First calls that people made, then random ones on random machines: there a rule of the table
 * stands for the kernel, and every single change is tried to find what a plan has missed.
 */
#include <stdio.h>

#include "tap.h"
#include "why_rec.h"

static struct perf_event_attr attr_before;
static struct pa_record rec_before;

/* A call of this kind, refused with @err at @site. */
static void refused(enum pa_site site, int pmu, int err)
{
	path(site, pmu, err);
	rec.ret = -err;
}

/* The record as of a call that has opened: what its PMU can do is known. */
static void record_as_opened(void)
{
	unsigned int i;

	memset(&rec.kv, 0, sizeof(rec.kv));
	rec.have_kview = 1;
	rec.kv.cpu = rec.arg_cpu;
	for (i = 1; i < env.npmus; i++) {
		if (env.pmus[i].type != attr->type)
			continue;
		rec.kv.have = PA_KV_EVENT;
		rec.kv.pmu = (u16)i;
		rec.kv.pmu_caps = env.pmus[i].caps;
		rec.kv.pmu_task_ctx_nr = env.pmus[i].task_ctx_nr;
	}
	rec.attr_len = rec.attr_size && rec.attr_size < sizeof(*attr) ?
		       (u16)rec.attr_size : sizeof(*attr);
	rec.attr_more = 0;
	attr->size = rec.attr_size;
	memcpy(rec.attr, attr, sizeof(*attr));
}

static void apply(void)
{
	unsigned int i;

	attr_before = *attr;
	rec_before = rec;
	for (i = 0; i < why.nfix; i++)
		set_field(why.fix[i].field, why.fix[i].value);
	record_as_opened();
}

static void take_back(void)
{
	*attr = attr_before;
	rec = rec_before;
}

static bool change_is(const char *field, u64 value)
{
	unsigned int i;

	for (i = 0; i < why.nfix; i++)
		if (!strcmp(why.fix[i].field, field))
			return why.fix[i].value == value;
	return false;
}

static void show(void)
{
	unsigned int i;

	diag("%s, certain %d: %s", why.rule, why.certain, why.text);
	for (i = 0; i < why.nfix; i++)
		diag("  %s = %#llx", why.fix[i].field, why.fix[i].value);
	diag("  plan %d, opens %d, garbage %d, lost \"%s\", needs \"%s\"", why.plan, why.opens,
	     why.garbage, why.lost, why.needs);
}

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
		"A1 an msr event of a user's: no argument helps");
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 0 (it is 2)",
		"A1 for every task of a cpu, the setting is the one that lets this call through");
	ok(strstr(why.text, "<= 0"), "A1 ... and the sentence names the same: %s", why.text);
	rec.facts.paranoid = 4;
	no_plan("CAP_SYS_ADMIN or kernel.perf_event_paranoid <= 0 (it is 4)",
		"A1 all that is missing at once, on a kernel that wants CAP_SYS_ADMIN above 2");
	rec.facts.paranoid = 2;
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
	attr->type = 23;
	no_plan("CAP_PERFMON or kernel.perf_event_paranoid <= 0 (it is 2)",
		"A1 of a PMU that counts for cpus, what the cpu wants is named for the task");
	rec.facts.init_userns = 0;
	no_plan("CAP_PERFMON in the initial user namespace or kernel.perf_event_paranoid <= 0 (it is 2)",
		"A1 a capability of a user namespace is not enough");
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
	plan_is(PA_PLAN_OTHER, 6, "the kernel is not measured, no callchains of the kernel, fewer samples, "
		"without PERF_SAMPLE_PHYS_ADDR, shorter callchains...",
		"A1 six things at once are one plan");
	ok(why.opens, "A1 ... that promises to open");
}

static void test_kinds(void)
{
	start();
	attr->__reserved_2 = 1;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_SAME, 1, "", "A2 a reserved field loses nothing");
	start();
	attr->sample_regs_user = 1ULL << 40;
	refused(PA_SITE_INIT, SOFT, EOPNOTSUPP);
	plan_is(PA_PLAN_SAME, 1, "", "A2 nor registers that no sample has");
	start();
	attr->precise_ip = 2;
	attr->sample_period = 1000;
	attr->type = PERF_TYPE_RAW;
	refused(PA_SITE_INIT, CPU, EOPNOTSUPP);
	plan_is(PA_PLAN_LESS, 1, "samples are not precise", "A2 precision is less");
	ok(!why.opens, "A2 ... and what is only probable promises nothing");
	start();
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_LESS, 1, "without PERF_SAMPLE_WEIGHT", "A2 a part of the sample is named");
	start();
	rec.arg_pid = 4711;
	rec.facts.target_exists = 0;
	refused(PA_SITE_OPEN, SOFT, ESRCH);
	plan_is(PA_PLAN_OTHER, 1, "the calling thread is measured", "A2 another task is another task");
	start();
	leader();
	rec.facts.leader.inherit = 0;
	attr->inherit = 1;
	attr->inherit_thread = 1;
	refused(PA_SITE_OPEN, SOFT, EINVAL);
	plan_is(PA_PLAN_OTHER, 1, "not in the group",
		"A2 what one alternative refuses, another heeds");
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
	plan_is(PA_PLAN_SAME, 1, "", "A3 a member's leader is passed by its descriptor");
	ok(change_is("group_fd", 3) && strstr(why.text, "pass its leader, 3"),
	   "A3 ... which the sentence has too: %s", why.text);
	start();
	rec.arg_pid = 900;
	rec.arg_cpu = 1;
	rec.facts.target_exists = 0;
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = PA_FILE_CGROUP;
	refused(PA_SITE_OPEN, SOFT, ESRCH);
	plan_is(PA_PLAN_SAME, 1, "", "A3 a pid that is a cgroup's descriptor wants a flag");
	ok(change_is("flags", PERF_FLAG_PID_CGROUP), "A3 ... PERF_FLAG_PID_CGROUP");
	start();
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_CPU_CYCLES;
	refused(PA_SITE_CHOOSE, SOFT, ENOENT);
	plan_is(PA_PLAN_OTHER, 1, "time is measured, not cycles",
		"A3 where no PMU is, cpu-clock stands in for cycles");
	attr->config = PERF_COUNT_HW_CACHE_MISSES;
	no_plan("", "A3 ... and for nothing else");
	start();
	attr->type = 23;
	attr->sample_period = 1;
	attr->exclude_kernel = 1;
	rec.arg_pid = 0;
	refused(PA_SITE_INIT, RAPL, EINVAL);
	rec.kv.pmu_task_ctx_nr = -1;
	rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	plan_is(PA_PLAN_OTHER, 4,
		"every task of the cpu is measured, on this cpu only, it counts, but takes no samples, "
		"the kernel is measured too",
		"A5 a PMU that counts for cpus is opened for a cpu");
}

static void test_garbage(void)
{
	start();
	attr->sample_type = 0x00007ffd12345678ULL;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "A6 no plan builds on a stack address in sample_type");
	ok(why.garbage, "A6 ... the attr was not zeroed");
	start();
	attr->read_format = 0x6c2f62696c2f7273ULL;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "A6 nor on text");
	start();
	attr->__reserved_1 = 1;
	attr->__reserved_2 = 7;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	no_plan("", "A6 nor on two fields of reserved bits");
	start();
	kernel.known_flags = (1ULL << 34) - 1;
	attr->sigtrap = 1;
	attr->remove_on_exec = 1;
	attr->build_id = 1;
	refused(PA_SITE_COPY, SOFT, EINVAL);
	plan_is(PA_PLAN_OTHER, 3, "no records of build ids, it goes on after exec, no signal is sent",
		"A6 bits of a newer kernel are no garbage");
	start();
	string("/tmp/x", 2);
	attr->type = 17;
	attr->config = 0x80001ULL << 32 | 1;
	refused(PA_SITE_INIT, UPROBE, EINVAL);
	plan_is(PA_PLAN_LESS, 1, "without the reference counter",
		"A4 of a reference counter that is odd, nothing is kept");
	ok(change_is("config", 1), "A4 ... but that it is a return probe");
}

static void test_bad_input(void)
{
	start();
	rec.ret = -EINVAL;
	attr->sample_period = 1ULL << 63 | 1000;
	plan_is(PA_PLAN_OTHER, 1, "at another period", "a record without a path has a plan");
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

/* Random calls on random machines. */

#define CALLS	6000

static struct {
	unsigned int refused, plans, promised, refused_again, single, missed, no_help, false_no;
	unsigned int garbage, built;
} sum;

static bool maybe(unsigned int one_in)
{
	return rec_random() % one_in == 0;
}

static void random_machine(void)
{
	static const u64 caps[] = { 0, ~0ULL, 1ULL << 38, 0 };

	rec.facts.cap_effective = caps[rec_random() % 4];
	rec.facts.paranoid = (int)(rec_random() % 6) - 1;
	rec.facts.init_userns = !maybe(6);
	if (maybe(4))
		kernel.known_flags = (1ULL << 34) - 1;
	if (maybe(4))
		kernel.has &= ~(PA_K_PARANOID_ANY | PA_K_PMU_CTX | PA_K_ALLOW_CALLCHAIN);
}

static void random_event(void)
{
	static const int all[] = { SOFT, SOFT, SOFT, TP, BP, KPROBE, UPROBE, MSR, RAPL };
	int pmu = all[rec_random() % (sizeof(all) / sizeof(all[0]))];

	attr->type = pmus[pmu].type;
	attr->config = pmu == SOFT ? 2 + rec_random() % 10 : pmu == TP ? 300 : 0;
	attr->exclude_kernel = maybe(2);
	if (pmu == BP)
		breakpoint(3, 4096 + rec_random() % 8, 1 << rec_random() % 4);
	if (pmu == KPROBE)
		string("vfs_read", 1);
	if (pmu == UPROBE)
		string("/bin/bash", 2);
	if (maybe(3))
		leader();
	else if (maybe(6))
		cgroup();
	if (rec.arg_group_fd != -1) {
		rec.facts.leader.inherit = maybe(2);
		rec.facts.leader.is_leader = !maybe(4);
		rec.facts.leader.use_clockid = maybe(4);
		rec.facts.leader.clockid = (int)(rec_random() % 2) * 4;
		rec.facts.leader.cpu = maybe(4) ? 0 : -1;
		rec.facts.leader.has_rb = maybe(2);
		rec.facts.leader_fd = 3;
		rec.facts.have |= maybe(2) ? PA_F_LEADER_FD : 0;
		if (maybe(3))
			rec.flags |= rec_random() % 4;
	}
}

static void random_change(void)
{
	static const int pids[] = { 0, -1, 1, 4711 };
	u64 value = maybe(3) ? rec_random() % 16 : maybe(2) ? 1ULL << rec_random() % 40 : 1;
	int id = (int)(rec_random() % PA_FIELD_MAX);

	if (maybe(3)) {
		rec.arg_pid = pids[rec_random() % 4];
		rec.facts.target_exists = rec.arg_pid < 2;
		rec.facts.target_same_creds = !rec.arg_pid;
	} else if (maybe(3)) {
		rec.arg_cpu = (int)(rec_random() % 4) - 1;
	} else if (pa_fields[id].group < PA_UNION_CONFIG1 && id != PA_FIELD_TYPE &&
		   id != PA_FIELD_SIZE) {
		set_field(pa_fields[id].name, value);
	}
}

/* The leader watches the caller, a cpu or task 1. */
static void random_leader_task(void)
{
	struct pa_leader *l = &rec.facts.leader;
	bool task = rec.arg_pid != -1 && !(rec.flags & PERF_FLAG_PID_CGROUP);

	l->ctx_own = maybe(2);
	l->ctx_cpu = !l->ctx_own && l->cpu != -1 && maybe(2);
	l->ctx_same = !task ? l->ctx_cpu : !rec.arg_pid ? l->ctx_own :
		      rec.arg_pid == 1 && !l->ctx_own && !l->ctx_cpu;
}

/* A call as the kernel of the rules answers it: false when none of them refuses. */
static bool random_refusal(void)
{
	const struct pa_rule *rule;
	const char *id;
	unsigned int i, changes = 1 + rec_random() % 5;

	start();
	random_machine();
	random_event();
	while (changes--)
		random_change();
	record_as_opened();
	random_leader_task();
	id = why_refuses(&rec, &env);
	if (!id)
		return false;
	for (i = 0; strcmp((rule = pa_rule_number(i))->id, id); i++)
		;
	rec.ret = -(rule->err ? rule->err : EINVAL);
	if (maybe(2))
		rec.have_kview = 0;
	return true;
}

/* Does the call open when this alone is changed? */
static bool opens_with(const char *field, u64 value)
{
	bool opens;

	attr_before = *attr;
	rec_before = rec;
	set_field(field, value);
	record_as_opened();
	opens = !why_refuses(&rec, &env);
	take_back();
	return opens;
}

/* A change of one argument that lets the call through and still asks for this event. */
static bool single_change(char *what)
{
	const struct { const char *name; u64 value; } args[] = {
		{ "pid", 0 }, { "pid", ~0ULL }, { "cpu", 0 }, { "cpu", ~0ULL },
		{ "group_fd", ~0ULL }, { "flags", rec.flags & PERF_FLAG_PID_CGROUP },
	};
	unsigned int i, bit;

	for (i = 0; i < sizeof(args) / sizeof(args[0]); i++) {
		strcpy(what, args[i].name);
		if (opens_with(args[i].name, args[i].value))
			return true;
	}
	for (i = 0; i < PA_FIELD_MAX; i++) {
		u64 old = pa_attr_get(&rec, i);

		if (i == PA_FIELD_TYPE || i == PA_FIELD_CONFIG || i == PA_FIELD_SIZE ||
		    pa_fields[i].group >= PA_UNION_CONFIG1)
			continue;
		strcpy(what, pa_fields[i].name);
		if (opens_with(what, 0) || (pa_fields[i].mask == 1 && opens_with(what, 1)))
			return true;
		for (bit = 0; bit < 64; bit++)
			if (old >> bit & 1 && opens_with(what, old & ~(1ULL << bit)))
				return true;
	}
	return false;
}

static void judge(void)
{
	char what[64];
	const char *rule;
	bool single;

	sum.refused++;
	if (!explain())
		return;
	single = single_change(what);
	sum.garbage += why.garbage;
	sum.built += why.garbage && why.nfix;
	sum.plans += !!why.plan;
	sum.promised += why.opens;
	if (!why.garbage && single) {
		sum.single++;
		if (!why.plan) {
			sum.missed++;
			if (sum.missed < 20) {
				diag("missed: %s=...", what);
				show();
			}
		}
	}
	if (!why.plan && !why.garbage && why.needs[0]) {
		sum.no_help++;
		sum.false_no += single;
		if (single) {
			diag("no argument helps, but %s does", what);
			show();
		}
	}
	if (!why.plan)
		return;
	apply();
	rule = why_refuses(&rec, &env);
	take_back();
	if (!rule)
		return;
	sum.refused_again++;
	diag("refused again: %s", rule);
	show();
}

static void test_random(void)
{
	unsigned int i;

	for (i = 0; i < CALLS; i++)
		if (random_refusal())
			judge();
	diag("%u refused, %u plans, %u of them promise, %u not zeroed", sum.refused, sum.plans,
	     sum.promised, sum.garbage);
	diag("%u open with one change, %u of them have no plan; %u times no argument helps",
	     sum.single, sum.missed, sum.no_help);
	ok(sum.plans > CALLS / 8 && sum.promised > CALLS / 10, "random refusals have plans");
	ok(!sum.refused_again, "with a plan no rule refuses the call");
	ok(!sum.built, "no plan builds on an attr that was not zeroed");
	ok(sum.missed * 20 <= sum.single, "95 %% of what one change opens have a plan");
	ok(sum.no_help && !sum.false_no, "where no argument is said to help, none does");
}

static void test_room(void)
{
	unsigned int n;

	for (n = 0; pa_rule_number(n); n++)
		;
	ok(n <= PA_RULES_MAX, "a plan has room for %u rules", n);
}

int main(void)
{
	test_circle();
	test_cumulative();
	test_kinds();
	test_known();
	test_garbage();
	test_bad_input();
	test_room();
	test_random();
	return tap_end();
}
