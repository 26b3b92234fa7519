// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The reason of a partly known call, an open or one on a descriptor. A single reason is reported
 * only if the unknown parts do not matter: the rules are asked with all unknown parts at their
 * usual values, with one part after the other at values that programs pass, with several at once,
 * and with random bits. The random numbers are the same in each run, so the answer is, too. A
 * reason is certain only if it is the same with any values and depends on nothing but the call: no
 * text says which PMU was asked, and which function refused. Otherwise pasted_rank.c lists the
 * likeliest four. If another call of the text differs in one thing and has opened, reasons that it
 * would have, too, are left out.
 *
 * Facts about the machine (host/machine.c) go into the facts of the record, as if the module had
 * taken them, and pasted_after.c asks what would refuse next, without the filter or the lack of
 * privilege. A caller whose privileges are unknown counts as one who has none.
 */
#include "call/pasted.h"

#include "facts/limits.h"
#include "rules/parts.h"

static void probable(struct pa_why *why)
{
	why->certain = false;
	why->opens = false;
}

static bool same_fix(const struct pa_why *a, const struct pa_why *b)
{
	u32 i;

	if (a->nfix != b->nfix || a->plan != b->plan)
		return false;
	for (i = 0; i < a->nfix && i < PA_FIX_MAX; i++)
		if (strcmp(a->fix[i].field, b->fix[i].field) || a->fix[i].value != b->fix[i].value)
			return false;
	return true;
}

/**
 * pasted_again() - the same reason was found again: keep only the parts of it that are always true
 * @known: the reason
 * @why:   the same reason, found for other values of the unknown parts
 */
void pasted_again(struct pa_why *known, const struct pa_why *why)
{
	if (known->certain && !why->certain)
		probable(known);
	if (!same_fix(known, why)) {
		known->nfix = 0;
		known->plan = PA_PLAN_NONE;
		known->lost[0] = '\0';
	}
	if (strcmp(known->needs, why->needs))
		known->needs[0] = '\0';
	if (known->field != why->field)
		known->field = NULL;
	known->opens &= why->opens;
}

/*
 * Adds a reason that was found for some values of the unknown parts; it may be without its
 * sentence. @count is its weight if it is found for the first time: then it is returned, else NULL.
 */
static struct pa_why *reason_add(struct search *s, const struct pa_why *why, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < s->n; i++) {
		if (s->why[i].rule != why->rule)
			continue;
		s->count[i]++;
		pasted_again(&s->why[i], why);
		return NULL;
	}
	s->more |= s->n == PASTED_FOUND_MAX;
	if (s->n == PASTED_FOUND_MAX)
		return NULL;
	s->count[s->n] = count;
	s->why[s->n] = *why;
	return &s->why[s->n++];
}

/* Weight of a usual reason. */
#define USUAL	100000

/* Sites before any PMU is asked: their rules depend on the call alone. */
#define BY_CALL		PA_BEFORE(CHOOSE)

/*
 * Facts that have not changed since the call: only the caller can change them, and it is stopped;
 * and settings, which hardly ever change. Other processes start and end tasks.
 */
#define LASTING		(PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_PIDNS | \
			 OF_DESCRIPTORS | PA_F_CPU | PA_F_LSM)

/* Another thread of the process may have changed them since. */
#define OF_DESCRIPTORS	(PA_F_GROUP_FD | PA_F_CGROUP_FD)

/*
 * These types belong to the same PMUs in every kernel, with drivers that are known as a whole. The
 * PMU of any other type is not known, nor are its driver's checks.
 */
static bool is_of_kernel(const struct pa_record *r)
{
	u64 type = pa_attr_get(r, PA_FIELD_TYPE);

	return type == PA_TYPE_SOFTWARE || type == PA_TYPE_TRACEPOINT || type == PA_TYPE_BREAKPOINT;
}

/*
 * Return true if the reason depends on the call, and on facts about its caller while it was
 * stopped. A policy may return these two errnos.
 */
static bool by_held(const struct pa_record *r, const struct pa_call *x,
		    const struct pa_why *why, struct search *s)
{
	struct pa_record *bare = &s->room.bare;

	if ((r->ret == -EACCES || r->ret == -EPERM) && !(r->facts.have & PA_F_LSM))
		return false;
	if (why->rule->sites & ~BY_CALL && !is_of_kernel(r))
		return false;
	*bare = *r;
	bare->facts.have &= LASTING & ~(x->pasted.shared ? OF_DESCRIPTORS : 0);
	/* A member leads its group when its former leader is closed. */
	bare->facts.leader.is_leader = 1;
	if (r->ret == -ENODEV)
		bare->facts.have &= ~(u32)PA_F_CPU;
	return pa_candidates(bare, &x->env, NULL, NULL, &s->again, 1) == 1 && s->again.certain &&
	       s->again.rule == why->rule;
}

/*
 * Return true if a reason depends on the call alone, or on facts about its caller while it was
 * stopped. Other facts that were looked up may have been different at the call.
 */
static bool is_by_call(const struct pa_record *r, const struct pa_call *x,
		       const struct pa_why *why, struct search *s)
{
	struct pa_case c;
	bool certain;

	/* A filter may return any errno. */
	if (x->pasted.filtered)
		return false;
	if (x->pasted.held)
		return by_held(r, x, why, s);
	s->room.bare = *r;
	s->room.bare.have_facts = 0;
	return !(why->rule->sites & ~BY_CALL) &&
	       pa_why_rule(&c, &s->room.bare, &x->env, &certain) == why->rule && certain;
}

/*
 * Return true if the last of these reasons, which surely refuses, is more likely than the others,
 * which only may: if the PMU is the kernel's own, and only checks of that PMU are open. It is not
 * certain.
 */
static bool outweighs(const struct pa_why *list, u32 n, const struct pa_record *r,
		      const struct pa_call *x)
{
	u32 i;

	if (n < 2 || !x->pasted.held || !is_of_kernel(r))
		return false;
	for (i = 0; i + 1 < n; i++)
		if (list[i].rule->sites & BY_CALL)
			return false;
	return true;
}

/* The reasons for some values of the unknown parts, in @s->list: the first ones, if not all fit. */
static u32 reasons_of(struct search *s, const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown, bool *sure)
{
	u32 n = pa_candidates(r, env, unknown, sure, s->list, PASTED_CANDIDATES);

	s->none |= !n;
	s->more |= n > PASTED_CANDIDATES;
	return n;
}

/* The reason for usual values of all unknown parts comes first. */
static void ask(void *arg, const struct pa_record *r, const struct pa_call *x, bool usual)
{
	struct search *s = arg;
	struct pa_why *list = s->list, *found;
	bool sure = false;
	u32 n = reasons_of(s, r, &x->env, &x->pasted.unknown, &sure), i;

	s->unsure |= n && !sure;
	if (usual && sure && n <= PASTED_CANDIDATES)
		s->sure = list[n - 1].rule;
	if (sure && n <= PASTED_CANDIDATES && outweighs(list, n, r, x)) {
		list[0] = list[n - 1];
		probable(&list[0]);
		n = 1;
	}
	if (n == 1 && list[0].certain && !is_by_call(r, x, &list[0], s))
		probable(&list[0]);
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++) {
		found = reason_add(s, &list[i], usual ? USUAL + 1 : 1);
		/* Its sentence is written only then. */
		if (found)
			pa_candidate_say(r, &x->env, &x->pasted.unknown, found);
	}
}

/*
 * The program has made the same call with one thing changed, and got a descriptor: this is that
 * call. A second attempt proves nothing about what else has changed in between, so no reason is
 * certain by it.
 */
static bool retry_of(struct pa_record *r, const struct pa_record *from, const struct pasted *p)
{
	const struct pa_fix *changed = &p->changed;
	unsigned int id = pa_fix_id(&(struct pa_word){ changed->field, strlen(changed->field) });

	*r = *from;
	if (id >= PA_FIELD_MAX)
		pa_record_arg(r, id - PA_FIELD_MAX, changed->value);
	else if (id != PA_FIELD_SIZE)
		pa_attr_put(r, &pa_fields[id], changed->value);
	return id != PA_FIELD_SIZE;
}

/* The reasons found that would have refused the second attempt, too. */
struct still {
	struct search *all;
	bool found[PASTED_FOUND_MAX];
};

static void ask_retry(void *arg, const struct pa_record *from, const struct pa_call *x,
		      bool usual)
{
	struct still *s = arg;
	struct pa_why *list = s->all->list;
	struct pa_record *r = &s->all->room.bare;
	u32 n, i, k;

	if (!retry_of(r, from, &x->pasted))
		return;
	n = pa_candidates(r, &x->env, &x->pasted.unknown, NULL, list, PASTED_CANDIDATES);
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++)
		for (k = 0; k < s->all->n; k++)
			s->found[k] |= s->all->why[k].rule == list[i].rule;
}

/* Leaves out reasons that would have refused the second attempt, too, unless no other is left. */
static void leave_out_by_retry(struct search *s, const struct pa_call *x)
{
	struct still still = { .all = s };

	if (!x->pasted.changed.field || s->n < 2)
		return;
	pasted_each(x, &s->room, ask_retry, &still);
	s->more &= !pasted_leave_out(s, still.found);
}

/* Number of trials with random values. */
#define ROUNDS	64

/* Return true if it is the reason for any values, also those that no program passes. */
static bool holds_always(const struct pa_call *x, const struct pa_why *known, struct search *s)
{
	u64 seed = 0x9e3779b97f4a7c15ULL;
	struct pa_why *why = s->list;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		s->room.as = x->r;
		pasted_any(&s->room.as, &x->pasted, &seed);
		if (pa_candidates(&s->room.as, &x->env, NULL, NULL, why, 2) != 1 ||
		    !why[0].certain || why[0].rule != known->rule)
			return false;
	}
	return true;
}

/* Adds a reason before all others. */
static void first_add(struct pasted_reasons *all, const struct pa_rule *rule, const char *text)
{
	struct pa_why *why = &all->why[0];

	all->more |= all->n == PASTED_MAY_BE;
	if (all->n < PASTED_MAY_BE)
		all->n++;
	memmove(&all->why[1], why, (all->n - 1) * sizeof(*why));
	*why = (struct pa_why){ .rule = rule, .in = rule->in };
	strscpy(why->text, text, sizeof(why->text));
	if (rule->needs)
		strscpy(why->needs, rule->needs, sizeof(why->needs));
}

static void seccomp_add(struct pasted_reasons *all, const struct pa_call *x)
{
	if ((x->r.ret != -EPERM && x->r.ret != -ENOSYS) ||
	    (x->pasted.live && !x->pasted.filtered) || (all->n && all->why[0].certain))
		return;
	first_add(all, &pasted_seccomp, x->pasted.filtered ?
		  "the seccomp filter of the caller refuses perf_event_open" :
		  pasted_seccomp.text);
	all->likely = x->r.ret == -EPERM;
}

/* The filter has ended the caller, or refused the call before our own filter saw it: certain. */
static void stopped_add(struct pasted_reasons *all, const struct pa_call *x)
{
	first_add(all, &pasted_seccomp, x->pasted.stopped == PASTE_REFUSED ?
		  "the seccomp filter of the caller refuses perf_event_open" :
		  x->pasted.stopped == PASTE_KILLED ?
		  "the seccomp filter of the caller kills processes that call perf_event_open" :
		  "the seccomp filter of the caller traps perf_event_open");
	all->why[0].certain = true;
}

/* Drivers of the PMUs that every kernel has hardly ever return EACCES: list them last. */
static void weigh_of_driver(struct search *s, const struct pa_call *x)
{
	unsigned int i;

	if (x->r.ret != -EACCES || pa_attr_get(&x->r, PA_FIELD_TYPE) >= PA_TYPE_DYNAMIC)
		return;
	for (i = 0; i < s->n; i++)
		if (!s->why[i].rule->err)
			s->count[i] = 1;
}

static void reasons_look(struct pasted_reasons *all, const struct pa_call *x, struct search *s)
{
	unsigned int i;

	memset(s, 0, sizeof(*s));
	pasted_each(x, &s->room, ask, s);
	leave_out_by_retry(s, x);
	weigh_of_driver(s, x);
	pasted_rank(all, s, x);
	/* If the security modules are not known, one of them may be another cause. */
	all->more |= all->n > 1 && x->r.ret == -EACCES && !(x->r.facts.have & PA_F_LSM);
	if (!x->pasted.some)
		return;
	/* Values for which no rule refuses show that an assumption was wrong. */
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || all->more || s->none || !holds_always(x, &all->why[i], s))
			probable(&all->why[i]);
}

/* Among several reasons, or none, one is left if the PMU has the driver that its name implies. */
static void reasons_assume(struct pasted_reasons *all, const struct pa_call *x,
			   struct pasted_work *work)
{
	struct pasted_reasons *other = &work->other;
	unsigned int i;

	if (!pasted_assume(work, x))
		return;
	memset(other, 0, sizeof(*other));
	reasons_look(other, &work->as, &work->search);
	if (x->pasted.live ? other->n != 1 || other->more : !other->n)
		return;
	*all = *other;
	all->assumed = true;
	for (i = 0; i < all->n; i++)
		probable(&all->why[i]);
}

/* Facts that may have changed since: the settings, and effects of calls that were not seen. */
#define ONE(fact)	(1U << PASTED_##fact)
#define OF_SINCE	(ONE(BUFFER) | ONE(MAPPED) | ONE(PROG) | ONE(FILTER) | ONE(SIBLINGS))
#define OF_SETTINGS	(PA_OF_PARANOID | PA_OF_MAX_RATE | PA_OF_MMAPS)

/* Facts from the open of the event. In a text it may have been the open of another one. */
#define OF_TEXT		PASTED_ALL_FACTS

/* Asks about a call on a descriptor, for all sizes of a page that its machine may have. */
static void ask_op(void *arg, const struct pa_record *r, const struct pa_call *x, bool usual)
{
	const struct pa_limits *limits = x->env.limits;
	bool here = r->abi < PA_ABI_MAX, known = limits && limits->have & PA_L_PAGE;
	struct pa_kernel kernel = { .page_size = known ? limits->k.page_size : 4096 };
	struct search *s = arg;
	struct pa_record *of = &s->room.of;
	struct pa_env env = x->env;
	struct pa_why *found;
	struct pa_case c;
	u32 n, i;

	*of = *r;
	of->abi = here ? r->abi : PA_ABI_X86_64;
	/* Other limits of it are not known. */
	env.kernel = r->op.have & PA_OP_ATTR ? NULL : &kernel;
	do {
		n = reasons_of(s, of, &env, NULL, NULL);
		for (i = 0; i < n && i < PASTED_CANDIDATES; i++) {
			s->unsure |= !s->list[i].certain;
			found = reason_add(s, &s->list[i], 1);
			if (found && !*found->text && pa_op_case_look(&c, of, &env))
				pa_why_say(&c, found->rule, found);
		}
		kernel.page_size *= 4;
	} while (!known && !(here && r->abi == PA_ABI_X86_64) && kernel.page_size <= 65536);
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

/* Return true if perf sees a call: mmap() itself refuses what no file can have. */
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

	/* The memory of the process may have had no room for it. */
	if (why->rule->luck)
		return false;
	*without = *x;
	memset(again, 0, sizeof(*again));
	without->r.op_facts.have &= ~(u32)OF_SETTINGS;
	without->pasted.facts |= OF_SINCE | (x->pasted.live ? 0 : OF_TEXT);
	pasted_each(without, &again->room, ask_op, again);
	return again->n == 1 && !again->none && !again->unsure &&
	       again->why[0].rule == why->rule;
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

/* Why a call on a descriptor was refused, or did nothing. */
static void find_of_op(struct pasted_reasons *all, const struct pa_call *x,
		       struct pasted_work *work)
{
	struct search *s = &work->search;
	struct pa_call *as = &work->as;
	bool assumed = assume_arguments(as, x), none;
	const struct pa_call *asked = assumed ? as : x;
	unsigned int i;

	/* Among calls that succeed only prctl() is explained. */
	if (x->r.ret >= 0 && x->r.kind != PA_RECORD_PRCTL)
		return;
	memset(s, 0, sizeof(*s));
	pasted_each(asked, &s->room, ask_op, s);
	if (assumed) {
		as->r.op.len = ODD_LENGTH;
		pasted_each(as, &s->room, ask_op, s);
	}
	if (s->n && may_be_another(asked, s))
		s->n = 0;
	none = s->none;
	pasted_rank(all, s, x);
	/* Sentences leave out what was assumed. */
	if (assumed || x->r.kind == PA_RECORD_READ || x->pasted.unknown.args & PA_UNKNOWN_ARG)
		for (i = 0; i < all->n; i++)
			pasted_say(&all->why[i], x);
	pasted_put_named(all, x);
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || all->more || none || assumed || *x->pasted.rule ||
		    x->pasted.form != PASTE_STRACE || !is_certain(x, &all->why[i], work))
			probable(&all->why[i]);
}

/**
 * pasted_reasons() - find possible reasons of a partly known call
 * @all:  receives the reasons; none if it was not refused, or none is known
 * @x:    the call
 * @work: room
 */
void pasted_reasons(struct pasted_reasons *all, const struct pa_call *x,
		    struct pasted_work *work)
{
	unsigned int i;

	memset(all, 0, sizeof(*all));
	if (x->r.kind != PA_RECORD_OPEN) {
		find_of_op(all, x, work);
		return;
	}
	if (x->r.ret >= 0 || x->pasted.told_by == PASTE_BY_STRACE)
		return;
	if (x->pasted.stopped) {
		stopped_add(all, x);
		return;
	}
	reasons_look(all, x, &work->search);
	if (all->n != 1)
		reasons_assume(all, x, work);
	/* A filter refuses the second attempt, too, and a kernel that has opened one has it. */
	if (!x->pasted.changed.field) {
		seccomp_add(all, x);
		if (x->r.ret == -ENOSYS && !x->pasted.filtered)
			first_add(all, &pasted_absent, pasted_absent.text);
	}
	pasted_put_named(all, x);
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || *x->pasted.rule || x->pasted.told_by == PASTE_BY_PROGRAM)
			probable(&all->why[i]);
}
