// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The refusals after the reason of a partly known call, and the remedies: only those that any
 * values of the unknown parts have in common.
 */
#include "call/pasted.h"

#include "rules/parts.h"

/**
 * struct coming - the refusals after the reason
 * @all:  the refusals that come with each combination of values asked so far
 * @allowed: the caller is taken to have every privilege
 * @any:  at least one combination was asked
 * @need: the privilege that the call needs with all values
 * @enough: receives true if further values change nothing
 */
struct coming {
	struct pasted_after *all;
	bool allowed;
	bool any;
	struct pa_need need;
	bool *enough;
	struct pa_record room[PA_AFTER_ROOM];
};

static const struct pa_why *among(const struct pa_why *list, u32 n, const struct pa_why *why)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (list[i].rule == why->rule && !strcmp(list[i].text, why->text))
			return &list[i];
	return NULL;
}

/* Lowers c->need to the least privilege needed with these values or with any tried before. */
static void need_least(struct coming *c, const struct pa_need *need)
{
	struct pa_need *least = &c->need;

	if (!c->any || !need->cap) {
		*least = *need;
		return;
	}
	least->ptrace |= need->ptrace;
	least->leveled |= need->leveled;
	if (need->cap < least->cap)
		least->cap = need->cap;
	if (need->level > least->level)
		least->level = need->level;
}

/* Called for each combination of values: keeps only the refusals that all of them have. */
static void look(void *arg, const struct pa_record *r, const struct pa_call *x, bool usual)
{
	struct pa_why now[PA_AFTER_MAX];
	const struct pa_why *again;
	struct coming *c = arg;
	bool needs = !c->any || c->need.cap, more = !c->any || c->all->n;
	struct pa_need need;
	u32 n, i, kept = 0;

	n = pa_after(r, &x->env, &x->pasted.unknown, c->allowed, c->room, more ? now : NULL,
		     needs ? &need : NULL);
	if (needs)
		need_least(c, &need);
	if (!more) {
		*c->enough = !c->need.cap;
		return;
	}
	if (!c->any) {
		memcpy(c->all->why, now, sizeof(now));
		c->all->n = n;
		c->any = true;
		return;
	}
	for (i = 0; i < c->all->n; i++) {
		again = among(now, n, &c->all->why[i]);
		if (!again)
			continue;
		c->all->why[kept] = c->all->why[i];
		pasted_again(&c->all->why[kept++], again);
	}
	c->all->n = kept;
}

/* Return true for the paranoid check that only Debian and Ubuntu add, above level 2. */
static bool is_any_level(const struct pa_why *why)
{
	return why->rule->need.level == PA_LEVEL_ANY;
}

/*
 * The smallest privilege that the call lacks, now or next, by the first reason. Whether a kernel
 * refuses all above 2 is not known.
 */
static struct pa_need need_first(const struct pasted_reasons *reasons,
				 const struct pasted_after *all)
{
	struct pa_need need = reasons->why[0].need;
	u32 i;

	if (is_any_level(&reasons->why[0]) && reasons->n > 1 &&
	    !strcmp(reasons->why[1].in, reasons->why[0].in) && reasons->why[1].need.cap)
		return reasons->why[1].need;
	for (i = 0; i < all->n && !need.cap; i++)
		need = all->why[i].need;
	if (need.cap && is_any_level(&reasons->why[0]) && !need.leveled) {
		need.leveled = true;
		need.level = 2;
	}
	return need;
}

/* The privilege of need_first(), and the one that the call needs for any unknown values. */
static struct pa_need need_of(const struct pasted_reasons *reasons, const struct coming *c)
{
	struct pa_need need;

	if (is_any_level(&reasons->why[0]) && reasons->n > 1 && c->need.leveled)
		return c->need;
	need = need_first(reasons, c->all);
	if (need.cap && c->need.cap)
		pa_plan_need_both(&need, &c->need);
	return need;
}

/**
 * pasted_after() - find the refusals after the reason of a call, and the remedies
 * @all:     receives it
 * @x:       the call
 * @reasons: from pasted_reasons()
 */
void pasted_after(struct pasted_after *all, const struct pa_call *x,
		  const struct pasted_reasons *reasons)
{
	const struct pa_why *first = &reasons->why[0];
	bool filter = reasons->n && first->rule == &pasted_seccomp;
	struct pasted_room room;
	struct coming c = { .all = all, .allowed = !filter, .enough = &room.enough };
	struct pasted_allow *allow = &all->allow;
	u32 i;

	memset(all, 0, sizeof(*all));
	if (!reasons->n || (!filter && !first->need.cap))
		return;
	allow->need = first->need;
	allow->filter = filter;
	allow->place = x->pasted.place;
	/* The next checks are those of an open. */
	if (x->r.kind == PA_RECORD_OPEN) {
		pasted_each(x, &room, look, &c);
		allow->need = need_of(reasons, &c);
		for (i = 0; i < reasons->n; i++)
			allow->strict |= is_any_level(&reasons->why[i]);
	}
	/* Above level 2 such a kernel refuses every call without CAP_SYS_ADMIN. */
	if (allow->strict && x->r.facts.have & PA_F_PARANOID && x->r.facts.paranoid > 2 &&
	    allow->need.cap == PA_NEED_PERFMON)
		allow->need.cap = PA_NEED_SYS_ADMIN;
	allow->n = pa_how(allow->how, &allow->need, allow->filter, allow->strict, &allow->place);
}

/**
 * pasted_allow_both() - make the ways to allow a call those that allow another call, too
 * @all:  the ways for one call; receives those for both
 * @more: the ways for another call, made in the same place
 *
 * Return: false if the calls have no way in common; @all is as it was.
 */
bool pasted_allow_both(struct pasted_allow *all, const struct pasted_allow *more)
{
	bool locks = all->need.cap == PA_NEED_IPC_LOCK;
	bool more_locks = more->need.cap == PA_NEED_IPC_LOCK;

	if (all->filter != more->filter || locks != more_locks)
		return false;
	if (more->need.cap)
		pa_plan_need_both(&all->need, &more->need);
	all->strict |= more->strict;
	all->n = pa_how(all->how, &all->need, all->filter, all->strict, &all->place);
	return true;
}
