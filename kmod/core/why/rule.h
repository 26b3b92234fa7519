/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A rule, and what the files of rules share.
 *
 * The rules are every check between perf_event_open(2) and its descriptor, read in
 * kernel/events/core.c, callchain.c and hw_breakpoint.c, kernel/trace/trace_event_perf.c,
 * arch/x86/events and drivers/perf of 5.10, 6.1, 6.12, 7.2 and 7.3. Which of them a kernel has is
 * known from what its headers have (struct pa_kernel), never from its version.
 *
 * To add one: its condition and its row beside each other in the file of its place, and its name
 * in the list at the end of that file, where the kernel has it. Kernels before and after 6.2
 * differ in order around find_get_context(): there .sites names every place that it may have, and
 * the path of the call selects one.
 */
#ifndef PERFATTR_WHY_RULE_H
#define PERFATTR_WHY_RULE_H

#include <linux/capability.h>

#include "core/why/case.h"

/* What a rule says about a call. */
enum pa_verdict {
	PA_NO,		/* this check passes */
	PA_RARE,	/* not decidable, and next to never the reason */
	PA_MAYBE,	/* not decidable from what was captured */
	PA_ELSE,	/* what is said when no single other rule can be named */
	PA_YES,		/* this check refuses */
};

/**
 * struct pa_rule - one check of the kernel
 * @id:    name of the rule
 * @in:    the function that has the check
 * @field: what is at fault, or NULL
 * @text:  the sentence; {name} is a variable, {#name} in hexadecimal, a part in [] is left out
 *         when a variable in it is not known
 * @fix:   the smallest change, as "field=value", "field&~bits" or "field|bits"; what already has
 *         that value is left out. After " / " comes another one, to be tried when the first does
 *         not go with the rest of the call, or is not known. NULL when no change to the
 *         arguments can
 * @since: first kernel with this check, NULL when it is as old as the others
 * @holds: the check
 * @sites: where it stands (PA_AT)
 * @kinds: PA_SITE_INIT only: the PMUs that have it (PA_OF), 0 for all
 * @err:   what it returns; 0 for anything
 * @blind: it can be decided without the attr
 * @luck:  when it cannot be decided, what else goes on in the system decides it: a plan does not
 *         count with it
 * @need:  the privilege that passes it
 * @sole:  in the kernels that were read, nothing else returns this errno at these places; never
 *         for what a PMU's driver may return as well
 */
struct pa_rule {
	const char *id;
	const char *in;
	const char *field;
	const char *text;
	const char *fix;
	const char *since;
	enum pa_verdict (*holds)(const struct pa_case *c);
	u16 sites;
	u16 kinds;
	u8 err;
	bool blind;
	bool sole;
	bool luck;
	struct pa_need need;
};

/* More than there are: tests/host counts them. */
#define PA_RULES_MAX	192

/* Each ends with NULL; rules.c has them in the kernel's order. */
extern const struct pa_rule *const pa_rules_copy[];
extern const struct pa_rule *const pa_rules_open[];
extern const struct pa_rule *const pa_rules_try_init[];
extern const struct pa_rule *const pa_rules_trace[];
extern const struct pa_rule *const pa_rules_uprobe[];
extern const struct pa_rule *const pa_rules_breakpoint[];
extern const struct pa_rule *const pa_rules_cpu[];
extern const struct pa_rule *const pa_rules_pmu[];
extern const struct pa_rule *const pa_rules_group[];
extern const struct pa_rule *const pa_rules_output[];

/* All of them, in the kernel's order. */
#define PA_ROOMS	10
extern const struct pa_rule *const *const pa_rule_rooms[PA_ROOMS];

const struct pa_rule *pa_rule_number(unsigned int n);

/* Does the check stand where this call can have been refused? */
static inline bool pa_rule_is_here(const struct pa_case *c, const struct pa_rule *rule)
{
	if (!(rule->sites & c->sites))
		return false;
	return !rule->kinds || rule->kinds >> c->kind & 1;
}

static inline enum pa_verdict pa_rule_ask(const struct pa_case *c, const struct pa_rule *rule)
{
	return c->blind && !rule->blind ? PA_MAYBE : rule->holds(c);
}

/* Functions that have many checks. */
#define SYSCALL		"perf_event_open"
#define COPY		"perf_copy_attr"
#define ALLOC		"perf_event_alloc"

/* What would allow it: .need says it for this check, and {needs} for all of the call. */
#define NEEDS		"needs {needs}"
#define PA_LEVEL_ANY	S8_MAX	/* the one that perf_paranoid_any() compares with */
#define PERFMON		{ .cap = PA_NEED_PERFMON }
#define SYS_ADMIN	{ .cap = PA_NEED_SYS_ADMIN }
#define PARANOID(n)	{ .cap = PA_NEED_PERFMON, .leveled = true, .level = (n) }

/* A capability by its name in <linux/capability.h> as a bit of struct pa_facts. */
#define CAP(name)	(1ULL << CAP_##name)

/* PERF_SAMPLE_BRANCH_PLM_ALL */
#define BRANCH_PRIV	(PA_BRANCH_USER | PA_BRANCH_KERNEL | PA_BRANCH_HV)

#define CTX_INVALID	(-1)	/* perf_invalid_context */
#define CTX_SOFTWARE	1	/* perf_sw_context */

static inline enum pa_verdict yes_if(bool refuses)
{
	return refuses ? PA_YES : PA_NO;
}

static inline enum pa_verdict maybe_if(bool can_refuse)
{
	return can_refuse ? PA_MAYBE : PA_NO;
}

static inline enum pa_verdict rare_if(bool can_refuse)
{
	return can_refuse ? PA_RARE : PA_NO;
}

static inline bool sample(const struct pa_case *c, u64 bits)
{
	return c->sample_type & bits;
}

static inline bool flag(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_flag(c, id);
}

static inline u64 get(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id);
}

/* capable(): in the initial user namespace, any of @caps. */
static inline enum pa_verdict pa_lacks(const struct pa_case *c, u64 caps)
{
	if (!(c->f->have & PA_F_CRED))
		return PA_MAYBE;
	return yes_if(!c->f->init_userns || !(c->f->cap_effective & caps));
}

/* !perfmon_capable() */
static inline enum pa_verdict pa_lacks_perfmon(const struct pa_case *c)
{
	return pa_lacks(c, CAP(PERFMON) | CAP(SYS_ADMIN));
}

/* perf_allow_kernel() (1), perf_allow_cpu() (0), perf_allow_tracepoint() (-1) */
static inline enum pa_verdict pa_paranoid_above(const struct pa_case *c, s32 level)
{
	enum pa_verdict lacking = pa_lacks_perfmon(c);

	if (lacking == PA_NO)
		return PA_NO;
	if (!(c->f->have & PA_F_PARANOID))
		return PA_MAYBE;
	return c->f->paranoid > level ? lacking : PA_NO;
}

static inline enum pa_verdict always_maybe(const struct pa_case *c)
{
	return PA_MAYBE;
}

static inline bool type_is_generic(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE;
}

static inline bool pmu_is_own(const struct pa_case *c)
{
	return c->pmu && c->pmu->type == c->type;
}

/*
 * cpu_clock_event_init(), task_clock_event_init(): asked for by its own type, each has the event of
 * its name alone, and says so before it looks at anything else.
 */
static inline bool clock_declines(const struct pa_case *c)
{
	if (c->kind != PA_PMU_CLOCK || !pmu_is_own(c) || c->type < PA_TYPE_DYNAMIC)
		return false;
	return c->config != (c->pmu->name[0] == 'c' ? 0 : 1);
}

static inline enum pa_verdict probe_no_string(const struct pa_case *c)
{
	return maybe_if(get(c, PA_FIELD_CONFIG1));
}

static inline enum pa_verdict any_member(const struct pa_case *c)
{
	return maybe_if(c->member);
}

static inline u32 clock_id(const struct pa_case *c)
{
	return get(c, PA_FIELD_CLOCKID);
}

static inline bool clock_same(const struct pa_case *c)
{
	if (flag(c, PA_FIELD_USE_CLOCKID) != c->leader->use_clockid)
		return false;
	return !c->leader->use_clockid || (s32)clock_id(c) == c->leader->clockid;
}

/* Does the leader, or output event, watch the task that is asked for? 1, 0; 2: it is not known. */
static inline u8 task_of_leader(const struct pa_case *c)
{
	if (pa_case_same_target(c))
		return c->leader->ctx_same;
	if (!c->task)
		return c->leader->ctx_cpu;
	return c->call.pid ? 2 : c->leader->ctx_own;
}

static inline bool cpu_same(const struct pa_case *c)
{
	return c->leader->cpu == pa_case_event_cpu(c);
}

#endif /* PERFATTR_WHY_RULE_H */
