// SPDX-License-Identifier: GPL-2.0
/* How an event has fared: what its times mean, why it never ran, as text and as JSON. */
#include "core/attr.h"
#include "core/health.h"
#include "rec.h"
#include "tap.h"
#include "rules/health.h"

enum { SOFT = 1, CPU, CORE, PMUS };

#define PMU(number, text, context) \
	{ .type = (number), .name = (text), .task_ctx_nr = (context), .have_caps = true }

static const struct pa_pmu_name pmus[PMUS] = {
	[SOFT] = PMU(PERF_TYPE_SOFTWARE, "software", 1),
	[CPU] = PMU(PERF_TYPE_RAW, "cpu", 0),
	[CORE] = PMU(9, "cpu_core", 0),
};

static struct pa_record r;
static struct pa_env env;
static struct pa_health *const h = &r.op.health;

/* A read of an event of a task that was enabled for a second, on any cpu. */
static void start(enum pa_record_kind kind, u16 pmu, u64 running)
{
	memset(&r, 0, sizeof(r));
	r.kind = (u8)kind;
	r.op.have = PA_OP_HEALTH;
	r.op.pmu = pmu;
	r.op.fd_from = PA_FD_CALL;
	h->bits = PA_H_TIMES | PA_H_TASK | PA_H_LOST;
	h->state = PA_STATE_INACTIVE;
	h->cpu = -1;
	h->enabled = 1000000000;
	h->running = running;
	if (kind == PA_RECORD_READ)
		r.ret = 8;
	rec_env(&env);
	env.pmus = pmus;
	env.npmus = PMUS;
}

static void set_flag(enum pa_field_id id)
{
	h->flags |= 1ULL << pa_fields[id].shift;
}

/* The line of a text, without its margin. */
static void health_is(const char *text, const char *want, const char *name)
{
	const char *line = strstr(text, "    /* health: ");
	char got[512] = "";

	if (line)
		snprintf(got, sizeof(got), "%.*s", (int)strcspn(line + 15, "*"), line + 15);
	is_str(got, want, name);
}

static void line_is(const char *want, const char *name)
{
	health_is(rec_text(&r, &env, 0), want, name);
}

static void log_is(const char *want, const char *name)
{
	health_is(rec_log(&r, &env, 0), want, name);
}

static void json_has(const char *want, const char *name)
{
	const char *json = rec_json_told(&r, &env);

	if (!ok(!!strstr(json, want), "%s", name))
		diag("got: %s", strstr(json, "\"health\"") ? strstr(json, "\"health\"") : json);
}

/* The reason in both formats. */
static void never(const char *id, bool certain, const char *name)
{
	struct why_never never;
	struct pa_fare fare;
	char want[128];

	ok(pa_fare_look(&fare, &r, &env), "%s: there is a health", name);
	why_never_look(&never, &r, &env);
	is_str(never.id ? never.id : "none", id, name);
	if (!never.id || strcmp(never.id, id))
		return;
	is_num(never.certain, certain, "%s: %s", name, certain ? "certain" : "probable");
	snprintf(want, sizeof(want), "\"never_ran\":{\"why\":\"%s\",\"text\":\"", id);
	json_has(want, "... JSON has it");
}

static void test_times(void)
{
	static const u64 words[] = { 5, 2000000000, 500000000 };

	start(PA_RECORD_READ, CPU, 270000000);
	line_is("ran 27 %, 270.000 ms of 1000.000 ms; the value is not scaled, as read_format "
		"lacks the "
		"times ", "text: 27 %, and nobody can scale it");
	json_has("\"health\":{\"state\":\"inactive\",\"enabled_ns\":\"1000000000\","
		 "\"running_ns\":\"270000000\","
		 "\"percent\":27,\"children_missing\":false,\"lost\":\"0\","
		 "\"throttled\":false,\"unscaled\":true,\"buffer\":null,"
		 "\"task\":true,\"cgroup\":false,\"cpu_offline\":false,\"children\":false,"
		 "\"attr_flags\":\"0\",\"cpu\":-1,\"siblings\":0,\"never_ran\":null},"
		 "\"why\":null}\n",
		 "JSON: all of it, and user space has nothing to add");
	h->bits |= PA_H_CGROUP | PA_H_OFFLINE | PA_H_CHILDREN;
	h->bits &= ~PA_H_TASK;
	set_flag(PA_FIELD_PINNED);
	h->cpu = 3;
	h->siblings = U16_MAX;
	json_has("\"task\":false,\"cgroup\":true,\"cpu_offline\":true,\"children\":true,"
		 "\"attr_flags\":\"4\",\"cpu\":3,\"siblings\":65535,\"never_ran\":null}",
		 "JSON: what the event is");
	start(PA_RECORD_READ, CPU, 270000000);
	r.op.format = 3;
	memcpy(r.attr, words, sizeof(words));
	r.attr_len = sizeof(words);
	line_is("ran 25 %, 500.000 ms of 2000.000 ms ", "text: the times of the read go first");
	start(PA_RECORD_CLOSE, CPU, 1000000000);
	line_is("ran 100 %, 1000.000 ms of 1000.000 ms ", "text: at the close");
	h->running = 1000000007;
	json_has("\"percent\":100", "JSON: never above 100");
	start(PA_RECORD_READ, CPU, 999999999);
	json_has("\"unscaled\":false", "JSON: a nanosecond is no loss");
	start(PA_RECORD_READ, CPU, 270000000);
	h->cpu = 1;
	json_has("\"percent\":27,", "JSON: a task of which one cpu is measured ran there in part");
	json_has("\"unscaled\":false", "... and that is no loss either");
	h->enabled = ~0ULL;
	h->running = 1ULL << 63;
	json_has("\"percent\":50", "JSON: large numbers do not overflow");
	start(PA_RECORD_CLOSE, CPU, 1);
	h->bits &= ~PA_H_TIMES;
	line_is("its times are not known ", "text: without times");
	json_has("\"enabled_ns\":null,\"running_ns\":null,\"percent\":null", "JSON: null");
	start(PA_RECORD_CLOSE, CPU, 0);
	h->enabled = 0;
	json_has("\"percent\":null", "JSON: 0 of 0 is no share");
}

static void test_extras(void)
{
	start(PA_RECORD_READ, SOFT, 1000000000);
	h->lost = 3;
	h->bits |= PA_H_THROTTLED | PA_H_CHILDREN;
	line_is("ran 100 %, 1000.000 ms of 1000.000 ms without its children; lost 3 samples; "
		"throttled now ",
		"text: children, lost samples, throttled");
	json_has("\"children_missing\":true,\"lost\":\"3\",\"throttled\":true",
		 "JSON: children, lost samples, throttled");
	h->bits &= ~PA_H_LOST;
	json_has("\"lost\":null", "JSON: a kernel that does not count them");
	start(PA_RECORD_READ, SOFT, 1000000000);
	r.op.have |= PA_OP_LOOKED;
	h->head = 4096;
	line_is("ran 100 %, 1000.000 ms of 1000.000 ms; of 4096 bytes in its buffer 0 were read ",
		"text: what was read of the buffer");
	json_has("\"buffer\":{\"written\":\"4096\",\"read\":\"0\"}",
		 "JSON: what was read of the buffer");
	h->tail = 0xffffffff81000000ULL;
	json_has("\"buffer\":null", "JSON: what a process writes there may be an address");
	ok(!strstr(rec_text(&r, &env, 0), "buffer"), "text: neither here");
	h->tail = 0;
	h->head = PA_HEAD_UNTOUCHED;
	json_has("\"buffer\":{\"written\":null,\"read\":\"0\"}", "JSON: nobody has touched it");
	line_is("ran 100 %, 1000.000 ms of 1000.000 ms; its process has not touched its buffer ",
		"text: nobody has touched it");
}

static void test_never_enabled(void)
{
	start(PA_RECORD_READ, SOFT, 0);
	h->enabled = 0;
	h->state = PA_STATE_OFF;
	never("not-enabled", true, "off, and no time");
	line_is("never ran of 0.000 ms: it, or its group leader, was never enabled when it "
		"could have run ",
		"text: never enabled");
	set_flag(PA_FIELD_ENABLE_ON_EXEC);
	never("not-exec", true, "it waits for exec");
	h->state = PA_STATE_EXIT;
	never("task-exited", true, "exited");
	h->state = PA_STATE_INACTIVE;
	never("task-not-run", true, "enabled, and no time");
	h->bits = PA_H_TIMES | PA_H_CGROUP;
	h->cpu = 0;
	never("cgroup-not-run", true, "a cgroup");
	h->bits = PA_H_TIMES;
	never("none", false, "a cpu, enabled just now");
	h->bits |= PA_H_OFFLINE;
	never("cpu-offline", true, "a cpu that is offline");
	h->enabled = 5;
	never("cpu-offline", false, "it may have gone offline later");
	h->bits = PA_H_TIMES;
	h->state = PA_STATE_REVOKED;
	never("pmu-gone", true, "the PMU is gone");
}

static void test_never_scheduled(void)
{
	start(PA_RECORD_READ, CPU, 0);
	never("no-counter", false, "enabled, and no counter");
	h->siblings = 4;
	never("group-not-scheduled", false, "a group");
	log_is("never ran of 1000.000 ms ", "log: how much it ran, not why it did not");
	line_is("never ran of 1000.000 ms: probably the PMU never had counters for all of its "
		"group at once "
		"(5 members) ", "text: a group");
	h->state = PA_STATE_ERROR;
	set_flag(PA_FIELD_PINNED);
	never("pinned-error", true, "pinned");
	start(PA_RECORD_READ, CPU, 0);
	h->state = PA_STATE_ERROR;
	never("none", false, "in the error state for another reason");
	start(PA_RECORD_READ, CORE, 0);
	never("no-counter", false, "a hybrid PMU");
	ok(!!strstr(rec_text(&r, &env, 0), "or its task ran on other cpus"),
	   "a hybrid PMU: or the task ran elsewhere");
	start(PA_RECORD_READ, SOFT, 0);
	h->cpu = 1;
	never("task-elsewhere", true, "a software event of a task on cpu 1");
	r.op.pmu = CPU;
	never("none", false, "a hardware event there: it may be either");
	start(PA_RECORD_READ, SOFT, 0);
	never("none", false, "a software event always has room");
	start(PA_RECORD_READ, CPU, 0);
	h->bits |= PA_H_CHILDREN;
	never("none", false, "its children may have run");
	start(PA_RECORD_READ, CPU, 1);
	never("none", false, "it ran");
}

static void test_none(void)
{
	struct pa_fare fare;

	start(PA_RECORD_READ, CPU, 1);
	r.op.have = 0;
	ok(!pa_fare_look(&fare, &r, &env), "a read without a health has none");
	json_has("\"health\":null", "JSON: null");
	start(PA_RECORD_IOCTL, CPU, 1);
	ok(!pa_fare_look(&fare, &r, &env), "an ioctl has none, whatever its bytes are");
}

static void test_random(void)
{
	unsigned int i, j, bad = 0;

	rec_env(&env);
	env.pmus = pmus;
	env.npmus = PMUS;
	for (i = 0; i < 20000; i++) {
		for (j = 0; j < sizeof(r); j += 8) {
			u64 v = rec_random();

			memcpy((u8 *)&r + j, &v, 8);
		}
		r.kind = i & 1 ? PA_RECORD_READ : PA_RECORD_CLOSE;
		r.op.have |= PA_OP_HEALTH;
		r.op.pmu %= PMUS + 1;
		if (i & 2)
			h->running = 0;
		if (i & 4)
			h->enabled = 0;
		bad += !strstr(rec_text(&r, &env, 0), "    /* health: ");
		bad += !strstr(rec_json_told(&r, &env), "\"health\":{\"state\":");
	}
	ok(!bad, "20000 healths of random bytes are read safely");
}

int main(void)
{
	test_times();
	test_extras();
	test_never_enabled();
	test_never_scheduled();
	test_none();
	test_random();
	return tap_end();
}
