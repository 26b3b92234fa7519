// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr: shows the records of perfattr_dump.ko to people. It reads the module's JSON,
 * from the module or from a file of any machine; perfattr-cat copies the views as they are.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "perfattr.h"

static const struct {
	const char *name;
	int (*run)(struct options *opt, int argc, char **argv);
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

/* After so many waits without a record, test whether probes fire. */
#define ASK_AFTER	50

/* The last records, for -n. */
struct tail {
	struct record *r;
	size_t first, n, room;
};

static void tail_add(struct tail *t, const struct record *r)
{
	if (t->n == t->room) {
		record_free(&t->r[t->first]);
		t->first = (t->first + 1) % t->room;
		t->n--;
	}
	t->r[(t->first + t->n++) % t->room] = *r;
}

struct pass {
	const struct options *opt;
	record_fn fn;
	void *arg;
	struct tail tail;
	uint64_t started;	/* boot clock */
	unsigned long seen;
	unsigned long shown;
	bool going;
};

static void event_of(struct text *t, const struct record *r, const struct options *opt)
{
	text_clear(t);
	if (record_is_open(r))
		event_text(t, r, opt->sysfs, false);
}

static void give(struct pass *p, struct record *r)
{
	struct text event = { 0 };

	if (!p->opt->plain)
		record_explain(r);
	event_of(&event, r, p->opt);
	p->going = p->fn(r, text_str(&event), p->arg);
	p->shown++;
	text_free(&event);
	record_free(r);
}

static void give_tail(struct pass *p)
{
	struct tail *t = &p->tail;

	for (; p->going && t->n; t->n--, t->first = (t->first + 1) % t->room)
		give(p, &t->r[t->first]);
	free(t->r);
	memset(t, 0, sizeof(*t));
}

/* Handles lines that are no call: they tell why calls may be missing. Returns false for a call. */
static bool take_notice(const struct record *r)
{
	if (r->lost)
		warn("%ju records were lost: they were overwritten before they could be read",
		     (uintmax_t)r->lost);
	else if (!r->firing)
		warn("probes do not fire (the kernel log says why): calls after #%ju are not seen",
		     (uintmax_t)r->seq);
	else if (r->firing > 0)
		warn("probes fire again: calls after #%ju are seen", (uintmax_t)r->seq);
	return r->lost || r->firing >= 0;
}

static void take_record(struct pass *p, struct record *r)
{
	struct text event = { 0 };
	bool passes;

	if (take_notice(r)) {
		record_free(r);
		return;
	}
	p->seen++;
	event_of(&event, r, p->opt);
	passes = filter_passes(p->opt, r, record_is_open(r) ? text_str(&event) : NULL);
	text_free(&event);
	if (!passes)
		record_free(r);
	else if (p->tail.room && (!p->opt->follow || r->time_ns < p->started))
		tail_add(&p->tail, r);
	else if (p->opt->have_last && !p->opt->last && r->time_ns < p->started)
		record_free(r);
	else
		give(p, r);
}

static uint64_t boot_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static unsigned long pass_records(struct pass *p, struct source *src, const int *wait_ms)
{
	unsigned int idle = 0;
	struct record r;
	enum next got;

	while (p->going && (got = source_next(src, &r, *wait_ms)) != NEXT_END) {
		if (got == NEXT_RECORD) {
			take_record(p, &r);
		} else {
			/* A reader that polls must request the test; the stream has its result. */
			if (!(++idle % ASK_AFTER))
				probes_fire(p->opt);
			give_tail(p);
			p->going = p->going && p->fn(NULL, NULL, p->arg);
		}
	}
	give_tail(p);
	return p->shown;
}

/**
 * records_from() - call a function for each record of a source that passes the filter
 * @src:     the source
 * @opt:     options
 * @fn:      called with each record; with NULL if there is none now: print what is waiting
 * @arg:     passed on
 * @wait_ms: how long to wait for a record before calling @fn with NULL; @fn may change it
 *
 * Return: how many were handed out.
 */
unsigned long records_from(struct source *src, const struct options *opt, record_fn fn, void *arg,
			   const int *wait_ms)
{
	struct pass p = { .opt = opt, .fn = fn, .arg = arg, .going = true };

	return pass_records(&p, src, wait_ms);
}

/**
 * each_record() - call a function for each record that the options select
 * @opt: options
 * @fn:  as above
 * @arg: passed on
 *
 * If there are none, explains on standard error why.
 *
 * Return: how many were handed out.
 */
unsigned long each_record(const struct options *opt, record_fn fn, void *arg)
{
	int wait_ms = opt->follow ? 100 : -1;
	struct pass p = {
		.opt = opt, .fn = fn, .arg = arg, .going = true, .started = boot_clock(),
	};
	struct source src;

	if (opt->have_last && opt->last) {
		p.tail.room = opt->last;
		p.tail.r = must(calloc(p.tail.room, sizeof(*p.tail.r)));
	}
	source_open(&src, opt);
	pass_records(&p, &src, &wait_ms);
	source_close(&src);
	if (!p.shown)
		say_why_empty(opt, p.seen);
	return p.shown;
}

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

static void set_output(const struct options *opt)
{
	if (opt->output && !freopen(opt->output, "we", stdout))
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
	if (commands[command].run != cmd_run && commands[command].run != cmd_c && !opt.pass_on)
		set_output(&opt);
	/* They read files of the locale and of sysfs, which a service neither has nor needs. */
	if (!opt.pass_on) {
		explain_setup(&opt);
		term_init(&opt);
	}
	status = commands[command].run(&opt, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		/* The reader has closed the pipe. */
		if (errno == EPIPE)
			_exit(0);
		die("cannot write to %s: %s", opt.output ? opt.output : "standard output",
		    strerror(errno));
	}
	term_end();
	return status;
}
