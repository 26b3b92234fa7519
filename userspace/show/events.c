// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr events: the perf events that are open now, and their holders, from the module's file
 * events_json. Without this file there is no answer: records are about calls, and a process may
 * have passed its descriptor on, or closed it unseen.
 */
#include <fnmatch.h>

#include "show/show.h"

#define VIEW		"events_json"

static bool holder_matches(const struct filter *f, const cJSON *o)
{
	const cJSON *holder, *target = json_get(o, "target");
	bool pid = !f->by_pid || snum(target, "pid", -1) == f->pid ||
		   snum(target, "tid", -1) == f->pid;
	bool comm = !f->comm;

	json_each(holder, json_get(o, "holders")) {
		const char *name = str(holder, "comm");

		pid = pid || snum(holder, "pid", -1) == f->pid;
		comm = comm || (name && !fnmatch(f->comm, name, 0));
	}
	return pid && comm;
}

static bool is_chosen(const struct options *opt, const cJSON *o)
{
	const char *event = str(o, "event"), *wanted = opt->filter.event;

	if (wanted && (!event || (fnmatch(wanted, event, 0) && strcmp(event_alias(wanted), event))))
		return false;
	return holder_matches(&opt->filter, o);
}

/* A line that is not an event says what is missing. */
static bool is_note(FILE *to, const cJSON *o)
{
	if (json_true(o, "more"))
		fputs("there are more events than these\n", to);
	else
		return !str(o, "id");
	return true;
}

static void print_line(const struct record *r)
{
	char *line = record_line(r);

	puts(line);
	free(line);
}

/* Reads the open events into @t; with -j prints them. Returns their number. */
static unsigned long look(const struct options *opt, struct events *t)
{
	FILE *in = must(fdopen(view_open(opt, VIEW, 0), "r"));
	unsigned long all = 0;
	size_t room = 0;
	char *line = NULL;
	ssize_t len;

	while ((len = getline(&line, &room, in)) > 0) {
		struct record r = { .json = json_load(line, len, NULL) };

		if (!r.json || (!opt->json && is_note(stdout, r.json))) {
			record_free(&r);
			continue;
		}
		if (str(r.json, "id"))
			all++;
		if (!is_chosen(opt, r.json)) {
			record_free(&r);
			continue;
		}
		if (opt->json)
			print_line(&r);
		else
			events_add(t, r.json);
		t->chosen++;
		record_free(&r);
	}
	free(line);
	fclose(in);
	return all;
}

static void say_none(unsigned long all)
{
	if (all)
		warn("none of %lu open events matches the options", all);
	else
		warn("no perf event is open on this machine");
}

int cmd_events(struct options *opt, int argc, char **argv)
{
	struct events t = { .opt = opt };
	unsigned long all;

	if (opt->input)
		die("events shows what is open on this machine now, not what a file has");
	if (opt->have_last || opt->filter.failed || opt->filter.errnos)
		die("events takes only -p, -C and -e: open events have no error and no time");
	if (!view_there(opt, VIEW))
		die("the loaded module cannot list open events: it has no file %s/perfattr/%s. Calls that opened events: perfattr list",
		    opt->debugfs, VIEW);
	term_pager(opt);
	all = look(opt, &t);
	events_put(&t);
	if (!t.chosen)
		say_none(all);
	events_free(&t);
	return 0;
}
