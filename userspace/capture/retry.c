// SPDX-License-Identifier: GPL-2.0
/*
 * Calls after each other are evidence: if a program has tried again with one thing changed, and got
 * a descriptor, that thing was at fault.
 */

#include "capture/pasting.h"

/* A call within 16 calls before or after another one may be its retry. */
#define NEAR	16

/* Compare the attrs of two calls. Fields that share their bytes count as one. */
static bool one_field_differs(struct pa_call *a, const struct pa_call *b)
{
	bool freq = pa_attr_get(&b->r, PA_FIELD_FREQ);
	const struct pa_field *found = NULL, *f;

	for (f = pa_fields; f < pa_fields + PA_FIELD_MAX; f++) {
		enum pa_field_id id = (enum pa_field_id)(f - pa_fields);
		u64 value = pa_attr_get(&b->r, id);

		if (pa_attr_get(&a->r, id) == value || (id == PA_FIELD_SAMPLE_PERIOD && freq) ||
		    (found && f->group && f->group == found->group))
			continue;
		if (found)
			return false;
		found = f;
		a->pasted.changed = (struct pa_fix){ .field = f->name, .value = value };
	}
	return found;
}

/* Compare the other arguments. Return how many differ; @a receives the last one. */
static unsigned int differing_args(struct pa_call *a, const struct pa_call *b)
{
	const s64 was[PASTE_N_ARGS] = { a->r.arg_pid, a->r.arg_cpu, a->r.arg_group_fd,
					(s64)a->r.flags };
	const s64 is[PASTE_N_ARGS] = { b->r.arg_pid, b->r.arg_cpu, b->r.arg_group_fd,
				       (s64)b->r.flags };
	unsigned int i, n = 0;

	for (i = 0; i < PASTE_N_ARGS; i++) {
		if (was[i] == is[i])
			continue;
		a->pasted.changed = (struct pa_fix){ paste_names[i].name, (u64)is[i],
						     paste_names[i].arg != PASTE_FLAGS };
		n++;
	}
	return n;
}

/* Return true if both calls are of one program, and the same parts of them are known. */
static bool comparable(const struct pa_call *a, const struct pa_call *b)
{
	return b->r.ret >= 0 && a->r.pid == b->r.pid && a->pasted.form == b->pasted.form &&
	       b->pasted.told_by == PASTE_BY_KERNEL && a->r.attr_len == b->r.attr_len &&
	       a->r.attr_len && a->pasted.unknown.args == b->pasted.unknown.args &&
	       !memcmp(a->pasted.unknown.word, b->pasted.unknown.word,
		       sizeof(a->pasted.unknown.word));
}

/* Return true if @b opened and differs from @a in one thing only; notes that thing in @a. */
static bool is_retry(struct pa_call *a, const struct pa_call *b)
{
	unsigned int args;

	if (!comparable(a, b))
		return false;
	args = differing_args(a, b);
	if (!memcmp(a->r.attr, b->r.attr, sizeof(a->r.attr)) ? args == 1 :
	    !args && one_field_differs(a, b)) {
		a->pasted.retry_line = b->pasted.line;
		return true;
	}
	a->pasted.changed.field = NULL;
	return false;
}

/**
 * retries_find() - find the calls that opened, and so reveal the errors of refused ones
 * @x: the opens of a text, in their order
 * @n: how many
 *
 * Later calls are preferred to earlier ones, and near ones to far ones.
 */
void retries_find(struct pa_call **x, size_t n)
{
	size_t at, i;
	bool found;

	for (at = 0; at < n; at++) {
		found = x[at]->r.ret >= 0;
		for (i = at + 1; !found && i < n && i <= at + NEAR; i++)
			found = is_retry(x[at], x[i]);
		for (i = 1; !found && i <= at && i <= NEAR; i++)
			found = is_retry(x[at], x[at - i]);
	}
}
