// SPDX-License-Identifier: GPL-2.0
/*
 * Turns each record into a step: a statement with slots for the numbers that may increase from call
 * to call (descriptors, cpus).
 */
#include "steps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/op.h"

#include "attrs.h"
#include "go.h"
#include "record.h"
#include "util.h"

/* Upper limit for the cpus of a record; more than any machine has. */
#define MAX_CPUS	8192

/* PERF_FLAG_PID_CGROUP, part of the ABI. */
#define FLAG_PID_CGROUP	4

/* The step takes ownership of @text. */
static struct step *add_step(struct session *s, json_t *r, const char *name, char *text)
{
	long long ns = number(member(r, "time_ns", NULL));
	char *event = remark(name);
	struct step *step;

	s->steps = grow(s->steps, s->nsteps, sizeof(*s->steps));
	step = &s->steps[s->nsteps++];
	step->text = text;
	step->note = format("%lld.%06lld s, #%" JSON_INTEGER_FORMAT "%s%s", ns / 1000000000,
			    ns % 1000000000 / 1000, number(member(r, "seq", NULL)),
			    *event ? ": " : "", event);
	free(event);
	return step;
}

static void add_slot(struct step *step, enum slot_kind kind, long value, int place)
{
	if (step->slots == MAX_SLOTS)
		die("a step has more than %d open numbers", MAX_SLOTS);
	step->slot[step->slots].kind = kind;
	step->slot[step->slots].value = value;
	step->slot[step->slots++].place = place;
}

static void add_event_slot(struct step *step, enum slot_kind kind, const struct opened *event)
{
	add_slot(step, kind, event->index, event->place);
}

/* The open that returned this descriptor, if it is still open. */
static struct opened *by_fd(struct session *s, json_int_t fd)
{
	long i;

	for (i = s->nopens - 1; i >= 0; i--)
		if (s->opens[i].fd == fd && s->opens[i].there && !s->opens[i].closed)
			return &s->opens[i];
	return NULL;
}

/* The open of the event that a call is on. */
static struct opened *by_event(struct session *s, json_t *r)
{
	json_int_t seq = number(member(r, "event", "open"));
	long i;

	for (i = 0; i < s->nopens; i++)
		if (seq && s->opens[i].there && s->opens[i].seq == seq)
			return &s->opens[i];
	return NULL;
}

/* The kernel's name of the event; "" if not known. */
static const char *name_of(const struct session *s, const struct opened *event)
{
	return string(member(s->attrs[event->attr].record.json, "kernel", "event"));
}

/* The last argument of a call: its expected error, if the program expects any errors. */
static char *error_text(const struct session *s, json_t *r)
{
	char *error, *text;

	if (!(s->needs & NEED_ERRORS))
		return format("%s", "");
	error = expected(r);
	text = format(", %s", error);
	free(error);
	return text;
}

/* --- open --- */

/* The index of another process among the program's arguments. */
static int other_process(struct session *s, json_int_t pid)
{
	int i;

	for (i = 0; i < s->nothers; i++)
		if (s->others[i] == pid)
			return i;
	if (s->nothers == MAX_OTHERS)
		die("more than %d other processes are watched", MAX_OTHERS);
	s->others[s->nothers] = pid;
	return s->nothers++;
}

static bool is_cgroup(json_t *r)
{
	return number(member(r, "args", "flags")) & FLAG_PID_CGROUP;
}

/* The cgroup of a descriptor is known only if the event was created. */
static bool cgroup_unknown(json_t *r)
{
	return is_cgroup(r) && !json_is_string(member(r, "kernel", "cgroup"));
}

static char *cgroup_text(struct session *s, json_t *r)
{
	char *path = literal(string(member(r, "kernel", "cgroup")));
	char *text = format("cgroup(%s)", path);

	s->needs |= NEED_CGROUP;
	free(path);
	return text;
}

/*
 * The task of an open. A call that was refused before the kernel looked for the task does not have
 * it; another one of the session, with the same pid, may.
 */
static json_t *target_of(const struct session *s, json_t *r)
{
	json_int_t pid = number(member(r, "args", "pid"));
	json_t *target = member(r, "kernel", "target");
	size_t i;
	json_t *other;

	if (json_is_object(target))
		return target;
	json_array_foreach(s->records, i, other) {
		target = member(other, "kernel", "target");
		if (is_call(other, "open") && number(member(other, "args", "pid")) == pid &&
		    json_is_object(target))
			return target;
	}
	return NULL;
}

/*
 * The pid argument of an open. A child that the session has forked but that has not executed its
 * command yet still has the session's own name, or one that begins with it (perf: perf-exec).
 */
static char *pid_text(struct session *s, json_t *r)
{
	json_int_t pid = number(member(r, "args", "pid"));
	json_int_t self = number(member(r, "pid", NULL));
	const char *own = string(member(r, "comm", NULL));
	json_t *target;
	const char *comm;

	if (is_cgroup(r))
		return cgroup_text(s, r);
	if (pid <= 0)
		return format("%" JSON_INTEGER_FORMAT, pid);
	target = target_of(s, r);
	comm = string(member(target, "comm", NULL));
	if (number(member(target, "pid", NULL)) == self || pid == self)
		return format("getpid()");
	if (*own && !strncmp(comm, own, strlen(own)))
		return format("child");
	s->needs |= NEED_OTHERS;
	return format("others[%d]", other_process(s, pid));
}

/* Is enough known to make this open? */
static bool can_open(json_t *r)
{
	return json_is_object(member(r, "attr", NULL)) && !cgroup_unknown(r);
}

static void add_open(struct session *s, json_t *r, size_t at)
{
	json_int_t cpu = number(member(r, "args", "cpu"));
	struct opened *event;

	if (!can_open(r))
		return;
	if (cpu >= s->cpus && cpu < MAX_CPUS)
		s->cpus = cpu + 1;
	if (result(r) < 0)
		return;
	s->opens = grow(s->opens, s->nopens, sizeof(*s->opens));
	event = &s->opens[s->nopens++];
	event->at = at;
	event->seq = number(member(r, "seq", NULL));
	event->fd = result(r);
	event->attr = attr_of(s, r);
}

/* The open of this record. */
static struct opened *opened_by(struct session *s, size_t at)
{
	long i;

	for (i = 0; i < s->nopens; i++)
		if (s->opens[i].at == at)
			return &s->opens[i];
	return NULL;
}

static char *open_text(struct session *s, json_t *r, int attr, bool has_leader)
{
	char *flags = mask_text(r, "flags", &pa_flag_bits);
	char *pid = pid_text(s, r);
	char *error = error_text(s, r);
	char *text = format("%sopen_event(&%s, %s, " SLOT ", %s, %s%s);",
			    result(r) < 0 ? "" : SLOT " = ", s->attrs[attr].name, pid,
			    has_leader ? SLOT : "-1", flags, error);

	free(flags);
	free(pid);
	free(error);
	return text;
}

static void open_step(struct session *s, json_t *r, size_t at)
{
	json_int_t group = number(member(r, "args", "group_fd"));
	struct opened *leader = group >= 0 ? by_fd(s, group) : NULL;
	struct opened *event = opened_by(s, at);
	struct step *step;
	int attr;

	if (!json_is_object(member(r, "attr", NULL))) {
		add_step(s, r, "", format("/* an open whose attr was not readable */"));
		return;
	}
	attr = attr_of(s, r);
	if (cgroup_unknown(r)) {
		add_step(s, r, "", format("/* an open on a cgroup that is not known */"));
		return;
	}
	step = add_step(s, r, event_name(r), open_text(s, r, attr, leader));
	if (event) {
		event->there = true;
		event->closed = false;
		add_event_slot(step, SLOT_FD, event);
	}
	add_slot(step, SLOT_NUMBER, number(member(r, "args", "cpu")), 0);
	if (leader)
		add_event_slot(step, SLOT_FD, leader);
}

/* --- ioctl --- */

static bool takes_flags(json_t *r)
{
	return is_ioctl(r, IOC(ENABLE)) || is_ioctl(r, IOC(DISABLE)) || is_ioctl(r, IOC(RESET));
}

/*
 * The last argument of an ioctl; NULL if it has a meaning only in the recorded process. @second
 * receives the event that it names, if any.
 */
static char *ioctl_argument(struct session *s, json_t *r, struct opened **second)
{
	if (takes_flags(r))
		return mask_text(r, "arg", &pa_ioc_flags);
	if (is_ioctl(r, IOC(PERIOD)) && !json_is_null(member(r, "period", NULL)))
		return format("&(__u64){ %lluULL }",
			      (unsigned long long)number(member(r, "period", NULL)));
	if (is_ioctl(r, IOC(ID)))
		return format("&id");
	if (is_ioctl(r, IOC(SET_FILTER)) && json_is_string(member(r, "filter", NULL)))
		return literal(string(member(r, "filter", NULL)));
	if (is_ioctl(r, IOC(SET_OUTPUT))) {
		if (json_is_null(member(r, "output_fd", NULL)))
			return NULL;
		*second = by_fd(s, number(member(r, "output_fd", NULL)));
		return format("%s", *second ? SLOT : "-1L");
	}
	if (is_ioctl(r, IOC(MODIFY_ATTRIBUTES)) && json_is_object(member(r, "attr", NULL)))
		return format("&%s", s->attrs[attr_of(s, r)].name);
	if (is_ioctl(r, IOC(REFRESH)) || is_ioctl(r, IOC(PAUSE_OUTPUT)))
		return format("%" JSON_INTEGER_FORMAT, number(member(r, "args", "arg")));
	return NULL;
}

/* Also of bpf(2). */
static void ioctl_unknown(struct session *s, json_t *r, const struct opened *event)
{
	const char *cmd = string(member(r, "cmd", NULL));
	char *safe = remark(*cmd ? cmd : "an ioctl that is not perf's");

	add_step(s, r, s->places[event->place].label,
		 format("/* %s: its argument is the caller's alone */", safe));
	free(safe);
}

static void ioctl_step(struct session *s, json_t *r, const struct opened *event)
{
	const char *cmd = string(member(r, "cmd", NULL));
	struct opened *second = NULL;
	char *arg = ioctl_argument(s, r, &second);
	struct step *step;
	char *error;

	if (!arg) {
		ioctl_unknown(s, r, event);
		return;
	}
	if (is_ioctl(r, IOC(ID)))
		s->needs |= NEED_ID;
	s->needs |= NEED_IOCTL;
	error = error_text(s, r);
	step = add_step(s, r, name_of(s, event),
			format("check(ioctl(" SLOT ", %s, %s), \"%s\"%s);", cmd, arg, cmd,
			       error));
	add_event_slot(step, SLOT_FD, event);
	if (second)
		add_event_slot(step, SLOT_FD, second);
	free(error);
	free(arg);
}

/* --- the other calls --- */

static void map_step(struct session *s, json_t *r, const struct opened *event)
{
	const char *area = strcmp(string(member(r, "area", NULL)), "aux") ? "DATA" : "AUX";
	char *prot = mask_text(r, "prot", &pa_prot_bits);
	char *flags = mask_text(r, "flags", &pa_map_bits);
	char *error = error_text(s, r);
	char *text;

	s->needs |= NEED_RINGS;
	if (is_call(r, "munmap"))
		text = format("unmap(" SLOT ", %s);", area);
	else
		text = format("map(" SLOT ", %s, %lld, %s, %s, %lld%s);", area,
			      (long long)number(member(r, "args", "length")), prot, flags,
			      (long long)number(member(r, "args", "offset")), error);
	add_event_slot(add_step(s, r, name_of(s, event), text), SLOT_INDEX, event);
	free(error);
	free(flags);
	free(prot);
}

static void read_step(struct session *s, json_t *r, const struct opened *event)
{
	char *label = literal(name_of(s, event));
	char *error = error_text(s, r);
	char *text = format("read_event(" SLOT ", %s, %lld%s);", label,
			    (long long)number(member(r, "args", "count")), error);

	s->needs |= NEED_READ;
	add_event_slot(add_step(s, r, name_of(s, event), text), SLOT_FD, event);
	free(error);
	free(label);
}

static void close_step(struct session *s, json_t *r, struct opened *event)
{
	struct step *step = add_step(s, r, name_of(s, event), format("close(" SLOT ");"));

	add_event_slot(step, SLOT_FD, event);
	event->closed = true;
}

static void prctl_step(struct session *s, json_t *r)
{
	char *error = error_text(s, r);

	s->needs |= NEED_PRCTL;
	add_step(s, r, "", format("check(prctl(%s, 0, 0, 0, 0), \"prctl\"%s);",
				  string(member(r, "option", NULL)), error));
	free(error);
}

static void unknown_event_step(struct session *s, json_t *r)
{
	add_step(s, r, "", format("/* %s on an event that was opened before all this */",
				  call_of(r)));
}

static void one_step(struct session *s, json_t *r, size_t at)
{
	struct opened *event = by_event(s, r);

	/* Calls at the exit of the process: the exit of the program does the same. */
	if (is_call(r, "open"))
		open_step(s, r, at);
	else if (is_call(r, "prctl"))
		prctl_step(s, r);
	else if (json_is_true(member(r, "at_exit", NULL)))
		return;
	else if (!event)
		unknown_event_step(s, r);
	else if (is_call(r, "bpf"))
		ioctl_unknown(s, r, event);
	else if (is_call(r, "ioctl"))
		ioctl_step(s, r, event);
	else if (is_call(r, "mmap") || is_call(r, "munmap"))
		map_step(s, r, event);
	else if (is_call(r, "read"))
		read_step(s, r, event);
	else
		close_step(s, r, event);
}

/* Frees the steps of an earlier attempt. */
static void forget_steps(struct session *s)
{
	long i;

	for (i = 0; i < s->nsteps; i++) {
		free(s->steps[i].text);
		free(s->steps[i].note);
	}
	for (i = 0; i < s->nopens; i++)
		s->opens[i].there = false;
	s->nsteps = 0;
	s->nothers = 0;
	s->pause_ns = 0;
}

/* Does this call become a step, and is it expected to fail? */
static bool fails(json_t *r)
{
	return result(r) < 0 && !is_call(r, "poll") && !is_call(r, "close") &&
	       !json_is_true(member(r, "at_exit", NULL));
}

/**
 * make_opens() - find the opens that returned a descriptor, and the original number of cpus
 * @s: the session; its records must have passed check_record()
 */
void make_opens(struct session *s)
{
	size_t i;
	json_t *r;

	s->nopens = 0;
	json_array_foreach(s->records, i, r) {
		if (is_call(r, "open"))
			add_open(s, r, i);
		if (fails(r))
			s->needs |= NEED_ERRORS;
	}
}

/**
 * make_steps() - turn the records into steps, and find where the command ran
 * @s: the session, after make_opens() and make_places()
 */
void make_steps(struct session *s)
{
	size_t go = go_record(s->records);
	long long end = 0;
	size_t i;
	json_t *r;

	forget_steps(s);
	/* Allocate the array even if there are no steps. */
	s->steps = grow(s->steps, 0, sizeof(*s->steps));
	s->go_at = -1;
	json_array_foreach(s->records, i, r) {
		long long time = number(member(r, "time_ns", NULL));

		if (i == go)
			s->go_at = s->nsteps;
		/* Polls are part of waiting, which watch() does. */
		if (is_call(r, "poll"))
			continue;
		if (s->go_at == s->nsteps && end && time > end)
			s->pause_ns = time - end;
		one_step(s, r, i);
		end = time + number(member(r, "duration_ns", NULL));
	}
	if (s->go_at < 0)
		s->go_at = s->nsteps;
}
