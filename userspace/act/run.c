// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr run -- PROGRAM: shows the calls of it and its descendants as strace does: on standard
 * error, or in the file of -o, and exits with the status of the program.
 *
 * The process that opens json_run is the root of a tree and gets the calls of its descendants. A
 * process whose parent exits is reparented to the nearest subreaper, so we become one
 * before we fork: no process leaves the tree by a double fork or setsid().
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "act/act.h"
#include "output.h"

#define NOT_FOUND	127
#define NOT_RUN		126
/* Waiting lines are printed after so many tenths of a second without a record. */
#define QUIET		3

struct run {
	const struct options *opt;
	record_fn fn;
	void *arg;
	pid_t pid;
	int status;
	int wait_ms;
	unsigned int quiet;
	bool ended;		/* the program has ended */
	bool alone;		/* all its descendants have ended, too */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
	interrupted = 1;
}

/* Does nothing; its signal interrupts the wait for records, so that children are reaped. */
static void on_child(int sig)
{
}

/* Installs a handler, unless the signal is ignored: the program must inherit that. */
static void catch(int sig, void (*handler)(int sig))
{
	struct sigaction sa = { .sa_handler = handler }, old;

	if (!sigaction(sig, NULL, &old) && old.sa_handler == SIG_IGN && sig != SIGCHLD)
		return;
	sigaction(sig, &sa, NULL);
}

/* Warns about settings that keep calls from being recorded, but does not change them. */
static void say_settings(const struct options *opt)
{
	char *enable = view_setting(opt, "enable");
	char *filter = view_setting(opt, "filter");

	if (enable && !strcmp(enable, "0"))
		warn("the module records nothing: enable is 0 (echo 1 > %s/perfattr/enable)",
		     opt->debugfs);
	else if (filter && *filter)
		warn("the module's filter is in force: calls that \"%s\" leaves out are not shown",
		     filter);
	free(enable);
	free(filter);
}

static void __attribute__((noreturn)) child(char **argv, int report, const int to[2])
{
	if (to && (dup2(to[0], STDOUT_FILENO) < 0 || dup2(to[1], STDERR_FILENO) < 0))
		_exit(NOT_RUN);
	execvp(argv[0], argv);
	if (write(report, &errno, sizeof(errno)) < 0)
		_exit(NOT_RUN);
	_exit(errno == ENOENT ? NOT_FOUND : NOT_RUN);
}

/* Starts the program. Returns false if it could not be executed; errno says why. */
static bool start(struct run *run, char **argv, const int to[2])
{
	int report[2], err;
	ssize_t n;

	if (pipe2(report, O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	run->pid = fork();
	if (run->pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!run->pid)
		child(argv, report[1], to);
	close(report[1]);
	do {
		n = read(report[0], &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	close(report[0]);
	if (n != sizeof(err))
		return true;
	waitpid(run->pid, &run->status, 0);
	errno = err;
	return false;
}

/* Standard output belongs to the program, so the list goes to standard error, or to a file. */
static void leave_stdout(struct options *opt, int fd)
{
	fflush(stdout);
	output_start();
	dup3(fd, STDOUT_FILENO, O_CLOEXEC);
	opt->no_pager = true;
	term_init(opt);
}

/* Reaps ended children, also orphans that were reparented to us. */
static void reap(struct run *run)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != run->pid)
			continue;
		run->ended = true;
		run->status = status;
	}
	if (pid < 0 && errno == ECHILD)
		run->alone = true;
	/* Ctrl-C is for the program; it ends us only after the program has ended. */
	if (interrupted && run->ended)
		run->alone = true;
}

/* Called when there is no record. Returns false if there will be none any more. */
static bool idle(struct run *run)
{
	if (run->alone)
		return false;
	if (++run->quiet == QUIET)
		run->fn(NULL, NULL, run->arg);
	reap(run);
	/* All calls were recorded before their callers ended, so read once more. */
	if (run->alone) {
		probes_fire(run->opt);
		run->wait_ms = 0;
	}
	return true;
}

static bool run_record(struct record *r, const char *event, void *arg)
{
	struct run *run = arg;

	if (!r)
		return idle(run);
	run->quiet = 0;
	return run->fn(r, event, run->arg);
}

/**
 * run_begin() - open the view of the calls of our descendants
 * @src: receives it
 * @opt: options
 *
 * Warns if settings keep calls from being recorded.
 */
void run_begin(struct source *src, const struct options *opt)
{
	/* Test before the stream begins, which would report it again. */
	bool fire = probes_fire(opt);

	source_view(src, opt, "json_run");
	if (!fire)
		warn("probes do not fire (the kernel log says why): calls are not seen");
	say_settings(opt);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	catch(SIGINT, on_interrupt);
	catch(SIGQUIT, on_interrupt);
	catch(SIGCHLD, on_child);
}

/**
 * run_program() - run a program and process the calls of it and its descendants
 * @src:     from run_begin()
 * @ran:     the program, and the function for its records, which is called with NULL if for a
 *           moment there are none
 * @started: called when the program runs; may be NULL
 *
 * Returns when the program and all that it started have ended.
 *
 * Return: false if it could not be executed; errno says why.
 */
bool run_program(struct source *src, struct ran *ran, void (*started)(void *arg))
{
	struct run run = {
		.opt = src->opt, .fn = ran->fn, .arg = ran->arg, .wait_ms = 100,
	};
	bool good = start(&run, ran->argv, ran->to);

	if (good && started)
		started(ran->arg);
	if (good)
		ran->shown = records_from(src, src->opt, run_record, &run, &run.wait_ms);
	ran->status = run.status;
	return good;
}

/* Exits with the program's status, or by its signal. */
static int same_end(int status)
{
	static const struct rlimit no_core;

	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	fflush(stdout);
	/* The program has dumped core already. */
	setrlimit(RLIMIT_CORE, &no_core);
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	return 128 + WTERMSIG(status);
}

/* The output of perfattr run. */
struct show {
	struct options *opt;
	int fd;
	struct list *list;
};

static bool show_record(struct record *r, const char *event, void *arg)
{
	struct show *show = arg;

	if (show->list && r)
		list_record(show->list, r);
	else if (show->list)
		list_flush(show->list, true);
	else if (r)
		print_record(r, show->opt);
	else
		fflush(stdout);
	return true;
}

static void show_begin(void *arg)
{
	struct show *show = arg;

	leave_stdout(show->opt, show->fd);
	if (!show->opt->json && !show->opt->verbose && !show->opt->all)
		show->list = list_begin(show->opt);
}

int cmd_run(struct options *opt, int argc, char **argv)
{
	struct show show = { .opt = opt };
	struct ran ran = { .argv = argv, .fn = show_record, .arg = &show };
	struct source src;

	if (!argc)
		die("run takes a program: perfattr run -- perf stat true");
	if (opt->input || opt->have_last)
		die("run shows all calls as they come: it takes neither -i nor -n");
	run_begin(&src, opt);
	/* Before the program starts, which would be left alone if this failed. */
	show.fd = opt->output ? output_open(opt->output, OUTPUT_STREAM) : STDERR_FILENO;
	opt->follow = true;
	if (!run_program(&src, &ran, show_begin))
		warn("exec: %s: %s", strerror(errno), argv[0]);
	else if (!ran.shown)
		warn("no call of perf_event_open() by the program that the options ask for");
	if (show.list)
		list_end(show.list);
	source_close(&src);
	return same_end(ran.status);
}
