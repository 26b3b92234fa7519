// SPDX-License-Identifier: GPL-2.0
/*
 * A program with sanitizers takes a tenth of a second to start, and the tests start it some
 * thousand times. This is the main() of the tests' perfattr: with PERFATTR_SERVER set to the path
 * of a socket it waits there, once started, and forks for each call that ask.c sends; without, it
 * is perfattr. Linked with --wrap.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST	64

int __wrap_main(int argc, char **argv);
int __real_main(int argc, char **argv);

static char message[1 << 17];
static struct pollfd fds[2 + MOST];	/* signals, who connects, and the calls that run */
static pid_t pids[2 + MOST];

static void fail(const char *what)
{
	perror(what);
	exit(98);
}

/* A call: umask, folder, number of arguments, arguments, environment, and the three descriptors. */
static int receive(int sock, char **argv)
{
	char room[CMSG_SPACE(3 * sizeof(int))], *at = message, *end;
	struct iovec iov = { message, sizeof(message) - 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1, .msg_control = room,
			      .msg_controllen = sizeof(room) };
	ssize_t n = recvmsg(sock, &msg, 0);
	int i, argc, got[3];

	if (n <= 0 || !CMSG_FIRSTHDR(&msg))
		fail("recvmsg");
	end = message + n;
	memcpy(got, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(got));
	/* Above what is replaced, which the descriptors may be among. */
	for (i = 0; i < 3; i++)
		dup2(got[i], 200 + i);
	for (i = 0; i < 3; i++)
		dup2(200 + i, i);
	close_range(3, ~0U, 0);
	umask(strtoul(at, NULL, 8));
	at += strlen(at) + 1;
	if (chdir(at))
		fail(at);
	at += strlen(at) + 1;
	argc = atoi(at);
	for (i = 0; i < argc; i++)
		argv[i] = at += strlen(at) + 1;
	program_invocation_short_name = basename(argv[0]);
	clearenv();
	for (at += strlen(at) + 1; at < end; at += strlen(at) + 1)
		putenv(at);
	return argc;
}

static void start(int sock)
{
	static char *argv[1000];
	sigset_t none;
	int i;

	for (i = 2; i < 2 + MOST && fds[i].fd >= 0; i++)
		;
	if (i == 2 + MOST)
		fail("too many calls at once");
	fds[i] = (struct pollfd){ .fd = sock };
	pids[i] = fork();
	if (pids[i])
		return;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	i = receive(sock, argv);
	exit(__real_main(i, argv));
}

static void ended(void)
{
	struct signalfd_siginfo info;
	int i, status;
	pid_t pid;

	if (read(fds[0].fd, &info, sizeof(info)) < 0)
		fail("signalfd");
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (i = 2; pids[i] != pid; i++)
			;
		if (write(fds[i].fd, &status, sizeof(status)) < 0)
			perror("write");
		close(fds[i].fd);
		fds[i].fd = -1;
		pids[i] = 0;
	}
}

static void serve(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	sigset_t child;
	int i;

	for (i = 0; i < 2 + MOST; i++)
		fds[i].fd = -1;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	fds[0] = (struct pollfd){ .fd = signalfd(-1, &child, SFD_CLOEXEC), .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0),
				  .events = POLLIN };
	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	if (bind(fds[1].fd, (void *)&address, sizeof(address)) || listen(fds[1].fd, MOST))
		fail(path);
	while (poll(fds, 2 + MOST, -1) >= 0) {
		if (fds[0].revents)
			ended();
		if (fds[1].revents)
			start(accept4(fds[1].fd, NULL, NULL, SOCK_CLOEXEC));
		/* Who asked has been killed. */
		for (i = 2; i < 2 + MOST; i++)
			if (fds[i].fd >= 0 && pids[i] && fds[i].revents & POLLHUP)
				kill(pids[i], SIGKILL);
	}
	fail("poll");
}

int __wrap_main(int argc, char **argv)
{
	const char *path = getenv("PERFATTR_SERVER");

	if (path)
		serve(path);
	return __real_main(argc, argv);
}
