// SPDX-License-Identifier: GPL-2.0
/* The time of a call. Records have the boot clock; only their own machine can convert that. */
#include <time.h>

#include "host/host.h"

#include "ui/ui.h"

#define NSEC	1000000000ULL

/* Wall clock minus boot clock of this machine; 0: the records are from another machine. */
static uint64_t clock_offset;

/**
 * clock_init() - measure the offset between the two clocks
 * @opt: options
 */
void clock_init(const struct options *opt)
{
	if (opt->live)
		clock_offset = env_wall_clock() - env_clock();
}

/*
 * Nanoseconds since 1970; 0 if not known: the record has no wall clock and is from another machine.
 */
static uint64_t clock_wall(const struct record *r)
{
	if (r->x->r.wall_ns)
		return r->x->r.wall_ns;
	return clock_offset ? clock_offset + r->time_ns : 0;
}

/**
 * clock_text() - the time of a call
 * @t:    receives "14:03:21.123", or seconds since boot if the wall clock is not known
 * @r:    the record
 * @date: with the day, and microseconds
 */
void clock_text(struct text *t, const struct record *r, bool date)
{
	uint64_t wall = clock_wall(r);
	time_t s = wall / NSEC;
	char buf[40];
	struct tm tm;

	if (!wall || !localtime_r(&s, &tm)) {
		text_printf(t, date ? "%ju.%06ju s" : "%ju.%03ju s", (uintmax_t)(r->time_ns / NSEC),
			    (uintmax_t)(r->time_ns % NSEC / (date ? 1000 : 1000000)));
		return;
	}
	strftime(buf, sizeof(buf), date ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S", &tm);
	text_printf(t, date ? "%s.%06ju" : "%s.%03ju", buf,
		    (uintmax_t)(wall % NSEC / (date ? 1000 : 1000000)));
}
