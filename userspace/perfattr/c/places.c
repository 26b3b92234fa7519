// SPDX-License-Identifier: GPL-2.0
/*
 * Assigns places in fd[] to the descriptors of a session. Opens of an attr on each cpu in turn get
 * a place with one descriptor per online cpu; all other opens of an attr share one place.
 */
#include "places.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attrs.h"
#include "record.h"
#include "util.h"

static bool same_argument(json_t *a, json_t *b, const char *key)
{
	return number(member(a, "args", key)) == number(member(b, "args", key));
}

static bool in_group(json_t *r)
{
	return number(member(r, "args", "group_fd")) >= 0;
}

/* Do two opens differ only in the cpu? */
static bool same_sweep(json_t *a, json_t *b)
{
	return same_argument(a, b, "pid") && same_argument(a, b, "flags") &&
	       in_group(a) == in_group(b);
}

static struct place *add_place(struct session *s, int attr)
{
	struct place *p;
	int i, more = 1;

	for (i = 0; i < s->nplaces; i++)
		more += s->places[i].attr == attr;
	s->places = grow(s->places, s->nplaces, sizeof(*s->places));
	p = &s->places[s->nplaces++];
	p->attr = attr;
	if (more == 1)
		snprintf(p->label, sizeof(p->label), "%s", s->attrs[attr].label);
	else
		snprintf(p->label, sizeof(p->label), "%s_OPEN_%d", s->attrs[attr].label, more);
	return p;
}

static json_t *record_of(const struct session *s, const struct opened *o)
{
	return json_array_get(s->records, o->at);
}

/* Finds a run of opens, from @first on, with one on each cpu; @sweep receives their indexes. */
static bool find_sweep(const struct session *s, long first, long *sweep)
{
	json_t *r = record_of(s, &s->opens[first]);
	int cpus = 0;
	long i;

	for (i = first; i < s->nopens && cpus < s->cpus; i++) {
		const struct opened *o = &s->opens[i];
		json_t *other = record_of(s, o);

		if (o->attr != s->opens[first].attr || o->place >= 0 || !same_sweep(r, other))
			continue;
		if (number(member(other, "args", "cpu")) != cpus)
			return false;
		sweep[cpus++] = i;
	}
	return cpus > 1 && cpus == s->cpus;
}

static int common_place(struct session *s, int attr)
{
	int i;

	for (i = 0; i < s->nplaces; i++)
		if (s->places[i].attr == attr && !s->places[i].each_cpu)
			return i;
	add_place(s, attr);
	return s->nplaces - 1;
}

static void place_sweep(struct session *s, const long *sweep)
{
	struct place *p = add_place(s, s->opens[*sweep].attr);
	int i;

	p->each_cpu = true;
	p->size = s->cpus;
	for (i = 0; i < s->cpus; i++) {
		s->opens[sweep[i]].place = s->nplaces - 1;
		s->opens[sweep[i]].index = i;
	}
}

static void number_places(struct session *s)
{
	long next = 0;
	int i;

	for (i = 0; i < s->nplaces; i++) {
		s->places[i].first = next;
		next += s->places[i].size;
	}
	for (i = 0; i < s->nopens; i++)
		s->opens[i].index += s->places[s->opens[i].place].first;
}

/**
 * make_places() - assign a place to each open that returned a descriptor
 * @s:     the session; make_opens() was called
 * @fixed: use the original number of cpus
 */
void make_places(struct session *s, bool fixed)
{
	long *sweep = must(calloc(s->cpus + 1, sizeof(*sweep)));
	long i;

	s->nplaces = 0;
	for (i = 0; i < s->nopens; i++)
		s->opens[i].place = -1;
	for (i = 0; i < s->nopens; i++) {
		struct opened *o = &s->opens[i];

		if (o->place >= 0)
			continue;
		if (!fixed && find_sweep(s, i, sweep)) {
			place_sweep(s, sweep);
			continue;
		}
		o->place = common_place(s, o->attr);
		o->index = s->places[o->place].size++;
	}
	number_places(s);
	free(sweep);
}

/* --- the calls that end events --- */

/* The place of the event that a call closes or whose ring it unmaps; -1: another call. */
static int place_of_end(const struct session *s, json_t *r, long *index)
{
	json_int_t seq = number(member(r, "event", "open"));
	long i;

	if ((!is_call(r, "munmap") && !is_call(r, "close")) || result(r) < 0 ||
	    json_is_true(member(r, "at_exit", NULL)))
		return -1;
	for (i = 0; seq && i < s->nopens; i++) {
		if (s->opens[i].seq == seq && s->places[s->opens[i].place].each_cpu) {
			*index = s->opens[i].index;
			return s->opens[i].place;
		}
	}
	return -1;
}

static bool same_end(const struct session *s, json_t *r, json_t *other)
{
	long index;

	return place_of_end(s, r, &index) == place_of_end(s, other, &index) &&
	       !strcmp(call_of(r), call_of(other)) &&
	       !strcmp(string(member(r, "area", NULL)), string(member(other, "area", NULL)));
}

/* Moves earlier records that end events of the same place next to record @last, in cpu order. */
static void gather(struct session *s, size_t last)
{
	json_t *r = json_array_get(s->records, last), *other;
	size_t i, at, first = last;
	long index, before;

	for (i = last; i-- > 0;) {
		other = json_array_get(s->records, i);
		if (place_of_end(s, other, &index) < 0 || !same_end(s, r, other))
			continue;
		/* Insert it in order among those moved before. */
		for (at = first; at <= last; at++) {
			place_of_end(s, json_array_get(s->records, at), &before);
			if (before > index)
				break;
		}
		json_incref(other);
		json_array_remove(s->records, i);
		json_array_insert_new(s->records, at - 1, other);
		first--;
	}
}

/**
 * gather_ends() - move the calls that end the events of a place next to each other
 * @s: the session, with its places; call make_opens() again afterwards
 *
 * Threads and the order of poll results may have separated them. Moving them to a later position
 * is safe: that an event or a ring lives longer does not change the calls in between.
 */
void gather_ends(struct session *s)
{
	size_t i, k;
	long index;

	for (i = json_array_size(s->records); i-- > 0;) {
		json_t *r = json_array_get(s->records, i);
		bool last = place_of_end(s, r, &index) >= 0;

		for (k = i + 1; last && k < json_array_size(s->records); k++)
			last = !same_end(s, r, json_array_get(s->records, k));
		if (last)
			gather(s, i);
	}
}

/**
 * put_places() - write the first index of each place, and the array of descriptors
 * @out: where to
 * @s:   the session
 */
void put_places(FILE *out, struct session *s)
{
	const struct place *p = s->places;
	int i;

	if (!s->nplaces)
		return;
	fputs("/* Where the descriptors of an event begin in fd[]. */\nenum {\n", out);
	if (s->needs & NEED_CPUS)
		fputs("\tCPUS = 1024,\n", out);
	for (i = 0; i <= s->nplaces; i++) {
		const char *label = i < s->nplaces ? p[i].label : "EVENTS";
		const char *end = i < s->nplaces ? "," : "";

		fprintf(out, "\t%s = ", label);
		if (!i || !(s->needs & NEED_CPUS))
			fprintf(out, "%ld", i ? p[i - 1].first + p[i - 1].size : 0);
		else if (p[i - 1].each_cpu)
			fprintf(out, "%s + CPUS", p[i - 1].label);
		else
			fprintf(out, "%s + %ld", p[i - 1].label, p[i - 1].size);
		fprintf(out, "%s\n", end);
	}
	fputs("};\n\nstatic int fd[EVENTS];\n\n", out);
}
