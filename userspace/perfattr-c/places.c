// SPDX-License-Identifier: GPL-2.0
/*
 * Where in fd[] the descriptors of a session are. An attr that was opened on each cpu in turn has a
 * place for as many as there are when the program runs; all other opens of an attr share one.
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

/* What opens on each cpu have in common. */
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

/* The opens from @first on that are one on each cpu, if they are; @sweep receives which. */
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
 * make_places() - give each open that got a descriptor its place
 * @s:     the session; its opens must be there, in their order
 * @fixed: for the cpus that there were, and no others
 */
void make_places(struct session *s, bool fixed)
{
	long *sweep = calloc(s->cpus + 1, sizeof(*sweep));
	long i;

	if (!sweep)
		die("no memory");
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

/* --- what ends the events --- */

/* The place of the event that a call ends, or whose ring it unmaps; -1: none that counts here. */
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

/* Moves all before record @last that end the same place to it, in the order of the cpus. */
static void gather(struct session *s, size_t last)
{
	json_t *r = json_array_get(s->records, last), *other;
	size_t i, at, first = last;
	long index, before;

	for (i = last; i-- > 0;) {
		other = json_array_get(s->records, i);
		if (place_of_end(s, other, &index) < 0 || !same_end(s, r, other))
			continue;
		/* Between those that are there already. */
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
 * gather_ends() - have what ends the events of a place, one on each cpu, stand together
 * @s: the session, with its places; its opens must be made anew
 *
 * Threads and the order of poll may have drawn it apart. It comes later than it was: an event
 * that goes on, or a ring that stays mapped, changes nothing for the calls between.
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
 * put_places() - write where the descriptors of each place begin, and the array of all
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
