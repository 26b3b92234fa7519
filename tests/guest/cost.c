// SPDX-License-Identifier: GPL-2.0
/*
 * Measures costs in guest instructions.
 *
 *	cost [-n RUNS] [-u USEC] WHAT...	prints the cost of each, as lines "WHAT NUMBER"
 *	cost calls N				make N calls that succeed
 *	cost settle FILE			wait until FILE has not grown for a while
 *	cost busy COMMAND [ARG]...		run it; count what the whole machine did
 *	cost threads N MSEC			number of calls that N threads make in MSEC
 *
 * Under "scripts/vm --icount" the time stamp counter advances by one per instruction, so the
 * difference of two readings is exact, and the median of many the same in every boot (for
 * forks see lowest_peak()). While the machine idles the counter jumps to the next timer: "busy"
 * lets a process of the idle class burn that time and subtracts what it got.
 */
#include "peo.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <x86intrin.h>

#include "../host/uapi_ioctl.h"

#define INHERITED	10
#define VIEWS		"/sys/kernel/debug/perfattr/"
#define NO_SUCH_TYPE	1000000

/* The kernel looks at what is behind the fields that it knows, up to a page: all zeros here. */
static union {
	struct perf_event_attr attr;
	unsigned char bytes[4096];
} the;

static unsigned int runs = 2000;
static unsigned int pause_us;

static int call(void)
{
	return peo(&the, 0, -1, -1, 0);
}

static int must_open(void)
{
	int fd = call();

	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	return fd;
}

static void must_refuse(int fd, int want)
{
	if (fd != want)
		errx(1, "perf_event_open: %d, not %d", fd, want);
}

static unsigned long time_open(void)
{
	unsigned long t = __rdtsc();
	int fd = call();

	t = __rdtsc() - t;
	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	close(fd);
	return t;
}

static unsigned long time_refused(int want)
{
	unsigned long t = __rdtsc();
	int fd = call();

	t = __rdtsc() - t;
	must_refuse(fd, want);
	return t;
}

/* Refused by perf_copy_attr(): a bit of sample_type that nobody knows. */
static unsigned long time_refused_early(void)
{
	return time_refused(-EINVAL);
}

/* Refused after every PMU was asked. */
static unsigned long time_refused_late(void)
{
	return time_refused(-ENOENT);
}

static unsigned long time_close(void)
{
	int fd = must_open();
	unsigned long t = __rdtsc();

	close(fd);
	return __rdtsc() - t;
}

static unsigned long time_getppid(void)
{
	unsigned long t = __rdtsc();

	syscall(SYS_getppid);
	return __rdtsc() - t;
}

static unsigned long time_epoll(void)
{
	unsigned long t = __rdtsc();
	int fd = syscall(SYS_epoll_create1, 0);

	t = __rdtsc() - t;
	close(fd);
	return t;
}

static unsigned long time_fork(void)
{
	unsigned long t = __rdtsc();
	pid_t pid = fork();

	t = __rdtsc() - t;
	if (!pid)
		_exit(0);
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		err(1, "fork");
	return t;
}

/* A view that waits for records, read up to now. */
static int view = -1;
static unsigned long view_bytes;
static char text[1 << 16];

static void view_open(const char *name)
{
	view = open(name, O_RDONLY | O_NONBLOCK);
	if (view < 0)
		err(1, "%s", name);
	while (read(view, text, sizeof(text)) > 0)
		;
}

/* A record was made just now: reading gives it and nothing else. */
static unsigned long time_view(void)
{
	unsigned long t;
	ssize_t n;

	t = __rdtsc();
	n = read(view, text, sizeof(text));
	t = __rdtsc() - t;
	if (n <= 0)
		err(1, "no record to read");
	view_bytes = n;
	return t;
}

static unsigned long time_view_open(void)
{
	close(must_open());
	return time_view();
}

static unsigned long time_view_refused(void)
{
	must_refuse(call(), -EINVAL);
	return time_view();
}

/* The file whose calls are timed: an event, or what has nothing to do with perf. */
static int file = -1;

static void event_file(void)
{
	file = must_open();
}

static void other_file(void)
{
	file = open("/dev/zero", O_RDWR);
	if (file < 0)
		err(1, "/dev/zero");
}

static unsigned long time_read(void)
{
	uint64_t value;
	unsigned long t = __rdtsc();
	ssize_t n = read(file, &value, sizeof(value));

	t = __rdtsc() - t;
	if (n != sizeof(value))
		err(1, "read");
	return t;
}

/* Any file but an event refuses it. */
static unsigned long time_ioctl(void)
{
	uint64_t id;
	unsigned long t = __rdtsc();

	ioctl(file, PERF_EVENT_IOC_ID, &id);
	return __rdtsc() - t;
}

static unsigned long time_poll(void)
{
	struct pollfd p = { .fd = file, .events = POLLIN };
	unsigned long t = __rdtsc();

	poll(&p, 1, 0);
	return __rdtsc() - t;
}

static void *must_map(void)
{
	void *at = mmap(NULL, 2 * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, file,
			0);

	if (at == MAP_FAILED)
		err(1, "mmap");
	return at;
}

static unsigned long time_mmap(void)
{
	unsigned long t = __rdtsc();
	void *at = must_map();

	t = __rdtsc() - t;
	munmap(at, 2 * sysconf(_SC_PAGESIZE));
	return t;
}

/* An event of its own for each: one that gets its second ring waits for RCU. */
static unsigned long time_event_mmap(void)
{
	unsigned long t;

	event_file();
	t = time_mmap();
	close(file);
	return t;
}

static unsigned long time_munmap(void)
{
	size_t length = 2 * sysconf(_SC_PAGESIZE);
	void *at = must_map();
	unsigned long t = __rdtsc();

	munmap(at, length);
	return __rdtsc() - t;
}

static unsigned long time_event_munmap(void)
{
	unsigned long t;

	event_file();
	t = time_munmap();
	close(file);
	return t;
}

static unsigned long time_other_close(void)
{
	int fd = dup(file);
	unsigned long t = __rdtsc();

	close(fd);
	return __rdtsc() - t;
}

static void attr_refused(void)
{
	the.attr.sample_type = 1ULL << 40;
}

static void attr_unknown(void)
{
	the.attr.type = NO_SUCH_TYPE;
}

static int inherited[INHERITED];

static void inherit(void)
{
	int i;

	the.attr.inherit = 1;
	for (i = 0; i < INHERITED; i++)
		inherited[i] = must_open();
}

static void text_view(void)
{
	view_open(VIEWS "log_pipe");
}

static void raw_view(void)
{
	view_open(VIEWS "raw_pipe");
}

static void text_view_refused(void)
{
	attr_refused();
	text_view();
}

static void raw_view_refused(void)
{
	attr_refused();
	raw_view();
}

/* One number for the times of all runs, which are in order. */
typedef unsigned long (summary_fn)(const unsigned long *t);

static unsigned long median(const unsigned long *t)
{
	return t[runs / 2];
}

/*
 * The lowest count that at least one in 25 runs took to the instruction. Fork time is multimodal:
 * about a dozen values, 150 instructions apart, depending on the state of the allocators. They are
 * the same in every boot but not equally frequent, so the median jumps between them.
 */
static unsigned long lowest_peak(const unsigned long *t)
{
	unsigned int i, same = 0;

	for (i = 0; i < runs; i++) {
		same = i && t[i] == t[i - 1] ? same + 1 : 1;
		if (same >= runs / 25)
			return t[i];
	}
	return median(t);
}

static const struct what {
	const char *name;
	void (*prepare)(void);
	unsigned long (*time)(void);
	summary_fn *summary;
} whats[] = {
	{ "open", NULL, time_open, median },
	{ "refused", attr_refused, time_refused_early, median },
	{ "asked", attr_unknown, time_refused_late, median },
	{ "close", NULL, time_close, median },
	{ "getppid", NULL, time_getppid, median },
	{ "epoll", NULL, time_epoll, median },
	{ "fork", NULL, time_fork, lowest_peak },
	{ "fork10", inherit, time_fork, lowest_peak },
	{ "text", text_view, time_view_open, median },
	{ "raw", raw_view, time_view_open, median },
	{ "text_refused", text_view_refused, time_view_refused, median },
	{ "raw_refused", raw_view_refused, time_view_refused, median },
	{ "read", event_file, time_read, median },
	{ "ioctl", event_file, time_ioctl, median },
	{ "poll", event_file, time_poll, median },
	{ "mmap", NULL, time_event_mmap, lowest_peak },
	{ "munmap", NULL, time_event_munmap, lowest_peak },
	{ "other_read", other_file, time_read, median },
	{ "other_ioctl", other_file, time_ioctl, median },
	{ "other_poll", other_file, time_poll, median },
	{ "other_mmap", other_file, time_mmap, lowest_peak },
	{ "other_munmap", other_file, time_munmap, lowest_peak },
	{ "other_close", other_file, time_other_close, median },
};

static void attr_usual(void)
{
	memset(&the, 0, sizeof(the));
	the.attr.type = PERF_TYPE_SOFTWARE;
	the.attr.size = PERF_ATTR_SIZE_VER7;
	the.attr.config = PERF_COUNT_SW_DUMMY;
	the.attr.disabled = 1;
}

static int smaller(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;

	return (x > y) - (x < y);
}

static unsigned long summarise(unsigned long (*time)(void), summary_fn *summary)
{
	unsigned long *t = calloc(runs, sizeof(*t));
	unsigned long result;
	unsigned int i;

	for (i = 0; i < runs; i++) {
		t[i] = time();
		if (pause_us)
			usleep(pause_us);
	}
	qsort(t, runs, sizeof(*t), smaller);
	result = summary(t);
	free(t);
	return result;
}

static void measure(const struct what *w)
{
	int i;

	attr_usual();
	view = -1;
	file = -1;
	memset(inherited, 0, sizeof(inherited));
	if (w->prepare)
		w->prepare();
	printf("%s %lu\n", w->name, summarise(w->time, w->summary));
	if (view >= 0) {
		printf("%s_bytes %lu\n", w->name, view_bytes);
		close(view);
	}
	for (i = 0; i < INHERITED && inherited[i]; i++)
		close(inherited[i]);
	if (w->prepare == event_file || w->prepare == other_file)
		close(file);
}

/* "size=N": an attr of that many bytes; 0 stands for the first that there was. */
static void measure_size(const char *number)
{
	attr_usual();
	the.attr.size = strtoul(number, NULL, 0);
	printf("size=%s %lu\n", number, summarise(time_open, median));
}

static void measure_named(const char *name)
{
	size_t i;

	if (!strncmp(name, "size=", 5)) {
		measure_size(name + 5);
		return;
	}
	for (i = 0; i < sizeof(whats) / sizeof(whats[0]); i++) {
		if (!strcmp(whats[i].name, name)) {
			measure(&whats[i]);
			return;
		}
	}
	errx(2, "nothing to measure is called %s", name);
}

static void make_calls(unsigned long n)
{
	attr_usual();
	while (n--)
		close(must_open());
}

/* @rate calls a second for @seconds, every second one refused: what a bad day looks like. */
static void pace_calls(unsigned long rate, unsigned long seconds)
{
	struct timespec next;
	unsigned long i;

	clock_gettime(CLOCK_MONOTONIC, &next);
	for (i = 0; i < rate * seconds; i++) {
		attr_usual();
		if (i & 1) {
			attr_refused();
			must_refuse(call(), -EINVAL);
		} else {
			close(must_open());
		}
		next.tv_nsec += 1000000000 / rate;
		next.tv_sec += next.tv_nsec / 1000000000;
		next.tv_nsec %= 1000000000;
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
}

static void settle(const char *path)
{
	struct stat st;
	off_t last = -1;
	int quiet = 0;

	while (quiet < 20) {
		usleep(20000);
		if (stat(path, &st))
			err(1, "%s", path);
		quiet = st.st_size == last ? quiet + 1 : 0;
		last = st.st_size;
	}
}

static pid_t burn(void)
{
	const struct sched_param none = { 0 };
	pid_t pid = fork();

	if (pid)
		return pid;
	if (sched_setscheduler(0, SCHED_IDLE, &none))
		err(1, "SCHED_IDLE");
	for (;;)
		;
}

static uint64_t burnt(clockid_t clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts))
		err(1, "clock of a process");
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static int run_busy(char **command)
{
	pid_t pid, burner = burn();
	uint64_t start, idle;
	clockid_t clock;
	int status;

	if (burner < 0 || clock_getcpuclockid(burner, &clock))
		err(1, "fork");
	usleep(20000);
	idle = burnt(clock);
	start = __rdtsc();
	pid = fork();
	if (!pid) {
		execvp(command[0], command);
		err(127, "%s", command[0]);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		err(1, "fork");
	start = __rdtsc() - start;
	idle = burnt(clock) - idle;
	kill(burner, SIGKILL);
	waitpid(burner, NULL, 0);
	printf("busy %llu\n", (unsigned long long)(start - idle));
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

static atomic_int started, stopped;

static void *caller(void *made)
{
	unsigned long n = 0;

	atomic_fetch_add(&started, 1);
	while (!atomic_load(&stopped)) {
		close(must_open());
		n++;
	}
	*(unsigned long *)made = n;
	return NULL;
}

static void run_threads(unsigned int n, unsigned int msec)
{
	unsigned long made[n], sum = 0;
	pthread_t thread[n];
	unsigned int i;

	attr_usual();
	for (i = 0; i < n; i++)
		if (pthread_create(&thread[i], NULL, caller, &made[i]))
			errx(1, "no thread");
	while (atomic_load(&started) < (int)n)
		sched_yield();
	usleep(msec * 1000);
	atomic_store(&stopped, 1);
	for (i = 0; i < n; i++) {
		pthread_join(thread[i], NULL);
		sum += made[i];
	}
	printf("threads %lu\n", sum);
}

int main(int argc, char **argv)
{
	int opt;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while ((opt = getopt(argc, argv, "+n:u:")) != -1) {
		if (opt == 'n')
			runs = strtoul(optarg, NULL, 0);
		else if (opt == 'u')
			pause_us = strtoul(optarg, NULL, 0);
		else
			return 2;
	}
	argv += optind;
	argc -= optind;
	if (argc == 2 && !strcmp(argv[0], "calls")) {
		make_calls(strtoul(argv[1], NULL, 0));
	} else if (argc == 3 && !strcmp(argv[0], "pace")) {
		pace_calls(strtoul(argv[1], NULL, 0), strtoul(argv[2], NULL, 0));
	} else if (argc == 2 && !strcmp(argv[0], "settle")) {
		settle(argv[1]);
	} else if (argc >= 2 && !strcmp(argv[0], "busy")) {
		return run_busy(argv + 1);
	} else if (argc == 3 && !strcmp(argv[0], "threads")) {
		run_threads(strtoul(argv[1], NULL, 0), strtoul(argv[2], NULL, 0));
	} else {
		for (; *argv; argv++)
			measure_named(*argv);
	}
	return 0;
}
