// SPDX-License-Identifier: GPL-2.0
/*
 * The perfattr that the tests call: has the one of server.c that waits at $PERFATTR_ASK do it, if
 * it is about saved records. What has to do with this process itself, such as a terminal, a
 * descriptor that is closed, or a signal while it writes, is done by a perfattr of its own.
 */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char message[1 << 17];
static size_t len;

static void add(const char *text)
{
	size_t n = strlen(text) + 1;

	if (len + n > sizeof(message))
		abort();
	memcpy(message + len, text, n);
	len += n;
}

static void add_number(const char *format, int value)
{
	char text[32];

	snprintf(text, sizeof(text), format, value);
	add(text);
}

static void build(int argc, char **argv)
{
	mode_t mask = umask(0);
	char cwd[PATH_MAX];
	int i;

	umask(mask);
	add_number("%o", mask);
	add(getcwd(cwd, sizeof(cwd)) ?: "/");
	add_number("%d", argc);
	for (i = 0; i < argc; i++)
		add(argv[i]);
	for (i = 0; environ[i]; i++)
		if (strncmp(environ[i], "PERFATTR_", 9))
			add(environ[i]);
}

static int ask(int sock)
{
	char room[CMSG_SPACE(3 * sizeof(int))] = { 0 };
	struct iovec iov = { message, len };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1, .msg_control = room,
			      .msg_controllen = sizeof(room) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);
	int fds[3] = { 0, 1, 2 }, status;

	*head = (struct cmsghdr){ CMSG_LEN(sizeof(fds)), SOL_SOCKET, SCM_RIGHTS };
	memcpy(CMSG_DATA(head), fds, sizeof(fds));
	if (sendmsg(sock, &msg, 0) < 0 || read(sock, &status, sizeof(status)) != sizeof(status)) {
		perror("ask");
		return 98;
	}
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		raise(WTERMSIG(status));
	}
	return WEXITSTATUS(status);
}

/* Does it read saved records or a text, and nothing that only this process has? */
static int is_plain(int argc, char **argv)
{
	size_t n = strlen(argv[0]);
	int i, saved = 0;

	for (i = 0; i < 3; i++)
		if (fcntl(i, F_GETFD) < 0 || (i && isatty(i)))
			return 0;
	if (n > 2 && !strcmp(argv[0] + n - 2, "-c"))
		return 1;
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-o"))
			return 0;
		saved |= !strcmp(argv[i], "-i") || !strcmp(argv[i], "explain");
	}
	return saved;
}

int main(int argc, char **argv)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *path = getenv("PERFATTR_ASK");
	char self[PATH_MAX] = "", *slash;
	int sock = -1;

	if (path && *path && is_plain(argc, argv)) {
		sock = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
		strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
		if (!connect(sock, (void *)&address, sizeof(address))) {
			build(argc, argv);
			return ask(sock);
		}
		close(sock);
	}
	if (readlink("/proc/self/exe", self, sizeof(self) - 20) < 0)
		return 98;
	slash = strrchr(self, '/');
	strcpy(slash, "/own/perfattr");
	execv(self, argv);
	perror(self);
	return 98;
}
