// SPDX-License-Identifier: GPL-2.0
/*
 * Kills readers in the middle of a read: kill_readers DIR COUNT SEED
 *
 * Prints how many were killed while they read.
 */
#include "rnd.h"
#include "threads.h"

#include <fcntl.h>
#include <sys/wait.h>

static const char * const views[] = { "log", "log_pipe", "raw", "raw_pipe" };

static char buf[1 << 20];

/* Tells its parent that it begins, and reads for ever. */
static void read_for_ever(const char *path, int ready)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0 || write(ready, "", 1) != 1)
		_exit(1);
	for (;;) {
		if (read(fd, buf, sizeof(buf)) <= 0) {
			close(fd);
			fd = open(path, O_RDONLY);
		}
	}
}

static int kill_one(const char *path, uint64_t *state)
{
	int ready[2], status;
	char byte;
	pid_t pid;

	if (pipe(ready))
		err(1, "pipe");
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid)
		read_for_ever(path, ready[1]);
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		errx(1, "%s: the reader did not begin", path);
	close(ready[0]);
	usleep(rnd_below(state, 5000));
	kill(pid, SIGKILL);
	if (waitpid(pid, &status, 0) != pid)
		err(1, "waitpid");
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

int main(int argc, char **argv)
{
	unsigned long i, count, dead = 0;
	char path[256];
	uint64_t state;

	if (argc < 4)
		errx(2, "kill_readers DIR COUNT SEED");
	count = strtoul(argv[2], NULL, 0);
	state = rnd_seed(strtoull(argv[3], NULL, 0), 0);
	for (i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/%s", argv[1], views[i % 4]);
		dead += kill_one(path, &state);
	}
	printf("%lu\n", dead);
	return dead == count ? 0 : 1;
}
