// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr: shows the records of perfattr_dump.ko to people. It reads the module's JSON,
 * from the module or from a file of any machine; perfattr-cat copies the views as they are.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "act/act.h"
#include "output.h"
#include "perfattr/perfattr.h"
#include "show/show.h"

typedef int (*command_fn)(struct options *opt, int argc, char **argv);

static const struct {
	const char *name;
	command_fn run;
	const char *getopt;
	bool json;	/* -j has a meaning */
	bool words;	/* it takes arguments */
} commands[] = {
	{ "list", cmd_list, "", true, false },
	{ "show", cmd_show, "", true, true },
	{ "diff", cmd_diff, "", false, true },
	{ "count", cmd_count, "", false, false },
	{ "c", cmd_c, "", false, true },
	{ "events", cmd_events, "", true, false },
	{ "explain", cmd_explain, "", true, true },
	{ "try", cmd_try, "", true, true },
	{ "doctor", cmd_doctor, "", true, false },
	{ "pmus", cmd_pmus, "", true, true },
	{ "prove", cmd_prove, "", false, false },
	{ "run", cmd_run, "+", true, true },
};

static const char *command_names(void)
{
	static struct text t;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		text_printf(&t, i ? ", %s" : "%s", commands[i].name);
	return text_str(&t);
}

static size_t command_of(const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(word, commands[i].name))
			return i;
	die("there is no command %s; there are %s", word, command_names());
}

/* Before the terminal is looked at, which this is not. */
static void set_output(const struct options *opt)
{
	int fd;

	if (!opt->output)
		return;
	fd = output_open(opt->output, opt->follow ? OUTPUT_STREAM : OUTPUT_WHOLE);
	if (dup3(fd, STDOUT_FILENO, O_CLOEXEC) < 0)
		die("cannot write to %s: %s", opt->output, strerror(errno));
}

/* Reads the command line. Returns the command; @argc and @argv become its arguments. */
static size_t take_command(struct options *opt, int *argc, char ***argv)
{
	size_t command = 0;
	int at;

	/* Options may stand on both sides of the command. */
	at = options_parse(opt, *argc, *argv, "+");
	if (at < *argc) {
		command = command_of((*argv)[at]);
		*argc -= at;
		*argv += at;
		/* getopt uses it as the name of the program. */
		(*argv)[0] = "perfattr";
		at = options_parse(opt, *argc, *argv, commands[command].getopt);
	}
	*argc -= at;
	*argv += at;
	return command;
}

/* Two options make a command do something else than show. */
static int run(command_fn fn, struct options *opt, int argc, char **argv)
{
	if (opt->perf)
		return cmd_diff_perf(opt, argc, argv);
	if (!opt->pass_on)
		return fn(opt, argc, argv);
	follow(opt);
	return 0;
}

static void check_source(const struct options *opt, command_fn fn)
{
	if (!opt->source)
		return;
	if (strcmp(opt->source, "module") && strcmp(opt->source, "strace") &&
	    strcmp(opt->source, "bpf"))
		die("--source takes module, bpf or strace, not \"%s\"", opt->source);
	if (fn != cmd_run && fn != cmd_events && (fn != cmd_list || !opt->follow))
		die("--source is an option of run, events and -f: perfattr run --source strace -- perf stat true");
	if (fn != cmd_run && !strcmp(opt->source, "strace"))
		die("strace sees the calls of one program: perfattr run --source strace -- perf stat true");
}

/* Arguments of a command that takes none, and options that have a meaning for one command only. */
static void check_options(const struct options *opt, size_t command, const char *word)
{
	command_fn fn = commands[command].run;

	if (word && !commands[command].words)
		die("%s: unexpected argument \"%s\"", commands[command].name, word);
	check_source(opt, fn);
	if (fn == cmd_run)
		run_check(opt);
	else if (opt->user || opt->n_env || opt->fail)
		die("-u, --env and --fail-on-refused are options of run: perfattr run -u USER -- PROGRAM");
	if (opt->perf && fn != cmd_diff)
		die("--perf is an option of diff: perfattr diff 12 --perf cycles:pp");
	if (opt->load && fn != cmd_run)
		die("--load is an option of run: perfattr run --load -- perf stat true");
	if (opt->attach && fn != cmd_run)
		die("--attach is an option of run: perfattr run --attach 12");
	if (opt->try_calls && fn == cmd_pmus)
		die("--try is an option of run: perfattr doctor --report tries what each PMU takes");
	if (opt->try_calls && fn != cmd_run)
		die("--try is an option of run: perfattr run --try -- perf stat true");
	if (opt->force && fn != cmd_try && fn != cmd_doctor && !opt->try_calls)
		die("--force goes with try, doctor and --try: perfattr try --force 12");
	if (opt->here && fn != cmd_explain && fn != cmd_try)
		die("--here is an option of explain: perfattr explain --here FILE");
	if (opt->report && fn != cmd_doctor)
		die("--report is an option of doctor: perfattr doctor --report");
	if ((fn == cmd_doctor || fn == cmd_pmus || fn == cmd_prove) && filter_chooses(&opt->filter))
		die("%s shows no calls: -p, -C, -e, -E, -x and --since choose among calls",
		    commands[command].name);
	if (opt->pass_on && fn != cmd_list)
		die("--journal and --cursor are options of list: perfattr -f --journal");
	if (opt->json && !commands[command].json)
		die("%s prints no JSON: -j goes with list, show, run, explain, try, events, doctor and pmus",
		    commands[command].name);
}

/*
 * Where the module is not loaded, programs of BPF are taken for what is to be followed. If that
 * fails they have said why, and what to do about the module is said as without them.
 */
static void start_bpf(struct options *opt, command_fn fn)
{
	if (fn != cmd_list)
		return;
	if (bpf_instead(opt) && !bpf_start(0))
		exit(1);
	opt->bpf = bpf_instead(opt) ||
		(opt->follow && !opt->pass_on && bpf_by_itself(opt) && bpf_start(0));
}

/* Is the input a text that people paste? */
static bool takes_text(const struct options *opt, command_fn fn, int argc, char **argv)
{
	return fn == cmd_explain || (fn == cmd_try && try_takes_text(opt, argc, argv));
}

int main(int argc, char **argv)
{
	struct options opt = { 0 };
	size_t command;
	int status;

	standard_files();
	command = take_command(&opt, &argc, &argv);
	opt.text = takes_text(&opt, commands[command].run, argc, argv);
	/* What is tried here is looked at here. */
	opt.here |= opt.text && commands[command].run == cmd_try;
	options_done(&opt);
	check_options(&opt, command, argc ? argv[0] : NULL);
	start_bpf(&opt, commands[command].run);
	/* The others open it themselves. */
	if (commands[command].run != cmd_run && !opt.pass_on)
		set_output(&opt);
	/* They read files of the locale and of sysfs, which a service neither has nor needs. */
	if (!opt.pass_on) {
		explain_setup(&opt);
		term_init(&opt);
	}
	status = run(commands[command].run, &opt, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		/* The reader has closed the pipe. */
		if (errno == EPIPE)
			_exit(0);
		die("cannot write to %s: %s", opt.output ? opt.output : "standard output",
		    strerror(errno));
	}
	if (opt.bpf && commands[command].run == cmd_list && !opt.pass_on)
		bpf_ended();
	/* Who has failed has nothing to put in the place of what is there. */
	if (!status)
		output_done();
	return status;
}
