/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls on open events whose reason is checked: makes one, finds the module's JSON about it, and
 * compares rule, errno and certainty.
 */
#ifndef PERFATTR_TEST_WHY_AFTER_H
#define PERFATTR_TEST_WHY_AFTER_H

#include "why_call.h"

#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "../host/uapi_ioctl.h"
#include "rules/rule.h"

#define PAGE	4096UL

/* Words of struct perf_event_mmap_page, the control page. */
enum {
	DATA_HEAD = 1024 / 8, DATA_TAIL, DATA_OFFSET, DATA_SIZE,
	AUX_HEAD, AUX_TAIL, AUX_OFFSET, AUX_SIZE,
};

static int tests, failed, answered;
static char line[16384];

static inline void tap(bool ok, const char *fmt, ...)
{
	va_list args;

	printf("%s %d - ", ok ? "ok" : "not ok", ++tests);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	failed += !ok;
	if (!ok)
		printf("# got: %s\n", line);
}

/* The record of the last call of this kind, made since json_drain(). */
static inline void told(const char *kind)
{
	char want[64];

	snprintf(want, sizeof(want), "\"call\":\"%s\"", kind);
	do {
		json_line(line, sizeof(line));
	} while (!strstr(line, want));
}

static const struct pa_rule *reached[256];

static inline void is_reached(const char *rule)
{
	const struct pa_rule *r;
	unsigned int i;

	for (i = 0; (r = pa_rule_number(pa_op_tables, i)); i++)
		if (!strcmp(r->id, rule))
			reached[i] = r;
}

/* Certainty that a test expects. */
enum sure { SURE, PROBABLE, EITHER };

/* Is SELinux active, which may refuse with EACCES whatever the rules say? */
static inline bool selinux_is_active(void)
{
	char names[256] = "";
	FILE *f = fopen("/sys/kernel/security/lsm", "r");

	if (!f)
		return false;
	if (!fgets(names, sizeof(names), f))
		names[0] = '\0';
	fclose(f);
	return strstr(names, "selinux");
}

/*
 * The call has returned @ret, with @err in errno: the module must say @rule about it. An errno of
 * 0 means that it must have succeeded.
 */
static inline void answers(const char *kind, const char *rule, enum sure sure, int err, long ret,
			   int got, const char *what)
{
	char said[64];
	const char *why;
	bool certain, by_selinux;

	told(kind);
	why = strstr(line, "\"why\":{");
	member_of(why ? why : "", "\"rule\":\"", said, sizeof(said));
	certain = why && strstr(why, "\"certain\":true");
	/* Then nothing is certain, and a rule that was found by exclusion is not found. */
	by_selinux = err == EACCES && selinux_is_active();
	answered++;
	is_reached(rule);
	tap((err ? ret < 0 && got == err : ret >= 0) &&
	    (by_selinux ? !certain && (!*said || !strcmp(said, rule)) :
	     !strcmp(said, rule) && (sure == EITHER || certain == (sure == SURE))),
	    "%s: %s", rule, what);
	if (err && got != err)
		printf("# errno %d (%s), not %d\n", got, strerror(got), err);
}

#define AFTER(kind, rule, sure, err, call) do { \
	long ret_; \
	json_drain(); \
	errno = 0; \
	ret_ = (long)(call); \
	answers(kind, rule, sure, err, ret_, errno, #call); \
} while (0)

#define MMAP(rule, sure, err, call)	AFTER("mmap", rule, sure, err, call)
#define IOCTL(rule, sure, err, ...)	AFTER("ioctl", rule, sure, err, ioctl(__VA_ARGS__))
#define READ(rule, sure, err, ...)	AFTER("read", rule, sure, err, read(__VA_ARGS__))

/* The number member @key of the last record; -1 if it has none. */
static inline long long number(const char *key)
{
	char want[64];
	char *at;

	snprintf(want, sizeof(want), "\"%s\":", key);
	at = strstr(line, want);
	if (!at)
		return -1;
	at += strlen(want);
	return strtoll(at + (*at == '"'), NULL, 10);
}

/* The number that the fix of the last record gives this argument; -1 if none. */
static inline long long fix_number(const char *argument)
{
	char *fix = strstr(line, "\"fix\":{");
	char want[64];
	char *at;

	snprintf(want, sizeof(want), "\"%s\":", argument);
	at = fix ? strstr(fix, want) : NULL;
	if (!at)
		return -1;
	at += strlen(want);
	return strtoll(at + (*at == '"'), NULL, 10);
}

static inline int must(int fd, const char *what)
{
	if (fd < 0)
		errx(1, "%s: %s", what, strerror(-fd));
	return fd;
}

/* An event that each of these fields can be changed of before it is opened. */
static inline struct perf_event_attr attr_of(unsigned int type, unsigned long long config)
{
	struct perf_event_attr attr = {
		.type = type, .size = kernel_attr_size, .config = config, .disabled = 1,
		.exclude_kernel = 1, .exclude_hv = 1,
	};

	return attr;
}

/* Its last arguments are statements about the attr, "a". */
#define EVENT(pid, cpu, type_, config_, ...) ({ \
	struct perf_event_attr a = attr_of(type_, config_); \
	__VA_ARGS__; \
	must(peo(&a, pid, cpu, -1, 0), #type_ " " #config_); \
})

#define SOFTWARE(...)	EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, ##__VA_ARGS__)

static inline void *map(int fd, size_t pages)
{
	void *at = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		err(1, "mmap of %zu pages", pages);
	return at;
}

static inline void *try_map(int fd, size_t pages, size_t offset)
{
	return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset * PAGE);
}

#endif /* PERFATTR_TEST_WHY_AFTER_H */
