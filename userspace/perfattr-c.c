// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-c: from the records of one process to a C program that makes the same calls in the
 * same order.
 *
 * Reading JSON is left to Jansson (Debian: libjansson-dev): maintained, documented, reference
 * counted, exact for 64-bit integers, and with errors that name the place; cJSON holds every
 * number in a double.
 *
 * Each call becomes a step: a statement in which the numbers that may count up from one call to
 * the next (descriptors, cpus, pids) are left open. Equal steps in a row whose numbers count up
 * evenly become a loop. What the program needs besides comes from perfattr-c.h.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "perfattr-c.h"

#define MAX_SLOTS	4
#define MAX_PERIOD	8
#define FLAG_PID_CGROUP	4

/* A number that is left open in a step. */
enum slot_kind { SLOT_FD, SLOT_INDEX, SLOT_NUMBER };

struct slot {
	enum slot_kind kind;
	long value;		/* of a descriptor: which open, counted from 0 */
	int attr;		/* of a descriptor: the attr that was opened */
};

/* One call. In @text a % stands for the next slot. */
struct step {
	char *text;
	char *note;
	struct slot slot[MAX_SLOTS];
	int slots;
};

/* An attr that was passed; more than one open may have passed it. */
struct attr {
	char *key;		/* its JSON: what makes two of them the same */
	char name[64];		/* of the variable */
	char label[64];		/* of the enumerator */
	json_t *record;
	long first;		/* the first open that passed it, -1: none got a descriptor */
};

/* A descriptor that is open at this point of the session. */
struct open_fd {
	json_int_t seq;
	json_int_t fd;
	long index;
	int attr;
	bool closed;
};

static json_t *records;
static struct attr *attrs;
static int nattrs;
static struct open_fd *opens;
static long nopens;
static struct step *steps;
static int nsteps;
static long go_at = -1;		/* the step before which the command starts */
static long long pause_ns;	/* how long nothing was called there */
static json_int_t others[64];	/* processes that neither are the session nor were started by it */
static int nothers;
static unsigned int needs;
static FILE *out;

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define like_printf	__attribute__((format(printf, 1, 2)))

static like_printf __attribute__((noreturn)) void die(const char *fmt, ...)
{
	va_list args;

	fputs("perfattr-c: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void *grow(void *array, long n, size_t size)
{
	array = realloc(array, (n + 1) * size);
	if (!array)
		die("no memory");
	memset((char *)array + n * size, 0, size);
	return array;
}

static like_printf char *format(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		die("no memory");
	va_end(args);
	return text;
}

/* --- looking into a record --- */

static json_t *member(json_t *object, const char *a, const char *b)
{
	json_t *v = json_object_get(object, a);

	return b ? json_object_get(v, b) : v;
}

/* Numbers above 2^53 are strings in the records. */
static json_int_t number(json_t *v)
{
	if (json_is_string(v))
		return (json_int_t)strtoull(json_string_value(v), NULL, 10);
	return json_integer_value(v);
}

static const char *string(json_t *v)
{
	return json_is_string(v) ? json_string_value(v) : "";
}

static const char *call_of(json_t *r)
{
	json_t *call = json_object_get(r, "call");

	return call ? string(call) : "open";
}

static bool is_call(json_t *r, const char *name)
{
	return !strcmp(call_of(r), name);
}

static bool is_ioctl(json_t *r, const char *what)
{
	return is_call(r, "ioctl") && !strcmp(string(json_object_get(r, "cmd")) +
					      (*string(json_object_get(r, "cmd")) ?
					       strlen("PERF_EVENT_IOC_") : 0), what);
}

static json_int_t result(json_t *r)
{
	return number(json_object_get(r, "ret"));
}

/* The symbols of a list, joined by |; "0" when it is empty. */
static char *joined(json_t *list)
{
	char *text = NULL;
	size_t i;
	json_t *v;

	json_array_foreach(list, i, v) {
		char *longer = text ? format("%s | %s", text, string(v)) : format("%s", string(v));

		free(text);
		text = longer;
	}
	return text ? text : format("0");
}

/* A string as a C literal. */
static char *literal(const char *s)
{
	char *text = malloc(strlen(s) * 4 + 3);
	char *to = text;

	if (!text)
		die("no memory");
	*to++ = '"';
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			to += sprintf(to, "\\%c", *s);
		else if (*s < 0x20 || *s == 0x7f || *s == '?')
			to += sprintf(to, "\\%03o", (unsigned char)*s);
		else
			*to++ = *s;
	}
	strcpy(to, "\"");
	return text;
}

/* For a comment: what could end it, or forge a line, is left out. */
static char *remark(const char *s)
{
	char *text = format("%s", s);
	char *p;

	for (p = text; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f || *p == '*' || *p == '%')
			*p = '_';
	return text;
}

/* --- attrs --- */

/* A name of the event that can be part of a C identifier. */
static void identifier(char *to, size_t room, const char *from, bool upper)
{
	bool gap = false;
	size_t n = 0;

	for (; *from && n + 2 < room; from++) {
		unsigned char c = *from;

		if (c >= 0x80 || !isalnum(c)) {
			gap = n > 0;
			continue;
		}
		if (gap)
			to[n++] = '_';
		gap = false;
		to[n++] = upper ? toupper(c) : tolower(c);
	}
	to[n] = '\0';
}

static bool name_taken(const char *name)
{
	int i;

	for (i = 0; i < nattrs; i++)
		if (!strcmp(attrs[i].name, name))
			return true;
	return false;
}

static const char *event_name(json_t *r)
{
	const char *name = string(member(r, "kernel", "event"));

	return *name ? name : "event";
}

/* The attr of this record in the table. */
static int attr_of(json_t *r)
{
	json_t *both = json_pack("[O?O?]", member(r, "attr", NULL), member(r, "strings", NULL));
	char *key = json_dumps(both, JSON_COMPACT);
	char lower[40], upper[40];
	struct attr *a;
	int i;

	json_decref(both);
	if (!key)
		die("no memory");
	for (i = 0; i < nattrs; i++) {
		if (!strcmp(attrs[i].key, key)) {
			free(key);
			return i;
		}
	}
	attrs = grow(attrs, nattrs, sizeof(*attrs));
	a = &attrs[nattrs];
	a->key = key;
	a->record = r;
	a->first = -1;
	identifier(lower, sizeof(lower), event_name(r), false);
	identifier(upper, sizeof(upper), event_name(r), true);
	snprintf(a->name, sizeof(a->name), "attr_%s", lower);
	snprintf(a->label, sizeof(a->label), "EV_%s", upper);
	/* Other attrs of the same event are numbered. */
	for (i = 2; name_taken(a->name); i++) {
		snprintf(a->name, sizeof(a->name), "attr_%s_%d", lower, i);
		snprintf(a->label, sizeof(a->label), "EV_%s_%d", upper, i);
	}
	return nattrs++;
}

/* Fields that hold what only the running system knows: set by prepare(). */
static bool is_runtime(json_t *r, const char *field)
{
	const char *type = string(member(r, "symbols", "type"));
	bool dynamic = strncmp(type, "PERF_TYPE_", 10) != 0;

	if (!strcmp(field, "type"))
		return dynamic && *type;
	if (!strcmp(field, "config"))
		return !strcmp(type, "PERF_TYPE_TRACEPOINT") &&
		       *string(member(r, "symbols", "config"));
	return !strcmp(field, "kprobe_func") || !strcmp(field, "uprobe_path");
}

/* A value as a C expression, by its symbol where it has one. */
static char *value_text(json_t *r, const char *field, json_t *value)
{
	json_t *symbol = member(r, "symbols", field);
	bool registers = !strncmp(field, "sample_regs", 11);

	/* The names of registers are bit numbers: their masks stay numbers. */
	if (json_is_array(symbol) && !registers)
		return joined(symbol);
	if (json_is_string(symbol))
		return format("%s", string(symbol));
	if (json_is_string(value))
		return format("%sULL", string(value));
	if (number(value) < 0)
		return format("%" JSON_INTEGER_FORMAT, number(value));
	if (!strncmp(field, "config", 6) || !strcmp(field, "bp_addr") || registers)
		return format("0x%llx", (unsigned long long)number(value));
	return format("%" JSON_INTEGER_FORMAT, number(value));
}

static void put_attr(const struct attr *a)
{
	json_t *attr = member(a->record, "attr", NULL);
	char *name = remark(event_name(a->record));
	const char *field;
	json_t *value;

	fprintf(out, "/* %s */\nstatic struct perf_event_attr %s = {\n", name, a->name);
	free(name);
	json_object_foreach(attr, field, value) {
		bool newer = !strcmp(field, "config3") || !strcmp(field, "config4");
		char *text;

		if (is_runtime(a->record, field)) {
			fprintf(out, "\t/* .%s: see prepare() */\n", field);
			continue;
		}
		if (!strcmp(field, "bp_addr") && json_is_null(value))
			fputs("\t/* .bp_addr: a kernel address, which is not recorded */\n", out);
		if (json_is_null(value) || (strcmp(field, "type") && !number(value)))
			continue;
		text = value_text(a->record, field, value);
		if (newer)
			fprintf(out, "#ifdef PERF_ATTR_SIZE_VER%d\n", field[6] == '3' ? 8 : 9);
		fprintf(out, "\t.%s = %s,\n", field, text);
		if (newer)
			fputs("#endif\n", out);
		free(text);
	}
	fputs("};\n\n", out);
}

static void put_prepared(const struct attr *a)
{
	json_t *r = a->record;
	const char *path = string(member(r, "strings", "uprobe_path"));
	const char *func = string(member(r, "strings", "kprobe_func"));
	char *text;

	if (is_runtime(r, "type")) {
		text = literal(string(member(r, "symbols", "type")));
		fprintf(out, "\t%s.type = pmu_type(%s);\n", a->name, text);
		free(text);
	}
	if (is_runtime(r, "config")) {
		text = literal(string(member(r, "symbols", "config")));
		fprintf(out, "\t%s.config = tracepoint_id(%s);\n", a->name, text);
		free(text);
	}
	if (*path || *func) {
		text = literal(*path ? path : func);
		fprintf(out, "\t%s.%s = (unsigned long)%s;\n", a->name,
			*path ? "uprobe_path" : "kprobe_func", text);
		free(text);
	}
}

static bool any_prepared(void)
{
	bool any = false;
	int i;

	for (i = 0; i < nattrs; i++) {
		json_t *r = attrs[i].record;

		if (is_runtime(r, "type"))
			needs |= NEED_PMU;
		if (is_runtime(r, "config"))
			needs |= NEED_TRACEPOINT;
		any |= is_runtime(r, "type") || is_runtime(r, "config") ||
		       *string(member(r, "strings", "uprobe_path")) ||
		       *string(member(r, "strings", "kprobe_func"));
	}
	return any;
}

/* --- steps --- */

static struct step *add_step(json_t *r, const char *name, char *text)
{
	long long ns = number(json_object_get(r, "time_ns"));
	char *event = remark(name);
	struct step *s;

	steps = grow(steps, nsteps, sizeof(*steps));
	s = &steps[nsteps++];
	s->text = text;
	s->note = format("%lld.%06lld s, #%" JSON_INTEGER_FORMAT "%s%s", ns / 1000000000,
			 ns % 1000000000 / 1000, number(json_object_get(r, "seq")),
			 *event ? ": " : "", event);
	free(event);
	return s;
}

static void add_slot(struct step *s, enum slot_kind kind, long value, int attr)
{
	s->slot[s->slots].kind = kind;
	s->slot[s->slots].value = value;
	s->slot[s->slots++].attr = attr;
}

/* The open that gave this descriptor, as far as it is still open. */
static struct open_fd *by_fd(json_int_t fd)
{
	long i;

	for (i = nopens - 1; i >= 0; i--)
		if (opens[i].fd == fd && !opens[i].closed)
			return &opens[i];
	return NULL;
}

static struct open_fd *by_event(json_t *r)
{
	json_int_t seq = number(member(r, "event", "open"));
	long i;

	for (i = 0; i < nopens; i++)
		if (seq && opens[i].seq == seq)
			return &opens[i];
	return NULL;
}

/* What is expected: 0, or the error that the call ended with when it was recorded. */
static const char *expected(json_t *r)
{
	const char *name = string(json_object_get(r, "errno"));

	return result(r) >= 0 ? "0" : *name ? name : "EINVAL";
}

/* The place of another process among the arguments. */
static int other_process(json_int_t pid)
{
	int i;

	for (i = 0; i < nothers; i++)
		if (others[i] == pid)
			return i;
	if (nothers == (int)ARRAY_SIZE(others))
		die("more than %d other processes are watched", nothers);
	others[nothers] = pid;
	return nothers++;
}

/* Which cgroup a descriptor named is known of an event that was made. */
static bool cgroup_unknown(json_t *r)
{
	return (number(member(r, "args", "flags")) & FLAG_PID_CGROUP) &&
	       !json_is_string(member(r, "kernel", "cgroup"));
}

/*
 * Whom an open watches. A command that the session started still has the session's own name, or
 * one that begins so (perf: perf-exec), when the event is opened, just before it becomes that
 * command.
 */
static char *pid_text(json_t *r)
{
	json_int_t pid = number(member(r, "args", "pid"));
	json_t *target = member(r, "kernel", "target");
	const char *comm = string(json_object_get(target, "comm"));
	const char *own = string(json_object_get(r, "comm"));

	if (cgroup_unknown(r))
		return format("-1");
	if (number(member(r, "args", "flags")) & FLAG_PID_CGROUP) {
		char *path = literal(string(member(r, "kernel", "cgroup")));
		char *text = format("cgroup(%s)", path);

		needs |= NEED_CGROUP;
		free(path);
		return text;
	}
	if (pid <= 0)
		return format("%" JSON_INTEGER_FORMAT, pid);
	if (number(json_object_get(target, "pid")) == number(json_object_get(r, "pid")) ||
	    pid == number(json_object_get(r, "pid")))
		return format("getpid()");
	if (*own && !strncmp(comm, own, strlen(own))) {
		needs |= NEED_CHILD;
		return format("child");
	}
	needs |= NEED_OTHERS;
	return format("others[%d]", other_process(pid));
}

static void open_step(json_t *r)
{
	int attr = json_is_null(json_object_get(r, "attr")) ? -1 : attr_of(r);
	json_int_t group = number(member(r, "args", "group_fd"));
	struct open_fd *leader = group >= 0 ? by_fd(group) : NULL;
	char *flags = joined(member(r, "symbols", "flags"));
	char *pid = pid_text(r);
	struct step *s;

	if (attr < 0 || cgroup_unknown(r)) {
		add_step(r, "", format("/* an open %s */", attr < 0 ?
				       "whose attr was not readable" :
				       "on a cgroup that is not known"));
		free(flags);
		free(pid);
		return;
	}
	s = add_step(r, event_name(r), format("%sopen_event(&%s, %s, %%, %s, %s, %s);",
					      result(r) < 0 ? "" : "% = ", attrs[attr].name, pid,
					      leader ? "%" : "-1", flags, expected(r)));
	if (result(r) >= 0) {
		opens = grow(opens, nopens, sizeof(*opens));
		opens[nopens].seq = number(json_object_get(r, "seq"));
		opens[nopens].fd = result(r);
		opens[nopens].index = nopens;
		opens[nopens].attr = attr;
		if (attrs[attr].first < 0)
			attrs[attr].first = nopens;
		add_slot(s, SLOT_FD, nopens, attr);
		nopens++;
		leader = leader ? by_fd(group) : NULL;
	}
	add_slot(s, SLOT_NUMBER, number(member(r, "args", "cpu")), 0);
	if (leader)
		add_slot(s, SLOT_FD, leader->index, leader->attr);
	free(flags);
	free(pid);
}

/* The last argument of an ioctl; NULL when nobody but the recorded process has it. */
static char *ioctl_argument(json_t *r, struct open_fd **second)
{
	json_t *arg = member(r, "args", "arg");

	if (is_ioctl(r, "ENABLE") || is_ioctl(r, "DISABLE") || is_ioctl(r, "RESET"))
		return joined(json_object_get(r, "flags"));
	if (is_ioctl(r, "PERIOD") && !json_is_null(json_object_get(r, "period")))
		return format("&(__u64){ %lluULL }",
			      (unsigned long long)number(json_object_get(r, "period")));
	if (is_ioctl(r, "ID"))
		return format("&id");
	if (is_ioctl(r, "SET_FILTER") && json_is_string(json_object_get(r, "filter")))
		return literal(string(json_object_get(r, "filter")));
	if (is_ioctl(r, "SET_OUTPUT")) {
		*second = by_fd(number(json_object_get(r, "output_fd")));
		return format("%s", *second ? "%" : "-1L");
	}
	if (is_ioctl(r, "MODIFY_ATTRIBUTES") && json_is_object(json_object_get(r, "attr")))
		return format("&%s", attrs[attr_of(r)].name);
	if (is_ioctl(r, "REFRESH") || is_ioctl(r, "PAUSE_OUTPUT"))
		return format("%" JSON_INTEGER_FORMAT, number(arg));
	return NULL;
}

static void ioctl_step(json_t *r, struct open_fd *of)
{
	const char *cmd = string(json_object_get(r, "cmd"));
	struct open_fd *second = NULL;
	char *arg = ioctl_argument(r, &second);
	char *safe;
	char *p;
	struct step *s;

	if (!arg) {
		safe = remark(*cmd ? cmd : "an ioctl that is not perf's");
		add_step(r, attrs[of->attr].label,
			 format("/* %s: its argument is the caller's alone */", safe));
		free(safe);
		return;
	}
	if (is_ioctl(r, "ID"))
		needs |= NEED_ID;
	/* A literal may hold the sign that stands for a slot. */
	for (p = arg; is_ioctl(r, "SET_FILTER") && *p; p++)
		if (*p == '%')
			*p = '\001';
	s = add_step(r, string(member(attrs[of->attr].record, "kernel", "event")),
		     format("check(ioctl(%%, %s, %s), \"%s\", %s);", cmd, arg, cmd, expected(r)));
	add_slot(s, SLOT_FD, of->index, of->attr);
	if (second)
		add_slot(s, SLOT_FD, second->index, second->attr);
	free(arg);
}

static void map_step(json_t *r, struct open_fd *of)
{
	bool aux = !strcmp(string(json_object_get(r, "area")), "aux");
	long long len = number(member(r, "args", "length"));
	const char *name = string(member(attrs[of->attr].record, "kernel", "event"));
	char *prot, *flags;
	struct step *s;

	needs |= NEED_RINGS;
	if (is_call(r, "munmap")) {
		s = add_step(r, name, format("unmap(%%, %s);", aux ? "AUX" : "DATA"));
		add_slot(s, SLOT_INDEX, of->index, of->attr);
		return;
	}
	prot = joined(json_object_get(r, "prot"));
	flags = joined(json_object_get(r, "flags"));
	s = add_step(r, name, format("map(%%, %s, %lld, %s, %s, %lld, %s);",
				     aux ? "AUX" : "DATA", len, prot, flags,
				     (long long)number(member(r, "args", "offset")),
				     expected(r)));
	add_slot(s, SLOT_INDEX, of->index, of->attr);
	free(prot);
	free(flags);
}

static void file_step(json_t *r, struct open_fd *of)
{
	const char *name = string(member(attrs[of->attr].record, "kernel", "event"));
	struct step *s;

	if (is_call(r, "read")) {
		char *label = literal(name);

		needs |= NEED_READ;
		s = add_step(r, name, format("read_event(%%, %s, %lld, %s);", label,
					     (long long)number(member(r, "args", "count")),
					     expected(r)));
		free(label);
	} else {
		s = add_step(r, name, format("close(%%);"));
		of->closed = true;
	}
	add_slot(s, SLOT_FD, of->index, of->attr);
}

static void one_step(json_t *r)
{
	struct open_fd *of = by_event(r);

	if (is_call(r, "open")) {
		open_step(r);
	} else if (is_call(r, "prctl")) {
		needs |= NEED_PRCTL;
		add_step(r, "", format("check(prctl(%s, 0, 0, 0, 0), \"prctl\", %s);",
				       string(json_object_get(r, "option")), expected(r)));
	} else if (json_is_true(json_object_get(r, "at_exit"))) {
		/* The end of the program does it. */
		return;
	} else if (!of) {
		char *what = remark(call_of(r));

		add_step(r, "",
			 format("/* %s on an event that was opened before all this */", what));
		free(what);
	} else if (is_call(r, "ioctl")) {
		ioctl_step(r, of);
	} else if (is_call(r, "mmap") || is_call(r, "munmap")) {
		map_step(r, of);
	} else {
		file_step(r, of);
	}
}

/* A call that sets events up, rather than looks at what they found. */
static bool is_setup(json_t *r)
{
	static const char * const setup[] = {
		"ENABLE", "ID", "SET_FILTER", "SET_OUTPUT", "SET_BPF", "RESET", "PERIOD",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(setup); i++)
		if (is_ioctl(r, setup[i]))
			return true;
	return is_call(r, "mmap") || is_call(r, "open");
}

/*
 * Where the command ran: behind the last open that lasted, before what follows the end of it or
 * looks at the results. When the session began to wait is not a call that is recorded.
 */
static size_t go_record(void)
{
	size_t n = json_array_size(records);
	size_t i, last = 0;
	bool lasts = false;
	json_t *r;

	for (i = n; i-- > 0 && !lasts;) {
		r = json_array_get(records, i);
		/* An open that is closed at once only tries whether the kernel has a feature. */
		if (is_call(r, "open") && result(r) >= 0 &&
		    !(i + 1 < n && is_call(json_array_get(records, i + 1), "close"))) {
			last = i;
			lasts = true;
		}
	}
	for (i = lasts ? last + 1 : n; i < n; i++) {
		r = json_array_get(records, i);
		/* Another thread may wait for its own events before all is ready. */
		if (is_call(r, "poll") && number(json_object_get(r, "tid")) !=
		    number(json_object_get(r, "pid")))
			continue;
		if (!is_setup(r))
			break;
	}
	return i;
}

static void make_steps(void)
{
	size_t go = go_record();
	long long end = 0;
	size_t i;
	json_t *r;

	/* There is an array, also of nothing. */
	steps = grow(steps, 0, sizeof(*steps));
	json_array_foreach(records, i, r) {
		long long time = number(json_object_get(r, "time_ns"));

		if (i == go)
			go_at = nsteps;
		/* A poll is part of the waiting. */
		if (is_call(r, "poll"))
			continue;
		if (go_at == nsteps && end && time > end)
			pause_ns = time - end;
		one_step(r);
		end = time + number(json_object_get(r, "duration_ns"));
	}
	if (go_at < 0)
		go_at = nsteps;
}

/* --- loops --- */

/* The same statement, with other numbers? */
static bool same_shape(const struct step *a, const struct step *b)
{
	int i;

	if (strcmp(a->text, b->text) || a->slots != b->slots)
		return false;
	for (i = 0; i < a->slots; i++)
		if (a->slot[i].kind != b->slot[i].kind || a->slot[i].attr != b->slot[i].attr)
			return false;
	return true;
}

/* How often the @period steps from @at repeat, counting up evenly. Never across the command. */
static int repeats(int at, int period, int end)
{
	int n, k, i;

	for (n = 1; at + (n + 1) * period <= end; n++) {
		for (k = 0; k < period; k++) {
			struct step *first = &steps[at + k];
			struct step *prev = &steps[at + (n - 1) * period + k];
			struct step *this = &steps[at + n * period + k];

			if (!same_shape(first, this))
				return n;
			for (i = 0; i < this->slots; i++)
				if (this->slot[i].value - prev->slot[i].value !=
				    first[period].slot[i].value - first->slot[i].value)
					return n;
		}
	}
	return n;
}

static void put_slot(const struct slot *slot, long stride)
{
	long base = slot->value;

	if (slot->kind != SLOT_NUMBER) {
		base -= attrs[slot->attr].first;
		fprintf(out, "%s%s", slot->kind == SLOT_FD ? "fd[" : "", attrs[slot->attr].label);
		if (base)
			fprintf(out, " + %ld", base);
	} else if (!stride || base) {
		fprintf(out, "%ld", base);
	}
	if (stride) {
		if (slot->kind != SLOT_NUMBER || base)
			fputs(stride < 0 ? " - " : " + ", out);
		else if (stride < 0)
			fputc('-', out);
		if (labs(stride) != 1)
			fprintf(out, "%ld * ", labs(stride));
		fputc('i', out);
	}
	if (slot->kind == SLOT_FD)
		fputc(']', out);
}

static void put_step(const struct step *s, const struct step *next, const char *indent)
{
	const char *p;
	int slot = 0;

	fputs(indent, out);
	for (p = s->text; *p; p++) {
		if (*p == '%' && slot < s->slots) {
			put_slot(&s->slot[slot],
				 next ? next->slot[slot].value - s->slot[slot].value : 0);
			slot++;
		} else {
			fputc(*p == '\001' ? '%' : *p, out);
		}
	}
	fputc('\n', out);
}

static void put_steps(int from, int to)
{
	while (from < to) {
		int best = 1, times = 1, period, k;

		for (period = 1; period <= MAX_PERIOD && from + 2 * period <= to; period++) {
			int n = repeats(from, period, to);

			if (n >= 2 && n * period > times * best) {
				best = period;
				times = n;
			}
		}
		if (times < 2) {
			fprintf(out, "\t/* %s */\n", steps[from].note);
			put_step(&steps[from], NULL, "\t");
			from++;
			continue;
		}
		needs |= NEED_LOOP;
		fprintf(out, "\t/* %s */\n\tfor (i = 0; i < %d; i++)%s\n", steps[from].note, times,
			best > 1 ? " {" : "");
		for (k = 0; k < best; k++)
			put_step(&steps[from + k], &steps[from + best + k], "\t\t");
		if (best > 1)
			fputs("\t}\n", out);
		from += times * best;
	}
}

/* --- the program --- */

static void put_enumerators(void)
{
	int i;

	if (!nopens)
		return;
	fputs("/* Where the descriptors of an event begin in fd[]. */\nenum {\n", out);
	for (i = 0; i < nattrs; i++)
		if (attrs[i].first >= 0)
			fprintf(out, "\t%s = %ld,\n", attrs[i].label, attrs[i].first);
	fprintf(out, "\tEVENTS = %ld\n};\n\nstatic int fd[EVENTS];\n\n", nopens);
}

static void put_main(char *body)
{
	fputs("int main(int argc, char **argv)\n{\n", out);
	if (needs & NEED_LOOP)
		fputs("\tint i;\n", out);
	if (needs & NEED_ID)
		fputs("\t__u64 id;\n", out);
	if (needs & (NEED_LOOP | NEED_ID))
		fputc('\n', out);
	if (needs & NEED_OTHERS)
		fputs("\targuments(argc, argv);\n", out);
	else
		fputs("\tcommand = argc > 1 ? argv + 1 : NULL;\n", out);
	if (any_prepared())
		fputs("\tprepare();\n", out);
	fputs("\tstart();\n\n", out);
	fputs(body, out);
	fputs("\treturn 0;\n}\n", out);
}

static void put_intro(json_t *first)
{
	char *comm = remark(string(json_object_get(first, "comm")));
	int i;

	fprintf(out, "/*\n * The perf events of %s[%lld], call by call, as recorded.\n *\n", comm,
		(long long)number(json_object_get(first, "pid")));
	fprintf(out, " *\tcc -Wall session.c -o session\n *\t./session%s [COMMAND [ARG]...]\n *\n",
		nothers ? " PID... --" : "");
	for (i = 0; i < nothers; i++)
		fprintf(out, " * PID %d was process %" JSON_INTEGER_FORMAT ".\n", i + 1, others[i]);
	fputs(" * COMMAND runs where the original waited; without one the program waits as long.\n"
	      " * The comments say when each call began, the number of its record, and its event.\n */\n",
	      out);
	free(comm);
}

static char *body_text(void)
{
	FILE *real = out;
	char *body = NULL;
	size_t len;

	out = open_memstream(&body, &len);
	if (!out)
		die("no memory");
	put_steps(0, go_at);
	fprintf(out, "\n\t/* Here the original waited for %lld.%03lld s. */\n\twatch(%lldLL);\n\n",
		pause_ns / 1000000000, pause_ns % 1000000000 / 1000000, pause_ns);
	put_steps(go_at, nsteps);
	fclose(out);
	out = real;
	return body;
}

static void put_program(void)
{
	char *body;
	int i;

	make_steps();
	body = body_text();
	any_prepared();
	put_intro(json_array_get(records, 0));
	fputs(perfattr_c_head, out);
	put_enumerators();
	for (i = 0; i < nattrs; i++)
		put_attr(&attrs[i]);
	for (i = 0; perfattr_c_parts[i].text; i++)
		if (!perfattr_c_parts[i].need || (perfattr_c_parts[i].need & needs))
			fputs(perfattr_c_parts[i].text, out);
	fputs(needs & NEED_RINGS ? perfattr_c_watch_rings : perfattr_c_watch, out);
	if (any_prepared()) {
		fputs("/* What only the running system knows. */\n"
		      "static void prepare(void)\n{\n", out);
		for (i = 0; i < nattrs; i++)
			put_prepared(&attrs[i]);
		fputs("}\n\n", out);
	}
	put_main(body);
	free(body);
}

/* --- the records --- */

static void read_records(FILE *in, const char *name)
{
	json_error_t error;
	char *line = NULL;
	size_t room = 0, n = 0;
	json_t *r;

	while (getline(&line, &room, in) > 0) {
		n++;
		r = json_loads(line, 0, &error);
		if (!r)
			die("%s, line %zu: %s", name, n, error.text);
		if (json_object_get(r, "lost"))
			fprintf(stderr, "perfattr-c: %s, line %zu: records are missing here\n",
				name, n);
		else if (json_object_get(r, "firing"))
			fprintf(stderr, "perfattr-c: %s, line %zu: calls around here may be missing: probes did not fire\n",
				name, n);
		else if (json_array_append(records, r))
			die("no memory");
		json_decref(r);
	}
	free(line);
}

/* Leaves the records of one process; without one given there must be only one. */
static void choose_process(json_int_t pid)
{
	json_int_t seen = -1;
	size_t i;

	for (i = 0; i < json_array_size(records);) {
		json_int_t this = number(json_object_get(json_array_get(records, i), "pid"));

		if (pid < 0 && seen >= 0 && this != seen)
			die("there are records of process %" JSON_INTEGER_FORMAT " and of %"
			    JSON_INTEGER_FORMAT ": choose one with -p", seen, this);
		if (pid >= 0 && this != pid) {
			json_array_remove(records, i);
			continue;
		}
		seen = this;
		i++;
	}
	if (!json_array_size(records))
		die("there are no records%s", pid >= 0 ? " of that process" : "");
}

static void show_help(FILE *to)
{
	fputs("Usage: perfattr-c [-p PID] [-o FILE] [RECORDS]\n\n"
	      "Writes a C program that makes the calls of a session in the same order.\n"
	      "RECORDS is a file of JSON Lines as perfattr-cat -j writes them with calls=1 in force;\n"
	      "without it they are read from standard input.\n\n"
	      "  -p PID    of this process, when there are records of more than one\n"
	      "  -o FILE   write here instead of to standard output\n", to);
}

int main(int argc, char **argv)
{
	json_int_t pid = -1;
	FILE *in = stdin;
	char *end;
	int c;

	out = stdout;
	records = json_array();
	while ((c = getopt(argc, argv, "p:o:h")) != -1) {
		switch (c) {
		case 'p':
			pid = strtoll(optarg, &end, 10);
			if (!*optarg || *end || pid < 0)
				die("%s is no process", optarg);
			break;
		case 'o':
			out = fopen(optarg, "w");
			if (!out)
				die("%s: %s", optarg, strerror(errno));
			break;
		case 'h':
			show_help(stdout);
			return 0;
		default:
			show_help(stderr);
			return 1;
		}
	}
	if (optind < argc) {
		in = fopen(argv[optind], "r");
		if (!in)
			die("%s: %s", argv[optind], strerror(errno));
	}
	read_records(in, optind < argc ? argv[optind] : "standard input");
	choose_process(pid);
	put_program();
	if (fclose(out))
		die("cannot write: %s", strerror(errno));
	return 0;
}
