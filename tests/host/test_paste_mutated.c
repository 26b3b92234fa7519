// SPDX-License-Identifier: GPL-2.0
/*
 * Texts that were cut, copied together and changed at random: whatever they say, they are read,
 * explained and read back without a fault, see fuzz_paste.c.
 *
 *   test_paste_mutated [TEXTS [SEED]]	2,500 by default, some five seconds
 */
#include <dirent.h>

#include "fuzz.h"
#include "paste_cut.h"
#include "tap.h"

#define FILES	128
#define LEN_MAX	16384

/* @next: of a text that does not contradict itself, so that a part of it says no more. */
static struct {
	char name[64];
	char *s;
	size_t len;
	next_fn next;
} files[FILES];
static unsigned int nfiles;
static char text[2 * LEN_MAX];
static size_t len;
static u64 seed = 88172645463325252ULL;

/* xorshift */
static u64 any(u64 below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return below ? (seed >> 11) % below : 0;
}

/* Takes @n bytes at @at away, and puts @len_of of @s there. */
static void replace(size_t at, size_t n, const char *s, size_t len_of)
{
	n = n < len - at ? n : len - at;
	if (len - n + len_of > LEN_MAX)
		return;
	memmove(text + at + len_of, text + at + n, len - at - n);
	memcpy(text + at, s, len_of);
	len += len_of - n;
}

/* A part of a text, often whole lines. */
static void splice(void)
{
	unsigned int i = (unsigned int)any(nfiles);
	size_t from = any(files[i].len + 1), n = any(files[i].len - from + 1);

	if (!any(3))
		n = any(80);
	while (any(2) && from && files[i].s[from - 1] != '\n')
		from--;
	n = n < files[i].len - from ? n : files[i].len - from;
	replace(any(len + 1), any(4) ? 0 : any(200), files[i].s + from, n);
}

static void copy_part(void)
{
	char part[512];
	size_t from = any(len), n = any(sizeof(part));

	n = n < len - from ? n : len - from;
	memcpy(part, text + from, n);
	replace(any(len + 1), 0, part, n);
}

static void put_token(void)
{
	static const char *const tokens[] = {
		"{", "}", "(", ")", "<", ">", "/*", "*/", "//", "\"", "'", "#if 0\n", "#endif\n",
		"#else\n", "```\n", "\\\n", ";", "=", "&", "[", "]", "..", "::", "->", "=>", "|=",
		"\n", "\r\n", "\033[0m", "\xff\xfe", ", ...", "attr", "pe", "0x", "-1", "-22",
		"EACCES", "ENOENT", "unknown", "sizeof(", "18446744073709551615",
		"0x8000000000000000", "perf_event_open(", " resumed>",
		" = -1 EINVAL (Invalid argument)\n",
		"sys_perf_event_open: pid 0  cpu -1  group_fd -1  flags 0x8",
		"perf_event_attr:\n", "bytes 110..111: ", "Bits 63..38 ", "__reserved_1=",
		"size=", "type=", "sample_type=", "config=",
	};
	const char *token = tokens[any(ARRAY_SIZE(tokens))];

	replace(any(len + 1), any(2) ? 0 : any(8), token, strlen(token));
}

static void change_byte(void)
{
	char byte = (char)any(256);

	if (!len)
		return;
	if (any(2))
		text[any(len)] ^= (char)(1 << any(8));
	else
		replace(any(len), any(2), &byte, 1);
}

static void change_digit(void)
{
	size_t at = any(len);

	while (at < len && (text[at] < '0' || text[at] > '9'))
		at++;
	if (at < len)
		text[at] = (char)('0' + any(10));
}

static void take_out(void)
{
	replace(any(len), any(any(2) ? 20 : 400), "", 0);
}

static void cut(void)
{
	size_t at = any(len + 1);

	if (any(2))
		len = at;
	else
		replace(0, at, "", 0);
}

/* A line that a terminal has broken. */
static void wrap(void)
{
	size_t width = 40 + any(120), at = width;

	for (; at < len && len < LEN_MAX; at += width + 1)
		replace(at, 0, "\n", 1);
}

static void mutate(void)
{
	static void (*const how[])(void) = {
		splice, splice, copy_part, put_token, put_token, change_byte, change_byte,
		change_digit,
		change_digit, take_out, take_out, cut, wrap,
	};
	unsigned int i = (unsigned int)any(nfiles), n = (unsigned int)any(10);

	len = files[i].len < LEN_MAX ? files[i].len : LEN_MAX;
	memcpy(text, files[i].s, len);
	/* Most texts are short, so that much of one is changed, and is fast to read. */
	if (len > 1000 && any(8)) {
		size_t from = any(len - 500);

		memmove(text, text + from, len - from);
		len = 500 + any(len - from - 500 < 2000 ? len - from - 500 : 2000);
	}
	while (n--)
		how[any(ARRAY_SIZE(how))]();
}

/* What is a part of a text, and nothing else, says no more than the text. */
static const char *cut_says_more(void)
{
	unsigned int i = (unsigned int)any(nfiles);
	size_t all = files[i].len, from = any(2) ? any(all + 1) : 0;
	size_t to = from + any(all - from + 1);
	const char *what;

	if (!files[i].next || all > LEN_MAX)
		return NULL;
	find(&whole, files[i].next, files[i].s, all, 0);
	find(&part, files[i].next, files[i].s + from, to - from, from);
	what = compare(!any(8));
	if (what)
		diag("%s, bytes %zu to %zu: %s", files[i].name, from, to, what);
	return what;
}

static void read_files(void)
{
	struct dirent **names;
	char path[512];
	int i, n = scandir("paste", &names, NULL, alphasort);

	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "paste/%s", names[i]->d_name);
		if (strstr(path, ".txt") && nfiles < FILES) {
			snprintf(files[nfiles].name, sizeof(files[nfiles].name), "%.60s",
				 names[i]->d_name);
			files[nfiles].next = paste_monotone(names[i]->d_name);
			files[nfiles].s = paste_file(path, &files[nfiles].len);
			nfiles += !!files[nfiles].s;
		}
		free(names[i]);
	}
	free(names);
}

int main(int argc, char **argv)
{
	unsigned long n, want = argc > 1 ? strtoul(argv[1], NULL, 10) : 2500;
	const char *wrong = NULL;
	char *copy;

	if (argc > 2)
		seed ^= strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15ULL;
	read_files();
	ok(nfiles > 10, "there are texts");
	for (n = 0; nfiles && n < want && !wrong; n++) {
		/* Of each eighth only a part is taken. */
		if (!(n % 8)) {
			wrong = cut_says_more();
			continue;
		}
		mutate();
		/* Of just its size: a read beyond it is a fault. */
		copy = paste_exact(text, len);
		LLVMFuzzerTestOneInput((const u8 *)copy, len);
		free(copy);
	}
	ok(!wrong, "a part of a text says no more than the text");
	/* A fault in one of them aborts. */
	ok(n == want, "%lu of %lu changed texts are read, explained and read back", n, want);
	while (nfiles)
		free(files[--nfiles].s);
	return tap_end();
}
