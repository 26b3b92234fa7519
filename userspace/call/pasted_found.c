// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The reasons that a search has found, of opens and of ops, and how often. */
#include "call/pasted_found.h"

/**
 * pasted_number() - a pseudorandom number (xorshift), so that the reason is always the same
 * @seed: state of the sequence, not 0
 */
u64 pasted_number(u64 *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/**
 * pasted_probable() - a reason is not certain
 * @why: the reason
 */
void pasted_probable(struct pa_why *why)
{
	why->certain = false;
	why->opens = false;
}

static bool same_fix(const struct pa_why *a, const struct pa_why *b)
{
	u32 i;

	if (a->nfix != b->nfix || a->plan != b->plan)
		return false;
	for (i = 0; i < a->nfix && i < PA_FIX_MAX; i++)
		if (strcmp(a->fix[i].field, b->fix[i].field) || a->fix[i].value != b->fix[i].value)
			return false;
	return true;
}

/**
 * pasted_again() - the same reason was found again: keep only the parts of it that are always true
 * @known: the reason
 * @why:   the same reason, found for other values of the unknown parts
 */
void pasted_again(struct pa_why *known, const struct pa_why *why)
{
	if (known->certain && !why->certain)
		pasted_probable(known);
	if (!same_fix(known, why)) {
		known->nfix = 0;
		known->plan = PA_PLAN_NONE;
		known->lost[0] = '\0';
	}
	if (strcmp(known->needs, why->needs))
		known->needs[0] = '\0';
	if (known->field != why->field)
		known->field = NULL;
	known->opens &= why->opens;
}

/**
 * pasted_add() - add a reason that was found for some values of the unknown parts
 * @s:     the reasons found
 * @why:   the reason; it may be without its sentence
 * @count: its weight if it is found for the first time
 *
 * Return: it, if it was found for the first time; else NULL.
 */
struct pa_why *pasted_add(struct search *s, const struct pa_why *why, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < s->n; i++) {
		if (s->why[i].rule != why->rule)
			continue;
		s->count[i]++;
		pasted_again(&s->why[i], why);
		return NULL;
	}
	s->more |= s->n == PASTED_FOUND_MAX;
	if (s->n == PASTED_FOUND_MAX)
		return NULL;
	s->count[s->n] = count;
	s->why[s->n] = *why;
	return &s->why[s->n++];
}

/**
 * pasted_leave_out() - leave out reasons, unless no other is left
 * @s:    the reasons found
 * @gone: for each reason whether it is left out
 *
 * Return: false if all would be.
 */
bool pasted_leave_out(struct search *s, const bool *gone)
{
	unsigned int i, n = 0;

	for (i = 0; i < s->n; i++)
		n += !gone[i];
	if (!n)
		return false;
	for (i = 0, n = 0; i < s->n; i++) {
		if (gone[i])
			continue;
		s->why[n] = s->why[i];
		s->count[n++] = s->count[i];
	}
	s->n = n;
	return true;
}
