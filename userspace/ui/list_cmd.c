// SPDX-License-Identifier: GPL-2.0
/* perfattr list: each call as a line, a block or a JSON object. */

#include "ui/ui.h"

struct shown {
	const struct options *opt;
	struct list *list;
	unsigned int quiet;
};

/* Waiting lines are printed after this many tenths of a second without a record. */
#define QUIET	3

/**
 * print_json() - print a record as a line of JSON, after the lines that it needs before it
 * @to: the output
 * @r:  the record
 */
void print_json(FILE *to, const struct record *r)
{
	char *line = record_line(r);

	record_heads(to, r);
	fprintf(to, "%s\n", line);
	free(line);
}

/**
 * print_record() - print a record as a JSON object or as a block, not as a line of the list
 * @r:   the record
 * @opt: options
 */
void print_record(const struct record *r, const struct options *opt)
{
	if (opt->json)
		print_json(stdout, r);
	else
		block_record(stdout, r, opt);
}

static bool shown_idle(struct shown *s)
{
	/* After that time no call can be merged into a waiting line any more. */
	if (s->list && ++s->quiet == QUIET)
		list_flush(s->list, true);
	return !fflush(stdout);
}

static bool shown_record(struct record *r, void *arg)
{
	struct shown *s = arg;

	if (!r)
		return shown_idle(s);
	s->quiet = 0;
	if (s->list)
		list_record(s->list, r);
	else if (filter_shows(s->opt, r))
		print_record(r, s->opt);
	return !ferror(stdout);
}

int cmd_list(struct options *opt, int argc, char **argv)
{
	struct shown s = { .opt = opt };
	unsigned long records, lines = 1;

	if (opt->count)
		return cmd_count(opt, argc, argv);
	if (!opt->json && !opt->verbose && !opt->all)
		s.list = list_begin(opt);
	term_pager(opt);
	/* From now on numbers are those of this list, no longer those of the last run. */
	if (opt->live && !opt->json)
		kept_forget();
	if (s.list)
		say_left_out(stdout, opt);
	records = each_record(opt, shown_record, &s);
	if (s.list)
		lines = list_end(s.list, NULL);
	if (records && !lines)
		warn("no perf_event_open() among them: -c shows the other calls");
	return 0;
}
