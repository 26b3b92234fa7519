// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr events: the perf events that are open now, and their holders, from the module's file
 * events_raw. Without this file there is no answer: records are about calls, and a process may
 * have passed its descriptor on, or closed it unseen.
 */
#include <fnmatch.h>

#include "core/event_name.h"
#include "ui/ui.h"
#include "call/parts.h"

#define VIEW		"events_raw"

static bool holder_matches(const struct filter *f, const struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	bool pid = !f->by_pid || (e->have & PA_N_TASK && (e->pid == f->pid || e->tid == f->pid));
	bool comm = !f->comm;
	u32 i;

	for (i = 0; i < e->nholders; i++) {
		pid = pid || v->holders[i].pid == f->pid;
		comm = comm || !fnmatch(f->comm, v->holders[i].comm, 0);
	}
	return pid && comm;
}

static bool is_chosen(const struct filter *f, const struct pa_event_view *v, const char *event)
{
	if (f->event && (!*event || (fnmatch(f->event, event, 0) &&
				     strcmp(event_alias(f->event), event))))
		return false;
	return holder_matches(f, v);
}

static void put_json(struct pa_event_view *v)
{
	static char json[PA_EVENT_NOW_MAX];
	struct out s;

	out_init(&s, json, sizeof(json));
	pa_json_event(&s, v);
	fwrite(json, 1, out_used(&s), stdout);
}

/* Prints the event, or adds it to the table, if it is chosen. */
static void event_take(struct events *t, const struct raw_entry *e)
{
	static struct raw_event event;
	static struct pa_env env;
	char buf[PA_EVENT_LEN];
	struct out name;

	machine_env(t->machines, &env);
	if (!raw_event(&event, e, &env))
		return;
	out_init(&name, buf, sizeof(buf));
	pa_event_now_name(&name, &event.view);
	buf[name.len < sizeof(buf) ? name.len : 0] = '\0';
	t->all++;
	if (!is_chosen(&t->opt->filter, &event.view, buf))
		return;
	t->chosen++;
	if (t->opt->json)
		put_json(&event.view);
	else
		events_add(t, &event.view, buf);
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
	term_pager(opt);
	look(opt, &t);
	events_put(&t);
	if (!t.chosen)
		say_none(t.all);
	events_free(&t);
	machine_free(&t.machines);
	return 0;
}
