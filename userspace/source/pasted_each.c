// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The values that what is not known of a call may have: those that programs pass, one field after
 * the other and several at once, and any at all. They are the same at each time.
 */
#include "source/pasted_found.h"

#include <string.h>

#include "core/attr.h"

/* A few values of each argument and field. */
#define VALUES_MAX	8

/**
 * struct typical - what programs pass in a field
 * @id:    the field
 * @n:     entries of @value
 * @value: values besides 0
 */
struct typical {
	u8 id;
	u8 n;
	u64 value[VALUES_MAX];
};

#define TYPICAL(id_, ...) { \
	.id = PA_FIELD_##id_, .value = { __VA_ARGS__ }, \
	.n = sizeof((u64[]){ __VA_ARGS__ }) / sizeof(u64) }

static const struct typical typicals[] = {
	TYPICAL(TYPE, 1, 2, 3, 4, 5, 8, 20),
	TYPICAL(SIZE, 64, 72, 96, 112, 120, 128, 136),
	TYPICAL(CONFIG, 1, 2, 3, 9, 0x10002, 0x1cd, 0x412e),
	TYPICAL(SAMPLE_PERIOD, 1, 99, 4000, 100000, 10000000),
	TYPICAL(SAMPLE_TYPE, 0x1, 0x7, 0x20, 0x800, 0x3000, 0x40000, 0x4087, 0x400),
	TYPICAL(READ_FORMAT, 1, 3, 4, 8, 15),
	TYPICAL(PRECISE_IP, 1, 2, 3),
	TYPICAL(BP_TYPE, 1, 2, 3, 4),
	TYPICAL(CONFIG1, 1, 0x1000, 0x555555554000, 0x20, 0xffffffff81000000),
	TYPICAL(CONFIG2, 1, 4, 8),
	TYPICAL(BRANCH_SAMPLE_TYPE, 1, 8, 9, 0x801),
	TYPICAL(SAMPLE_REGS_USER, 0xff, 0xff0fff),
	TYPICAL(SAMPLE_STACK_USER, 8192, 65528),
	TYPICAL(CLOCKID, 1, 4, 7),
	TYPICAL(SAMPLE_REGS_INTR, 0xff, 0xff0fff),
	TYPICAL(SAMPLE_MAX_STACK, 8, 127, 1000),
	TYPICAL(AUX_SAMPLE_SIZE, 4096),
};

/* Of arguments. */
static const struct {
	u8 bit;
	u8 n;
	s64 value[3];
} typical_args[] = {
	{ PASTE_PID, 2, { -1, 1 } },
	{ PASTE_CPU, 2, { 0, 3 } },
	{ PASTE_GROUP_FD, 1, { 3 } },
	{ PASTE_FLAGS, 3, { 8, 4, 2 } },
};

static void word_or(struct pa_record *r, unsigned int i, u64 bits)
{
	u64 word;

	memcpy(&word, r->attr + 8 * i, sizeof(word));
	word = pa_le64(pa_le64(word) | bits);
	memcpy(r->attr + 8 * i, &word, sizeof(word));
}

static void field_put(struct pa_record *r, const struct pasted *p, const struct pa_field *f, u64 v)
{
	v &= p->unknown.word[f->word] >> f->shift & f->mask;
	word_or(r, f->word, v << f->shift);
	if (f == &pa_fields[PA_FIELD_SIZE] && p->unknown.word[f->word] >> f->shift) {
		r->attr_size = (u32)v;
		/* The kernel takes 0 for the oldest size. */
		r->attr_len = !v ? PA_ATTR_OLDEST :
			      v > PA_ATTR_NEWEST ? PA_ATTR_NEWEST : v < 8 ? 8 : (u16)v;
		r->attr_more = v > PA_ATTR_NEWEST ? (u32)v - PA_ATTR_NEWEST : 0;
	}
}

static void arg_put(struct pa_record *r, u8 bit, s64 v)
{
	if (bit == PASTE_PID)
		r->arg_pid = (s32)v;
	else if (bit == PASTE_CPU)
		r->arg_cpu = (s32)v;
	else if (bit == PASTE_GROUP_FD)
		r->arg_group_fd = (s32)v;
	else
		r->flags = (u64)v;
}

static bool is_open(const struct pasted *p, const struct pa_field *f)
{
	return p->unknown.word[f->word] >> f->shift & f->mask;
}

static const struct typical *typical_of(unsigned int id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(typicals); i++)
		if (typicals[i].id == id)
			return &typicals[i];
	return NULL;
}

/* Too new for any program that people ask about, and strace does not print them. */
static bool is_rare(unsigned int id)
{
	return id == PA_FIELD_AUX_START_PAUSED || id == PA_FIELD_AUX_PAUSE ||
	       id == PA_FIELD_AUX_RESUME;
}

/* A value that programs pass. What is reserved they leave 0. */
static u64 typical_value(unsigned int id, u64 which)
{
	const struct typical *t = typical_of(id);

	if (pa_fields[id].reserved)
		return 0;
	if (!t)
		return is_rare(id) ? 0 : which & 1;
	which %= t->n + 1u;
	return which < t->n ? t->value[which] : 0;
}

static void arg_typical(struct pa_record *r, size_t i, unsigned int which)
{
	arg_put(r, typical_args[i].bit, typical_args[i].value[which % typical_args[i].n]);
}

/* All that is not known gets a value that programs pass. */
static void fill_typical(struct pa_record *r, const struct pasted *p, u64 *seed)
{
	size_t i;

	for (i = 0; i < PA_FIELD_MAX; i++)
		if (is_open(p, &pa_fields[i]) && pasted_number(seed) >> 17 & 1)
			field_put(r, p, &pa_fields[i],
				  typical_value((unsigned int)i, pasted_number(seed) >> 20));
	for (i = 0; i < ARRAY_SIZE(typical_args); i++)
		if (p->unknown.args & typical_args[i].bit && pasted_number(seed) >> 17 & 1)
			arg_typical(r, i, (unsigned int)(pasted_number(seed) >> 40));
}

/**
 * pasted_any() - all that is not known gets any value
 * @r:    the call
 * @p:    what is not known of it
 * @seed: of the numbers, which are not 0
 */
void pasted_any(struct pa_record *r, const struct pasted *p, u64 *seed)
{
	unsigned int i;

	for (i = 0; i < PA_WORDS; i++)
		word_or(r, i, pasted_number(seed) & pasted_number(seed) & p->unknown.word[i]);
	for (i = 0; i < ARRAY_SIZE(typical_args); i++)
		if (p->unknown.args & typical_args[i].bit)
			arg_put(r, typical_args[i].bit, (s32)pasted_number(seed));
}

/**
 * struct asked - a question about a call
 * @x:    the call
 * @look: the question
 * @arg:  of it
 */
struct asked {
	const struct explained *x;
	pasted_fn look;
	void *arg;
};

/* Of which architecture the machine is may not be known, either: checks differ. */
static void ask_of(const struct asked *a, const struct pa_record *r, bool usual)
{
	struct pa_record of = *r;

	if (r->abi < PA_ABI_MAX) {
		a->look(a->arg, r, a->x, usual);
		return;
	}
	of.abi = PA_ABI_X86_64;
	a->look(a->arg, &of, a->x, usual);
	of.abi = PA_ABI_ARM64;
	a->look(a->arg, &of, a->x, usual);
}

/* Who asks for samples of these says in another field of which: else no kernel takes the call. */
static void sample_more(struct pa_record *r, const struct pasted *p)
{
	static const struct {
		u64 sample;
		u8 id;
		u32 value;
	} more[] = {
		{ PA_SAMPLE_BRANCH_STACK, PA_FIELD_BRANCH_SAMPLE_TYPE, 8 },
		{ PA_SAMPLE_REGS_USER, PA_FIELD_SAMPLE_REGS_USER, 0xff },
		{ PA_SAMPLE_STACK_USER, PA_FIELD_SAMPLE_STACK_USER, 8192 },
		{ PA_SAMPLE_REGS_INTR, PA_FIELD_SAMPLE_REGS_INTR, 0xff },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(more); i++)
		if (pa_attr_get(r, PA_FIELD_SAMPLE_TYPE) & more[i].sample &&
		    is_open(p, &pa_fields[more[i].id]))
			field_put(r, p, &pa_fields[more[i].id], more[i].value);
}

/* One thing that is not known has another value, all else has its usual one. */
static void ask_each(const struct asked *a)
{
	const struct explained *x = a->x;
	struct pa_record r;
	unsigned int i, k;

	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct typical *t = typical_of(i);

		for (k = 0; is_open(&x->pasted, &pa_fields[i]) && k < (t ? t->n : 1u); k++) {
			r = x->r;
			field_put(&r, &x->pasted, &pa_fields[i],
				  t ? t->value[k] : typical_value(i, 1));
			if (i == PA_FIELD_SAMPLE_TYPE)
				sample_more(&r, &x->pasted);
			if (i == PA_FIELD_SAMPLE_MAX_STACK)
				field_put(&r, &x->pasted, &pa_fields[PA_FIELD_SAMPLE_TYPE],
					  PA_SAMPLE_CALLCHAIN);
			ask_of(a, &r, false);
		}
	}
	for (i = 0; i < ARRAY_SIZE(typical_args); i++) {
		if (!(x->pasted.unknown.args & typical_args[i].bit))
			continue;
		for (k = 0; k < typical_args[i].n; k++) {
			r = x->r;
			arg_typical(&r, i, k);
			ask_of(a, &r, false);
		}
	}
}

/**
 * pasted_each() - look at a call with all values that what is not known of it may have
 * @x:    the call
 * @look: looks at it; first with usual values
 * @arg:  of @look
 *
 * They are those that programs pass, and the same at each time.
 */
void pasted_each(const struct explained *x, pasted_fn look, void *arg)
{
	const struct asked a = { .x = x, .look = look, .arg = arg };
	u64 seed = 0x2545f4914f6cdd1dULL;
	struct pa_record r;
	unsigned int i;

	ask_of(&a, &x->r, true);
	if (!x->pasted.some)
		return;
	ask_each(&a);
	for (i = 0; i < PASTED_ROUNDS; i++) {
		r = x->r;
		fill_typical(&r, &x->pasted, &seed);
		ask_of(&a, &r, false);
	}
}
