/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the perf events that processes hold open, and copies the shown facts about them. */
#ifndef PERFATTR_NOW_H
#define PERFATTR_NOW_H

#include <linux/siphash.h>

#include "core/event_now.h"

struct perf_event;

/**
 * struct pa_event_link - relates an event to others; addresses are compared only
 * @self:   its address
 * @leader: address of the event that leads its group
 */
struct pa_event_link {
	const void *self;
	const void *leader;
};

void pa_event_now_fill(struct pa_event_now *to, struct pa_event_link *link,
		       const struct perf_event *event);
void pa_event_now_join(struct pa_event_now *to, const struct pa_event_now *leader);

/* A full set takes 16 MB, and half of that again while it grows to this size. */
#define PA_SEEN_MAX	1048576U

/**
 * struct pa_seen - a set of pairs of numbers
 * @slots: hashes of these by their lowest bits, then the next ones; 0: free
 * @size:  slots, a power of two, at most half of them used
 * @used:  how many are used
 * @key:   key of the hashes, so that nobody can choose pairs that collide
 */
struct pa_seen {
	u64 *slots;
	u32 size;
	u32 used;
	siphash_key_t key;
};

int pa_seen_init(struct pa_seen *seen);
void pa_seen_free(struct pa_seen *seen);
bool pa_seen_has(const struct pa_seen *seen, u64 a, u64 b);
int pa_seen_add(struct pa_seen *seen, u64 a, u64 b);

/**
 * typedef pa_walk_fn - called for each descriptor of a perf event
 * @arg:  passed on
 * @who:  the process and its descriptor
 * @now:  the event, from pa_event_now_fill()
 * @link: its relation to other events, from pa_event_now_fill()
 *
 * May sleep. Return: 0; a negative errno ends the walk.
 */
typedef int (*pa_walk_fn)(void *arg, const struct pa_holder *who, const struct pa_event_now *now,
			  const struct pa_event_link *link);

int pa_walk(pa_walk_fn fn, void *arg);

#endif /* PERFATTR_NOW_H */
