// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Samples page-faults of all processes.
 * cc -O2 sampler.c -o sampler && ./sampler [-v] (-v: counts each second; Ctrl-C ends it)
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CPUS	8192	/* no machine has more */
#define PAGES	512	/* of a ring, a power of two: raise it if samples are lost */

static struct perf_event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = sizeof(struct perf_event_attr),	/* as these headers have it */
	.config = PERF_COUNT_SW_PAGE_FAULTS,
	.sample_period = 1,	/* each of them */
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR |
		PERF_SAMPLE_CPU,
	.read_format = PERF_FORMAT_LOST,	/* what was lost (since 6.0) */
};

/* A PERF_RECORD_SAMPLE of this sample_type, in the kernel's order */
struct sample {
	struct perf_event_header header;
	__u64 ip;
	__u32 pid, tid;
	__u64 time;
	__u64 addr;
	__u32 cpu, res;
};

static struct pollfd event[CPUS];
static struct perf_event_mmap_page *ring[CPUS];
static int events;
static unsigned long long samples, throttled;
static volatile sig_atomic_t ended;
static void end(int sig) { ended = sig; }

static void take_sample(const struct sample *s)
{
	samples++;
	printf("ip=%#llx pid=%u tid=%u time=%llu addr=%#llx cpu=%u\n",
	       s->ip, s->pid, s->tid, s->time, s->addr, s->cpu);
}

static void drain(struct perf_event_mmap_page *page)
{
	static __u64 copy[8192];	/* no record is larger */
	char *data = (char *)page + page->data_offset;
	__u64 head = *(volatile __u64 *)&page->data_head, tail = page->data_tail;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);	/* head, then what it covers */
	while (tail < head) {
		struct perf_event_header *h = (void *)(data + tail % page->data_size);
		size_t left = page->data_size - tail % page->data_size;

		tail += h->size;
		if (h->size > left) {	/* it goes round the end of the ring */
			memcpy(mempcpy(copy, h, left), data, h->size - left);
			h = (void *)copy;
		}
		if (h->type == PERF_RECORD_SAMPLE)
			take_sample((void *)h);
		else if (h->type == PERF_RECORD_THROTTLE)
			throttled++;
		__atomic_thread_fence(__ATOMIC_RELEASE);	/* the kernel may write there */
		*(volatile __u64 *)&page->data_tail = tail;
	}
}

static void open_on(pid_t pid, int cpu)
{
	int fd = syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0 && errno == ENODEV && cpu)	/* it is offline */
		return;
	if (fd < 0)
		err(1, "perf_event_open: pid %d, cpu %d", pid, cpu);
	ring[events] = mmap(NULL, (1 + PAGES) * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0);
	if (ring[events] == MAP_FAILED)
		err(1, "mmap: raise ulimit -l, or have fewer PAGES");
	event[events++] = (struct pollfd){ .fd = fd, .events = POLLIN };
}

static void say(void)
{
	struct { __u64 value, lost; } c;
	unsigned long long lost = 0;
	int busy = 0, i;

	for (i = 0; i < events; i++) {
		busy += ring[i]->data_head > 0;
		if (read(event[i].fd, &c, sizeof(c)) == sizeof(c))
			lost += c.lost;	/* the ring was full */
	}
	fprintf(stderr, "%llu samples from %d of %d cpus, %llu lost, throttled %llu times\n",
		samples, busy, events, lost, throttled);
}

int main(int argc, char **argv)
{
	int verbose = argc > 1 && !strcmp(argv[1], "-v"), last = 0, i;
	time_t second = time(NULL);
	FILE *online = fopen("/sys/devices/system/cpu/online", "r");
	char before[4096], now[4096];

	if (!online || fscanf(online, "%4095s", before) != 1)
		err(1, "/sys/devices/system/cpu/online");
	for (i = 0; i < sysconf(_SC_NPROCESSORS_CONF); i++)
		open_on(-1, i);
	signal(SIGINT, end);
	signal(SIGTERM, end);
	while (!last) {
		poll(event, events, 100);
		last = ended;
		for (i = 0; i < events; i++)
			drain(ring[i]);
		if (fflush(stdout) || ferror(stdout))
			err(1, "standard output");
		if (last || (verbose && time(NULL) != second)) {
			second = time(NULL);
			say();
		}
	}
	rewind(online);
	if (fscanf(online, "%4095s", now) == 1 && strcmp(before, now))
		fprintf(stderr, "cpus %s were online at the beginning, %s are now\n", before, now);
	return 0;
}
