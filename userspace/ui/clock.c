// SPDX-License-Identifier: GPL-2.0
/* The time of a call. */
#include <time.h>

#include "ui/ui.h"

#define NSEC	1000000000ULL

/**
 * clock_text() - the time of a call
 * @t:    receives "14:03:21.123", or seconds since boot if the wall clock is not known
 * @r:    the record
 * @date: with the day, and microseconds
 */
void clock_text(struct text *t, const struct record *r, bool date)
{
	uint64_t wall = r->x->r.wall_ns, boot = r->x->r.time_ns;
	time_t s = wall / NSEC;
	char buf[40];
	struct tm tm;

	if (!wall || !localtime_r(&s, &tm)) {
		text_printf(t, date ? "%ju.%06ju s" : "%ju.%03ju s", (uintmax_t)(boot / NSEC),
			    (uintmax_t)(boot % NSEC / (date ? 1000 : 1000000)));
		return;
	}
	strftime(buf, sizeof(buf), date ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S", &tm);
	text_printf(t, date ? "%s.%06ju" : "%s.%03ju", buf,
		    (uintmax_t)(wall % NSEC / (date ? 1000 : 1000000)));
}
