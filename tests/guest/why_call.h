/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls whose reason is checked: a call as data, the module's JSON about it, and the
 * same call with the fix applied. Fields are found by the table of kmod/core/, which is linked.
 */
#ifndef PERFATTR_TEST_WHY_CALL_H
#define PERFATTR_TEST_WHY_CALL_H

#include "peo.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "host/host.h"
#include "call/explain.h"
#include "call/parts.h"
#include "told.h"
#include "rules/rule.h"

#define DBG	"/sys/kernel/debug/perfattr/"
#define PARAMETERS	"/sys/module/perfattr_dump/parameters/"
#define NOBODY	65534

struct call {
	union {
		struct perf_event_attr attr;
		u8 raw[8192];	/* a size above a page is read that far */
		u64 word[8192 / 8];
	};
	const void *pointer;	/* instead of the attr; NULL: the attr */
	int pid;
	int cpu;
	int group_fd;
	unsigned long flags;
};

struct answer {
	int ret;
	bool has_why;
	bool certain;
	bool has_fix;
	bool opens;		/* the plan promises */
	bool garbage;		/* the attr was not zeroed */
	char kind[16];		/* of the plan; empty without one */
	bool lost_all;		/* it stays 0 */
	char needs[128];
	char rule[64];
	char text[512];
	char fix[512];
	char json[16384];
};

static int json_fd = -1;
static struct raw_in raw_in;
static unsigned char raw_buf[1 << 17];
static size_t raw_len;
static size_t raw_used;	/* of these, the bytes before those that stream_entry() has not read */
static struct raw_entry raw_now;	/* what stream_entry() has read last */
static int kernel_attr_size;

static inline void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		err(1, "%s", path);
	close(fd);
}

static inline long read_number(const char *path)
{
	char buf[64] = "";
	int fd = open(path, O_RDONLY);
	ssize_t len = fd < 0 ? -1 : read(fd, buf, sizeof(buf) - 1);

	if (fd >= 0)
		close(fd);
	return len <= 0 ? -1 : strtol(buf, NULL, 0);
}

/* type of a PMU by its name in sysfs, -1 when there is none */
static inline int pmu_type(const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	return read_number(path);
}

static inline int tracepoint_id(const char *event)
{
	char path[512];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/id", event);
	return read_number(path);
}

static inline void paranoid(int level)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", level);
	write_file("/proc/sys/kernel/perf_event_paranoid", text);
}

/* Root's saved uid stays 0, so that this can be taken back. */
static inline void become(unsigned int uid)
{
	if (syscall(SYS_setresuid, -1, 0, -1))
		err(1, "setresuid");
	if (syscall(SYS_setresuid, uid, uid, 0))
		err(1, "setresuid");
}

/*
 * Who adds the reason to a call. It is given every entry of the stream, as those about the machine
 * and its PMUs stand before the calls.
 */
static struct explainer explainer;

/* Takes the next entry of the stream into raw_now. False: there is none now. */
static inline bool stream_entry(void)
{
	enum raw_got got;
	ssize_t more;
	size_t used;

	for (;;) {
		got = raw_next(&raw_in, raw_buf + raw_used, raw_len - raw_used, &raw_now, &used);
		raw_used += used;
		if (got == RAW_FAULT)
			errx(1, "the stream: %s", raw_in.fault);
		if (got != RAW_SHORT)
			return true;
		raw_len -= raw_used;
		memmove(raw_buf, raw_buf + raw_used, raw_len);
		raw_used = 0;
		more = read(json_fd, raw_buf + raw_len, sizeof(raw_buf) - raw_len);
		if (more <= 0)
			return false;
		raw_len += more;
	}
}

/* An entry of the stream with its reason, in @line. Returns false if it is not a call. */
static inline bool entry_told(char *line, size_t size)
{
	static struct pa_call x;
	char *text = NULL;
	cJSON *told;
	bool fits;

	if (raw_now.kind != PA_RAW_CALL || !call_raw(&x, &raw_in, &raw_now)) {
		explain_entry(&explainer, &raw_in, &raw_now);
		return false;
	}
	explain_machine(&explainer, &x);
	told = told_call(&explainer, &x);
	if (told)
		text = json_text(told);
	fits = text && strlen(text) < size;
	if (fits)
		strcpy(line, text);
	free(text);
	cJSON_Delete(told);
	return fits;
}

/* The next call with its reason, in @line; a deadline of two minutes. */
static inline void json_line(char *line, size_t size)
{
	int i;

	for (i = 0; i < 120000; i++) {
		while (stream_entry())
			if (entry_told(line, size))
				return;
		usleep(1000);
	}
	errx(1, "no record came");
}

/* Throws away the calls that have come, but not what the entries between them say. */
static inline void json_drain(void)
{
	while (stream_entry())
		if (raw_now.kind != PA_RAW_CALL)
			explain_entry(&explainer, &raw_in, &raw_now);
}

static inline void json_open(void)
{
	write_file(PARAMETERS "enable", "1");
	write_file(DBG "clear", "1");
	json_fd = open(DBG "raw_pipe", O_RDONLY | O_NONBLOCK);
	if (json_fd < 0)
		err(1, DBG "raw_pipe");
	explainer.here = env_here_open(NULL, NULL);
	if (!explainer.here)
		err(1, "env_here_open");
	env_here_stream(explainer.here, true);
	/* What the stream says of the machine, so that children have it, too. */
	json_drain();
}

/* The string member @key of the text at @from. */
static inline void member_of(const char *from, const char *key, char *to, size_t size)
{
	const char *start = strstr(from, key);
	size_t len;

	*to = 0;
	if (!start)
		return;
	start += strlen(key);
	for (len = 0; start[len] && start[len] != '"'; len++)
		len += start[len] == '\\';
	snprintf(to, size, "%.*s", (int)len, start);
}

/* Makes the call and reads what the module says of it. Returns the descriptor or -errno. */
static inline int answer_to(const struct call *call, struct answer *a)
{
	static struct call used;	/* E2BIG writes into the attr */
	char *why, *fix;

	used = *call;
	a->ret = peo(call->pointer ? call->pointer : used.raw, call->pid, call->cpu,
		     call->group_fd, call->flags);
	json_line(a->json, sizeof(a->json));
	why = strstr(a->json, "\"why\":{");
	a->has_why = why;
	a->rule[0] = 0;
	a->text[0] = 0;
	a->fix[0] = 0;
	a->has_fix = false;
	a->certain = false;
	a->opens = false;
	a->garbage = false;
	a->kind[0] = 0;
	a->lost_all = false;
	a->needs[0] = 0;
	if (!why)
		return a->ret;
	member_of(why, "\"rule\":\"", a->rule, sizeof(a->rule));
	member_of(why, "\"text\":\"", a->text, sizeof(a->text));
	a->certain = strstr(why, "\"certain\":true");
	a->opens = strstr(why, "\"opens\":true");
	a->garbage = strstr(why, "\"not_zeroed\":true");
	member_of(why, "\"kind\":\"", a->kind, sizeof(a->kind));
	member_of(why, "\"needs\":\"", a->needs, sizeof(a->needs));
	a->lost_all = strstr(why, "\"lost\":\"it stays 0: ");
	fix = strstr(why, "\"fix\":{");
	if (fix) {
		a->has_fix = true;
		snprintf(a->fix, sizeof(a->fix), "%.*s", (int)strcspn(fix + 7, "}"), fix + 7);
	}
	return a->ret;
}

/* An argument of the call by its name. */
static inline bool call_set_argument(struct call *call, const char *name, u64 value)
{
	if (!strcmp(name, "pid"))
		call->pid = value;
	else if (!strcmp(name, "cpu"))
		call->cpu = value;
	else if (!strcmp(name, "group_fd"))
		call->group_fd = value;
	else if (!strcmp(name, "flags"))
		call->flags = value;
	else
		return false;
	return true;
}

/* Big endian machines have bit fields from the highest bit down; precise_ip is the wide one. */
static inline void set_bits_of_big(struct call *call, const struct pa_field *f, u64 value)
{
	unsigned int first = f->offset == PA_OFF_FLAGS ? f->shift : f->shift - 32;
	unsigned int i;

	if (f == &pa_fields[PA_FIELD_PRECISE_IP]) {
		call->attr.precise_ip = value;
		return;
	}
	for (i = 0; i < 64 && f->mask >> i & 1; i++) {
		unsigned int bit = first + i;
		u8 *byte = &call->raw[f->offset + bit / 8], one = 0x80 >> bit % 8;

		*byte = value >> i & 1 ? *byte | one : *byte & ~one;
	}
}

static inline void set_in_attr(struct call *call, const struct pa_field *f, u64 value)
{
	unsigned int i;

	if (!PA_BIG_ENDIAN) {
		call->word[f->word] &= ~(f->mask << f->shift);
		call->word[f->word] |= (value & f->mask) << f->shift;
	} else if (f->offset == PA_OFF_FLAGS || f->offset == PA_OFF_AUX) {
		set_bits_of_big(call, f, value);
	} else {
		for (i = 0; i < f->width; i++)
			call->raw[f->offset + f->width - 1 - i] = (u8)(value >> 8 * i);
	}
}

/* Returns false for a field that nobody has heard of. */
static inline bool call_set(struct call *call, const char *name, u64 value)
{
	int id;

	if (call_set_argument(call, name, value))
		return true;
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (strcmp(f->name, name))
			continue;
		set_in_attr(call, f, value);
		return true;
	}
	return false;
}

/* Puts "a":1,"b":"18446744073709551615" into the call. */
static inline bool call_fix(struct call *call, const char *fix)
{
	char name[64];

	while (*fix) {
		size_t len = strcspn(fix + 1, "\"");

		snprintf(name, sizeof(name), "%.*s", (int)len, fix + 1);
		fix += len + 3;
		fix += *fix == '"';
		if (!call_set(call, name, *fix == '-' ? (u64)strtoll(fix, NULL, 10) :
							strtoull(fix, NULL, 10)))
			return false;
		fix += strcspn(fix, ",");
		fix += *fix == ',';
	}
	return true;
}

/* A software event that counts nothing: every check passes it. */
static inline struct call call_dummy(void)
{
	struct call call = {
		.pid = 0,
		.cpu = -1,
		.group_fd = -1,
	};

	call.attr.type = PERF_TYPE_SOFTWARE;
	call.attr.size = kernel_attr_size;
	call.attr.config = PERF_COUNT_SW_DUMMY;
	call.attr.exclude_kernel = 1;
	call.attr.exclude_hv = 1;
	return call;
}

/* The kernel writes the size of its own attr over one that is too large. */
static inline void find_attr_size(void)
{
	struct call call = { .pid = 0, .cpu = -1, .group_fd = -1 };

	call.attr.size = 1 << 20;
	if (peo(&call.attr, 0, -1, -1, 0) != -E2BIG)
		errx(1, "a size of 1 MiB is not refused");
	kernel_attr_size = call.attr.size;
}

static inline const struct pa_rule *rule_find(const char *id)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++)
		if (!strcmp(rule->id, id))
			return rule;
	return NULL;
}

#endif /* PERFATTR_TEST_WHY_CALL_H */
