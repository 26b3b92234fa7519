// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr: shows the records of perfattr_dump.ko to people. It reads the module's JSON,
 * from the module or from a file of any machine; perfattr-cat copies the views as they are.
 */
#include <fcntl.h>

#include "commands/commands.h"
#include "common/output.h"
#include "perfattr/perfattr.h"
#include "write/write.h"

typedef int (*command_fn)(struct options *opt, int argc, char **argv);

static const struct {
	command_fn run;
	bool words;	/* it takes arguments */
} commands[COMMANDS] = {
	[CMD_LIST] = { cmd_list, false },
	[CMD_RUN] = { cmd_run, true },
	[CMD_SHOW] = { cmd_show, true },
	[CMD_TRY] = { cmd_try, true },
	[CMD_EXPLAIN] = { cmd_explain, true },
	[CMD_DIFF] = { cmd_diff, true },
	[CMD_WRITE] = { cmd_write, true },
	[CMD_EVENTS] = { cmd_events, false },
	[CMD_DOCTOR] = { cmd_doctor, false },
	[CMD_PMUS] = { cmd_pmus, true },
	[CMD_HELP] = { cmd_help, true },
};

static enum command command_of(const char *word)
{
	int command = command_named(word);

	if (command < 0)
		die_command(word);
	return command;
}

/* Called before the terminal is examined: a file of -o is not one. */
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
static enum command take_command(struct options *opt, int *argc, char ***argv)
{
	enum command command = CMD_LIST;
	int at;

	opt->command = COMMANDS;
	/* Options may be on both sides of the command. */
	at = options_parse(opt, *argc, *argv, "+");
	if (at < *argc) {
		command = command_of((*argv)[at]);
		*argc -= at;
		*argv += at;
		/* getopt uses it as the name of the program. */
		(*argv)[0] = "perfattr";
		opt->command = command;
		at = options_parse(opt, *argc, *argv, command == CMD_RUN ? "+" : "");
	}
	*argc -= at;
	*argv += at;
	return command;
}

static void check_source(const struct options *opt, enum command command)
{
	if (!opt->source)
		return;
	if (strcmp(opt->source, "module") && strcmp(opt->source, "tracer") &&
	    strcmp(opt->source, "bpf"))
		die("--source takes module, bpf or tracer, not \"%s\"", opt->source);
	if (command == CMD_LIST && !opt->follow)
		die("--source is for run, events and -f: perfattr run --source tracer -- perf stat true");
	if (command == CMD_RUN && !strcmp(opt->source, "bpf"))
		die("--source bpf is for -f: perfattr -f -x. run works without the module: perfattr run -- perf stat true");
	if (command != CMD_RUN && !strcmp(opt->source, "tracer"))
		die("the tracer sees the calls of one program: perfattr run --source tracer -- perf stat true");
}

/* Options that the command does not take, and arguments of a command that takes none. */
static void check_options(const struct options *opt, enum command command, const char *word)
{
	if (word && !commands[command].words)
		die("%s: unexpected argument \"%s\"", command_names[command], word);
	options_check(opt, command);
	check_source(opt, command);
	if (command == CMD_RUN)
		run_check(opt);
	if (opt->force && command == CMD_RUN && !opt->try_calls)
		die("--force is for try, doctor and --try: perfattr try --force 12");
}

/*
 * If the module is not loaded, -f uses BPF programs. If that fails, they have said why, and the
 * message about the module follows as without them.
 */
static void start_bpf(struct options *opt, command_fn fn)
{
	if (fn != cmd_list)
		return;
	if (bpf_instead(opt) && !bpf_start())
		exit(1);
	opt->bpf = bpf_instead(opt) || (opt->follow && bpf_by_itself(opt) && bpf_start());
}

/* Return true if the input is a pasted text. */
static bool takes_text(const struct options *opt, command_fn fn, int argc, char **argv)
{
	return fn == cmd_explain || (fn == cmd_try && try_takes_text(opt, argc, argv));
}

/* Numbers are those of the last run, unless the module recorded it. */
static void take_kept(struct options *opt, command_fn fn, int argc, char **argv)
{
	int i;

	if (opt->input || !argc ||
	    (fn != cmd_show && fn != cmd_try && fn != cmd_diff && fn != cmd_write))
		return;
	for (i = 0; i < argc; i++)
		if (!is_record_number(argv[i]))
			return;
	opt->input = kept_find();
}

int main(int argc, char **argv)
{
	struct options opt = { 0 };
	enum command command;
	int status;

	standard_files();
	command = take_command(&opt, &argc, &argv);
	opt.text = takes_text(&opt, commands[command].run, argc, argv);
	/* Tries are made on this machine, so its state is read, too. */
	opt.here |= opt.text && commands[command].run == cmd_try;
	take_kept(&opt, commands[command].run, argc, argv);
	options_done(&opt);
	check_options(&opt, command, argc ? argv[0] : NULL);
	start_bpf(&opt, commands[command].run);
	/* cmd_run() opens it itself. */
	if (commands[command].run != cmd_run)
		set_output(&opt);
	explain_setup(&opt);
	term_init(&opt);
	status = commands[command].run(&opt, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		/* The reader has closed the pipe. */
		if (errno == EPIPE)
			_exit(0);
		die("cannot write to %s: %s", opt.output ? opt.output : "standard output",
		    strerror(errno));
	}
	if (opt.bpf && commands[command].run == cmd_list)
		bpf_ended();
	/* On failure leave the old output file as it is. */
	if (!status)
		output_done();
	return status;
}
