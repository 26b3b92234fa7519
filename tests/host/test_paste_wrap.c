// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of strace that a terminal or a mail program has broken, at each width: they are the same
 * calls as before, and nothing is made of lines that do not belong together.
 */
#include "paste_line.h"
#include "paste_text.h"
#include "tap.h"

static char text[65536];

/* As a terminal does: in the middle of a word. */
static size_t break_hard(const char *line, size_t len, size_t width)
{
	size_t at = 0, i;

	for (i = 0; i < len; i++) {
		text[at++] = line[i];
		if (i % width == width - 1 && i + 1 < len)
			text[at++] = '\n';
	}
	text[at++] = '\n';
	return at;
}

/* As a mail program does: at the last blank that fits. */
static size_t break_soft(const char *line, size_t len, size_t width)
{
	size_t at = 0, from = 0, end, n;

	while (from < len) {
		end = from + width < len ? from + width : len;
		for (n = end; n < len && n > from && line[n] != ' '; n--)
			;
		end = n > from ? n : end;
		at += (size_t)sprintf(text + at, "%.*s\n", (int)(end - from), line + from);
		from = end + (end < len && line[end] == ' ');
	}
	return at;
}

static bool is_same(const struct paste_call *a, const struct paste_call *b)
{
	return !memcmp(a->r.attr, b->r.attr, sizeof(a->r.attr)) && a->args == b->args &&
	       !memcmp(a->unknown, b->unknown, sizeof(a->unknown)) && a->r.ret == b->r.ret &&
	       a->r.arg_pid == b->r.arg_pid && a->r.arg_cpu == b->r.arg_cpu &&
	       a->r.arg_group_fd == b->r.arg_group_fd && a->r.flags == b->r.flags;
}

typedef size_t (*break_fn)(const char *line, size_t len, size_t width);

static bool test_line(const char *line, size_t len, break_fn break_line)
{
	struct paste_call whole, call;
	size_t width, n, got;
	char *copy;
	bool same;

	if (!paste_strace(&whole, line, len + 1) || !(whole.args & PASTE_RET))
		return true;
	for (width = 60; width < 200 && width < len; width += 7) {
		n = break_line(line, len, width);
		copy = paste_exact(text, n);
		/* What the error means may stand in a line of its own. */
		got = paste_unwrapped(&call, copy, n);
		same = got && !memmem(copy + got, n - got, "E", 1) && is_same(&whole, &call);
		free(copy);
		if (same)
			continue;
		diag("width %zu: %.60s ... %.*s", width, line, 60, line + len - 60);
		return false;
	}
	return true;
}

static void test_calls(const char *what, break_fn break_line)
{
	static const char *const ends[] = { "EINVAL", "EACCES", "E2BIG", "EOPNOTSUPP" };
	bool same = true;
	size_t i;
	char *line;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		line = line_of(ends[i], "type=4 config=0x123456789abcdef sample_type="
			       "PERF_SAMPLE_IP|PERF_SAMPLE_TID|PERF_SAMPLE_TIME",
			       "4711, -1, 12, PERF_FLAG_FD_CLOEXEC");
		same &= test_line(line, strlen(line) - 1, break_line);
		free(line);
	}
	ok(same, "%s: the same call", what);
}

static void test_nothing(const char *what, const char *lines)
{
	struct paste_call call;
	char *copy = paste_exact(lines, strlen(lines));

	ok(!paste_unwrapped(&call, copy, strlen(lines)), "%s: nothing is read", what);
	free(copy);
}

/* The sentence of perf, at each width: the same event and error, and nothing is left of it. */
static void test_sentence(const char *what, break_fn break_line)
{
	static const char *const lines[] = {
		"The sys_perf_event_open() syscall returned with 6 (No such device or address) for "
		"event (cpu/mem-loads,ldlat=30/P).",
		"The sys_perf_event_open() syscall returned with 22 (Invalid argument) for event "
		"(cycles:ppp).",
		"The sys_perf_event_open() syscall returned with 110 (Connection timed out) for event "
		"(sched:sched_switch).",
	};
	struct paste_call whole, call;
	size_t i, width, n, got;
	bool same = true;
	char *copy;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		n = strlen(lines[i]);
		paste_perf(&whole, lines[i], 0, n);
		for (width = 40; width < n && same; width++) {
			got = break_line(lines[i], n, width);
			copy = paste_exact(text, got);
			/* Its last line may have the full stop alone. */
			same = paste_perf(&call, copy, 0, got) + 2 >= got &&
			       is_same(&whole, &call);
			if (!same)
				diag("width %zu: %s", width, lines[i]);
			free(copy);
		}
	}
	ok(same, "%s: the same sentence of perf", what);
}

/* Of a sentence that does not go on no more is read than its first line tells. */
static void test_half(const char *what, const char *lines, bool read, unsigned int err)
{
	char *copy = paste_exact(lines, strlen(lines));
	size_t len = (size_t)(strchr(lines, '\n') - lines) + 1, n;
	struct paste_call call;

	n = paste_perf(&call, copy, 0, strlen(lines));
	ok(n == (read ? len : 0) && (!read || (call.r.ret == -(s64)err && call.unknown[0])), "%s",
	   what);
	free(copy);
}

#define SAYS	"The sys_perf_event_open() syscall returned with "

#define BEGIN	"perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=0,"

int main(void)
{
	test_calls("a terminal", break_hard);
	test_calls("a mail program", break_soft);
	test_sentence("a terminal", break_hard);
	test_sentence("a mail program", break_soft);
	test_half("another line behind it", SAYS "22 (Invalid argument)\nfor all (cycles).\n", true,
		  EINVAL);
	test_half("another event, in another sentence", SAYS "22 (Invalid argument)\n"
		  "No permission for event (cycles:u).\n", true, EINVAL);
	test_half("a number that goes on nowhere", SAYS "2\n2 devices.\n", false, 0);
	test_half("an event that does not end", SAYS "22 (Invalid argument) for event (cyc\n"
		  "les:u is none.\n", true, EINVAL);
	test_nothing("the rest is missing", BEGIN "\nsample_period=0, sample_type=0,\n");
	test_nothing("it may go on behind the end", BEGIN "\nsample_period=0}, 0, -1, -1, 0) = 3");
	test_nothing("an empty line", BEGIN "\n\nsample_period=0}, 0, -1, -1, 0) = 3\n");
	test_nothing("another call", BEGIN "\nperf_event_open({type=1}, 0, -1, -1, 0) = 3\n");
	test_nothing("another line", BEGIN "\nopenat(AT_FDCWD, \"x\", O_RDONLY) = 3\n"
		     "sample_period=0}, 0, -1, -1, 0) = 3\n");
	test_nothing("a result that may have one more digit",
		     BEGIN "\nsample_period=0, sample_type=0, read_format=0}, 0, -1, -1, "
		     "0000000000000) = 3\n");
	test_nothing("no error", BEGIN "\nsample_period=0}, 0, -1, -1, 0) = -1 ENOTHING (No)\n");
	return tap_end();
}
