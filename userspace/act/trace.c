// SPDX-License-Identifier: GPL-2.0
/* Whether a program may be traced here, and what it loses by that. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "act/act.h"

static bool wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return false;
	return true;
}

/* A child of ours traces a process for a moment. Returns the errno, or 0. */
static int try_trace(pid_t pid)
{
	pid_t tracer = fork();
	int status;

	if (!tracer)
		_exit(ptrace(PTRACE_SEIZE, pid, 0, 0) ? errno : 0);
	if (tracer < 0 || !wait_for(tracer, &status))
		return 0;
	/* A filter of seccomp may end it. */
	return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
}

/* A child of ours traces us, as that of the program does with strace -D. */
static int try_us(void)
{
	int err;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	err = try_trace(getpid());
	prctl(PR_SET_PTRACER, 0, 0, 0, 0);
	return err;
}

/* What we have open, but for what the program gets, too. Returns false if it cannot be closed. */
static bool close_ours(void)
{
#ifdef SYS_close_range
	return !syscall(SYS_close_range, 3U, ~0U, 0U);
#else
	return false;
#endif
}

/* The same of a process of the user of -u, who has fewer rights than we. */
static int try_user(const struct options *opt)
{
	pid_t pid = fork();
	int status;

	if (!pid && (!child_become(opt) || !close_ours()))
		_exit(0);
	if (!pid) {
		/*
		 * Nobody may trace who has become another user, until it executes a program. Then
		 * all processes of that user may, and take the descriptors.
		 */
		prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
		_exit(try_us());
	}
	if (pid < 0 || !wait_for(pid, &status))
		return 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* The number behind a word at the beginning of a line of a file; 0: none. */
static long number_in(const char *path, const char *word)
{
	char line[256];
	long n = 0;
	FILE *in = fopen(path, "re");

	while (in && fgets(line, sizeof(line), in))
		if (!strncmp(line, word, strlen(word)))
			n = strtol(line + strlen(word), NULL, 10);
	if (in)
		fclose(in);
	return n;
}

static long yama_level(void)
{
	return number_in("/proc/sys/kernel/yama/ptrace_scope", "");
}

/*
 * Is it Yama that refuses to trace a process? Root may up to level 2. Whose process is another
 * user's, or not dumpable, which procfs shows as root's, is refused without it.
 */
static bool is_by_yama(const char *pid)
{
	long level = yama_level();
	struct stat st;
	char path[64];

	if (level > 2)
		return true;
	snprintf(path, sizeof(path), "/proc/%s", pid);
	return level > 0 && geteuid() && !stat(path, &st) && st.st_uid == geteuid();
}

static void check_attach(const char *pid)
{
	int err = try_trace((pid_t)strtol(pid, NULL, 10));
	char file[64];
	long tracer;

	if (!err)
		return;
	if (err == ESRCH)
		die("there is no process %s", pid);
	snprintf(file, sizeof(file), "/proc/%s/status", pid);
	tracer = number_in(file, "TracerPid:");
	if (tracer)
		die("strace cannot trace process %s, which process %ld traces already; with the module: perfattr -f -p %s",
		    pid, tracer, pid);
	if (is_by_yama(pid))
		die("strace may not trace process %s: kernel.yama.ptrace_scope is %ld; with the module: perfattr -f -p %s",
		    pid, yama_level(), pid);
	die("strace may not trace process %s (%s): it is another user's, or a sandbox or a security module refuses ptrace; with the module: perfattr -f -p %s",
	    pid, strerror(err), pid);
}

static void check_program(const struct options *opt)
{
	static const char ways[] =
		"perfattr explain reads strace's lines of elsewhere, --source module does without";
	int err = opt->user ? try_user(opt) : try_us();
	uid_t uid = opt->user ? opt->uid : geteuid();
	long tracer;

	if (!err)
		return;
	tracer = number_in("/proc/self/status", "TracerPid:");
	if (yama_level() > 2 || (yama_level() == 2 && uid))
		die("strace may not trace the program: kernel.yama.ptrace_scope is %ld; %s",
		    yama_level(), ways);
	if (tracer)
		die("strace cannot trace the program, which process %ld traces already; %s", tracer,
		    ways);
	die("strace may not trace the program (%s): a sandbox or a security module refuses ptrace; %s",
	    strerror(err), ways);
}

/**
 * trace_check() - end with a sentence if what is to be watched may not be traced
 * @opt: options
 */
void trace_check(const struct options *opt)
{
	if (opt->attach)
		check_attach(opt->attach);
	else
		check_program(opt);
}

/**
 * trace_say_rights() - say that a program loses the rights that its file has
 * @file: the file that is to be executed
 */
void trace_say_rights(const char *file)
{
	const char *rights = file_rights(file);
	struct text name = { 0 };

	if (!rights)
		return;
	text_safe(&name, file);
	warn("%s has rights by its file (%s), which it does not get under strace: calls may be refused for that",
	     text_str(&name), rights);
	text_free(&name);
}
