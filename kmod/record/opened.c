// SPDX-License-Identifier: GPL-2.0
/*
 * Links an event id to the record of the event's open, in a table of fixed size that only probe
 * handlers use.
 *
 * Ids count up and are never reused (perf_event_alloc(), kernel/events/core.c), so an id serves as
 * its own hash, and an unchanged id means an unchanged entry. A writer claims an entry by cmpxchg
 * of the id, fills it, and publishes it by storing the new id. When all places near the hash are
 * taken the oldest event is evicted; ops on an evicted event only lose the link to their open.
 */
#include "record/opened.h"

#include <linux/kprobes.h>
#include <linux/vmalloc.h>

#include "kernel/arch.h"

#define OPENED_EVENTS	4096U	/* a power of two */
#define OPENED_PROBES	8
#define OPENED_BUSY	U64_MAX	/* a writer is filling the entry */
#define MAPPING_BUSY	1U	/* as data_len: the mapping is being written; no area is so short */

struct opened_entry {
	u64 id;			/* 0: unused; no event has it */
	struct pa_opened what;
	u32 polled;		/* result of the last poll, + 1; 0: not polled yet */
	struct pa_mapping map;
};

static struct opened_entry *opened_table;

DEFINE_STATIC_KEY_FALSE(pa_opened_wanted);

/* Forgets polls and mappings. */
static void __kprobes opened_forget_op(struct opened_entry *e)
{
	WRITE_ONCE(e->polled, 0);
	WRITE_ONCE(e->map.data_len, 0);
	WRITE_ONCE(e->map.aux_len, 0);
	WRITE_ONCE(e->map.data_at, 0);
	WRITE_ONCE(e->map.aux_at, 0);
}

/* While the probes were off, polls, mmaps and munmaps were not seen. */
static void opened_forget_ops(void)
{
	unsigned int i;

	for (i = 0; i < OPENED_EVENTS; i++)
		opened_forget_op(&opened_table[i]);
}

/**
 * pa_opened_switch() - switch the remembering of opens on or off
 * @on: true: remember them; no probe of ops is armed
 *
 * Context: process, may sleep; serialised by the caller.
 */
void pa_opened_switch(bool on)
{
	if (on) {
		opened_forget_ops();
		static_branch_enable(&pa_opened_wanted);
	} else {
		static_branch_disable(&pa_opened_wanted);
	}
}

/**
 * pa_opened_init() - allocate the table
 *
 * Context: process, may sleep; serialised by the caller. Return: 0 or -ENOMEM.
 */
int pa_opened_init(void)
{
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

static struct opened_entry __kprobes *opened_place(u64 id, unsigned int i)
{
	return &opened_table[(id + i) % OPENED_EVENTS];
}

static struct opened_entry __kprobes *opened_find(u64 id)
{
	unsigned int i;

	for (i = 0; i < OPENED_PROBES; i++) {
		struct opened_entry *e = opened_place(id, i);

		/* Pairs with the release of the id in opened_fill(). */
		if (compat_load_acquire64(&e->id) == id)
			return e;
	}
	return NULL;
}

/* The entry for a new event: a free one, or else that of the oldest event. @old: the id in it. */
static struct opened_entry __kprobes *opened_victim(u64 id, u64 *old)
{
	struct opened_entry *best = NULL;
	unsigned int i;

	for (i = 0; i < OPENED_PROBES; i++) {
		struct opened_entry *e = opened_place(id, i);
		u64 here = compat_load64(&e->id);

		/* OPENED_BUSY is the largest number, so a busy entry is chosen last. */
		if (!best || here < *old) {
			best = e;
			*old = here;
		}
	}
	return best;
}

/*
 * Claims a place, fills it, and publishes it. If the place no longer holds @old, another writer has
 * taken it: returns false, and the event stays unknown.
 */
static bool __kprobes opened_fill(struct opened_entry *e, u64 old, u64 id,
				  const struct pa_opened *what)
{
	if (old == OPENED_BUSY || compat_cmpxchg64(&e->id, old, OPENED_BUSY) != old)
		return false;
	/* The claim before the stores: pa_opened_get() rechecks the id after its loads. */
	smp_wmb();
	WRITE_ONCE(e->what.seq, what->seq);
	WRITE_ONCE(e->what.fd, what->fd);
	WRITE_ONCE(e->what.tgid, what->tgid);
	if (old != id)
		opened_forget_op(e);
	/* Pairs with opened_find(). */
	compat_store_release64(&e->id, id);
	return true;
}

/**
 * pa_opened_remember_slow() - slow path of pa_opened_remember(): ops are recorded
 * @rec: an open; its seq is set
 *
 * With stages=0 the event's id is not known, so ops on it are not linked to their open.
 * If two cpus add events to neighbouring places at once, one of the events may stay unknown.
 *
 * Context: probe handler.
 */
void __kprobes pa_opened_remember_slow(const struct pa_record *rec)
{
	struct pa_opened known = { .seq = rec->seq, .fd = rec->ret, .tgid = rec->pid };
	u64 id = rec->kv.id, old = id;
	struct opened_entry *e;

	if (rec->ret < 0 || !rec->have_kview || !(rec->kv.have & PA_KV_EVENT))
		return;
	/* Found if another thread polled the event before its open was recorded. */
	e = opened_find(id) ?: opened_victim(id, &old);
	opened_fill(e, old, id, &known);
}

/**
 * pa_opened_get() - look up the open of an event
 * @id:   the event's id
 * @what: receives it; seq is 0 when the open is not known
 *
 * Context: probe handler; lock-free, bounded.
 */
void __kprobes pa_opened_get(u64 id, struct pa_opened *what)
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
	if (compat_load64(&e->id) != id)
		what->seq = 0;
}

/* The entry of an event; a new one if it was opened before anybody looked. NULL: no place. */
static struct opened_entry __kprobes *opened_of(u64 id)
{
	static const struct pa_opened nothing = { .seq = 0 };
	struct opened_entry *e = opened_find(id);
	u64 old;

	if (e)
		return e;
	e = opened_victim(id, &old);
	return opened_fill(e, old, id, &nothing) ? e : NULL;
}

/*
 * After an op of an event was noted: return true if the entry still belongs to the event. If it was
 * evicted in between, another event may have received the note, and has to forget it.
 */
static bool __kprobes opened_still(struct opened_entry *e, u64 id)
{
	if (!e)
		return false;
	/* The op before the id. Pairs with the barrier behind the claim in opened_fill(). */
	smp_mb();
	if (likely(compat_load64(&e->id) == id))
		return true;
	opened_forget_op(e);
	return false;
}

/* Notes an area. If an area is mapped several times, the first mapping is remembered. */
static void __kprobes note_area(u64 *at, u64 *len, u64 to_at, u64 to_len, s32 *tgid)
{
	if (compat_cmpxchg64(len, 0, MAPPING_BUSY))
		return;
	WRITE_ONCE(*at, to_at);
	if (tgid)
		WRITE_ONCE(*tgid, current->tgid);
	/* Pairs with area_of(): an address belongs to one process. */
	compat_store_release64(len, to_len);
}

/**
 * pa_opened_polled() - return true if the result of poll has changed since the last poll of this
 * event
 * @id:   the event's id
 * @mask: the result of this poll
 *
 * Context: probe handler; lock-free, bounded. Return: also true for the first poll of an event, and
 * when the table has no place for it.
 */
bool __kprobes pa_opened_polled(u64 id, u32 mask)
{
	struct opened_entry *e = opened_of(id);
	bool changed = !e || xchg(&e->polled, mask + 1) != mask + 1;

	return !opened_still(e, id) || changed;
}

/**
 * pa_opened_mapped() - remember an area of an event's file that was mapped
 * @op: the mmap, which has succeeded
 *
 * If an area is mapped several times, the first mapping is remembered: the kernel requires all of
 * them to be alike.
 *
 * Context: probe handler; lock-free, bounded.
 */
void __kprobes pa_opened_mapped(const struct pa_op *op)
{
	struct opened_entry *e = opened_of(op->id);

	if (!e)
		return;
	if (op->offset)
		note_area(&e->map.aux_at, &e->map.aux_len, op->offset, op->len, NULL);
	else
		note_area(&e->map.data_at, &e->map.data_len, op->arg, op->len, &e->map.tgid);
	opened_still(e, op->id);
}

/**
 * pa_opened_unmapped() - forget an area that is being unmapped
 * @op: the munmap
 *
 * Another mapping of the area may be left: then its size is no longer known.
 *
 * Context: probe handler; lock-free, bounded.
 */
void __kprobes pa_opened_unmapped(const struct pa_op *op)
{
	struct opened_entry *e = opened_find(op->id);

	if (!e)
		return;
	if (op->offset)
		WRITE_ONCE(e->map.aux_len, 0);
	else
		WRITE_ONCE(e->map.data_len, 0);
	opened_still(e, op->id);
}

/* The length of an area; @there receives where it is. 0: not known. */
static u64 __kprobes area_of(const u64 *at, const u64 *len, u64 *there)
{
	/* Pairs with note_area(). */
	u64 first = compat_load_acquire64(len);

	*there = READ_ONCE(*at);
	/* The address before the recheck, which pairs with the claim in note_area(). */
	smp_rmb();
	return first != MAPPING_BUSY && compat_load64(len) == first ? first : 0;
}

/**
 * pa_opened_mapping() - which areas of an event's file are mapped
 * @id:  the event's id
 * @map: receives them
 *
 * Context: probe handler; lock-free, bounded. Return: false when that is not known.
 */
bool __kprobes pa_opened_mapping(u64 id, struct pa_mapping *map)
{
	struct opened_entry *e = opened_find(id);

	if (!e)
		return false;
	map->aux_len = area_of(&e->map.aux_at, &e->map.aux_len, &map->aux_at);
	map->data_len = area_of(&e->map.data_at, &e->map.data_len, &map->data_at);
	map->tgid = READ_ONCE(e->map.tgid);
	/* Pairs with the write barrier in opened_fill(). */
	smp_rmb();
	return compat_load64(&e->id) == id;
}

/**
 * pa_opened_forget() - remove an event that is being released
 * @id: its id
 *
 * Context: probe handler; lock-free, bounded.
 */
void __kprobes pa_opened_forget(u64 id)
{
	struct opened_entry *e = opened_find(id);

	if (e)
		compat_cmpxchg64(&e->id, id, 0);
}
