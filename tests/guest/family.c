// SPDX-License-Identifier: GPL-2.0
/*
 * family NAME ROUNDS: calls by a process and all kinds of relatives, ROUNDS times: itself, a
 * thread, a child, a child of vfork(), a sibling (CLONE_PARENT), an orphaned grandchild,
 * one in a new session, and one at the end of a long line of parents that exit at once.
 * All have the name NAME; KINDS calls per round. Orphans may still run when it ends.
 */
#include "peo.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define LINE	12

static void open_event(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = PERF_COUNT_SW_DUMMY,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd >= 0)
		close(fd);
}

static void *thread(void *arg)
{
	open_event();
	return arg;
}

static void in_thread(void)
{
	pthread_t id;

	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
}

static void in_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		open_event();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void in_vfork(void)
{
	pid_t pid = vfork();

	if (!pid) {
		open_event();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void in_sibling(void)
{
	if (!syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL)) {
		open_event();
		_exit(0);
	}
}

/* @generations of parents that do not wait; the last one calls. */
static void in_orphan(int generations, int session)
{
	pid_t pid = fork();

	if (pid) {
		waitpid(pid, NULL, 0);
		return;
	}
	while (generations--) {
		if (session)
			setsid();
		if (fork())
			_exit(0);
		sched_yield();
	}
	open_event();
	_exit(0);
}

int main(int argc, char **argv)
{
	int i, rounds = argc == 3 ? atoi(argv[2]) : 0;

	if (rounds <= 0)
		return 2;
	prctl(PR_SET_NAME, argv[1]);
	for (i = 0; i < rounds; i++) {
		open_event();
		in_thread();
		in_child();
		in_vfork();
		in_sibling();
		in_orphan(1, 0);
		in_orphan(1, 1);
		in_orphan(LINE, 1);
	}
	/* What a thread's name was is inherited; the number for who counts. */
	printf("%d\n", rounds * 8);
	return 0;
}
