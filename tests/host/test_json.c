// SPDX-License-Identifier: GPL-2.0
/* JSON: every form of a value. check_json.py tests that complete lines parse. */
#include "core/attr.h"
#include "rec.h"
#include "tap.h"

static struct perf_event_attr attr;
static struct pa_record r;
static struct pa_env env;

static void fresh(void)
{
	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	rec_env(&env);
	rec_init(&r, &attr, sizeof(attr));
}

static void pass(void)
{
	rec_init(&r, &attr, attr.size);
}

static void has(const char *want, const char *name)
{
	const char *got = rec_json(&r, &env);

	if (!ok(strstr(got, want), "%s", name)) {
		diag("want: %s", want);
		diag("in:   %s", got);
	}
}

static void has_not(const char *what, const char *name)
{
	ok(!strstr(rec_json(&r, &env), what), "%s", name);
}

static void test_strings(void)
{
	static const struct {
		const char *in;
		const char *out;
		const char *name;
	} cases[] = {
		{ "perf", "perf", "plain ASCII" },
		{ "a\"b\\c/d", "a\\\"b\\\\c/d", "quotes and backslashes" },
		{ "\n\t\r\x01\x1f\x7f", "\\n\\u0009\\u000d\\u0001\\u001f\\u007f", "controls" },
		{ "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac", "two and three bytes" },
		{ "\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7", "four bytes" },
		{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf", "the last character there is" },
		{ "\xc2\x9b", "\\u009b", "a C1 control" },
		{ "\xe2\x80\xa8\xe2\x80\xa9", "\\u2028\\u2029", "the Unicode line separators" },
		{ "\xff", "\\ufffd", "a byte that is no UTF-8" },
		{ "\x80", "\\ufffd", "a continuation without a start" },
		{ "\xc3", "\\ufffd", "a start without its continuation" },
		{ "\xe2\x82", "\\ufffd\\ufffd", "a character cut at the end" },
		{ "\xe2\x82x", "\\ufffd\\ufffdx", "a character cut by another" },
		{ "\xc0\xaf", "\\ufffd\\ufffd", "an overlong slash" },
		{ "\xe0\x80\xaf", "\\ufffd\\ufffd\\ufffd", "an overlong slash of three bytes" },
		{ "\xf0\x80\x80\xaf", "\\ufffd\\ufffd\\ufffd\\ufffd", "one of four bytes" },
		{ "\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd", "a surrogate" },
		{ "\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd", "beyond U+10FFFF" },
		{ "\xf5", "\\ufffd", "a start that no character has" },
	};
	char want[128];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		fresh();
		memset(r.comm, 0, sizeof(r.comm));
		memcpy(r.comm, cases[i].in, strlen(cases[i].in));
		snprintf(want, sizeof(want), "\"comm\":\"%s\",", cases[i].out);
		has(want, cases[i].name);
	}
	memset(r.comm, 0xc3, sizeof(r.comm));
	memset(want, 0, sizeof(want));
	for (i = 0; i < sizeof(r.comm); i++)
		strcat(want, "\\ufffd");
	has(want, "a character is not completed from beyond the buffer");
}

static void test_numbers(void)
{
	fresh();
	attr.config = 1ULL << 53;
	attr.config3 = (1ULL << 53) + 1;
	attr.sample_period = ~0ULL;
	attr.clockid = -5;
	attr.precise_ip = 3;
	pass();
	has("\"config\":\"9007199254740992\",", "64 bits are a string");
	has("\"config3\":\"9007199254740993\",", "... of digits");
	has("\"config4\":\"0\"}", "... also where they are few");
	has("\"sample_period\":\"18446744073709551615\",", "the largest number");
	has("{\"v\":2,\"call\":\"open\",\"seq\":", "an open says that it is one");
	r.seq = 7;
	r.time_ns = 1ULL << 53;
	r.wall_ns = 1768000000123456789ULL;
	r.duration_ns = 5;
	has("\"seq\":7,\"time_ns\":\"9007199254740992\",\"wall_ns\":\"1768000000123456789\","
	    "\"duration_ns\":5,", "clocks are strings, counts are numbers");
	r.seq = ~0ULL;
	r.duration_ns = (1ULL << 53) + 1;
	has("\"seq\":9007199254740992,", "a count ends at 2^53");
	has("\"duration_ns\":9007199254740992,", "... and so does a duration");
	has("\"clockid\":-5,", "a negative clock");
	has("\"precise_ip\":3,", "a field of two bits");
	r.flags = ~0ULL;
	has("\"flags\":\"18446744073709551615\"},\"ret\":", "flags above 2^53");
	r.ret = INT64_MIN;
	has("\"ret\":-9007199254740992,\"errno\":null,", "the smallest result");
}

static void test_attr(void)
{
	fresh();
	attr.size = 68;
	attr.config2 = 0x1122334455667788ULL;
	pass();
	has("\"config1\":\"0\",\"config2\":\"1432778632\",\"branch_sample_type\":null,",
	    "a cut field is zero-extended, and one that was not passed is null");
	has("\"attr_raw\":\"0000000044000000", "the raw bytes");
	has("0088776655\",\"symbols\":", "the raw bytes end where the caller's size does");
	r.attr_size = 3;
	has("\"attr_raw\":\"000000\",", "at most the bytes that the caller said");
	r.attr_state = PA_ATTR_UNREADABLE;
	has("\"attr\":null,\"attr_raw\":null,\"symbols\":{\"flags\":[]},\"strings\":{},",
	    "an unreadable attr");
	fresh();
	attr.freq = 1;
	attr.type = PERF_TYPE_BREAKPOINT;
	pass();
	has("\"sample_freq\":\"0\",", "the member in force");
	has_not("\"sample_period\":", "not the other one");
	has("\"bp_addr\":\"0\",\"bp_len\":\"0\",", "breakpoint members");
	has("\"type\":\"PERF_TYPE_BREAKPOINT\"", "the type by symbol");
	attr.bp_addr = 0xffffffff81123456ULL;
	pass();
	has("\"bp_addr\":null,\"bp_len\":\"0\",", "a kernel address is not shown");
	has_not("563412", "nor in the raw bytes");
	fresh();
	attr.type = REC_KPROBE;
	attr.kprobe_func = 0x7000;
	attr.probe_offset = 0xffffffff81123456ULL;
	pass();
	has("\"kprobe_func\":\"28672\",\"probe_offset\":null,", "B3: nor one that is an offset");
	has_not("563412", "B3: ... nor in the raw bytes");
	has_not("81123456", "B3: ... nor in the event's name");
	attr.kprobe_func = 0xffffffff81123456ULL;
	pass();
	has("\"kprobe_func\":null,\"probe_offset\":null,", "B3: nor one that should be a string");
	has_not("563412", "B3: ... nor in the raw bytes");
}

static void test_partly_there(void)
{
	fresh();
	attr.type = PERF_TYPE_RAW;
	attr.config = 0x11;
	pass();
	has_not("attr_ends", "an attr that is there whole does not say where it ends");
	r.attr_state = PA_ATTR_PART;
	r.attr_len = 16;
	has("{\"type\":4,\"size\":", "B8: of an attr that ends early, what is there is shown");
	has("\"config\":\"17\",\"sample_period\":null,", "B8: ... up to its end");
	has("\"attr_raw\":\"04000000", "B8: ... also raw");
	has(",\"attr_ends\":16,\"symbols\":", "B8: ... and it says where that is");
}

static void test_symbols(void)
{
	fresh();
	attr.type = REC_MSR;
	attr.size = 100;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | 1ULL << 63;
	attr.sample_regs_user = 1 | 3ULL << 32;
	pass();
	r.flags = PERF_FLAG_FD_CLOEXEC | 16;
	has("\"symbols\":{\"type\":\"msr\",\"size\":null,\"config\":null,\"sample_type\":["
	    "\"PERF_SAMPLE_IP\",\"PERF_SAMPLE_TIME\",\"0x8000000000000000\"],\"read_format\":[],"
	    "\"bp_type\":\"HW_BREAKPOINT_EMPTY\",\"branch_sample_type\":[],\"sample_regs_user\":["
	    "\"PERF_REG_X86_AX\",\"PERF_REG_X86_XMM0\"],\"clockid\":\"CLOCK_REALTIME\","
	    "\"sample_regs_intr\":[],\"flags\":[\"PERF_FLAG_FD_CLOEXEC\",\"0x10\"]},",
	    "all symbols of a call");
	attr.type = 12345;
	attr.clockid = 10;
	pass();
	has("\"symbols\":{\"type\":null,", "a type that no PMU has");
	has("\"clockid\":null,", "a clock that is none");
	attr.type = PERF_TYPE_HW_CACHE;
	attr.config = 0x10000;
	pass();
	has("\"config\":\"PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_READ << 8) | "
	    "(PERF_COUNT_HW_CACHE_RESULT_MISS << 16)\"", "a cache event as in C");
	attr.type = PERF_TYPE_TRACEPOINT;
	pass();
	has("\"config\":null,\"sample_type\"", "a tracepoint without a name");
	r.have_kview = 1;
	r.kv.have = PA_KV_NAME;
	strcpy(r.kv.name, "a:\"b");
	has("\"config\":\"a:\\\"b\"", "a tracepoint by name, escaped");
}

static void test_pointers(void)
{
	fresh();
	attr.type = REC_UPROBE;
	attr.uprobe_path = 16;
	pass();
	has("\"strings\":{\"uprobe_path\":null},", "a path that was not captured");
	r.str_kind = 2;
	r.str_len = 4;
	memcpy(r.str, "/\xff\n!", 4);
	has("\"strings\":{\"uprobe_path\":\"/\\ufffd\\n!\"},", "a path, escaped");
	has("\"uprobe_path\":\"16\",\"probe_offset\":\"0\",", "the members of an uprobe");
	attr.type = REC_KPROBE;
	pass();
	r.str_kind = 1;
	r.str_len = 4;
	memcpy(r.str, "exit", 4);
	has("\"strings\":{\"kprobe_func\":\"exit\"},", "a function");
	attr.kprobe_func = 0;
	pass();
	has("\"strings\":{},", "a kprobe by address has no string");
}

static void test_kernel(void)
{
	fresh();
	attr.type = PERF_TYPE_SOFTWARE;
	attr.freq = 1;
	attr.sample_freq = 4000;
	pass();
	has("\"kernel\":null,", "no kernel view");
	r.have_kview = 1;
	memset(&r.kv, 0, sizeof(r.kv));
	has("\"kernel\":null,", "a kernel view in which nothing was captured");
	r.kv.have = PA_KV_STAGES;
	r.kv.nsteps = 2;
	r.kv.steps[0].fn = 99;
	r.kv.steps[1].fn = PA_FN_TRY_INIT;
	r.kv.steps[1].ret = PA_RET_PENDING;
	r.kv.steps_lost = 4;
	has("\"kernel\":{\"pmu\":null,\"pmu_type\":null,\"event\":\"cpu-clock\",\"id\":null,"
	    "\"overflow_handler\":null,\"clock\":null,\"cpu\":null,\"sample_period\":null,"
	    "\"hw_config\":null,\"hw_event\":null,\"counted_by\":null,\"leader\":null,\"target\":null,\"cgroup\":null,\"attr\":null,"
	    "\"path\":[{\"fn\":null,\"ret\":0},"
	    "{\"fn\":\"perf_try_init_event\",\"pmu\":null,\"ret\":null}],\"path_lost\":4},",
	    "what is not known of the kernel's view is null");
	r.kv.have = 0x1ff & ~PA_KV_NAME;
	r.kv.pmu = REC_PMU_CLOCK;
	r.kv.id = 57;
	r.kv.cpu = -1;
	r.kv.sample_period = 250000;
	r.kv.hw_config = 7;
	r.kv.kattr_len = sizeof(attr);
	attr.freq = 0;
	attr.sample_period = 250000;
	attr.sample_max_stack = 127;
	memcpy(r.kv.kattr, &attr, sizeof(attr));
	r.kv.nsteps = 1;
	r.kv.steps[0].fn = PA_FN_COPY_ATTR;
	r.kv.steps_lost = 0;
	strcpy(r.kv.task_comm, "bash");
	strcpy(r.kv.cgroup, "/a");
	strcpy(env.handler, "perf_event_output_forward");
	strcpy(env.clock, "local_clock");
	has("\"kernel\":{\"pmu\":\"cpu_clock\",\"pmu_type\":1,\"event\":\"cpu-clock\","
	    "\"id\":\"57\","
	    "\"overflow_handler\":\"perf_event_output_forward\",\"clock\":\"local_clock\","
	    "\"cpu\":-1,\"sample_period\":\"250000\",\"hw_config\":\"7\","
	    "\"hw_event\":null,\"counted_by\":null,\"leader\":{\"fd\":-1,\"id\":\"0\","
	    "\"type\":0,\"config\":\"0\",\"event\":\"cycles\"},\"target\":{\"pid\":0,\"tid\":0,"
	    "\"comm\":\"bash\"},\"cgroup\":\"/a\",\"attr\":{\"sample_period\":\"250000\",\"freq\":0,"
	    "\"sample_max_stack\":127},\"path\":[{\"fn\":\"perf_copy_attr\",\"ret\":0}]},",
	    "a whole kernel view, of its attr only what differs");
	r.kv.leader.type = REC_MSR;
	has("\"config\":\"0\",\"event\":null}", "a leader whose event has no name");
	r.kv.have |= PA_KV_LEADER_NAME;
	strcpy(r.kv.leader_name, "sched:sched_switch");
	has("\"event\":\"sched:sched_switch\"}", "a leader that is a tracepoint");
}

static void test_why(void)
{
	struct pa_why why = {
		.rule = "sample-freq-above-max", .in = "perf_event_open", .field = "sample_freq",
		.text = "a \"b\"", .nfix = 2, .certain = true,
		.plan = PA_PLAN_OTHER, .opens = true, .lost = "on every cpu",
		.fix = { { "sample_freq", 50000, false }, { "cpu", (u64)-1, true } },
	};

	fresh();
	rec_why = &why;
	has("\"errno\":null,\"kernel\":null,\"why\":null}\n", "a success has no reason");
	r.ret = -22;
	has("\"ret\":-22,\"errno\":\"EINVAL\",", "a refusal and its errno");
	has("\"why\":{\"rule\":\"sample-freq-above-max\",\"in\":\"perf_event_open\","
	    "\"field\":\"sample_freq\",\"text\":\"a \\\"b\\\"\",\"fix\":{\"sample_freq\":\"50000\","
	    "\"cpu\":-1},\"certain\":true,\"plan\":{\"kind\":\"other\",\"lost\":\"on every cpu\","
	    "\"opens\":true},\"needs\":null,\"not_zeroed\":false,\"holders_now\":null}}\n",
	    "a reason with a fix");
	why.nfix = 0;
	why.field = NULL;
	why.certain = false;
	why.plan = PA_PLAN_NONE;
	why.garbage = true;
	strcpy(why.needs, "CAP_PERFMON");
	has("\"field\":null,\"text\":\"a \\\"b\\\"\",\"fix\":null,\"certain\":false,"
	    "\"plan\":null,\"needs\":\"CAP_PERFMON\",\"not_zeroed\":true,"
	    "\"holders_now\":null}}\n",
	    "a reason without a field and without a fix");
	rec_why = NULL;
	has("\"why\":null}\n", "a refusal whose reason is not known");
}

/* Counts the fields that are shown as symbols, but are not among them in this record. */
static unsigned int without_symbol(bool *seen)
{
	const char *symbols = strstr(rec_json(&r, &env), "\"symbols\":{");
	unsigned int id, missing = 0;
	char key[64];

	for (id = 0; id < PA_FIELD_MAX; id++) {
		if (pa_fields[id].show < PA_SHOW_SIZE)
			continue;
		snprintf(key, sizeof(key), "\"%s\":", pa_fields[id].name);
		seen[id] |= symbols && strstr(symbols, key);
		missing += !seen[id];
	}
	return missing;
}

static void test_all_symbols(void)
{
	bool seen[PA_FIELD_MAX] = {};
	unsigned int missing;

	fresh();
	without_symbol(seen);
	attr.type = PERF_TYPE_BREAKPOINT;
	pass();
	missing = without_symbol(seen);
	ok(!missing, "each field that is shown by name is a symbol: %u are missing", missing);
}

int main(void)
{
	test_strings();
	test_numbers();
	test_attr();
	test_partly_there();
	test_symbols();
	test_all_symbols();
	test_pointers();
	test_kernel();
	test_why();
	return tap_end();
}
