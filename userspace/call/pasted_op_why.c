// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The reason of a partly known call on a descriptor. The rules of ops are asked again and again, as
 * those of opens are, with other values of the unknown facts.
 */

#include "call/parts.h"
#include "call/pasted_found.h"
#include "call/pasted_op.h"
#include "rules/parts.h"

/* Number of trials in which all unknown facts have other values at once. */
#define ROUNDS	200

/* Facts that may have changed since: the settings, and effects of calls that were not seen. */
#define ONE(fact)	(1U << PASTED_##fact)
#define OF_SINCE	(ONE(BUFFER) | ONE(MAPPED) | ONE(PROG) | ONE(FILTER) | ONE(SIBLINGS))
#define OF_SETTINGS	(PA_OF_PARANOID | PA_OF_MAX_RATE | PA_OF_MMAPS)

/* Facts from the open of the event. In a text it may have been the open of another one. */
#define OF_TEXT		((1U << PASTED_FACTS) - 1)

/* Sets a fact to one of its possible values, by number. */
static void value_put(struct pa_op_facts *f, const struct pasted_fact *fact, u64 number)
{
	u64 value = (u64)fact->value[number % fact->n];

	if (!fact->flag)
		fact_put((u8 *)f + fact->offset, fact->width, value);
	else
		f->have = value ? f->have | fact->flag : f->have & ~fact->flag;
}

/* Possible types of an event whose open was not seen. */
static const u32 types[] = { PA_TYPE_HARDWARE, PA_TYPE_SOFTWARE, PA_TYPE_TRACEPOINT,
			     PA_TYPE_BREAKPOINT, 8 };

/* Bytes of a page, where the machine is not known. */
static const u32 pages[] = { 4096, 16384, 65536 };

/* A search and its target. */
struct asked {
	const struct pa_call *x;
	struct search *s;
	bool unsure;		/* a reason was found that was not certain */
};

static void ask_of(struct asked *a, const struct pa_record *r, u32 page)
{
	const struct pa_kernel kernel = { .page_size = page };
	struct pa_why *list = a->s->list;
	struct pa_env env = a->x->env;
	u32 n, i;

	/* Other limits of it are not known. */
	env.kernel = r->op.have & PA_OP_ATTR ? NULL : &kernel;
	n = pa_candidates(r, &env, NULL, NULL, list, PASTED_CANDIDATES);
	a->s->none |= !n;
	a->s->more |= n > PASTED_CANDIDATES;
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++) {
		a->unsure |= !list[i].certain;
		pasted_add(a->s, &list[i], 1);
	}
}

static void ask(struct asked *a, const struct pa_record *r)
{
	const struct pa_limits *limits = a->x->env.limits;
	bool here = r->abi < PA_ABI_MAX;
	struct pa_record *of = &a->s->room.of;
	size_t i;

	*of = *r;
	of->abi = here ? r->abi : PA_ABI_X86_64;
	if (limits && limits->have & PA_L_PAGE) {
		ask_of(a, of, limits->page_size);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		if (here && i && r->abi == PA_ABI_X86_64)
			break;
		ask_of(a, of, pages[i]);
	}
}

/* One fact has another value, all others their usual one; then all of them at once. */
static void ask_all(struct asked *a, u32 unknown)
{
	u64 seed = 0x2545f4914f6cdd1dULL;
	bool type = a->x->r.op.type == PA_OP_NO_TYPE && a->x->r.kind != PA_RECORD_PRCTL;
	struct pa_record *r = &a->s->room.as;
	unsigned int i, k;

	ask(a, &a->x->r);
	for (i = 0; i < PASTED_FACTS; i++) {
		for (k = 0; unknown & 1U << i && k < pasted_facts[i].n; k++) {
			*r = a->x->r;
			value_put(&r->op_facts, &pasted_facts[i], k);
			ask(a, r);
		}
	}
	for (k = 0; k < ROUNDS && (unknown || type); k++) {
		*r = a->x->r;
		for (i = 0; i < PASTED_FACTS; i++)
			if (unknown & 1U << i)
				value_put(&r->op_facts, &pasted_facts[i],
					  pasted_number(&seed) >> 20);
		if (type)
			r->op.type = types[(pasted_number(&seed) >> 20) % ARRAY_SIZE(types)];
		ask(a, r);
	}
}

/*
 * Return true if a filter was refused for an error that its text does not show. The fields of the
 * event are not known, so only an error in the first condition is certain: the kernel stops there.
 */
static bool is_vague(const struct pa_record *r)
{
	static const struct pa_filter_seen nothing;
	struct pa_filter_fault fault;

	if (pa_ioc_of(r) != PA_IOC_SET_FILTER || r->ret != -EINVAL)
		return false;
	if (!(r->op.have & PA_OP_STR))
		return true;
	pa_filter_look(&fault, (const char *)r->attr, r->attr_len, &nothing);
	return fault.err != EINVAL || fault.names > 1;
}

/*
 * Return true if all of an attr is known, except parts that count only with a flag or type that it
 * lacks.
 */
static bool is_told(const struct pasted *p)
{
	static const u8 flagged[] = { PA_FIELD_BRANCH_SAMPLE_TYPE, PA_FIELD_SAMPLE_STACK_USER,
				      PA_FIELD_CLOCKID, PA_FIELD_BP_TYPE };
	u64 word[PA_WORDS];
	size_t i;

	memcpy(word, p->unknown.word, sizeof(word));
	for (i = 0; i < ARRAY_SIZE(flagged); i++)
		word[pa_fields[flagged[i]].word] &= ~(pa_fields[flagged[i]].mask <<
						      pa_fields[flagged[i]].shift);
	for (i = 0; i < PA_WORDS; i++)
		if (word[i])
			return false;
	return true;
}

/* All kernels take what the oldest takes: then none of its bits can be the reason. */
static bool is_plain_attr(const struct pa_record *r)
{
	struct pa_kernel oldest;

	pa_kernel_oldest(&oldest);
	return !(pa_attr_get(r, PA_FIELD_SAMPLE_TYPE) & ~oldest.known_sample) &&
	       !(pa_attr_get(r, PA_FIELD_READ_FORMAT) & ~oldest.known_format) &&
	       !(pa_attr_get(r, PA_FIELD_BRANCH_SAMPLE_TYPE) & ~oldest.known_branch) &&
	       !pa_attr_get(r, PA_FIELD_RESERVED_1) && !pa_attr_get(r, PA_FIELD_RESERVED_2) &&
	       !pa_attr_get(r, PA_FIELD_RESERVED_3) && r->attr_size <= PA_ATTR_NEWEST;
}

/* Bits of mmap(): MAP_FIXED, MAP_FIXED_NOREPLACE */
#define FIXED	0x100010

/* Does a mmap() come as far as to perf? mmap() itself refuses what no file can have. */
static bool comes_to_perf(const struct pa_record *r)
{
	const struct pa_op *op = &r->op;

	return r->kind != PA_RECORD_MMAP ||
	       (op->len && !(op->offset % 4096) && op->flags & 3 && !(op->flags & FIXED));
}

/* The reasons found may depend on facts that strace lacks. */
static bool may_be_another(const struct pa_call *x, const struct search *s)
{
	const struct pa_rule *rule = s->why[0].rule;

	if (!comes_to_perf(&x->r))
		return true;
	if (x->r.op.have & PA_OP_ATTR && x->r.ret == -EINVAL)
		return !is_told(&x->pasted) || !is_plain_attr(&x->r) ||
		       rule->facts & ~x->r.op_facts.have;
	return is_vague(&x->r) && !rule->any_filter;
}

/*
 * A reason is certain if it is the same for any changes of the event since its open, and for any
 * settings.
 */
static bool is_certain(const struct pa_call *x, const struct pa_why *why, struct pasted_work *work)
{
	struct search *again = &work->search;
	struct pa_call *without = &work->as;
	struct asked a = { .x = without, .s = again };

	/* The memory of the process may have had no room for it. */
	if (why->rule->luck)
		return false;
	*without = *x;
	memset(again, 0, sizeof(*again));
	without->r.op_facts.have &= ~(u32)OF_SETTINGS;
	ask_all(&a, x->pasted.facts | OF_SINCE | (x->pasted.live ? 0 : OF_TEXT));
	return again->n == 1 && !again->none && !a.unsure && again->why[0].rule == why->rule;
}

/* bytes of the data area that perf maps; an AUX area follows it */
#define USUAL_LENGTH	((1 + 128) * 4096)
/* bytes that no data area can have */
#define ODD_LENGTH	(128 * 4096)

/* Takes usual arguments for an mmap() known from a sentence. Return false if they are known. */
static bool assume_arguments(struct pa_call *as, const struct pa_call *x)
{
	static const char * const aux[] = { "cs_etm", "arm_spe", "intel_pt", "intel_bts" };
	size_t i;

	if (x->r.kind != PA_RECORD_MMAP || x->r.op.len || x->pasted.form == PASTE_STRACE)
		return false;
	*as = *x;
	as->r.op.len = USUAL_LENGTH;
	as->r.op.flags = 1;
	for (i = 0; i < ARRAY_SIZE(aux); i++)
		if (!strncmp(x->pasted.pmu, aux[i], strlen(aux[i])))
			as->r.op.offset = USUAL_LENGTH;
	return true;
}

/**
 * pasted_op_reasons() - why a call on a descriptor was refused, or did nothing
 * @all:  receives the reasons; none if none is known
 * @x:    the call
 * @work: room
 */
void pasted_op_reasons(struct pasted_reasons *all, const struct pa_call *x,
		       struct pasted_work *work)
{
	struct search *s = &work->search;
	struct pa_call *as = &work->as;
	struct asked a = { .x = x, .s = s };
	unsigned int i;
	bool none;

	memset(all, 0, sizeof(*all));
	if (assume_arguments(as, x))
		a.x = as;
	/* Among calls that succeed only prctl() is explained, which needs no facts. */
	if (x->r.ret >= 0 && x->r.kind != PA_RECORD_PRCTL)
		return;
	memset(s, 0, sizeof(*s));
	ask_all(&a, x->r.kind == PA_RECORD_PRCTL ? 0 : x->pasted.facts);
	if (a.x == as) {
		as->r.op.len = ODD_LENGTH;
		ask_all(&a, x->pasted.facts);
	}
	if (s->n && may_be_another(a.x, s))
		s->n = 0;
	none = s->none;
	pasted_rank(all, s, x);
	/* Sentences leave out what was assumed. */
	if (a.x == as || x->r.kind == PA_RECORD_READ || x->pasted.unknown.args & PA_UNKNOWN_ARG)
		for (i = 0; i < all->n; i++)
			pasted_say(&all->why[i], x);
	pasted_put_named(all, x);
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || all->more || none || a.x == as || *x->pasted.rule ||
		    !is_certain(x, &all->why[i], work))
			pasted_probable(&all->why[i]);
}
