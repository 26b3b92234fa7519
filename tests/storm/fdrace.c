// SPDX-License-Identifier: GPL-2.0
/*
 * Opens and closes the same descriptor numbers as fast as possible: fdrace CALLS THREADS CLOSERS
 *
 * THREADS threads open events of different kinds and close them again, so that all
 * get the same few numbers; CLOSERS threads close numbers of other threads. Each call
 * carries its number in sig_data, is of a kind that follows from the number, and is
 * written as a line NUMBER ID, the id as the kernel tells it by the descriptor, or 0 where that is
 * not known. A record of another call's event cannot match.
 */
#include "rnd.h"
#include "threads.h"

#include <sys/ioctl.h>

/* <linux/perf_event.h>, which the tests do not include: they know more fields than it may. */
#define PERF_EVENT_IOC_ID	_IOR('$', 7, uint64_t *)

#define FIRST_FD	3
#define FDS		24

static unsigned long calls, closers;
static atomic_ulong next;
static atomic_int over;
static uint64_t *ids;

/* What a number stands for; fdrace.py knows the same. */
static void kind_of(struct perf_event_attr *attr, unsigned long number)
{
	static uint64_t watched[256];

	memset(attr, 0, sizeof(*attr));
	attr->size = PERF_ATTR_SIZE_VER7;
	attr->disabled = 1;
	attr->sig_data = number;
	attr->type = PERF_TYPE_SOFTWARE;
	switch (number % 4) {
	case 0:
		attr->config = PERF_COUNT_SW_DUMMY;
		break;
	case 1:
		attr->config = PERF_COUNT_SW_CPU_CLOCK;
		break;
	case 2:
		attr->config = PERF_COUNT_SW_TASK_CLOCK;
		break;
	case 3:
		attr->type = PERF_TYPE_BREAKPOINT;
		attr->bp_type = 2;
		attr->bp_addr = (uintptr_t)&watched[number % 256];
		attr->bp_len = 8;
	}
}

static void *opener_run(void *arg)
{
	struct perf_event_attr attr;
	unsigned long number;
	uint64_t id;
	int fd;

	while ((number = atomic_fetch_add(&next, 1)) < calls) {
		kind_of(&attr, number);
		fd = peo(&attr, 0, -1, -1, 0);
		if (fd < 0)
			continue;
		if (!closers && ioctl(fd, PERF_EVENT_IOC_ID, &id) == 0)
			ids[number] = id;
		close(fd);
	}
	return arg;
}

static void *closer_run(void *arg)
{
	uint64_t state = rnd_seed(7, (uintptr_t)arg);

	while (!atomic_load(&over))
		close(FIRST_FD + rnd_below(&state, FDS));
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long i, threads;
	pthread_t *t;

	if (argc < 4)
		errx(2, "fdrace CALLS THREADS CLOSERS");
	calls = strtoul(argv[1], NULL, 0);
	threads = strtoul(argv[2], NULL, 0);
	closers = strtoul(argv[3], NULL, 0);
	t = calloc(threads + closers, sizeof(*t));
	ids = calloc(calls, sizeof(*ids));
	if (!t || !ids)
		err(1, "calloc");
	for (i = 0; i < threads + closers; i++)
		thread_start(&t[i], i < threads ? opener_run : closer_run, (void *)i);
	for (i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	atomic_store(&over, 1);
	for (; i < threads + closers; i++)
		pthread_join(t[i], NULL);
	for (i = 0; i < calls; i++)
		printf("%lu %llu\n", i, (unsigned long long)ids[i]);
	return 0;
}
