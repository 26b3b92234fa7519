// SPDX-License-Identifier: GPL-2.0
/* What was "now", in a recording: what is written is read again, and nothing else is believed. */

#include "core/out.h"
#include "host/host.h"
#include "host/values.h"
#include "rec.h"
#include "tap.h"

static struct env_told told, again;
static char line[ENV_TOLD_MAX + 1];
static u32 len;

/* Is anything known? */
static bool any_of(const struct env_told *t)
{
	return t->now.pmu.pmu || t->now.probe_name[0] || t->now.kprobe.known || t->now.cgroup[0] ||
	       t->now.trace || t->formats.pmu || t->looked;
}

static const char *written(void)
{
	struct out s;

	out_init(&s, line, ENV_TOLD_MAX);
	if (!env_told_json(&s, &told))
		return "overflow";
	line[s.len] = '\0';
	len = (u32)s.len;
	return line;
}

static bool reads(const char *text)
{
	cJSON *json = json_load(text, strlen(text), NULL);
	bool done = json && env_told_read(&again, json);

	cJSON_Delete(json);
	return done;
}

static void begin(void)
{
	memset(&told, 0, sizeof(told));
	told.seq = 7;
	told.asked = true;
	told.wall_ns = 1700000000000000000;
	strcpy(told.load, "9c1e52d0");
	told.now.pmu = (struct pa_pmu_now){ .precise = -1, .other_cpu = -1 };
}

static void term(const char *name, const char *text)
{
	u32 n = told.formats.n;

	pa_formats_name(&told.formats, name, strlen(name));
	pa_format_parse(&told.formats.term[n], text);
}

#define HEAD	"{\"v\":1,\"now\":{\"seq\":7,\"load\":\"9c1e52d0\"," \
		"\"wall_ns\":\"1700000000000000000\","

static void test_shape(void)
{
	begin();
	ok(!any_of(&told), "nothing is known");
	is_str(written(),
	       HEAD "\"pmu\":null,\"probe_name\":null,\"kprobe\":null,"
	       "\"formats\":null,\"holders\":null}}\n",
	       "... as a line");
	told.load[0] = '\0';
	ok(strstr(written(), "\"load\":null,"), "a load that is not known");
	begin();
	told.now.pmu = (struct pa_pmu_now){ 9, PA_SYSFS_HAS, PA_SYSFS_LACKS, PA_SYSFS_UNKNOWN, 3, 0,
					"icelake" };
	strcpy(told.now.probe_name, "function.isra.0");
	told.now.kprobe = (struct pa_kprobe_now){ true, 2, PA_SYSFS_UNKNOWN, PA_SYSFS_HAS,
					      PA_SYSFS_LACKS, PA_SYSFS_LACKS, PA_SYSFS_HAS, 4,
					      "function" };
	told.formats.pmu = 4;
	term("event", "config:0-7,32-35\n");
	term("all", "config2:0-63\n");
	term("last", "config4:63\n");
	term("odd", "config:64\n");
	pa_formats_sort(&told.formats);
	told.now.trace = PA_TRACE_CALL;
	strcpy(told.now.cgroup, "/sys/fs/cgroup/a\"b\n");
	told.looked = true;
	told.held.n = 1;
	told.held.more = 2;
	told.held.cut = true;
	told.held.by[0].id = ~0ULL;
	told.held.by[0].who = (struct pa_holder){ .pid = 5, .fd = 6, .comm = "a\"b\n" };
	is_str(written(), HEAD
	       "\"pmu\":{\"id\":9,\"event\":\"has\",\"cpu\":\"lacks\",\"branches\":null,\"precise\":3,\"other_cpu\":0,\"model\":\"icelake\"},"
	       "\"probe_name\":\"function.isra.0\","
	       "\"kprobe\":{\"symbols\":2,\"module\":null,\"text\":\"has\",\"boot\":\"lacks\",\"traced\":\"lacks\",\"barred\":\"has\",\"at\":\"function\",\"offset\":4},"
	       "\"formats\":{\"id\":4,\"terms\":{\"odd\":null,\"event\":\"config:0-7,32-35\",\"all\":\"config2:0-63\",\"last\":\"config4:63\"}},"
	       "\"trace\":\"system_call\",\"cgroup\":\"/sys/fs/cgroup/a\\\"b\\n\","
	       "\"holders\":[{\"pid\":5,\"comm\":\"a\\\"b\\n\",\"fd\":6,\"id\":\"18446744073709551615\"}],\"holders_more\":2,\"holders_cut\":true}}\n",
	       "all of it as a line");
	ok(reads(line) && !memcmp(&told, &again, sizeof(told)), "... which is read again");
}

static void random_formats(struct pa_formats *f)
{
	static const char chars[] = "abcdefghijklmnopqrstuvwxyz_.-0123456789";
	u32 i, k;

	f->pmu = (u16)(1 + rec_random() % 65534);
	f->n = (u16)(rec_random() % (PA_FORMATS + 1));
	for (i = 0; i < f->n; i++) {
		struct pa_format *t = &f->term[i];

		/* Names of files differ. */
		t->name[0] = (char)('a' + i % 26);
		t->name[1] = (char)('A' + i / 26);
		for (k = 2; k < rec_random() % (PA_FORMAT_NAME - 1); k++)
			t->name[k] = chars[rec_random() % (sizeof(chars) - 1)];
		t->mask = rec_random() >> rec_random() % 64;
		if (rec_random() % 8 == 0)
			t->mask = rec_random() % 2 ? ~0ULL : 0;
		t->word = t->mask ? (u8)(rec_random() % PA_FORMAT_WORDS) : 0;
	}
	pa_formats_sort(f);
}

/* As env_comm_read() makes it. */
static void random_comm(char *comm)
{
	static const char * const chars[] = { "x", "\n", "\"", "\\", "\377", "\303\251",
					      "\033", "\177", "\342\200\250", "/", "\302\205",
					      "\360\237\230\200" };
	u32 n = 0;

	while (n < rec_random() % PA_COMM_LEN) {
		const char *c = chars[rec_random() % ARRAY_SIZE(chars)];

		if (n + strlen(c) >= PA_COMM_LEN)
			break;
		memcpy(comm + n, c, strlen(c));
		n += (u32)strlen(c);
	}
}

static void random_held(struct pa_held *held)
{
	u32 i;

	held->n = rec_random() % (PA_HELD_NAMED + 1);
	held->more = (u32)(rec_random() >> rec_random() % 64);
	held->cut = rec_random() & 1;
	for (i = 0; i < held->n; i++) {
		held->by[i].id = rec_random() >> rec_random() % 64;
		held->by[i].who.pid = rec_random() & S32_MAX;
		held->by[i].who.fd = rec_random() & S32_MAX;
		random_comm(held->by[i].who.comm);
	}
}

static void random_probes(void)
{
	struct pa_kprobe_now *k = &told.now.kprobe;

	*k = (struct pa_kprobe_now){ .known = true, .symbols = (u8)rec_random(),
				     .module = rec_random() % 3, .text = rec_random() % 3,
				     .boot = rec_random() % 3, .traced = rec_random() % 3,
				     .barred = rec_random() % 3, .offset = (u32)rec_random() };
	if (rec_random() & 1)
		snprintf(k->at, sizeof(k->at), "f_%llx", rec_random());
}

static void test_random(void)
{
	unsigned int i, differ = 0, longest = 0;

	for (i = 0; i < 5000; i++) {
		begin();
		told.seq = rec_random() >> 11 >> rec_random() % 53;
		told.asked = true;
		told.wall_ns = rec_random();
		snprintf(told.load, sizeof(told.load), "%08x", (u32)rec_random());
		if (rec_random() & 1) {
			told.now.pmu.pmu = (u16)(1 + rec_random() % 65534);
			told.now.pmu.event = rec_random() % 3;
			told.now.pmu.cpu = rec_random() % 3;
			told.now.pmu.branches = rec_random() % 3;
			told.now.pmu.precise = (s8)(rec_random() % 129) - 1;
			told.now.pmu.other_cpu = (s32)(rec_random() % 8193) - 1;
			snprintf(told.now.pmu.model, sizeof(told.now.pmu.model), "m%llx",
				 rec_random());
		}
		if (rec_random() % 4 == 0)
			snprintf(told.now.probe_name, sizeof(told.now.probe_name), "f%llx.isra.0",
				 rec_random());
		told.now.trace = rec_random() % PA_TRACE_MAX;
		if (rec_random() & 1)
			snprintf(told.now.cgroup, sizeof(told.now.cgroup), "/%llx (deleted)",
				 rec_random());
		if (rec_random() & 1)
			random_probes();
		if (rec_random() & 1)
			random_formats(&told.formats);
		told.looked = rec_random() & 1;
		if (told.looked)
			random_held(&told.held);
		differ += !reads(written()) || memcmp(&told, &again, sizeof(told));
		if (len > longest)
			longest = len;
	}
	is_num(differ, 0, "what is written is read again");
	diag("the longest line has %u bytes", longest);
}

/* Whatever the bytes are, the line fits and is JSON. */
static void test_any_bytes(void)
{
	unsigned int i, k, bad = 0;
	cJSON *json;

	for (i = 0; i < 2000; i++) {
		for (k = 0; k < sizeof(told); k++)
			((u8 *)&told)[k] = (u8)(i % 64 ? rec_random() : 0x80 + i % 2);
		told.looked = rec_random() & 1;
		told.held.cut = rec_random() & 1;
		/* Terms of a format may have one name, which json_load() refuses. */
		json = cJSON_Parse(written());
		bad += !json;
		cJSON_Delete(json);
	}
	is_num(bad, 0, "any bytes give a line of JSON that fits");
}

static void refuses(const char *text, const char *name)
{
	ok(!reads(text), "no line of a recording: %s", name);
}

static void lacks(const char *what, const char *name)
{
	char text[2048];

	snprintf(text, sizeof(text), "{\"v\":1,\"now\":{\"seq\":7,\"load\":\"9c1e52d0\",%s}}",
		 what);
	ok(reads(text) && !any_of(&again), "not believed: %s", name);
}

static void test_bad(void)
{
	refuses("[]", "an array");
	refuses("{}", "an empty object");
	refuses("{\"v\":1,\"now\":[]}", "an array in it");
	refuses("{\"v\":2,\"now\":{\"seq\":7}}", "of a newer version");
	refuses("{\"now\":{\"seq\":7}}", "of no version");
	refuses("{\"v\":1,\"now\":{}}", "of no record");
	refuses("{\"v\":1,\"now\":{\"seq\":\"7\"}}", "a number that is a string");
	refuses("{\"v\":1,\"now\":{\"seq\":-1}}", "a negative number");
	refuses("{\"v\":1,\"now\":{\"seq\":7,\"load\":\"9c1e52d\"}}", "an id that is too short");
	refuses("{\"v\":1,\"now\":{\"seq\":7,\"load\":\"9c1e52d00\"}}", "an id that is too long");
	ok(reads("{\"v\":1,\"now\":{\"seq\":7}}") && !again.load[0] && !any_of(&again),
	   "a line that says nothing");
	ok(again.now.pmu.precise == -1 && again.now.pmu.other_cpu == -1, "... not even 0");
	lacks("\"pmu\":{\"id\":0,\"event\":\"has\"}", "no PMU");
	lacks("\"pmu\":{\"id\":65535}", "a PMU that cannot be");
	lacks("\"pmu\":{\"id\":\"9\"}", "a PMU that is a string");
	lacks("\"pmu\":9", "a PMU that is a number");
	lacks("\"probe_name\":\"a b\"", "a name that no function has");
	lacks("\"probe_name\":\"a\\n\"", "a name with a newline");
	lacks("\"probe_name\":\"0123456789012345678901234567890123456789012345678901234567890123\"",
	      "a name that is too long");
	lacks("\"kprobe\":{\"symbols\":1}", "a kprobe without an offset");
	lacks("\"kprobe\":{\"symbols\":-1,\"offset\":0}", "less symbols than none");
	lacks("\"kprobe\":{\"symbols\":256,\"offset\":0}", "more than are counted");
	lacks("\"probe_name\":7", "a name that is a number");
	lacks("\"trace\":\"user\"", "a mode that there is not");
	lacks("\"trace\":1", "a mode that is a number");
	lacks("\"cgroup\":\"a\"", "a path from nowhere");
	lacks("\"cgroup\":1", "a path that is a number");
	lacks("\"formats\":{\"event\":\"config:0-7\"}", "formats of no PMU");
	lacks("\"formats\":{\"id\":4,\"terms\":[]}", "formats that are an array");
	lacks("\"holders\":[]", "holders without their number");
	lacks("\"holders\":[],\"holders_more\":-1,\"holders_cut\":false", "a negative number");
	lacks("\"holders\":[],\"holders_more\":0,\"holders_cut\":0", "0 for false");
	lacks("\"holders\":[{}],\"holders_more\":0,\"holders_cut\":false", "an empty holder");
	lacks("\"holders\":[{},{},{},{},{},{},{},{},{}],\"holders_more\":0,\"holders_cut\":false",
	      "more holders than are named");
	ok(reads("{\"v\":1,\"now\":{\"seq\":7,\"pmu\":{\"id\":9,\"event\":\"had\","
		 "\"cpu\":1,\"branches\":\"has\",\"precise\":128,\"other_cpu\":-1,"
		 "\"model\":\"a b\"}}}") &&
	   !again.now.pmu.model[0] &&
	   again.now.pmu.pmu == 9 && !again.now.pmu.event && !again.now.pmu.cpu &&
	   again.now.pmu.branches == PA_SYSFS_HAS && again.now.pmu.precise == -1 &&
	   again.now.pmu.other_cpu == -1, "of a PMU what is understood is taken");
	ok(reads("{\"v\":1,\"now\":{\"seq\":7,\"formats\":{\"id\":4,\"terms\":{"
		 "\"../x\":\"config:0\",\"b\":7,\"a\":\"config:0-7\",\"c\":\"config:64\"}}}}") &&
	   again.formats.n == 3 && pa_formats_find(&again.formats, "a") &&
	   !pa_formats_find(&again.formats, "b") && !pa_formats_find(&again.formats, "c"),
	   "of formats, too");
}

/* A recorded line that lost or got bytes. */
static void test_mutated(void)
{
	static char text[ENV_TOLD_MAX + 1];
	unsigned int i, k, read = 0;

	for (i = 0; i < 10000; i++) {
		if (i % 100 == 0) {
			begin();
			told.now.pmu.pmu = 9;
			told.looked = true;
			random_formats(&told.formats);
			random_held(&told.held);
			written();
		}
		memcpy(text, line, len + 1);
		for (k = 0; k < 1 + i % 3; k++)
			text[rec_random() % len] = "0129\"{}[]:,-nulltrue\\"[rec_random() % 21];
		read += reads(text);
	}
	ok(read && read < 10000, "of mutated lines some are read");
}

int main(void)
{
	test_shape();
	test_random();
	test_any_bytes();
	test_bad();
	test_mutated();
	return tap_end();
}
