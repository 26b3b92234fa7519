// SPDX-License-Identifier: GPL-2.0
/*
 * Calls after each other are evidence: if a program has tried again with one thing changed, and got
 * a descriptor, that thing was at fault.
 */

#include "capture/retry.h"
#include "capture/capture.h"

/* A call within 16 calls before or after another one may be its retry. */
#define NEAR	16

/**
 * retries_add() - remember a call
 * @t:    the calls of a text
 * @call: the next one
 * @line: its line
 */
void retries_add(struct retries *t, const struct paste_call *call, unsigned long line)
{
	t->call = one_more(t->call, t->n, &t->room, sizeof(*t->call));
	t->call[t->n] = *call;
	t->call[t->n++].line = line;
}

/* The only field that differs, and its value in @b. Some fields share their bytes. */
static const char *differing_field(const struct paste_call *a, const struct paste_call *b, u64 *v)
{
	u64 was[PA_WORDS], is[PA_WORDS], differs[PA_WORDS];
	const char *name = NULL;
	unsigned int i;

	memcpy(was, a->r.attr, sizeof(was));
	memcpy(is, b->r.attr, sizeof(is));
	pa_le_words(was, PA_WORDS);
	pa_le_words(is, PA_WORDS);
	for (i = 0; i < PA_WORDS; i++)
		differs[i] = was[i] ^ is[i];
	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];
		bool freq = pa_bits(is, &pa_fields[PA_FIELD_FREQ]);

		if (!pa_bits(differs, f) || (i == PA_FIELD_SAMPLE_PERIOD && freq))
			continue;
		if (name)
			return NULL;
		name = f->name;
		*v = pa_bits(is, f);
		differs[f->word] &= ~(f->mask << f->shift);
	}
	return name;
}

/* Counts the arguments that differ; @r receives the last one. */
static unsigned int differing_args(const struct paste_call *a, const struct paste_call *b,
				   struct retry *r)
{
	const s64 was[PASTE_N_ARGS] = { a->r.arg_pid, a->r.arg_cpu, a->r.arg_group_fd,
					(s64)a->r.flags };
	const s64 is[PASTE_N_ARGS] = { b->r.arg_pid, b->r.arg_cpu, b->r.arg_group_fd,
				       (s64)b->r.flags };
	unsigned int i, n = 0;

	for (i = 0; i < PASTE_N_ARGS; i++) {
		if (was[i] == is[i])
			continue;
		r->field = paste_names[i].name;
		r->value = (u64)is[i];
		n++;
	}
	return n;
}

/* Return true if both calls are of one program, and the same parts of them are known. */
static bool comparable(const struct paste_call *a, const struct paste_call *b)
{
	return (b->args & PASTE_RET) && b->r.ret >= 0 && a->r.pid == b->r.pid &&
	       a->form == b->form && b->by == PASTE_BY_KERNEL &&
	       !((a->args ^ b->args) & ~PASTE_RET) && a->r.attr_len == b->r.attr_len &&
	       a->r.attr_len && !memcmp(a->unknown, b->unknown, sizeof(a->unknown));
}

/* Return true if the call differs in one thing only from one that opened. */
static bool is_retry(const struct paste_call *a, const struct paste_call *b, struct retry *r)
{
	unsigned int args;

	if (!comparable(a, b))
		return false;
	r->line = b->line;
	args = differing_args(a, b, r);
	if (!memcmp(a->r.attr, b->r.attr, sizeof(a->r.attr)))
		return args == 1;
	r->field = args ? NULL : differing_field(a, b, &r->value);
	return r->field;
}

/**
 * retry_of() - the later call that opened, and so reveals the error of a refused one
 * @t:  the calls of a text
 * @at: the number of a refused one, from 0
 * @r:  receives it
 *
 * A later call comes before an earlier one, and the nearest one first.
 *
 * Return: false if there is none.
 */
bool retry_of(const struct retries *t, size_t at, struct retry *r)
{
	size_t i;

	for (i = at + 1; i < t->n && i <= at + NEAR; i++)
		if (is_retry(&t->call[at], &t->call[i], r))
			return true;
	for (i = 1; i <= at && i <= NEAR; i++)
		if (is_retry(&t->call[at], &t->call[at - i], r))
			return true;
	return false;
}
