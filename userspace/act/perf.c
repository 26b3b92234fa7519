// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr diff A --perf EVENT: what perf passes for an event on this machine. It runs perf,
 * records its calls like those of perfattr run, and picks the one for the event.
 *
 * perf stat opens only the events on its command line, so its first open shows what the event
 * is. perf record also makes trial calls; the wanted call is the one that samples that event.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "act/act.h"

/**
 * struct wanted - the call to find
 * @like:  an open of the event; NULL: any event
 * @found: the first call that succeeded, else the first one
 * @any:   a call was found
 */
struct wanted {
	const struct record *like;
	struct record found;
	bool any;
};

static bool samples(const struct record *r)
{
	return pa_attr_get(&r->x->r, PA_FIELD_SAMPLE_PERIOD);
}

/* Return true if these fields are equal. Modifiers are ignored. */
static bool same_event(const struct record *a, const struct record *b)
{
	static const u8 identity[] = { PA_FIELD_TYPE, PA_FIELD_CONFIG, PA_FIELD_CONFIG1,
				       PA_FIELD_CONFIG2 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(identity); i++)
		if (pa_attr_get(&a->x->r, identity[i]) != pa_attr_get(&b->x->r, identity[i]))
			return false;
	return true;
}

static bool look_at(struct record *r, const char *event, void *arg)
{
	struct wanted *w = arg;

	if (!r || !record_is_open(r) || !pa_attr_passed(&r->x->r))
		return true;
	if (w->like && (!same_event(r, w->like) || !samples(r)))
		return true;
	if (w->any && (!w->found.errname || r->errname))
		return true;
	if (w->any)
		record_free(&w->found);
	record_keep(&w->found, r);
	w->any = true;
	return true;
}

/* Exits with the first lines of perf's own message, as there is no call to show. */
static void __attribute__((noreturn)) die_as_perf(const char *event, int said)
{
	char line[4096];
	ssize_t n = pread(said, line, sizeof(line) - 1, 0);
	char *p = line, *word;
	int lines = 0;

	line[n > 0 ? n : 0] = '\0';
	warn("perf opened no event for %s%s", event, line[strspn(line, "\n")] ? "; it said:" : "");
	while ((word = strsep(&p, "\n")) && lines < 6) {
		if (!*word)
			continue;
		/* perf points at the part that it does not know with "\\___". */
		fputs("  ", stderr);
		put_printable(word);
		fputc('\n', stderr);
		lines++;
	}
	exit(1);
}

static void run_perf(struct wanted *w, const struct options *opt, char **argv)
{
	int to[2] = { open("/dev/null", O_WRONLY | O_CLOEXEC), memfd_create("perf", MFD_CLOEXEC) };
	struct ran ran = { .argv = argv, .to = to, .fn = look_at, .arg = w };
	struct source src;

	if (to[0] < 0 || to[1] < 0)
		die("cannot run perf: %s", strerror(errno));
	run_begin(&src, opt, &ran);
	if (!run_program(&src, &ran, NULL))
		die("--perf cannot run perf: %s (apt-get install linux-perf)",
		    strerror(errno));
	source_close(&src);
	if (!w->any)
		die_as_perf(opt->perf, to[1]);
	close(to[0]);
	close(to[1]);
}

/*
 * What perf passes for the event of --perf: the first call that succeeded, or the first one if none
 * did. It samples if the call to compare with does, and measures all processes if that does.
 */
static void perf_call(struct record *result, const struct options *opt, const struct record *like)
{
	char *event = (char *)opt->perf;
	char *all = like->x->r.arg_pid == -1 ? "-a" : "--";
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

/* The call that perf makes for the event on this machine, even if the other side is a file. */
static void side_perf(struct side *s, const struct options *opt, const struct record *like)
{
	s->word = opt->perf;
	s->opt = *opt;
	s->opt.input = NULL;
	s->opt.live = true;
	s->opt.sysfs = "/sys";
	s->opt.filter = (struct filter) { 0 };
	s->opt.have_last = false;
	s->opt.traced = trace_instead(opt);
	explain_live(true);
	perf_call(&s->r, &s->opt, like);
}

int cmd_diff_perf(struct options *opt, int argc, char **argv)
{
	struct side s[2] = { 0 };

	if (argc != 1)
		die(DIFF_TAKES);
	diff_read(&s[0], argv[0], opt);
	if (!record_is_open(&s[0].r))
		die("%s is not a perf_event_open() call, and --perf compares only those", argv[0]);
	side_perf(&s[1], opt, &s[0].r);
	diff_sides(s);
	return 0;
}
