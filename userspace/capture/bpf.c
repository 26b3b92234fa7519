// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-bpf as the source of records if the module is not loaded: it is started, and its output
 * is read like the module's stream. It ends when we do, or when we close the other end of its
 * input.
 */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/wait.h>

#include "capture/capture.h"

#define PROGRAM		"perfattr-bpf"

static int stream = -1;

/* Finds perfattr-bpf next to this program. Returns false if it is not there. */
static bool find_program(char path[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - sizeof(PROGRAM) - 1);
	char *name;

	if (n <= 0)
		return false;
	path[n] = '\0';
	name = strrchr(path, '/');
	if (!name)
		return false;
	strcpy(name + 1, PROGRAM);
	return !access(path, X_OK);
}

/**
 * bpf_instead() - return true if BPF programs, not the module, are to watch calls
 * @opt: options
 */
bool bpf_instead(const struct options *opt)
{
	return opt->source && !strcmp(opt->source, "bpf");
}

/**
 * bpf_by_itself() - return true if perfattr-bpf may be tried without --source bpf
 * @opt: options
 *
 * Return: true if the module is not loaded, and no source was named.
 */
bool bpf_by_itself(const struct options *opt)
{
	char path[PATH_MAX];

	return !opt->source && !opt->input && !strcmp(opt->debugfs, DEBUGFS_DIR) &&
	       access(MODULE_DIR, F_OK) && find_program(path);
}

/* Becomes perfattr-bpf. Its session is its own: a key that interrupts us ends it by its input. */
static void __attribute__((noreturn)) become(const char *path, int in, int out)
{
	setsid();
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
		_exit(1);
	execl(path, PROGRAM, "--raw", "--until-eof", NULL);
	_exit(1);
}

/* Detach it: a wait for all children must not wait for this one. */
static void start(const char *path, int in, int out)
{
	pid_t pid = fork();

	if (pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!pid) {
		if (!fork())
			become(path, in, out);
		_exit(0);
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		continue;
}

/**
 * bpf_start() - start perfattr-bpf, and wait until it sees calls
 *
 * Return: false if this kernel or this user cannot, which perfattr-bpf has said.
 */
bool bpf_start(void)
{
	struct pollfd pfd = { .events = POLLIN };
	char path[PATH_MAX];
	int in[2], out[2];

	if (!find_program(path))
		die(PROGRAM " not found next to perfattr: install its package, or build it with clang, bpftool and libbpf-dev");
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	start(path, in[0], out[1]);
	close(in[0]);
	close(out[1]);
	pfd.fd = out[0];
	while (poll(&pfd, 1, -1) < 0 && errno == EINTR)
		continue;
	if (!(pfd.revents & POLLIN)) {
		close(out[0]);
		close(in[1]);
		return false;
	}
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	stream = out[0];
	return true;
}

/**
 * bpf_stream() - where the lines of perfattr-bpf come from
 */
int bpf_stream(void)
{
	return stream;
}
