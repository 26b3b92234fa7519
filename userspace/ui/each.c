// SPDX-License-Identifier: GPL-2.0
/* Hands out the records that the options select, one by one, with their reasons and names. */

#include "common/output.h"
#include "ui/ui.h"

/* Number of waits without a record after which to test whether probes fire. */
#define ASK_AFTER	50

/* The last records, for -n. */
struct tail {
	struct record *r;
	size_t first, n, room;
};

static void tail_add(struct tail *t, const struct record *r)
{
	if (t->n == t->room) {
		record_free(&t->r[t->first]);
		t->first = (t->first + 1) % t->room;
		t->n--;
	}
	t->r[(t->first + t->n++) % t->room] = *r;
}

struct pass {
	const struct options *opt;
	record_fn fn;
	void *arg;
	struct tail tail;
	uint64_t started;	/* boot clock */
	struct tally tally;
	bool going;
};

/* Names the event of an open, once for all printers. */
static void name_event(struct record *r, const struct options *opt)
{
	struct text event = { 0 };

	if (r->event || !record_is_open(r))
		return;
	event_text(&event, r, opt->sysfs, false);
	r->event = text_taken(&event);
}

static void give(struct pass *p, struct record *r)
{
	if (p->opt->numbers && !numbers_have(p->opt->numbers, r->x->r.seq)) {
		record_free(r);
		return;
	}
	name_event(r, p->opt);
	record_explain(r);
	p->going = p->fn(r, p->arg);
	p->tally.shown++;
	record_free(r);
}

static void give_tail(struct pass *p)
{
	struct tail *t = &p->tail;

	for (; p->going && t->n; t->n--, t->first = (t->first + 1) % t->room)
		give(p, &t->r[t->first]);
	free(t->r);
	memset(t, 0, sizeof(*t));
}

/* Return true if the call would pass the filter, were it refused. */
static bool is_accepted(const struct options *opt, const struct record *r)
{
	return opt->filter.failed && !opt->filter.errnos && (record_is_open(r) || opt->calls) &&
	       filter_passes_but_x(opt, r);
}

static void take_record(struct pass *p, struct record *r)
{
	bool passes;

	p->tally.seen++;
	/* The name costs reads of sysfs. */
	if (p->opt->filter.event)
		name_event(r, p->opt);
	passes = filter_passes(p->opt, r);
	p->tally.accepted += is_accepted(p->opt, r);
	/* -n counts only calls that are shown. */
	if (!passes || (p->tail.room && !filter_shows(p->opt, r)))
		record_free(r);
	else if (p->tail.room && (!p->opt->follow || r->x->r.time_ns < p->started))
		tail_add(&p->tail, r);
	else if (p->opt->have_last && !p->opt->last && r->x->r.time_ns < p->started)
		record_free(r);
	else
		give(p, r);
}

/* Reads a call, or keeps a line about the machine. Returns false if it is not a call. */
static bool is_read(struct source *src, struct record *r, enum next got)
{
	struct text what = { 0 };
	bool is = got == NEXT_RECORD ? record_read_call(r, &what) : record_about_machine(r);

	if (!is && got == NEXT_HEAD)
		text_add(&what, "it is neither a call nor about a machine");
	if (!is)
		source_refuse(src, text_str(&what));
	text_free(&what);
	if (!is || got == NEXT_HEAD)
		record_free(r);
	return is && got == NEXT_RECORD;
}

static void pass_records(struct pass *p, struct source *src, const int *wait_ms)
{
	unsigned int idle = 0;
	struct record r;
	enum next got;

	while (p->going && (got = source_next(src, &r, *wait_ms)) != NEXT_END) {
		if (got != NEXT_IDLE) {
			if (is_read(src, &r, got))
				take_record(p, &r);
		} else {
			/* A reader that polls must request the test; the stream has its result. */
			if (!(++idle % ASK_AFTER))
				probes_fire(p->opt);
			give_tail(p);
			p->going = p->going && p->fn(NULL, p->arg);
		}
	}
	p->tally.lost = src->lost;
}

/**
 * records_from() - call a function for each record of a source that passes the filter
 * @src:     the source
 * @opt:     options
 * @fn:      called with each record; with NULL if there is none at present: print the waiting lines
 * @arg:     passed on
 * @wait_ms: how long to wait for a record before calling @fn with NULL; @fn may change it
 *
 * Return: how many there were.
 */
struct tally records_from(struct source *src, const struct options *opt, record_fn fn, void *arg,
			  const int *wait_ms)
{
	struct pass p = { .opt = opt, .fn = fn, .arg = arg, .going = true };

	pass_records(&p, src, wait_ms);
	give_tail(&p);
	return p.tally;
}

/**
 * each_record() - call a function for each record that the options select
 * @opt: options
 * @fn:  as above
 * @arg: passed on
 *
 * If there are none, explains on standard error why.
 *
 * Return: how many were handed out.
 */
unsigned long each_record(const struct options *opt, record_fn fn, void *arg)
{
	int wait_ms = opt->follow ? 100 : -1;
	struct pass p = {
		.opt = opt, .fn = fn, .arg = arg, .going = true, .started = env_clock(),
	};
	struct source src;

	if (opt->have_last && opt->last) {
		p.tail.room = opt->last;
		p.tail.r = must(calloc(p.tail.room, sizeof(*p.tail.r)));
	}
	source_open(&src, opt);
	output_start();
	pass_records(&p, &src, &wait_ms);
	source_close(&src);
	give_tail(&p);
	if (!p.tally.shown && !(opt->numbers && opt->numbers->most))
		say_why_empty(opt, &p.tally);
	return p.tally.shown;
}
