// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr events: the perf events that are open now, and their holders, from the module's file
 * events_raw. Without this file there is no answer: records are about calls, and a process may
 * have passed its descriptor on, or closed it unseen.
 */
#include <fnmatch.h>

#include "json/json.h"
#include "ui/ui.h"
#include "call/explain.h"
#include "call/parts.h"

#define VIEW		"events_raw"

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

/* Prints the event, or adds it to the table, if it is chosen. */
static void event_take(struct events *t, const struct raw_entry *e)
{
	static struct pa_holder holders[PA_HOLDERS];
	static char json[PA_EVENT_NOW_MAX];
	static struct pa_raw_event event;
	static struct pa_event_view view;
	static struct pa_env env;
	struct out s;
	cJSON *o;
	char *line;

	if (!raw_event(&event, holders, e))
		return;
	machine_env(t->machines, &env);
	view = (struct pa_event_view){ .e = &event.now, .holders = holders, .env = &env };
	out_init(&s, json, sizeof(json));
	pa_json_event(&s, &view);
	t->all++;
	o = json_load(json, out_used(&s), NULL);
	if (o && is_chosen(t->opt, o)) {
		t->chosen++;
		line = must(json_ascii(json, out_used(&s)));
		if (t->opt->json)
			fputs(line, stdout);
		else
			events_add(t, o);
		free(line);
	}
	cJSON_Delete(o);
}

static bool entry_take(void *arg, const struct raw_in *in, const struct raw_entry *e)
{
	struct events *t = arg;

	if (e->kind == PA_RAW_EVENT)
		event_take(t, e);
	else if (e->kind == PA_RAW_MORE)
		puts(t->opt->json ? "{\"more\":true}" : "there are more events than these");
	else
		machine_entry(&t->machines, in, e);
	return true;
}

/* Reads the open events into @t; with -j prints them. */
static void look(const struct options *opt, struct events *t)
{
	FILE *file = must(fdopen(view_open(opt, VIEW, 0), "r"));
	struct raw_in in = { 0 };

	if (!raw_each(&in, file, entry_take, t) && in.fault)
		die("%s: %s", VIEW, in.fault);
	fclose(file);
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

	if (opt->input)
		die("events shows what is open on this machine now, not what a file has");
	if (opt->have_last || opt->filter.failed || opt->filter.errnos)
		die("events takes only -p, -C and -e: open events have no error and no time");
	if (!view_there(opt, VIEW))
		die("the loaded module cannot list open events: it has no file %s/perfattr/%s. Calls that opened events: perfattr list",
		    opt->debugfs, VIEW);
	term_pager(opt);
	look(opt, &t);
	events_put(&t);
	if (!t.chosen)
		say_none(t.all);
	events_free(&t);
	machine_free(&t.machines);
	return 0;
}
