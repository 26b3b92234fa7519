// SPDX-License-Identifier: GPL-2.0
/*
 * Wrong values of settings: each is refused, and answered by one line with the word, what is
 * accepted, and the old value, which stays.
 *
 *   test_answers           the tests
 *   test_answers --print   the table of inputs and answers, in Markdown
 */
#include <stdio.h>
#include <stdlib.h>

#include "rec.h"

#include "core/filter.h"
#include "core/out.h"
#include "core/setting.h"
#include "tap.h"

#define FILTER	"comm=perf failed"	/* the filter that stays */

/* The explanation for each kind of word. */
#define PID	"pid= takes a process id from 1 to 2147483647"
#define UID	"uid= takes a user id, 0 to 4294967295, such as "
#define COMM	"comm= takes a name of 1 to 15 bytes as the log prints it, without quotes; "
#define TYPE	"type= takes hardware, software, tracepoint, hw_cache, raw, breakpoint, "
#define WORDS	"unknown term; the terms, separated by spaces, are uid="

static const struct {
	const char *text;
	const char *word;	/* as the line has it, between quotes */
	const char *takes;	/* what the line goes on with */
} filters[] = {
	/* Unknown terms. */
	{ "nonsense", "nonsense", WORDS }, { "OK", "OK", WORDS }, { "okay", "okay", WORDS },
	{ "Failed", "Failed", WORDS }, { "fail", "fail", WORDS }, { "PID=1", "PID=1", WORDS },
	{ "ppid=1", "ppid=1", WORDS }, { "name=perf", "name=perf", WORDS },
	{ "perf", "perf", WORDS }, { "1234", "1234", WORDS }, { "!", "!", WORDS },
	{ "!!failed", "!!failed", WORDS }, { "not failed", "not", WORDS }, { "=", "=", WORDS },
	{ "=1", "=1", WORDS }, { "pid!=1", "pid!=1", WORDS }, { "pid:1", "pid:1", WORDS },
	{ "failed,ok", "failed,ok", WORDS }, { "failed;ok", "failed;ok", WORDS },
	{ "failed && uid=0", "&&", WORDS }, { "ret<0", "ret<0", WORDS }, { "*", "*", WORDS },
	{ "cpu=1", "cpu=1", WORDS }, { "ok", "ok", WORDS }, { "tid=1", "tid=1", WORDS },
	{ "errno=EINVAL", "errno=EINVAL", WORDS }, { "\"failed\"", "\\\"failed\\\"", WORDS },
	{ "-failed", "-failed", WORDS }, { "errorno=1", "errorno=1", WORDS },
	/* Whatever is written, the answer is one complete line. */
	{ "a\rb\x1b[1m", "a\\rb\\033[1m", WORDS }, { "a\x0b", "a\\013", WORDS },
	{ "\xe2\x80\xa8", "\\342\\200\\250", WORDS },
	{ "a\"; the value stays \"", "a\\\";", WORDS },
	{ "comm=\x7f\"", "comm=\\177\\\"", COMM },
	{ "0123456789012345678901234567890123456789x",
	  "0123456789012345678901234567890123456789...", WORDS },
	/* Numbers. */
	{ "pid", "pid", PID }, { "pid=", "pid=", PID }, { "pid=x", "pid=x", PID },
	{ "pid=0", "pid=0", PID }, { "pid=-1", "pid=-1", PID }, { "pid=+1", "pid=+1", PID },
	{ "pid=1.0", "pid=1.0", PID }, { "pid=0x10", "pid=0x10", PID },
	{ "pid=1,2", "pid=1,2", PID }, { "pid=1-9", "pid=1-9", PID }, { "pid= 1", "pid=", PID },
	{ "pid = 1", "pid", PID }, { "pid=self", "pid=self", PID }, { "pid==1", "pid==1", PID },
	{ "pid=2147483648", "pid=2147483648", PID }, { "pid=4294967297", "pid=4294967297", PID },
	{ "pid=99999999999999999999", "pid=99999999999999999999", PID },
	{ "failed pid=1x uid=0", "pid=1x", PID }, { "!pid", "!pid", PID },
	{ "uid", "uid", UID }, { "uid=", "uid=", UID },
	{ "uid=nobody", "uid=nobody", UID }, { "uid=Root", "uid=Root", UID },
	{ "uid=1e3", "uid=1e3", UID }, { "uid=-1", "uid=-1", UID },
	{ "uid=4294967296", "uid=4294967296", UID }, { "uid=rootx", "uid=rootx", UID },
	{ "uid=root", "uid=root", UID },
	/* Names. */
	{ "comm", "comm", COMM }, { "comm=", "comm=", COMM },
	{ "comm=0123456789abcdef", "comm=0123456789abcdef", COMM },
	{ "comm=????????????????", "comm=????????????????", COMM },
	{ "comm=0123456789abcdef*", "comm=0123456789abcdef*", COMM },
	{ "comm=*b", "comm=*b", COMM }, { "comm=a*b*", "comm=a*b*", COMM },
	{ "comm=a**", "comm=a**", COMM },
	{ "comm=\"perf\"", "comm=\\\"perf\\\"", COMM }, { "comm='perf'", "comm='perf'", COMM },
	{ "comm=\"perf record\"", "comm=\\\"perf", COMM }, { "comm=perf,ls", "comm=perf,ls", COMM },
	{ "comm=perf,failed", "comm=perf,failed", COMM },
	{ "comm=a\\", "comm=a\\\\", COMM }, { "comm=a\\040b", "comm=a\\\\040b", COMM },
	{ "type", "type", TYPE }, { "type=", "type=", TYPE },
	{ "type=nonsense", "type=nonsense", TYPE },
	{ "type=PERF_TYPE_", "type=PERF_TYPE_", TYPE },
	{ "type=PERF_TYPE_MAX", "type=PERF_TYPE_MAX", TYPE }, { "type=hw", "type=hw", TYPE },
	{ "type=4294967296", "type=4294967296", TYPE }, { "type=-1", "type=-1", TYPE },
	{ "type=0x1", "type=0x1", TYPE }, { "type=software,raw", "type=software,raw", TYPE },
	{ "type=a_name_that_is_longer_than_that_of_any_pmu",
	  "type=a_name_that_is_longer_than_that_of_...", TYPE },
	{ "failed=1", "failed=1", "failed takes no value" },
	{ "failed=", "failed=", "failed takes no value" },
	{ "!failed=0", "!failed=0", "failed takes no value" },
	/* Too many. */
	{ "!pid=1 !pid=2 !pid=3 !pid=4 !pid=5 !pid=6 !pid=7 !pid=8 !pid=9 !uid=1 !uid=2 !uid=3 "
	  "!uid=4 !uid=5 !uid=6 failed uid=0", "uid=0",
	  "too many terms: a filter has at most 16" },
};

static const struct pa_range ranges[] = {
	{ "enable", 0, 1 }, { "records", 1, 1048576 }, { "stages", 0, 2 },
	{ "maxactive", 1, 65536 },
};

enum { ENABLE, RECORDS, STAGES, MAXACTIVE };

static const struct {
	u8 range;
	const char *text;
	const char *word;
} numbers[] = {
	/* kstrtobool() would take several of these. */
	{ ENABLE, "2", "2" }, { ENABLE, "-1", "-1" }, { ENABLE, "maybe", "maybe" },
	{ ENABLE, "", "" },
	{ ENABLE, "nonsense", "nonsense" }, { ENABLE, "yellow", "yellow" }, { ENABLE, "10", "10" },
	{ ENABLE, "01", "01" }, { ENABLE, "offside", "offside" }, { ENABLE, "o", "o" },
	{ ENABLE, "1 0", "1 0" }, { ENABLE, "YES", "YES" }, { ENABLE, "\"1\"", "\\\"1\\\"" },
	{ RECORDS, "0", "0" }, { RECORDS, "-5\n", "-5" }, { RECORDS, "", "" },
	{ RECORDS, "\n", "" },
	{ RECORDS, "many", "many" }, { RECORDS, "4k", "4k" }, { RECORDS, "4096.0", "4096.0" },
	{ RECORDS, "4_096", "4_096" }, { RECORDS, "4,096", "4,096" }, { RECORDS, "1e3", "1e3" },
	{ RECORDS, "+5", "+5" }, { RECORDS, "0x", "0x" }, { RECORDS, "0x10", "0x10" },
	{ RECORDS, "1\x10", "1\\020" },
	{ RECORDS, "1048577", "1048577" }, { RECORDS, "4294967296", "4294967296" },
	{ RECORDS, "4294967297", "4294967297" },
	{ RECORDS, "18446744073709551617", "18446744073709551617" },
	{ RECORDS, "1 2", "1 2" }, { RECORDS, "1\n2\n", "1\\n2" }, { RECORDS, "5\r\n", "5\\r" },
	{ RECORDS, "5\nperfattr_dump: all is well\n", "5\\nperfattr_dump: all is well" },
	{ STAGES, "3", "3" }, { STAGES, "on", "on" }, { STAGES, "-0", "-0" },
	{ MAXACTIVE, "65537", "65537" }, { MAXACTIVE, "x", "x" }, { MAXACTIVE, "0", "0" },
};

static bool starts_with(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static bool ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), n = strlen(end);

	return len >= n && !strcmp(s + len - n, end);
}

/* One line of printable ASCII, short enough for every kernel. */
static bool is_one_line(const char *line)
{
	const char *p;

	for (p = line; *p; p++)
		if (*p < ' ' || *p > '~')
			return false;
	return p - line < PA_ANSWER_LEN;
}

static bool printing;

/* Does the line have all parts? @stays is its end. */
static void check(const char *text, const char *line, const char *setting, const char *word,
		  const char *takes, const char *stays)
{
	char begin[PA_ANSWER_LEN];

	if (printing) {
		printf("| `%s` | `%s` |\n", word, line);
		return;
	}
	snprintf(begin, sizeof(begin), "%s: \"%s\": %s", setting, word, takes);
	if (!ok(is_one_line(line) && starts_with(line, begin) && ends_with(line, stays),
		"%s=\"%s\" is answered by what is allowed", setting, word)) {
		diag("got:  %s", line);
		diag("want: %s ...%s", begin, stays);
	}
}

static void check_filters(void)
{
	char line[PA_ANSWER_LEN];
	struct pa_refused no;
	struct pa_filter f;
	struct pa_env env;
	struct out s;
	int err;
	u32 i;

	rec_env(&env);
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		const char *text = filters[i].text;

		err = pa_filter_parse(&f, text, &env, &no);
		if (!printing)
			ok(err == (strstr(filters[i].takes, "too many") ? -E2BIG : -EINVAL),
			   "filter=\"%s\" is refused", filters[i].word);
		if (!err)
			continue;
		out_init(&s, line, sizeof(line));
		pa_answer(&s, "filter", &no, FILTER);
		line[s.len] = '\0';
		check(text, line, "filter", filters[i].word, filters[i].takes,
		      "; the value stays \"" FILTER "\"");
	}
}

static void check_numbers(void)
{
	char line[PA_ANSWER_LEN], takes[80];
	struct out s;
	u32 i, value;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		const struct pa_range *range = &ranges[numbers[i].range];
		bool taken = pa_range_parse(range, numbers[i].text, &value);

		if (!printing)
			ok(!taken, "%s=\"%s\" is refused", range->name, numbers[i].word);
		out_init(&s, line, sizeof(line));
		pa_answer_range(&s, range, numbers[i].text, NULL, 1);
		line[s.len] = '\0';
		snprintf(takes, sizeof(takes), range->max == 1 ? "expected 0 or 1" :
			 "expected a number from %u to %u", range->min, range->max);
		check(numbers[i].text, line, range->name, numbers[i].word, takes,
		      "; the value stays 1");
	}
}

/* Valid values are still accepted. */
static void check_taken(void)
{
	static const struct {
		u8 range;
		const char *text;
		u32 value;
	} taken[] = {
		{ ENABLE, "0", 0 }, { ENABLE, "1\n", 1 }, { ENABLE, "Y", 1 }, { ENABLE, "n", 0 },
		{ ENABLE, "on", 1 }, { ENABLE, "off", 0 }, { ENABLE, "no", 0 },
		{ ENABLE, "true", 1 },
		{ RECORDS, "1", 1 }, { RECORDS, " 4096\n", 4096 },
		{ RECORDS, "1048576", 1048576 }, { RECORDS, "010", 10 },
		{ STAGES, "2", 2 }, { STAGES, "0", 0 }, { MAXACTIVE, "65536", 65536 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(taken); i++) {
		u32 value = ~0U;

		ok(pa_range_parse(&ranges[taken[i].range], taken[i].text, &value) &&
		   value == taken[i].value, "%s takes %u", ranges[taken[i].range].name,
		   taken[i].value);
	}
}

/* The longest possible answer fits completely. */
static void check_longest(void)
{
	static const char *const takes[] = {
#define TAKES(word, what, has_value, takes) takes,
		PA_LIST_FILTER_WORDS(TAKES)
	};
	struct pa_refused no = { .takes = "" };
	char bytes[256], line[PA_ANSWER_LEN];
	struct out s;
	u32 i;

	memset(bytes, '\x80', sizeof(bytes));
	bytes[255] = '\0';
	no.word = bytes;
	no.len = 255;
	for (i = 0; i < ARRAY_SIZE(takes); i++)
		if (strlen(takes[i]) > strlen(no.takes))
			no.takes = takes[i];
	out_init(&s, line, sizeof(line));
	pa_answer(&s, "filter", &no, bytes);
	ok(!out_overflowed(&s) && !memcmp(line + s.len - 4, "...\"", 4),
	   "the longest answer fits into %d bytes (%zu)", PA_ANSWER_LEN, s.len);
	out_init(&s, line, sizeof(line));
	pa_answer(&s, "filter", &no, "");
	line[s.len] = '\0';
	ok(ends_with(line, "; the value stays empty"), "a filter that is not there stays empty");
}

int main(int argc, char **argv)
{
	printing = argc > 1 && !strcmp(argv[1], "--print");
	if (printing)
		puts("| written | answer |\n| --- | --- |");
	check_filters();
	check_numbers();
	if (printing)
		return 0;
	check_taken();
	check_longest();
	ok(ARRAY_SIZE(filters) + ARRAY_SIZE(numbers) >= 90, "%zu wrong inputs were tried",
	   ARRAY_SIZE(filters) + ARRAY_SIZE(numbers));
	return tap_end();
}
