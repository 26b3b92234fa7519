// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr run where the module is not: strace runs the program, and its lines are read as those
 * that people paste. It stops the program at each of its calls, does signals and threads, and needs
 * neither root nor a module.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "act/act.h"
#include "env/env.h"

#define WORD_OF(x)	#x
#define WORD(x)		WORD_OF(x)

/*
 * The calls on descriptors, and those that change what a descriptor is. Each stops the program, so
 * those that programs make all the time are asked for.
 */
#define TRACED	"trace=perf_event_open,?seccomp,?prctl,ioctl,?mmap,?mmap2,munmap,close," \
	"?close_range,dup,?dup2,?dup3,?clone,?clone2,?clone3,?fork,?vfork,execve,?execveat"
#define TRACED_OFTEN	",read,?poll,?ppoll,?fcntl,?fcntl64,?open,openat"

/* What strace may write before it has to wait for us. */
#define PIPE_SIZE	1048576

/* As for execvp(): a file that may be executed. */
static bool is_file(const char *name)
{
	struct stat st;

	if (access(name, X_OK))
		return false;
	if (!stat(name, &st) && S_ISREG(st.st_mode))
		return true;
	errno = EACCES;
	return false;
}

/* Is there such a program? As execvp() looks for it. Returns its file, to be freed, or NULL. */
static char *file_of(const char *name)
{
	const char *path = getenv("PATH"), *end;
	struct text t = { 0 };
	bool found = false;

	if (strchr(name, '/'))
		return is_file(name) ? must(strdup(name)) : NULL;
	for (path = path ? path : "/bin:/usr/bin"; !found; path = end + 1) {
		end = strchrnul(path, ':');
		text_clear(&t);
		text_mem(&t, path, (size_t)(end - path));
		text_printf(&t, "%s%s", end > path ? "/" : "./", name);
		found = is_file(text_str(&t));
		if (!*end)
			break;
	}
	if (found)
		return text_taken(&t);
	text_free(&t);
	return NULL;
}

static bool is_program(const char *name)
{
	char *file = file_of(name);
	bool is = file;

	free(file);
	return is;
}

/**
 * strace_there() - is strace installed?
 */
bool strace_there(void)
{
	return is_program("strace");
}

/**
 * strace_check() - reject options of run that do not go together
 * @opt: options
 */
void strace_check(const struct options *opt)
{
	if (opt->load && opt->source && strcmp(opt->source, "module"))
		die("--load is for the module, --source %s does without it", opt->source);
	if (opt->attach && (opt->load || (opt->source && strcmp(opt->source, "strace"))))
		die("--attach is done by strace: the module sees what runs already, perfattr -f -p %s",
		    opt->attach);
}

/**
 * strace_instead() - is the program to be run by strace, not with the module?
 * @opt: options
 */
bool strace_instead(const struct options *opt)
{
	if (opt->source)
		return !strcmp(opt->source, "strace");
	if (opt->load || opt->attach)
		return opt->attach;
	if (view_readable(opt, "json_run"))
		return false;
	/* What is wrong with a module that is there is said where it is opened. */
	if (errno != EACCES && errno != EPERM && !access(MODULE_DIR, F_OK))
		return false;
	return strace_there();
}

/*
 * A filter that is in force already may refuse calls, which strace's own filter would hide. So may
 * one of which nothing is known.
 */
static bool is_filtered(void)
{
	struct env_here *here = must(env_here_open(NULL, ""));
	bool is = env_here_seccomp(here);

	env_here_close(here);
	return is;
}

/**
 * strace_note() - what is missing when strace watches a program, and why it was taken
 * @opt: options of run
 *
 * Return: a sentence; NULL: another source watches it.
 */
const char *strace_note(const struct options *opt)
{
	static char note[160];

	if (!opt->straced)
		return NULL;
	snprintf(note, sizeof(note), "Watched with strace%s, so most reasons are \"probably\"%s.",
		 opt->source || opt->attach ? "" :
		 access(MODULE_DIR, F_OK) ? " (the module is not loaded)" :
		 " (only root may read the module's records)",
		 opt->calls ? "" : "; -c adds read and poll");
	return note;
}

/* Our number as the /proc that is mounted has it, which may be that of another namespace. */
static size_t own_number(char number[32])
{
	ssize_t n = readlink("/proc/self", number, 31);

	if (n <= 0)
		die("strace needs /proc, which is not mounted");
	return (size_t)n;
}

/* The file to which strace writes: a pipe, whose other end is in @from. */
static const char *open_pipe(const struct options *opt, int *from)
{
	static char file[64];
	char pid[32];
	size_t len;
	int to[2];

	len = own_number(pid);
	/* A process of another user could not open it as ours; then the program has it, too. */
	if (pipe2(to, opt->user ? 0 : O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	fcntl(to[0], F_SETFD, FD_CLOEXEC);
	fcntl(to[0], F_SETFL, O_NONBLOCK);
	fcntl(to[0], F_SETPIPE_SZ, PIPE_SIZE);
	if (opt->user && fchown(to[1], opt->uid, -1))
		die("strace cannot write as %s: %s", opt->user, strerror(errno));
	if (opt->user)
		snprintf(file, sizeof(file), "/proc/self/fd/%d", to[1]);
	else
		snprintf(file, sizeof(file), "/proc/%.*s/fd/%d", (int)len, pid, to[1]);
	*from = to[0];
	return file;
}

/* Exits as a shell does if there is no such program: strace has other words, and another status. */
static void look_for_program(const char *name)
{
	char *file = file_of(name);
	int err = errno;

	if (file) {
		trace_say_rights(file);
		free(file);
		return;
	}
	warn("exec: %s: %s", strerror(err), name);
	exit(err == ENOENT ? RUN_NOT_FOUND : RUN_NOT_RUN);
}

/* The caller is held for a moment, in which /proc tells of it as it was. */
static const char *hold(const struct options *opt)
{
	static char word[80];

	snprintf(word, sizeof(word), "inject=perf_event_open:delay_exit=%u:when=1.."
		 WORD(STRACE_HELD), 1000 * opt->hold);
	return word;
}

/**
 * strace_begin() - what to execute so that strace runs a program, and where its calls come from
 * @src:  receives the source
 * @opt:  options
 * @argv: the program and its arguments; none with --attach
 *
 * With -D strace is a child of the program: its status and its signals are its own.
 *
 * Return: the words to execute in place of @argv.
 */
char **strace_begin(struct source *src, const struct options *opt, char **argv)
{
	static const char * const words[] = {
		"strace", "-f", "-yy", "-ttt", "-T", "-s", "4096", "-X", "raw",
		/* That of a signal tells why a program has ended; of this one nobody asks. */
		"-e", "signal=!SIGCHLD",
		/* As with -v, but for the words of programs. */
		"-e", "abbrev=execve,execveat", "-e", TRACED,
	};
	bool own = !opt->attach && !is_filtered();
	int from, argc = 0, n = 0;
	const char **all;
	size_t i;

	if (!is_program("strace"))
		die("strace is not installed: apt-get install strace; or perfattr run --load");
	trace_check(opt);
	if (!opt->attach)
		look_for_program(argv[0]);
	while (argv[argc])
		argc++;
	all = must(calloc(ARRAY_SIZE(words) + 2 * opt->n_env + (size_t)argc + 9, sizeof(*all)));
	for (i = 0; i < ARRAY_SIZE(words); i++)
		all[n++] = opt->calls && !strcmp(words[i], TRACED) ? TRACED TRACED_OFTEN : words[i];
	all[n++] = "-e";
	all[n++] = hold(opt);
	all[n++] = "-o";
	all[n++] = open_pipe(opt, &from);
	if (opt->attach) {
		all[n++] = "-p";
		all[n++] = opt->attach;
	} else {
		all[n++] = "-D";
		if (own)
			all[n++] = "--seccomp-bpf";
		for (i = 0; i < opt->n_env; i++) {
			all[n++] = "-E";
			all[n++] = opt->env[i];
		}
		all[n++] = "--";
		memcpy(all + n, argv, (size_t)argc * sizeof(*all));
	}
	straced_source(src, opt, from, own);
	return (char **)all;
}
