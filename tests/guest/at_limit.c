// SPDX-License-Identifier: GPL-2.0
/*
 * at_limit CGROUP FILE [killable]: opens a file and reads what is there, again and again, each time
 * in a new cgroup with room for one page more, from none on, until that is enough five times. What
 * the reader itself needs it has before, so that the kernel's memory for the file is what is
 * charged.
 *
 * A reader cannot be killed for want of memory, unless it is killable. Prints how many were refused
 * at the open, in a read, were killed, and how many have read all. Any other end is an error.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES_MAX	20000
#define ENOUGH		5
#define SECONDS		300

enum end { WHOLE, AT_OPEN, AT_READ, OTHER, KILLED, ENDS };

static const char *group, *file;
static char buf[1 << 16];

static void put(const char *folder, const char *name, const char *value)
{
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		err(1, "%s", path);
	close(fd);
}

static enum end failed(enum end where)
{
	if (errno == ENOMEM)
		return where;
	warn("%s", file);
	return OTHER;
}

static enum end read_all(void)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK);
	ssize_t n;

	if (fd < 0)
		return failed(AT_OPEN);
	do {
		n = read(fd, buf, sizeof(buf));
	} while (n > 0);
	if (n < 0 && errno != EAGAIN)
		return failed(AT_READ);
	return WHOLE;
}

/* All its pages, also those that it shares with its parent until it writes. */
static void prepare(bool killable)
{
	put("/proc/self", "oom_score_adj", killable ? "1000" : "-1000");
	if (mlockall(MCL_CURRENT))
		err(1, "mlockall");
	memset(buf, 0, sizeof(buf));
}

static enum end try(int pages, bool killable)
{
	char max[24];
	int pid, status;

	snprintf(max, sizeof(max), "%d", pages * 4096);
	if (mkdir(group, 0755))
		err(1, "%s", group);
	put(group, "memory.max", max);
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		prepare(killable);
		alarm(SECONDS);
		put(group, "cgroup.procs", "0");
		_exit(read_all());
	}
	if (waitpid(pid, &status, 0) != pid)
		err(1, "waitpid");
	/* What was charged to it is freed later. */
	while (rmdir(group))
		if (errno != EBUSY)
			err(1, "%s", group);
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGKILL ? KILLED : OTHER;
	return WEXITSTATUS(status) < OTHER ? (enum end)WEXITSTATUS(status) : OTHER;
}

int main(int argc, char **argv)
{
	int ended[ENDS] = { 0 }, pages, whole = 0;
	bool killable = argc > 3;

	if (argc < 3)
		errx(2, "at_limit CGROUP FILE [killable]");
	group = argv[1];
	file = argv[2];
	for (pages = 0; whole < ENOUGH && pages < PAGES_MAX; pages++) {
		enum end end = try(pages, killable);

		ended[end]++;
		whole = end == WHOLE ? whole + 1 : 0;
	}
	printf("%s: %d at open, %d at read, %d killed, %d whole, %d other\n",
	       strrchr(file, '/') + 1, ended[AT_OPEN], ended[AT_READ], ended[KILLED],
	       ended[WHOLE], ended[OTHER]);
	return ended[OTHER] || whole < ENOUGH;
}
