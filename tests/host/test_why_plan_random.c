// SPDX-License-Identifier: GPL-2.0
/*
 * Plans of random calls on random machines: a rule of the table simulates the kernel, and if
 * there is no plan every single change is tried, to find changes that the plan has missed.
 */
#include "tap.h"
#include "why_plan.h"

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

int main(void)
{
	test_random();
	return tap_end();
}
