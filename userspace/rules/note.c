// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Notes on calls that succeed, but do not do what the caller hopes for. Each depends only on its
 * record, so all of them are certain, and cost the caller nothing.
 *
 * These mislead, and have no note, because no record has the fact: one thread of a process with
 * several; the fork of a task; exclusive neighbours of an event; a count that a program reads by
 * rdpmc. A precise_ip that perf lowers is a record of its own: the kernel refuses and lowers
 * nothing. A throttled event is health.throttled, and a PMU of other cpus than the task's is
 * health.never_ran.
 *
 * To add a note: a row of notes[], in the order in which they are to be reported, and two calls of
 * tests/guest/after-open.t, one that gets the note and one that does not.
 */
#include "rules/note.h"

#include "core/health.h"
#include "rules/parts.h"

/* perf_swevent_start_hrtimer() takes no shorter period, in ns. */
#define CLOCK_FLOOR	10000
#define NS_PER_S	1000000000

/**
 * struct look - a record as notes see it
 * @r:    the record
 * @c:    for an open: the call
 * @nil:  for an open: why its event never counts; NULL: it may count
 * @fare: for a read: how the event was scheduled
 * @zero: for a read: it has returned one value, 0, of an event that ran
 */
struct look {
	const struct pa_record *r;
	struct pa_case c;
	const struct pa_void *nil;
	struct pa_fare fare;
	bool zero;
};

static bool never_counts(const struct look *l)
{
	return l->nil;
}

static bool clock_floor(const struct look *l)
{
	const struct pa_case *c = &l->c;

	if (c->type != PA_TYPE_SOFTWARE || c->config > 1 || !c->sampling)
		return false;
	return flag(c, PA_FIELD_FREQ) ? c->period > NS_PER_S / CLOCK_FLOOR :
					c->period < CLOCK_FLOOR;
}

static bool exec_of_a_cpu(const struct look *l)
{
	const struct pa_case *c = &l->c;

	return flag(c, PA_FIELD_ENABLE_ON_EXEC) && flag(c, PA_FIELD_DISABLED) &&
	       (!c->task || c->cgroup);
}

static bool reset_keeps_times(const struct look *l)
{
	return pa_ioc_of(l->r) == PA_IOC_RESET;
}

/* These PMUs have events at an address. */
static bool never_hit(const struct look *l)
{
	static const char * const names[] = { "breakpoint", "kprobe", "uprobe" };
	u32 i;

	for (i = 0; l->zero && l->fare.pmu && i < ARRAY_SIZE(names); i++)
		if (!strcmp(l->fare.pmu->name, names[i]))
			return true;
	return false;
}

static const struct {
	u8 kind;
	bool (*holds)(const struct look *l);
	struct pa_note note;
} notes_all[] = {
	{ PA_RECORD_OPEN, never_counts,
	  { "never-counts", "perf_exclude_event",
	    "it excludes every mode in which its event happens: nothing is counted or sampled" } },
	{ PA_RECORD_OPEN, clock_floor,
	  { "clock-floor", "perf_swevent_start_hrtimer",
	    "a clock samples at most every 10 us: there are fewer samples than requested" } },
	{ PA_RECORD_OPEN, exec_of_a_cpu,
	  { "exec-of-a-cpu", "perf_event_enable_on_exec",
	    "enable_on_exec works only for events of a task: this one waits for an ioctl" } },
	{ PA_RECORD_IOCTL, reset_keeps_times,
	  { "reset-keeps-times", "_perf_event_reset",
	    "RESET sets the count to 0, but not the times or the period" } },
	{ PA_RECORD_READ, never_hit,
	  { "never-hit", "perf_event_read",
	    "it ran, but nothing that it counts happened at its address" } },
};

static void look_at_read(struct look *l, const struct pa_env *env)
{
	struct pa_values v;

	if (!pa_fare_look(&l->fare, l->r, env) || l->r->op.format & PA_FORMAT_GROUP)
		return;
	pa_values_look(&v, l->r);
	l->zero = v.members == 1 && !pa_values_word(l->r, v.first) && l->fare.times &&
		  l->fare.running;
}

/**
 * pa_notes() - notes on a call that has succeeded
 * @notes: receives them; room for PA_NOTES
 * @r:     any record
 * @env:   further input
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: how many there are.
 */
u32 pa_notes(struct pa_note *notes, const struct pa_record *r, const struct pa_env *env)
{
	struct look l = { .r = r };
	u32 i, n = 0;

	if (r->ret < 0)
		return 0;
	if (r->kind == PA_RECORD_OPEN) {
		pa_case_look(&l.c, r, env);
		l.nil = l.c.blind ? NULL : pa_void_of(&l.c, &l.c.call);
	} else if (r->kind == PA_RECORD_READ) {
		look_at_read(&l, env);
	}
	for (i = 0; i < ARRAY_SIZE(notes_all) && n < PA_NOTES; i++) {
		if (notes_all[i].kind != r->kind || !notes_all[i].holds(&l))
			continue;
		notes[n] = notes_all[i].note;
		/* The check and the text depend on what the event excludes. */
		if (notes_all[i].holds == never_counts)
			notes[n] = (struct pa_note){ notes[n].rule, l.nil->check, l.nil->text };
		n++;
	}
	return n;
}

/**
 * pa_note_number() - the notes by number, for docs
 * @n:    from 0
 * @call: receives the call that the note is about
 *
 * Return: NULL if there are no more.
 */
const struct pa_note *pa_note_number(u32 n, const char **call)
{
	if (n >= ARRAY_SIZE(notes_all))
		return NULL;
	*call = notes_all[n].kind == PA_RECORD_OPEN ? "perf_event_open" :
		notes_all[n].kind == PA_RECORD_IOCTL ? "ioctl" : "read";
	return &notes_all[n].note;
}
