/* SPDX-License-Identifier: GPL-2.0 */
/* What the storms share: random numbers that a seed repeats, and threads. */
#ifndef PERFATTR_STORM_RND_H
#define PERFATTR_STORM_RND_H

#include "peo.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

/* xorshift64*: the same sequence on every machine; a state is never 0. */
static inline uint64_t rnd(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1dULL;
}

static inline uint64_t rnd_seed(uint64_t seed, unsigned int thread)
{
	return (seed + 1) * 0x9e3779b97f4a7c15ULL + thread * 0xbf58476d1ce4e5b9ULL + 1;
}

/* A number below @n. */
static inline uint32_t rnd_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)(rnd(state) >> 32) % n;
}

static inline void thread_start(pthread_t *t, void *(*fn)(void *), void *arg)
{
	int error = pthread_create(t, NULL, fn, arg);

	if (error)
		errx(1, "pthread_create: %s", strerror(error));
}

/* Set by SIGTERM: storms that run until they are told otherwise look at it. */
static atomic_int storm_over;

static inline void storm_on_term(int sig)
{
	(void)sig;
	storm_over = 1;
}

static inline void storm_until_term(void)
{
	struct sigaction sa = { .sa_handler = storm_on_term };

	if (sigaction(SIGTERM, &sa, NULL))
		err(1, "sigaction");
}

#endif /* PERFATTR_STORM_RND_H */
