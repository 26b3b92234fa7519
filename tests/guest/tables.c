// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptor tables that are hard to walk, and events that are hard to share.
 *
 *	tables reopen ROUNDS [more]
 *		opens as many breakpoints for itself as there are registers, closes them, and does
 *		so again; prints how many rounds there were, and how many opens were refused. With
 *		"more" each round also opens one that has to be refused.
 *	tables slots THREADS SLOTS [exit]
 *		a table with so many descriptors of /dev/null, and an event, that so many threads
 *		share; the first one exits
 *	tables far PROCESSES
 *		processes with a table of a million places, all but a few empty
 *	tables refused THREADS RATE
 *		a table that so many threads share, with all breakpoints that there are; opens one
 *		more so many times a second, which is refused; prints at the end how many times
 *	tables copies N
 *		an event with N descriptors, and two threads with a table of their own that has them
 *	tables spread N
 *		an event with N descriptors, each 32,768 places from the next
 *
 * All but the first print "ready", and end when their standard input does.
 */
#include "peo.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#define MILLION		1048576
#define REGISTERS	64
#define OTHERS		28

/* Threads that stay, other than the one that waits for the end. */
static int threads_ready;
static bool unshared;

static void need(bool good, const char *what)
{
	if (!good)
		err(1, "%s", what);
}

static void wait_for_end(void)
{
	char byte;

	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	exit(0);
}

static void allow_fds(rlim_t n)
{
	struct rlimit limit = { n, n };

	need(!setrlimit(RLIMIT_NOFILE, &limit), "setrlimit");
}

static int open_event(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER5,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.exclude_kernel = 1,
		.disabled = 1,
	};
	int fd = peo(&attr, 0, -1, -1, 0);

	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	return fd;
}

/* --- breakpoints --- */

static int open_breakpoint(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = PERF_ATTR_SIZE_VER5,
		.bp_type = 2,	/* HW_BREAKPOINT_W */
		.bp_addr = 0x1000,
		.bp_len = 4,
		.exclude_kernel = 1,
		.disabled = 1,
	};

	return peo(&attr, 0, -1, -1, 0);
}

static void close_all(const int *fds, int n)
{
	while (n--)
		need(!close(fds[n]), "close");
}

static int open_until_refused(int *fds)
{
	int n = 0;

	while (n < REGISTERS && (fds[n] = open_breakpoint()) >= 0)
		n++;
	need(n && n < REGISTERS && fds[n] == -ENOSPC, "the last breakpoint");
	return n;
}

/* Returns how many of these were refused. */
static int open_again(int *fds, int n)
{
	int opened = 0, refused = 0, fd;

	while (n--) {
		fd = open_breakpoint();
		need(fd >= 0 || fd == -ENOSPC, "a breakpoint");
		if (fd < 0)
			refused++;
		else
			fds[opened++] = fd;
	}
	close_all(fds, opened);
	return refused;
}

/* Other events make a walk over the table take longer. */
static void reopen(int rounds, bool more)
{
	int fds[REGISTERS], round, registers = open_until_refused(fds), refused = 0;

	close_all(fds, registers);
	for (round = 0; round < OTHERS; round++)
		open_event();
	for (round = 0; round < rounds; round++) {
		int r = open_again(fds, registers);

		refused += r;
		if (more && open_until_refused(fds) == registers)
			close_all(fds, registers);
		else if (more)
			errx(1, "round %d: not all registers are free", round);
	}
	printf("%d rounds, %d refused\n", rounds, refused);
}

/* --- tables --- */

static void hold(void)
{
	for (;;)
		pause();
}

static void *stay(void *arg)
{
	(void)arg;
	if (unshared)
		need(!unshare(CLONE_FILES), "unshare");
	__atomic_fetch_add(&threads_ready, 1, __ATOMIC_RELEASE);
	hold();
	return NULL;
}

static void start_threads(int n)
{
	pthread_attr_t attr;
	pthread_t thread;
	int i;

	need(!pthread_attr_init(&attr), "attributes");
	need(!pthread_attr_setstacksize(&attr, 1 << 16), "a small stack");
	for (i = 0; i < n; i++)
		need(!pthread_create(&thread, &attr, stay, NULL), "thread");
	while (__atomic_load_n(&threads_ready, __ATOMIC_ACQUIRE) < n)
		usleep(1000);
}

/* Has the first thread gone, with its table? */
static bool leader_exited(void)
{
	char stat[256] = "", path[64], *state;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", getpid());
	file = fopen(path, "r");
	need(file && fgets(stat, sizeof(stat), file), path);
	fclose(file);
	state = strrchr(stat, ')');
	return state && state[2] == 'Z';
}

static void *wait_without_leader(void *arg)
{
	(void)arg;
	while (!leader_exited())
		usleep(1000);
	wait_for_end();
	return NULL;
}

static void hold_slots(int threads, int n, bool leave)
{
	int null = open("/dev/null", O_RDONLY);
	pthread_t last;

	allow_fds(MILLION);
	open_event();
	while (n--)
		need(dup(null) >= 0, "dup");
	start_threads(threads);
	if (!leave)
		wait_for_end();
	need(!pthread_create(&last, NULL, wait_without_leader, NULL), "thread");
	pthread_exit(NULL);
}

/* Is there no more on standard input, after some milliseconds? */
static bool ends_within(int ms)
{
	struct pollfd pfd = { .fd = 0, .events = POLLIN };

	return poll(&pfd, 1, ms) > 0;
}

static void be_refused(int threads, int rate)
{
	int fds[REGISTERS], fd, refused = 0;

	allow_fds(MILLION);
	start_threads(threads);
	open_until_refused(fds);
	puts("ready");
	fflush(stdout);
	for (; !ends_within(1000 / rate); refused++) {
		fd = open_breakpoint();
		need(fd == -ENOSPC, "one breakpoint too many");
	}
	printf("%d refused\n", refused);
}

static void hold_far(int processes)
{
	allow_fds(MILLION);
	while (processes--) {
		int pid = fork();

		need(pid >= 0, "fork");
		if (pid)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		need(dup2(0, MILLION - 1) >= 0, "dup2");
		need(write(1, "far\n", 4) == 4, "write");
		hold();
	}
	wait_for_end();
}

static void hold_copies(int n)
{
	int fd = open_event();

	while (--n > 0)
		need(dup(fd) >= 0, "dup");
	unshared = true;
	start_threads(2);
	wait_for_end();
}

static void hold_spread(int n)
{
	int fd = open_event(), i;

	allow_fds(MILLION);
	for (i = 1; i <= n; i++)
		need(dup2(fd, i << 15) >= 0, "dup2");
	need(!close(fd), "close");
	wait_for_end();
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 0;

	if (!strcmp(what, "reopen"))
		reopen(n, argc > 3);
	else if (!strcmp(what, "slots") && argc > 3)
		hold_slots(n, atoi(argv[3]), argc > 4);
	else if (!strcmp(what, "refused") && argc > 3)
		be_refused(n, atoi(argv[3]));
	else if (!strcmp(what, "far"))
		hold_far(n);
	else if (!strcmp(what, "copies"))
		hold_copies(n);
	else if (!strcmp(what, "spread"))
		hold_spread(n);
	else
		errx(1, "see the head of this program");
	return 0;
}
