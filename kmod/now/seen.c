// SPDX-License-Identifier: GPL-2.0
/*
 * The descriptor tables and the descriptors that a walk has seen, as pairs of numbers: a table's
 * address and 0, or a process's descriptor and the id of its event.
 *
 * Each pair is kept as a hash of 64 bits. Two of a million pairs collide in one of 10^7 searches.
 */
#include "now/now.h"

#include <linux/mm.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>

#define SEEN_FIRST	1024U

static u64 *slots_alloc(u32 size)
{
	return kvcalloc(size, sizeof(u64), GFP_KERNEL_ACCOUNT);
}

/**
 * pa_seen_init() - begin with an empty set
 * @seen: the set
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_seen_init(struct pa_seen *seen)
{
	seen->size = SEEN_FIRST;
	seen->used = 0;
	get_random_bytes(&seen->key, sizeof(seen->key));
	seen->slots = slots_alloc(seen->size);
	return seen->slots ? 0 : -ENOMEM;
}

/**
 * pa_seen_free() - free the memory of the set
 * @seen: the set
 *
 * Context: process, may sleep.
 */
void pa_seen_free(struct pa_seen *seen)
{
	kvfree(seen->slots);
}

static u64 hash_of(const struct pa_seen *seen, u64 a, u64 b)
{
	return siphash_2u64(a, b, &seen->key) ?: 1;
}

/* The slot that has this hash, or the free one where it belongs: half of the slots are free. */
static u64 *slot_of(u64 *slots, u32 size, u64 hash)
{
	u32 i = hash & (size - 1);

	while (slots[i] && slots[i] != hash)
		i = (i + 1) & (size - 1);
	return &slots[i];
}

static int seen_grow(struct pa_seen *seen)
{
	u32 size = 2 * seen->size, i;
	u64 *slots = slots_alloc(size);

	if (!slots)
		return -ENOMEM;
	for (i = 0; i < seen->size; i++) {
		if (seen->slots[i])
			*slot_of(slots, size, seen->slots[i]) = seen->slots[i];
		if (!(i % SEEN_FIRST))
			cond_resched();
	}
	kvfree(seen->slots);
	seen->slots = slots;
	seen->size = size;
	return 0;
}

/**
 * pa_seen_has() - return true if a pair is in the set
 * @seen: the set
 * @a:    a number
 * @b:    another one
 *
 * Context: any.
 */
bool pa_seen_has(const struct pa_seen *seen, u64 a, u64 b)
{
	return *slot_of(seen->slots, seen->size, hash_of(seen, a, b));
}

/* Descriptors leave so much to tables: one without its mark is searched for each thread. */
#define SEEN_TABLES	(PA_SEEN_MAX / 8)

/**
 * pa_seen_add() - add a pair to the set
 * @seen: the set
 * @a:    a descriptor, or the address of a table
 * @b:    the event of the descriptor; 0: a table
 *
 * A set of PA_SEEN_MAX takes no more: then a new pair is new each time.
 *
 * Context: process, may sleep. Return: 1 if it is new, 0 if it was there, or -ENOMEM.
 */
int pa_seen_add(struct pa_seen *seen, u64 a, u64 b)
{
	u64 hash = hash_of(seen, a, b);
	u64 *slot = slot_of(seen->slots, seen->size, hash);

	if (*slot)
		return 0;
	if (seen->used >= (b ? PA_SEEN_MAX - SEEN_TABLES : PA_SEEN_MAX))
		return 1;
	*slot = hash;
	seen->used++;
	if (seen->used > seen->size / 2)
		return seen_grow(seen) ?: 1;
	return 1;
}
