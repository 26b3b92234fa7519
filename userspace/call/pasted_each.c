// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The values that the unknown parts of a call may have: values that programs pass, in one part
 * after the other and in several at once, and random ones. They are the same at each time.
 */
#include "call/parts.h"
#include "call/pasted.h"

#include "rules/parts.h"

/**
 * struct typical - values that programs pass in a field or argument, or that a fact may have
 * @n:     entries of @value; 0: a flag
 * @value: values other than the usual one, which is 0 in a field
 */
struct typical {
	u8 n;
	const u64 *value;
};

#define TYPICAL(...) { \
	.value = (const u64[]){ __VA_ARGS__ }, \
	.n = sizeof((u64[]){ __VA_ARGS__ }) / sizeof(u64) }

/* The facts of an op follow the fields and arguments of an open, then the type of its event. */
#define PART_FACT(name)		(PA_ARG_MAX + PASTED_##name)
#define PART_TYPE		PART_FACT(FACTS)
#define PARTS			(PART_TYPE + 1)

/* Indexed by enum pa_field_id, enum pa_arg_id or PART_*; other parts are flags. */
static const struct typical typicals[PARTS] = {
	[PA_FIELD_TYPE] = TYPICAL(1, 2, 3, 4, 5, 8, 20),
	[PA_FIELD_SIZE] = TYPICAL(64, 72, 96, 112, 120, 128, 136),
	[PA_FIELD_CONFIG] = TYPICAL(1, 2, 3, 9, 0x10002, 0x1cd, 0x412e),
	[PA_FIELD_SAMPLE_PERIOD] = TYPICAL(1, 99, 4000, 100000, 10000000),
	[PA_FIELD_SAMPLE_TYPE] = TYPICAL(0x1, 0x7, 0x20, 0x800, 0x3000, 0x40000, 0x4087, 0x400),
	[PA_FIELD_READ_FORMAT] = TYPICAL(1, 3, 4, 8, 15),
	[PA_FIELD_PRECISE_IP] = TYPICAL(1, 2, 3),
	[PA_FIELD_BP_TYPE] = TYPICAL(1, 2, 3, 4),
	[PA_FIELD_CONFIG1] = TYPICAL(1, 0x1000, 0x555555554000, 0x20, 0xffffffff81000000),
	[PA_FIELD_CONFIG2] = TYPICAL(1, 4, 8),
	[PA_FIELD_BRANCH_SAMPLE_TYPE] = TYPICAL(1, 8, 9, 0x801),
	[PA_FIELD_SAMPLE_REGS_USER] = TYPICAL(0xff, 0xff0fff),
	[PA_FIELD_SAMPLE_STACK_USER] = TYPICAL(8192, 65528),
	[PA_FIELD_CLOCKID] = TYPICAL(1, 4, 7),
	[PA_FIELD_SAMPLE_REGS_INTR] = TYPICAL(0xff, 0xff0fff),
	[PA_FIELD_SAMPLE_MAX_STACK] = TYPICAL(8, 127, 1000),
	[PA_FIELD_AUX_SAMPLE_SIZE] = TYPICAL(4096),
	[PA_ARG_PID] = TYPICAL(-1ULL, 1),
	[PA_ARG_CPU] = TYPICAL(0, 3),
	[PA_ARG_GROUP_FD] = TYPICAL(3),
	[PA_ARG_FLAGS] = TYPICAL(8, 4, 2),
	[PART_FACT(CAPS)] = TYPICAL(0, -1ULL),
	/* Hardly any program is there, and it would refuse what perf would refuse. */
	[PART_FACT(BPF_LSM)] = TYPICAL(0),
	[PART_FACT(CPU)] = TYPICAL(-1ULL, 0, 1),
	[PART_FACT(STATE)] = TYPICAL((u64)PA_STATE_REVOKED, (u64)PA_STATE_EXIT,
				     (u64)PA_STATE_ERROR, (u64)PA_STATE_OFF, PA_STATE_INACTIVE,
				     PA_STATE_ACTIVE),
	[PART_FACT(FLAGS)] = TYPICAL(0, 1, 2, 4, 0x400, 0x7ffffffff),
	[PART_FACT(SIBLINGS)] = TYPICAL(0, 1, 4),
	[PART_FACT(READ_SIZE)] = TYPICAL(8, 16, 24, 32, 40, 4096),
	[PART_TYPE] = TYPICAL(PA_TYPE_HARDWARE, PA_TYPE_SOFTWARE, PA_TYPE_TRACEPOINT,
			      PA_TYPE_BREAKPOINT, 8),
};

/* A pseudorandom number (xorshift), so that the reason is always the same; @seed is not 0. */
static u64 random_number(u64 *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Sets bits of an attr. */
static void word_or(struct pa_record *r, unsigned int word, u64 set)
{
	u64 bits;

	memcpy(&bits, r->attr + 8 * word, sizeof(bits));
	bits |= pa_le64(set);
	memcpy(r->attr + 8 * word, &bits, sizeof(bits));
}

/* Gives the unknown bits of a field a value. */
static void field_put(struct pa_record *r, const struct pasted *p, unsigned int id, u64 v)
{
	const struct pa_field *f = &pa_fields[id];

	v &= pa_unknown_of(&p->unknown, id);
	word_or(r, f->word, v << f->shift);
	if (id == PA_FIELD_SIZE && p->unknown.word[f->word] >> f->shift) {
		r->attr_size = (u32)v;
		/* The kernel takes 0 for the oldest size. */
		r->attr_len = !v ? PA_ATTR_OLDEST :
			      v > PA_ATTR_NEWEST ? PA_ATTR_NEWEST : v < 8 ? 8 : (u16)v;
		r->attr_more = v > PA_ATTR_NEWEST ? (u32)v - PA_ATTR_NEWEST : 0;
	}
}

static void value_put(struct pa_record *r, const struct pasted *p, unsigned int id, u64 v)
{
	const struct pa_fact *fact = &pa_facts_of_op.fact[id < PA_ARG_MAX ? 0 : id - PA_ARG_MAX];
	struct pa_op_facts *f = &r->op_facts;

	if (id < PA_FIELD_MAX)
		field_put(r, p, id, v);
	else if (id < PA_ARG_MAX)
		pa_record_arg(r, id - PA_FIELD_MAX, v);
	else if (id == PART_TYPE)
		r->op.type = (u32)v;
	else if (fact->flag)
		f->have = v ? f->have | fact->flag : f->have & ~fact->flag;
	else
		fact_put((u8 *)f + fact->offset, fact->width, v);
}

/* Return true if this part of a call is not known, and may decide about the result. */
static bool is_unknown(const struct pa_call *x, unsigned int id)
{
	if (x->r.kind == PA_RECORD_OPEN)
		return id < PA_ARG_MAX && pa_unknown_of(&x->pasted.unknown, id);
	/* prctl() needs no facts. */
	if (id < PA_ARG_MAX || x->r.kind == PA_RECORD_PRCTL)
		return false;
	return id < PART_TYPE ? x->pasted.facts >> (id - PA_ARG_MAX) & 1 :
				x->r.op.type == PA_OP_NO_TYPE;
}

/*
 * A value that programs pass. Reserved bits are 0, and so are the bits of the AUX word: they are
 * too new for the programs that people ask about, and strace does not print them.
 */
static u64 typical_value(unsigned int id, u64 which)
{
	const struct typical *t = &typicals[id];

	if (!t->n && id < PA_FIELD_MAX &&
	    (pa_fields[id].reserved || pa_fields[id].offset == PA_OFF_AUX))
		return 0;
	if (!t->n)
		return which & 1;
	if (id >= PA_FIELD_MAX)
		return t->value[which % t->n];
	which %= t->n + 1u;
	return which < t->n ? t->value[which] : 0;
}

/* All unknown parts of an op, and half of those of an open, get a value that programs pass. */
static void fill_typical(struct pa_record *r, const struct pa_call *x, u64 *seed)
{
	unsigned int id, shift;

	for (id = 0; id < PARTS; id++) {
		shift = id >= PA_FIELD_MAX && id < PA_ARG_MAX ? 40 : 20;
		if (is_unknown(x, id) && (id >= PA_ARG_MAX || random_number(seed) >> 17 & 1))
			value_put(r, &x->pasted, id,
				  typical_value(id, random_number(seed) >> shift));
	}
}

/**
 * pasted_any() - all that is not known gets any value
 * @r:    the call
 * @p:    its unknown parts
 * @seed: seed of the random numbers, not 0
 */
void pasted_any(struct pa_record *r, const struct pasted *p, u64 *seed)
{
	unsigned int i;

	for (i = 0; i < PA_WORDS; i++)
		word_or(r, i, random_number(seed) & random_number(seed) & p->unknown.word[i]);
	for (i = PA_FIELD_MAX; i < PA_ARG_MAX; i++)
		if (pa_unknown_of(&p->unknown, i))
			pa_record_arg(r, i - PA_FIELD_MAX, (u64)(s32)random_number(seed));
}

/**
 * struct asked - a question about a call
 * @x:    the call
 * @room: for changed copies of it
 * @look: the question
 * @arg:  of it
 */
struct asked {
	const struct pa_call *x;
	struct pasted_room *room;
	pasted_fn look;
	void *arg;
};

/*
 * If a text of an open names no architecture, ask for this machine's checks. Checks of another one
 * are asked once: they are listed if the text shows their subject.
 */
static void ask_of(const struct asked *a, const struct pa_record *r, bool usual)
{
	struct pa_record *of = &a->room->of;

	if (r->abi < PA_ABI_MAX || r->kind != PA_RECORD_OPEN) {
		a->look(a->arg, r, a->x, usual);
		return;
	}
	*of = *r;
	of->abi = HERE_ABI;
	if (of->abi >= PA_ABI_MAX)
		of->abi = PA_ABI_X86_64;
	a->look(a->arg, of, a->x, usual);
	if (!usual)
		return;
	of->abi = of->abi == PA_ABI_ARM64 ? PA_ABI_X86_64 : PA_ABI_ARM64;
	a->look(a->arg, of, a->x, usual);
}

/* Bits of sample_type that every kernel refuses unless another field is set, too. */
static const struct {
	u64 sample;
	u8 id;
	u32 value;
} sample_more[] = {
	{ PA_SAMPLE_BRANCH_STACK, PA_FIELD_BRANCH_SAMPLE_TYPE, 8 },
	{ PA_SAMPLE_REGS_USER, PA_FIELD_SAMPLE_REGS_USER, 0xff },
	{ PA_SAMPLE_STACK_USER, PA_FIELD_SAMPLE_STACK_USER, 8192 },
	{ PA_SAMPLE_REGS_INTR, PA_FIELD_SAMPLE_REGS_INTR, 0xff },
};

/* Sets the fields that go with a field that was set. */
static void more_put(struct pa_record *r, const struct pasted *p, unsigned int id)
{
	size_t i;

	if (id == PA_FIELD_SAMPLE_MAX_STACK)
		value_put(r, p, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_CALLCHAIN);
	for (i = 0; id == PA_FIELD_SAMPLE_TYPE && i < ARRAY_SIZE(sample_more); i++)
		if (pa_attr_get(r, PA_FIELD_SAMPLE_TYPE) & sample_more[i].sample)
			value_put(r, p, sample_more[i].id, sample_more[i].value);
}

/* One part that is not known has another value, all others their usual one. */
static bool ask_each(const struct asked *a)
{
	const struct pa_call *x = a->x;
	struct pa_record *r = &a->room->as;
	const struct typical *t;
	unsigned int id, k, n;
	bool any = false;

	for (id = 0; id < PARTS && !a->room->enough; id++) {
		if (!is_unknown(x, id))
			continue;
		any = true;
		t = &typicals[id];
		/* An unknown flag of the attr is 0 in the record, one of an op may be set. */
		n = t->n ? t->n : id < PA_ARG_MAX ? 1 : 2;
		for (k = 0; k < n; k++) {
			*r = x->r;
			value_put(r, &x->pasted, id, t->n ? t->value[k] : typical_value(id, k + 1));
			more_put(r, &x->pasted, id);
			ask_of(a, r, false);
		}
	}
	return any;
}

/* Numbers of trials in which several unknown parts have other values at once: mmap() has few. */
#define ROUNDS		64
#define ROUNDS_OF_OP	200

/**
 * pasted_each() - look at a call with all values that its unknown parts may have
 * @x:    the call
 * @room: for changed copies of it
 * @look: looks at it; first with usual values
 * @arg:  of @look
 *
 * These values are those that programs pass, and the same at each time.
 */
void pasted_each(const struct pa_call *x, struct pasted_room *room, pasted_fn look, void *arg)
{
	const struct asked a = { .x = x, .room = room, .look = look, .arg = arg };
	bool few = x->r.kind == PA_RECORD_OPEN || x->r.kind == PA_RECORD_MMAP;
	unsigned int rounds = few ? ROUNDS : ROUNDS_OF_OP;
	u64 seed = 0x2545f4914f6cdd1dULL;

	room->enough = false;
	ask_of(&a, &x->r, true);
	if (!ask_each(&a))
		return;
	while (rounds-- && !room->enough) {
		room->as = x->r;
		fill_typical(&room->as, x, &seed);
		ask_of(&a, &room->as, false);
	}
}
