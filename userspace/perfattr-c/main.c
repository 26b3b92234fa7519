// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-c: generates, from the records of one process, a C program that makes the same calls in
 * the same order.
 *
 *	read.c		parses JSON Lines into records; check.c says which are accepted
 *	probes.c	removes opens that only test what the kernel supports
 *	places.c	assigns descriptors to fd[]; finds opens that are repeated on each cpu
 *	steps.c		turns records into steps; go.c finds where the command ran
 *	attrs.c		collects the attrs, which calls may share
 *	loops.c		turns steps into statements and loops
 *	emit.c		inserts all of it into skeleton.c
 *	output.c	writes the file
 *
 * JSON is parsed by Jansson (Debian: libjansson-dev): maintained, documented, reference counted,
 * exact for 64-bit integers, and its errors name the position; cJSON holds every number in a
 * double.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../die.h"
#include "emit.h"
#include "output.h"
#include "probes.h"
#include "read.h"
#include "util.h"

struct options {
	json_int_t pid;		/* -1: not given */
	const char *output;	/* NULL: standard output */
	const char *records;	/* NULL: standard input */
	bool probes;
};

enum { OPT_PROBES = 256 };

static void show_help(FILE *to)
{
	fputs("Usage: perfattr-c [-p PID] [--probes] [-o FILE] [RECORDS]\n\n"
	      "Writes a C program that makes the calls of a session in the same order.\n"
	      "RECORDS is a file of JSON Lines as written by perfattr-cat -j, recorded with calls=1;\n"
	      "without it they are read from standard input.\n\n"
	      "  -p, --pid PID      use the records of this process; needed if there are several\n"
	      "      --probes       keep opens that only test what the kernel supports, in exact order\n"
	      "  -o, --output FILE  write to FILE instead of standard output\n"
	      "  -h, --help         this text\n"
	      "  -V, --version      the version\n", to);
}

static json_int_t parse_pid(const char *text)
{
	json_int_t pid;
	char *end;

	errno = 0;
	pid = strtoll(text, &end, 10);
	if (errno || !*text || *end || pid < 0)
		die("-p takes the number of a process, not \"%s\"", text);
	return pid;
}

static void parse_options(struct options *opt, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "pid", required_argument, NULL, 'p' },
		{ "output", required_argument, NULL, 'o' },
		{ "probes", no_argument, NULL, OPT_PROBES },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":p:o:hV", longs, NULL)) != -1) {
		switch (c) {
		case 'p':
			opt->pid = parse_pid(optarg);
			break;
		case 'o':
			opt->output = optarg;
			break;
		case OPT_PROBES:
			opt->probes = true;
			break;
		case 'h':
			show_help(stdout);
			exit(0);
		case 'V':
			puts("perfattr-c " PERFATTR_VERSION);
			exit(0);
		default:
			die_option(argv, c);
		}
	}
	if (optind + 1 < argc)
		die("one file of records expected, \"%s\" is a second one", argv[optind + 1]);
	opt->records = argv[optind];
}

static json_t *records_of(const struct options *opt)
{
	FILE *in = opt->records ? fopen(opt->records, "r") : stdin;
	json_t *records;

	if (!in)
		die("cannot open %s: %s", opt->records, strerror(errno));
	records = read_records(in, opt->records ? opt->records : "standard input");
	fclose(in);
	choose_process(records, opt->pid);
	return records;
}

int main(int argc, char **argv)
{
	struct options opt = { .pid = -1 };
	struct session session = { 0 };
	char *text;
	size_t len;

	parse_options(&opt, argc, argv);
	session.records = records_of(&opt);
	session.exact = opt.probes;
	if (!opt.probes)
		session.left_out = drop_probes(session.records);
	text = program_text(&session, &len);
	write_output(opt.output, text, len);
	free(text);
	session_free(&session);
	return 0;
}
