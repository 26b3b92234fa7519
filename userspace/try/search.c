// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Looks for the smallest change with which a refused call opens: one at a time, then two. What was
 * found names the field at fault where no rule does.
 */
#include "core/lists.h"
#include "try/parts.h"
#include "why/loss.h"
#include "why/void.h"

/* Writes what was changed as a plan has it. */
static void put_found(struct pa_why *found, const struct pa_case *c, const struct pa_call *call,
		      const struct try_change *changes, u32 n)
{
	struct pa_touched touched = { .n = 0 };
	u32 i;

	for (i = 0; i < n; i++) {
		unsigned int id = changes[i].id;
		struct pa_fix *fix = &found->fix[found->nfix];

		if (i && id == changes[0].id)
			continue;
		touched.id[touched.n++] = (u8)id;
		fix->field = pa_fix_name(id);
		fix->value = pa_fix_get(call, id);
		fix->is_signed = pa_fix_is_signed(id);
		found->nfix++;
	}
	found->plan = (u8)pa_loss_kind(c, call, &touched);
	if (found->plan != PA_PLAN_SAME)
		pa_loss_say(c, call, &touched, found);
}

/*
 * Tries the call with these changes, unless the kernel would never count or sample what opens.
 * Returns false if the search is to end.
 */
static bool go_on(struct try_told *told, struct try_run *run, const struct pa_case *c,
		  const struct try_change *changes, u32 n)
{
	struct pa_call call = c->call;
	struct try_result res;
	u32 i;

	for (i = 0; i < n; i++)
		try_change(&call, &changes[i]);
	if (pa_void_of(c, &call))
		return true;
	if (!try_make(run, &res, c, &call)) {
		told->over = res.why;
		return false;
	}
	if (res.how != TRY_OPENED)
		return true;
	put_found(&told->found, c, &call, changes, n);
	return false;
}

/* Two changes of the same field may be one, or cancel each other. */
static bool is_pair(const struct try_change *a, const struct try_change *b)
{
	return a->id != b->id || !(a->clear & b->clear);
}

static bool pairs_go_on(struct try_told *told, struct try_run *run, const struct pa_case *c,
			const struct try_change *list, u32 n, u8 loss)
{
	struct try_change pair[2];
	u32 i, k;

	for (k = 1; k < n; k++) {
		if (list[k].loss != loss)
			continue;
		for (i = 0; i < k; i++) {
			if (!is_pair(&list[i], &list[k]))
				continue;
			pair[0] = list[i];
			pair[1] = list[k];
			if (!go_on(told, run, c, pair, 2))
				return false;
		}
	}
	return true;
}

/**
 * try_search() - look for the smallest change with which a call opens
 * @told: receives it, or why the search ended
 * @run:  makes the calls
 * @c:    the call, which was refused here
 */
void try_search(struct try_told *told, struct try_run *run, const struct pa_case *c)
{
	struct try_change list[TRY_CHANGES];
	u32 n = try_changes(list, TRY_CHANGES, c), i;
	u8 loss;

	told->searched = true;
	for (i = 0; i < n; i++)
		if (!go_on(told, run, c, &list[i], 1))
			return;
	for (loss = PA_PLAN_SAME; loss < PA_PLAN_MAX; loss++)
		if (!pairs_go_on(told, run, c, list, n, loss))
			return;
}
