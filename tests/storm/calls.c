// SPDX-License-Identifier: GPL-2.0
/*
 * Random perf_event_open(2) calls: calls SEED CALLS [THREADS]
 *
 * Valid and invalid arguments, attrs of all sizes, at the end
 * of a mapping, in unmapped memory, and in read-only memory. No event is ever enabled. Prints how
 * many calls returned, and how many of these returned a descriptor.
 */
#include "rnd.h"
#include "threads.h"

#include <sys/mman.h>

#define PAGE		4096
#define KEPT		8
#define FIRST_TRACEPOINT	32

static uint64_t seed;
static atomic_long left;
static atomic_ulong made, opened;

struct caller {
	pthread_t thread;
	unsigned int number;
	uint64_t state;
	unsigned char *page;	/* two pages, the second is not there */
	int kept[KEPT];
};

static const uint16_t sizes[] = {
	ALL_VERSION_SIZES 0, 8, 63, 65, 100, sizeof(struct perf_event_attr) + 8, 256, 4095, 4096,
	4097,
};

static const uint64_t odd_values[] = {
	0, 1, 2, 7, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1ULL << 32, 1ULL << 63,
	~0ULL,
};

static uint64_t odd_value(struct caller *c)
{
	if (rnd_below(&c->state, 4))
		return odd_values[rnd_below(&c->state, sizeof(odd_values) / sizeof(odd_values[0]))];
	return rnd(&c->state);
}

/* A tracepoint costs the kernel a grace period when it is closed, so there are few. */
static void choose_event(struct caller *c, struct perf_event_attr *attr)
{
	static uint64_t watched;

	switch (rnd_below(&c->state, 64)) {
	case 0:
		attr->type = PERF_TYPE_TRACEPOINT;
		attr->config = rnd_below(&c->state, 600);
		break;
	case 1 ... 4:
		attr->type = PERF_TYPE_BREAKPOINT;
		attr->bp_type = 1 + rnd_below(&c->state, 4);
		attr->bp_addr = (uintptr_t)&watched;
		attr->bp_len = 8;
		break;
	case 5 ... 14:
		attr->type = rnd_below(&c->state, 12);
		attr->config = odd_value(c);
		break;
	case 15:
		attr->type = rnd(&c->state);
		break;
	default:
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = rnd_below(&c->state, 12);
	}
	/* The lowest are ftrace's own: ftrace:function rewrites every function of the kernel. */
	if (attr->type == PERF_TYPE_TRACEPOINT && (uint32_t)attr->config < FIRST_TRACEPOINT)
		attr->config += FIRST_TRACEPOINT;
}

/* Everything but the event: mostly little of it, sometimes much. */
static void choose_fields(struct caller *c, struct perf_event_attr *attr)
{
	unsigned int i, n = rnd_below(&c->state, rnd_below(&c->state, 3) ? 2 : 9);
	uint64_t *words = (uint64_t *)attr;

	for (i = 0; i < n; i++)
		words[2 + rnd_below(&c->state, sizeof(*attr) / 8 - 2)] = odd_value(c);
	attr->size = sizes[rnd_below(&c->state, sizeof(sizes) / sizeof(sizes[0]))];
	if (rnd_below(&c->state, 3))
		attr->size = PERF_ATTR_SIZE_VER7;
	attr->disabled = 1;
	attr->enable_on_exec = 0;
}

/* Where the attr lies: all of it there, cut by the end of the mapping, read only, or nowhere. */
static void *place(struct caller *c, const struct perf_event_attr *attr)
{
	uint32_t len = sizeof(*attr);
	void *at;

	switch (rnd_below(&c->state, 16)) {
	case 0:
		return (void *)(uintptr_t)odd_value(c);
	case 1:
		len = 1 + rnd_below(&c->state, sizeof(*attr));
		break;
	case 2:
		at = c->page + rnd_below(&c->state, PAGE - sizeof(*attr));
		memcpy(at, attr, sizeof(*attr));
		mprotect(c->page, PAGE, PROT_READ);
		return at;
	case 3:
		/* A fresh page: reading it at entry cannot work, and it is all zero. */
		madvise(c->page, PAGE, MADV_DONTNEED);
		return c->page + 64;
	}
	at = c->page + PAGE - len;
	memcpy(at, attr, len);
	return at;
}

static void keep(struct caller *c, int fd)
{
	int *slot = &c->kept[rnd_below(&c->state, KEPT)];

	if (*slot >= 0)
		close(*slot);
	*slot = fd;
}

static void one_call(struct caller *c)
{
	static const int pids[] = { 0, 0, 0, 0, -1, 1, -2, 999999 };
	static const int cpus[] = { -1, -1, -1, 0, 0, 1, 99, -2 };
	struct perf_event_attr attr;
	unsigned long flags = 0;
	int group = -1, fd;
	void *at;

	memset(&attr, 0, sizeof(attr));
	choose_event(c, &attr);
	choose_fields(c, &attr);
	at = place(c, &attr);
	if (!rnd_below(&c->state, 4))
		group = c->kept[rnd_below(&c->state, KEPT)];
	if (!rnd_below(&c->state, 4))
		flags = rnd_below(&c->state, 32);
	fd = peo(at, pids[rnd_below(&c->state, 8)], cpus[rnd_below(&c->state, 8)], group, flags);
	atomic_fetch_add(&made, 1);
	mprotect(c->page, PAGE, PROT_READ | PROT_WRITE);
	if (fd >= 0) {
		atomic_fetch_add(&opened, 1);
		keep(c, fd);
	}
}

static void *caller_run(void *arg)
{
	struct caller *c = arg;
	unsigned int i;

	c->state = rnd_seed(seed, c->number);
	c->page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (c->page == MAP_FAILED || munmap(c->page + PAGE, PAGE))
		err(1, "mmap");
	for (i = 0; i < KEPT; i++)
		c->kept[i] = -1;
	while (!storm_over && atomic_fetch_sub(&left, 1) > 0)
		one_call(c);
	for (i = 0; i < KEPT; i++) {
		if (c->kept[i] >= 0)
			close(c->kept[i]);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int i, threads = argc > 3 ? strtoul(argv[3], NULL, 0) : 8;
	struct caller *callers = calloc(threads, sizeof(*callers));

	if (argc < 3 || !callers)
		errx(2, "calls SEED CALLS [THREADS]");
	seed = strtoull(argv[1], NULL, 0);
	atomic_store(&left, strtol(argv[2], NULL, 0));
	storm_until_term();
	for (i = 0; i < threads; i++) {
		callers[i].number = i;
		thread_start(&callers[i].thread, caller_run, &callers[i]);
	}
	for (i = 0; i < threads; i++)
		pthread_join(callers[i].thread, NULL);
	printf("%lu %lu\n", atomic_load(&made), atomic_load(&opened));
	return 0;
}
