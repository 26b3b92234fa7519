// SPDX-License-Identifier: GPL-2.0
/* Writes consecutive equal steps as a loop, if their numbers increase by constant strides. */
#include "loops.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of steps in the body of a loop. */
#define MAX_PERIOD	8

/* The same statement, with other numbers? */
static bool same_shape(const struct step *a, const struct step *b)
{
	int i;

	if (strcmp(a->text, b->text) || a->slots != b->slots)
		return false;
	for (i = 0; i < a->slots; i++)
		if (a->slot[i].kind != b->slot[i].kind || a->slot[i].place != b->slot[i].place)
			return false;
	return true;
}

/*
 * Is the stride from @prev to @this the same as that from @first to @second, for all numbers?
 */
static bool counts_on(const struct step *this, const struct step *prev, const struct step *second,
		      const struct step *first)
{
	int i;

	for (i = 0; i < this->slots; i++)
		if (this->slot[i].value - prev->slot[i].value !=
		    second->slot[i].value - first->slot[i].value)
			return false;
	return true;
}

/* How many times the @period steps at @at repeat before @end. */
static int repeats(const struct step *steps, int at, int period, int end)
{
	int n, k;

	for (n = 1; at + (n + 1) * period <= end; n++) {
		for (k = 0; k < period; k++) {
			const struct step *first = &steps[at + k];
			const struct step *this = &first[n * period];

			if (!same_shape(first, this) ||
			    !counts_on(this, this - period, &first[period], first))
				return n;
		}
	}
	return n;
}

/* The part of a slot that depends on the loop variable: " + 2 * i". */
static void put_stride(FILE *out, long stride, bool first)
{
	if (!first)
		fputs(stride < 0 ? " - " : " + ", out);
	else if (stride < 0)
		fputc('-', out);
	if (labs(stride) != 1)
		fprintf(out, "%ld * ", labs(stride));
	fputc('i', out);
}

static void put_number(FILE *out, long base, long stride)
{
	if (!stride || base)
		fprintf(out, "%ld", base);
	if (stride)
		put_stride(out, stride, !base);
}

static void put_slot(FILE *out, const struct session *s, const struct slot *slot, long stride)
{
	const struct place *p;

	if (slot->kind == SLOT_NUMBER) {
		put_number(out, slot->value, stride);
		return;
	}
	p = &s->places[slot->place];
	fprintf(out, "%s%s", slot->kind == SLOT_FD ? "fd[" : "", p->label);
	if (slot->value != p->first)
		fprintf(out, " + %ld", slot->value - p->first);
	if (stride)
		put_stride(out, stride, false);
	if (slot->kind == SLOT_FD)
		fputc(']', out);
}

/* @next: the same step of the loop's second turn; NULL outside of a loop. */
static void put_step(FILE *out, const struct session *s, const struct step *step,
		     const struct step *next, const char *indent)
{
	const char *p;
	int slot = 0;

	fputs(indent, out);
	for (p = step->text; *p; p++) {
		if (*p != *SLOT) {
			fputc(*p, out);
			continue;
		}
		put_slot(out, s, &step->slot[slot],
			 next ? next->slot[slot].value - step->slot[slot].value : 0);
		slot++;
	}
	fputc('\n', out);
}

/* The period of the loop at @at that saves most steps; @times: its repetitions, 1: no loop. */
static int best_period(const struct step *steps, int at, int end, int *times)
{
	int best = 1, period;

	*times = 1;
	for (period = 1; period <= MAX_PERIOD && at + 2 * period <= end; period++) {
		int n = repeats(steps, at, period, end);

		if (n >= 2 && n * period > *times * best) {
			best = period;
			*times = n;
		}
	}
	return best;
}

/* The role of a slot in a loop over all cpus. */
enum cpu_use { CPU_NONE, CPU_EACH, CPU_OTHER };

static enum cpu_use cpu_use(const struct session *s, const struct slot *slot, long stride)
{
	const struct place *p = slot->kind == SLOT_NUMBER ? NULL : &s->places[slot->place];

	if (!p)
		return !stride ? CPU_NONE : slot->value || stride != 1 ? CPU_OTHER : CPU_EACH;
	if (!stride)
		return p->each_cpu && slot->value != p->first ? CPU_OTHER : CPU_NONE;
	return p->each_cpu && slot->value == p->first && stride == 1 ? CPU_EACH : CPU_OTHER;
}

/* Do these steps loop over all cpus? Notes in @s if a step uses a cpu's descriptor otherwise. */
static bool over_cpus(struct session *s, const struct step *first, int period, int times)
{
	bool each = false, other = false;
	int k, i;

	for (k = 0; k < period; k++) {
		for (i = 0; i < first[k].slots; i++) {
			long stride = times > 1 ? first[k + period].slot[i].value -
						  first[k].slot[i].value : 0;
			enum cpu_use use = cpu_use(s, &first[k].slot[i], stride);

			each |= use == CPU_EACH;
			other |= use == CPU_OTHER;
		}
	}
	if (each && !other && times == s->cpus)
		return true;
	for (k = 0; k < period * times; k++)
		for (i = 0; i < first[k].slots; i++)
			s->cpus_in_use |= first[k].slot[i].kind != SLOT_NUMBER &&
					  s->places[first[k].slot[i].place].each_cpu;
	return false;
}

static void put_loop(FILE *out, struct session *s, const struct step *first, int period, int times,
		     bool cpus)
{
	int k;

	s->needs |= NEED_LOOP;
	if (cpus)
		s->needs |= NEED_CPUS;
	fputs("\tfor (i = 0; i < ", out);
	if (cpus)
		fputs("cpus", out);
	else
		fprintf(out, "%d", times);
	fprintf(out, "; i++)%s\n", period > 1 ? " {" : "");
	for (k = 0; k < period; k++)
		put_step(out, s, &first[k], &first[k + period], "\t\t");
	if (period > 1)
		fputs("\t}\n", out);
}

/**
 * put_steps() - write steps as statements and loops
 * @out:  where to
 * @s:    the session; its needs are added to
 * @from: the first step
 * @to:   the step after the last one; no loop goes beyond it
 */
void put_steps(FILE *out, struct session *s, int from, int to)
{
	while (from < to) {
		const struct step *first = &s->steps[from];
		int times;
		int period = best_period(s->steps, from, to, &times);

		bool cpus = over_cpus(s, first, period, times);

		fprintf(out, "\t/* %s */\n", first->note);
		if (times < 2)
			put_step(out, s, first, NULL, "\t");
		else
			put_loop(out, s, first, period, times, cpus);
		from += times * period;
	}
}
