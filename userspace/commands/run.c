// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr run -- PROGRAM: shows the calls of it and its descendants as strace does: on standard
 * error, or in the file of -o, and exits with the status of the program.
 *
 * The process that opens raw_run is the root of a tree and gets the calls of its descendants. A
 * process whose parent exits is reparented to the nearest subreaper, so we become one
 * before we fork: no process leaves the tree by a double fork or setsid().
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "commands/commands.h"
#include "common/output.h"
#include "tracer/tracer.h"

/*
 * Lines wait for the end of the program, or for this many tenths of a second without a record. JSON
 * in a file disturbs nobody: it waits for one.
 */
#define QUIET		50

/* The output. */
struct show {
	struct options *opt;
	int fd;
	bool began;
	unsigned long refused;	/* calls for which the run fails */
	struct amiss amiss;
	struct list *list;
	FILE *kept;		/* receives the records for later commands; NULL: nothing is kept */
	struct tries tries;
};

struct run {
	struct source *src;
	const struct options *opt;
	struct show *show;
	pid_t pid;
	int status;
	int wait_ms;
	unsigned int quiet;
	bool ended;		/* the program has ended */
	bool alone;		/* all its descendants have ended, too */
	bool traces;		/* we trace it, instead of the engine */
};

static volatile sig_atomic_t interrupted;
/* The group of a program that has a session of its own; 0: it is in ours. */
static volatile sig_atomic_t apart;

/* On a terminal ^C reaches only our own session. */
static void on_interrupt(int sig)
{
	int err = errno;

	interrupted = 1;
	if (apart)
		kill(-apart, sig);
	errno = err;
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

/*
 * Warns about settings that keep calls from being recorded, but does not change them. Calls that
 * are not recorded cannot be judged.
 */
static void check_settings(const struct options *opt)
{
	const char *needs = opt->fail ? ", and --fail-on-refused needs all calls" : "";
	char *enable = module_setting("enable"), *filter = module_setting("filter");
	bool none = enable && !strcmp(enable, "0"), some = filter && *filter;

	if (none)
		warn("the module records nothing: enable is 0 (echo 1 > " SETTINGS_DIR "/enable)%s",
		     needs);
	else if (some)
		warn("the module's filter is \"%s\": calls that it leaves out are not shown%s",
		     filter, needs);
	free(enable);
	free(filter);
	if (opt->fail && (none || some))
		exit(1);
}

/* Why a program could not be started. */
struct failure {
	int err;
	bool user;	/* it may not become the user of -u */
	bool trace;	/* it may not be traced */
};

static void __attribute__((noreturn)) child(const struct options *opt, char **argv, int report)
{
	struct failure failure = { 0 };

	/* Another user's program must not type into our terminal (TIOCSTI): its shell is ours. */
	if (opt->user)
		setsid();
	/* Join first: as another user a filter needs no_new_privs, which takes privileges away. */
	failure.err = opt->traced ? tracer_join() : 0;
	failure.trace = failure.err;
	if (!failure.trace) {
		failure.user = !child_become(opt);
		if (!failure.user)
			execvp(argv[0], argv);
		failure.err = errno;
	}
	if (write(report, &failure, sizeof(failure)) < 0)
		_exit(RUN_NOT_RUN);
	_exit(failure.err == ENOENT ? RUN_NOT_FOUND : RUN_NOT_RUN);
}

/* Starts the program. Returns false if it could not be executed; errno says why. */
static bool start(struct run *run, char **argv)
{
	struct failure failure;
	int report[2];
	ssize_t n;

	if (pipe2(report, O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	run->pid = fork();
	if (run->pid < 0)
		die("cannot fork: %s", strerror(errno));
	if (!run->pid)
		child(run->opt, argv, report[1]);
	if (run->opt->user)
		apart = run->pid;
	close(report[1]);
	if (run->opt->traced)
		tracer_left();
	do {
		n = read(report[0], &failure, sizeof(failure));
	} while (n < 0 && errno == EINTR);
	close(report[0]);
	if (n != sizeof(failure) && run->opt->traced)
		trace_say_rights(run->pid);
	if (n != sizeof(failure))
		return true;
	waitpid(run->pid, &run->status, 0);
	if (failure.trace)
		trace_die(NULL, failure.err);
	if (failure.user)
		die("cannot switch to user %s (-u): %s", run->opt->user, strerror(failure.err));
	errno = failure.err;
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

static void show_call(struct show *show, const struct record *r)
{
	const struct options *opt = show->opt;
	const struct why_never *never;
	bool amiss = amiss_take(&show->amiss, r, &never);

	if (show->list && amiss && !record_is_open(r) && !opt->calls)
		list_amiss(show->list, r, never);
	else if (show->list)
		list_record(show->list, r);
	else if (amiss || opt->calls)
		print_record(r, opt);
}

static bool show_record(struct record *r, struct show *show)
{
	bool tried = r && show->opt->try_calls && record_is_open(r) && r->x->r.ret < 0;

	if (show->kept && r)
		print_json(show->kept, r);
	if (show->opt->fail && r) {
		if (!refused_matters(r, show->opt))
			return true;
		show->refused++;
	}
	if (r && !(tried && show->opt->json))
		show_call(show, r);
	if (tried)
		tries_keep(&show->tries, r);
	if (!r && show->list)
		list_flush(show->list, true);
	else if (!r)
		fflush(stdout);
	return true;
}

static void show_begin(struct show *show)
{
	show->began = true;
	leave_stdout(show->opt, show->fd);
	if (!show->opt->json && !show->opt->verbose && !show->opt->all)
		show->list = list_begin(show->opt);
}

/* The engine was killed: we replace it, and have to look for stops all the time. */
static void take_over(struct run *run)
{
	run->traces = true;
	run->wait_ms = 1;
	traced_take_over(run->src);
}

/* Reaps ended children, also orphans that were reparented to us. */
static void reap(struct run *run)
{
	int status;
	pid_t pid;

	while ((pid = run->traces ? engine_wait(&status) : waitpid(-1, &status, WNOHANG)) > 0) {
		if (run->opt->traced && pid == tracer_engine() && WIFSIGNALED(status))
			take_over(run);
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

/* Called while there is no record. Returns false if no more will come. */
static bool idle(struct run *run)
{
	if (run->alone)
		return false;
	if (++run->quiet == (run->opt->json && run->opt->output ? 1 : QUIET))
		show_record(NULL, run->show);
	reap(run);
	/* All calls were recorded before their callers ended, so read once more. */
	if (run->alone) {
		probes_fire(run->opt);
		run->wait_ms = 0;
	}
	return true;
}

static bool run_record(struct record *r, void *arg)
{
	struct run *run = arg;

	if (!r)
		return idle(run);
	run->quiet = 0;
	return show_record(r, run->show);
}

static void watch_children(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	catch(SIGINT, on_interrupt);
	catch(SIGQUIT, on_interrupt);
	catch(SIGCHLD, on_child);
}

/* Starts what traces the program, or opens the view of the calls of our descendants. */
static void source_begin(struct source *src, const struct options *opt)
{
	int err = opt->traced ? traced_source(src, opt) : 0;
	/* Test before the stream begins, which would report it again. */
	bool fire = opt->traced || probes_fire(opt);

	if (err)
		trace_die(opt->attach, err);
	if (opt->traced)
		return;
	source_view(src, opt, "raw_run");
	if (!fire)
		warn("probes do not fire (the kernel log says why): calls are not seen");
}

/*
 * Runs a program and processes the calls of it and its descendants. Returns when all have ended;
 * false: it could not be executed, and errno says why.
 */
static bool run_program(struct run *run, char **argv, struct tally *tally)
{
	const struct options *opt = run->opt;

	if (!opt->attach && !start(run, argv))
		return false;
	/* The engine ends with the traced process, or when it is interrupted. */
	if (opt->attach) {
		run->pid = tracer_engine();
		apart = run->pid;
	}
	show_begin(run->show);
	*tally = records_from(run->src, opt, run_record, run, &run->wait_ms);
	return true;
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

/* The exit status of --fail-on-refused: that of the program if it failed. */
static int judge(const struct show *show, const struct run *run, const struct tally *tally)
{
	int status = same_end(run->status);

	if (!show->opt->fail || status)
		return status;
	if (show->refused)
		return RUN_REFUSED;
	if (!tally->lost)
		return 0;
	warn("it is not known whether a call was refused: some were not seen");
	return 1;
}

/**
 * run_check() - reject options that run cannot do
 * @opt: options
 */
void run_check(const struct options *opt)
{
	if (opt->attach && opt->source && strcmp(opt->source, "tracer"))
		die("--attach works with the tracer only. With the module: perfattr -f -p %s",
		    opt->attach);
	if (opt->fail_words)
		refused_check(opt);
	if (opt->fail && opt->filter.errnos)
		die("write --fail-on-refused=%s in place of -E", opt->filter.errnos);
}

int cmd_run(struct options *opt, int argc, char **argv)
{
	struct show show = { .opt = opt, .tries = { .opt = opt } };
	struct source src;
	struct run run = { .src = &src, .opt = opt, .show = &show, .wait_ms = 100 };
	struct tally tally = { 0 };

	if (!argc != !!opt->attach)
		die(argc ? "run takes a program or --attach PID, not both" :
		    "run takes a program: perfattr run -- perf stat true");
	if (opt->input || opt->have_last)
		die("run shows all calls as they come: it takes neither -i nor -n");
	if (opt->user)
		opt->uid = child_user(opt->user);
	opt->traced = trace_instead(opt);
	if (!opt->traced)
		check_settings(opt);
	if (!opt->json && opt->traced && !opt->attach)
		show.kept = kept_begin(argv);
	else
		kept_forget();
	if (show.kept)
		explain_keep();
	source_begin(&src, opt);
	watch_children();
	/* Before the program starts, which would be left alone if this failed. */
	show.fd = opt->output ? output_open(opt->output, OUTPUT_STREAM) : STDERR_FILENO;
	opt->follow = true;
	if (!run_program(&run, argv, &tally))
		warn("exec: %s: %s", strerror(errno), argv[0]);
	opt->kept = kept_end();
	if (show.list)
		list_end(show.list, trace_note(opt));
	fflush(stdout);
	if (opt->traced && !interrupted)
		tally.lost |= traced_end(&src);
	if (!opt->json && show.began)
		amiss_end(&show.amiss);
	if (!tally.shown && tally.accepted)
		say_none_refused(&tally);
	else if (!tally.shown && opt->fail)
		warn("no call of perf_event_open(), so none was refused");
	else if (!tally.shown && show.began)
		warn("the program did not call perf_event_open()%s",
		     filter_chooses(&opt->filter) ? " as the options ask for" : "");
	source_close(&src);
	/* Try only now: the module takes our tries for calls of this run. */
	if (show.tries.n)
		tries_make(&show.tries, false);
	return judge(&show, &run, &tally);
}
