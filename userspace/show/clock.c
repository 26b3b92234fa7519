// SPDX-License-Identifier: GPL-2.0
/* The time of a call. Records have the boot clock; only their own machine can convert that. */
#include <string.h>
#include <time.h>

#include "env/env.h"

#include "show/show.h"

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

/**
 * clock_wall() - nanoseconds since 1970
 * @r: the record
 *
 * Return: 0 if not known: the record has no wall clock and is from another machine.
 */
uint64_t clock_wall(const struct record *r)
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

/* "90s", "5m", "2h", "1d": nanoseconds. */
static bool parse_ago(const char *text, uint64_t *ns)
{
	static const char units[] = "smhd";
	static const unsigned int seconds[] = { 1, 60, 3600, 86400 };
	char buf[24];
	size_t len = strlen(text);
	const char *unit = len ? strchr(units, text[len - 1]) : NULL;
	uint64_t n;

	if (len < 2 || len >= sizeof(buf) || !unit)
		return false;
	memcpy(buf, text, len - 1);
	buf[len - 1] = '\0';
	if (!parse_u64(buf, &n) || n > 1000000000)
		return false;
	*ns = n * seconds[unit - units] * NSEC;
	return true;
}

/* "14:03", "14:03:21", with "2026-01-31 " before: nanoseconds since 1970. */
static bool parse_date(const char *text, uint64_t *ns)
{
	static const char * const formats[] = {
		"%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d", "%H:%M:%S", "%H:%M",
	};
	time_t now = time(NULL);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		struct tm tm;
		const char *end;

		localtime_r(&now, &tm);
		tm.tm_hour = 0;
		tm.tm_min = 0;
		tm.tm_sec = 0;
		tm.tm_isdst = -1;
		end = strptime(text, formats[i], &tm);
		if (!end || *end)
			continue;
		*ns = mktime(&tm) * NSEC;
		return true;
	}
	return false;
}

/* "@123.5": seconds since boot, as the list shows them. */
static bool parse_boot(const char *text, uint64_t *ns)
{
	double s;
	char end;

	if (*text != '@' || sscanf(text + 1, "%lf%c", &s, &end) != 1 || !(s >= 0 && s < 1e9))
		return false;
	*ns = s * NSEC;
	return true;
}

/**
 * clock_since() - parse the argument of --since
 * @text: "5m" ago, "14:03", "2026-01-31 14:03", or "@SECONDS" since boot
 * @opt:  options
 * @wall: receives whether the result is a wall clock, not the boot clock
 *
 * Return: nanoseconds. Exits if @text is invalid or in the future.
 */
uint64_t clock_since(const char *text, const struct options *opt, bool *wall)
{
	uint64_t now = env_wall_clock();
	uint64_t ns;

	*wall = false;
	if (parse_boot(text, &ns))
		return ns;
	*wall = true;
	if (parse_ago(text, &ns))
		return now > ns ? now - ns : 0;
	if (!parse_date(text, &ns))
		die("--since takes 90s, 5m, 2h or 1d ago, 14:03, 14:03:21, \"2026-01-31 14:03\" or @SECONDS since boot, not \"%s\"",
		    text);
	if (ns > now && !opt->follow)
		die("--since %s is in the future", text);
	return ns;
}
