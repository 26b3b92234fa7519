// SPDX-License-Identifier: GPL-2.0
/* perfattr try: makes refused calls again on this machine, to see what opens. */
#include "ui/ui.h"

static bool keep(struct record *r, void *arg)
{
	struct tries *t = arg;

	if (r && !tries_keep(t, r) && !t->opt->text && !t->opt->input)
		warn("#%ju is not a refused call", (uintmax_t)r->x->r.seq);
	return true;
}

/**
 * try_takes_text() - return true if the arguments of try are a text, like those of explain
 * @opt:  options
 * @argc: number of arguments
 * @argv: arguments
 */
bool try_takes_text(const struct options *opt, int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++)
		if (!is_record_number(argv[i]))
			return true;
	return !argc && !opt->input;
}

int cmd_try(struct options *opt, int argc, char **argv)
{
	struct tries tries = { .opt = opt };
	int status = 0;

	if (opt->text)
		explain_arguments(opt, "try", argc, argv);
	if (argc && !opt->text)
		status = numbered_records(opt, "try", argv, argc, keep, &tries);
	else
		each_record(opt, keep, &tries);
	if (!tries.n) {
		warn("there is no refused call of perf_event_open() to try");
		return 1;
	}
	tries_make(&tries, true);
	return status;
}
