// SPDX-License-Identifier: GPL-2.0
/*
 * The ring of records.
 *
 * Calls on many CPUs at once write to two cache lines that others write to as well: that of the
 * number of the next record (writers), and, up to Linux 6.6, the kernel's list of free instances of
 * the one return probe that each call passes. A slot, the kretprobe instance and the counters of
 * stats belong to one CPU at a time or for good. Readers write only to lines that a call does not
 * look at, but for the queue of those that wait: a call looks whether it is empty.
 *
 * Sequence numbers run from 1 and never repeat. Record s lives in slot s % capacity.
 * A slot's state tells its content:
 *
 *	2 * s + 1	a writer is filling in record s
 *	2 * s		record s is complete
 *	0		never used
 *
 * Writer (in a probe, preemption off, any number of cpus at once):
 *
 *	s = ++next
 *	if state is odd: a writer of an earlier lap was interrupted there.
 *		skip = s, count s as dropped: a writer never waits
 *	else cmpxchg state to 2s+1, copy, state = 2s (release)
 *
 * Reader (process context, its cursor s is the number of the record that it wants):
 *
 *	state == 2s: copy; the copy is good if state is still 2s afterwards
 *	state > 2s: overwritten, lost
 *	skip >= s: dropped, lost
 *	else: claimed, but not complete yet: its writer is running right now
 *
 * Resizing publishes an empty ring, waits until no writer is left in the old one (they run with
 * preemption off, which synchronize_rcu() waits for), and copies the newest records. A rwsem keeps
 * readers out until then; writers go on.
 */
#include "record/ring.h"

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "record/runs.h"

struct ring_slot {
	atomic64_t state;
	atomic64_t skip;
	struct pa_record rec;
} ____cacheline_aligned;

struct ring {
	u32 capacity;
	u64 floor;		/* oldest number that can be in here */
	struct ring_slot slots[];
};

/*
 * Shared by all writers, in one cache line that no reader writes: the ring, and the number of the
 * newest record that was claimed. Writers read the ring under rcu_read_lock_sched(), all others
 * under ring_rwsem.
 */
static struct {
	struct ring __rcu *ring;
	atomic64_t last;
} writers ____cacheline_aligned_in_smp;

/* Readers take it for read, a resize for write. */
static struct rw_semaphore ring_rwsem ____cacheline_aligned_in_smp =
	__RWSEM_INITIALIZER(ring_rwsem);

static atomic64_t ring_dropped;
static atomic64_t ring_floor;	/* records with smaller numbers were cleared */
static u64 ring_cleared;	/* how many were cleared; protected by ring_rwsem */

static u64 slot_whole(u64 seq)
{
	return seq << 1;
}

static u64 slot_busy(u64 seq)
{
	return seq << 1 | 1;
}

static __always_inline void names_copy(struct pa_kview *dst, const struct pa_kview *src)
{
	if (src->have & PA_KV_NAME)
		memcpy(dst->name, src->name, sizeof(src->name));
	if (src->have & PA_KV_LEADER_NAME)
		memcpy(dst->leader_name, src->leader_name, sizeof(src->leader_name));
	if (src->have & PA_KV_CGROUP)
		memcpy(dst->cgroup, src->cgroup, sizeof(src->cgroup));
}

/* Copies the parts behind the attr that are valid. */
static noinline void __kprobes parts_copy(struct pa_record *dst, const struct pa_record *src)
{
	BUILD_BUG_ON(sizeof(src->op) > sizeof(src->facts));
	if (src->str_len)
		memcpy(dst->str, src->str, src->str_len);
	/* Copies op as well: it is in a union with facts. */
	if (src->have_facts)
		memcpy(&dst->facts, &src->facts, sizeof(src->facts));
	if (src->have_kview) {
		const struct pa_kview *kv = &src->kv;

		memcpy(&dst->kv, kv, offsetof(struct pa_kview, kattr) + kv->kattr_len);
		memcpy(dst->kv.steps, kv->steps, kv->nsteps * sizeof(kv->steps[0]));
		if (kv->have & (PA_KV_NAME | PA_KV_LEADER_NAME | PA_KV_CGROUP))
			names_copy(&dst->kv, kv);
	}
}

/*
 * Copies the valid parts: a call pays only for the bytes that it has filled in. @attr_len: bytes of
 * the attr.
 */
static __always_inline void record_copy(struct pa_record *dst, const struct pa_record *src,
					size_t attr_len)
{
	memcpy(dst, src, offsetof(struct pa_record, attr) + attr_len);
	if (src->str_len | src->have_facts | src->have_kview)
		parts_copy(dst, src);
}

/* Returns false if an older writer is in the slot, or if it holds a newer record. */
static __always_inline bool slot_store(struct ring_slot *slot, u64 seq, const struct pa_record *rec)
{
	s64 old = atomic64_read(&slot->state);

	if ((old & 1) || old >= slot_busy(seq) ||
	    !atomic64_try_cmpxchg(&slot->state, &old, slot_busy(seq)))
		return false;
	record_copy(&slot->rec, rec, rec->attr_len);
	atomic64_set_release(&slot->state, slot_whole(seq));
	return true;
}

/*
 * Raises skip to seq, but never lowers it, as later records may have been dropped, too. Each failed
 * attempt is the success of another cpu, which has dropped a record of another lap.
 */
static void __kprobes slot_skip(struct ring_slot *slot, u64 seq)
{
	s64 old = atomic64_read(&slot->skip);
	unsigned int tries;

	for (tries = 0; old < (s64)seq && tries <= nr_cpu_ids; tries++) {
		if (atomic64_try_cmpxchg(&slot->skip, &old, seq))
			return;
	}
}

static __always_inline struct ring_slot *ring_slot(struct ring *ring, u64 seq)
{
	return &ring->slots[pa_mod(seq, ring->capacity)];
}

/**
 * pa_ring_commit() - append a record
 * @rec: the record; its seq and runs are set here, its length fields must be within the arrays
 *
 * Overwrites the oldest record when the ring is full. If a writer of an earlier lap is still in the
 * slot, drops and counts the record.
 *
 * Context: probe handler, or any other; never sleeps, takes no lock, bounded.
 */
void __kprobes pa_ring_commit(struct pa_record *rec)
{
	struct ring_slot *slot;
	u64 seq;

	rcu_read_lock_sched_notrace();
	/* In the same RCU section as the sequence number: see pa_runs_del(). */
	rec->runs = pa_runs_of_caller();
	seq = atomic64_inc_return(&writers.last);
	rec->seq = seq;
	slot = ring_slot(rcu_dereference_sched(writers.ring), seq);
	if (!slot_store(slot, seq, rec)) {
		slot_skip(slot, seq);
		atomic64_inc(&ring_dropped);
	}
	rcu_read_unlock_sched_notrace();
}

static struct ring *ring_alloc(unsigned int records)
{
	/* RETRY_MAYFAIL: fail instead of invoking the OOM killer when the ring does not fit. */
	const gfp_t gfp = GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN | __GFP_RETRY_MAYFAIL;
	struct sysinfo si;
	struct ring *ring;
	u64 bytes;

	if (records < PA_RING_MIN || records > PA_RING_MAX)
		return ERR_PTR(-EINVAL);
	bytes = struct_size(ring, slots, records);
	si_meminfo(&si);
	if (bytes > ((u64)si.totalram * si.mem_unit) / 2)
		return ERR_PTR(-ENOMEM);
	ring = __vmalloc(bytes, gfp);
	if (!ring)
		return ERR_PTR(-ENOMEM);
	ring->capacity = records;
	return ring;
}

/**
 * pa_ring_init() - allocate the ring
 * @records: capacity, PA_RING_MIN to PA_RING_MAX
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL (capacity out of range) or -ENOMEM (also if the ring would be larger than
 * half of the machine's memory).
 */
int pa_ring_init(unsigned int records)
{
	struct ring *ring = ring_alloc(records);

	if (IS_ERR(ring))
		return PTR_ERR(ring);
	ring->floor = 1;
	atomic64_set(&ring_floor, 1);
	rcu_assign_pointer(writers.ring, ring);
	return 0;
}

/**
 * pa_ring_destroy() - free the ring, when no writer or reader is left
 *
 * Context: process, may sleep.
 */
void pa_ring_destroy(void)
{
	vfree(rcu_dereference_protected(writers.ring, true));
	RCU_INIT_POINTER(writers.ring, NULL);
}

/* Called with ring_rwsem held. */
static struct ring *ring_locked(void)
{
	return rcu_dereference_protected(writers.ring, lockdep_is_held(&ring_rwsem));
}

/* Oldest number that may still be in the ring. Called with ring_rwsem held. */
static u64 ring_first(const struct ring *ring, u64 last)
{
	u64 first = max_t(u64, atomic64_read(&ring_floor), ring->floor);

	if (last > ring->capacity)
		first = max_t(u64, first, last - ring->capacity + 1);
	return first;
}

/**
 * pa_ring_resize() - change the capacity
 * @records: new capacity
 *
 * Keeps the newest records that fit. Calls go on being recorded.
 *
 * Context: process, may sleep. Return: 0, -EINVAL or -ENOMEM; on error nothing has changed.
 */
int pa_ring_resize(unsigned int records)
{
	struct ring *fresh = ring_alloc(records);
	struct ring *old;
	u64 seq, last, first;

	if (IS_ERR(fresh))
		return PTR_ERR(fresh);
	down_write(&ring_rwsem);
	old = ring_locked();
	rcu_assign_pointer(writers.ring, fresh);
	synchronize_rcu();
	last = atomic64_read(&writers.last);
	first = ring_first(old, last);
	if (last >= records)
		first = max_t(u64, first, last - records + 1);
	fresh->floor = first;
	for (seq = first; seq <= last; seq++) {
		struct ring_slot *slot = ring_slot(old, seq);

		if (atomic64_read(&slot->state) == slot_whole(seq))
			slot_store(ring_slot(fresh, seq), seq, &slot->rec);
		cond_resched();
	}
	/* Now all writers of numbers up to last have finished: missing records were dropped. */
	synchronize_rcu();
	for (seq = first; seq <= last; seq++) {
		struct ring_slot *slot = ring_slot(fresh, seq);

		if (atomic64_read(&slot->state) < slot_whole(seq))
			slot_skip(slot, seq);
		cond_resched();
	}
	up_write(&ring_rwsem);
	vfree(old);
	return 0;
}

/**
 * pa_ring_clear() - delete all records; sequence numbers go on
 *
 * Context: process, may sleep.
 */
void pa_ring_clear(void)
{
	u64 last, first;

	down_write(&ring_rwsem);
	last = atomic64_read(&writers.last);
	first = ring_first(ring_locked(), last);
	ring_cleared += last + 1 - first;
	atomic64_set(&ring_floor, last + 1);
	up_write(&ring_rwsem);
}

/**
 * pa_ring_oldest() - number of the oldest record that is held
 *
 * Context: process, may sleep.
 */
u64 pa_ring_oldest(void)
{
	u64 first;

	down_read(&ring_rwsem);
	first = ring_first(ring_locked(), atomic64_read(&writers.last));
	up_read(&ring_rwsem);
	return first;
}

/**
 * pa_ring_next() - number of the next record
 *
 * Context: any.
 */
u64 pa_ring_next(void)
{
	return atomic64_read(&writers.last) + 1;
}

/**
 * pa_ring_capacity() - number of records that fit into the ring
 *
 * Context: any.
 */
unsigned int pa_ring_capacity(void)
{
	const struct ring *ring;
	unsigned int capacity;

	rcu_read_lock_sched();
	ring = rcu_dereference_sched(writers.ring);
	capacity = ring ? ring->capacity : 0;
	rcu_read_unlock_sched();
	return capacity;
}

/* Called with ring_rwsem held for read. */
static enum pa_ring_read slot_load(struct ring_slot *slot, u64 seq, struct pa_record *out)
{
	s64 state = atomic64_read_acquire(&slot->state);
	size_t attr_len;

	if (state == slot_whole(seq)) {
		/*
		 * A writer may overwrite the record during the copy; the recheck of state shows
		 * that. Lengths of another record are within the arrays, but half of one may be
		 * seen: the length of the attr has two bytes.
		 */
		attr_len = min_t(size_t, READ_ONCE(slot->rec.attr_len), sizeof(out->attr));
		/* As above: the recheck finds torn copies. */
		data_race((record_copy(out, &slot->rec, attr_len), 0));
		/* Order the copy before the recheck of the state. */
		smp_rmb();
		if (atomic64_read(&slot->state) == state)
			return PA_RING_RECORD;
		return PA_RING_LOST;
	}
	if (state > (s64)slot_whole(seq) && state != slot_busy(seq))
		return PA_RING_LOST;
	if (atomic64_read(&slot->skip) >= seq)
		return PA_RING_LOST;
	return PA_RING_EMPTY;
}

/**
 * pa_ring_read() - copy the record at a cursor and advance the cursor
 * @cursor: number of the wanted record; advanced past it, or past lost records
 * @end:    number after the last wanted record, for a snapshot; U64_MAX for a stream
 * @out:    receives the complete record
 * @lost:   with PA_RING_LOST, receives how many records were lost
 *
 * Reading removes nothing from the ring.
 *
 * Context: process, may sleep.
 * Return: enum pa_ring_read. PA_RING_EMPTY is also returned while the record is being written;
 * pa_ring_next() tells the two cases apart.
 */
enum pa_ring_read pa_ring_read(u64 *cursor, u64 end, struct pa_record *out, u64 *lost)
{
	enum pa_ring_read got = PA_RING_EMPTY;
	struct ring *ring;
	u64 last, first;

	down_read(&ring_rwsem);
	ring = ring_locked();
	last = atomic64_read(&writers.last);
	first = min(ring_first(ring, last), end);
	*lost = 0;
	if (*cursor < first) {
		*lost = first - *cursor;
		got = PA_RING_LOST;
	} else if (*cursor <= last && *cursor < end) {
		got = slot_load(ring_slot(ring, *cursor), *cursor, out);
		if (got == PA_RING_LOST)
			*lost = 1;
		else if (got == PA_RING_RECORD)
			*cursor += 1;
	}
	*cursor += *lost;
	up_read(&ring_rwsem);
	return got;
}

/**
 * pa_ring_stats() - counters for the stats file
 * @c: receives recorded, overwritten, cleared, dropped, held and record_bytes
 *
 * Context: process, may sleep.
 */
void pa_ring_stats(struct pa_counters *c)
{
	struct ring *ring;
	u64 last, first;

	down_read(&ring_rwsem);
	ring = ring_locked();
	last = atomic64_read(&writers.last);
	first = ring_first(ring, last);
	c->dropped = atomic64_read(&ring_dropped);
	c->recorded = last - c->dropped;
	c->held = last + 1 - first;
	c->cleared = ring_cleared;
	c->overwritten = first - 1 - ring_cleared;
	c->record_bytes = sizeof(struct ring_slot);
	up_read(&ring_rwsem);
}
