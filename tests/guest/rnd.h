/* SPDX-License-Identifier: GPL-2.0 */
/* Random numbers for tests: the same sequence for a seed on every machine. */
#ifndef PERFATTR_RND_H
#define PERFATTR_RND_H

#include <stdint.h>

/* xorshift64*: the next number of the sequence; a state is never 0. */
static inline uint64_t rnd(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1dULL;
}

/* Where a sequence begins: another one for each seed and thread. */
static inline uint64_t rnd_seed(uint64_t seed, unsigned int thread)
{
	return (seed + 1) * 0x9e3779b97f4a7c15ULL + thread * 0xbf58476d1ce4e5b9ULL + 1;
}

/* A number below @n. */
static inline uint32_t rnd_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)(rnd(state) >> 32) % n;
}

#endif /* PERFATTR_RND_H */
