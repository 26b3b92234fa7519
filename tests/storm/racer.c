// SPDX-License-Identifier: GPL-2.0
/*
 * Changes an attr while the kernel reads it: racer CALLS WRITERS
 *
 * WRITERS threads rewrite read_format all the time. The size of a read from the descriptor depends
 * only on read_format, so it shows which value the kernel has used. Prints for
 * each call its result and how many bytes a read returned.
 */
#include "rnd.h"
#include "threads.h"

#include <sched.h>

/* PERF_FORMAT_TOTAL_TIME_ENABLED, …_RUNNING, …_ID: a read gives 8 bytes and 8 for each bit. */
static const uint64_t formats[] = { 0, 1, 3, 7 };

static struct perf_event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = PERF_ATTR_SIZE_VER7,
	.config = PERF_COUNT_SW_DUMMY,
	.disabled = 1,
};

static atomic_int over;

static void *writer_run(void *arg)
{
	uint64_t state = rnd_seed(3, (uintptr_t)arg);

	while (!atomic_load(&over))
		__atomic_store_n(&attr.read_format, formats[rnd_below(&state, 4)],
				 __ATOMIC_RELAXED);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long i, calls, writers;
	pthread_t *t;

	if (argc < 3)
		errx(2, "racer CALLS WRITERS");
	calls = strtoul(argv[1], NULL, 0);
	writers = strtoul(argv[2], NULL, 0);
	t = calloc(writers, sizeof(*t));
	if (!t)
		err(1, "calloc");
	for (i = 0; i < writers; i++)
		thread_start(&t[i], writer_run, (void *)i);
	for (i = 0; i < calls; i++) {
		int fd = peo(&attr, 0, -1, -1, 0);
		uint64_t values[8];

		if (fd < 0)
			errx(1, "call %lu: %d", i, fd);
		printf("%d %zd\n", fd, read(fd, values, sizeof(values)));
		close(fd);
	}
	atomic_store(&over, 1);
	for (i = 0; i < writers; i++)
		pthread_join(t[i], NULL);
	return 0;
}
