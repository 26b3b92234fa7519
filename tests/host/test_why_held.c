// SPDX-License-Identifier: GPL-2.0
/* Which open events a refusal depends on, and how their holders are shown. */
#include "tap.h"
#include "why_rec.h"
#include "rules/ask.h"
#include "rules/rule.h"

static struct pa_held_ask ask;
static struct pa_held held;

static void test_rules(void)
{
	const struct pa_rule *rule;
	unsigned int n, marked = 0, others = 0;

	for (n = 0; (rule = pa_rule_number(pa_open_tables, n)); n++) {
		marked += !!rule->held;
		others += rule->held && rule->err != EBUSY && rule->err != ENOSPC;
	}
	is_num(marked, 3, "three rules depend on other events that are open");
	is_num(others, 0, "pa_held_asks() looks at the errnos of all these");
}

/* A call that was refused in @site by the check of @pmu for others. */
static bool asks(enum pa_site site, int pmu, int err)
{
	start();
	attr->type = pmus[pmu].type;
	attr->bp_type = pmu == BP ? 2 : 0;
	attr->bp_addr = pmu == BP ? 4096 : 0;
	attr->bp_len = pmu == BP ? 4 : 0;
	memcpy(rec.attr, attr, sizeof(*attr));
	rec.ret = -err;
	path(site, pmu, err);
	rec.kv.pmu_caps = pmus[pmu].caps;
	return pa_held_asks(&ask, &rec, &env);
}

static bool asks_again(void)
{
	return pa_held_asks(&ask, &rec, &env);
}

static void test_asks(void)
{
	ok(asks(PA_SITE_INIT, BP, ENOSPC) && ask.kind == PA_HELD_REGISTERS && ask.bp_type == 2,
	   "no free breakpoint register");
	ok(ask.task && ask.tid == 101 && ask.cpu == -1, "... for the calling thread, on any cpu");
	rec.arg_pid = 7;
	ok(!asks_again(), "... of another task whose number is not known: nobody is looked for");
	rec.kv.have |= PA_KV_TASK;
	rec.kv.task_pid = 70;
	ok(asks_again() && ask.tid == 70, "... the number in the initial namespace is");
	rec.arg_pid = -1;
	rec.arg_cpu = 1;
	ok(asks_again() && !ask.task && !ask.tid && ask.cpu == 1, "... for a cpu");
	rec.kind = PA_RECORD_IOCTL;
	ok(!asks_again(), "an op asks for nobody");
	ok(!asks(PA_SITE_INIT, BP, EINVAL), "nor does another errno");
	ok(!asks(PA_SITE_INIT, BP, EBUSY), "nor a refusal without a reason");
	ok(!asks(PA_SITE_INIT, CPU, EBUSY), "nor counters that are reserved by another than perf");
	ok(asks(PA_SITE_ALLOCATED, PT, EBUSY) && ask.kind == PA_HELD_OTHER_WAY && ask.pmu == PT &&
	   ask.task, "an exclusive PMU that is in use the other way");
	ok(asks(PA_SITE_GROUP, PT, EBUSY) && ask.kind == PA_HELD_SAME_TARGET && ask.pmu == PT,
	   "an exclusive PMU that has an event there");
}

static void test_matters(void)
{
	static const char * const verdicts[] = { "does not count", "counts" };
	static const struct {
		struct pa_held_ask ask;
		struct pa_held_event e;
		bool matters;
		const char *name;
	} cases[] = {
#define TASK(n)	.task = true, .tid = (n), .cpu = -1
#define BPS	.kind = PA_HELD_REGISTERS, .mixed = true, .bp_type = 2
		{ { BPS, TASK(5) }, { .bp_type = 2, .tid = 5, .cpu = -1 }, true, "the task's" },
		{ { BPS, TASK(5) }, { .bp_type = 2, .tid = 6, .cpu = -1 }, false,
		  "another task's" },
		{ { BPS, TASK(5) }, { .bp_type = 2, .cpu = 3 }, true, "a cpu's, for a task" },
		{ { BPS, .cpu = 3 }, { .bp_type = 2, .cpu = 3 }, true, "the cpu's" },
		{ { BPS, .cpu = 3 }, { .bp_type = 2, .cpu = 2 }, false, "another cpu's" },
		{ { BPS, .cpu = 3 }, { .bp_type = 2, .tid = 6, .cpu = -1 }, true,
		  "a task's, for a cpu" },
		{ { BPS, .cpu = 3 }, { .bp_type = 2, .tid = 6, .cpu = 2 }, false,
		  "a task's on another cpu" },
		{ { BPS, .cpu = 3 }, { .pmu = 1, .cpu = 3 }, false, "no breakpoint" },
		{ { BPS, .cpu = 3 }, { .bp_type = 4, .cpu = 3 }, true, "x86: of instructions" },
		{ { .kind = PA_HELD_REGISTERS, .bp_type = 2 }, { .bp_type = 4 }, false,
		  "Arm: of instructions" },
		{ { .kind = PA_HELD_REGISTERS, .bp_type = 2 }, { .bp_type = 1 }, true,
		  "Arm: of data" },
#define WAY	.kind = PA_HELD_OTHER_WAY, .pmu = 4
		{ { WAY, TASK(5) }, { .pmu = 4, .cpu = 0 }, true, "a cpu's, for a task" },
		{ { WAY, TASK(5) }, { .pmu = 4, .tid = 6, .cpu = -1 }, false, "another task's" },
		{ { WAY, .cpu = 3 }, { .pmu = 4, .tid = 6, .cpu = -1 }, true,
		  "a task's, for a cpu" },
		{ { WAY, .cpu = 3 }, { .pmu = 4, .cpu = 2 }, false, "another cpu's" },
		{ { WAY, TASK(5) }, { .pmu = 5, .cpu = 0 }, false, "another PMU's" },
#define SAME	.kind = PA_HELD_SAME_TARGET, .pmu = 4
		{ { SAME, TASK(5) }, { .pmu = 4, .tid = 5, .cpu = 1 }, true, "the task's" },
		{ { SAME, TASK(5) }, { .pmu = 4, .tid = 6, .cpu = -1 }, false, "another task's" },
		{ { SAME, .cpu = 3 }, { .pmu = 4, .cpu = 3 }, true, "the cpu's" },
		{ { SAME, .cpu = 3 }, { .pmu = 4, .cpu = 2 }, false, "another cpu's" },
		{ { SAME, .cpu = 3 }, { .pmu = 4, .tid = 5, .cpu = 3 }, false, "a task's" },
		{ { SAME, .cpu = 3 }, { .pmu = 5, .cpu = 3 }, false, "another PMU's" },
		{ { 0 }, { .cpu = -1 }, false, "of a rule that depends on none" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		is_num(pa_held_matters(&cases[i].ask, &cases[i].e), cases[i].matters,
		       "kind %u: %s %s", cases[i].ask.kind, cases[i].name,
		       verdicts[cases[i].matters]);
}

static void hold(s32 pid, const char *comm, s32 fd)
{
	struct pa_held_event *e = &held.by[held.n++];

	e->id = 900 + (u64)fd;
	e->who.pid = pid;
	e->who.fd = fd;
	memcpy(e->who.comm, comm, strnlen(comm, PA_COMM_LEN));
}

static void json_has(const char *want, const char *name)
{
	const char *json = rec_json_told(&rec, &env);

	if (!ok(!!strstr(json, want), "JSON: %s", name))
		diag("no %s in %s", want, json);
}

static void test_shown(void)
{
	asks(PA_SITE_INIT, BP, ENOSPC);
	json_has(",\"not_zeroed\":false,\"holders_now\":null}}\n", "who was not looked for");
	now.held = &held;
	json_has(",\"holders_now\":[]}}\n", "nobody was found");
	hold(123, "perf", 3);
	hold(123, "perf", 4);
	hold(77, "gdb", 9);
	json_has("\"holders_now\":[{\"pid\":123,\"comm\":\"perf\",\"fd\":3,\"id\":\"903\"},"
		 "{\"pid\":123,\"comm\":\"perf\",\"fd\":4,\"id\":\"904\"},"
		 "{\"pid\":77,\"comm\":\"gdb\",\"fd\":9,\"id\":\"909\"}]}}\n", "three descriptors");
	memset(&held, 0, sizeof(held));
	hold(5, "*/\n\033\"x", 3);
	json_has("\"comm\":\"*/\\n\\u001b\\\"x\",\"fd\":3", "a hostile name");
	held.n = ~0U;
	memset(held.by, 0x81, sizeof(held.by));
	ok(strstr(rec_json_told(&rec, &env), "]}}\n"),
	   "a list that is full and more is bounded");
	now.held = NULL;
	memset(&held, 0, sizeof(held));
}

int main(void)
{
	test_rules();
	test_asks();
	test_matters();
	test_shown();
	return tap_end();
}
