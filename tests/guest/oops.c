// SPDX-License-Identifier: GPL-2.0
/*
 * oops TYPE ROUNDS: children die in an oops inside perf_event_open(), by an event of TYPE. Then
 * other children, some of them at the addresses of dead tasks, pass on inherited events to children
 * of their own, which enters the functions of an open without an open. At the same time two
 * processes named "opener" open and close a software event again and again.
 *
 * Prints how many children have died.
 */
#include "peo.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define OPENERS		2
#define CHILDREN	24
#define GRANDCHILDREN	4
#define EVENTS		8

static pid_t start(void (*run)(unsigned long type), unsigned long type)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		run(type);
		_exit(0);
	}
	return pid;
}

static int open_event(unsigned long type, int inherit)
{
	struct perf_event_attr attr = {
		.type = type, .size = PERF_ATTR_SIZE_VER5, .config = PERF_COUNT_SW_DUMMY,
		.disabled = 1, .inherit = inherit,
	};

	return peo(&attr, 0, -1, -1, 0);
}

static void opener(unsigned long type)
{
	(void)type;
	prctl(PR_SET_NAME, "opener");
	for (;;)
		close(open_event(PERF_TYPE_SOFTWARE, 0));
}

static void die_inside(unsigned long type)
{
	open_event(type, 0);
}

static void nothing(unsigned long type)
{
	(void)type;
}

static void pass_on(unsigned long type)
{
	int i;

	(void)type;
	for (i = 0; i < GRANDCHILDREN; i++)
		waitpid(start(nothing, 0), NULL, 0);
}

int main(int argc, char **argv)
{
	unsigned long type = argc > 2 ? strtoul(argv[1], NULL, 0) : 0;
	int i, status, rounds = argc > 2 ? atoi(argv[2]) : 0, died = 0;
	pid_t openers[OPENERS];

	for (i = 0; i < OPENERS; i++)
		openers[i] = start(opener, 0);
	for (i = 0; i < EVENTS; i++) {
		if (open_event(PERF_TYPE_SOFTWARE, 1) < 0)
			errx(1, "perf_event_open failed");
	}
	while (rounds--) {
		waitpid(start(die_inside, type), &status, 0);
		died += WIFSIGNALED(status);
		/* A task is freed some time after its end. */
		usleep(50000);
		for (i = 0; i < CHILDREN; i++)
			start(pass_on, 0);
		for (i = 0; i < CHILDREN; i++)
			waitpid(-1, NULL, 0);
	}
	for (i = 0; i < OPENERS; i++)
		kill(openers[i], SIGKILL);
	printf("%d\n", died);
	return 0;
}
