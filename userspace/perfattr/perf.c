// SPDX-License-Identifier: GPL-2.0
/*
 * What perf passes for an event on this machine: perf is run, its calls are recorded as those of
 * perfattr run are, and the one for the event is picked.
 *
 * perf stat opens nothing but the events that it was given, so its first open says what the event
 * is. perf record also tries what the kernel has; its call is the one that samples that event.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perfattr.h"

/* What makes two attrs the same event; modifiers do not. */
static const char * const identity[] = { "type", "config", "config1", "config2", "bp_addr" };

/**
 * struct wanted - the call that is looked for
 * @like:  an open of the event; NULL: whatever event it is
 * @found: the first that succeeded, else the first
 * @any:   there is one
 */
struct wanted {
	const struct record *like;
	struct record found;
	bool any;
};

static bool samples(const struct record *r)
{
	return num(r->attr, "sample_period") || num(r->attr, "sample_freq");
}

static bool same_event(const struct record *a, const struct record *b)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(identity); i++)
		if (num(a->attr, identity[i]) != num(b->attr, identity[i]))
			return false;
	return true;
}

static bool look_at(struct record *r, const char *event, void *arg)
{
	struct wanted *w = arg;

	if (!r || !record_is_open(r) || !r->attr)
		return true;
	if (w->like && (!same_event(r, w->like) || !samples(r)))
		return true;
	if (w->any && (!w->found.errname || r->errname))
		return true;
	if (w->any)
		record_free(&w->found);
	w->found = *r;
	json_incref(r->json);
	w->any = true;
	return true;
}

/* The first lines of what perf said, for there is no call that would tell more. */
static void __attribute__((noreturn)) die_as_perf(const char *event, int said)
{
	char line[4096];
	ssize_t n = pread(said, line, sizeof(line) - 1, 0);
	struct text t = { 0 };
	char *p = line, *word;
	int lines = 0;

	line[n > 0 ? n : 0] = '\0';
	while ((word = strsep(&p, "\n")) && lines < 6) {
		if (!*word)
			continue;
		text_add(&t, "\n  ");
		text_safe(&t, word);
		lines++;
	}
	die("perf opened no event for %s%s%s", event, t.len ? "; it said:" : "", text_str(&t));
}

static void run_perf(struct wanted *w, const struct options *opt, char **argv)
{
	int to[2] = { open("/dev/null", O_WRONLY | O_CLOEXEC), memfd_create("perf", MFD_CLOEXEC) };
	struct ran ran = { .argv = argv, .to = to, .fn = look_at, .arg = w };
	struct source src;

	if (to[0] < 0 || to[1] < 0)
		die("cannot run perf: %s", strerror(errno));
	run_begin(&src, opt);
	if (!run_program(&src, &ran, NULL))
		die("--perf runs perf, and that cannot be run: %s (apt-get install linux-perf)",
		    strerror(errno));
	source_close(&src);
	if (!w->any)
		die_as_perf(opt->perf, to[1]);
	close(to[0]);
	close(to[1]);
}

/**
 * perf_call() - what perf passes for the event of --perf
 * @result: receives it, to be given to record_free(); the first that the kernel took, or, when it
 *          took none, the first
 * @opt:    options; they are for this machine
 * @like:   the call that it is compared with: perf samples if that does, and all processes if that
 *          does
 *
 * Ends the program with a sentence when perf cannot be run or opens nothing.
 */
void perf_call(struct record *result, const struct options *opt, const struct record *like)
{
	char *event = (char *)opt->perf;
	char *all = snum(like->args, "pid", 0) == -1 ? "-a" : "--";
	char *stat[] = { "perf", "stat", "-e", event, all, "true", NULL };
	char *record[] = { "perf", "record", "-o", "/dev/null", "-e", event, all, "true", NULL };
	struct wanted first = { 0 };
	struct wanted sampled = { .like = &first.found };

	run_perf(&first, opt, stat);
	*result = first.found;
	if (!samples(like))
		return;
	run_perf(&sampled, opt, record);
	*result = sampled.found;
	record_free(&first.found);
}
