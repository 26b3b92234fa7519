// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A call that is only partly known: rules are asked for each kernel and driver that may have
 * refused it. Hardly ever possible reasons (PA_RARE), and reasons of last resort (PA_ELSE), are not
 * candidates.
 */
#include "facts/limits.h"
#include "rules/parts.h"

/* On x86 PERF_REG_EXTENDED_MASK has had no other bits: PERF_REG_X86_XMM0 is 32. */
#define XMM_REGS	(~0ULL << 32)

/* The level above which it does is known if one more was tried than is passed. */
static void look_at_called(struct pa_partly *l, const struct pa_limits *limits)
{
	s32 opens = PA_PARANOID_USUAL;

	if (!limits || !(limits->have & PA_L_PARANOID_REFUSES))
		return;
	if (limits->have & PA_L_PARANOID_OPENS)
		opens = limits->paranoid_opens;
	if ((s64)limits->paranoid_refuses != (s64)opens + 1)
		return;
	l->limits[PA_OF_CALLED] = *l->c[PA_OF_CALLED].k;
	l->limits[PA_OF_CALLED].has |= PA_K_PARANOID_ANY | PA_K_PARANOID_MAX;
	l->limits[PA_OF_CALLED].paranoid_max = opens;
	l->c[PA_OF_CALLED].k = &l->limits[PA_OF_CALLED];
}

/**
 * pa_partly_look() - prepare a partly known call for the rules
 * @l:       filled in
 * @r:       the record of an open
 * @env:     further input
 * @unknown: fields and arguments that sentences must not mention; NULL: none
 */
void pa_partly_look(struct pa_partly *l, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_unknown *unknown)
{
	struct pa_case *c = &l->c[PA_OF_CALLED];
	unsigned int i;

	pa_case_look(c, r, env);
	pa_case_assume_pmu(c);
	c->unknown = unknown;
	if (c->k_known)
		return;
	pa_kernel_newest(&l->limits[PA_OF_NEWEST]);
	pa_kernel_oldest(&l->limits[PA_OF_OLDEST]);
	for (i = PA_OF_NEWEST; i < PA_OF_MAX; i++) {
		l->limits[i].arch = c->arch;
		if (pa_arch_of(c->arch)->family == PA_FAMILY_X86)
			l->limits[i].regs_extended &= XMM_REGS;
		if (env->limits)
			pa_kernel_limit(&l->limits[i], env->limits);
		l->env[i] = *env;
		l->env[i].kernel = &l->limits[i];
		l->c[i] = *c;
		l->c[i].env = &l->env[i];
		l->c[i].k = &l->limits[i];
		l->c[i].k_known = true;
	}
	look_at_called(l, env->limits);
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

/*
 * The PMUs that the kernel may ask for an event of this type. Their drivers have checks of their
 * own. IBS replaces the cpu's PMU for precise events; a type in the upper half of config selects a
 * cpu's PMU, or none. If the architecture is not known, ask for x86 and arm64, which cover all
 * others: x86 for all but arm64.
 */
static u32 kinds_of(const struct pa_case *c)
{
	bool arm = pa_arch_of(c->arch)->family == PA_FAMILY_ARM;
	u32 kinds = arm ? PA_OF(ARMV8) : PA_OF_CPUS & ~PA_OF(ARMV8);

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

/* Return whether the check may refuse, if the unknown PMU is one of the PMUs that have it. */
static enum pa_verdict ask_of_any(const struct pa_case *c, const struct pa_rule *rule)
{
	u8 err = c->err < 256 ? (u8)c->err : 0;
	/* The driver of an unknown PMU may have every check, each with the errno of the call. */
	const struct pa_traits strict = {
		.samples = err, .task = err, .any_cpu = err, .branches = err, .not_served = err,
		.takes = 1, .id = ~0ULL, .count = ~0ULL, .private = ~0ULL, .first = 1, .last = 1,
		.more = PA_TRAIT_EVENTS | PA_TRAIT_PERIOD | PA_TRAIT_NO_FREQ | PA_TRAIT_NO_IDLE |
			PA_TRAIT_GROUPS | PA_TRAIT_KERNEL | PA_TRAIT_EXCLUDES,
	};
	const struct pa_traits *traits;
	struct pa_case as = *c;
	u32 kinds = rule->kinds & kinds_of(c);

	for (as.kind = 0; kinds >> as.kind; as.kind++) {
		if (!(kinds >> as.kind & 1))
			continue;
		traits = as.kind == PA_PMU_OTHER ? &strict : as.kind != PA_PMU_IBS ? NULL :
			 pa_traits_number(pa_traits_find(PA_IBS_INIT, "", "ibs_op"));
		if (may_refuse(&as, rule, traits) ||
		    (as.kind == PA_PMU_OTHER && may_refuse(&as, rule, some_events())))
			return PA_MAYBE;
	}
	return PA_NO;
}

static enum pa_verdict ask_of(const struct pa_case *c, const struct pa_rule *rule)
{
	if (rule->kinds && pa_pmu_is_lost(c) && (!c->blind || rule->blind))
		return ask_of_any(c, rule);
	return pa_rule_ask(c, rule);
}

/* A probe names a function or file, and it is not known which. */
static bool lacks_string(const struct pa_case *c)
{
	return !c->r->str_kind && pa_case_get(c, PA_FIELD_CONFIG1);
}

static enum pa_verdict ask(const struct pa_partly *l, const struct pa_rule *rule)
{
	const struct pa_case *c = &l->c[PA_OF_CALLED];
	enum pa_verdict verdict, other;

	/* The rule for unknown reasons of a PMU has no errno; it is added elsewhere. */
	if (!rule->err || (rule->kinds && !(rule->kinds & kinds_of(c))))
		return PA_NO;
	if (rule->limits && !c->k_known) {
		verdict = ask_of(&l->c[PA_OF_NEWEST], rule);
		other = ask_of(&l->c[PA_OF_OLDEST], rule);
		if (is_rare(verdict) && is_rare(other))
			return PA_NO;
		return verdict == other ? verdict : PA_MAYBE;
	}
	verdict = ask_of(c, rule);
	/* If the string of a probe is unknown, the error in it is not known either. */
	if (verdict == PA_YES && lacks_string(c) && rule->kinds & (PA_OF(KPROBE) | PA_OF(UPROBE)))
		return PA_MAYBE;
	return verdict;
}

/**
 * pa_partly_ask() - return whether this check refuses the call
 * @l:    from pa_partly_look()
 * @rule: the check
 *
 * Return: PA_YES, PA_MAYBE; PA_NO: it does not, or hardly ever is the reason.
 */
enum pa_verdict pa_partly_ask(const struct pa_partly *l, const struct pa_rule *rule)
{
	enum pa_verdict verdict = ask(l, rule);

	return verdict == PA_YES || verdict == PA_MAYBE ? verdict : PA_NO;
}

/**
 * pa_partly_foreign() - return true if a driver that is not known may have refused, for any reason
 * @c: the call
 *
 * No driver is asked where descriptors, tasks and memory are looked up; and if all drivers decline,
 * the error is ENOENT.
 */
bool pa_partly_foreign(const struct pa_case *c)
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
	/* The rules know all checks of x86's cpu driver and of the kernel's own PMUs. */
	return !c->has_caps && c->kind != PA_PMU_X86 && c->type != PA_TYPE_SOFTWARE &&
	       c->type != PA_TYPE_TRACEPOINT && c->type != PA_TYPE_BREAKPOINT;
}

/**
 * pa_partly_told() - the call as the sentence of a rule speaks of it
 * @l:    from pa_partly_look()
 * @rule: the rule
 *
 * perf_copy_attr() depends only on limits of the kernel that can be asked for: all of them are
 * known.
 */
struct pa_case *pa_partly_told(struct pa_partly *l, const struct pa_rule *rule)
{
	struct pa_case *c = &l->c[PA_OF_CALLED];
	const struct pa_limits *limits = c->env->limits;

	if (c->k_known || rule->sites != PA_AT(COPY) || !limits || ~limits->have & PA_L_COPY)
		return c;
	return &l->c[PA_OF_NEWEST];
}
