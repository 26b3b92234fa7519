// SPDX-License-Identifier: GPL-2.0
/*
 * The program that perfattr-c writes, without the calls of a session.
 *
 * This file compiles by itself. A marker line applies to the lines up to the next marker. They go
 * into programs that need one of the marker's words, or, with "!" before the word, into those that
 * do not; "always" and "never" go into all programs and none. NEEDS() in skeleton.h defines the
 * words. "insert" is replaced by text from emit.c. Markers are not written. If the program expects
 * no call to fail, the last argument "error", or "0" with an empty comment, is omitted.
 */
#undef _GNU_SOURCE	/* who compiles this file may have defined it */
/*@ always */
#define _GNU_SOURCE
#include <err.h>
/*@ errors */
#include <errno.h>
/*@ always */
#include <fcntl.h>
/*@ rings */
#include <poll.h>
/*@ always */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/*@ ioctl */
#include <sys/ioctl.h>
/*@ rings */
#include <sys/mman.h>
/*@ prctl */
#include <sys/prctl.h>
/*@ always */
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*@ breakpoint */
#include <linux/hw_breakpoint.h>
/*@ always */
#include <linux/perf_event.h>

/*@ insert usage */
/*@ never */
static const char usage[] = "usage: %s [COMMAND [ARG]...]\n";

/*@ insert places */
/*@ never */
enum {
	CPUS = 1024,
	EV_SAMPLE = 0,
	EVENTS = EV_SAMPLE + CPUS
};

static int fd[EVENTS];

/*@ insert attrs */
/*@ never */
static struct perf_event_attr attr_sample = { .size = sizeof(attr_sample) };

/*@ always */
/* The command, stopped before its first instruction until the events are there. */
static char **command;
static pid_t child;
static int go;
static int status;

static void start(void)
{
	int ends[2];
	char byte;

	if (pipe2(ends, O_CLOEXEC))
		err(1, "pipe");
	go = ends[1];
	child = fork();
	if (child < 0)
		err(1, "fork");
	if (child)
		return;
	close(go);
	if (read(ends[0], &byte, 1) != 1 || !command)
		_exit(0);
	execvp(command[0], command);
	err(127, "%s", command[0]);
}

/*@ never */
#ifdef WITHOUT_ERRORS
/*@ !errors */
static long check(long ret, const char *what)
{
	if (ret < 0)
		err(1, "%s", what);
	return ret;
}

/*@ never */
#define check(ret, what, error) check(ret, what)
#else
/*@ errors */
/* A call that is to end as the recorded one did: with an error, or, when that is 0, without. */
static long check(long ret, const char *what, int error)
{
	if (ret < 0 && errno != error)
		err(1, "%s", what);
	if (ret >= 0 && error)
		warnx("%s: worked, where it failed before: %s", what, strerror(error));
	return ret;
}

/*@ never */
#endif
/*@ always */
static int open_event(struct perf_event_attr *attr, pid_t pid, int cpu, int group,
		      unsigned long flags, int error)
{
	return check(syscall(SYS_perf_event_open, attr, pid, cpu, group, flags),
		     "perf_event_open", error);
}

/*@ read */
/* The words that a read gives stand in the order of attr.read_format. */
static void read_event(int from, const char *name, size_t count, int error)
{
	static __u64 words[8192];
	ssize_t i, got;

	if (count > sizeof(words))
		count = sizeof(words);
	got = check(read(from, words, count), "read", error);
	printf("%s:", name);
	for (i = 0; i < got / 8; i++)
		printf(" %llu", words[i]);
	putchar('\n');
}

/*@ pmu tracepoint */
static long number_in(const char *path)
{
	FILE *f = fopen(path, "r");
	long n;

	if (!f || fscanf(f, "%ld", &n) != 1)
		err(1, "%s", path);
	fclose(f);
	return n;
}

/*@ pmu */
static int pmu_type(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	return number_in(path);
}

/*@ tracepoint */
static long tracepoint_id(const char *name)
{
	int system = strcspn(name, ":");
	char path[256];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%.*s/%s/id", system, name,
		 name + system + 1);
	return number_in(path);
}

/*@ cgroup */
/* PERF_FLAG_PID_CGROUP takes a descriptor of the cgroup's directory. */
static int cgroup(const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "/sys/fs/cgroup%s", name);
	return check(open(path, O_RDONLY | O_CLOEXEC), path, 0 /**/);
}

/*@ others */
/* Processes that were there already: the first arguments, up to the command. */
static pid_t others[64];

static void arguments(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && i <= 64 && atoi(argv[i]) > 0; i++)
		others[i - 1] = atoi(argv[i]);
	if (i == 1) {
		fprintf(stderr, usage, argv[0]);
		exit(1);
	}
	if (i < argc && !strcmp(argv[i], "--"))
		i++;
	command = i < argc ? argv + i : NULL;
}

/*@ rings */
enum { DATA, AUX };

/* Between the head of a ring and its records: x86 keeps loads in order. */
#if defined(__x86_64__) || defined(__i386__)
#define barrier()	__asm__ volatile("" : : : "memory")
#else
#define barrier()	__sync_synchronize()
#endif

/* What is mapped of each event. */
static struct ring {
	void *at[2];
	size_t length[2];
} rings[EVENTS];

static unsigned long records, bytes;

static void map(int event, int area, size_t length, int prot, int flags, off_t offset, int error)
{
	struct ring *r = &rings[event];
	struct perf_event_mmap_page *page = r->at[DATA];
	void *at;

	/* Where the AUX area is to be is written into the head of the data area. */
	if (area == AUX && page) {
		page->aux_offset = offset;
		page->aux_size = length;
	}
	at = mmap(NULL, length, prot, flags, fd[event], offset);
	if (check(at == MAP_FAILED ? -1 : 0, "mmap", error) < 0)
		return;
	r->at[area] = at;
	r->length[area] = length;
}

/* Takes what the ring holds and gives the room back. */
static void drain(struct ring *r)
{
	struct perf_event_mmap_page *page = r->at[DATA];
	size_t size, offset;
	__u64 head, tail;

	if (!page || r->length[DATA] <= (size_t)sysconf(_SC_PAGESIZE))
		return;
	offset = page->data_size ? page->data_offset : (size_t)sysconf(_SC_PAGESIZE);
	size = page->data_size ? page->data_size : r->length[DATA] - offset;
	head = page->data_head;
	barrier();
	for (tail = page->data_tail; tail < head;) {
		/* A header is 8 bytes and aligned: it never goes round the end. */
		struct perf_event_header *h = (void *)((char *)page + offset + tail % size);

		if (!h->size)
			break;
		records++;
		bytes += h->size;
		tail += h->size;
	}
	barrier();
	page->data_tail = head;
}

static inline void unmap(int event, int area)
{
	if (area == DATA)
		drain(&rings[event]);
	check(munmap(rings[event].at[area], rings[event].length[area]), "munmap", 0 /**/);
	rings[event].at[area] = NULL;
}

/*@ never */
#ifdef WITHOUT_RINGS
/*@ !rings */
/* Lets the command run to its end; without one the original's time goes by. */
static void watch(long long ns)
{
	struct timespec pause = { ns / 1000000000, ns % 1000000000 };

	if (write(go, "", 1) != 1)
		err(1, "the command is gone");
	if (!command)
		nanosleep(&pause, NULL);
	waitpid(child, &status, 0);
}

/*@ never */
#else
/*@ rings */
static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/*
 * Lets the command run to its end and drains the rings meanwhile; without a command the
 * original's time goes by.
 */
static void watch(long long ns)
{
	static struct pollfd p[EVENTS];
	long long end = now_ns() + ns;
	int i, n = 0, over = 0;

	for (i = 0; i < EVENTS; i++)
		if (rings[i].at[DATA])
			p[n++] = (struct pollfd){ .fd = fd[i], .events = POLLIN };
	if (write(go, "", 1) != 1)
		err(1, "the command is gone");
	while (!over) {
		/* The rings are drained once more after the end. */
		over = command ? waitpid(child, &status, WNOHANG) == child : now_ns() >= end;
		if (!over)
			poll(p, n, 100);
		for (i = 0; i < EVENTS; i++)
			drain(&rings[i]);
	}
	printf("%lu records, %lu bytes\n", records, bytes);
}

/*@ never */
#endif

/*@ insert prepare */
/*@ never */
static void prepare(void)
{
	attr_sample.type = pmu_type("software");
	attr_sample.config = tracepoint_id("sched:sched_switch");
}

/*@ always */
int main(int argc, char **argv)
{
/*@ cpus */
	int cpus = sysconf(_SC_NPROCESSORS_ONLN);
/*@ loop */
	int i;
/*@ id */
	__u64 id;
/*@ always */

	if (argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))) {
		printf(usage, argv[0]);
		return 0;
	}
/*@ cpus */
	if (cpus > CPUS)
		errx(1, "there are %d cpus: more than CPUS", cpus);
/*@ others */
	arguments(argc, argv);
/*@ !others */
	command = argc > 1 ? argv + 1 : NULL;
/*@ prepared */
	prepare();
/*@ always */
	start();

/*@ insert body */
/*@ never */
	for (i = 0; i < cpus; i++)
		fd[EV_SAMPLE + i] = open_event(&attr_sample, others[0], i, -1, 0, 0);
	fd[EV_SAMPLE] = open_event(&attr_sample, cgroup("/"), -1, -1, PERF_FLAG_PID_CGROUP, 0);
	check(ioctl(fd[EV_SAMPLE], PERF_EVENT_IOC_ID, &id), "PERF_EVENT_IOC_ID", 0);
	map(EV_SAMPLE, DATA, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
	watch(1000000000LL);
	read_event(fd[EV_SAMPLE], "sample", 24, 0);
	unmap(EV_SAMPLE, DATA);
/*@ always */
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
