// SPDX-License-Identifier: GPL-2.0
/*
 * Events whose open was recorded, by their id: a table of fixed size that only the probes use.
 *
 * Ids count up (perf_event_alloc(), kernel/events/core.c) and never come again, so an id is its
 * own hash and says whether an entry still is what it was. An entry is claimed by cmpxchg of its
 * id, filled, and published by a store of the new one; when all places near its own are taken,
 * the oldest event is forgotten. An op on a forgotten event only loses the number of its open.
 */
#include "probe/opened.h"

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/vmalloc.h>

#define OPENED_EVENTS	4096U	/* a power of two */
#define OPENED_PROBES	8
#define OPENED_BUSY	U64_MAX	/* somebody is filling the entry in */

struct opened_entry {
	u64 id;			/* 0 is no event's */
	struct pa_opened what;
	u32 polled;		/* what the last poll found, + 1; 0 when there was none */
};

static struct opened_entry *opened_table;

DEFINE_STATIC_KEY_FALSE(pa_opened_wanted);

/**
 * pa_opened_switch() - begin or end to remember opens
 * @on: what is wanted
 *
 * Context: process, may sleep; serialised by the caller.
 */
void pa_opened_switch(bool on)
{
	if (on)
		static_branch_enable(&pa_opened_wanted);
	else
		static_branch_disable(&pa_opened_wanted);
}

/**
 * pa_opened_init() - allocate the table; once it is there this does nothing
 *
 * Context: process, may sleep; serialised by the caller. Return: 0 or -ENOMEM.
 */
int pa_opened_init(void)
{
	if (!opened_table)
		opened_table = vzalloc(array_size(OPENED_EVENTS, sizeof(*opened_table)));
	return opened_table ? 0 : -ENOMEM;
}

/**
 * pa_opened_destroy() - free the table; no probe may be armed any more
 *
 * Context: process, may sleep.
 */
void pa_opened_destroy(void)
{
	vfree(opened_table);
	opened_table = NULL;
}

static struct opened_entry *opened_place(u64 id, unsigned int i)
{
	return &opened_table[(id + i) % OPENED_EVENTS];
}
NOKPROBE_SYMBOL(opened_place);

static struct opened_entry *opened_find(u64 id)
{
	unsigned int i;

	for (i = 0; i < OPENED_PROBES; i++) {
		struct opened_entry *e = opened_place(id, i);

		/* Pairs with the release of the id in opened_fill(). */
		if (smp_load_acquire(&e->id) == id)
			return e;
	}
	return NULL;
}
NOKPROBE_SYMBOL(opened_find);

/* The place that a new event takes: a free one, or that of the oldest event. */
static struct opened_entry *opened_victim(u64 id, u64 *old)
{
	struct opened_entry *best = NULL;
	unsigned int i;

	for (i = 0; i < OPENED_PROBES; i++) {
		struct opened_entry *e = opened_place(id, i);
		u64 here = READ_ONCE(e->id);

		/* Busy is the largest number. */
		if (!best || here < *old) {
			best = e;
			*old = here;
		}
	}
	return best;
}
NOKPROBE_SYMBOL(opened_victim);

/*
 * Takes the place for an event, fills it, and publishes it. @old: the id that is there; when it is
 * another one by now, somebody else has the place and the event stays unknown.
 */
static bool opened_fill(struct opened_entry *e, u64 old, u64 id, const struct pa_opened *what)
{
	if (old == OPENED_BUSY || cmpxchg(&e->id, old, OPENED_BUSY) != old)
		return false;
	/* A reader that saw the old id must not take what follows for its own. */
	smp_wmb();
	WRITE_ONCE(e->what.seq, what->seq);
	WRITE_ONCE(e->what.fd, what->fd);
	WRITE_ONCE(e->what.tgid, what->tgid);
	if (old != id)
		WRITE_ONCE(e->polled, 0);
	/* Pairs with opened_find(). */
	smp_store_release(&e->id, id);
	return true;
}
NOKPROBE_SYMBOL(opened_fill);

/**
 * pa_opened_add() - remember an event
 * @id:   its id
 * @what: what is known of it
 *
 * Two of these at once in one neighbourhood: one of the events may stay unknown.
 *
 * Context: any but NMI, lock-free, bounded.
 */
void pa_opened_add(u64 id, const struct pa_opened *what)
{
	/* It is there when another thread polled it before its open was recorded. */
	struct opened_entry *e = opened_find(id);
	u64 old = id;

	if (!e)
		e = opened_victim(id, &old);
	opened_fill(e, old, id, what);
}
NOKPROBE_SYMBOL(pa_opened_add);

/**
 * pa_opened_remember_slow() - the slow half of pa_opened_remember(): calls are recorded
 * @rec: an open, with the number of its record
 *
 * Without the stages (stages=0) the event's id is not known: calls on it do not name their open.
 *
 * Context: probe handler.
 */
void pa_opened_remember_slow(const struct pa_record *rec)
{
	struct pa_opened known = { .seq = rec->seq, .fd = rec->ret, .tgid = rec->pid };

	if (rec->ret >= 0 && rec->have_kview && (rec->kv.have & PA_KV_EVENT))
		pa_opened_add(rec->kv.id, &known);
}
NOKPROBE_SYMBOL(pa_opened_remember_slow);

/**
 * pa_opened_get() - what is known of an event
 * @id:   its id
 * @what: receives it; seq is 0 when nothing is
 *
 * Context: any but NMI, lock-free, bounded.
 */
void pa_opened_get(u64 id, struct pa_opened *what)
{
	struct opened_entry *e = opened_find(id);

	what->seq = 0;
	if (!e)
		return;
	what->seq = READ_ONCE(e->what.seq);
	what->fd = READ_ONCE(e->what.fd);
	what->tgid = READ_ONCE(e->what.tgid);
	/* Pairs with the write barrier in opened_fill(). */
	smp_rmb();
	if (READ_ONCE(e->id) != id)
		what->seq = 0;
}
NOKPROBE_SYMBOL(pa_opened_get);

/**
 * pa_opened_polled() - does this poll find another state than the poll before it?
 * @id:   the event
 * @mask: what it found
 *
 * Context: any but NMI, lock-free, bounded. Return: true for the first poll of an event, and
 * where nothing can be remembered.
 */
bool pa_opened_polled(u64 id, u32 mask)
{
	static const struct pa_opened nothing = { .seq = 0 };
	struct opened_entry *e = opened_find(id);
	u64 old;

	if (!e) {
		e = opened_victim(id, &old);
		if (!opened_fill(e, old, id, &nothing))
			return true;
	}
	return xchg(&e->polled, mask + 1) != mask + 1;
}
NOKPROBE_SYMBOL(pa_opened_polled);

/**
 * pa_opened_forget() - the event is gone
 * @id: its id
 *
 * Context: any but NMI, lock-free, bounded.
 */
void pa_opened_forget(u64 id)
{
	struct opened_entry *e = opened_find(id);

	if (e)
		cmpxchg(&e->id, id, 0);
}
NOKPROBE_SYMBOL(pa_opened_forget);
