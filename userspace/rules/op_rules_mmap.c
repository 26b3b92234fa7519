// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_mmap(), kernel/events/core.c, and rb_alloc_aux(), kernel/events/ring_buffer.c. */
#include "rules/rule.h"

/* The smallest power of two that is not below @n. */
u64 pa_op_power_above(u64 n)
{
	u64 power = 1;

	while (power < n && power < 1ULL << 63)
		power <<= 1;
	return power;
}

static bool is_power(u64 n)
{
	return n && !(n & (n - 1));
}

static enum pa_verdict other_size(const struct pa_case *c)
{
	u64 first = c->of->map.data_len;

	if (pa_op_is_aux(c))
		return PA_NO;
	if (!pa_op_has(c, PA_OF_MMAPS))
		return PA_MAYBE;
	if (!pa_op_has(c, PA_OF_BUFFER) || !pa_op_has(c, PA_OF_MAPPED))
		return PA_NO;
	return first ? yes_if(first != c->op->len) : PA_MAYBE;
}

/* A condition about the AUX area that the control page decides. */
static enum pa_verdict control_if(const struct pa_case *c, bool refuses)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	return pa_op_has(c, PA_OF_CONTROL) ? yes_if(refuses) : PA_MAYBE;
}

/* A condition about an AUX area that was already mapped; usually there is none. */
static enum pa_verdict mapped_if(const struct pa_case *c, bool refuses)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	if (c->of->map.aux_len)
		return yes_if(refuses);
	return PA_RARE;
}

/* Pages that kernel.perf_event_mlock_kb allows the user. */
u64 pa_op_locked_limit(const struct pa_case *c)
{
	const struct pa_map_facts *m = &c->of->map;
	u32 page_kb = c->page >> 10;

	return (u64)((u32)m->mlock_kb / (page_kb ? page_kb : 1)) * m->cpus;
}

/* Pages of this mmap that RLIMIT_MEMLOCK must cover: pages above perf_event_mlock_kb. */
u64 pa_op_locked_extra(const struct pa_case *c)
{
	u64 limit = pa_op_locked_limit(c);
	u64 used = c->of->map.charged < limit ? c->of->map.charged : limit;

	return used + c->pages > limit ? used + c->pages - limit : 0;
}

u64 pa_op_memlock_pages(const struct pa_case *c)
{
	return pa_div(c->of->map.memlock, c->page);
}

/* Bytes of the largest area of the right kind that both limits allow, 0 if none does. */
u64 pa_op_fits(const struct pa_case *c)
{
	u64 limit = pa_op_locked_limit(c);
	u64 memlock = pa_op_memlock_pages(c);
	u64 room = c->of->map.charged < limit ? limit - c->of->map.charged : 0;
	u64 first = pa_op_is_aux(c) ? 0 : 1;
	u64 power = 1;

	if (memlock > c->of->map.pinned)
		room += memlock - c->of->map.pinned;
	if (room < first + 1)
		return 0;
	while (first + power * 2 <= room && power < c->pages)
		power *= 2;
	return (first + power) * c->page;
}

static enum pa_verdict locked(const struct pa_case *c)
{
	const struct pa_op_facts *f = c->of;

	/* An area that is mapped already allocates nothing. */
	if (pa_op_has(c, PA_OF_MMAPS) &&
	    (pa_op_is_aux(c) ? c->of->map.aux_len : pa_op_has(c, PA_OF_BUFFER)))
		return PA_NO;
	if (!pa_op_has(c, PA_OF_MMAPS | PA_OF_MLOCK | PA_OF_PARANOID))
		return PA_MAYBE;
	if (f->paranoid <= -1 || (pa_op_has(c, PA_OF_INIT_NS) && f->cap_effective & CAP(IPC_LOCK)))
		return PA_NO;
	return yes_if(f->map.pinned + pa_op_locked_extra(c) > pa_op_memlock_pages(c));
}

#define RULES	op_rules_mmap
#include "rules/rule_table.h"
