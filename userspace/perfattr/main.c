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

static const command_fn commands[COMMANDS] = {
	[CMD_LIST] = cmd_list, [CMD_RUN] = cmd_run, [CMD_SHOW] = cmd_show, [CMD_TRY] = cmd_try,
	[CMD_EXPLAIN] = cmd_explain, [CMD_DIFF] = cmd_diff, [CMD_WRITE] = cmd_write,
	[CMD_EVENTS] = cmd_events, [CMD_DOCTOR] = cmd_doctor, [CMD_PMUS] = cmd_pmus,
	[CMD_HELP] = cmd_help,
};

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
	options_check(opt, command, word);
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
static void start_bpf(struct options *opt)
{
	if (bpf_instead(opt) && !bpf_start())
		exit(1);
	opt->bpf = bpf_instead(opt) || (opt->follow && bpf_by_itself(opt) && bpf_start());
}

/* Return true if the input is a pasted text. */
static bool takes_text(const struct options *opt, enum command command, int argc, char **argv)
{
	return command == CMD_EXPLAIN ||
	       (command == CMD_TRY && try_takes_text(opt, argc, argv));
}

/* Numbers are those of the last run, unless the module recorded it. */
static void take_kept(struct options *opt, enum command command, int argc, char **argv)
{
	int i;

	if (opt->input || !argc || (command != CMD_SHOW && command != CMD_TRY &&
				    command != CMD_DIFF && command != CMD_WRITE))
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
	opt.text = takes_text(&opt, command, argc, argv);
	/* Tries are made on this machine, so its state is read, too. */
	opt.here |= opt.text && command == CMD_TRY;
	take_kept(&opt, command, argc, argv);
	options_done(&opt);
	check_options(&opt, command, argc ? argv[0] : NULL);
	if (command == CMD_LIST)
		start_bpf(&opt);
	/* cmd_run() opens it itself. */
	if (command != CMD_RUN)
		set_output(&opt);
	explain_setup(&opt);
	term_init(&opt);
	status = commands[command](&opt, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		/* The reader has closed the pipe. */
		if (errno == EPIPE)
			_exit(0);
		die("cannot write to %s: %s", opt.output ? opt.output : "standard output",
		    strerror(errno));
	}
	if (opt.bpf)
		die("perfattr-bpf has ended, there is nothing left to follow");
	/* On failure leave the old output file as it is. */
	if (!status)
		output_done();
	return status;
}
