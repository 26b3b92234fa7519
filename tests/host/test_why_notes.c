// SPDX-License-Identifier: GPL-2.0
/* Notes on calls that succeed: each with a record that has it, and a near one that has it not. */
#include "core/out.h"
#include "tap.h"
#include "uapi_ioctl.h"
#include "why_rec.h"
#include "rules/note.h"
#include "rules/text.h"

static struct pa_note notes[PA_NOTES];

static bool noted(const char *rule)
{
	u32 i, n;

	if (rec.kind == PA_RECORD_OPEN)
		memcpy(rec.attr, attr, sizeof(*attr));
	n = pa_notes(notes, &rec, &env);
	for (i = 0; i < n; i++)
		if (!strcmp(notes[i].rule, rule))
			return true;
	return false;
}

static void opened(u32 type, u64 config)
{
	start();
	attr->type = type;
	attr->config = config;
	rec.ret = 3;
	rec.have_facts = 0;
}

static void test_opens(void)
{
	opened(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES);
	ok(!noted("never-counts"), "context switches");
	attr->exclude_kernel = 1;
	ok(noted("never-counts") && !strcmp(notes[0].in, "perf_exclude_event"),
	   "... without the kernel");
	rec.ret = -EINVAL;
	ok(!noted("never-counts"), "... which have opened");
	opened(PERF_TYPE_TRACEPOINT, 300);
	attr->exclude_kernel = 1;
	ok(!noted("never-counts"), "a trace event, if it is not known which");
	now.trace = PA_TRACE_KERNEL;
	ok(noted("never-counts") && !strcmp(notes[0].in, "perf_tp_event_match"),
	   "... one of the kernel");
	opened(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	attr->sample_period = 9999;
	ok(noted("clock-floor"), "a clock at less than 10 us");
	attr->sample_period = 10000;
	ok(!noted("clock-floor"), "... at 10 us");
	attr->freq = 1;
	attr->sample_freq = 100000;
	ok(!noted("clock-floor"), "... or 100 kHz");
	attr->sample_freq = 100001;
	ok(noted("clock-floor"), "... more often");
	opened(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	attr->disabled = 1;
	attr->enable_on_exec = 1;
	ok(!noted("exec-of-a-cpu"), "exec enables events of a task");
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
	ok(noted("exec-of-a-cpu"), "... none of a cpu");
	attr->disabled = 0;
	ok(!noted("exec-of-a-cpu"), "... which matters where it is disabled");
}

/* A read that has returned @value of an event of a task that ran for a second. */
static void was_read(u16 pmu, u64 value)
{
	start();
	rec.kind = PA_RECORD_READ;
	rec.ret = 8;
	memset(&rec.op, 0, sizeof(rec.op));
	rec.op.have = PA_OP_HEALTH;
	rec.op.pmu = pmu;
	rec.op.health = (struct pa_health){
		.bits = PA_H_TIMES | PA_H_TASK, .cpu = -1, .state = PA_STATE_INACTIVE,
		.enabled = 1000000000, .running = 1000000000,
	};
	memcpy(rec.attr, &value, sizeof(value));
	rec.attr_len = sizeof(value);
}

static void test_reads(void)
{
	was_read(BP, 0);
	ok(noted("never-hit"), "a breakpoint that nothing has hit");
	rec.op.health.running = 0;
	ok(!noted("never-hit"), "one that never ran");
	was_read(BP, 1);
	ok(!noted("never-hit"), "one that was hit");
	was_read(KPROBE, 0);
	ok(noted("never-hit"), "a kprobe");
	was_read(SOFT, 0);
	ok(!noted("never-hit"), "what has no address");
	was_read(KPROBE, 0);
	rec.op.format = PERF_FORMAT_GROUP;
	ok(!noted("never-hit"), "a group has more than one value");
	was_read(KPROBE, 0);
	rec.attr_len = 0;
	ok(!noted("never-hit"), "a value that is not known is not 0");
}

static void test_reset(void)
{
	start();
	rec.kind = PA_RECORD_IOCTL;
	rec.ret = 0;
	memset(&rec.op, 0, sizeof(rec.op));
	rec.op.cmd = PERF_EVENT_IOC_RESET;
	ok(noted("reset-keeps-times"), "RESET");
	rec.ret = -ENOTTY;
	ok(!noted("reset-keeps-times"), "... that was refused");
	rec.ret = 0;
	rec.op.cmd = PERF_EVENT_IOC_ENABLE;
	ok(!noted("reset-keeps-times"), "another ioctl");
}

/* Any bytes are a record. */
static void test_random(void)
{
	unsigned int i, wrong = 0;
	size_t at;

	for (i = 0; i < 20000; i++) {
		start();
		for (at = 0; at < sizeof(rec); at += 8) {
			u64 word = rec_random();
			size_t n = sizeof(rec) - at < 8 ? sizeof(rec) - at : 8;

			memcpy((u8 *)&rec + at, &word, n);
		}
		rec.kind = rec_random() % PA_RECORD_MAX;
		rec.ret = rec_random() % 3 - (i & 1);
		wrong += pa_notes(notes, &rec, &env) > PA_NOTES;
	}
	is_num(wrong, 0, "no record has more notes than there is room for");
}

int main(void)
{
	test_opens();
	test_reads();
	test_reset();
	test_random();
	return tap_end();
}
