// SPDX-License-Identifier: GPL-2.0
/*
 * Opens perf events in every way in which a process can come to hold one, and tells which.
 *
 *	hold_events [CGROUP]	prints "PID FD ID" for each descriptor of an event, then "ready"
 *	hold_events churn	opens, passes on and closes events, forks and exits, without end
 *	hold_events many N	holds N events, prints "ready"
 *	hold_events table FDS	holds FDS descriptors of /dev/null, and an event at the last place
 *				of a table of a million; prints "PID FD ID", then "ready"
 *	hold_events breakpoints	holds all breakpoint registers of cpu 0; prints as the first one
 *
 * Each ends when its standard input does.
 */
#include "peo.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../host/uapi_ioctl.h"

#define PROCESSES	20
#define EACH		14
#define PLACES		4096
#define FAR_FD		900
#define TRUTH_FD	800

/* What every process writes into: what it holds, and how many are ready. */
static struct {
	int places;
	int ready;
	struct {
		int pid, fd;
		unsigned long long id;
	} held[PLACES];
	int pids[2 * PROCESSES];	/* as the parent sees them */
} *truth;

static int slot;
static const char *cgroup;
/* What a process gives to its child: events, a socket or pipe. */
static int given[EACH];
static int ends[2];

static void need(bool good, const char *what)
{
	if (!good)
		err(1, "%s", what);
}

/* The pid that the parent got for this process: another than getpid() in a pid namespace. */
static int my_pid(void)
{
	int pid;

	while (!(pid = __atomic_load_n(&truth->pids[slot], __ATOMIC_ACQUIRE)))
		usleep(1000);
	return pid;
}

static void tell(int fd)
{
	int place = __atomic_fetch_add(&truth->places, 1, __ATOMIC_RELAXED);

	need(place < PLACES, "too many descriptors");
	truth->held[place].pid = my_pid();
	truth->held[place].fd = fd;
	need(!ioctl(fd, PERF_EVENT_IOC_ID, &truth->held[place].id), "PERF_EVENT_IOC_ID");
}

static struct perf_event_attr attr_of(unsigned long long config)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER5,
		.config = config,
		.exclude_kernel = 1,
		.disabled = 1,
	};
}

static int open_event(int group)
{
	struct perf_event_attr attr = attr_of(PERF_COUNT_SW_PAGE_FAULTS);
	int fd;

	attr.disabled = group < 0;
	fd = peo(&attr, 0, -1, group, 0);
	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	return fd;
}

static void hold(void)
{
	__atomic_fetch_add(&truth->ready, 1, __ATOMIC_RELEASE);
	for (;;)
		pause();
}

/* Runs a function in a process of its own, which takes the next place in pids. */
static int spawn(int place, void (*fn)(void))
{
	int pid = fork();

	need(pid >= 0, "fork");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		slot = place;
		fn();
		exit(0);
	}
	__atomic_store_n(&truth->pids[place], pid, __ATOMIC_RELEASE);
	return pid;
}

static void hold_plain(void)
{
	int i;

	for (i = 0; i < EACH; i++)
		tell(open_event(-1));
	hold();
}

static void hold_dup(void)
{
	int i, fd;

	for (i = 0; i < EACH; i++) {
		fd = open_event(-1);
		tell(fd);
		tell(dup(fd));
	}
	tell(dup2(fd, FAR_FD));
	hold();
}

/* A group, of which the leader is off; and a duplicate of the leader. */
static void hold_group(void)
{
	int leader = open_event(-1), i;

	tell(leader);
	for (i = 1; i < EACH; i++)
		tell(open_event(leader));
	hold();
}

static void hold_given(void)
{
	int i;

	for (i = 0; i < EACH; i++)
		tell(given[i]);
	hold();
}

/* A child has inherited the descriptors. */
static void hold_fork(void)
{
	int i;

	for (i = 0; i < EACH; i++) {
		given[i] = open_event(-1);
		tell(given[i]);
	}
	spawn(slot + PROCESSES, hold_given);
	hold();
}

static struct msghdr message(struct iovec *bytes, char *room, size_t size)
{
	return (struct msghdr){
		.msg_iov = bytes,
		.msg_iovlen = 1,
		.msg_control = room,
		.msg_controllen = size,
	};
}

static void hold_received(void)
{
	char room[CMSG_SPACE(EACH * sizeof(int))], byte;
	struct iovec bytes = { &byte, 1 };
	struct msghdr msg = message(&bytes, room, sizeof(room));

	need(recvmsg(ends[1], &msg, 0) == 1, "recvmsg");
	memcpy(given, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(given));
	hold_given();
}

/* Only the receiver holds them afterwards. */
static void hold_passed(void)
{
	char room[CMSG_SPACE(EACH * sizeof(int))] = "";
	struct iovec bytes = { "x", 1 };
	struct msghdr msg = message(&bytes, room, sizeof(room));
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);
	int i;

	need(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends), "socketpair");
	spawn(slot + PROCESSES, hold_received);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(given));
	for (i = 0; i < EACH; i++)
		given[i] = open_event(-1);
	memcpy(CMSG_DATA(head), given, sizeof(given));
	need(sendmsg(ends[0], &msg, 0) == 1, "sendmsg");
	for (i = 0; i < EACH; i++)
		close(given[i]);
	hold();
}

/* This thread has a table of its own: the second descriptor is in no other one. */
static void *unshared_thread(void *arg)
{
	int fd = open_event(-1);

	(void)arg;
	need(!unshare(CLONE_FILES), "unshare");
	need(dup2(fd, FAR_FD) == FAR_FD, "dup2");
	tell(fd);
	tell(FAR_FD);
	hold();
	return NULL;
}

static void *thread(void *arg)
{
	int i;

	(void)arg;
	for (i = 1; i < EACH; i++)
		tell(open_event(-1));
	hold();
	return NULL;
}

static void hold_threads(void)
{
	pthread_t one, two;

	need(!pthread_create(&one, NULL, unshared_thread, NULL), "thread");
	need(!pthread_create(&two, NULL, thread, NULL), "thread");
	hold();
}

/* The first thread exits, the other one goes on with the table. */
static void hold_orphaned_thread(void)
{
	pthread_t one;

	need(!pthread_create(&one, NULL, thread, NULL), "thread");
	pthread_exit(NULL);
}

/* What is not close-on-exec is held by what was executed: this program again, see main(). */
static void hold_exec(void)
{
	int i;

	for (i = 0; i < EACH; i++) {
		int fd = open_event(-1);

		if (i % 2)
			fcntl(fd, F_SETFD, FD_CLOEXEC);
		else
			tell(fd);
	}
	execl("/proc/self/exe", "hold_events", "wait", NULL);
	err(1, "exec");
}

static void open_and_wait(void)
{
	int i;

	for (i = 0; i < EACH; i++)
		open_event(-1);
	need(write(ends[1], "x", 1) == 1, "write");
	for (;;)
		pause();
}

/* Nothing of it is there any more when its parent is ready. */
static void hold_killed(void)
{
	char byte;
	int pid;

	need(!pipe(ends), "pipe");
	pid = spawn(slot + PROCESSES, open_and_wait);
	need(read(ends[0], &byte, 1) == 1, "read");
	kill(pid, SIGKILL);
	need(waitpid(pid, NULL, 0) == pid, "waitpid");
	hold();
}

/* In namespaces of its own: its child has pid 1 there. */
static void hold_namespaces(void)
{
	need(!unshare(CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUTS), "unshare");
	spawn(slot + PROCESSES, hold_plain);
	hold();
}

/* Of another task, of a cpu, of a cgroup; mapped, and enabled on a cpu. */
static void hold_targets(void)
{
	struct perf_event_attr attr = attr_of(PERF_COUNT_SW_CPU_CLOCK);
	int dir = cgroup ? open(cgroup, O_RDONLY | O_DIRECTORY) : -1;
	int fd;

	tell(peo(&attr, truth->pids[0], -1, -1, 0));
	tell(peo(&attr, -1, 0, -1, 0));
	if (dir >= 0)
		tell(peo(&attr, dir, 0, -1, PERF_FLAG_PID_CGROUP));
	attr.disabled = 0;
	attr.freq = 1;
	attr.sample_freq = 100;
	fd = peo(&attr, -1, 0, -1, 0);
	need(mmap(NULL, 9 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED, "mmap");
	tell(fd);
	hold();
}

static void (* const ways[])(void) = {
	hold_plain, hold_dup, hold_group, hold_fork, hold_passed, hold_threads, hold_exec,
	hold_killed, hold_namespaces, hold_targets, hold_orphaned_thread,
};

#define WAYS	(sizeof(ways) / sizeof(ways[0]))

/* How many calls of hold() each way makes, in all its processes and threads. */
static const int holds[WAYS] = { 1, 1, 1, 2, 2, 3, 1, 1, 2, 1, 1 };

static void wait_for_end(void)
{
	char byte;

	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
}

static void hold_all(void)
{
	int want = 0, i;

	for (i = 0; i < PROCESSES; i++) {
		spawn(i, ways[i % WAYS]);
		want += holds[i % WAYS];
	}
	while (__atomic_load_n(&truth->ready, __ATOMIC_ACQUIRE) < want) {
		if (waitpid(-1, NULL, WNOHANG) > 0)
			errx(1, "a process has ended");
		usleep(10000);
	}
	for (i = 0; i < truth->places; i++)
		printf("%d %d %llu\n", truth->held[i].pid, truth->held[i].fd, truth->held[i].id);
	wait_for_end();
}

static void churn(void)
{
	int fds[2], i;

	for (;;) {
		int pid = fork();

		for (i = 0; i < 2; i++) {
			fds[i] = open_event(-1);
			dup2(fds[i], 20 + i);
		}
		if (!pid)
			_exit(0);
		for (i = 0; i < 2; i++) {
			close(fds[i]);
			close(20 + i);
		}
		waitpid(pid, NULL, 0);
	}
}

static void allow_fds(rlim_t n)
{
	struct rlimit limit = { n, n };

	need(!setrlimit(RLIMIT_NOFILE, &limit), "setrlimit");
}

static void hold_many(int n)
{
	allow_fds(n + 100);
	while (n--)
		open_event(-1);
	wait_for_end();
}

static void hold_table(int n)
{
	int null = open("/dev/null", O_RDONLY), fd;

	allow_fds(1 << 20);
	while (--n > 0)
		need(dup(null) >= 0, "dup");
	fd = open_event(-1);
	truth->pids[0] = getpid();
	need(dup2(fd, (1 << 20) - 1) >= 0, "dup2");
	close(fd);
	tell((1 << 20) - 1);
	printf("%d %d %llu\n", truth->held[0].pid, truth->held[0].fd, truth->held[0].id);
	wait_for_end();
}

/* One more would be refused. */
static void hold_breakpoints(void)
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
	int fd, i;

	truth->pids[0] = getpid();
	while ((fd = peo(&attr, -1, 0, -1, 0)) >= 0)
		tell(fd);
	need(truth->places && fd == -ENOSPC, "the last breakpoint");
	for (i = 0; i < truth->places; i++)
		printf("%d %d %llu\n", truth->held[i].pid, truth->held[i].fd, truth->held[i].id);
	wait_for_end();
}

/* In memory that a program finds again after exec. */
static void share_truth(bool again)
{
	int fd = again ? TRUTH_FD : memfd_create("truth", 0);

	need(again || (dup2(fd, TRUTH_FD) == TRUTH_FD && !ftruncate(fd, sizeof(*truth))), "memfd");
	truth = mmap(NULL, sizeof(*truth), PROT_READ | PROT_WRITE, MAP_SHARED, TRUTH_FD, 0);
	need(truth != MAP_FAILED, "mmap");
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	bool again = !strcmp(what, "wait");

	share_truth(again);
	if (again)
		hold();
	if (!strcmp(what, "churn")) {
		prctl(PR_SET_NAME, "churn");
		churn();
	} else if (argc > 2 && !strcmp(what, "many")) {
		hold_many(atoi(argv[2]));
	} else if (argc > 2 && !strcmp(what, "table")) {
		hold_table(atoi(argv[2]));
	} else if (!strcmp(what, "breakpoints")) {
		hold_breakpoints();
	} else {
		cgroup = argc > 1 ? what : NULL;
		hold_all();
	}
	return 0;
}
