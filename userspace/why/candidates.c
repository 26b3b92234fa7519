// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * All reasons that a refusal may have, where too little is known to single one out. What hardly
 * ever is the reason (PA_RARE) is none of them without the kernel's path; that a PMU has refused,
 * which is what is left if nothing else is known (PA_ELSE), is never the only one.
 */
#include "why/why.h"

#include "why/limits.h"
#include "why/parts.h"

/* On x86 PERF_REG_EXTENDED_MASK has had no other bits: PERF_REG_X86_XMM0 is 32. */
#define XMM_REGS	(~0ULL << 32)

/* The kernels that a call is looked at for. */
enum { OF_CALLED, OF_NEWEST, OF_OLDEST, OF_MAX };

/**
 * struct looked - a call, as it is looked at for each of them
 * @c:      by OF_*; the last two only if the kernel that was called is not known
 * @limits: of the same; the first has what sentences tell of the kernel that was called
 * @env:    of the same; the first is not used
 */
struct looked {
	struct pa_case c[OF_MAX];
	struct pa_kernel limits[OF_MAX];
	struct pa_env env[OF_MAX];
};

/* The level above which it does is known if one more was tried than is passed. */
static void look_at_called(struct looked *l, const struct pa_limits *limits)
{
	s32 opens = PA_PARANOID_USUAL;

	if (!limits || !(limits->have & PA_L_PARANOID_REFUSES))
		return;
	if (limits->have & PA_L_PARANOID_OPENS)
		opens = limits->paranoid_opens;
	if ((s64)limits->paranoid_refuses != (s64)opens + 1)
		return;
	l->limits[OF_CALLED] = *l->c[OF_CALLED].k;
	l->limits[OF_CALLED].has |= PA_K_PARANOID_ANY | PA_K_PARANOID_MAX;
	l->limits[OF_CALLED].paranoid_max = opens;
	l->c[OF_CALLED].k = &l->limits[OF_CALLED];
}

static void look_at(struct looked *l, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_unknown *unknown)
{
	unsigned int i;

	pa_case_look(&l->c[OF_CALLED], r, env);
	pa_case_assume_pmu(&l->c[OF_CALLED]);
	l->c[OF_CALLED].unknown = unknown;
	if (l->c[OF_CALLED].k_known)
		return;
	look_at_called(l, env->limits);
	pa_kernel_newest(&l->limits[OF_NEWEST]);
	pa_kernel_oldest(&l->limits[OF_OLDEST]);
	for (i = OF_NEWEST; i < OF_MAX; i++) {
		l->limits[i].arch = l->c[OF_CALLED].arch;
		if (pa_arch_of(l->limits[i].arch)->family == PA_FAMILY_X86)
			l->limits[i].regs_extended &= XMM_REGS;
		if (env->limits)
			pa_kernel_limit(&l->limits[i], env->limits);
		l->env[i] = *env;
		l->env[i].kernel = &l->limits[i];
		pa_case_look(&l->c[i], r, &l->env[i]);
		pa_case_assume_pmu(&l->c[i]);
		l->c[i].unknown = unknown;
	}
}

static bool is_rare(enum pa_verdict verdict)
{
	return verdict == PA_NO || verdict == PA_RARE;
}

/*
 * perf_event_init() registers the PMUs of probes before any driver does, so that they have the
 * first types that are free: 6 and 7, or 8 and 9 where the clocks have types of their own.
 */
#define PROBE_TYPES_END	(PA_TYPE_DYNAMIC + 8)

/* x86 and arm64 stand for all architectures where none is told: x86 for all but arm64. */
static u32 cpus_of(const struct pa_case *c)
{
	return pa_arch_of(c->arch)->family == PA_FAMILY_ARM ? PA_OF(ARMV8) :
							      PA_OF_CPUS & ~PA_OF(ARMV8);
}

/*
 * Which PMUs may be asked for an event of this type? Their drivers have checks of their own. IBS
 * stands in for precise events; a type in the upper half of config selects a cpu's PMU, or none.
 */
static u32 kinds_of(const struct pa_case *c)
{
	u32 kinds = cpus_of(c);

	if (c->pmu)
		return 1u << c->kind;
	switch (c->type) {
	case PA_TYPE_HARDWARE:
	case PA_TYPE_HW_CACHE:
	case PA_TYPE_RAW:
		return pa_case_get(c, PA_FIELD_PRECISE_IP) ? kinds | PA_OF(IBS) : kinds;
	case PA_TYPE_SOFTWARE:
		return PA_OF(SOFTWARE) | PA_OF(CLOCK);
	case PA_TYPE_TRACEPOINT:
		return PA_OF(TRACEPOINT);
	case PA_TYPE_BREAKPOINT:
		return PA_OF(BREAKPOINT);
	default:
		kinds |= PA_OF(OTHER) | PA_OF(IBS);
		if (c->type < PROBE_TYPES_END)
			kinds |= PA_OF(KPROBE) | PA_OF(UPROBE);
		return kinds;
	}
}

/* The driver of a PMU that is not known may have every check, each with the errno of the call. */
static struct pa_traits strictest(const struct pa_case *c)
{
	u8 err = c->err < 256 ? (u8)c->err : 0;

	return (struct pa_traits){
		.samples = err, .task = err, .any_cpu = err, .branches = err, .not_served = err,
		.takes = 1, .id = ~0ULL, .count = ~0ULL, .private = ~0ULL, .first = 1, .last = 1,
		.more = PA_TRAIT_EVENTS | PA_TRAIT_PERIOD | PA_TRAIT_NO_FREQ | PA_TRAIT_NO_IDLE |
			PA_TRAIT_GROUPS | PA_TRAIT_KERNEL | PA_TRAIT_EXCLUDES,
	};
}

/* Events of this one have numbers, and not every machine has them all. */
static const struct pa_traits *some_events(void)
{
	static const char *const events[1];
	static const struct pa_traits t = {
		.id = 0xff, .last = 0xff, .events = events, .usual = PA_TRAIT_NO_EVENT,
		.takes = 1ULL << 63,
	};

	return &t;
}

static bool may_refuse(struct pa_case *c, const struct pa_rule *rule, const struct pa_traits *t)
{
	c->traits = t;
	return !is_rare(rule->holds(c));
}

/* May the check refuse, if a PMU that is not known is one of those that have it? */
static enum pa_verdict ask_of_any(const struct pa_case *c, const struct pa_rule *rule)
{
	struct pa_traits strict = strictest(c);
	struct pa_case as = *c;
	u32 kinds = rule->kinds & kinds_of(c);

	for (as.kind = 0; kinds >> as.kind; as.kind++) {
		if (!(kinds >> as.kind & 1))
			continue;
		if (may_refuse(&as, rule, as.kind == PA_PMU_OTHER ? &strict :
			       as.kind == PA_PMU_IBS ? pa_traits_ibs() : NULL) ||
		    (as.kind == PA_PMU_OTHER && may_refuse(&as, rule, some_events())))
			return PA_MAYBE;
	}
	return PA_NO;
}

static enum pa_verdict ask_of(const struct pa_case *c, const struct pa_rule *rule)
{
	bool any = rule->kinds && pa_pmu_is_lost(c) && (!c->blind || rule->blind);

	if (!pa_rule_is_here(c, rule))
		return PA_NO;
	return any ? ask_of_any(c, rule) : pa_rule_ask(c, rule);
}

/* A probe names a function or file, and it is not known which. */
static bool lacks_string(const struct pa_case *c)
{
	return !c->r->str_kind && pa_case_get(c, PA_FIELD_CONFIG1);
}

static enum pa_verdict ask(const struct looked *l, const struct pa_rule *rule)
{
	const struct pa_case *c = &l->c[OF_CALLED];
	enum pa_verdict verdict, other;

	if (rule->limits && !c->k_known) {
		verdict = ask_of(&l->c[OF_NEWEST], rule);
		other = ask_of(&l->c[OF_OLDEST], rule);
		if (is_rare(verdict) && is_rare(other))
			return PA_RARE;
		return verdict == other ? verdict : PA_MAYBE;
	}
	verdict = ask_of(c, rule);
	/* Without the string of a probe it is not known what is wrong with that. */
	if (verdict == PA_YES && lacks_string(c) && rule->kinds & (PA_OF(KPROBE) | PA_OF(UPROBE)))
		return PA_MAYBE;
	return verdict;
}

/*
 * Where it is not known which security modules there are, hardly ever one of them is the reason:
 * only if nothing else may be.
 */
static bool is_policy(const struct pa_case *c, const struct pa_rule *rule)
{
	return rule->policy && !(c->f->have & PA_F_LSM);
}

static bool is_here(const struct pa_case *c, const struct pa_rule *rule, u32 kinds)
{
	return pa_rule_is_here(c, rule) && (!rule->kinds || rule->kinds & kinds);
}

/*
 * Does the check depend on nothing but the arguments? If the kernel comes to it first, and it
 * returns another errno, then the text is of another call.
 */
static bool can_contradict(const struct pa_rule *rule)
{
	return !(rule->sites & ~PA_BEFORE(EVENT)) && !rule->kinds;
}

/*
 * May a driver that is not known have refused, for any reason? None is asked where descriptors,
 * tasks and memory are looked up, and an event that all decline is told by ENOENT.
 */
static bool is_foreign(const struct pa_case *c)
{
	static const u32 others[] = {
		ENOENT, ESRCH, EBADF, EMFILE, ENFILE, EFAULT, E2BIG,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (c->err == others[i])
			return false;
	if (lacks_string(c) && 1u << c->kind & (PA_OF(KPROBE) | PA_OF(UPROBE)))
		return true;
	/* The rules know what the driver of cpus of x86 checks, and the kernel's own PMUs. */
	return !c->has_caps && c->kind != PA_PMU_X86 && c->type != PA_TYPE_SOFTWARE &&
	       c->type != PA_TYPE_TRACEPOINT && c->type != PA_TYPE_BREAKPOINT;
}

static const struct pa_rule *refused_by_driver(void)
{
	const struct pa_rule *rule;

	for (rule = pa_rules_pmu; rule->err; rule++)
		;
	return rule;
}

/**
 * struct found - candidates that were found
 * @why:  the reasons
 * @max:  entries there
 * @n:    how many there are
 * @only: the rule of the only one
 * @policy: that of a security module of which nothing is known; NULL: there is none
 * @sure: the last one surely refuses
 */
struct found {
	struct pa_why *why;
	u32 max;
	u32 n;
	const struct pa_rule *only;
	const struct pa_rule *policy;
	bool sure;
};

/*
 * The call as a sentence speaks of it. perf_copy_attr() looks at nothing of the kernel but what it
 * was asked for: all of that is known, and is told.
 */
static struct pa_case *told(struct looked *l, const struct pa_rule *rule)
{
	const struct pa_limits *limits = l->c[OF_CALLED].env->limits;

	if (l->c[OF_CALLED].k_known || rule->sites != PA_AT(COPY) || !limits ||
	    ~limits->have & PA_L_COPY)
		return &l->c[OF_CALLED];
	return &l->c[OF_NEWEST];
}

static void found_add(struct found *f, struct looked *l, const struct pa_rule *rule, bool sure)
{
	if (f->n < f->max) {
		f->why[f->n] = (struct pa_why){ .certain = sure && !f->n };
		pa_plan_name(&l->c[OF_CALLED], rule, &f->why[f->n]);
	}
	f->only = f->n ? NULL : rule;
	f->sure = sure;
	f->n++;
}

/* Goes through the checks in the kernel's order, up to one that surely refuses. */
static void look(struct found *f, struct looked *l)
{
	struct pa_case *c = &l->c[OF_CALLED];
	const struct pa_rule *rule;
	enum pa_verdict verdict;
	u32 kinds = kinds_of(c);
	bool returns;

	pa_for_each_rule(rule, c) {
		if (f->sure)
			break;
		returns = pa_rule_returns(rule, c->err);
		if (!returns && (f->n || !can_contradict(rule)))
			continue;
		/* That the PMU has refused, for whatever reason, is added where it may be. */
		if (!is_here(c, rule, kinds) || !rule->err)
			continue;
		verdict = ask(l, rule);
		if (!returns && verdict == PA_YES)
			return;
		if (!returns)
			continue;
		if (verdict != PA_YES && verdict != PA_MAYBE)
			continue;
		if (is_policy(c, rule))
			f->policy = rule;
		else
			found_add(f, l, rule, verdict == PA_YES);
	}
}

/**
 * pa_candidates() - the reasons that a refused call may have, in the order of the kernel's checks
 * @r:       the record of an open
 * @env:     further input
 * @unknown: what must not be told; NULL: nothing
 * @sure:    receives whether the last one surely refuses; NULL: who calls does not ask
 * @why:     receives the reasons without their sentences; one that surely refuses is the last, and
 *           is certain if it is the only one. The only one has a plan
 * @max:     entries there; at least 1
 *
 * Return: how many there are, which may be more than @max.
 */
u32 pa_candidates(const struct pa_record *r, const struct pa_env *env,
		  const struct pa_unknown *unknown, bool *sure, struct pa_why *why, u32 max)
{
	struct found f = { .why = why, .max = max };
	struct looked l;
	struct pa_case *c = &l.c[OF_CALLED];

	if (r->ret >= 0 || r->ret < -4095)
		return 0;
	look_at(&l, r, env, unknown);
	look(&f, &l);
	if (!f.n && f.policy && c->err == EACCES)
		found_add(&f, &l, f.policy, false);
	if (f.n && !f.sure && is_foreign(c))
		found_add(&f, &l, refused_by_driver(), false);
	if (f.only)
		pa_plan_make(c, f.only, why);
	if (sure)
		*sure = f.sure;
	return f.n;
}

/**
 * pa_candidate_say() - write the sentence of a reason: of many that are found few are told
 * @r:       the record
 * @env:     further input
 * @unknown: what the sentence must not tell; NULL: nothing
 * @why:     from pa_candidates() of these; receives text
 */
void pa_candidate_say(const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown, struct pa_why *why)
{
	const struct pa_rule *rule = why->rule;
	struct looked l;

	look_at(&l, r, env, unknown);
	pa_plan_say(told(&l, rule), rule, why);
}
