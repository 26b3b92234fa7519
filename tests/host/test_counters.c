// SPDX-License-Identifier: GPL-2.0
/* The counters as the file stats. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/counters.h"
#include "core/names.h"
#include "page.h"
#include "record/trace_fields.h"
#include "tap.h"

#define PAGE	"../../docs/INTERFACE.md"
#define STATS	"../../kmod/file/stats.c"
#define RING	"../../kmod/record/ring.c"
#define LOAD	"../../tests/guest/load.t"

static struct pa_counters counters;
static char text[PA_STATS_MAX + 1];

/* The counters as text; NULL if they do not fit into @room bytes. */
static const char *rendered(size_t room)
{
	struct out s;

	out_init(&s, text, room);
	pa_stats_text(&s, &counters);
	if (out_overflowed(&s))
		return NULL;
	text[s.len] = '\0';
	return text;
}

/* What a machine could show: no two values are the same, so that no two can be swapped. */
static void set_some(void)
{
	u64 value = 200;

	memset(&counters, 0, sizeof(counters));
#define SET(name)	counters.name = value++;
	PA_LIST_COUNTERS(SET)
#undef SET
	counters.recorded = 100;
	counters.record_bytes = 111;
	counters.firing = 1;
	counters.fork_probes = 2;
	counters.probes[0] = (struct pa_probe_line){ "perf_copy_attr", PA_PROBE_ARMED, 1 };
	counters.probes[1] = (struct pa_probe_line){ "perf_event_alloc.part.0", PA_PROBE_STUCK, 0 };
	counters.probes[2] = (struct pa_probe_line){ "perf_read", PA_PROBE_ABSENT, -1 };
	counters.probes[3] = (struct pa_probe_line){ "perf_poll", PA_PROBE_BYPASSED, -1 };
	counters.nprobes = 4;
}

static void set_largest(void)
{
	static char names[PA_PROBES_MAX][48];
	u32 i;

	memset(&counters, 0xff, sizeof(counters));
	for (i = 0; i < PA_PROBES_MAX; i++) {
		snprintf(names[i], sizeof(names[i]), "longer_than_a_function_of_the_module_%u", i);
		counters.probes[i] = (struct pa_probe_line){ names[i], PA_PROBE_BYPASSED, -1 };
	}
	counters.nprobes = PA_PROBES_MAX;
}

/* What follows the counters of the list. */
static const char some_probes[] =
	"probe.perf_copy_attr.armed 1\nprobe.perf_copy_attr.proved 1\n"
	"probe.perf_event_alloc.part.0.stuck 1\nprobe.perf_event_alloc.part.0.proved 0\n"
	"probe.perf_read.absent 1\n"
	"probe.perf_poll.bypassed 1\nprobe.perf_poll.proved 0\nprobe.perf_poll.unproved 1\n";

static void test_stats(void)
{
#define VALUE(name)	{ #name, &counters.name },
	static const struct { const char *name; const u64 *value; } values[] = {
		PA_LIST_COUNTERS(VALUE)
	};
	char want[2048];
	int n = 0;
	u32 i;

	set_some();
	for (i = 0; i < ARRAY_SIZE(values); i++)
		n += snprintf(want + n, sizeof(want) - (size_t)n, "%s %llu\n", values[i].name,
			      *values[i].value);
	snprintf(want + n, sizeof(want) - (size_t)n, "%s", some_probes);
	is_str(rendered(PA_STATS_MAX), want, "stats has every counter, and the probes");
}

/* As a shell reads it: while read name value. */
static bool is_name_value(const char *line, size_t len)
{
	const char *space = memchr(line, ' ', len);
	const char *p;

	if (!space || space == line || space + 1 == line + len)
		return false;
	for (p = line; p < space; p++) {
		if (!isalnum(*p) && *p != '_' && *p != '.')
			return false;
	}
	for (p = space + 1; p < line + len; p++) {
		if (!isdigit(*p))
			return false;
	}
	return true;
}

static void test_lines(const char *what)
{
	const char *line = rendered(PA_STATS_MAX);
	unsigned int bad = 0, lines = 0;

	for (; line && *line; line += strcspn(line, "\n") + 1) {
		bad += !is_name_value(line, strcspn(line, "\n"));
		lines++;
	}
	ok(lines > 15 && !bad, "%s: each of %u lines is a name and a number", what, lines);
}

static void test_room(void)
{
	set_largest();
	ok(rendered(PA_STATS_MAX), "the largest stats fit into PA_STATS_MAX");
	test_lines("the largest stats");
	ok(!rendered(200), "... and what does not fit is noticed");
}

/* Where a counter is set, and where a guest looks for it. */
static void test_used(void)
{
#define COUNTER(name)	{ #name, "c->" #name " = ", "\n" #name "\n" },
	static const struct { const char *name, *set, *line; } words[] = {
		PA_LIST_COUNTERS(COUNTER)
	};
#undef COUNTER
	static char stats[1 << 15], ring[1 << 15], load[1 << 15];
	char *line;
	u32 i;

	page_read(stats, sizeof(stats), STATS);
	page_read(ring, sizeof(ring), RING);
	page_read(load, sizeof(load), LOAD);
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		ok(strstr(stats, words[i].set) || strstr(ring, words[i].set), "%s or %s sets %s",
		   STATS, RING, words[i].name);
		ok(strstr(load, words[i].line), "%s has %s", LOAD, words[i].name);
	}
	/* Its list begins with the first of them. */
	line = strstr(load, words[0].line);
	line = line ? strtok(line, "\n") : NULL;
	for (; line && strcmp(line, "end"); line = strtok(NULL, "\n")) {
		for (i = 0; i < ARRAY_SIZE(words) && strcmp(words[i].name, line); i++)
			;
		ok(i < ARRAY_SIZE(words), "PA_LIST_COUNTERS has %s, as %s", line, LOAD);
	}
}

/* Is `@word` in the page? */
static bool documented(const char *page, const char *word)
{
	char quoted[64];

	snprintf(quoted, sizeof(quoted), "`%s`", word);
	return strstr(page, quoted);
}

static void test_documented(void)
{
#define COUNTER(name)	{ #name },
#define STATE(id, name)		{ #name },
	static const struct { const char *name; } words[] = {
		PA_LIST_COUNTERS(COUNTER)
		PA_LIST_PROBE_STATES(STATE)
	};
	static char page[1 << 16];
	u32 i;

	page_read(page, sizeof(page), PAGE);
	for (i = 0; i < ARRAY_SIZE(words); i++)
		ok(documented(page, words[i].name), "%s tells of %s", PAGE, words[i].name);
}

/* No name in the trace event is cut: the field has a byte for the end. */
static void test_trace_names(void)
{
	u32 err, cut = 0;

	for (err = 1; err < 1000; err++)
		cut += pa_errno_name(err) && pa_errno_name(err)->len >= PA_TRACE_ERRNO;
	is_num(cut, 0, "the trace event has room for the name of every errno");
	ok(pa_errno_name(PA_ERRNOS - 1) && !pa_errno_name(PA_ERRNOS),
	   "PA_ERRNOS is the end of the table of errnos");
}

int main(void)
{
	test_stats();
	set_some();
	test_lines("some stats");
	test_room();
	test_used();
	test_documented();
	test_trace_names();
	return tap_end();
}
