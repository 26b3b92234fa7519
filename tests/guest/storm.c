// SPDX-License-Identifier: GPL-2.0
/*
 * A fork storm: storm CALLS [WORKERS]
 *
 * Workers fork children that live for BURST calls each, until CALLS tagged calls were made or
 * SIGTERM arrives. Prints how many calls were made.
 */
#include "tag.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define BURST	20

static struct shared {
	atomic_uint next;	/* number of the next call, from 1: brief hides zeros */
	atomic_uint made;
	atomic_int stop;
} *shared;

static void on_term(int sig)
{
	(void)sig;
	atomic_store(&shared->stop, 1);
}

static void burst(unsigned int calls)
{
	struct tagged t;
	int i, fd;

	for (i = 0; i < BURST && !atomic_load(&shared->stop); i++) {
		unsigned int number = atomic_fetch_add(&shared->next, 1);

		if (number > calls)
			return;
		tag_call(&t, number);
		fd = peo(&t.attr, t.pid, t.cpu, t.group_fd, t.flags);
		atomic_fetch_add(&shared->made, 1);
		if (fd >= 0)
			close(fd);
		if (fd < 0 ? number % 4 == 0 : number % 4 != 0)
			errx(1, "call %u: %d", number, fd);
	}
}

static void work(unsigned int calls)
{
	int status;
	pid_t pid;

	while (!atomic_load(&shared->stop) && atomic_load(&shared->next) <= calls) {
		pid = fork();
		if (pid < 0)
			err(1, "fork");
		if (!pid) {
			burst(calls);
			_exit(0);
		}
		if (waitpid(pid, &status, 0) == pid && status)
			errx(1, "a child ended with %#x", status);
	}
}

int main(int argc, char **argv)
{
	unsigned int calls = argc > 1 ? strtoul(argv[1], NULL, 0) : 20000;
	int workers = argc > 2 ? atoi(argv[2]) : 4;
	int i, status, failed = 0;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		err(1, "mmap");
	atomic_store(&shared->next, 1);
	signal(SIGTERM, on_term);
	for (i = 0; i < workers; i++) {
		if (!fork()) {
			work(calls);
			_exit(0);
		}
	}
	for (i = 0; i < workers;) {
		if (wait(&status) > 0) {
			i++;
			failed |= status;
		}
	}
	printf("%u\n", atomic_load(&shared->made));
	return failed ? 1 : 0;
}
