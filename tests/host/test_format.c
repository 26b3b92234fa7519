// SPDX-License-Identifier: GPL-2.0
/* Formats of PMUs, and events in terms of them: what sysfs may say, and what it should not. */
#include "facts/format.h"
#include "rules/hw_event.h"
#include "facts/now.h"
#include "core/out.h"
#include "rec.h"
#include "tap.h"

#define CPU	REC_PMU_CPU_CORE	/* index and name */

static struct pa_formats formats;
static struct pa_now now;
static struct perf_event_attr attr;
static struct pa_record r;
static struct pa_env env;
static struct pa_kernel kernel;
static struct pa_pmu_name pmus[REC_PMU_MAX];

static u64 mask_of(const char *text, unsigned int word)
{
	struct pa_format term = { .mask = 1, .word = 9 };

	pa_format_parse(&term, text);
	return term.word == word ? term.mask : 0x5bad;
}

static void test_parse(void)
{
	static const char * const bad[] = {
		"", "\n", "config", "config:", "config:\n", "config0:1", "config5:1", "config9:1",
		"configx:1", "config1", "config12:1", " config:1", "conf:1", "event=1", "config:64",
		"config:0-64", "config:7-0", "config:-1", "config:1-", "config:1,", "config:,1",
		"config:1,,2", "config:1 ", "config:1\n\n", "config:0x1", "config:1;2",
		"config:1-2-3", "config:18446744073709551616", "config:4294967296",
		"config:99999999999999999999999999999999999999", "config:1\nconfig:2", "config:%s",
		"config:1\r\n",
	};
	unsigned int i;

	is_num(mask_of("config:0-7\n", 0), 0xff, "a range");
	is_num(mask_of("config:0-7,32-35\n", 0), 0xf000000ff, "two ranges");
	is_num(mask_of("config:18", 0), 1 << 18, "a bit, without a newline");
	is_num(mask_of("config1:0-63\n", 1), ~0ULL, "all of config1");
	is_num(mask_of("config2:63\n", 2), 1ULL << 63, "the last bit of config2");
	is_num(mask_of("config4:1,3,5-5\n", 4), 0x2a, "a list, of config4");
	is_num(mask_of("config:0-7,4-9\n", 0), 0x3ff, "ranges that overlap");
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		is_num(mask_of(bad[i], 0) & ~0x5badULL, 0, "no format: case %u", i);
}

static void put(const char *name, const char *text)
{
	u32 n = formats.n;

	pa_formats_name(&formats, name, strlen(name));
	if (formats.n > n)
		pa_format_parse(&formats.term[n], text);
}

static void test_names(void)
{
	static const char * const bad[] = {
		"", ".", "..", ".hidden", "a b", "a/b", "a,b", "a=b", "a\nb", "a*/b", "\xc3\xa9",
		"a\"b", "a_name_of_twenty_eight_bytes", "a%sb",
	};
	char name[8];
	unsigned int i;

	memset(&formats, 0, sizeof(formats));
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ok(pa_formats_name(&formats, bad[i], strlen(bad[i])) && !formats.n,
		   "a name that perf does not parse is left out: case %u", i);
	for (i = 0; i < PA_FORMATS; i++) {
		snprintf(name, sizeof(name), "t-%u.", i);
		pa_formats_name(&formats, name, strlen(name));
	}
	is_num(formats.n, PA_FORMATS, "as many terms as there is room for");
	ok(!pa_formats_name(&formats, "more", 4) && formats.n == PA_FORMATS, "and no more");
	ok(!pa_formats_find(&formats, "t-0."), "a term without bits is not found");
}

/* The format of Intel's cpus, in the order in which a folder may have it. */
static void intel(void)
{
	memset(&formats, 0, sizeof(formats));
	put("umask", "config:8-15\n");
	put("ldlat", "config1:0-15\n");
	put("cmask", "config:24-31\n");
	put("edge", "config:18\n");
	put("inv", "config:23\n");
	put("offcore_rsp", "config1:0-63\n");
	put("any", "config:21\n");
	put("event", "config:0-7\n");
	put("pc", "config:19\n");
	pa_formats_sort(&formats);
	formats.pmu = CPU;
}

static const struct pa_format *term_of(const char *name)
{
	return pa_formats_find(&formats, name);
}

/* An event as sysfs names it. */
static void event_is(const char *text, u64 config, u64 config1, const char *what)
{
	u64 word[PA_FORMAT_WORDS] = { 0 };

	ok(pa_terms_parse(&formats, text, word) && word[0] == config && word[1] == config1 &&
	   !word[2] && !word[3] && !word[4], "%s: %llx, %llx", what, word[0], word[1]);
}

static void test_terms(void)
{
	static const char * const bad[] = {
		"", "\n", ",", "event=0x3c,", "event=", "event=0x", "event=x", "event=?",
		"event=-1", "event=1 ", "event=0x3c,,umask", "other=1", "even=1", "event =1",
		"event=0x10000000000000000", "event=18446744073709551616", "event=0x3c;umask=1",
		"a_name_that_is_longer_than_any_term=1", "event=08x",
	};
	u64 word[PA_FORMAT_WORDS];
	unsigned int i;

	intel();
	ok(term_of("offcore_rsp") < term_of("ldlat"), "of terms at one bit the widest is first");
	event_is("event=0x3c\n", 0x3c, 0, "an event");
	event_is("event=0xCD,umask=0x1,ldlat=3", 0x1cd, 3, "of two configs");
	event_is("event=010,umask=00,inv=1,edge=0", 0x80000a, 0, "numbers as perf reads them");
	event_is("event=0x1ff", 0xff, 0, "bits that have no room");
	event_is("event=1\numask=1", 1, 0, "the first line");
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!pa_terms_parse(&formats, bad[i], word), "no event: case %u", i);
	event_is("inv,event=2", 0x800002, 0, "a term without a number is 1");
	is_num(pa_format_get(term_of("umask"), 0xffff1234), 0x12, "the number of a term");
	memset(&formats, 0, sizeof(formats));
	put("event", "config:0-7,32-35\n");
	event_is("event=0x5c0", 0x5000000c0, 0, "a term of two ranges");
	is_num(pa_format_get(term_of("event"), 0xff5ffffffc0), 0x5c0, "... and back");
}

static void amd(void)
{
	memset(&formats, 0, sizeof(formats));
	put("cmask", "config:24-31\n");
	put("event", "config:0-7,32-35\n");
	put("umask", "config:8-15\n");
	pa_formats_sort(&formats);
	formats.pmu = CPU;
}

/* An event of the cpu's PMU, for which the driver has made this code. */
static void opened(u32 type, u64 config, u64 code)
{
	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	attr.type = type;
	attr.config = config;
	rec_env(&env);
	memcpy(pmus, env.pmus, sizeof(pmus));
	strcpy(pmus[CPU].name, "cpu");
	pmus[CPU].type = PERF_TYPE_RAW;
	env.pmus = pmus;
	kernel = rec_kernel_new;
	env.kernel = &kernel;
	now.formats = &formats;
	env.now = &now;
	rec_init(&r, &attr, sizeof(attr));
	memset(&r.kv, 0, sizeof(r.kv));
	r.have_kview = 1;
	r.kv.have = PA_KV_EVENT | PA_KV_HWCONFIG;
	r.kv.pmu = CPU;
	r.kv.hw_config = code;
}

static void precise(unsigned int precise_ip)
{
	attr.precise_ip = precise_ip;
	attr.sample_period = 1000;
	memcpy(r.attr, &attr, sizeof(attr));
}

static void kernel_attr(u64 config1, u64 config2)
{
	attr.config1 = config1;
	attr.config2 = config2;
	memcpy(r.kv.kattr, &attr, sizeof(attr));
	r.kv.kattr_len = sizeof(attr);
	r.kv.have |= PA_KV_ATTR;
}

static void text_is(const char *line, const char *what)
{
	const char *got = rec_line(rec_text(&r, &env, 0), "hw.config");

	is_str(got + strcspn(got, "0"), line, what);
}

static void by_is(const char *by, const char *what)
{
	is_str(rec_line(rec_text(&r, &env, 0), "counted by"), by, what);
}

static void test_decode(void)
{
	intel();
	opened(PERF_TYPE_HARDWARE, 0, 0x53003c);
	text_is("0x53003c = cpu/event=0x3c/ | USR | OS | INT | ENABLE", "a generic event");
	ok(strstr(rec_json_told(&r, &env),
		  "\"hw_event\":\"cpu/event=0x3c/\","),
	   "it is in JSON, too");
	ok(strstr(rec_json(&r, &env), "\"hw_config\":\"5439548\",\"leader\""),
	   "... of which the module has the number");
	is_str(rec_line(rec_log(&r, &env, 0), "hw.config"), "hw.config      0x53003c",
	       "... and in the log");
	opened(PERF_TYPE_RAW, 0, 0x108401c2);
	text_is("0x108401c2 = cpu/event=0xc2,umask=0x1,edge,inv,cmask=16/", "terms in their order");
	opened(PERF_TYPE_RAW, 0, 0);
	text_is("0x0 = cpu/event=0x0/", "an event may have the number 0");
	opened(PERF_TYPE_RAW, 0, 0x100000000001);
	text_is("0x100000000001 = cpu/event=0x1/ | 0x100000000000", "bits without any name");
	opened(PERF_TYPE_RAW, 0, 0x1cd);
	kernel_attr(3, 0);
	text_is("0x1cd = cpu/event=0xcd,umask=0x1,ldlat=3/", "the event decides between two terms");
	opened(PERF_TYPE_RAW, 0, 0x1b7);
	kernel_attr(3, 0);
	text_is("0x1b7 = cpu/event=0xb7,umask=0x1,offcore_rsp=0x3/", "... or for the other one");
	opened(PERF_TYPE_RAW, 0, 0x1c0);
	kernel_attr(3, 0);
	text_is("0x1c0 = cpu/event=0xc0,umask=0x1,config1=0x3/", "a bit of two terms is neither");
	opened(PERF_TYPE_RAW, 0, 0x1cd);
	kernel_attr(0, 5);
	text_is("0x1cd = cpu/event=0xcd,umask=0x1,config2=0x5/", "a config without terms");
	amd();
	opened(PERF_TYPE_RAW, 0, 0x5000000c0);
	text_is("0x5000000c0 = cpu/event=0x5c0/", "a term of two ranges is one number");
}

static void test_unknown(void)
{
	intel();
	opened(PERF_TYPE_HARDWARE, 0, 0x3c);
	now.formats = NULL;
	text_is("0x3c", "without a format there is the number");
	ok(strstr(rec_json_told(&r, &env),
		  "\"hw_event\":null,\"counted_by\":null}"),
	   "and in JSON null");
	now.formats = &formats;
	env.now = &now;
	formats.pmu = REC_PMU_MSR;
	text_is("0x3c", "the format of another PMU does not count");
	formats.pmu = 0;
	r.kv.pmu = 0;
	text_is("0x3c", "nor does that of no PMU");
	r.kv.pmu = 999;
	formats.pmu = 999;
	text_is("0x3c", "nor does that of a PMU that the table does not have");
	intel();
	formats.n = 0;
	opened(PERF_TYPE_HARDWARE, 0, 0x3c);
	text_is("0x3c", "a format without terms is none");
	intel();
	r.kv.have = PA_KV_EVENT;
	is_str(rec_line(rec_text(&r, &env, 0), "hw.config"), "", "without a code there is nothing");
	ok(strstr(rec_json_told(&r, &env), "\"hw_event\":null,\"counted_by\":null}"),
	   "and in JSON three nulls");
}

static void test_counted_by(void)
{
	intel();
	opened(PERF_TYPE_HARDWARE, 0, 0x108001c2);
	precise(2);
	by_is("counted by     UOPS_RETIRED.ALL in place of cycles, which cannot be precise: each "
	      "cycle "
	      "that retires fewer than 16 uops", "cycles:pp from Sandy Bridge on");
	ok(strstr(rec_json_told(&r, &env),
		  "\"counted_by\":\"UOPS_RETIRED.ALL in place of cycles, "),
	   "it is in JSON, too");
	opened(PERF_TYPE_RAW, 0x3c, 0x109300c0);
	precise(1);
	ok(strstr(rec_text(&r, &env, 0), " INST_RETIRED.ANY_P in place of cycles"), "r003c:p");
	opened(PERF_TYPE_HARDWARE, 0, 0x108001c0);
	precise(3);
	ok(strstr(rec_text(&r, &env, 0), " INST_RETIRED.PREC_DIST in place of"), "cycles:ppp");
	opened(PERF_TYPE_RAW, 0x108001c2, 0x108001c2);
	precise(2);
	by_is("", "who asks for the same code gets what was asked for");
	opened(PERF_TYPE_HARDWARE, 0, 0x3c);
	precise(2);
	by_is("", "cycles:pp where cycles are precise");
	opened(PERF_TYPE_HARDWARE, 0, 0x53003c);
	by_is("counted by     fixed counter 1 if the cpu has it and it is free (the NMI watchdog "
	      "may "
	      "use it), else a general counter", "cycles");
	opened(PERF_TYPE_HARDWARE, 1, 0x5300c0);
	ok(strstr(rec_text(&r, &env, 0), "counted by     fixed counter 0 if "), "instructions");
	opened(PERF_TYPE_HARDWARE, 9, 0x530300);
	by_is("counted by     fixed counter 2 only: no general counter has this event",
	      "ref-cycles");
	opened(PERF_TYPE_RAW, 0, 0x15700c0);
	by_is("", "instructions with edge need a general counter");
	amd();
	opened(PERF_TYPE_HARDWARE, 1, 0x5300c0);
	by_is("", "AMD's cpus have no fixed counters");
	intel();
	opened(PERF_TYPE_HARDWARE, 0, 0x3c);
	kernel.arch = PA_ABI_ARM64;
	by_is("", "a PMU of this name on Arm is not Intel's");
}

static void test_other_pmus(void)
{
	intel();
	opened(PERF_TYPE_HARDWARE, 0, 0);
	strcpy(pmus[CPU].name, "ibs_op");
	pmus[CPU].type = 11;
	precise(1);
	by_is("counted by     ibs_op in place of the cpu's counters, which are not precise: it "
	      "samples "
	      "an op every n cycles", "AMD's cycles:p");
	now.formats = NULL;
	r.kv.hw_config = 1 << 19;
	ok(strstr(rec_text(&r, &env, 0), "it samples every n-th op\n"), "AMD's r00c1:p");
	opened(11, 0, 0);
	strcpy(pmus[CPU].name, "ibs_op");
	pmus[CPU].type = 11;
	precise(1);
	by_is("", "who asks for ibs_op gets it");
	opened(REC_CPU_CORE, 0xff, 0);
	strcpy(pmus[CPU].name, "uncore_imc_0");
	by_is("counted by     the fixed counter of this PMU", "event 0xff of an uncore PMU");
	opened(PERF_TYPE_HARDWARE, 0, 0x8000011);
	strcpy(pmus[CPU].name, "armv8_pmuv3_0");
	by_is("counted by     the cycle counter if it is free, else a general counter",
	      "cycles of an Arm cpu");
}

static const char *random_text(void)
{
	static const char parts[][10] = {
		"config", "config1", "config4", ":", "0-7", "8-15", "63", "64", "0-63", ",", "-",
		"\n", "7-0", "event", "9", "99999999", " ", "/", "*/", "\x80",
	};
	static char text[200];
	unsigned int n = rec_random() % 9;

	text[0] = '\0';
	if (rec_random() & 1)
		strcpy(text, rec_random() & 1 ? "config:" : "config1:");
	while (n--)
		strcat(text, parts[rec_random() % ARRAY_SIZE(parts)]);
	return text;
}

static void random_formats(void)
{
	char name[40];
	unsigned int n, i, len;

	memset(&formats, 0, sizeof(formats));
	for (n = rec_random() % 60; n; n--) {
		len = rec_random() % sizeof(name);
		for (i = 0; i < len; i++)
			name[i] = (char)(rec_random() % 50 ? 'a' + rec_random() % 26 :
					 rec_random());
		name[len < sizeof(name) ? len : 0] = '\0';
		put(rec_random() % 4 ? name : "event", random_text());
	}
	pa_formats_sort(&formats);
	formats.pmu = CPU;
}

static bool in_order(void)
{
	unsigned int i;

	for (i = 1; i < formats.n; i++)
		if (formats.term[i].word < formats.term[i - 1].word)
			return false;
	return true;
}

static bool is_plain(const char *p, size_t len)
{
	while (len--)
		if (*p < 0x20 || *p > 0x7e || strchr("\"\\*", *p++))
			return false;
	return true;
}

/* Any format, any event: what is written is bounded, printable, and no bit is claimed twice. */
static void test_random(void)
{
	char buf[PA_HW_EVENT_LEN];
	unsigned int n, longs = 0, wrong = 0;
	struct pa_attr a;
	struct out s;
	u64 rest;

	for (n = 0; n < 20000; n++) {
		random_formats();
		opened((u32)(rec_random() % 12), rec_random(), rec_random() >> rec_random() % 64);
		kernel_attr(rec_random() & ~0ULL >> 1, rec_random() & ~0ULL >> 1);
		pa_attr_look(&a, &r, &env);
		out_init(&s, buf, sizeof(buf));
		rest = 0;
		if (pa_put_hw_event(&s, &rest, &r, &env, &a))
			wrong += !is_plain(buf, s.len) || buf[s.len - 1] != '/' ||
				 rest & ~r.kv.hw_config || !in_order();
		else
			longs += formats.n > 0;
		wrong += !strcmp(rec_text(&r, &env, 0), "overflow");
		wrong += !strcmp(rec_json_told(&r, &env), "overflow");
	}
	is_num(wrong, 0, "any format and any event: printable, bounded, in order");
	ok(longs < 10000, "most of them are short enough to be written");
}

/* A number is dropped as a whole if it does not fit, and then nothing is written. */
static void test_too_long(void)
{
	char name[PA_FORMAT_NAME];
	unsigned int i;

	memset(&formats, 0, sizeof(formats));
	for (i = 0; i < 20; i++) {
		char text[16];

		snprintf(name, sizeof(name), "a_rather_long_name_%u", i);
		snprintf(text, sizeof(text), "config:%u\n", i);
		put(name, text);
	}
	pa_formats_sort(&formats);
	formats.pmu = CPU;
	opened(PERF_TYPE_RAW, 0, 0xfffff);
	text_is("0xfffff", "an event that would not fit is only a number");
}

int main(void)
{
	test_parse();
	test_names();
	test_terms();
	test_decode();
	test_unknown();
	test_counted_by();
	test_other_pmus();
	test_random();
	test_too_long();
	return tap_end();
}
