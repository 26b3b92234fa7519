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
#include "perfattr/c/c.h"
#include "perfattr/perfattr.h"
#include "show/show.h"

typedef int (*command_fn)(struct options *opt, int argc, char **argv);

static const struct {
	const char *name;
	command_fn run;
	const char *getopt;
} commands[] = {
	{ "list", cmd_list, "" },
	{ "show", cmd_show, "" },
	{ "diff", cmd_diff, "" },
	{ "count", cmd_count, "" },
	{ "c", cmd_c, "" },
	{ "draw", cmd_draw, "" },
	{ "events", cmd_events, "" },
	{ "prove", cmd_prove, "" },
	{ "run", cmd_run, "+" },
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

	if (!strcmp(program_invocation_short_name, C_NAME)) {
		options_of_c(opt, *argc, *argv);
		*argc = 0;
		return command_of("c");
	}
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
	if (argc)
		die("list: unexpected argument \"%s\"", argv[0]);
	follow(opt);
	return 0;
}

int main(int argc, char **argv)
{
	struct options opt = { 0 };
	size_t command;
	int status;

	standard_files();
	command = take_command(&opt, &argc, &argv);
	options_done(&opt);
	if (opt.perf && commands[command].run != cmd_diff)
		die("--perf is an option of diff: perfattr diff 12 --perf cycles:pp");
	if (opt.probes && commands[command].run != cmd_c)
		die("--probes is an option of c: perfattr c --probes");
	if (opt.pass_on && commands[command].run != cmd_list)
		die("--journal and --cursor are options of list: perfattr -f --journal");
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
	/* Who has failed has nothing to put in the place of what is there. */
	if (!status)
		output_done();
	return status;
}
