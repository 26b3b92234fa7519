// SPDX-License-Identifier: GPL-2.0
/*
 * stopped DIR FILE...: readers that have begun, and do not go on. Of each file of the folder two:
 * one is stopped after its first byte, the other one is inside of its second read, whose buffer is
 * on a page that userfaultfd does not provide. A child shares the open file of the latter: it seeks
 * and reads once its parent is stuck, and should then end. Those that do not are sent SIGKILL.
 * Prints "FILE shared: ended", "killed" or "alive" for each, and then "ready".
 *
 * When standard input ends all may go on, to the end of the file, of a stream to what is there.
 * Prints for each how many bytes that were, or what failed. They end with this program at the
 * latest.
 */
#include "peo.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define PAGE		4096
#define READERS_MAX	100
/* After so long who shares a file is waiting for the reader. */
#define SHARED_MS	15000

static struct reader {
	const char *file;
	bool stuck;
	int pid;
	int begun[2];	/* the reader says that it has begun */
	int go[2];	/* it may go on when nobody holds the other end */
	int end[2];	/* what it has to say at the end */
	int share[2];	/* who shares its open file may begin */
	int shared[2];	/* the pid of who shares it; nobody holds the other end when it has ended */
	int sharer;
} readers[READERS_MAX];

static int nreaders;

static void need(bool good, const char *what)
{
	if (!good)
		err(1, "%s", what);
}

/* --- in the reader --- */

struct missing {
	struct reader *r;
	int uffd;
	unsigned long page;
};

/* Somebody needs the page: that is told, and the page comes only when it may. */
static void *provide(void *arg)
{
	struct missing *m = arg;
	struct uffdio_zeropage zero = { .range = { m->page, PAGE } };
	struct uffd_msg msg;
	char byte;

	need(read(m->uffd, &msg, sizeof(msg)) == sizeof(msg), "userfaultfd");
	need(write(m->r->begun[1], "", 1) == 1, "write");
	need(read(m->r->go[0], &byte, 1) == 0, "go");
	need(!ioctl(m->uffd, UFFDIO_ZEROPAGE, &zero), "UFFDIO_ZEROPAGE");
	return NULL;
}

/* A page that is not there before all may go on. */
static char *missing_page(struct reader *r)
{
	static struct missing m;
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t thread;

	m.r = r;
	m.page = (unsigned long)page;
	m.uffd = syscall(__NR_userfaultfd, O_CLOEXEC);
	reg.range.start = m.page;
	reg.range.len = PAGE;
	need(page != MAP_FAILED && m.uffd >= 0 && !ioctl(m.uffd, UFFDIO_API, &api) &&
	     !ioctl(m.uffd, UFFDIO_REGISTER, &reg), "userfaultfd");
	need(!pthread_create(&thread, NULL, provide, &m), "thread");
	return page;
}

static void stop_here(struct reader *r)
{
	need(write(r->begun[1], "", 1) == 1, "write");
	raise(SIGSTOP);
}

/* Who shares the open file seeks and reads. */
static void share(struct reader *r, int fd)
{
	int pid = fork();
	char byte;

	need(pid >= 0, "fork");
	if (pid) {
		close(r->shared[1]);
		return;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pid = getpid();
	need(write(r->shared[1], &pid, sizeof(pid)) == sizeof(pid), "write");
	need(read(r->share[0], &byte, 1) == 1, "share");
	lseek(fd, 0, SEEK_CUR);
	need(read(fd, &byte, 1) >= 0 || errno == EAGAIN, "read");
	_exit(0);
}

static void read_all(struct reader *r)
{
	int fd = open(r->file, O_RDONLY | O_NONBLOCK), n = 1, done;
	char byte, *page;

	need(fd >= 0, r->file);
	need(read(fd, &byte, 1) == 1, "the first byte");
	if (r->stuck)
		share(r, fd);
	else
		stop_here(r);
	page = r->stuck ? missing_page(r) : malloc(PAGE);
	need(page, "memory");
	while ((done = read(fd, page, PAGE)) > 0)
		n += done;
	need(n > 1 && (!done || errno == EAGAIN), "read");
	dprintf(r->end[1], "%d bytes", n);
	exit(0);
}

/* --- in the program that starts them --- */

static void start(const char *file, bool stuck)
{
	struct reader *r = &readers[nreaders++];
	char byte;

	*r = (struct reader){ .file = file, .stuck = stuck };
	need(!pipe2(r->begun, O_CLOEXEC) && !pipe2(r->go, O_CLOEXEC) && !pipe2(r->end, O_CLOEXEC) &&
	     !pipe2(r->share, O_CLOEXEC) && !pipe2(r->shared, O_CLOEXEC), "pipe");
	r->pid = fork();
	need(r->pid >= 0, "fork");
	if (!r->pid) {
		int i;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* Those of the readers before hold the other ends of their pipes, too. */
		for (i = 0; i < nreaders; i++)
			close(readers[i].go[1]);
		read_all(r);
	}
	close(r->begun[1]);
	close(r->end[1]);
	close(r->shared[1]);
	if (read(r->begun[0], &byte, 1) != 1)
		errx(1, "%s: the reader has ended", file);
	if (stuck)
		need(read(r->shared[0], &r->sharer, sizeof(r->sharer)) == sizeof(r->sharer) &&
		     write(r->share[1], "", 1) == 1, "who shares the file");
	else
		need(waitpid(r->pid, NULL, WUNTRACED) == r->pid, "waitpid");
}

/* Has who shares its file ended, or does so in this time? */
static bool sharer_ends(const struct reader *r, int ms)
{
	struct pollfd p = { .fd = r->shared[0] };

	return poll(&p, 1, ms) == 1;
}

static void say_shared(const struct reader *r)
{
	const char *how = "ended";

	if (!sharer_ends(r, SHARED_MS)) {
		kill(r->sharer, SIGKILL);
		how = sharer_ends(r, SHARED_MS) ? "killed" : "alive";
	}
	printf("%s shared: %s\n", strrchr(r->file, '/') + 1, how);
}

static void let_go(struct reader *r)
{
	char said[200] = "";
	int status;

	close(r->go[1]);
	kill(r->pid, SIGCONT);
	need(waitpid(r->pid, &status, 0) == r->pid, "waitpid");
	need(read(r->end[0], said, sizeof(said) - 1) >= 0, "pipe");
	printf("%s %s: %s\n", strrchr(r->file, '/') + 1, r->stuck ? "stuck" : "stopped",
	       status ? "failed" : said);
}

int main(int argc, char **argv)
{
	char byte;
	int i;

	if (argc < 3 || 2 * (argc - 2) > READERS_MAX)
		errx(2, "stopped DIR FILE...");
	for (i = 2; i < argc; i++) {
		char *file;

		need(asprintf(&file, "%s/%s", argv[1], argv[i]) > 0, "memory");
		start(file, false);
		start(file, true);
	}
	for (i = 0; i < nreaders; i++) {
		if (readers[i].stuck)
			say_shared(&readers[i]);
	}
	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	for (i = 0; i < nreaders; i++)
		let_go(&readers[i]);
	return 0;
}
