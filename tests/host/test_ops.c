// SPDX-License-Identifier: GPL-2.0
/* Ops: every kind as text and as JSON, also with random bytes. */
#include "core/op.h"
#include "rec.h"
#include "tap.h"
#include "uapi_ioctl.h"

static struct pa_record r;
static struct pa_env env;

#define NATIVE(dir, nr, size)	((dir) << 30 | (size) << 16 | '$' << 8 | (nr))

/* A call of perf[100], thread 101, on event 57, which it opened as descriptor 3 in record 42. */
static void begin(enum pa_record_kind kind)
{
	memset(&r, 0xa5, sizeof(r));
	memset(&r, 0, offsetof(struct pa_record, attr));
	memset(&r.op, 0, sizeof(r.op));
	r.seq = 77;
	r.time_ns = 1000000002ULL;
	r.duration_ns = 1203;
	r.pid = 100;
	r.tid = 101;
	r.abi = PA_ABI_X86_64;
	r.kind = kind;
	strcpy(r.comm, "perf");
	r.op.id = 57;
	r.op.open_seq = 42;
	r.op.type = PERF_TYPE_SOFTWARE;
	r.op.fd = 3;
	r.op.fd_from = PA_FD_CALL;
	rec_env(&env);
}

static void begin_ioctl(unsigned int cmd, u64 arg)
{
	begin(PA_RECORD_IOCTL);
	r.op.cmd = cmd;
	r.op.arg = arg;
}

static void values(const u64 *words, unsigned int n, u64 format)
{
	begin(PA_RECORD_READ);
	memcpy(r.attr, words, n * 8);
	r.attr_len = (u16)(n * 8);
	r.op.arg = n * 8;
	r.op.format = format;
	r.ret = n * 8;
}

/* The statement with its comment, up to what all lines end with. */
static void is_text(const char *want, const char *name)
{
	char line[600];

	snprintf(line, sizeof(line),
		 "%s, perf[100] tid 101, #77 at 1.000000002 s, took 1.203 us */\n", want);
	is_str(rec_text(&r, &env, 0), line, name);
}

/* The members between fd_from and at_exit. */
static void is_json(const char *want, const char *name)
{
	const char *got = rec_json(&r, &env);
	const char *from = strstr(got, "\"fd_from\":");
	const char *to = from ? strstr(from, ",\"at_exit\":") : NULL;
	char middle[4096] = "";

	from = from ? strchr(from, ',') : NULL;
	if (from && to > from)
		snprintf(middle, sizeof(middle), "%.*s", (int)(to - from), from);
	is_str(middle, want, name);
}

static void test_head(void)
{
	begin(PA_RECORD_CLOSE);
	is_str(rec_json(&r, &env),
	       "{\"v\":1,\"call\":\"close\",\"seq\":77,\"load\":\"0c1e52d0\",\"time_ns\":\"1000000002\",\"wall_ns\":\"0\","
	       "\"duration_ns\":1203,"
	       "\"pid\":100,\"tid\":101,\"uid\":0,\"comm\":\"perf\",\"abi\":\"x86_64\","
	       "\"event\":{\"id\":\"57\",\"open\":42,\"type\":1,\"pmu_id\":null},\"fd\":3,\"fd_from\":\"call\","
	       "\"at_exit\":false,\"ret\":0,\"errno\":null,\"facts\":null,\"health\":null}\n",
	       "JSON: a whole line");
	r.op.fd_from = PA_FD_UNKNOWN;
	r.op.open_seq = 0;
	r.op.have = PA_OP_EXITING;
	is_str(rec_json(&r, &env),
	       "{\"v\":1,\"call\":\"close\",\"seq\":77,\"load\":\"0c1e52d0\",\"time_ns\":\"1000000002\",\"wall_ns\":\"0\","
	       "\"duration_ns\":1203,"
	       "\"pid\":100,\"tid\":101,\"uid\":0,\"comm\":\"perf\",\"abi\":\"x86_64\","
	       "\"event\":{\"id\":\"57\",\"open\":null,\"type\":1,\"pmu_id\":null},\"fd\":null,\"fd_from\":null,"
	       "\"at_exit\":true,\"ret\":0,\"errno\":null,\"facts\":null,\"health\":null}\n",
	       "JSON: what is not known is null");
	is_text("close(fd_of_57); /* = 0, the last reference, at exit, event 57",
		"text: without a descriptor and the open");
}

static void test_switches(void)
{
	begin_ioctl(PERF_EVENT_IOC_ENABLE, 0);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_ENABLE, 0); /* = 0, event 57 (#42)", "text: ENABLE");
	is_json(",\"args\":{\"cmd\":9216,\"arg\":\"0\"},"
		"\"cmd\":\"PERF_EVENT_IOC_ENABLE\",\"flags\":[]",
		"JSON: ENABLE");
	begin_ioctl(PERF_EVENT_IOC_DISABLE, 1);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP); /* = 0, event 57 (#42)",
		"text: DISABLE of a group");
	begin_ioctl(PERF_EVENT_IOC_RESET, 0x11);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP | 0x10);"
		" /* = 0, event 57 (#42)", "text: unknown bits of the argument stay");
	is_json(",\"args\":{\"cmd\":9219,\"arg\":\"17\"},\"cmd\":\"PERF_EVENT_IOC_RESET\","
		"\"flags\":[\"PERF_IOC_FLAG_GROUP\",\"0x10\"]", "JSON: and here");
	begin_ioctl(PERF_EVENT_IOC_REFRESH, (u64)-1);
	r.ret = -EINVAL;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_REFRESH, -1); /* = -1 EINVAL, event 57 (#42)",
		"text: REFRESH, refused");
	begin_ioctl(PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_PAUSE_OUTPUT, 0x1); /* = 0, event 57 (#42)",
		"text: PAUSE_OUTPUT");
	is_json(",\"args\":{\"cmd\":1074013193,\"arg\":\"1\"},"
		"\"cmd\":\"PERF_EVENT_IOC_PAUSE_OUTPUT\","
		"\"pause\":true", "JSON: PAUSE_OUTPUT");
	begin_ioctl(0x5401, 0xffffffff81000000ULL);
	is_text("ioctl(fd_3, 0x5401, 0 /* kernel address, not shown */); /* = 0, event 57 (#42)",
		"text: no kernel address, not even the caller's");
	is_json(",\"args\":{\"cmd\":21505,\"arg\":null},\"cmd\":null,"
		"\"hidden_args\":{\"arg\":0,\"value\":null,\"offset\":null}",
		"JSON: neither here, but its place in a page");
	begin_ioctl(0x5401, 5);
	r.ret = -ENOTTY;
	is_text("ioctl(fd_3, 0x5401, 0x5); /* = -1 ENOTTY, event 57 (#42)", "text: not perf's");
	is_json(",\"args\":{\"cmd\":21505,\"arg\":\"5\"},\"cmd\":null", "JSON: not perf's");
}

static void test_pointers(void)
{
	begin_ioctl(PERF_EVENT_IOC_PERIOD, 0x7000);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_PERIOD, (void *)0x7000 /* not readable */);"
		" /* = 0, event 57 (#42)", "text: a period that could not be read");
	is_json(",\"args\":{\"cmd\":1074275332,\"arg\":\"28672\"},"
		"\"cmd\":\"PERF_EVENT_IOC_PERIOD\","
		"\"period\":null", "JSON: is null");
	r.op.have = PA_OP_VALUE;
	r.op.value = 100000;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_PERIOD, &(__u64){ 100000 }); /* = 0, event 57 (#42)",
		"text: PERIOD");
	r.op.value = ~0ULL;
	is_json(",\"args\":{\"cmd\":1074275332,\"arg\":\"28672\"},"
		"\"cmd\":\"PERF_EVENT_IOC_PERIOD\","
		"\"period\":\"18446744073709551615\"", "JSON: a large period");
	begin_ioctl(PERF_EVENT_IOC_ID, 0x7000);
	r.op.have = PA_OP_VALUE;
	r.op.value = 58;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_ID, &id_3); /* = 0, id 58, event 57 (#42)", "text: ID");
	is_json(",\"args\":{\"cmd\":2148017159,\"arg\":\"28672\"},"
		"\"cmd\":\"PERF_EVENT_IOC_ID\",\"id\":\"58\"", "JSON: ID");
	begin_ioctl(NATIVE(2U, 7, 4), 0x7000);
	is_json(",\"args\":{\"cmd\":2147755015,\"arg\":\"28672\"},\"cmd\":null",
		"JSON: a 64-bit caller's ID of the wrong size is none");
	r.abi = PA_ABI_I386;
	is_json(",\"args\":{\"cmd\":2147755015,\"arg\":\"28672\"},"
		"\"cmd\":\"PERF_EVENT_IOC_ID\",\"id\":null", "JSON: a 32-bit caller's is");
	begin_ioctl(PERF_EVENT_IOC_QUERY_BPF, 0x7000);
	r.op.have = PA_OP_VALUE;
	r.op.value = 16 | 2ULL << 32;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_QUERY_BPF, &query); /* = 0, ids_len 16, prog_cnt 2,"
		" event 57 (#42)", "text: QUERY_BPF");
	begin_ioctl(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0x7000);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (void *)0x7000 /* not readable */);"
		" /* = 0, event 57 (#42)", "text: an attr that could not be read");
}

/* The numbers of arch/powerpc/include/uapi/asm/ioctl.h, by hand. */
static void test_power_numbers(void)
{
	static const u32 known[][2] = {
		{ PA_IOC_ENABLE, 0x20002400 }, { PA_IOC_PERIOD, 0x80082404 },
		{ PA_IOC_ID, 0x40082407 }, { PA_IOC_SET_BPF, 0x80042408 },
		{ PA_IOC_QUERY_BPF, 0xc008240a },
	};
	static const u32 none[] = { 0x2400, 0x60002400, 0xa0002400, 0x40082404, 0x80042407 };
	unsigned int i, bad = 0;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		begin_ioctl(known[i][1], 0);
		r.abi = PA_ABI_PPC64;
		bad += pa_ioc_of(&r) != known[i][0];
		bad += pa_ioc_number(PA_ABI_PPC64, known[i][0]) != known[i][1];
	}
	for (i = 0; i < ARRAY_SIZE(none); i++) {
		begin_ioctl(none[i], 0);
		r.abi = PA_ABI_PPC64;
		bad += pa_ioc_of(&r) != PA_IOC_MAX;
	}
	ok(!bad, "ioctls of powerpc have their numbers");
	begin_ioctl(0x40042407, 0);
	r.abi = PA_ABI_PPC;
	is_num(pa_ioc_of(&r), PA_IOC_ID, "... and those of its 32-bit programs");
}

static void test_descriptors(void)
{
	begin_ioctl(PERF_EVENT_IOC_SET_OUTPUT, 4);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_SET_OUTPUT, fd_4); /* = 0, event 57 (#42)",
		"text: SET_OUTPUT");
	r.op.arg = (u64)-1;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_SET_OUTPUT, -1L); /* = 0, event 57 (#42)",
		"text: SET_OUTPUT to nowhere");
	is_json(",\"args\":{\"cmd\":9221,\"arg\":\"18446744073709551615\"},"
		"\"cmd\":\"PERF_EVENT_IOC_SET_OUTPUT\",\"output_fd\":-1", "JSON: SET_OUTPUT");
	r.op.arg = 0xffffffff;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_SET_OUTPUT, 0xffffffff); /* = 0, event 57 (#42)",
		"text: half a -1 is another number");
	begin_ioctl(PERF_EVENT_IOC_SET_BPF, 9);
	is_text("ioctl(fd_3, PERF_EVENT_IOC_SET_BPF, bpf_fd_9); /* = 0, event 57 (#42)",
		"text: SET_BPF");
	is_json(",\"args\":{\"cmd\":1074013192,\"arg\":\"9\"},\"cmd\":\"PERF_EVENT_IOC_SET_BPF\","
		"\"prog_fd\":9", "JSON: SET_BPF");
}

static void test_filter(void)
{
	static const char hostile[] = "a\n*/ \"x\" == 1";

	begin_ioctl(PERF_EVENT_IOC_SET_FILTER, 0x7000);
	r.op.have = PA_OP_STR;
	memcpy(r.attr, hostile, sizeof(hostile) - 1);
	r.attr_len = sizeof(hostile) - 1;
	is_text("ioctl(fd_3, PERF_EVENT_IOC_SET_FILTER, \"a\\n*\\/ \\\"x\\\" == 1\");"
		" /* = 0, event 57 (#42)", "text: a filter cannot forge a line or end a comment");
	is_json(",\"args\":{\"cmd\":1074275334,\"arg\":\"28672\"},"
		"\"cmd\":\"PERF_EVENT_IOC_SET_FILTER\","
		"\"filter\":\"a\\n*/ \\\"x\\\" == 1\",\"filter_cut\":false,"
		"\"filter_raw\":\"610a2a2f20227822203d3d2031\"",
		"JSON: a filter, and its bytes, as there are others than plain text");
	memset(r.attr, 'x', PA_ATTR_KEEP);
	r.attr_len = PA_ATTR_KEEP;
	ok(!!strstr(rec_text(&r, &env, 0), "xx\" /* cut */);"), "text: a long one says so");
	ok(!!strstr(rec_json(&r, &env), "\"filter_cut\":true"), "JSON: too");
}

/* What a filter says becomes of a kernel address in it. */
static void is_filter(const char *filter, const char *want)
{
	char text[400], json[400];

	begin_ioctl(PERF_EVENT_IOC_SET_FILTER, 0x7000);
	r.op.have = PA_OP_STR;
	memcpy(r.attr, filter, strlen(filter));
	r.attr_len = strlen(filter);
	snprintf(text, sizeof(text), "PERF_EVENT_IOC_SET_FILTER, \"%s\");", want);
	snprintf(json, sizeof(json), "\"filter\":\"%s\",", want);
	ok(strstr(rec_text(&r, &env, 0), text) && strstr(rec_json(&r, &env), json),
	   "a filter is shown without kernel addresses: %s", filter);
}

static void test_filter_addresses(void)
{
	char text[PA_ATTR_KEEP + 32];

	is_filter("filter 0xffffffff81000000/0x40", "filter (kernel)/0x40");
	is_filter("start 0XFFFF800010ABCDEF", "start (kernel)");
	is_filter("stop 0x000ffffffff81000000@/bin/true", "stop (kernel)@/bin/true");
	is_filter("filter 0x40@0xff11000000001000,x", "filter 0x40@(kernel),x");
	is_filter("start 18446744071578845184", "start (kernel)");
	is_filter("start 9223372036854775808", "start (kernel)");
	is_filter("start 01777777777760100000000", "start (kernel)");
	is_filter("ip == -2130706432", "ip == (kernel)");
	is_filter("ip==ffffffff81000000", "ip==(kernel)");
	is_filter("a 0xffffffff81000000 b 0xffffffff81000040", "a (kernel) b (kernel)");
	is_filter("0xffffffff810000001", "(kernel)");
	/* What is none. */
	is_filter("prev_pid > 0 && ret != -1 || ret == -4095",
		  "prev_pid > 0 && ret != -1 || ret == -4095");
	is_filter("start 0x7fffffffffffffff", "start 0x7fffffffffffffff");
	is_filter("start 9223372036854775807", "start 9223372036854775807");
	is_filter("mask & 0xffffffffffffffff", "mask & 0xffffffffffffffff");
	is_filter("x == 18446744073709551615", "x == 18446744073709551615");
	is_filter("start 8123456789012345", "start 8123456789012345");
	is_filter("filter 0x40@/usr/lib/.build-id/ff/ffffffffffffffff0123456789abcdef01234567",
		  "filter 0x40@/usr/lib/.build-id/ff/ffffffffffffffff0123456789abcdef01234567");
	is_filter("filter 0x40@/tmp/a-1234567890", "filter 0x40@/tmp/a-1234567890");
	/* A number that the end of the record cuts: with how many digits, is not known. */
	begin_ioctl(PERF_EVENT_IOC_SET_FILTER, 0x7000);
	r.op.have = PA_OP_STR;
	memset(text, 'x', sizeof(text));
	memcpy(text + 240, " 0xffffffff81000000", 19);
	memcpy(r.attr, text, PA_ATTR_KEEP);
	r.attr_len = PA_ATTR_KEEP;
	ok(strstr(rec_text(&r, &env, 0), "xx \" /* cut */);") &&
	   !strstr(rec_json(&r, &env), "ffff"),
	   "a number that is cut is left out");
	memset(r.attr, 'f', PA_ATTR_KEEP);
	ok(strstr(rec_text(&r, &env, 0), "\"\" /* cut */);"), "nothing but digits");
	memset(r.attr, '-', PA_ATTR_KEEP);
	ok(strstr(rec_text(&r, &env, 0), "--\" /* cut */);"), "nothing but signs");
}

/* Kernel addresses where an ioctl has a number. */
static void test_address_args(void)
{
	const u64 address = 0xffffffff81234567ULL;
	static const u32 cmds[] = {
		PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_REFRESH, PERF_EVENT_IOC_SET_OUTPUT,
		PERF_EVENT_IOC_SET_BPF, PERF_EVENT_IOC_PAUSE_OUTPUT, PERF_EVENT_IOC_PERIOD,
		PERF_EVENT_IOC_SET_FILTER, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
	};
	u32 i;

	for (i = 0; i < sizeof(cmds) / sizeof(cmds[0]); i++) {
		begin_ioctl(cmds[i], address);
		ok(strstr(rec_text(&r, &env, 0), "kernel address, not shown") &&
		   !strstr(rec_json(&r, &env), "18446744071580"),
		   "no ioctl shows a kernel address: %u", cmds[i] & 0xff);
		ok(!strstr(rec_text(&r, &env, 0), "2128") && !strstr(rec_json(&r, &env), "2166"),
		   "... nor the half of it");
	}
	begin_ioctl(PERF_EVENT_IOC_PERIOD, 0x7000);
	r.op.have = PA_OP_VALUE;
	r.op.value = address;
	ok(strstr(rec_text(&r, &env, 0), "&(__u64){ 0 /* kernel address, not shown */ }") &&
	   strstr(rec_json(&r, &env), "\"period\":null,"
		  "\"hidden_args\":{\"arg\":null,\"value\":1383,\"offset\":null}"),
	   "a period that is one is not shown, but its place in a page");
	begin(PA_RECORD_MMAP);
	r.op.offset = address & ~0xfffULL;
	ok(strstr(rec_text(&r, &env, 0), "fd_3, 0 /* kernel address, not shown */);") &&
	   strstr(rec_json(&r, &env), "\"offset\":null},"), "an offset that is one is not shown");
	r.op.offset = address;
	ok(strstr(rec_json(&r, &env),
		  "\"hidden_args\":{\"arg\":null,\"value\":null,\"offset\":1383}"),
	   "... but its place in a page");
	begin_ioctl(PERF_EVENT_IOC_ENABLE, 0x7000);
	r.op.value = address;
	ok(!strstr(rec_json(&r, &env), "hidden_args"), "... and nothing of what is not valid");
}

/* The bytes of a filter are there only if the text does not have them. */
static void test_filter_raw(void)
{
	static const struct {
		const char *filter;
		const char *raw;
	} cases[] = {
		{ "prev_pid > 0 && comm ~ \"a*\"", NULL },
		{ "start 0x7fffffffffffffff", NULL },
		{ "x == \"\xff\"", "78203d3d2022ff22" },
		{ "ip==ffffffff81000042", "69703d3d66663131313131313131313131313131" },
		{ "a\nb", "610a62" },
	};
	char want[600];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *raw = cases[i].raw;

		begin_ioctl(PERF_EVENT_IOC_SET_FILTER, 0x7000);
		r.op.have = PA_OP_STR;
		r.attr_len = strlen(cases[i].filter);
		memcpy(r.attr, cases[i].filter, r.attr_len);
		snprintf(want, sizeof(want), "\"filter_cut\":false%s%s%s,\"at_exit\"",
			 raw ? ",\"filter_raw\":\"" : "", raw ? raw : "", raw ? "\"" : "");
		ok(!!strstr(rec_json(&r, &env), want), "the bytes of the filter %s",
		   cases[i].filter);
	}
	begin_ioctl(PERF_EVENT_IOC_SET_FILTER, 0x7000);
	r.op.have = PA_OP_STR;
	memset(r.attr, 'x', PA_ATTR_KEEP);
	memcpy(r.attr + PA_ATTR_KEEP - 4, "0xf9", 4);
	r.attr_len = PA_ATTR_KEEP;
	ok(!!strstr(rec_json(&r, &env), "787830786631\",\"at_exit\""),
	   "... of which a number at the end of a filter that is cut is another one");
	memcpy(r.attr + PA_ATTR_KEEP - 4, "xx a", 4);
	ok(!!strstr(rec_json(&r, &env), "787878782066\",\"at_exit\""),
	   "... also one of a single letter");
}

static void test_duration(void)
{
	ok(pa_duration(1000, 1203) == 203 && pa_duration(1000, 1000) == 0, "a duration");
	ok(pa_duration(1000, 999) == 0 && pa_duration(~0ULL, 0) == 0,
	   "a clock that steps back gives none, and none of 2^64");
}

static void test_modify(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_BREAKPOINT, .size = sizeof(attr) };

	attr.bp_type = HW_BREAKPOINT_W;
	begin_ioctl(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0x7000);
	r.op.have = PA_OP_ATTR;
	memcpy(r.attr, &attr, sizeof(attr));
	r.attr_len = sizeof(attr);
	r.attr_size = sizeof(attr);
	r.have_size = 1;
	r.attr_state = PA_ATTR_ENTRY;
	ok(!strncmp(rec_text(&r, &env, PA_TEXT_BRIEF),
		    "ioctl(fd_3, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &(struct perf_event_attr){\n"
		    "        .type = PERF_TYPE_BREAKPOINT,\n", 100),
	   "text: the attr of MODIFY_ATTRIBUTES stands in the call");
	is_str(rec_line(rec_text(&r, &env, PA_TEXT_BRIEF), "});"),
	       "}); /* = 0, event 57 (#42), perf[100] tid 101, #77 at 1.000000002 s, took 1.203 us */",
	       "text: and ends there");
	ok(strstr(rec_json(&r, &env), "\"cmd\":\"PERF_EVENT_IOC_MODIFY_ATTRIBUTES\","
		  "\"attr\":{\"type\":5,"), "JSON: the attr of MODIFY_ATTRIBUTES as in an open");
	ok(strstr(rec_json(&r, &env), ",\"attr_raw\":\"05000000"), "JSON: and its bytes");
}

static void test_maps(void)
{
	begin(PA_RECORD_MMAP);
	r.op.arg = 0x7f0000000000;
	r.op.len = 129 * 4096;
	r.op.prot = 3;
	r.op.flags = 1;
	is_text("ring_3 = mmap(NULL, 528384, PROT_READ | PROT_WRITE, MAP_SHARED, fd_3, 0x0);"
		" /* = 0x7f0000000000, data area of 1 + 128 pages, event 57 (#42)", "text: mmap");
	is_json(",\"args\":{\"length\":\"528384\",\"prot\":3,\"flags\":\"1\",\"offset\":\"0\"},"
		"\"area\":\"data\",\"pages\":129,\"at\":\"139637976727552\","
		"\"prot\":[\"PROT_READ\",\"PROT_WRITE\"],"
		"\"flags\":[\"MAP_SHARED\"]", "JSON: mmap");
	r.op.offset = 1 << 20;
	r.ret = -EPERM;
	is_text("aux_3 = mmap(NULL, 528384, PROT_READ | PROT_WRITE, MAP_SHARED, fd_3, 0x100000);"
		" /* = -1 EPERM, AUX area of 129 pages, event 57 (#42)", "text: of an AUX area");
	begin(PA_RECORD_MUNMAP);
	r.op.len = 4096;
	is_text("munmap(ring_3, 4096); /* = 0, data area of 1 + 0 pages, event 57 (#42)",
		"text: munmap");
	is_json(",\"args\":{\"length\":\"4096\",\"offset\":\"0\"},"
		"\"area\":\"data\",\"pages\":1,\"at\":\"0\"",
		"JSON: munmap");
}

static void test_reads(void)
{
	static const u64 one[] = { 1000, 20, 10, 57, 2 };
	static const u64 group[] = { 2, 20, 10, 1000, 57, 2000, 58 };
	static const u64 lone = 5;
	u64 many[32] = { 100 };

	values(&lone, 1, 0);
	is_text("read(fd_3, values, 8); /* = 8, value 5, event 57 (#42)", "text: a plain value");
	is_json(",\"args\":{\"count\":\"8\"},"
		"\"read_format\":[],\"values\":[{\"value\":\"5\"}],\"more\":0",
		"JSON: a plain value");
	values(one, 5, 0x17);
	is_text("read(fd_3, values, 40); /* = 40, time_enabled 20, time_running 10, value 1000,"
		" id 57, lost 2, event 57 (#42)", "text: a value with all that there is");
	is_json(",\"args\":{\"count\":\"40\"},\"read_format\":[\"PERF_FORMAT_TOTAL_TIME_ENABLED\","
		"\"PERF_FORMAT_TOTAL_TIME_RUNNING\",\"PERF_FORMAT_ID\",\"PERF_FORMAT_LOST\"],"
		"\"time_enabled\":\"20\",\"time_running\":\"10\","
		"\"values\":[{\"value\":\"1000\",\"id\":\"57\","
		"\"lost\":\"2\"}],\"more\":0", "JSON: as well");
	values(group, 7, 0xf);
	is_text("read(fd_3, values, 56); /* = 56, members 2, time_enabled 20, time_running 10,"
		" value 1000, id 57, value 2000, id 58, event 57 (#42)", "text: a group");
	is_json(",\"args\":{\"count\":\"56\"},\"read_format\":[\"PERF_FORMAT_TOTAL_TIME_ENABLED\","
		"\"PERF_FORMAT_TOTAL_TIME_RUNNING\",\"PERF_FORMAT_ID\",\"PERF_FORMAT_GROUP\"],"
		"\"time_enabled\":\"20\",\"time_running\":\"10\","
		"\"values\":[{\"value\":\"1000\",\"id\":\"57\"},"
		"{\"value\":\"2000\",\"id\":\"58\"}],\"more\":0", "JSON: a group");
	values(many, 32, 0x8);
	ok(!!strstr(rec_text(&r, &env, 0), ", and 69 more, event"), "text: what did not fit");
	ok(!!strstr(rec_json(&r, &env), "\"more\":69"), "JSON: what did not fit");
	values(&lone, 0, 0x8);
	r.ret = -ENOSPC;
	is_text("read(fd_3, values, 0); /* = -1 ENOSPC, event 57 (#42)",
		"text: a read that failed");
}

static void test_others(void)
{
	begin(PA_RECORD_POLL);
	r.ret = 0x11;
	r.op.fd_from = PA_FD_OPEN;
	is_text("poll(&(struct pollfd){ .fd = fd_3, .events = POLLIN }, 1, -1);"
		" /* = POLLIN | POLLHUP, event 57 (#42)", "text: poll");
	is_json(",\"revents\":[\"POLLIN\",\"POLLHUP\"]", "JSON: poll");
	begin(PA_RECORD_PRCTL);
	r.op.fd_from = PA_FD_UNKNOWN;
	r.op.arg = 32;
	is_text("prctl(PR_TASK_PERF_EVENTS_ENABLE); /* = 0", "text: prctl");
	is_json(",\"args\":{\"option\":32},\"option\":\"PR_TASK_PERF_EVENTS_ENABLE\","
		"\"alone\":false",
		"JSON: prctl");
	r.op.have = PA_OP_ALONE;
	is_json(",\"args\":{\"option\":32},\"option\":\"PR_TASK_PERF_EVENTS_ENABLE\","
		"\"alone\":true",
		"JSON: ... of a thread that has opened none");
}

static void test_links(void)
{
	begin(PA_RECORD_BPF);
	r.op.cmd = PA_BPF_LINK_CREATE;
	r.op.len = 3;
	r.op.arg = 5;
	r.op.prot = 7;
	r.op.have = PA_OP_VALUE;
	r.op.value = 0x1122334455667788;
	r.ret = 9;
	is_text("bpf(BPF_LINK_CREATE, &(union bpf_attr){ .link_create = { .attach_type = "
		"BPF_PERF_EVENT, .target_fd = fd_3, .prog_fd = bpf_fd_5, .perf_event.bpf_cookie = "
		"1234605616436508552 } }, sizeof(union bpf_attr)); /* = 9, event 57 (#42)",
		"text: a link");
	is_json(",\"args\":{\"cmd\":28,\"flags\":\"0\"},\"cmd\":\"BPF_LINK_CREATE\",\"prog_fd\":5,"
		"\"prog_type\":7,\"cookie\":\"1234605616436508552\"", "JSON: a link");
	r.op.value = 0xffffffff81000abcULL;
	r.op.prot = 0;
	r.op.flags = 2;
	is_json(",\"args\":{\"cmd\":28,\"flags\":\"2\"},\"cmd\":\"BPF_LINK_CREATE\",\"prog_fd\":5,"
		"\"prog_type\":null,\"cookie\":null,"
		"\"hidden_args\":{\"arg\":null,\"value\":2748,\"offset\":null}",
		"JSON: a cookie that is a kernel address is not shown, nor is a type that is not known");
	ok(!!strstr(rec_text(&r, &env, 0),
		    ".flags = 2, .perf_event.bpf_cookie = 0 /* kernel address"),
	   "text: neither is the cookie here, and there are flags");
	r.op.cmd = PA_BPF_LINK_UPDATE;
	r.op.have = 0;
	r.op.len = 9;
	r.op.flags = 0;
	r.op.fd_from = PA_FD_OPEN;
	r.ret = -EINVAL;
	r.op.id = 0;
	r.op.type = PA_OP_NO_TYPE;
	is_text("bpf(BPF_LINK_UPDATE, &(union bpf_attr){ .link_update = { .link_fd = link_fd_9, "
		".new_prog_fd = bpf_fd_5 } }, sizeof(union bpf_attr)); /* = -1 EINVAL",
		"text: a link whose event is not known");
	is_json(",\"args\":{\"cmd\":29,\"link_fd\":9,\"flags\":\"0\"},\"cmd\":\"BPF_LINK_UPDATE\","
		"\"prog_fd\":5,\"prog_type\":null,\"cookie\":null", "JSON: ... and here");
	ok(!!strstr(rec_json(&r, &env), "\"event\":null,\"fd\":3"), "JSON: its event is null");
}

/* What an op that was refused has of facts. */
static void facts_have(const char *want, const char *name)
{
	if (!ok(!!strstr(rec_json(&r, &env), want), "%s", name))
		diag("got: %s", rec_json(&r, &env));
}

static void test_facts(void)
{
	struct pa_op_facts *f = &r.op_facts;

	begin_ioctl(PERF_EVENT_IOC_SET_OUTPUT, 4);
	r.ret = -EINVAL;
	facts_have(",\"facts\":null,\"health\":null", "an op without facts");
	r.op.have = PA_OP_FACTS;
	r.op.pmu = REC_PMU_MSR;
	memset(f, 0, sizeof(*f));
	facts_have("\"type\":1,\"pmu_id\":5},", "the PMU of the event has its id");
	facts_have(",\"facts\":{\"cap_effective\":\"0\",\"init_userns\":false,"
		   "\"perf_event_paranoid\":null,\"perf_event_max_sample_rate\":null,\"selinux\":false,"
		   "\"bpf_lsm\":false,\"cpu\":0,\"state\":0,\"attr_flags\":\"0\",\"siblings\":0,"
		   "\"read_size\":0,\"sampling\":false,\"buffer\":false,\"mapped\":false,"
		   "\"tracing\":false,\"aux\":null,\"addr_filters\":null,\"prog\":false,"
		   "\"filter\":false,\"task\":false,\"children\":false},\"health\":",
		   "facts of an event that is little");
	f->have = PA_OF_OUTPUT | PA_OF_PMU | PA_OF_AUX | PA_OF_INIT_NS;
	f->state = PA_STATE_OFF;
	f->output.file = PA_FILE_PERF;
	f->output.aux = 2;
	f->output.cpu = -1;
	facts_have("\"init_userns\":true,", "a bit of what is known may be a fact");
	facts_have("\"state\":-1,", "a state off");
	facts_have("\"aux\":true,\"addr_filters\":false,", "what its PMU has");
	facts_have("\"children\":false,\"output\":{\"file\":\"perf_event\",\"cpu\":-1,"
		   "\"itself\":false,\"task\":false,\"clock\":false,\"backward\":false,\"aux\":2,\"buffer\":false,"
		   "\"revoked\":false}},\"health\":", "the other event of SET_OUTPUT");
	memset(f, 0, sizeof(*f));
	f->have = PA_OF_TRACE | PA_OF_PROG_FD;
	f->trace.kind = PA_TRACE_KPROBE;
	f->trace.file = PA_FILE_BPF;
	f->trace.prog = PA_PROG_SLEEPABLE | PA_PROG_STACK;
	strcpy(f->trace.name, "kprobes:x");
	facts_have("\"trace\":{\"kind\":\"kprobe\",\"name\":\"kprobes:x\",\"file\":\"bpf_prog\","
		   "\"prog_type\":0,\"max_ctx\":0,\"prog\":[\"sleepable\",\"stack\"],\"looked\":null,"
		   "\"hash\":null,\"missing\":null}},", "the program of SET_BPF");
	memset(f, 0, sizeof(*f));
	f->have = PA_OF_CHANGE;
	f->change.differs = U16_MAX;
	facts_have("\"change\":{\"differs\":65535}},", "MODIFY_ATTRIBUTES of nothing");
	memset(f, 0, sizeof(*f));
	f->have = PA_OF_MMAPS | PA_OF_CONTROL;
	f->map.memlock = ~0ULL;
	f->map.aux_offset = 0xffffffff81000000ULL;
	facts_have("\"map\":{\"memlock\":\"18446744073709551615\",\"pinned\":\"0\","
		   "\"charged\":\"0\","
		   "\"perf_event_mlock_kb\":null,\"cpus\":0,\"data_len\":\"0\",\"aux_len\":\"0\","
		   "\"aux_at\":\"0\",\"aux_offset\":\"(kernel)\",\"aux_size\":\"0\"}},",
		   "an mmap: what the process has written may be an address");
}

static bool whole(const char *text)
{
	size_t len = strlen(text);
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] != '\n' && (text[i] < 0x20 || text[i] > 0x7e))
			return false;
	return len > 40 && !strcmp(text + len - 4, " */\n");
}

static void test_random(void)
{
	unsigned char *p = (unsigned char *)&r;
	int bad_text = 0;
	int bad_json = 0;
	size_t i;
	int n;

	rec_env(&env);
	for (n = 0; n < 8000; n++) {
		for (i = 0; i < sizeof(r); i++)
			p[i] = (unsigned char)(rec_random() >> 32);
		r.kind = (u8)(1 + n % (PA_RECORD_MAX + 1));
		/* As often as not one of perf's ioctls, with a short string or a few values. */
		if (n & 1)
			r.op.cmd = r.kind == PA_RECORD_IOCTL ? PERF_EVENT_IOC_SET_FILTER : r.op.cmd;
		if (n & 2)
			r.attr_len %= PA_ATTR_KEEP + 1;
		bad_text += !whole(rec_text(&r, &env, n & 4 ? PA_TEXT_BRIEF : 0));
		bad_json += strncmp(rec_json(&r, &env), "{\"v\":1,\"call\":", 14) != 0;
	}
	ok(!bad_text, "text: 8000 calls of random bytes are whole statements, in printable ASCII");
	ok(!bad_json, "JSON: and whole objects");
}

/* Only what is valid may be shown: all else in a slot of the ring is of earlier records. */
static void test_stale(void)
{
	begin(PA_RECORD_READ);
	memset(r.attr, 'S', sizeof(r.attr));
	memset(r.str, 'S', sizeof(r.str));
	memset(&r.kv, 'S', sizeof(r.kv));
	r.op.format = 0xf;
	r.ret = 8;
	ok(!strstr(rec_text(&r, &env, 0), "SS"), "text: no string of an earlier record is shown");
	ok(!strstr(rec_text(&r, &env, 0), "6004799503160661843"),
	   "text: no number of an earlier record is shown");
	ok(!strstr(rec_json(&r, &env), "6004799503160661843"), "JSON: neither here");
}

int main(void)
{
	test_head();
	test_switches();
	test_pointers();
	test_power_numbers();
	test_descriptors();
	test_filter();
	test_filter_addresses();
	test_filter_raw();
	test_links();
	test_facts();
	test_address_args();
	test_duration();
	test_modify();
	test_maps();
	test_reads();
	test_others();
	test_random();
	test_stale();
	return tap_end();
}
