// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A program has made the same call with one thing changed, and got a descriptor. What may refuse
 * the first one, and not the second one, is the reason; what would have refused both is none. A
 * second attempt proves nothing of what else has changed in between, so no reason is certain by it.
 */
#include "source/pasted.h"

#include <string.h>

#include "core/attr.h"
#include "why/candidates.h"

/* The call as it has opened. */
static bool changed(struct pa_record *r, const struct pa_record *from, const struct pasted *p)
{
	unsigned int i;
	u64 word;

	*r = *from;
	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];

		if (strcmp(f->name, p->changed))
			continue;
		if (i == PA_FIELD_SIZE || f->word >= PA_WORDS)
			return false;
		memcpy(&word, r->attr + 8 * f->word, sizeof(word));
		word = (pa_le64(word) & ~(f->mask << f->shift)) | (p->value & f->mask) << f->shift;
		word = pa_le64(word);
		memcpy(r->attr + 8 * f->word, &word, sizeof(word));
		return true;
	}
	if (!strcmp(p->changed, "pid"))
		r->arg_pid = (s32)p->value;
	else if (!strcmp(p->changed, "cpu"))
		r->arg_cpu = (s32)p->value;
	else if (!strcmp(p->changed, "group_fd"))
		r->arg_group_fd = (s32)p->value;
	else
		r->flags = p->value;
	return true;
}

/* The reasons that the call which has opened would have had with this error. */
struct still {
	const struct search *all;
	bool found[PASTED_FOUND_MAX];
};

static void look(void *arg, const struct pa_record *from, const struct explained *x, bool usual)
{
	struct pa_why list[PASTED_CANDIDATES];
	struct still *s = arg;
	struct pa_record r;
	u32 n, i, k;

	if (!changed(&r, from, &x->pasted))
		return;
	n = pa_candidates(&r, &x->env, &x->pasted.unknown, NULL, list,
			  PASTED_CANDIDATES);
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++)
		for (k = 0; k < s->all->n; k++)
			s->found[k] |= s->all->why[k].rule == list[i].rule;
}

/**
 * pasted_retry() - leave out reasons that the call has which has opened, too
 * @s: the reasons of the refused call that were found; if it has others, those remain
 * @x: that call
 */
void pasted_retry(struct search *s, const struct explained *x)
{
	struct still still = { .all = s };
	unsigned int i, n = 0;

	if (!x->pasted.changed || s->n < 2)
		return;
	pasted_each(x, look, &still);
	for (i = 0; i < s->n; i++)
		n += !still.found[i];
	if (!n)
		return;
	for (i = 0, n = 0; i < s->n; i++) {
		if (still.found[i])
			continue;
		s->why[n] = s->why[i];
		s->count[n++] = s->count[i];
	}
	s->n = n;
	s->more = false;
}
