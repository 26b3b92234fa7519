// SPDX-License-Identifier: GPL-2.0
/* JSON: every form of a value. check_json.py tests that complete lines parse. */
#include "core/attr.h"
#include "rec.h"
#include "tap.h"
#include "rules/rule.h"

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

static void line_has(const char *got, const char *want, const char *name)
{
	if (!ok(strstr(got, want), "%s", name)) {
		diag("want: %s", want);
		diag("in:   %s", got);
	}
}

static void has(const char *want, const char *name)
{
	line_has(rec_json(&r, &env), want, name);
}

/* The same with what user space adds. */
static void has_told(const char *want, const char *name)
{
	line_has(rec_json_told(&r, &env), want, name);
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
		{ "\xc3\xa9\xe2\x82\xac", "\\u00e9\\u20ac", "two and three bytes" },
		{ "\xf0\x9f\x90\xa7", "\\ud83d\\udc27", "four bytes" },
		{ "\xf4\x8f\xbf\xbf", "\\udbff\\udfff", "the last character there is" },
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
	has("\"config4\":\"0\"", "... also where they are few");
	has("\"sample_period\":\"18446744073709551615\",", "the largest number");
	has("{\"v\":1,\"call\":\"open\",\"seq\":", "an open says that it is one");
	r.seq = 7;
	r.time_ns = 1ULL << 53;
	r.wall_ns = 1768000000123456789ULL;
	r.duration_ns = 5;
	has("\"seq\":7,\"load\":\"0c1e52d0\",\"time_ns\":\"9007199254740992\","
	    "\"wall_ns\":\"1768000000123456789\","
	    "\"duration_ns\":5,", "clocks are strings, counts are numbers");
	r.seq = ~0ULL;
	r.duration_ns = (1ULL << 53) + 1;
	has("\"seq\":9007199254740992,", "a count ends at 2^53");
	has("\"duration_ns\":9007199254740992,", "... and so does a duration");
	has("\"clockid\":-5,", "a negative clock");
	has("\"precise_ip\":3,", "a field of two bits");
	r.flags = ~0ULL;
	has("\"flags\":\"18446744073709551615\"},\"type_pmu\":null,\"ret\":", "flags above 2^53");
	r.ret = INT64_MIN;
	has("\"ret\":-9007199254740992,\"errno\":null,", "the smallest result");
}

/* A breakpoint that the kernel has its address of: what is said of it. */
static void hidden(u64 addr, u64 len, const char *want, const char *name)
{
	attr.bp_addr = addr;
	attr.bp_len = len;
	pass();
	has(want, name);
}

static void test_hidden(void)
{
	hidden(0xffffffff81123456ULL, 1,
	       ",\"hidden\":{\"bp_addr\":{\"low\":1110,\"aligned\":true,\"wraps\":false}},\"symbols\":",
	       "... but its place in a page");
	hidden(0xffffffff81123456ULL, 8, "\"low\":1110,\"aligned\":false,\"wraps\":false}}",
	       "... and whether it is aligned");
	hidden(0xffffffff81123456ULL, 0x7fffffff, "\"wraps\":true}}", "... or goes beyond the end");
	hidden(-1ULL, 1, "\"bp_addr\":\"18446744073709551615\"", "... -1 is no address");
	has_not("\"hidden\"", "... and nothing is hidden then");
	fresh();
	attr.type = REC_KPROBE;
	attr.kprobe_addr = 0xffffffff81123456ULL;
	pass();
	has("\"kprobe_addr\":null,", "the address of a kprobe is not shown");
	has("\"hidden\":{\"kprobe_addr\":{\"low\":1110}},", "... but its place in a page");
	attr.kprobe_func = 0xffffffff81123456ULL;
	pass();
	has("\"hidden\":{\"kprobe_func\":{\"low\":1110},\"probe_offset\":{\"low\":1110}},",
	    "... and that of both words");
	attr.kprobe_func = 4096;
	attr.probe_offset = -1ULL;
	pass();
	has("\"probe_offset\":\"18446744073709551615\",",
	    "an offset of -1 is shown: it is no address");
}

/* What has to be known of how the attr was copied. */
static void test_copied(void)
{
	fresh();
	attr.size = 300;
	rec_init(&r, &attr, sizeof(attr));
	has("\"attr_state\":\"entry\",\"symbols\":", "an attr that was captured whole");
	r.attr_more = 156;
	has("\"attr_state\":\"entry\",\"attr_more\":156,\"symbols\":", "one of a larger size");
	r.attr_state = PA_ATTR_RETURN;
	has("\"attr_state\":\"return\",", "one that was captured at the return");
	r.attr_len = 5;
	r.attr_size = 5;
	has("\"attr_state\":\"return\",\"attr_size\":5,", "one of less bytes than have its size");
	r.attr_state = 77;
	has("\"attr_state\":null,", "a state that is none");
	fresh();
	r.type_pmu = PA_PMU_NONE;
	has(",\"type_pmu\":0,\"ret\":", "a type that no PMU had");
	r.type_pmu = 5;
	has(",\"type_pmu\":5,\"ret\":", "the PMU that had the type");
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
	has("0088776655\",\"attr_state\":\"entry\",\"symbols\":",
	    "the raw bytes end where the caller's size does");
	r.attr_size = 3;
	has("\"attr_raw\":\"000000\",", "at most the bytes that the caller said");
	r.attr_state = PA_ATTR_UNREADABLE;
	r.attr_ptr = 16;
	has("\"attr\":null,\"attr_raw\":null,\"attr_state\":\"unreadable\",\"attr_size\":3,"
	    "\"attr_ptr\":\"16\",\"symbols\":{\"flags\":[]},\"strings\":{},", "an unreadable attr");
	r.have_size = 0;
	r.attr_ptr = 0xffffffff81123456ULL;
	has("\"attr_state\":\"unreadable\",\"attr_ptr\":null,\"symbols\":",
	    "... at a kernel address, which is not shown");
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
	test_hidden();
	fresh();
	attr.type = REC_KPROBE;
	attr.kprobe_func = 0x7000;
	attr.probe_offset = 0xffffffff81123456ULL;
	pass();
	has("\"kprobe_func\":\"28672\",\"probe_offset\":null,", "nor one that is an offset");
	has_not("563412", "... nor in the raw bytes");
	has_not("81123456", "... nor in the event's name");
	attr.kprobe_func = 0xffffffff81123456ULL;
	pass();
	has("\"kprobe_func\":null,\"probe_offset\":null,", "nor one that should be a string");
	has_not("563412", "... nor in the raw bytes");
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
	has("{\"type\":4,\"size\":", "of an attr that ends early, what is there is shown");
	has("\"config\":\"17\",\"sample_period\":null,", "... up to its end");
	has("\"attr_raw\":\"04000000", "... also raw");
	has(",\"attr_state\":\"part\",\"attr_ends\":16,\"symbols\":",
	    "... and it says where that is");
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
	has("\"strings\":{\"uprobe_path\":\"/\\ufffd\\n!\",\"raw\":\"2fff0a21\"},",
	    "a path, escaped, and its bytes, which are no UTF-8");
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
	has("\"kernel\":{\"pmu\":null,\"pmu_type\":null,\"pmu_id\":null,\"event\":\"cpu-clock\","
	    "\"id\":null,"
	    "\"overflow_handler\":null,\"clock\":null,\"cpu\":null,\"sample_period\":null,"
	    "\"hw_config\":null,\"leader\":null,\"target\":null,\"cgroup\":null,\"attr\":null,"
	    "\"path\":[{\"fn\":null,\"ret\":0},"
	    "{\"fn\":\"perf_try_init_event\",\"pmu\":null,\"id\":null,\"ret\":null}],\"path_lost\":4},",
	    "what is not known of the kernel's view is null");
	r.kv.have = 0x1ff & ~PA_KV_NAME;
	r.kv.pmu = REC_PMU_CLOCK;
	r.kv.pmu_task_ctx_nr = 1;
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
	has("\"kernel\":{\"pmu\":\"cpu_clock\",\"pmu_type\":1,\"pmu_id\":2,\"event\":\"cpu-clock\","
	    "\"id\":\"57\","
	    "\"overflow_handler\":\"perf_event_output_forward\",\"clock\":\"local_clock\","
	    "\"cpu\":-1,\"sample_period\":\"250000\",\"hw_config\":\"7\","
	    "\"leader\":{\"fd\":-1,\"id\":\"0\","
	    "\"type\":0,\"config\":\"0\",\"pmu_id\":null,\"event\":\"cycles\"},\"target\":{\"pid\":0,\"tid\":0,"
	    "\"comm\":\"bash\"},\"cgroup\":\"/a\",\"attr\":{\"sample_period\":\"250000\",\"freq\":0,"
	    "\"sample_max_stack\":127},\"path\":[{\"fn\":\"perf_copy_attr\",\"ret\":0}]},",
	    "a whole kernel view, of its attr only what differs");
	r.kv.leader.type = REC_MSR;
	has("\"config\":\"0\",\"pmu_id\":null,\"event\":null}", "a leader whose event has no name");
	r.kv.have |= PA_KV_LEADER_NAME;
	strcpy(r.kv.leader_name, "sched:sched_switch");
	has("\"event\":\"sched:sched_switch\"}", "a leader that is a tracepoint");
}

static void test_why(void)
{
	static const struct pa_rule rule = { .id = "sample-freq-above-max" };
	struct pa_why why = {
		.rule = &rule, .in = "perf_event_open", .field = "sample_freq",
		.text = "a \"b\"", .nfix = 2, .certain = true,
		.plan = PA_PLAN_OTHER, .opens = true, .lost = "on every cpu",
		.fix = { { "sample_freq", 50000, false }, { "cpu", (u64)-1, true } },
	};

	fresh();
	rec_why = &why;
	has("\"errno\":null,\"kernel\":null,\"facts\":null}\n", "a success has no facts");
	has_told("\"why\":null}\n", "... and no reason");
	r.ret = -22;
	has("\"ret\":-22,\"errno\":\"EINVAL\",", "a refusal and its errno");
	has_told("\"why\":{\"rule\":\"sample-freq-above-max\",\"in\":\"perf_event_open\","
	    "\"field\":\"sample_freq\",\"text\":\"a \\\"b\\\"\",\"fix\":{\"sample_freq\":\"50000\","
	    "\"cpu\":-1},\"certain\":true,\"plan\":{\"kind\":\"other\",\"lost\":\"on every cpu\","
	    "\"opens\":true},\"needs\":null,\"not_zeroed\":false,\"holders_now\":null}}\n",
	    "a reason with a fix");
	why.plan = PA_PLAN_VOID;
	why.check = "perf_exclude_event";
	has_told("\"plan\":{\"kind\":\"void\",\"lost\":\"on every cpu\","
		 "\"check\":\"perf_exclude_event\",\"opens\":true}",
		 "... of which the kernel never counts anything, and its check");
	why.check = NULL;
	why.nfix = 0;
	why.field = NULL;
	why.certain = false;
	why.plan = PA_PLAN_NONE;
	why.garbage = true;
	strcpy(why.needs, "CAP_PERFMON");
	has_told("\"field\":null,\"text\":\"a \\\"b\\\"\",\"fix\":null,\"certain\":false,"
	    "\"plan\":null,\"needs\":\"CAP_PERFMON\",\"not_zeroed\":true,"
	    "\"holders_now\":null}}\n",
	    "a reason without a field and without a fix");
	rec_why = NULL;
	has_not("\"why\"", "the module knows none of them");
	has_told("\"why\":null}\n", "a refusal whose reason is not known");
}

/* A refused open of a member of a group. */
static void test_facts(void)
{
	fresh();
	r.ret = -22;
	r.have_facts = 1;
	memset(&r.facts, 0, sizeof(r.facts));
	has(",\"facts\":{\"cap_effective\":null,\"init_userns\":null,\"own_pidns\":null,"
	    "\"perf_event_paranoid\":null,\"perf_event_max_sample_rate\":null,"
	    "\"perf_event_max_stack\":null,\"lockdown\":null,\"lsm\":null,\"this_cpu\":0,"
	    "\"nr_cpu_ids\":null,\"cpu_online\":null,\"nofile\":null,\"fd_free\":null,"
	    "\"target_exists\":null,\"target_same_creds\":null,\"cgroup_file\":null,"
	    "\"group_file\":null,\"leader_fd\":null,\"leader\":null}}\n",
	    "facts of which none is known");
	r.facts.have = ~0U;
	r.facts.cap_effective = 1ULL << 38;
	r.facts.paranoid = -1;
	r.facts.lsm = PA_LSM_BPF;
	r.facts.group_file = PA_FILE_OTHER;
	has("\"cap_effective\":\"274877906944\",\"init_userns\":false,", "capabilities are a mask");
	has("\"perf_event_paranoid\":-1,", "a level may be negative");
	has("\"lockdown\":\"none\",\"lsm\":[\"bpf\"],", "names are the kernel's");
	has("\"group_file\":\"other\",\"leader_fd\":0,\"leader\":null}",
	    "group_fd may be no event");
	r.facts.group_file = PA_FILE_PERF;
	r.facts.leader.pmu = REC_PMU_MSR;
	r.facts.leader.has_rb = 2;
	r.facts.leader.state = PA_STATE_OFF;
	has("\"leader\":{\"type\":0,\"config\":\"0\",\"pmu\":5,\"task_ctx_nr\":0,\"cpu\":0,"
	    "\"state\":-1,\"siblings\":0,\"inherit\":false,\"is_leader\":false,\"moved\":false,"
	    "\"ctx_same\":false,\"ctx_own\":false,\"ctx_cpu\":false,\"write_backward\":false,"
	    "\"has_rb\":null,\"use_clockid\":false,\"clockid\":0}}}\n", "a leader, whole");
}

/* A path says which functions were followed, if not those of the environment. */
static void test_followed(void)
{
	fresh();
	r.have_kview = 1;
	memset(&r.kv, 0, sizeof(r.kv));
	r.kv.have = PA_KV_STAGES | PA_KV_HWCONFIG | PA_KV_HWBASE;
	env.followed = 1 << PA_FN_COPY_ATTR | 1 << PA_FN_ALLOC;
	r.kv.followed = env.followed;
	has("\"attr\":null,\"path\":[]}", "what was followed is said by the environment");
	has("\"hw_config\":\"0\",\"hw_config_base\":true,", "a code that is in hw.config_base");
	r.kv.followed = 1 << PA_FN_ALLOC;
	has("\"attr\":null,\"followed\":[\"perf_event_alloc\"],\"path\":[]}", "... or here");
	r.kv.nsteps = 1;
	r.kv.steps[0].fn = PA_FN_TRY_INIT;
	r.kv.steps[0].pmu = REC_PMU_MSR;
	r.kv.steps[0].hardware = 1;
	has("\"path\":[{\"fn\":\"perf_try_init_event\",\"pmu\":\"msr\",\"id\":5,\"hardware\":true,"
	    "\"ret\":0}]", "a step has the id of its PMU, and its context");
	r.kv.pmu = REC_PMU_MSR;
	r.kv.pmu_caps = PA_CAP_NO_EXCLUDE;
	r.kv.pmu_task_ctx_nr = -1;
	has("\"pmu\":\"msr\",\"pmu_type\":8,\"pmu_id\":5,\"event\":",
	    "what the line of the PMU says is not repeated");
	r.kv.pmu_task_ctx_nr = 0;
	has("\"pmu_id\":5,\"task_ctx_nr\":0,\"caps\":[\"no_exclude\"],\"event\":",
	    "... unless it differs");
}

/* The lines that a stream begins with. */
static void test_lines(void)
{
	static const u8 gone[REC_PMU_MAX] = { [REC_PMU_KPROBE] = 1 };

	char want[1024];

	fresh();
	env.followed = 1 << PA_FN_COPY_ATTR;
	snprintf(want, sizeof(want),
		 "{\"v\":1,\"env\":{\"load\":\"0c1e52d0\",\"source\":\"module\",\"module\":\"0.2.0\","
		 "\"release\":\"7.0\\\"-x\",\"followed\":[\"perf_copy_attr\"],\"arch\":\"x86_64\","
		 "\"attr_size\":%zu,\"known_flags\":\"%llu\",\"known_sample\":\"%d\","
		 "\"known_format\":\"31\",\"known_branch\":\"1048575\",\"known_aux\":7,\"hw_max\":10,"
		 "\"sw_max\":12,\"page_size\":4096,\"ksym_len\":512,\"has\":[],\"paranoid_max\":null,"
		 "\"tp_counting\":null,\"task_size\":\"0\",\"regs_extended\":[]}}\n",
		 sizeof(struct perf_event_attr), rec_kernel_new.known_flags, PERF_SAMPLE_MAX - 1);
	is_str(rec_json_env(&env), want, "the line about the kernel");
	is_str(rec_json_pmu(&env, REC_PMU_MSR),
	       "{\"v\":1,\"pmu\":{\"load\":\"0c1e52d0\",\"id\":5,\"name\":\"msr\",\"type\":8,"
	       "\"task_ctx_nr\":-1,\"caps\":[\"no_exclude\"],\"event_init\":\"msr_event_init\","
	       "\"module\":\"msr\",\"gone\":false}}\n", "the line about a PMU");
	env.pmu_gone = gone;
	is_str(rec_json_pmu(&env, REC_PMU_KPROBE),
	       "{\"v\":1,\"pmu\":{\"load\":\"0c1e52d0\",\"id\":3,\"name\":\"kprobe\",\"type\":6,"
	       "\"task_ctx_nr\":null,\"caps\":null,\"event_init\":null,\"module\":null,"
	       "\"gone\":true}}\n", "of one that is gone, and of which little is known");
	env.ninits = 0;
	ok(strstr(rec_json_pmu(&env, REC_PMU_MSR), "\"event_init\":null,\"module\":null,"),
	   "an index beyond the table is of no driver");
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
	has_not("\"symbols\":{\"bp_addr\"", "no symbol of an address that is no kernel's");
	strcpy(env.symbol, "jiffies+0x4");
	has("\"bp_addr\":\"jiffies+0x4\",\"flags\":[]},", "the symbol of a kernel address");
	missing = without_symbol(seen);
	ok(!missing, "each field that is shown by name is a symbol: %u are missing", missing);
}

int main(void)
{
	test_strings();
	test_numbers();
	test_attr();
	test_copied();
	test_partly_there();
	test_symbols();
	test_all_symbols();
	test_pointers();
	test_kernel();
	test_facts();
	test_followed();
	test_lines();
	test_why();
	return tap_end();
}
