// SPDX-License-Identifier: GPL-2.0
/*
 * Faults of a program's events: calls on them that failed, events that never ran, samples that were
 * lost. perfattr run shows these without -c, too, and sums them up at the end.
 */

#include "ui/ui.h"

/* At most 1,000,000 opens are remembered. */
#define OPENS_MOST	1000000

/**
 * struct amiss_open - an open of an event
 * @never: why it had not run when it was last read; NULL: it had, or more has happened since
 * @read:  number of this read
 * @prctls: how many times events had been enabled or disabled all together then
 * @used:  there were calls on it
 * @said:  it was reported that the values read are not scaled
 */
struct amiss_open {
	struct why_never *never;
	uint64_t read, prctls;
	bool used, said;
};

static struct amiss_open *open_of(struct amiss *a, uint64_t seq)
{
	uint64_t i = seq - a->first, room;

	if (!a->first || seq < a->first || i >= OPENS_MOST)
		return NULL;
	if (i >= a->room) {
		room = i * 2 + 64;
		a->open = must(realloc(a->open, room * sizeof(*a->open)));
		memset(a->open + a->room, 0, (room - a->room) * sizeof(*a->open));
		a->room = room;
	}
	return &a->open[i];
}

static struct amiss_opener *opener_of(struct amiss *a, int64_t pid)
{
	struct amiss_opener *opener = a->opener;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(a->opener); i++)
		if (a->opener[i].pid == pid)
			return &a->opener[i];
	opener = &a->opener[a->openers++ % ARRAY_SIZE(a->opener)];
	*opener = (struct amiss_opener){ .pid = pid, .cpu = -1 };
	return opener;
}

static void take_open(struct amiss *a, const struct record *r)
{
	struct amiss_opener *opener = opener_of(a, r->x->r.pid);
	int64_t cpu = r->x->r.arg_cpu;
	struct amiss_open *open;

	if (r->x->r.ret < 0)
		return;
	if (!a->first)
		a->first = r->x->r.seq;
	open = open_of(a, r->x->r.seq);
	/* Members of a group are used through its leader. */
	if (open)
		open->used = r->x->r.arg_group_fd >= 0;
	opener->several |= cpu >= 0 && opener->cpu >= 0 && cpu != opener->cpu;
	if (cpu >= 0)
		opener->cpu = cpu;
}

/* Return true if an event never ran, unless it is one per cpu and its task ran on other cpus. */
static bool never_ran(struct amiss *a, const struct record *r)
{
	const struct why_never *never = never_of(r);

	return never && !(never->elsewhere && opener_of(a, r->x->r.pid)->several);
}

/*
 * A read: finds out whether its result is wrong. The cause is better known now than when the event
 * ends.
 */
static bool take_read(struct amiss *a, const struct record *r, struct amiss_open *open)
{
	struct pa_fare fare;
	bool bad;

	pa_fare_look(&fare, &r->x->r, &r->x->env);
	bad = fare.unscaled && !open->said;
	if (never_of(r)) {
		open->never = must(malloc(sizeof(*open->never)));
		*open->never = *never_of(r);
	}
	open->read = r->x->r.seq;
	open->prctls = a->prctls;
	open->said |= bad;
	a->unscaled += bad;
	if (bad && !a->seq)
		a->seq = r->x->r.seq;
	return bad;
}

/* At the close it is known whether the event ran; before, it may not have started. */
static bool take_close(struct amiss *a, const struct record *r, const struct amiss_open *open)
{
	const struct pa_op *op = &r->x->r.op;
	bool known = op->have & PA_OP_HEALTH && op->health.bits & PA_H_LOST;
	uint64_t lost = known ? op->health.lost : 0;
	bool never = never_ran(a, r);

	a->events++;
	a->never += never;
	a->lost += lost;
	if (!a->seq && (never || lost))
		a->seq = never && open && open->never ? open->read : r->x->r.seq;
	return never || lost;
}

/**
 * amiss_take() - look at a call of the program
 * @a:     the faults until now
 * @r:     the record, explained
 * @never: receives a better reason why the event never ran than the record has; else NULL
 *
 * An event that is closed unused was opened to see whether that can be done.
 *
 * Return: true for an open, and for a call that shows a fault.
 */
bool amiss_take(struct amiss *a, const struct record *r, const struct why_never **never)
{
	const struct pa_record *op = &r->x->r;
	bool closes = op->kind == PA_RECORD_CLOSE, reads = op->kind == PA_RECORD_READ, bad = false;
	struct amiss_open *open;

	*never = NULL;
	if (record_is_open(r)) {
		take_open(a, r);
		return true;
	}
	a->prctls += op->kind == PA_RECORD_PRCTL;
	open = open_of(a, op->op.open_seq);
	if (open && (!closes || open->prctls != a->prctls)) {
		free(open->never);
		open->never = NULL;
	}
	if (closes) {
		bad = (!open || open->used) && take_close(a, r, open);
		*never = open ? open->never : NULL;
	} else if (open) {
		open->used = true;
		bad = reads && take_read(a, r, open);
	}
	/* A read of nothing: the event is in error, or its task is gone. */
	return bad || r->errname || (reads && !r->x->r.ret && r->why);
}

/* "3 of 12 events never ran", as one of several parts. */
static void put_part(struct text *t, uint64_t n, uint64_t of, const char *what)
{
	if (!n)
		return;
	text_printf(t, t->len ? "; %ju" : "%ju", (uintmax_t)n);
	if (of)
		text_printf(t, of == 1 ? " of %ju event" : " of %ju events", (uintmax_t)of);
	text_printf(t, " %s", what);
}

/**
 * amiss_end() - print the sum, if there are faults, and free all
 * @a: from amiss_take()
 */
void amiss_end(struct amiss *a)
{
	struct text t = { 0 };
	size_t i;

	put_part(&t, a->never, a->events, "never ran");
	put_part(&t, a->unscaled, t.len ? 0 : a->events,
		 a->unscaled == 1 ? "was read unscaled" : "were read unscaled");
	put_part(&t, a->lost, 0, a->lost == 1 ? "sample lost" : "samples lost");
	if (t.len)
		printf("%s: perfattr show %ju\n", text_str(&t), (uintmax_t)a->seq);
	text_free(&t);
	for (i = 0; i < a->room; i++)
		free(a->open[i].never);
	free(a->open);
}
