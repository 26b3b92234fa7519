// SPDX-License-Identifier: GPL-2.0
/* Open events as text and as JSON: each value, what is not known, and any bytes. */
#include "core/event_now.h"
#include "core/health.h"
#include "core/out.h"
#include "json/json.h"
#include "rec.h"
#include "tap.h"

static struct pa_event_view view;
static struct pa_event_now e;
static struct pa_env env;
static struct pa_holder holders[PA_HOLDERS];
static const char *want;

/* A software event of perf's that samples, enabled for 2 s, running for half of it. */
static void start(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.freq = 1,
		.sample_freq = 4000,
	};

	rec_env(&env);
	memset(&e, 0, sizeof(e));
	memset(&view, 0xa5, sizeof(view));
	e.id = 12;
	e.cpu = -1;
	e.pid = 100;
	e.tid = 101;
	strcpy(e.comm, "victim");
	e.have = PA_N_TASK | PA_N_TIMES | PA_N_EXACT;
	e.enabled = 2000000000;
	e.running = 1000000000;
	e.count = 77;
	e.period = 250000;
	e.pmu = REC_PMU_SOFTWARE;
	e.state = PA_STATE_ACTIVE;
	memcpy(e.attr, &attr, sizeof(attr));
	e.attr_len = sizeof(attr);
	holders[0] = (struct pa_holder){ .pid = 50, .fd = 3, .comm = "perf" };
	holders[1] = (struct pa_holder){ .pid = 51, .fd = 4, .comm = "perf" };
	view.holders = holders;
	e.nholders = 1;
	e.held = 1;
	view.e = &e;
	view.env = &env;
	view.now = 90000000000;
}

static const char *rendered(void (*render)(struct out *s, struct pa_event_view *v))
{
	static char buf[PA_EVENT_NOW_MAX + 1];
	struct out s;

	out_init(&s, buf, PA_EVENT_NOW_MAX);
	render(&s, &view);
	if (out_overflowed(&s))
		return "overflow";
	buf[s.len] = 0;
	return buf;
}

static void text_has(const char *want, const char *name)
{
	const char *text = rendered(pa_text_event);

	if (!ok(!!strstr(text, want), "text: %s", name))
		diag("no %s in: %s", want, text);
}

static void json_has(const char *want, const char *name)
{
	const char *json = rendered(pa_json_event);

	if (!ok(!!strstr(json, want), "JSON: %s", name))
		diag("no %s in: %s", want, json);
}

static void test_whole(void)
{
	char head[512];
	struct out s;

	start();
	out_init(&s, head, sizeof(head));
	pa_text_event_head(&s);
	head[s.len] = 0;
	is_str(head,
	       "# ID    EVENT                   HOW           PMU         TARGET                  GROUP      STATE     ENABLED    RAN    COUNT           BUFFER    BPF    OPENED     HELD BY\n",
	       "the titles");
	is_str(rendered(pa_text_event),
	       "12      page-faults             4000 Hz       software    victim[101]             -          active    2.0s       50%    77              -         -      -          perf[50]:fd 3\n",
	       "a line of text is in these columns");
	is_str(rendered(pa_json_event),
	       "{\"v\":1,\"id\":\"12\",\"event\":\"page-faults\",\"sampling\":{\"freq\":4000,\"period\":\"250000\"},\"pmu\":\"software\",\"pmu_id\":1,\"bp_type\":null,\"target\":{\"pid\":100,\"tid\":101,\"comm\":\"victim\",\"cpu\":null},\"cgroup\":null,\"group\":null,\"state\":\"active\",\"enabled_ns\":\"2000000000\",\"running_ns\":\"1000000000\",\"percent\":50,\"count\":{\"value\":\"77\",\"exact\":true,\"children_missing\":false},\"buffer\":null,\"bpf\":false,\"bpf_by\":null,\"opened\":null,\"held\":1,\"holders\":[{\"pid\":50,\"comm\":\"perf\",\"fd\":3}]}\n",
	       "a line of JSON");
}

static void test_values(void)
{
	start();
	e.period = 0;
	text_has(" counts ", "an event that does not sample");
	json_has("\"sampling\":null", "an event that does not sample");
	memset(e.attr + 40, 0, 8);
	e.period = 1000;
	text_has(" every 1000 ", "a fixed period");
	json_has("\"sampling\":{\"freq\":null,\"period\":\"1000\"}", "a fixed period");
	e.have |= PA_N_CGROUP;
	e.have &= ~PA_N_TASK;
	e.cpu = 3;
	strcpy(e.cgroup, "/user.slice");
	text_has(" cgroup /user.slice cpu 3 ", "a cgroup");
	json_has("\"comm\":null,\"cpu\":3},\"cgroup\":\"/user.slice\"", "a cgroup");
	e.have &= ~PA_N_EXACT;
	text_has(" >=77 ", "a count of some time ago is a lower bound");
	json_has("\"exact\":false", "a count of some time ago");
	e.have |= PA_N_CHILDREN | PA_N_EXACT;
	text_has(" >=77 ", "so is one without children");
	json_has("\"exact\":true,\"children_missing\":true", "one without children");
	e.have |= PA_N_BPF | PA_N_OPEN;
	e.seq = 9;
	e.time_ns = 30000000000;
	e.wall_ns = 5;
	text_has(" yes    #9 60.0s ", "BPF, and the record of its open");
	want = "\"bpf\":true,\"bpf_by\":null,"
	       "\"opened\":{\"seq\":9,\"time_ns\":\"30000000000\",\"wall_ns\":\"5\"}";
	json_has(want, "BPF, and the record of its open");
	e.attached = PA_RECORD_BPF;
	text_has(" link   #9 60.0s ", "BPF by a link");
	json_has("\"bpf\":true,\"bpf_by\":\"link\"", "BPF by a link");
	e.attached = PA_RECORD_IOCTL;
	text_has(" ioctl  #9 60.0s ", "BPF by an ioctl");
	json_has("\"bpf\":true,\"bpf_by\":\"ioctl\"", "BPF by an ioctl");
	e.have &= ~PA_N_BPF;
	json_has("\"bpf\":false,\"bpf_by\":null", "a program that is there no more");
	strcpy(e.name, "sched:sched_switch");
	text_has(" sched:sched_switch ", "a trace event has the kernel's name");
}

/* Whoever looks for the holders of a refused breakpoint or PMU needs both. */
static void test_takes(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.bp_type = 2,
		.bp_addr = 4096,
		.bp_len = 4,
	};

	start();
	memcpy(e.attr, &attr, sizeof(attr));
	e.pmu = 0;
	json_has("\"pmu\":null,\"pmu_id\":null,\"bp_type\":2,", "a breakpoint of a PMU not known");
	e.pmu = REC_PMU_MAX;
	json_has("\"pmu\":null,\"pmu_id\":null,", "a number that is no PMU's");
	attr.bp_type = 0;
	memcpy(e.attr, &attr, sizeof(attr));
	e.pmu = REC_PMU_MSR;
	json_has("\"pmu\":\"msr\",\"pmu_id\":5,\"bp_type\":0,", "a breakpoint without a type");
	attr.type = PERF_TYPE_RAW;
	attr.bp_type = 7;
	memcpy(e.attr, &attr, sizeof(attr));
	json_has("\"pmu_id\":5,\"bp_type\":null,", "another event has no type of a breakpoint");
}

static void test_group(void)
{
	start();
	e.siblings = 4;
	text_has(" leads 4 ", "a leader");
	json_has("\"group\":{\"leads\":true,\"leader\":null,\"siblings\":4}", "a leader");
	e.siblings = 0;
	e.have |= PA_N_MEMBER;
	e.leader = 7;
	text_has(" in 7 ", "a member");
	json_has("\"group\":{\"leads\":false,\"leader\":\"7\",\"siblings\":0}", "a member");
	e.leader = 0;
	text_has(" in ? ", "a member of a leader that was not found");
	json_has("\"leader\":null", "a member of a leader that was not found");
}

static void test_buffer(void)
{
	start();
	e.have |= PA_N_BUFFER;
	text_has(" another's ", "a buffer that is not mapped is another event's");
	json_has("\"buffer\":{\"maps\":0,\"data_len\":null,\"aux_len\":null}", "another's buffer");
	e.maps = 1;
	text_has(" mapped ", "a mapping of unknown size");
	e.data_len = 36864;
	text_has(" 36 kB ", "a mapping of known size");
	json_has("\"buffer\":{\"maps\":1,\"data_len\":36864,\"aux_len\":null}", "a mapping");
}

static void test_times(void)
{
	start();
	e.have &= ~PA_N_TIMES;
	text_has(" active    -          -  ", "times that are not known");
	json_has("\"enabled_ns\":null,\"running_ns\":null,\"percent\":null", "unknown times");
	start();
	e.enabled = 0;
	e.running = 0;
	want = "\"enabled_ns\":\"0\",\"running_ns\":\"0\",\"percent\":null";
	json_has(want, "0 of 0 is no share");
	text_has(" 0.0ms      -  ", "0 of 0 is no share");
	e.enabled = ~0ULL;
	e.running = 1ULL << 63;
	is_num(pa_percent(e.running, e.enabled), 50, "large numbers do not overflow");
	e.enabled = 5;
	is_num(pa_percent(e.running, e.enabled), 100, "never above 100");
	e.enabled = 700000000000;
	text_has(" 11.6min ", "minutes");
	e.enabled = 7200000000000;
	text_has(" 2.0h ", "hours");
	e.enabled = 200000000000000;
	text_has(" 2.3d ", "days");
	e.state = -9;
	json_has("\"state\":null", "a state that there is not");
}

static void test_holders(void)
{
	start();
	e.nholders = 2;
	e.held = 2;
	text_has(" perf[50]:fd 3 perf[51]:fd 4\n", "two holders");
	json_has("\"held\":2,\"holders\":[{\"pid\":50,", "two holders");
	json_has("},{\"pid\":51,\"comm\":\"perf\",\"fd\":4}]", "the second of two holders");
	e.held = 40;
	text_has(":fd 4 and 38 more\n", "holders that are not named");
	json_has("\"held\":40", "holders that are not named");
}

/* Names that a process chooses. */
static void test_hostile(void)
{
	start();
	memcpy(e.comm, "\n# ID\033[2J\"\\}\r\t", 15);
	memcpy(holders[0].comm, "x\n13 forged", 12);
	text_has("\\n# ID\\033[2J\\\"\\\\}\\r\\t[101]", "control characters are escaped");
	text_has("x\\n13 forged[50]:fd 3\n", "no line is forged");
	want = "\"comm\":\"\\n# ID\\u001b[2J\\\"\\\\}\\u000d\\u0009\"";
	json_has(want, "control characters are escaped");
}

/* One line, printable, and it ends where it should. */
static bool is_line(const char *text, const char *end)
{
	size_t len = strlen(text), i;

	for (i = 0; i + 1 < len; i++) {
		if (text[i] < 0x20 || text[i] == 0x7f)
			return false;
	}
	return len >= strlen(end) && !strcmp(text + len - strlen(end), end);
}

static void random_bytes(void *to, size_t n)
{
	unsigned char *p = to;

	while (n--)
		*p++ = (unsigned char)rec_random();
}

static void test_any_bytes(void)
{
	unsigned int i, bad_text = 0, bad_json = 0;

	for (i = 0; i < 20000; i++) {
		start();
		random_bytes(&e, sizeof(e));
		random_bytes(holders, sizeof(holders));
		if (i & 1)
			memset(e.attr, (int)rec_random() % 10, 4);
		view.holders = holders;
		/* The longest: all that a row may hold, of characters that are escaped. */
		if (i % 64 == 0) {
			memset(e.name, 0x80, sizeof(e.name));
			memset(e.cgroup, 1, sizeof(e.cgroup));
			memset(e.comm, 1, sizeof(e.comm));
			memset(holders, 0x81, sizeof(holders));
			e.nholders = U16_MAX;
			e.have = U32_MAX;
		}
		/* ASCII only in the text; JSON may hold UTF-8. */
		bad_text += !is_line(rendered(pa_text_event), "\n");
		bad_json += !strcmp(rendered(pa_json_event), "overflow") ||
			    strcspn(rendered(pa_json_event), "\n") + 1 !=
			    strlen(rendered(pa_json_event));
	}
	is_num(bad_text, 0, "text: any bytes give one line of printable characters that fits");
	is_num(bad_json, 0, "JSON: any bytes give one line that fits");
}

int main(void)
{
	test_whole();
	test_values();
	test_takes();
	test_group();
	test_buffer();
	test_times();
	test_holders();
	test_hostile();
	test_any_bytes();
	return tap_end();
}
