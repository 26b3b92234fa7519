// SPDX-License-Identifier: GPL-2.0
/*
 * Plans of random calls on random machines: a rule of the table simulates the kernel, and if
 * there is no plan every single change is tried, to find changes that the plan has missed.
 */
#include "tap.h"
#include "why_random.h"

#define CALLS	6000

static struct {
	unsigned int refused, plans, promised, refused_again, single, missed, no_help, false_no;
	unsigned int garbage, built, several, needless;
} sum;

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

/* A plan all of whose checks are decided has no change without which the call opens as well. */
static void judge_changes(void)
{
	unsigned int i;

	if (!why.certain || !why.opens || why.nfix < 2)
		return;
	sum.several++;
	for (i = 0; i < why.nfix; i++) {
		/*
		 * The size covers the fields behind it; a plan for another PMU cannot know whether
		 * that has an interrupt.
		 */
		if (!strcmp(why.fix[i].field, "size") ||
		    (!strcmp(why.fix[i].field, "sample_period") && why.plan == PA_PLAN_OTHER))
			continue;
		apply_but(i);
		if (!why_refuses(&rec, &env)) {
			sum.needless++;
			diag("without %s it opens as well", why.fix[i].field);
			show();
		}
		take_back();
	}
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
	judge_changes();
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
	ok(sum.several && !sum.needless, "no plan of %u with several changes has one too many",
	   sum.several);
	ok(!sum.built, "no plan builds on an attr that was not zeroed");
	ok(sum.missed * 20 <= sum.single, "95 %% of what one change opens have a plan");
	ok(sum.no_help && !sum.false_no, "where no argument is said to help, none does");
}

int main(void)
{
	test_random();
	return tap_end();
}
