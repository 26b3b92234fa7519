// SPDX-License-Identifier: GPL-2.0
/*
 * What perf says when perf_event_open(2) fails: FUNCTION is a file with evsel__open_strerror() of
 * tools/perf/util/evsel.c, of which no more than this function is compiled.
 *
 *   strerror	prints, for each of the patches of docs/upstream about it, its number and whether
 *		the hint is that of the patched perf
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STRERR_BUFSIZE	128
#define scnprintf	print_at_most

struct evsel {
	struct {
		struct perf_event_attr attr;
		bool system_wide;
	} core;
};

struct target {
	const char *cpu_list;
};

struct perf_env;

static struct {
	bool code_page_size, data_page_size, write_backward, clockid, clockid_wrong, aux_output;
} perf_missing_features;

static int clockid;

/* As that of the kernel: returns what was written, without the NUL. */
static int print_at_most(char *s, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(s, size, format, args);
	va_end(args);
	return n < (int)size ? n : (int)size - 1;
}

#define evsel__env(evsel)		NULL
#define perf_env__arch(env)		"x86"
#define perf_env__cpuid(env)		"GenuineIntel-6-3C-3"
#define sysfs__read_int(path, value)	(*(value) = 1, 0)
#define evsel__name(evsel)		"cycles"
#define perf_event_paranoid()		3
#define evsel__has_callchain(evsel)	false
#define sysctl__max_stack()		127
#define find_process(name)		false
#define target__has_cpu(target)		false
#define is_amd(arch, cpuid)		((void)(arch), (void)(cpuid), false)
#define is_amd_ibs(evsel)		false
#define str_error_r(err, buf, size)	((void)(buf), strerror(err))

#include FUNCTION

static void check(const char *patch, int err, const struct perf_event_attr *attr, const char *want)
{
	struct evsel evsel = { .core.attr = *attr };
	struct target target = { .cpu_list = NULL };
	char text[2048];

	evsel__open_strerror(&evsel, &target, err, text, sizeof(text));
	printf("%s %s\n", patch, strstr(text, want) ? "patched" : "not patched");
}

int main(void)
{
	struct perf_event_attr plain = { .type = PERF_TYPE_HARDWARE };
	struct perf_event_attr precise = { .precise_ip = 2, .sample_freq = 4000, .freq = 1 };
	struct perf_event_attr odd = {
		.type = PERF_TYPE_BREAKPOINT, .bp_addr = 0x1001, .bp_len = 4,
	};

	check("0002", EPERM, &plain, "perf_event_paranoid setting is");
	check("0003", EOPNOTSUPP, &precise, "Try removing 'p' modifier");
	check("0004", EINVAL, &odd, "multiple of its length");
	check("0005", EACCES, &plain, ">= 3:");
	return 0;
}
