// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The changes of a call that are tried, one at a time: those that lose nothing first, then what
 * loses a part, then what measures something else, as the rules' own plans are weighed.
 */
#include "core/lists.h"
#include "try/parts.h"
#include "why/loss.h"

/* So often a period is made longer or a frequency lower: what drivers and settings allow. */
#define LONG_PERIOD	100000
#define LOW_FREQ	1000

/**
 * struct changes - a list while it is made
 * @c:    the call
 * @list: receives the changes
 * @n:    entries of @list
 * @max:  room there
 */
struct changes {
	const struct pa_case *c;
	struct try_change *list;
	u32 n;
	u32 max;
};

/**
 * try_change() - change a call
 * @call:   the call
 * @change: the change
 */
void try_change(struct pa_call *call, const struct try_change *change)
{
	u64 old = pa_fix_get(call, change->id);

	pa_fix_set(call, change->id, (old & ~change->clear) | change->set);
}

static void add(struct changes *to, unsigned int id, u64 clear, u64 set)
{
	struct try_change change = { .id = (u8)id, .clear = clear, .set = set };
	struct pa_touched touched = { .id = { (u8)id }, .n = 1 };
	struct pa_call call = to->c->call;

	try_change(&call, &change);
	if (to->n == to->max || !memcmp(&call, &to->c->call, sizeof(call)))
		return;
	change.loss = (u8)pa_loss_kind(to->c, &call, &touched);
	to->list[to->n++] = change;
}

static void add_value(struct changes *to, unsigned int id, u64 value)
{
	add(to, id, U64_MAX, value);
}

/* Each bit that is set is cleared. */
static void add_bits(struct changes *to, unsigned int id)
{
	u64 left = pa_fix_get(&to->c->call, id);

	for (; left; left &= left - 1)
		add(to, id, left & -left, 0);
}

static bool is_exclude(unsigned int id)
{
	return (id >= PA_FIELD_EXCLUDE_USER && id <= PA_FIELD_EXCLUDE_IDLE) ||
	       id == PA_FIELD_EXCLUDE_HOST || id == PA_FIELD_EXCLUDE_GUEST;
}

/* What each try has as it is, so that nothing is counted. */
static bool is_fixed(unsigned int id)
{
	return id == PA_FIELD_DISABLED || id == PA_FIELD_ENABLE_ON_EXEC;
}

static void add_flags(struct changes *to)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		if (pa_fields[id].offset != PA_OFF_FLAGS || pa_fields[id].mask != 1 || is_fixed(id))
			continue;
		if (pa_fix_get(&to->c->call, id))
			add_value(to, id, 0);
		else if (is_exclude(id))
			add_value(to, id, 1);
	}
	add_value(to, PA_FIELD_RESERVED_1, 0);
}

/* Of a field of which only a part is known, or of none, nothing else can be tried than zero. */
static void add_zeros(struct changes *to)
{
	static const u8 zeros[] = {
		PA_FIELD_CONFIG1, PA_FIELD_CONFIG2, PA_FIELD_CONFIG3, PA_FIELD_SAMPLE_REGS_USER,
		PA_FIELD_SAMPLE_REGS_INTR, PA_FIELD_SAMPLE_STACK_USER, PA_FIELD_SAMPLE_MAX_STACK,
		PA_FIELD_AUX_SAMPLE_SIZE, PA_FIELD_AUX_WATERMARK, PA_FIELD_AUX_START_PAUSED,
		PA_FIELD_AUX_PAUSE, PA_FIELD_AUX_RESUME, PA_FIELD_RESERVED_2,
		PA_FIELD_RESERVED_3, PA_FIELD_SIG_DATA, PA_FIELD_CLOCKID,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(zeros); i++)
		add_value(to, zeros[i], 0);
}

/* A longer period before none at all. */
static void add_period(struct changes *to)
{
	u64 period = pa_fix_get(&to->c->call, PA_FIELD_SAMPLE_PERIOD);

	if (pa_case_flag(to->c, PA_FIELD_FREQ)) {
		if (period > LOW_FREQ)
			add_value(to, PA_FIELD_SAMPLE_FREQ, LOW_FREQ);
	} else if (period && period < LONG_PERIOD) {
		add_value(to, PA_FIELD_SAMPLE_PERIOD, LONG_PERIOD);
	}
	add_value(to, PA_FIELD_SAMPLE_PERIOD, 0);
}

/* The event itself, and what it is about. */
static void add_target(struct changes *to)
{
	const struct pa_call *call = &to->c->call;

	add_bits(to, PA_ARG_FLAGS);
	add_value(to, PA_ARG_GROUP_FD, (u64)-1);
	add_value(to, PA_ARG_CPU, call->cpu == -1 ? 0 : (u64)-1);
	add_value(to, PA_ARG_PID, call->pid == -1 ? 0 : (u64)-1);
	if (to->c->type == PA_TYPE_HARDWARE || to->c->type == PA_TYPE_HW_CACHE)
		add(to, PA_FIELD_CONFIG, ~(u64)U32_MAX, 0);
	else if (to->c->type == PA_TYPE_RAW || to->c->type >= PA_TYPE_DYNAMIC)
		add_bits(to, PA_FIELD_CONFIG);
	/* Cycles where there is no PMU: a clock, which has the same number. */
	if (to->c->type == PA_TYPE_HARDWARE && !pa_fix_get(call, PA_FIELD_CONFIG))
		add_value(to, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
}

/* Stable: what is found first of the same loss stays first. */
static void sort(struct changes *to)
{
	struct try_change moved;
	u32 i, k;

	for (i = 1; i < to->n; i++) {
		moved = to->list[i];
		for (k = i; k && to->list[k - 1].loss > moved.loss; k--)
			to->list[k] = to->list[k - 1];
		to->list[k] = moved;
	}
}

/**
 * try_changes() - the changes of a call that are worth a try
 * @list: receives them, by what they lose
 * @max:  entries there
 * @c:    the call
 *
 * Return: how many.
 */
u32 try_changes(struct try_change *list, u32 max, const struct pa_case *c)
{
	struct changes to = { .c = c, .list = list, .max = max };
	u64 precise = pa_fix_get(&c->call, PA_FIELD_PRECISE_IP);

	while (precise--)
		add_value(&to, PA_FIELD_PRECISE_IP, precise);
	add_flags(&to);
	add_bits(&to, PA_FIELD_SAMPLE_TYPE);
	add_bits(&to, PA_FIELD_BRANCH_SAMPLE_TYPE);
	add_bits(&to, PA_FIELD_READ_FORMAT);
	add_zeros(&to);
	add_period(&to);
	add_target(&to);
	sort(&to);
	return to.n;
}
