/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A rule, and helpers that the files of rules share.
 *
 * The rules are all checks between the entry of perf_event_open(2) and its descriptor, as found in
 * kernel/events/core.c, callchain.c and hw_breakpoint.c, kernel/trace/trace_event_perf.c,
 * arch/x86/events and drivers/perf of 5.10, 6.1, 6.12, 7.2 and 7.3. Which of them a kernel has is
 * known from its headers (struct pa_kernel), never from its version.
 *
 * To add a rule: put its condition and its row next to each other into the file of its site, and
 * its name into the list at the end of that file, at the position that the kernel checks it.
 * Kernels before and after 6.2 differ in order around find_get_context(): there .sites lists every
 * possible site, and the path of the call selects one.
 */
#ifndef PERFATTR_WHY_RULE_H
#define PERFATTR_WHY_RULE_H

#include <linux/capability.h>

#include "core/held.h"
#include "core/why/case.h"

/* What a rule says about a call. */
enum pa_verdict {
	PA_NO,		/* this check passes */
	PA_RARE,	/* not decidable, and hardly ever the reason */
	PA_MAYBE,	/* not decidable from the record */
	PA_ELSE,	/* fallback: the reason if no other rule can be singled out */
	PA_YES,		/* this check refuses */
};

/**
 * struct pa_rule - one check of the kernel
 * @id:    name of the rule
 * @in:    the function that has the check
 * @field: the field or argument at fault, or NULL
 * @text:  the sentence; {name} is a variable, {#name} the same in hexadecimal; a part in [] is
 *         omitted if a variable in it is not known
 * @fix:   the smallest change, as "field=value", "field&~bits" or "field|bits"; fields that already
 *         have this value are not mentioned. " / " separates alternatives, which are tried if the
 *         first one conflicts with the rest of the call, or is not known. NULL if no change of the
 *         arguments helps
 * @since: first kernel with this check, NULL if all supported kernels have it
 * @holds: evaluates the check
 * @sites: where the kernel may have it (PA_AT)
 * @kinds: PA_SITE_INIT only: the PMUs that have it (PA_OF), 0 for all
 * @err:   the errno that it returns; 0 for any
 * @or_err: a second errno, if PMU drivers differ; @holds decides which one
 * @blind: it can be decided without the attr
 * @luck:  if undecidable, it depends on what else runs on the system; plans assume that it passes
 * @need:  the privilege that passes it
 * @held:  enum pa_held_kind: the open events on which it depends; their holders are named. Only of
 *         rules for EBUSY and ENOSPC
 * @sole:  in the kernels that we have read, nothing else returns this errno at these sites; never
 *         set if a PMU's driver may return it, too
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
	u8 or_err;
	u8 held;
	bool blind;
	bool sole;
	bool luck;
	struct pa_need need;
};

/* Each ends with NULL; rules.c has them in the kernel's order. */
extern const struct pa_rule *const pa_rules_copy[];
extern const struct pa_rule *const pa_rules_sampled[];
extern const struct pa_rule *const pa_rules_copied[];
extern const struct pa_rule *const pa_rules_open[];
extern const struct pa_rule *const pa_rules_group_fd[];
extern const struct pa_rule *const pa_rules_target[];
extern const struct pa_rule *const pa_rules_try_init[];
extern const struct pa_rule *const pa_rules_trace[];
extern const struct pa_rule *const pa_rules_trace_event[];
extern const struct pa_rule *const pa_rules_uprobe[];
extern const struct pa_rule *const pa_rules_breakpoint[];
extern const struct pa_rule *const pa_rules_cpu[];
extern const struct pa_rule *const pa_rules_power[];
extern const struct pa_rule *const pa_rules_driver[];
extern const struct pa_rule *const pa_rules_pmu[];
extern const struct pa_rule *const pa_rules_cgroup[];
extern const struct pa_rule *const pa_rules_allocated[];
extern const struct pa_rule *const pa_rules_context[];
extern const struct pa_rule *const pa_rules_group[];
extern const struct pa_rule *const pa_rules_output[];
extern const struct pa_rule *const pa_rules_install[];

/**
 * struct pa_rule_room - rules that stand together, so that a walk can leave them out together
 * @rules: they end with NULL
 * @kinds: the PMUs that have any of them (PA_OF), 0 for all; then each of its rules has 0, too
 * @sites: where the kernel may have any of them (PA_AT)
 * @about: PA_ABOUT_*: all pass if the call is about nothing like that; 0: about every call
 */
struct pa_rule_room {
	const struct pa_rule *const *rules;
	u16 kinds;
	u16 sites;
	u8 about;
};

/* All of them, in the kernel's order. */
#define PA_ROOMS	21
extern const struct pa_rule_room pa_rule_rooms[PA_ROOMS];

const struct pa_rule *pa_rule_number(unsigned int n);
const struct pa_rule *pa_why_rule(struct pa_case *c, const struct pa_record *r,
				  const struct pa_env *env);

/* Is the check about PMUs of this kind? */
static inline bool pa_kinds_have(u16 kinds, const struct pa_case *c)
{
	return !kinds || kinds >> c->kind & 1;
}

/* Is a check of this room about such a call? */
static inline bool pa_room_has(const struct pa_rule_room *room, const struct pa_case *c)
{
	return !(room->about & ~c->about) && pa_kinds_have(room->kinds, c);
}

/* Is the check at a site where this call may have been refused? */
static inline bool pa_rule_is_here(const struct pa_case *c, const struct pa_rule *rule)
{
	return rule->sites & c->sites && pa_kinds_have(rule->kinds, c);
}

/* May this check return @err? */
static inline bool pa_rule_returns(const struct pa_rule *rule, u32 err)
{
	return !rule->err || rule->err == err || (rule->or_err && rule->or_err == err);
}

static inline enum pa_verdict pa_rule_ask(const struct pa_case *c, const struct pa_rule *rule)
{
	return c->blind && !rule->blind ? PA_MAYBE : rule->holds(c);
}

/* Functions that have many checks. */
#define SYSCALL		"perf_event_open"
#define COPY		"perf_copy_attr"
#define ALLOC		"perf_event_alloc"

/* What would allow the call: .need is for this check, {needs} for all checks of the call. */
#define NEEDS		"needs {needs}"
#define PA_LEVEL_ANY	S8_MAX	/* stands for pa_kernel.paranoid_max */
#define PERFMON		{ .cap = PA_NEED_PERFMON }
#define SYS_ADMIN	{ .cap = PA_NEED_SYS_ADMIN }
#define PARANOID(n)	{ .cap = PA_NEED_PERFMON, .leveled = true, .level = (n) }

/* A capability by its name in <linux/capability.h> as a bit of struct pa_facts. */
#define CAP(name)	(1ULL << CAP_##name)

/* PERF_SAMPLE_BRANCH_PLM_ALL */
#define BRANCH_PRIV	(PA_BRANCH_USER | PA_BRANCH_KERNEL | PA_BRANCH_HV)

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

/*
 * May CAP_PERFMON pass perf_paranoid_any()? Not on Debian. Ubuntu wanted CAP_SYS_ADMIN, too, and
 * takes CAP_PERFMON since 26.04: no header shows which.
 */
static inline bool pa_perfmon_may_pass(const struct pa_kernel *k)
{
	return k->paranoid_max != 2;
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
 * cpu_clock_event_init(), task_clock_event_init(): a clock PMU that is selected by its own type has
 * only the event of its name, and checks this first.
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

/* Does the leader, or output event, monitor the requested task? 1 yes, 0 no, 2 not known. */
static inline u8 task_of_leader(const struct pa_case *c)
{
	if (pa_case_same_target(c))
		return c->leader->ctx_same;
	if (!c->task)
		return c->leader->ctx_cpu;
	return c->call.pid ? 2 : c->leader->ctx_own;
}

/* Is the leader, or output event, on another cpu than the event? */
static inline enum pa_verdict cpu_differs(const struct pa_case *c)
{
	s32 cpu;

	return pa_case_event_cpu(c, &cpu) ? yes_if(c->leader->cpu != cpu) : PA_MAYBE;
}

#endif /* PERFATTR_WHY_RULE_H */
