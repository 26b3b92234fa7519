// SPDX-License-Identifier: GPL-2.0
/*
 * Forks a task that has inherited events: forks EVENTS FORKS
 *
 * Each fork makes the kernel allocate every event again, by the functions that perf_event_open(2)
 * calls too. Prints the time of a fork in nanoseconds.
 */
#include "peo.h"

#include <sys/resource.h>
#include <sys/wait.h>

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER7,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.inherit = 1,
	};
	unsigned long i, events, forks;
	unsigned long long began;
	int status;

	if (argc < 3)
		errx(2, "forks EVENTS FORKS");
	events = strtoul(argv[1], NULL, 0);
	forks = strtoul(argv[2], NULL, 0);
	for (i = 0; i < events; i++) {
		if (peo(&attr, 0, -1, -1, 0) < 0)
			errx(1, "event %lu was refused", i);
	}
	began = now_ns();
	for (i = 0; i < forks; i++) {
		pid_t pid = fork();

		if (pid < 0)
			err(1, "fork");
		if (!pid)
			_exit(0);
		if (waitpid(pid, &status, 0) != pid || status)
			errx(1, "a child ended with %#x", status);
	}
	printf("%llu\n", forks ? (now_ns() - began) / forks : 0);
	return 0;
}
