/* SPDX-License-Identifier: GPL-2.0 */
/* A set that only grows: the files and tables that a search has seen. */
#ifndef PERFATTR_NOW_SEEN_H
#define PERFATTR_NOW_SEEN_H

#include <linux/siphash.h>
#include <linux/types.h>

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

#endif /* PERFATTR_NOW_SEEN_H */
