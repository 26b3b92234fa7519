// SPDX-License-Identifier: GPL-2.0
/*
 * Rules over the traits of PMU drivers: for each a call that the driver refuses, and calls that
 * differ from it in one point and that this rule does not refuse. For some, what the plan does.
 */
#include <stdio.h>

#include "tap.h"
#include "why_plan.h"

/* A call about this PMU, by root, for cpu 0, that its event_init() has refused. */
static void event_of(int pmu, int err)
{
	start();
	attr->type = pmus[pmu].type;
	attr->config = 0;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	refused(PA_SITE_INIT, pmu, err);
	rec.kv.pmu_caps = pmus[pmu].caps;
}

static void task_of(int pmu, int err)
{
	event_of(pmu, err);
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
}

static void found(const char *rule, bool certain, const char *name)
{
	bool any = explain();

	if (!ok(any && !strcmp(why.rule->id, rule) && why.certain == certain, "%s", name))
		diag("got %s, certain %d: %s", any ? why.rule->id : "none", why.certain, why.text);
}

static void not_found(const char *rule, const char *name)
{
	if (!ok(!explain() || strcmp(why.rule->id, rule), "%s", name))
		diag("got %s: %s", why.rule->id, why.text);
}

static void says(const char *text)
{
	is_str(why.text, text, "... in these words");
}

/* With the plan no rule refuses the call. */
static void plan_opens(const char *name)
{
	const char *rule;

	apply();
	rule = why_refuses(&rec, &env);
	take_back();
	if (!ok(why.nfix && !rule, "%s", name)) {
		diag("then %s", rule ? rule : "nothing");
		show();
	}
}

/* The driver that a PMU has by its name. */
static const char *assumed(const char *pmu)
{
	struct pa_pmu_name name = { 0 };
	const struct pa_traits *t;

	snprintf(name.name, sizeof(name.name), "%s", pmu);
	if (!pa_traits_assume(&name, NULL, NULL))
		return "none";
	t = pa_traits_of(&name);
	return t ? t->init : "one without a row";
}

static void test_names(void)
{
	static const struct { const char *pmu, *init; } names[] = {
		{ "power", "rapl_pmu_event_init" },
		{ "power_core", "rapl_pmu_event_init" },
		{ "cstate_pkg", "cstate_pmu_event_init" },
		{ "uncore_imc", "snb_uncore_imc_event_init" },
		{ "uncore_imc_0", "uncore_pmu_event_init" },
		{ "uncore_imc_free_running_1", "uncore_pmu_event_init" },
		{ "uncore_cbox_0", "uncore_pmu_event_init" },
		{ "uncore_l3c_0", "tx2_uncore_event_init" },
		{ "amd_df", "amd_uncore_event_init" },
		{ "armv8_pmuv3", "one without a row" },
		{ "ibs_op", "none" },
		{ "powerful", "none" },
		{ "cpu", "none" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!ok(!strcmp(assumed(names[i].pmu), names[i].init),
			"%s: its driver by its name", names[i].pmu))
			diag("got %s", assumed(names[i].pmu));
}

static void test_table(void)
{
	const struct pa_traits *t;
	unsigned int rapl, power;
	u8 i;

	rapl = pa_traits_find("rapl_pmu_event_init", "rapl", "power");
	power = pa_traits_find("pmu_event_init", "power", "power");
	ok(rapl && power && rapl != power, "two drivers call their PMU \"power\"");
	ok(pa_traits_find("rapl_pmu_event_init", "rapl", "power_core") != rapl,
	   "RAPL's two PMUs have different events");
	ok(pa_traits_find("rapl_pmu_event_init", "intel_rapl_common", "power") != rapl,
	   "so has another driver with a function of the same name");
	ok(!pa_traits_find("pmu_event_init", "", "power") &&
	   !pa_traits_find("pmu_event_init", "other", "power"),
	   "a common name alone says no driver");
	ok(!pa_traits_find("rapl_pmu_event_ini", "rapl", "power") &&
	   !pa_traits_find("", "", ""), "a name must match as a whole");
	for (i = 1; (t = pa_traits_number(i)); i++) {
		bool numbered = t->last || t->events;

		ok(t->init && t->init[0], "row %u has a function: %s", i, t->init);
		ok(!t->may_take || t->takes, "... may_take only adds to takes");
		ok(!(t->takes & t->may_take), "... and not what it has already");
		ok(!numbered || (t->id && t->first <= t->last), "... a range has bits");
		ok(t->usual == PA_TRAIT_NO_EVENT ||
		   (numbered && t->usual >= t->first && t->usual <= t->last),
		   "... its usual event is in the range");
		ok(!t->not_served == !t->cpus, "... cpus have a file and an errno");
	}
	ok(!pa_traits_number(0) && !pa_traits_number(i), "%u rows", i - 1u);
}

/* perf stat -e power/energy-pkg/ true */
static void test_task(void)
{
	task_of(RAPL, EINVAL);
	attr->config = 2;
	sysfs(RAPL, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, 1);
	found("pmu-for-cpus", true, "RAPL is not for tasks");
	says("PMU power counts for cpus, not for tasks, and does not sample");
	is_str(why.in, "rapl_pmu_event_init", "... by the function of its driver");
	ok(change_is("pid", ~0ULL) && change_is("cpu", 1) && why.nfix == 2,
	   "... and the plan names a cpu of its cpumask");
	plan_opens("... which opens");
	ok(why.opens, "... and is promised: all checks of this driver are known");
	sysfs(RAPL, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, -1);
	explain();
	ok(change_is("cpu", rec.facts.this_cpu), "without a cpumask it is the caller's cpu");
	rec.arg_cpu = 1;
	sysfs(RAPL, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, 1);
	not_found("pmu-for-cpus", "a task on a cpu passes RAPL's check");
	event_of(RAPL, EINVAL);
	attr->config = 2;
	not_found("pmu-for-cpus", "a cpu passes it");
	task_of(CCI, EOPNOTSUPP);
	rec.arg_cpu = 0;
	found("pmu-for-cpus", true, "CCI refuses tasks with EOPNOTSUPP");
	event_of(CCI, EINVAL);
	rec.arg_pid = 0;
	not_found("pmu-for-cpus", "... and not with EINVAL");
	task_of(STRANGE, EINVAL);
	found("pmu-for-cpus", false, "of an unknown driver it is only probable");
	plan_opens("... and has a plan");
	ok(!why.opens, "... without a promise");
	event_of(STRANGE, EINVAL);
	found("pmu-refused", false, "with a cpu, only the name of that PMU is known");
}

/* perf record -e cstate_core/c3-residency/ true */
static void test_samples(void)
{
	task_of(CSTATE, EINVAL);
	attr->config = 1;
	attr->freq = 1;
	attr->sample_freq = 4000;
	sysfs(CSTATE, PA_SYSFS_HAS, PA_SYSFS_UNKNOWN, 0);
	found("pmu-only-counts", true, "cstate cannot sample");
	says("PMU cstate_core only counts: it cannot sample");
	ok(change_is("sample_freq", 0) && change_is("pid", ~0ULL) && change_is("cpu", 0),
	   "... and the plan also names a cpu");
	plan_opens("... which opens");
	event_of(CSTATE, EINVAL);
	attr->config = 1;
	sysfs(CSTATE, PA_SYSFS_HAS, PA_SYSFS_UNKNOWN, 0);
	not_found("pmu-only-counts", "what counts passes");
	event_of(DSU, EOPNOTSUPP);
	attr->sample_period = 1000;
	found("pmu-only-counts", true, "DSU says that with EOPNOTSUPP");
	event_of(DSU, EINVAL);
	attr->sample_period = 1000;
	not_found("pmu-only-counts", "... and not with EINVAL");
	event_of(SPE, EINVAL);
	attr->sample_period = 1000;
	not_found("pmu-only-counts", "SPE samples");
	start();
	attr->type = pmus[MSR].type;
	attr->config = 0;
	attr->sample_period = 1;
	refused(PA_SITE_INIT, MSR, EINVAL);
	rec.kv.pmu_caps = pmus[MSR].caps;
	found("pmu-only-counts", true, "msr cannot sample");
	ok(why.nfix == 1 && why.opens, "... and counts for tasks");
}

static void test_config(void)
{
	event_of(RAPL, EINVAL);
	attr->config = 0x102;
	found("pmu-config-bits", true, "RAPL has 8 bits of config");
	says("config 0x102 has bits that PMU power does not have: it has 0xff");
	ok(change_is("config", 2), "... and the plan leaves these");
	attr->config = 0xff;
	found("pmu-event-not-known", true, "a number that is too large");
	says("config 0xff is not an event of PMU power: it has 1 to 5");
	ok(change_is("config", 2), "... and the plan is the one that every machine has");
	attr->config = 0;
	found("pmu-event-not-known", true, "... or too small");
	attr->config = 2;
	not_found("pmu-event-not-known", "the usual event is there");
	not_found("pmu-event-absent", "... always");
	attr->config = 5;
	found("pmu-event-absent", false, "one that is not on every machine is probably absent");
	says("PMU power does not have energy-psys on this machine");
	sysfs(RAPL, PA_SYSFS_LACKS, PA_SYSFS_UNKNOWN, 0);
	found("pmu-event-absent", true, "... and surely if sysfs lacks it");
	sysfs(RAPL, PA_SYSFS_HAS, PA_SYSFS_UNKNOWN, 0);
	not_found("pmu-event-absent", "... and surely not if it is there");
	sysfs(CSTATE, PA_SYSFS_LACKS, PA_SYSFS_UNKNOWN, 0);
	found("pmu-event-absent", false, "facts about another PMU do not count");
	event_of(CSTATE, EINVAL);
	attr->config = 4;
	found("pmu-event-not-known", true, "cstate_core has four events");
	attr->config = 1ULL << 32;
	found("pmu-event-not-known", true, "... and compares all 64 bits");
	ok(!why.nfix, "... without a plan, as no event is on every machine");
	event_of(PT, EINVAL);
	attr->config = 1ULL << 40;
	found("pmu-config-bits", true, "Intel PT takes some bits of config");
	attr->config = 0x400;
	not_found("pmu-config-bits", "... tsc is one of them");
	attr->config = 1ULL << 31;
	not_found("pmu-config-bits", "... one that only new processors have is undecided");
	event_of(UNCORE, EINVAL);
	attr->config = 0xff;
	found("pmu-event-absent", false, "an uncore box may have no fixed counter");
	attr->config = 0x34;
	found("pmu-refused", false, "of its other events only that it refused is known");
}

static void test_branches(void)
{
	event_of(DSU, EINVAL);
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	sysfs(DSU, PA_SYSFS_UNKNOWN, PA_SYSFS_HAS, 0);
	found("pmu-no-branch-stack", true, "DSU has no branches");
	attr->sample_type = 0;
	not_found("pmu-no-branch-stack", "... which matters only if they are requested");
	event_of(UNCORE, EINVAL);
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	not_found("pmu-no-branch-stack", "uncore does not look");
	event_of(IBS, EOPNOTSUPP);
	attr->config = 0x100;
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	found("pmu-no-branch-stack", false, "IBS does on some kernels");
}

static void test_served(void)
{
	event_of(DSU, EINVAL);
	found("pmu-cpu-not-served", false, "DSU serves some cpus, it is not known which");
	sysfs(DSU, PA_SYSFS_UNKNOWN, PA_SYSFS_LACKS, 1);
	found("pmu-cpu-not-served", false, "if the cpu is not one of them now, then probably");
	says("PMU arm_dsu_0 does not cover cpu 0: it covers, for example, cpu 1");
	ok(change_is("cpu", 1) && why.nfix == 1, "... and the plan is one of them");
	sysfs(DSU, PA_SYSFS_UNKNOWN, PA_SYSFS_HAS, 0);
	found("pmu-refused", false, "one of its cpus is not the reason");
	event_of(RAPL, EINVAL);
	attr->config = 2;
	not_found("pmu-cpu-not-served", "RAPL finds the cpu itself");
	task_of(DSU, EINVAL);
	rec.arg_cpu = 0;
	sysfs(DSU, PA_SYSFS_UNKNOWN, PA_SYSFS_LACKS, 1);
	found("pmu-for-cpus", true, "a task on a cpu that is not served");
	ok(change_is("cpu", 1) && change_is("pid", ~0ULL), "... moves to one that is");
}

/* An event of the cpu's PMU, refused in a group of so many, whose leader is of this PMU. */
static void in_group(int pmu, unsigned int siblings)
{
	event_of(CPU, EINVAL);
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x1cd;
	leader();
	rec.facts.leader.pmu = (u16)pmu;
	rec.facts.leader.task_ctx_nr = 0;
	rec.facts.leader.type = PERF_TYPE_RAW;
	rec.facts.leader.config = 0x1cd;
	rec.facts.leader.siblings = (u16)siblings;
	no_ibs();
}

/* validate_group(), arch/x86/events/core.c: with what does the event conflict? */
static void test_group_conflict(void)
{
	in_group(CPU, 0);
	found("group-not-countable", false, "the same event as the leader, twice");
	says("PMU cpu cannot count this group at once: the leader is the same event, "
	     "which "
	     "needs the same counter");
	in_group(CPU, 0);
	rec.facts.leader.type = PERF_TYPE_HARDWARE;
	rec.facts.leader.config = 1;
	found("group-not-countable", false, "another event than the leader");
	says("PMU cpu cannot count this group at once: this event and the leader, "
	     "instructions, need the same counter or extra register");
	in_group(CPU, 3);
	found("group-not-countable", false, "the fifth event of a group");
	says("PMU cpu cannot count this group at once: 5 events, led by cpu config 0x1cd; "
	     "too "
	     "few counters, or two need the same");
	in_group(CPU, 0);
	attr->config1 = 3;
	found("group-not-countable", false, "mem-loads twice: any threshold of 16 bits is valid");
	attr->config1 = 0x10000;
	not_found("group-not-countable", "... a larger one may be the reason");
	in_group(CPU, 0);
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = 0;
	attr->config1 = ~0ULL;
	found("group-not-countable", false, "a generic event has no config1");
	in_group(ATOM, 0);
	found("group-not-countable", true, "a group has one kind of cpus");
	says("PMU cpu cannot count this group at once: its leader is an event of cpu_atom");
	in_group(SOFT, 0);
	rec.facts.leader.task_ctx_nr = 1;
	not_found("group-not-countable", "beside a single software event there is no conflict");
	rec.facts.leader.siblings = 1;
	found("group-not-countable", false, "beside a software event and another there may be one");
}

/* A call that its event_init() accepted, to join a group; with the leader on cpu 1. */
static void member_of(int pmu)
{
	start();
	attr->type = pmus[pmu].type;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	leader();
	rec.facts.leader.cpu = 1;
	rec.facts.leader.ctx_cpu = 1;
	refused(PA_SITE_GROUP, pmu, EINVAL);
	rec.kv.pmu_caps = pmus[pmu].caps;
}

/* uncore_pmu_event_init() and others set event->cpu to the cpu that counts for the package. */
static void test_group_cpu(void)
{
	member_of(UNCORE);
	found("group-cpu-differs", true, "uncore on another cpu than the leader");
	ok(change_is("group_fd", ~0ULL) && why.nfix == 1,
	   "... may not get to the leader's: the plan leaves the group");
	sysfs(UNCORE, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, 1);
	found("group-cpu-differs", true, "... but if the leader's is in the cpumask");
	ok(change_is("cpu", 1) && why.nfix == 1, "... it does");
	member_of(UNCORE);
	rec.facts.leader.pmu = UNCORE;
	rec.facts.leader.task_ctx_nr = -1;
	found("group-cpu-differs", true, "a leader of the same PMU");
	ok(change_is("cpu", 1) && why.nfix == 1, "... is on a cpu that counts");
	member_of(UNCORE);
	rec.arg_cpu = 1;
	rec.kv.cpu = 0;
	found("group-cpu-differs", true, "the call asked for the leader's cpu");
	says("cpu 0 differs from the group leader's cpu 1: a group has one pid and one cpu");
	ok(change_is("group_fd", ~0ULL) && why.nfix == 1, "... and the driver took another one");
	member_of(CPU);
	found("group-cpu-differs", true, "the core PMU leaves the cpu alone");
	ok(change_is("cpu", 1) && why.nfix == 1, "... so it can follow the leader");
	event_of(RAPL, EINVAL);
	attr->config = 2;
	attr->exclude_user = 1;
	leader();
	found("exclude-not-supported", true, "RAPL, refused before its cpu is known");
	ok(!why.opens, "... may be refused by the cpu afterwards");
	sysfs(RAPL, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, 0);
	found("exclude-not-supported", true, "... unless the call names one of the cpumask");
	ok(change_is("exclude_user", 0) && why.nfix == 1 && why.opens, "... which opens");
}

static void test_output_cpu(void)
{
	start();
	attr->type = pmus[UNCORE].type;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	output();
	rec.facts.leader.cpu = 1;
	refused(PA_SITE_OUTPUT, UNCORE, EINVAL);
	found("output-cpu-differs", true, "an output event on another cpu");
	rec.kv.have = PA_KV_STAGES;
	rec.facts.leader.pmu = UNCORE;
	found("output-cpu-differs", false, "... if the driver's choice was not seen, probably");
}

/* A leader that is a software event is moved to the hardware PMU of its first member, and stays. */
static void test_group_moved(void)
{
	event_of(RAPL, EINVAL);
	attr->config = 2;
	attr->exclude_idle = 1;
	leader();
	sysfs(RAPL, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, 0);
	found("exclude-not-supported", true, "a member of a software group");
	ok(why.opens && why.nfix == 1, "... opens without exclude_idle");
	rec.facts.leader.moved = 1;
	found("exclude-not-supported", true, "a group that has had a hardware event");
	ok(!why.opens && why.nfix == 1, "... may be of another PMU: nothing is promised");
	member_of(RAPL);
	attr->config = 2;
	rec.facts.leader.cpu = 0;
	rec.facts.leader.moved = 1;
	found("group-moved", false, "it is the reason if nothing else is");
	says("the software event that leads the group was moved to another PMU with an "
	     "earlier member, and stays there");
	ok(change_is("group_fd", ~0ULL) && why.nfix == 1, "... the plan leaves the group");
	attr->aux_sample_size = 8;
	found("no-aux-event", false, "no software event has an AUX area, whatever its group had");
	ok(change_is("aux_sample_size", 0) && why.nfix == 1 && !why.opens,
	   "... the plan promises nothing");
	rec.facts.leader.moved = 0;
	found("no-aux-event", true, "... surely, in a group of software events");
	attr->aux_sample_size = 0;
	rec.facts.leader.moved = 1;
	rec.facts.leader.pmu = CSTATE;
	rec.facts.leader.task_ctx_nr = -1;
	found("group-pmu-differs", false, "a leader of another hardware PMU");
	says("the group leader is of another hardware PMU, cstate_core");
}

/* perf stat -e cpu_atom/cycles/ -C 0 */
static void test_hybrid(void)
{
	start();
	attr->type = pmus[ATOM].type;
	attr->config = 0xc0;
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	refused(PA_SITE_CHOOSE, ATOM, ENOENT);
	rec.kv.steps[2].hardware = 1;
	found("cpu-not-served", false, "which cpus a hybrid PMU counts on is not known");
	ok(!why.nfix, "... so no other cpu is named");
	sysfs(ATOM, PA_SYSFS_UNKNOWN, PA_SYSFS_LACKS, 1);
	found("cpu-not-served", false, "... but probably not on this one");
	says("PMU cpu_atom does not count on cpu 0; it does on cpu 1");
	ok(change_is("cpu", 1) && why.nfix == 1, "... and the plan names one");
	sysfs(ATOM, PA_SYSFS_UNKNOWN, PA_SYSFS_HAS, 0);
	not_found("cpu-not-served", "on its own cpu it is the event");
	event_of(SPE, ENOENT);
	rec.kv.nsteps--;
	rec.kv.pmu = 0;
	step(PA_FN_TRY_INIT, SPE, -ENOENT);
	sysfs(SPE, PA_SYSFS_UNKNOWN, PA_SYSFS_LACKS, 1);
	found("cpu-not-served", false, "SPE may be on some cpus only");
	event_of(RAPL, ENOENT);
	not_found("cpu-not-served", "RAPL does not say ENOENT for a cpu");
}

static void test_group(void)
{
	event_of(UNCORE, EINVAL);
	attr->config = 0x34;
	leader();
	found("group-not-countable", false, "uncore checks that the group fits");
	ok(change_is("group_fd", ~0ULL) && why.nfix == 1, "... the plan leaves the group");
	event_of(RAPL, EINVAL);
	attr->config = 2;
	leader();
	not_found("group-not-countable", "RAPL does not");
	event_of(STRANGE, EINVAL);
	leader();
	not_found("group-not-countable", "of an unknown driver that is not known");
	event_of(UNCORE, EINVAL);
	attr->config = 0x34;
	not_found("group-not-countable", "without a group it is something else");
}

/* perf record -e ibs_op// */
static void test_ibs(void)
{
	event_of(IBS, EINVAL);
	found("pmu-needs-period", true, "IBS does not count");
	says("PMU ibs_op only samples: sample_period is 0");
	plan_opens("... with a period it opens");
	attr->config = 0x100;
	not_found("pmu-needs-period", "the period may be in config");
	attr->sample_period = 100000;
	found("pmu-two-periods", true, "... but not twice");
	ok(change_is("config", 0), "... then the one in config goes");
	attr->config = 0;
	not_found("pmu-two-periods", "one of them is enough");
	attr->exclude_host = 1;
	found("pmu-exclude-refused", true, "IBS excludes no host");
	attr->exclude_host = 0;
	attr->exclude_kernel = 1;
	found("pmu-exclude-refused", false, "... and the kernel on some processors");
	attr->config2 = 1;
	not_found("pmu-exclude-refused", "... or by software");
	rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	attr->exclude_idle = 1;
	found("exclude-not-supported", true, "on older kernels perf itself refuses that");
	attr->exclude_idle = 0;
	attr->exclude_kernel = 0;
	attr->config2 = 0;
	attr->sample_period = 0x20;
	found("period-too-short", false, "a short period is refused by some kernels");
	attr->sample_period = 0x90;
	not_found("period-too-short", "0x90 is long enough for all");
	attr->sample_period = 100000;
	attr->config = 1 << 19;
	found("pmu-config-bits", false, "cnt_ctl depends on the processor");
	attr->config = 1ULL << 40 | 1 << 19;
	found("pmu-config-bits", true, "other bits are refused");
	says("config 0x10000080000 has bits that PMU ibs_op does not have: it has 0xffff, on some "
	     "machines also 0xf800000007f90000");
	ok(change_is("config", 0), "... the plan keeps no bit that may be refused next");
}

static void test_spe(void)
{
	event_of(SPE, EINVAL);
	attr->freq = 1;
	attr->sample_freq = 4000;
	found("pmu-no-frequency", true, "SPE takes no frequency");
	attr->freq = 0;
	not_found("pmu-no-frequency", "... but a period");
	event_of(SPE, EOPNOTSUPP);
	attr->exclude_idle = 1;
	found("idle-not-excludable", true, "SPE cannot exclude idle");
	attr->exclude_idle = 0;
	not_found("idle-not-excludable", "... which matters only if requested");
	event_of(UNCORE, EOPNOTSUPP);
	attr->exclude_idle = 1;
	not_found("idle-not-excludable", "uncore's event_init does not look at it");
	event_of(SPE, EACCES);
	nobody();
	attr->config = 6;
	found("pmu-config-not-allowed", true, "physical addresses need a privilege");
	says("bits 0x6 of config for PMU arm_spe_0: needs CAP_PERFMON");
	ok(change_is("config", 0), "... or are left out");
	rec.facts.paranoid = 1;
	found("pmu-config-not-allowed", false, "newer kernels take a low paranoid instead");
	rec.facts.cap_effective = 1ULL << 38;
	not_found("pmu-config-not-allowed", "CAP_PERFMON passes it");
	nobody();
	attr->config = 1;
	not_found("pmu-config-not-allowed", "timestamps need none");
}

static void test_bts(void)
{
	task_of(BTS, EACCES);
	nobody();
	attr->exclude_kernel = 1;
	found("pmu-kernel-not-allowed", true, "BTS shows the kernel in any case");
	ok(!why.nfix && strstr(why.needs, "<= 1"), "... no argument helps: %s", why.needs);
	attr->exclude_kernel = 0;
	not_found("pmu-kernel-not-allowed", "... a check that is made only with exclude_kernel");
	attr->exclude_kernel = 1;
	rec.facts.paranoid = 1;
	not_found("pmu-kernel-not-allowed", "a low paranoid passes it");
}

static void cpu_event(int err)
{
	start();
	no_ibs();
	attr->type = PERF_TYPE_RAW;
	attr->config = 0xc0;
	attr->sample_period = 100000;
	refused(PA_SITE_INIT, CPU, err);
}

/* perf record -b on Zen 3 */
static void test_brs(void)
{
	cpu_event(EINVAL);
	env.pmus = pmus;
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	found("branch-stack-limited", false, "an event whose branches Zen 3 cannot record");
	ok(change_is("sample_type", 0) && why.nfix == 1, "... the plan does without");
	attr->config = 0xc4;
	not_found("branch-stack-limited", "it can record those of retired taken branches");
	attr->freq = 1;
	attr->sample_freq = 4000;
	found("branch-stack-limited", false, "... but not at a frequency");
	no_ibs();
	not_found("branch-stack-limited", "Intel has no such limit");
}

static void caps(int precise, enum pa_sysfs branches)
{
	sysfs(CPU, PA_SYSFS_UNKNOWN, PA_SYSFS_UNKNOWN, -1);
	now.pmu.precise = (s8)precise;
	now.pmu.branches = (u8)branches;
}

/* While the first event is opened, max_precise of Intel's cpus is 0. */
static void test_precise_moment(void)
{
	cpu_event(EINVAL);
	attr->sample_period = 0;
	attr->precise_ip = 1;
	caps(2, PA_SYSFS_HAS);
	found("precise-counting", true, "a precise event that counts");
	caps(0, PA_SYSFS_HAS);
	found("precise-counting", true, "... also if sysfs says for a moment that none is precise");
}

/* perf record -e cycles:ppp on Nehalem */
static void test_precise(void)
{
	cpu_event(EOPNOTSUPP);
	attr->precise_ip = 3;
	found("precise-not-supported", false, "what precise_ip the cpu supports is not known");
	caps(2, PA_SYSFS_HAS);
	found("precise-not-supported", true, "... if sysfs says 2, 3 is too much");
	says("precise_ip 3 is more than PMU cpu can do: 2 is the most");
	ok(change_is("precise_ip", 2) && !strcmp(why.lost, "samples are less precise"),
	   "... and the plan is the most that it can");
	attr->precise_ip = 2;
	not_found("precise-not-supported", "... 2 is not");
	caps(0, PA_SYSFS_HAS);
	attr->precise_ip = 1;
	found("precise-not-supported", true, "a cpu without PEBS has none");
	ok(change_is("precise_ip", 0), "... and the plan is precise_ip=0");
	attr->precise_ip = 0;
	not_found("precise-not-supported", "precise_ip 0 is always supported");
	env.pmus = pmus;
	attr->precise_ip = 3;
	caps(0, PA_SYSFS_LACKS);
	found("precise-not-supported", true, "with IBS 3 is too much");
	attr->precise_ip = 2;
	not_found("precise-not-supported", "... and 2 is forwarded, whatever sysfs says");
	cpu_event(ENOENT);
	env.pmus = pmus;
	rec.kv.pmu = 0;
	attr->precise_ip = 1;
	attr->sample_period = 0;
	found("precise-not-forwarded", true, "which it is before its period is checked");
	ok(change_is("precise_ip", 0), "... and the plan is precise_ip=0");
}

/* perf record -e cache-misses:p on Nehalem */
static void test_precise_event(void)
{
	cpu_event(EINVAL);
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_CACHE_MISSES;
	attr->precise_ip = 1;
	caps(2, PA_SYSFS_HAS);
	found("precise-event-not-supported", false, "PEBS of old processors has few events");
	says("PMU cpu cannot sample this event precisely: its PEBS supports only some events, "
	     "and few with edge, any, inv or cmask");
	ok(change_is("precise_ip", 0) && why.nfix == 1, "... the plan is precise_ip=0");
	caps(3, PA_SYSFS_HAS);
	not_found("precise-event-not-supported", "... of newer ones it has all");
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x108000c0;
	found("precise-event-not-supported", false, "... but not all with inv and cmask");
	attr->config = 0xc0;
	not_found("precise-event-not-supported", "... which this one has not");
	caps(2, PA_SYSFS_HAS);
	env.pmus = pmus;
	not_found("precise-event-not-supported", "IBS has other limits");
}

/* perf record -e cycles:p in a virtual machine on Ice Lake */
static void test_precise_baseline(void)
{
	cpu_event(EINVAL);
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_CPU_CYCLES;
	attr->precise_ip = 1;
	caps(3, PA_SYSFS_HAS);
	strcpy(now.pmu.model, "skylake");
	not_found("precise-event-not-supported", "Skylake needs no PEBS baseline");
	strcpy(now.pmu.model, "icelake");
	found("precise-event-not-supported", false, "Ice Lake has few events without");
	says("PMU cpu cannot sample this event precisely: its PEBS supports only some events, "
	     "and few with edge, any, inv or cmask; on icelake the rest needs PEBS baseline, "
	     "missing here");
	ok(change_is("precise_ip", 0) && why.nfix == 1, "... the plan is precise_ip=0");
	rec.kv.pmu_caps |= PA_CAP_EXTENDED_REGS;
	not_found("precise-event-not-supported", "... and all with it");
}

static void test_branch_stack(void)
{
	cpu_event(EOPNOTSUPP);
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = 8;
	caps(2, PA_SYSFS_LACKS);
	found("branch-stack-no-hardware", true, "a cpu without branch records");
	caps(2, PA_SYSFS_HAS);
	found("branch-stack-no-hardware", false, "... or this kind of branches");
	attr->sample_type = 0;
	not_found("branch-stack-no-hardware", "... that are not requested");
}

/* perf record -c 1 -e branches:u */
static void test_bts_event(void)
{
	cpu_event(EOPNOTSUPP);
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	attr->sample_period = 1;
	found("bts-refused", false, "every branch is recorded by BTS");
	ok(change_is("exclude_kernel", 1) && why.nfix == 1, "... of user space");
	attr->exclude_kernel = 1;
	explain();
	ok(change_is("sample_period", 2), "... or not every branch");
	attr->sample_period = 2;
	not_found("bts-refused", "... which needs no BTS");
	attr->sample_period = 1;
	attr->config = PERF_COUNT_HW_INSTRUCTIONS;
	not_found("bts-refused", "... nor do other events");
	attr->config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	env.pmus = pmus;
	not_found("bts-refused", "... nor other makers");
}

static void test_topdown(void)
{
	cpu_event(EINVAL);
	attr->sample_period = 0;
	attr->config = 0x8000;
	found("topdown-without-slots", false, "a metric needs slots");
	attr->config = 0x0400;
	not_found("topdown-without-slots", "... slots do not");
	attr->config = 0x8800;
	not_found("topdown-without-slots", "... nor what is beyond the metrics");
	attr->config = 0x80c0;
	not_found("topdown-without-slots", "... nor another event with such a umask");
}

/* As for a view of this record. */
static bool asks(struct pa_ask *ask)
{
	static struct pa_case c;

	pa_case_look(&c, &rec, &env);
	return pa_why_ask(ask, &c);
}

/* What a view must look up. */
static void test_ask(void)
{
	struct pa_ask ask;

	event_of(RAPL, EINVAL);
	attr->config = 5;
	memcpy(rec.attr, attr, sizeof(*attr));
	ok(asks(&ask) && ask.pmu == RAPL, "RAPL: of this PMU");
	is_str(ask.event, "energy-psys", "... its event");
	ok(ask.cpus && !strcmp(ask.cpus, "cpumask") && !ask.exact, "... and its cpus, for a plan");
	rec.attr[8] = 2;
	ok(asks(&ask) && !ask.event, "... but not its usual event");
	event_of(DSU, EINVAL);
	ok(asks(&ask) && !strcmp(ask.cpus, "associated_cpus") && ask.exact,
	   "DSU: the cpus that it accepts");
	start();
	attr->type = pmus[ATOM].type;
	refused(PA_SITE_CHOOSE, ATOM, ENOENT);
	memcpy(rec.attr, attr, sizeof(*attr));
	ok(asks(&ask) && !strcmp(ask.cpus, "cpus") && ask.exact,
	   "a hybrid PMU: its cpus");
	start();
	refused(PA_SITE_INIT, CPU, EINVAL);
	ok(!asks(&ask), "the only PMU of the cpu serves all");
	cpu_event(EOPNOTSUPP);
	attr->precise_ip = 1;
	memcpy(rec.attr, attr, sizeof(*attr));
	ok(asks(&ask) && ask.caps && !ask.cpus,
	   "... but not every precise_ip");
	start();
	refused(PA_SITE_OPEN, SOFT, EINVAL);
	ok(!asks(&ask), "a software event has no cpus of its own");
}

int main(void)
{
	test_names();
	test_table();
	test_task();
	test_samples();
	test_config();
	test_branches();
	test_served();
	test_group_conflict();
	test_group_cpu();
	test_output_cpu();
	test_group_moved();
	test_hybrid();
	test_group();
	test_ibs();
	test_spe();
	test_bts();
	test_brs();
	test_precise();
	test_precise_event();
	test_precise_baseline();
	test_precise_moment();
	test_branch_stack();
	test_bts_event();
	test_topdown();
	test_ask();
	return tap_end();
}
