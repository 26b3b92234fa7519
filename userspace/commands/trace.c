// SPDX-License-Identifier: GPL-2.0
/* perfattr run without the module: whether the tracer is used, and what forbids it to trace. */
#include <sys/stat.h>
#include <sys/xattr.h>

#include "commands/commands.h"
#include "tracer/tracer.h"

/**
 * trace_instead() - return true if the program is to be traced instead of watched with the module
 * @opt: options
 */
bool trace_instead(const struct options *opt)
{
	if (opt->source)
		return !strcmp(opt->source, "tracer");
	if (opt->attach)
		return true;
	if (view_readable(opt, "raw_run"))
		return false;
	/* A fault of a module that is loaded is reported where its files are opened. */
	return errno == EACCES || errno == EPERM || access(MODULE_DIR, F_OK);
}

/**
 * trace_note() - say why a program is traced, and what traced calls lack
 * @opt: options of run
 *
 * Return: a sentence; NULL: the program is not traced.
 */
const char *trace_note(const struct options *opt)
{
	static char note[160];

	if (!opt->traced)
		return NULL;
	snprintf(note, sizeof(note), "Traced%s, so some reasons are \"probably\"%s.",
		 opt->source || opt->attach ? "" :
		 access(MODULE_DIR, F_OK) ? " (the module is not loaded)" :
		 " (only root may read the module's records)",
		 opt->calls ? "" : "; -c adds read and poll");
	return note;
}

/* The number after a keyword at the beginning of a line of a file; 0: none. */
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

/*
 * Return true if Yama refuses to trace a process. Root may trace up to level 2. Without Yama the
 * kernel refuses processes of other users, and those that are not dumpable, which procfs shows as
 * root's.
 */
static bool is_by_yama(const char *pid, long level)
{
	struct stat st;
	char path[64];

	if (level > 2)
		return true;
	snprintf(path, sizeof(path), "/proc/%s", pid);
	return level > (strcmp(pid, "self") ? 0 : 1) && geteuid() && !stat(path, &st) &&
	       st.st_uid == geteuid();
}

/**
 * trace_die() - exit because a process may not be traced
 * @pid: its number; NULL: a program, which was not started
 * @err: errno
 */
void trace_die(const char *pid, int err)
{
	const char *of = pid ?: "self", *ways = pid ? "with the module: perfattr -f -p " :
		"perfattr explain reads output of strace; --source module does not trace";
	long level = number_in("/proc/sys/kernel/yama/ptrace_scope", ""), tracer;
	char what[64] = "the program", file[64];

	if (pid)
		snprintf(what, sizeof(what), "process %s", pid);
	snprintf(file, sizeof(file), "/proc/%s/status", of);
	tracer = number_in(file, "TracerPid:");
	if (err == ESRCH)
		warn("there is no process %s", of);
	else if (tracer)
		warn("perfattr cannot trace %s, which process %ld traces already; %s%s", what,
		     tracer, ways, pid ?: "");
	else if (is_by_yama(of, level))
		warn("perfattr may not trace %s: kernel.yama.ptrace_scope is %ld; %s%s", what,
		     level, ways, pid ?: "");
	else
		warn("perfattr may not trace %s (%s): %sa sandbox or a security module refuses ptrace; %s%s",
		     what, strerror(err), pid ? "it is another user's, or " : "", ways, pid ?: "");
	exit(pid ? 1 : RUN_NOT_RUN);
}

/* The privileges that a program has by its file; NULL: none, or the file cannot be looked at. */
static const char *file_rights(const char *file)
{
	struct stat st;

	if (stat(file, &st))
		return NULL;
	if (st.st_mode & S_ISUID)
		return "setuid";
	if ((st.st_mode & 02010) == 02010)
		return "setgid";
	return getxattr(file, "security.capability", NULL, 0) > 0 ? "capabilities" : NULL;
}

/**
 * trace_say_rights() - say that a program has lost the rights of its file
 * @pid: its process, which has just been executed
 *
 * A program that root traces keeps them.
 */
void trace_say_rights(pid_t pid)
{
	struct text name = { 0 };
	char exe[32], file[4096];
	const char *rights;
	ssize_t n;

	snprintf(exe, sizeof(exe), "/proc/%d/exe", pid);
	rights = geteuid() ? file_rights(exe) : NULL;
	n = rights ? readlink(exe, file, sizeof(file) - 1) : -1;
	if (n < 0)
		return;
	file[n] = '\0';
	text_safe(&name, file);
	warn("%s gets privileges from its file (%s), but not while it is traced: calls may be refused for that",
	     text_str(&name), rights);
	text_free(&name);
}
