// SPDX-License-Identifier: GPL-2.0
/*
 * Hostile strings of a process, and records of random bytes: no line is forged, no comment
 * is ended, no buffer overflows, and the largest record fits.
 */
#include "facts/held.h"
#include "facts/now.h"
#include "core/out.h"
#include "json/json.h"
#include "rec.h"
#include "tap.h"
#include "rules/rule.h"
#include "rules/text.h"

static struct perf_event_attr attr;
static struct pa_record r;
static struct pa_env env;

/* A record that shows every string that a process, or a name in the kernel, can have. */
static void all_strings(u32 type)
{
	memset(&attr, 0, sizeof(attr));
	attr.type = type;
	attr.size = sizeof(attr);
	attr.config1 = 4096;
	rec_env(&env);
	rec_init(&r, &attr, sizeof(attr));
	r.have_kview = 1;
	memset(&r.kv, 0, sizeof(r.kv));
	r.kv.have = PA_KV_EVENT | PA_KV_TASK | PA_KV_CGROUP | PA_KV_NAME |
		    PA_KV_LEADER | PA_KV_LEADER_NAME;
	r.kv.cpu = r.arg_cpu;
	r.str_kind = type == REC_KPROBE ? 1 : type == REC_UPROBE ? 2 : 0;
}

static void put(char *to, size_t size, const char *str)
{
	snprintf(to, size, "%s", str);
}

static void set_strings(const char *str)
{
	put(r.comm, sizeof(r.comm), str);
	put(r.kv.task_comm, sizeof(r.kv.task_comm), str);
	put(r.kv.cgroup, sizeof(r.kv.cgroup), str);
	put(r.kv.name, sizeof(r.kv.name), str);
	put(r.kv.leader_name, sizeof(r.kv.leader_name), str);
	put(env.handler, sizeof(env.handler), str);
	put(env.clock, sizeof(env.clock), str);
	put(env.symbol, sizeof(env.symbol), str);
	put(r.str, sizeof(r.str), str);
	r.str_len = (u16)strnlen(r.str, sizeof(r.str));
}

/* Copy the arg[0] block without its comments; false when a comment has no proper end. */
static bool strip_comments(char *to, const char *from)
{
	const char *end = strstr(from, "\narg[1]:\n");
	bool good = true;

	from = strstr(from, "\narg[0]:\n");
	while (from < end) {
		if (!strncmp(from, "/*", 2)) {
			const char *close = strstr(from + 2, "*/");
			const char *open = strstr(from + 2, "/*");

			good &= close && close < end && (!open || open > close);
			from = close ? close + 2 : end;
		} else {
			good &= strncmp(from, "*/", 2) != 0;
			*to++ = *from++;
		}
	}
	*to = 0;
	return good;
}

static int count_lines(const char *p)
{
	int n = 0;

	for (; *p; p++)
		n += *p == '\n';
	return n;
}

static bool printable(const char *p)
{
	for (; *p; p++)
		if (*p != '\n' && (*p < 0x20 || *p > 0x7e))
			return false;
	return true;
}

/* With @str in every place, the same lines and the same code as with a harmless word. */
static bool harmless(u32 type, const char *str)
{
	static char benign[PA_TEXT_MAX];
	static char code[PA_TEXT_MAX];
	static char got[PA_TEXT_MAX];
	int lines;

	all_strings(type);
	set_strings("word");
	lines = count_lines(rec_text(&r, &env, 0));
	if (!strip_comments(benign, rec_text(&r, &env, 0)))
		return false;
	set_strings(str);
	strcpy(got, rec_text(&r, &env, 0));
	return printable(got) && count_lines(got) == lines && strip_comments(code, got) &&
	       !strcmp(code, benign);
}

static void test_hostile_strings(void)
{
	static const char * const strings[] = {
		"\n", "*/", "/*", "*/*/", "**/", "/*/", "\\", "\"", "\033[2J", "\r",
		"arg[1]:\n", "*", "/", "*\\/", "\\n", "\x7f", "\x80\xff", "\t", "/**/;",
		"};\narg[1]:\n    pid_t pid = 0;", "?\?/", "//", "a*/b*/c",
	};
	static const u32 types[] = { PERF_TYPE_TRACEPOINT, PERF_TYPE_BREAKPOINT, REC_KPROBE,
				     REC_UPROBE, PERF_TYPE_RAW };
	unsigned int i;
	unsigned int t;
	bool good;

	for (i = 0; i < ARRAY_SIZE(strings); i++) {
		good = true;
		for (t = 0; t < ARRAY_SIZE(types); t++)
			good &= harmless(types[t], strings[i]);
		ok(good, "hostile string %u in every place forges nothing", i);
	}
}

static void test_random_strings(void)
{
	static const char nasty[] = "*/\\\"\n\r;{}[]=\033ax ?";
	char str[64];
	int bad = 0;
	int n;
	int i;

	for (n = 0; n < 2000; n++) {
		int len = 1 + rec_random() % (sizeof(str) - 2);

		for (i = 0; i < len; i++)
			str[i] = rec_random() & 3 ? nasty[rec_random() % (sizeof(nasty) - 1)] :
				 (char)(rec_random() % 255 + 1);
		str[len] = 0;
		bad += !harmless(n & 1 ? REC_UPROBE : PERF_TYPE_TRACEPOINT, str);
	}
	ok(!bad, "2000 random hostile strings forge nothing");
}

/* C reads an escaped string back as what it was. */
static void test_escapes(void)
{
	char buf[64];
	struct out s;
	int bad = 0;
	int c;

	for (c = 1; c < 256; c++) {
		char in[2] = { (char)c, 0 };
		char want[8];

		if (c == '\n' || c == '\t' || c == '\r')
			snprintf(want, sizeof(want), "\\%c",
				 c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
		else if (c == '"' || c == '\\')
			snprintf(want, sizeof(want), "\\%c", c);
		else if (c < 0x20 || c > 0x7e)
			snprintf(want, sizeof(want), "\\%03o", c);
		else
			snprintf(want, sizeof(want), "%c", c);
		out_init(&s, buf, sizeof(buf));
		out_escaped(&s, in, sizeof(in));
		buf[s.len] = 0;
		bad += strcmp(buf, want) != 0;
	}
	ok(!bad, "all 255 characters: themselves, a C escape, or three octal digits");
	out_init(&s, buf, sizeof(buf));
	out_escaped(&s, "a*/b/*c", 7);
	buf[s.len] = 0;
	is_str(buf, "a*\\/b/\\*c", "the ends and starts of comments are broken");
	out_init(&s, buf, sizeof(buf));
	out_escaped(&s, "abc", 2);
	buf[s.len] = 0;
	is_str(buf, "ab", "a string without a NUL ends at its buffer");
}

static void test_numbers(void)
{
	static const unsigned long long edges[] = {
		0, 1, 9, 10, 99, 100, 101, 999, 1000, 12345678901234567ULL,
		999999999999999999ULL, 10000000000000000000ULL, ~0ULL, 1ULL << 63,
	};
	unsigned long long parts;
	char want[128];
	char buf[128];
	struct out s;
	unsigned int i, n;
	int bad = 0;

	for (i = 0; i < ARRAY_SIZE(edges) + 2000; i++) {
		unsigned long long v = i < ARRAY_SIZE(edges) ? edges[i] :
				       rec_random() >> (rec_random() & 63);

		out_init(&s, buf, sizeof(buf));
		out_u64(&s, v);
		out_char(&s, ' ');
		out_s64(&s, (s64)v);
		out_char(&s, ' ');
		out_hex(&s, v);
		out_char(&s, ' ');
		out_padded(&s, (u32)(v % 1000000000), 9);
		out_char(&s, ' ');
		out_point(&s, v, 1 + i % 9);
		buf[s.len] = 0;
		for (parts = 10, n = i % 9; n; n--)
			parts *= 10;
		snprintf(want, sizeof(want), "%llu %lld 0x%llx %09llu %llu.%0*llu", v,
			 (long long)v, v, v % 1000000000, v / parts, 1 + (int)(i % 9), v % parts);
		bad += strcmp(buf, want) != 0;
	}
	ok(!bad, "numbers are what printf writes");
}

/* Every name a byte that takes the most room, every list full, every comment there. */
static void largest(u8 abi, u32 type, char c)
{
	static struct pa_held held;
	static struct pa_now now;
	static struct pa_pmu_name pmus[PA_STEPS + 1];
	static unsigned char big[4096];
	int i;

	memset(big, 0xff, sizeof(big));
	memcpy(big, &type, sizeof(type));
	rec_env(&env);
	env.kernel = &rec_kernel_510;
	for (i = 1; i <= PA_STEPS; i++) {
		memset(pmus[i].name, c, sizeof(pmus[i].name));
		pmus[i].type = type;
	}
	env.pmus = pmus;
	env.npmus = PA_STEPS + 1;
	rec_init(&r, big, sizeof(big));
	r.abi = abi;
	memset(&r.kv, 0xff, sizeof(r.kv));
	memset(r.kv.kattr, 0x7f, sizeof(r.kv.kattr));
	r.have_kview = 1;
	for (i = 0; i < PA_STEPS; i++) {
		r.kv.steps[i].fn = PA_FN_TRY_INIT;
		r.kv.steps[i].pmu = 1;
		r.kv.steps[i].ret = -93;
	}
	r.kv.pmu = 1;
	r.kv.leader.pmu = 1;
	r.have_facts = 1;
	memset(&r.facts, 0xff, sizeof(r.facts));
	r.facts.group_file = PA_FILE_PERF;
	r.str_kind = 2;
	r.str_len = PA_STR_LEN;
	memset(r.comm, c, sizeof(r.comm));
	memset(r.str, c, sizeof(r.str));
	memset(r.kv.task_comm, c, sizeof(r.kv.task_comm));
	memset(r.kv.name, c, sizeof(r.kv.name));
	memset(r.kv.cgroup, c, sizeof(r.kv.cgroup));
	memset(env.handler, c, sizeof(env.handler));
	memset(env.clock, c, sizeof(env.clock));
	memset(env.symbol, c, sizeof(env.symbol));
	memset(&held, c, sizeof(held));
	for (i = 0; i < PA_HELD_NAMED; i++)
		held.by[i].who.pid = S32_MIN + i;
	held.cut = false;
	now.held = &held;
	env.now = &now;
	r.ret = -93;
}

static void test_largest(void)
{
	static const u32 types[] = { 0, 1, 2, 3, 4, 5, 77 };
	/* A plan changes each field once; these are the longest to write. */
	static const char * const longest[PA_FIX_MAX] = {
		"sample_type", "branch_sample_type", "read_format", "sample_regs_user",
		"sample_regs_intr", "flags",
	};
	static const struct pa_rule rule = { .id = "r" };
	struct pa_why why = { .rule = &rule, .in = "f", .field = "f", .nfix = PA_FIX_MAX };
	char *buf = malloc(PA_TEXT_MAX);
	struct out s;
	size_t text = 0;
	size_t json = 0;
	char fix[8192];
	unsigned int i;
	int abi;

	for (i = 0; i < PA_FIX_MAX; i++) {
		why.fix[i].field = longest[i] ? longest[i] : "exclude_callchain_kernel";
		why.fix[i].value = ~0ULL;
	}
	why.plan = PA_PLAN_OTHER;
	memset(why.lost, 'l', sizeof(why.lost) - 1);
	memset(why.needs, 'n', sizeof(why.needs) - 1);
	for (abi = 0; abi < PA_ABI_MAX; abi++) {
		for (i = 0; i < ARRAY_SIZE(types); i++) {
			largest((u8)abi, types[i], '\377');
			out_init(&s, buf, PA_TEXT_MAX);
			rec_tell(&env, &r);
			pa_text_record(&s, &r, &env, 0);
			text = s.len > text ? s.len : text;
			out_init(&s, buf, PA_TEXT_MAX);
			pa_json_record(&s, &r, &env, NULL);
			json = s.len > json ? s.len : json;
		}
	}
	why_fix_text(fix, sizeof(fix), &r, &env, &why);
	ok(fix[0], "the largest plan, %zu bytes, fits", strlen(fix));
	ok(text > 10000, "the largest text, %zu bytes, is a large one", text);
	ok(text <= PA_TEXT_MAX, "the largest text, %zu bytes, fits", text);
	ok(json > 10000, "the largest JSON line, %zu bytes, is a large one", json);
	ok(json <= PA_TEXT_MAX, "the largest JSON line, %zu bytes, fits", json);
	free(buf);
}

/* Into a buffer of every size: never a byte beyond, and full or marked as overflown. */
static bool truncates(bool json)
{
	static char whole[PA_TEXT_MAX];
	struct out s;
	bool good = true;
	size_t want;
	size_t size;

	rec_tell(&env, &r);
	strcpy(whole, json ? rec_json(&r, &env) : rec_log(&r, &env, 0));
	want = strlen(whole);
	for (size = 1; size <= want + 2; size++) {
		char *buf = malloc(size);	/* a byte beyond it is an error to ASan */

		out_init(&s, buf, (unsigned int)size);
		if (json)
			pa_json_record(&s, &r, &env, NULL);
		else
			pa_text_record(&s, &r, &env, 0);
		if (size > want)
			good &= s.len == want && !memcmp(buf, whole, want);
		else
			good &= out_overflowed(&s);
		free(buf);
	}
	return good;
}

static const char forged[] = "a\n{\"v\":1,\"pmu\":{\"id\":1}}\x9b\"\\";

/* A machine whose names are @c, or if that is 0, try to be lines of their own. */
static void hostile_machine(char c)
{
	static struct pa_kernel kernel;
	static struct pa_event_init inits[2];
	static struct pa_pmu_name pmus[2];

	rec_env(&env);
	memset(&kernel, 0xff, sizeof(kernel));
	memset(kernel.module, c, sizeof(kernel.module) - 1);
	kernel.module[sizeof(kernel.module) - 1] = 0;
	memset(kernel.release, c, sizeof(kernel.release) - 1);
	kernel.release[sizeof(kernel.release) - 1] = 0;
	memset(&pmus[1], 0xff, sizeof(pmus[1]));
	memset(pmus[1].name, c, sizeof(pmus[1].name));
	memset(&inits[1], c, sizeof(inits[1]));
	if (!c) {
		put(kernel.module, sizeof(kernel.module), forged);
		put(kernel.release, sizeof(kernel.release), forged);
		put(pmus[1].name, sizeof(pmus[1].name), forged);
		put(inits[1].symbol, sizeof(inits[1].symbol), forged);
		put(inits[1].module, sizeof(inits[1].module), forged);
	}
	pmus[1].init = 1;
	pmus[1].have_caps = true;
	env.kernel = &kernel;
	env.pmus = pmus;
	env.npmus = 2;
	env.inits = inits;
	env.ninits = 2;
	env.followed = ~0U;
}

static bool one_clean_line(const char *line)
{
	return count_lines(line) == 1 && line[strlen(line) - 1] == '\n' && printable(line) &&
	       !strstr(line, "\n{");
}

/* The lines about the machine: names of modules and PMUs come from whoever writes drivers. */
static void test_machine(void)
{
	hostile_machine(0);
	ok(one_clean_line(rec_json_env(&env)) && one_clean_line(rec_json_pmu(&env, 1)),
	   "names of the machine forge no line");
	ok(strstr(rec_json_pmu(&env, 1), "\"name\":\"a\\n{\\\"v\\\":1,\\\"pmu\\\":{\\\"id\\\":1}}"),
	   "... and are what they are");
	hostile_machine('\377');
	ok(one_clean_line(rec_json_env(&env)) && one_clean_line(rec_json_pmu(&env, 1)),
	   "the largest lines about the machine are whole");
	ok(strlen(rec_json_env(&env)) < 4096 && strlen(rec_json_pmu(&env, 1)) < 4096,
	   "... and small: %zu bytes of a PMU", strlen(rec_json_pmu(&env, 1)));
	ok(!strstr(rec_json_env(&env), "0xf"), "... without a bit that has no name");
}

static void test_truncation(void)
{
	all_strings(REC_UPROBE);
	set_strings("a\nb*/");
	r.kv.have = 0x7ff;
	r.kv.nsteps = 3;
	ok(truncates(false), "text into a buffer of every size: whole, or marked");
	ok(truncates(true), "JSON into a buffer of every size: whole, or marked");
}

/* Whatever the bytes are, the code of arg[0] and the frame around it stand. */
static void test_random_records(void)
{
	unsigned char *p = (unsigned char *)&r;
	int bad = 0;
	size_t i;
	int n;

	rec_env(&env);
	for (n = 0; n < 3000; n++) {
		const char *got;

		for (i = 0; i + 8 <= sizeof(r); i += 8) {
			unsigned long long v = rec_random();

			memcpy(p + i, &v, 8);
		}
		/* Records of other calls are test_ops.c's. */
		r.kind = PA_RECORD_OPEN;
		if (n & 1)
			r.kv.nsteps %= PA_STEPS;
		got = n & 4 ? rec_log(&r, &env, n & 2 ? PA_TEXT_BRIEF : 0) :
			      rec_text(&r, &env, n & 2 ? PA_TEXT_BRIEF : 0);
		bad += !printable(got) || strncmp(got, "================perf", 20) ||
		       !strstr(got, "\narg[4]:\n") || !strstr(got, "\nreturn:\n");
		bad += rec_json(&r, &env)[0] != '{';
	}
	ok(!bad, "3000 records of random bytes are rendered whole, in printable ASCII");
}

static bool steps_stay_inside(u16 nsteps)
{
	struct pa_step *step;

	memset(&r.kv, 0, sizeof(r.kv));
	r.kv.nsteps = nsteps;
	step = pa_step_begin(&r.kv, PA_FN_ALLOC);
	return step == &r.kv.steps[PA_STEPS - 1] && step->fn == PA_FN_ALLOC &&
	       step->ret == PA_RET_PENDING && r.kv.nsteps == PA_STEPS && r.kv.steps_lost == 1;
}

/* Two tasks can be in one record after an oops inside a call, and both add steps. */
static void test_full_path(void)
{
	ok(steps_stay_inside(PA_STEPS), "a step too many takes the last place");
	ok(steps_stay_inside(PA_STEPS + 1), "... also if two tasks have counted beyond the end");
	ok(steps_stay_inside(U16_MAX), "... however far");
}

int main(void)
{
	test_full_path();
	test_escapes();
	test_numbers();
	test_hostile_strings();
	test_random_strings();
	test_largest();
	test_machine();
	test_truncation();
	test_random_records();
	return tap_end();
}
