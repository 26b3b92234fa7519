// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The call that would open: the refused one with the changes of its plan. */
#include <stdlib.h>

#include "libperfattr/found.h"
#include "rules/parts.h"

/* Bytes of an attr whose fields are known. */
#define WORDS	(PA_WORDS * sizeof(u64))

/* These, as bytes of an attr of this machine. */
static void bytes_put(u8 *to, u32 size, const struct pa_record *plan)
{
	u8 attr[WORDS];

	memcpy(attr, plan->attr, sizeof(attr));
	pa_le_attr(attr, sizeof(attr), plan->attr_size);
	memcpy(to, attr, size < sizeof(attr) ? size : sizeof(attr));
}

/*
 * The attr of the plan. After the known fields it has the bytes of the refused attr, which may be
 * in the same memory, and partly unreadable: then nothing is written.
 */
static long attr_put(u8 *to, u32 size, const struct pa_record *plan,
		     const struct perf_event_attr *refused)
{
	long there;
	u8 *copy;

	if (size > WORDS) {
		copy = malloc(size);
		if (!copy)
			return -ENOMEM;
		there = memory_copy(copy, refused, size);
		if (there == (long)size)
			memcpy(to, copy, size);
		free(copy);
		if (there != (long)size)
			return 0;
	}
	bytes_put(to, size, plan);
	return size;
}

/**
 * plan_put() - write the call that would open
 * @plan: receives its arguments
 * @attr: receives its attr
 * @size: bytes there
 * @f:    from found_look()
 * @call: the refused call
 *
 * Return: 0 if there is no plan; enum perfattr_loss; -ENOSPC; -ENOMEM.
 */
int plan_put(struct perfattr_call *plan, u8 *attr, size_t size, struct found *f,
	     const struct perfattr_call *call)
{
	const struct pa_why *why = &f->reasons.why[0];
	struct pa_record *r = &f->work.search.room.as;
	struct pa_case c;
	long written;
	u32 need;

	if (f->reasons.n != 1 || f->reasons.more || !why->nfix ||
	    why->plan == PA_PLAN_VOID || f->x.pasted.some)
		return 0;
	pa_case_look(&c, &f->x.r, &f->x.env);
	pa_fix_change(&c.call, why);
	*r = f->x.r;
	pa_case_record(r, &c.call);
	/* A known check may refuse the plan, such as that this machine lacks the PMU. */
	if (pa_after(r, &f->x.env, NULL, false, f->room, f->next, NULL))
		return 0;
	need = c.call.size ? c.call.size : PA_ATTR_OLDEST;
	if (need > size)
		return -ENOSPC;
	written = attr_put(attr, need, r, call->attr);
	if (written <= 0)
		return (int)written;
	*plan = (struct perfattr_call){
		.attr = (const struct perf_event_attr *)attr,
		.flags = c.call.flags,
		.pid = c.call.pid,
		.cpu = c.call.cpu,
		.group_fd = c.call.group_fd,
	};
	return why->plan;
}
