// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Changes one field of a refused call at a time. The first change that opens names the fault. */
#include "try/parts.h"

/* Values that all drivers and settings allow. */
#define LONG_PERIOD	100000
#define LOW_FREQ	1000

/* A search for the field at fault. */
struct search {
	struct try_told *told;
	struct try_run *run;
	const struct pa_case *c;
};

/* Writes the change as a plan has it. */
static void put_found(struct search *s, const struct pa_args *call, unsigned int id)
{
	struct pa_touched touched = { .id = { (u8)id }, .n = 1 };
	struct pa_why *found = &s->told->found;

	found->fix[0] = (struct pa_fix){ .field = pa_fix_name(id), .value = pa_fix_get(call, id),
					 .is_signed = pa_fix_is_signed(id) };
	found->nfix = 1;
	found->plan = (u8)pa_loss(s->c, call, &touched, found->lost, &found->check);
}

/*
 * Tries the call with another value of one field, unless the kernel would never count or sample
 * what opens. Returns true if the search is to end.
 */
static bool try_value(struct search *s, unsigned int id, u64 value)
{
	struct pa_args call = s->c->call;
	struct try_result res;

	pa_fix_set(&call, id, value);
	if (!memcmp(&call, &s->c->call, sizeof(call)) || pa_void_of(s->c, &call))
		return false;
	if (!try_make(s->run, &res, s->c, &call)) {
		s->told->over = res.why;
		return true;
	}
	if (res.how != TRY_OPENED)
		return false;
	put_found(s, &call, id);
	return true;
}

static bool is_exclude(unsigned int id)
{
	return (id >= PA_FIELD_EXCLUDE_USER && id <= PA_FIELD_EXCLUDE_IDLE) ||
	       id == PA_FIELD_EXCLUDE_HOST || id == PA_FIELD_EXCLUDE_GUEST;
}

/* Inverts each exclude_* flag and clears each other one, except two that child.c sets itself. */
static bool try_flags(struct search *s)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		u64 value = pa_fix_get(&s->c->call, id);

		if (pa_fields[id].offset != PA_OFF_FLAGS || pa_fields[id].mask != 1 ||
		    id == PA_FIELD_DISABLED || id == PA_FIELD_ENABLE_ON_EXEC)
			continue;
		if ((value || is_exclude(id)) && try_value(s, id, !value))
			return true;
	}
	return false;
}

/* Clears each bit of the masks: without all bits of sample_type nothing would be sampled. */
static bool try_bits(struct search *s)
{
	static const u8 masks[] = {
		PA_FIELD_SAMPLE_TYPE, PA_FIELD_BRANCH_SAMPLE_TYPE, PA_FIELD_READ_FORMAT,
	};
	u64 value, left;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		value = pa_fix_get(&s->c->call, masks[i]);
		for (left = value; left; left &= left - 1)
			if (try_value(s, masks[i], value & ~(left & -left)))
				return true;
	}
	return false;
}

static bool try_zeros(struct search *s)
{
	static const u8 zeros[] = {
		PA_FIELD_RESERVED_1, PA_FIELD_CONFIG1, PA_FIELD_CONFIG2, PA_FIELD_CONFIG3,
		PA_FIELD_SAMPLE_REGS_USER, PA_FIELD_SAMPLE_REGS_INTR, PA_FIELD_SAMPLE_STACK_USER,
		PA_FIELD_SAMPLE_MAX_STACK, PA_FIELD_AUX_SAMPLE_SIZE, PA_FIELD_AUX_WATERMARK,
		PA_FIELD_AUX_START_PAUSED, PA_FIELD_AUX_PAUSE, PA_FIELD_AUX_RESUME,
		PA_FIELD_RESERVED_2, PA_FIELD_RESERVED_3, PA_FIELD_SIG_DATA, PA_FIELD_CLOCKID,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(zeros); i++)
		if (try_value(s, zeros[i], 0))
			return true;
	return false;
}

/* Tries a lower frequency or a longer period first, and then no sampling at all. */
static bool try_period(struct search *s)
{
	u64 period = pa_fix_get(&s->c->call, PA_FIELD_SAMPLE_PERIOD);
	bool freq = pa_case_get(s->c, PA_FIELD_FREQ);

	if (freq && period > LOW_FREQ && try_value(s, PA_FIELD_SAMPLE_FREQ, LOW_FREQ))
		return true;
	if (!freq && period && period < LONG_PERIOD &&
	    try_value(s, PA_FIELD_SAMPLE_PERIOD, LONG_PERIOD))
		return true;
	return try_value(s, PA_FIELD_SAMPLE_PERIOD, 0);
}

/* Changes the target of the event, and last the event itself. */
static bool try_target(struct search *s)
{
	const struct pa_args *call = &s->c->call;

	return try_value(s, PA_ARG_FLAGS, 0) || try_value(s, PA_ARG_GROUP_FD, (u64)-1) ||
	       try_value(s, PA_ARG_CPU, call->cpu == -1 ? 0 : (u64)-1) ||
	       try_value(s, PA_ARG_PID, call->pid == -1 ? 0 : (u64)-1) ||
	       /* For cycles without a PMU: a clock, which has the same number. */
	       (s->c->type == PA_TYPE_HARDWARE && !pa_fix_get(call, PA_FIELD_CONFIG) &&
		try_value(s, PA_FIELD_TYPE, PA_TYPE_SOFTWARE));
}

/**
 * try_search() - look for the field at fault
 * @told: receives the change that opens, or why the search ended early
 * @run:  makes the calls
 * @c:    the call, which was refused here
 */
void try_search(struct try_told *told, struct try_run *run, const struct pa_case *c)
{
	struct search s = { .told = told, .run = run, .c = c };
	u64 precise = pa_fix_get(&c->call, PA_FIELD_PRECISE_IP);

	told->searched = true;
	while (precise--)
		if (try_value(&s, PA_FIELD_PRECISE_IP, precise))
			return;
	if (try_flags(&s) || try_bits(&s) || try_zeros(&s) || try_period(&s))
		return;
	try_target(&s);
}
