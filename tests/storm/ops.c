// SPDX-License-Identifier: GPL-2.0
/*
 * Random calls on the files of perf events: ops SEED CALLS [THREADS]
 *
 * Reads and ioctls on events that the threads share, into memory that is mapped, unmapped, or
 * not faulted in yet; a ring that is mapped and unmapped, an event that is closed and reopened.
 * Prints how many calls were made that the module records with calls=1: each of these, every
 * open, and the closes.
 */
#include "rnd.h"
#include "threads.h"

#include <sys/ioctl.h>
#include <sys/mman.h>

#include "../host/uapi_ioctl.h"

#define PAGE	4096
#define EVENTS	6
#define OWN	EVENTS		/* the place of a thread's own event in its copy of the list */

static uint64_t seed;
static int shared[EVENTS];
static atomic_long left;
static atomic_ulong made;

struct caller {
	pthread_t thread;
	unsigned int number;
	uint64_t state;
	unsigned char *page;	/* two pages, the second is not there */
	int fd[EVENTS + 1];
};

static int open_event(uint64_t config, int group)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER7,
		.config = config,
		.sample_period = group < 0 ? 1000000000 : 0,
		.read_format = group < 0 ? 0xf : 0x7,
		.exclude_kernel = 1,
	};
	int fd = peo(&attr, 0, -1, group, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	atomic_fetch_add(&made, 1);
	return fd;
}

static void close_event(int fd)
{
	close(fd);
	atomic_fetch_add(&made, 1);
}

/* There, cut by the end of the mapping, not yet resident, or nowhere. */
static void *place(struct caller *c)
{
	switch (rnd_below(&c->state, 8)) {
	case 0:
		return c->page + PAGE - 8 * rnd_below(&c->state, 4);
	case 1:
		madvise(c->page, PAGE, MADV_DONTNEED);
		return c->page;
	case 2:
		return c->page + PAGE;
	}
	memset(c->page, 'x', 64);
	c->page[64] = '\0';
	return c->page;
}

static void one_read(struct caller *c, int fd)
{
	ssize_t n = read(fd, place(c), 8 * (1 + rnd_below(&c->state, 40)));

	(void)n;
	atomic_fetch_add(&made, 1);
}

static void one_ioctl(struct caller *c, int fd)
{
	static const unsigned long plain[] = {
		PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_DISABLE, PERF_EVENT_IOC_RESET,
		PERF_EVENT_IOC_REFRESH, PERF_EVENT_IOC_PAUSE_OUTPUT, PERF_EVENT_IOC_SET_OUTPUT,
		PERF_EVENT_IOC_SET_BPF, 0x5401,
	};
	static const unsigned long pointed[] = {
		PERF_EVENT_IOC_PERIOD, PERF_EVENT_IOC_ID, PERF_EVENT_IOC_SET_FILTER,
		PERF_EVENT_IOC_QUERY_BPF, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
	};

	if (rnd_below(&c->state, 2))
		ioctl(fd, plain[rnd_below(&c->state, 8)], rnd_below(&c->state, 3));
	else
		ioctl(fd, pointed[rnd_below(&c->state, 5)], place(c));
	atomic_fetch_add(&made, 1);
}

/* A ring comes and goes; a mapping that was refused has no end. */
static void one_map(int fd)
{
	void *at = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	atomic_fetch_add(&made, 1);
	if (at == MAP_FAILED)
		return;
	munmap(at, 2 * PAGE);
	atomic_fetch_add(&made, 1);
}

static void one_call(struct caller *c)
{
	unsigned int what = rnd_below(&c->state, 1000);
	int fd = c->fd[rnd_below(&c->state, EVENTS + 1)];

	if (what < 10) {
		one_map(c->fd[OWN]);
	} else if (what < 20) {
		close_event(c->fd[OWN]);
		c->fd[OWN] = open_event(PERF_COUNT_SW_DUMMY, -1);
	} else if (what < 500) {
		one_read(c, fd);
	} else {
		one_ioctl(c, fd);
	}
}

static void *caller_run(void *arg)
{
	struct caller *c = arg;

	c->state = rnd_seed(seed, c->number);
	c->page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (c->page == MAP_FAILED || munmap(c->page + PAGE, PAGE))
		err(1, "mmap");
	memcpy(c->fd, shared, sizeof(shared));
	c->fd[OWN] = open_event(PERF_COUNT_SW_DUMMY, -1);
	while (!storm_over && atomic_fetch_sub(&left, 1) > 0)
		one_call(c);
	close_event(c->fd[OWN]);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int i, threads = argc > 3 ? strtoul(argv[3], NULL, 0) : 4;
	struct caller *callers = calloc(threads, sizeof(*callers));

	if (argc < 3 || !callers)
		errx(2, "ops SEED CALLS [THREADS]");
	seed = strtoull(argv[1], NULL, 0);
	atomic_store(&left, strtol(argv[2], NULL, 0));
	storm_until_term();
	/* Two groups of three. */
	for (i = 0; i < EVENTS; i++)
		shared[i] = open_event(i % 3 ? PERF_COUNT_SW_PAGE_FAULTS : PERF_COUNT_SW_DUMMY,
				       i % 3 ? shared[i - i % 3] : -1);
	for (i = 0; i < threads; i++) {
		callers[i].number = i;
		thread_start(&callers[i].thread, caller_run, &callers[i]);
	}
	for (i = 0; i < threads; i++)
		pthread_join(callers[i].thread, NULL);
	for (i = EVENTS; i-- > 0;)
		close_event(shared[i]);
	printf("%lu\n", atomic_load(&made));
	return 0;
}
