/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the storms: threads, and running until SIGTERM. */
#ifndef PERFATTR_STORM_THREADS_H
#define PERFATTR_STORM_THREADS_H

#include "peo.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

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

#endif /* PERFATTR_STORM_THREADS_H */
