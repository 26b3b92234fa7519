// SPDX-License-Identifier: GPL-2.0
/* Why there is nothing to show, or less than there was. */

#include "capture/capture.h"

/**
 * say_none_refused() - say on standard error that there were calls, and none was refused
 * @tally: how many records there were
 */
void say_none_refused(const struct tally *tally)
{
	warn(tally->accepted == 1 ? "%lu call, not refused" : "%lu calls, none refused",
	     tally->accepted);
}

/**
 * say_why_empty() - say on standard error why nothing was shown
 * @opt:   options
 * @tally: how many records there were
 */
void say_why_empty(const struct options *opt, const struct tally *tally)
{
	if (opt->bpf)
		return;
	if (tally->accepted) {
		say_none_refused(tally);
		return;
	}
	if (tally->seen) {
		warn("none of %lu records matches the options", tally->seen);
		return;
	}
	if (opt->input) {
		warn("%s has no records", source_name(opt));
		return;
	}
	say_empty();
}

/* Calls that are in no record, by the counters of stats. */
enum { OVERWRITTEN, FILTERED, MISSED, OVER_SHARE, OVER_SHARE_UID, DROPPED, COUNTERS };

static const char * const counters[COUNTERS] = {
	"overwritten", "filtered", "missed", "over_share", "over_share_uid", "dropped",
};

static bool read_counters(const struct options *opt, uint64_t counted[COUNTERS])
{
	int fd = view_try(opt, "stats", 0), i;
	char name[128];
	uint64_t value;
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");

	if (!in)
		return false;
	while (fscanf(in, "%127s %ju", name, (uintmax_t *)&value) == 2)
		for (i = 0; i < COUNTERS; i++)
			if (!strcmp(name, counters[i]))
				counted[i] = value;
	fclose(in);
	return true;
}

static void put_filtered(FILE *to, uint64_t n)
{
	char *filter = module_setting("filter");
	struct text t = { 0 };

	if (filter)
		text_safe(&t, filter);
	fprintf(to, "%ju calls were left out by the module's filter", (uintmax_t)n);
	if (t.len)
		fprintf(to, ", now \"%s\"", t.s);
	fputc('\n', to);
	text_free(&t);
	free(filter);
}

/**
 * say_left_out() - say which calls a list does not have: a line for each cause
 * @to:  where to
 * @opt: options
 */
void say_left_out(FILE *to, const struct options *opt)
{
	uint64_t n[COUNTERS] = { 0 };
	char *room;

	if (!opt->live || opt->have_last || !read_counters(opt, n))
		return;
	if (n[OVERWRITTEN]) {
		room = module_setting("records");
		fprintf(to, "%ju older records were overwritten: the ring is full (records=%s)\n",
			(uintmax_t)n[OVERWRITTEN], room && strlen(room) < 24 ? room : "");
		free(room);
	}
	if (n[FILTERED])
		put_filtered(to, n[FILTERED]);
	if (n[MISSED])
		fprintf(to, "%ju calls were missed: more than maxactive= were in flight at a time\n",
			(uintmax_t)n[MISSED]);
	if (n[OVER_SHARE])
		fprintf(to, "%ju calls were not followed, because a user had too many in flight (limit: a quarter of maxactive= each, three quarters for all but root); the last was of uid %ju\n",
			(uintmax_t)n[OVER_SHARE], (uintmax_t)n[OVER_SHARE_UID]);
	if (n[DROPPED])
		fprintf(to, "%ju calls could not be stored\n", (uintmax_t)n[DROPPED]);
}
