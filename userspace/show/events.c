// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr events: the perf events that are open now, and who holds them, as the module's file
 * events tells, or events_json with -j. Without these files the question has no answer:
 * records are of calls, and a process may have passed its descriptor on, or closed it unseen.
 */
#include <stdio.h>
#include <stdlib.h>

#include "show/show.h"

/* Prints a line of the module, which has escaped names; other unprintable bytes become octal. */
static void put_line(const char *line)
{
	for (; *line && *line != '\n'; line++)
		printf(*line < 0x20 || *line > 0x7e ? "\\%03o" : "%c", (unsigned char)*line);
	putchar('\n');
}

int cmd_events(struct options *opt, int argc, char **argv)
{
	const char *view = opt->json ? "events_json" : "events";
	unsigned long n = 0;
	size_t room = 0;
	char *line = NULL;
	FILE *in;

	if (argc)
		die("events: unexpected argument \"%s\"", argv[0]);
	if (opt->input)
		die("events are those of this machine now: they are in no saved file");
	if (!view_there(opt, view))
		die("the module that is loaded does not tell which events are open: it has no file %s/perfattr/%s; what was opened: perfattr list",
		    opt->debugfs, view);
	in = must(fdopen(view_open(opt, view, 0), "r"));
	term_pager(opt);
	for (; getline(&line, &room, in) > 0; n++)
		put_line(line);
	if (!n)
		warn("no perf event is open on this machine");
	free(line);
	fclose(in);
	return 0;
}
