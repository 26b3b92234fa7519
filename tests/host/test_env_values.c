// SPDX-License-Identifier: GPL-2.0
/* JSON that anybody may have written: what is refused, and what comes of the rest. */
#include <stdio.h>
#include <stdlib.h>

#include "host/values.h"
#include "tap.h"

/* A text with a NUL in it has a length. */
#define TEXT(s, fault)	{ s, sizeof(s) - 1, fault }

static const struct {
	const char *text;
	size_t len;
	const char *fault;	/* NULL: it is read */
} texts[] = {
	TEXT("", "wrong syntax"),
	TEXT(" ", "wrong syntax"),
	TEXT("{", "wrong syntax at byte 2"),
	TEXT("[1", "wrong syntax"),
	TEXT("garbage", "wrong syntax at byte 1"),
	TEXT("{\"a\":1}x", "wrong syntax at byte 8"),
	TEXT("{\"a\":1}\0", "wrong syntax at byte 8"),
	TEXT("{\"a\":1}\0x", "wrong syntax at byte 8"),
	TEXT("{\001\"a\":1}", "wrong syntax at byte 2"),
	TEXT("\xef\xbb\xbf{}", "wrong syntax at byte 1"),
	TEXT("[tru]", "wrong syntax"),
	TEXT("[01]", "wrong syntax at byte 2"),
	TEXT("[-.5]", "wrong syntax at byte 2"),
	TEXT("[-]", "wrong syntax at byte 2"),
	TEXT("[1.]", "wrong syntax at byte 2"),
	TEXT("[1e]", "wrong syntax"),
	TEXT("[1-2]", "wrong syntax"),
	TEXT("[1.5.5]", "wrong syntax"),
	TEXT("[+1]", "wrong syntax"),
	TEXT("[nan]", "wrong syntax"),
	TEXT("[0x1]", "wrong syntax"),
	TEXT("[1e999]", "a number is out of range"),
	TEXT("[-1e999]", "a number is out of range"),
	TEXT("[\"", "no character of a string at byte 3"),
	TEXT("[\"a\\", "no character of a string"),
	TEXT("[\"a\0b\"]", "no character of a string at byte 4"),
	TEXT("[\"a\nb\"]", "no character of a string at byte 4"),
	TEXT("[\"\\u0000\"]", "no character of a string"),
	TEXT("[\"\\u00zz\"]", "no character of a string"),
	TEXT("{\"\\u0000\":1}", "no character of a string"),
	TEXT("[\"\\x41\"]", "wrong syntax"),
	TEXT("[\"\\ud800\"]", "wrong syntax"),
	TEXT("[\"\\udc00\"]", "wrong syntax"),
	TEXT("[\"\xff\"]", "not UTF-8 at byte 3"),
	TEXT("[\"\xc0\x80\"]", "not UTF-8"),
	TEXT("[\"\xed\xa0\x80\"]", "not UTF-8"),
	TEXT("[\"\xe2\x82\"]", "not UTF-8"),
	TEXT("{\"a\":1,\"b\":2,\"a\":1}", "a key is given twice"),
	TEXT("[{\"b\":{\"a\":1,\"\\u0061\":2}}]", "a key is given twice"),
	TEXT("{}", NULL),
	TEXT("5", NULL),
	TEXT("{\"a\":{\"b\":1},\"b\":[{\"a\":1},{\"a\":1}]}", NULL),
	TEXT("\t{ \"a\" :\r\n [ -0 , 1.5e3 , \"\\ud83d\\ude00\" ] }\n", NULL),
	/* The keys have the same hash. */
	TEXT("{\"Aa\":1,\"BB\":2}", NULL),
	TEXT("{\"Aa\":1,\"BB\":2,\"Aa\":3}", "a key is given twice"),
};

static void test_texts(void)
{
	struct json_fault fault;
	char said[64] = "";
	unsigned int i;
	cJSON *v;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		/* The sanitizer sees each byte that is read behind its end. */
		char *text = malloc(texts[i].len + !texts[i].len);

		memcpy(text, texts[i].text, texts[i].len);
		v = json_load(text, texts[i].len, &fault);
		free(text);
		if (fault.at)
			snprintf(said, sizeof(said), "%s at byte %zu", fault.what, fault.at);
		else
			snprintf(said, sizeof(said), "%s", fault.what ?: "");
		ok(texts[i].fault ? !v && strstr(said, texts[i].fault) == said : !!v,
		   "text %u: %s", i, *said ? said : "it is read");
		cJSON_Delete(v);
	}
}

/* Return true if @n arrays in each other are read, or an object of @n + 1 members. */
static bool reads(size_t n, bool members, bool ends)
{
	char *text = malloc(n * 16 + 16), *to = text;
	cJSON *v;
	size_t i;
	bool is;

	*to++ = members ? '{' : '[';
	for (i = 0; i < n; i++)
		to += members ? sprintf(to, "\"%zu\":1,", i) : sprintf(to, "[");
	for (i = 0; i < n && ends; i++)
		*to++ = ']';
	to += sprintf(to, members ? "\"\":0}" : "]");
	v = json_load(text, (size_t)(to - text), NULL);
	is = v;
	free(text);
	cJSON_Delete(v);
	return is;
}

static void test_sizes(void)
{
	ok(reads(499, false, true), "500 arrays in each other are read");
	ok(!reads(500, false, true), "501 are not");
	ok(!reads(100000, false, true), "100,000 are not");
	ok(!reads(100000, false, false), "... nor without their ends");
	ok(reads(1000, true, false), "an object of 1,001 keys is read");
	ok(!reads(1024, true, false), "one of 1,025 is not");
}

static void test_values(void)
{
	static const char text[] = "{\"n\":9007199254740992,\"over\":9007199254740994,"
				   "\"whole\":1.0,\"part\":1.5,\"minus\":-3,"
				   "\"s\":\"18446744073709551615\",\"t\":true,\"bytes\":\"0aff0\",\"a\":[1,2,3],"
				   "\"o\":{\"x\":1}}";
	cJSON *o = json_load(text, strlen(text), NULL);
	u8 bytes[4];
	int64_t s;
	uint64_t u;

	ok(num(o, "n") == 1ULL << 53, "2^53 is a number");
	ok(!get_u64(o, "over", &u), "a larger one is none: a double may not be exact");
	ok(num(o, "whole") == 1 && !get_u64(o, "part", &u), "1.0 is one, 1.5 is not");
	ok(value_s64(json_get(o, "minus"), &s) && s == -3 && !get_u64(o, "minus", &u),
	   "-3 has a sign");
	ok(num(o, "s") == UINT64_MAX && !value_s64(json_get(o, "s"), &s), "a string has 64 bits");
	ok(json_true(o, "t") && !json_true(o, "n") && !json_true(o, "none"), "true is true");
	ok(get_hex(o, "bytes", bytes, 4) == 2 && bytes[1] == 0xff, "hexadecimal digits are bytes");
	ok(json_size(json_get(o, "a")) == 3 && !json_size(json_get(o, "o")),
	   "only arrays have elements");
	ok(!json_get(json_get(o, "a"), "x") && !json_first(json_get(o, "o")) &&
	   !json_get(NULL, "x"),
	   "only objects have members");
	ok(!str(o, "n") && !num(o, "t"), "values of another type are absent");
	cJSON_Delete(o);
}

static void test_written(void)
{
	static const char text[] = "{\"a\\n\\u007f\":[\"\xc3\xa4\xf0\x9f\x98\x80\",\"\\u2028/\\t\","
				   "{},[]],\"b\":-0,\"c\":1.5,\"d\":1e300,"
				   "\"e\":[true,false,null,-7]}";
	cJSON *o = json_load(text, strlen(text), NULL);
	char *s = json_text(o);

	is_str(s, "{\"a\\n\\u007f\":[\"\\u00e4\\ud83d\\ude00\",\"\\u2028/\\u0009\",{},[]],\"b\":0,"
	       "\"c\":1.5,\"d\":1.0000000000000001e+300,\"e\":[true,false,null,-7]}",
	       "what was read is written in ASCII");
	free(s);
	cJSON_Delete(o);
}

int main(void)
{
	test_texts();
	test_sizes();
	test_values();
	test_written();
	return tap_end();
}
