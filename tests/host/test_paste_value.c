// SPDX-License-Identifier: GPL-2.0
/* Values of fields as people write them, and as strace and perf print them. */
#include "paste_text.h"
#include "tap.h"

static const struct {
	const char *text;
	u64 value;
} known[] = {
	{ "0", 0 }, { "4000", 4000 }, { "18446744073709551615", U64_MAX }, { "0x1aF", 0x1af },
	{ "0X10", 16 }, { "017", 15 }, { "0b101", 5 },
	{ "1UL", 1 }, { "1ull", 1 }, { "0x10LLU", 16 },
	{ " \t5\r\n", 5 }, { "true", 1 }, { "false", 0 }, { "NULL", 0 },
	/* Signs. */
	{ "-1", U64_MAX }, { "- 1", U64_MAX }, { "~0", U64_MAX }, { "~-1", 0 },
	{ "-(2 | 3)", -3ULL },
	/* Which binds closer. */
	{ "1|2<<8", 0x201 }, { "(1|2)<<8", 0x300 }, { "1<<63", 1ULL << 63 }, { "((((1))))", 1 },
	/* Symbols. */
	{ "PERF_TYPE_BREAKPOINT", 5 }, { "PERF_ATTR_SIZE_VER5", 112 }, { "CLOCK_MONOTONIC_RAW", 4 },
	{ "PERF_SAMPLE_IP | PERF_SAMPLE_TIME", 5 }, { "PERF_FLAG_FD_CLOEXEC", 8 },
	{ "PERF_SAMPLE_BRANCH_PLM_ALL", 7 }, { "PERF_FORMAT_GROUP|0x100000", 0x100008 },
	{ "HW_BREAKPOINT_R|HW_BREAKPOINT_W", 3 },
	{ "PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_WRITE << 8) |\n"
	  "\t(PERF_COUNT_HW_CACHE_RESULT_MISS << 16)", 0x10100 },
	{ "PERF_COUNT_HW_CACHE_LL|PERF_COUNT_HW_CACHE_OP_READ<<8|0x1<<16", 0x10002 },
	{ "0x3 /* PERF_COUNT_HW_CACHE_OP_??? */<<8|0x7 /* PERF_COUNT_HW_CACHE_??? */", 0x307 },
	{ "0xa<<32|PERF_COUNT_HW_INSTRUCTIONS", 0xa00000001 },
	/* Comments. */
	{ "/* of */ 1 /* and */ | /* , */ 2 /* more */", 3 },
};

/* C computes with 32 or 64 bits, tools print as many as it takes: 0 where these may differ. */
static const struct {
	const char *text;
	u64 value;
} widths[] = {
	{ "1 << 31", 0 }, { "1 << 30", 0x40000000 }, { "1 << 40", 1ULL << 40 },
	{ "1U << 31", 0 }, { "1UL << 31", 0x80000000 }, { "1ULL << 40", 1ULL << 40 },
	{ "1U << 32", 0 }, { "~0U", 0 }, { "~0", ~0ULL }, { "~0ULL", ~0ULL },
	{ "-1", ~0ULL }, { "-1U", 0 }, { "~PERF_SAMPLE_IP", ~1ULL },
	{ "0x80000000", 1ULL << 31 }, { "~0x80000000", 0 }, { "2147483648", 1ULL << 31 },
	{ "(1 << 31) | 1ULL", 0 }, { "PERF_TYPE_RAW << 30", 0 }, { "~1 | 1U", 0 },
	{ "-1 | 0x80000000", 0 }, { "(1 << 16) << 16", 0 },
	{ "PERF_FLAG_FD_CLOEXEC << 30", 8ULL << 30 },
};

static void test_widths(void)
{
	enum paste_value is;
	size_t i;
	u64 v;

	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		is = paste_value(widths[i].text, strlen(widths[i].text), NULL, &v);
		ok(widths[i].value ? is == PASTE_KNOWN && v == widths[i].value :
				     is == PASTE_UNKNOWN,
		   "%s is known only if its width does not matter", widths[i].text);
	}
}

/* As strace and perf print what is clear from the field. */
static const struct {
	const char *prefix;
	const char *text;
	u64 value;
} short_symbols[] = {
	{ "PERF_SAMPLE_", "IP|TID|PERIOD", 0x103 }, { "PERF_SAMPLE_", "PERF_SAMPLE_IP|TID", 3 },
	{ "PERF_FLAG_", "FD_CLOEXEC", 8 }, { "PERF_TYPE_", "RAW", 4 },
	{ "PERF_SAMPLE_BRANCH_", "USER|ANY", 9 }, { "CLOCK_", "BOOTTIME", 7 },
};

/* Not a constant, or one that is computed otherwise than tools print them. */
static const char * const unknown[] = {
	"period", "1 | mask", "opts->freq", "opts.freq", "self.config", "f(1, (2))", "a ? 1 : 2",
	"1 == 2", "a < b", "1 && 2", "0 || 1", "values[3]", "&event", "*p", "\"cycles\"", "'c'",
	"strtoul(arg, NULL, 0)", "uint64(7)", "u64(1)<<3", "BIT(64)", "1 << 64", "1 << n",
	"2+3*4", "(2+3)|4", "1 +", "7&~2", "7 &^ 2", "1<<4>>2", "+3", "!7", "-(2 + 3)", "a.",
	"(u64)1<<40", "(const uint64_t)0x10", "(void *)0x1000", "BIT(3)", "~BIT(3)",
	"PERF_SAMPLE_NEW", "IP", "n as u64", "(u64)n", "~n", "-x", "Attr { n }", "unknown", "_",
};

/* That is no value. */
static const char * const bad[] = {
	"", " ", "/* only */", "/* open", ")", "(", "(1", "1)", "1 2", "0x", "0xg", "0b2", "08",
	"12abc", "1z", "18446744073709551616", "0x10000000000000000", "1 |", "| 1", "<< 2",
	".", "@", ",1", "1,2", "1;", "{1}", "\xff\xfe", "\xe2\x88\x92 1", "1.5", "1 as",
	"????", "=> 3", "...", "0o17", "1_000", "7u64", "^0", "1 as u64", "3.into()",
};

static enum paste_value ask(const char *text, size_t len, const char *prefix, u64 *value)
{
	char *exact = paste_exact(text, len);
	enum paste_value is = paste_value(exact, len, prefix, value);

	free(exact);
	return is;
}

static void is_known(const char *text, const char *prefix, u64 want)
{
	u64 got = 0;

	ok(ask(text, strlen(text), prefix, &got) == PASTE_KNOWN && got == want, "%s%.*s is %#llx",
	   prefix ? prefix : "", (int)strcspn(text, "\r\n"), text, want);
}

static void test_known(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		is_known(known[i].text, NULL, known[i].value);
	for (i = 0; i < ARRAY_SIZE(short_symbols); i++)
		is_known(short_symbols[i].text, short_symbols[i].prefix, short_symbols[i].value);
	is_num(ask("RAW", 3, "PERF_SAMPLE_BRANCH_", &(u64){ 0 }), PASTE_UNKNOWN,
	       "a symbol of another field is not known");
}

static void test_others(const char * const *text, size_t n, enum paste_value want, const char *what)
{
	u64 got;

	for (; n--; text++)
		is_num(ask(*text, strlen(*text), NULL, &got), want, "\"%s\" is %s", *text, what);
}

/* Parentheses and signs, as many as a stack could not hold. */
static void test_deep(void)
{
	static const char of[] = "(-~!*";
	static char text[1 << 16];
	enum paste_value is;
	unsigned int i;
	u64 got;

	for (i = 0; i < sizeof(of) - 1; i++) {
		memset(text, of[i], sizeof(text) - 1);
		is = ask(text, sizeof(text) - 1, NULL, &got);
		ok(is != PASTE_KNOWN, "65535 times %c is not known", of[i]);
	}
}

/* Wherever it is cut, nothing is read behind its end; most of these are no values. */
static void test_cut(void)
{
	unsigned int n = 0, i;
	size_t len;
	u64 got;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		for (len = 0; len <= strlen(known[i].text); len++)
			n += ask(known[i].text, len, NULL, &got) == PASTE_KNOWN;
	for (i = 0; i < ARRAY_SIZE(unknown); i++)
		for (len = 0; len <= strlen(unknown[i]); len++)
			n += ask(unknown[i], len, NULL, &got) == PASTE_KNOWN;
	ok(n >= ARRAY_SIZE(known), "nothing is read behind the end of a value");
}

int main(void)
{
	test_widths();
	test_known();
	test_others(unknown, ARRAY_SIZE(unknown), PASTE_UNKNOWN, "not known");
	test_others(bad, ARRAY_SIZE(bad), PASTE_BAD, "no value");
	test_deep();
	test_cut();
	return tap_end();
}
