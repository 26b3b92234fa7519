/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A rule, and helpers that the files of rules share.
 *
 * The rules are all checks between the entry of perf_event_open(2) and its descriptor, as found in
 * kernel/events/core.c, callchain.c and hw_breakpoint.c, kernel/trace/trace_event_perf.c,
 * arch/x86/events and drivers/perf of 5.10, 6.1, 6.12, 7.2 and 7.3, and those of the calls on an
 * open event: perf_mmap(), perf_ioctl(), perf_read() and perf_poll() in kernel/events/core.c and
 * ring_buffer.c, kernel/trace/bpf_trace.c and trace_events_filter.c, and kernel/bpf/syscall.c.
 * Which of them a kernel has is known from its headers (struct pa_kernel), never from its version.
 *
 * To add a rule: put it into the list of its site, at the position that the kernel checks it;
 * rules/rule_table.h has the form. A condition of several statements is a function in the .c file
 * next to the list. Kernels before and after 6.2 differ in order around find_get_context(): there
 * a rule has every possible site, and the path of the call selects one.
 */
#ifndef PERFATTR_RULES_RULE_H
#define PERFATTR_RULES_RULE_H

#include "facts/held.h"
#include "rules/case.h"
#include "rules/how.h"

/* The answer of a rule about a call. */
enum pa_verdict {
	PA_NO,		/* this check passes */
	PA_RARE,	/* not decidable, and hardly ever the reason */
	PA_MAYBE,	/* not decidable from the record */
	PA_ELSE,	/* fallback: the reason if no other rule can be singled out */
	PA_NOW,		/* the check refuses by the current state of the machine: never certain */
	PA_YES,		/* this check refuses */
};

/* How often a rule is the reason where a text does not decide it. */
enum pa_often {
	PA_SELDOM = -1,	/* never listed first, unless the call surely sets the field */
	PA_USUAL,
	PA_COMMON,	/* the first guess of people who answer such reports */
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
 *         arguments helps. For an op: "argument={variable}"
 * @lost:  for an op: what is lost with @fix; NULL: nothing
 * @needs: for an op: the privileges or settings that help, a sentence as @text; NULL: none
 * @since: first kernel with this check, NULL if all supported kernels have it
 * @holds: evaluates the check
 * @sites: the sites that may have it (PA_AT), or the ops (PA_ON)
 * @kinds: PA_SITE_INIT only: the PMUs that have it (PA_OF), 0 for all
 * @err:   the errno that it returns; 0: an open fails with any errno; an op succeeds, but does
 *         nothing
 * @or_err: a second errno, if PMU drivers differ; @holds decides which one
 * @held:  enum pa_held_kind: the open events on which it depends; their holders are named. Only of
 *         rules for EBUSY and ENOSPC
 * @blind: it can be decided without the attr
 * @limits: @holds reads what differs between kernels (struct pa_kernel)
 * @sole:  in the kernels that we have read, nothing else returns this errno at these sites; never
 *         set if a PMU's driver may return it, too
 * @luck:  if undecidable, it depends on what else runs on the system; plans assume that it passes
 * @policy: a security module refuses
 * @of_pmu: the check is in a function of the PMU's driver; @in is a placeholder for its name
 * @any_filter: for SET_FILTER: it refuses every filter, whatever its text is
 * @perf:  weight of the rule where perf itself reports the refusal; 0: perf makes no difference
 * @alone: weight of the rule where only the error and the event are known; 0: as @often
 * @facts: for an op: PA_OF_* without which a text does not show that the check refuses
 * @absent: sysfs shows that no PMU takes the event, so the check refuses; NULL: sysfs cannot show
 * @often:  enum pa_often: how often public reports have it as the reason, among rules of its errno
 * @need:  the privilege that passes it
 */
struct pa_rule {
	const char *id;
	const char *in;
	const char *field;
	const char *text;
	const char *fix;
	const char *lost;
	const char *needs;
	const char *since;
	enum pa_verdict (*holds)(const struct pa_case *c);
	bool (*absent)(const struct pa_case *c);
	u32 sites;
	u16 kinds;
	u16 err;
	u16 or_err;
	u8 held;
	u8 perf;
	u8 alone;
	bool blind;
	bool limits;
	bool sole;
	bool luck;
	bool policy;
	bool of_pmu;
	bool any_filter;
	s8 often;
	u32 facts;
	struct pa_need need;
};

/**
 * struct pa_walk - a walk over the rules of opens, or of ops, in the kernel's order
 * @tables: the tables that are left; they end with NULL
 * @next:   the next rule of the first of them
 */
struct pa_walk {
	const struct pa_rule *const *tables;
	const struct pa_rule *next;
};

/* The tables of rules, in the kernel's order. Each ends with a rule without a name. */
#define PA_OPEN_TABLES(X) \
	X(pa_rules_copy) X(pa_rules_open) X(pa_rules_try_init) X(pa_rules_trace) \
	X(pa_rules_kprobe) X(pa_rules_uprobe) X(pa_rules_breakpoint) X(pa_rules_cpu) \
	X(pa_rules_power) X(pa_rules_driver) X(pa_rules_pmu) X(pa_rules_group) X(pa_rules_output)
#define PA_OP_TABLES(X) \
	X(pa_op_rules_any) X(pa_op_rules_mmap) X(pa_op_rules_ioctl) X(pa_op_rules_output) \
	X(pa_op_rules_trace) X(pa_op_rules_read)
#define PA_TABLE(name)	extern const struct pa_rule name[];
PA_OPEN_TABLES(PA_TABLE)
PA_OP_TABLES(PA_TABLE)

/* All of opens, and all of ops; NULL ends them. */
extern const struct pa_rule *const pa_open_tables[];
extern const struct pa_rule *const pa_op_tables[];

static inline struct pa_walk pa_walk_tables(const struct pa_rule *const *tables)
{
	return (struct pa_walk){ .tables = tables, .next = *tables };
}

/* All rules that may be about a call. */
static inline struct pa_walk pa_walk_of(const struct pa_case *c)
{
	return pa_walk_tables(c->op ? pa_op_tables : pa_open_tables);
}

/*
 * Return the next rule, NULL if there are no more. One pasted call asks for it 50,000 times, so it
 * is inline, and advances a pointer instead of computing addresses.
 */
static inline const struct pa_rule *pa_walk_next(struct pa_walk *walk)
{
	while (!walk->next->id) {
		walk->next = *++walk->tables;
		if (!walk->next)
			return NULL;
	}
	return walk->next++;
}

/* Goes through all rules that may be about a call. */
#define pa_for_each_rule(rule, c) \
	for (struct pa_walk walk_ = pa_walk_of(c); ((rule) = pa_walk_next(&walk_));)

enum pa_verdict pa_precise_not_forwarded(const struct pa_case *c);
const struct pa_rule *pa_rule_number(const struct pa_rule *const *tables, unsigned int n);
const struct pa_rule *pa_why_rule(struct pa_case *c, const struct pa_record *r,
				  const struct pa_env *env, bool *certain);

/* Return true if the case has no PMU because the stream's line about it is missing. */
static inline bool pa_pmu_is_lost(const struct pa_case *c)
{
	return c->env->pmus_lost && !c->pmu;
}

/* Return true if the check is about PMUs of this kind. An unknown PMU may be of any kind. */
static inline bool pa_kinds_have(u16 kinds, const struct pa_case *c)
{
	return !kinds || kinds >> c->kind & 1 || pa_pmu_is_lost(c);
}

/* Return true if the check is at a site where this call may have been refused. */
static inline bool pa_rule_is_here(const struct pa_case *c, const struct pa_rule *rule)
{
	return rule->sites & c->sites && pa_kinds_have(rule->kinds, c);
}

/* Return true if this check may return @err. */
static inline bool pa_rule_returns(const struct pa_rule *rule, u32 err)
{
	bool any = !rule->err && !(rule->sites & PA_ON_ANY);

	return any || rule->err == err || (rule->or_err && rule->or_err == err);
}

static inline enum pa_verdict pa_rule_ask(const struct pa_case *c, const struct pa_rule *rule)
{
	if ((c->blind && !rule->blind) || (rule->limits && !c->k_known) ||
	    (rule->kinds && pa_pmu_is_lost(c)))
		return PA_MAYBE;
	return rule->holds(c);
}

/* Appended to the sentence of a rule that depends on an unknown limit. */
#define PA_LIMITS_NOT_KNOWN	"; the limits of that kernel are not known here"

/* Places of checks: the function, and its site; for a driver also the kind of PMU. */
#define IN(function, site)	.in = (function), .sites = 1u << PA_SITE_##site
#define CALL(site)		IN("perf_event_open", site)
/* The event_init() of the PMU of the case, whatever its name is. */
#define EVENT_INIT(site)	.of_pmu = true, IN("event_init", site)
#define OF(kind, function)	IN(function, INIT), .kinds = PA_OF(kind)

/* The end of a sentence: {needs} is the privilege that passes all checks, .need passes this one. */
#define NEEDS		"needs {needs}"
#define PA_LEVEL_ANY	S8_MAX	/* a placeholder for pa_kernel.paranoid_max */
#define PERFMON		{ .cap = PA_NEED_PERFMON }
#define PTRACE		{ .cap = PA_NEED_PERFMON, .ptrace = true }
#define SYS_ADMIN	{ .cap = PA_NEED_SYS_ADMIN }
#define IPC_LOCK	{ .cap = PA_NEED_IPC_LOCK }
#define PARANOID(n)	{ .cap = PA_NEED_PERFMON, .leveled = true, .level = (n) }

/* A capability as a bit of struct pa_facts. */
#define CAP(name)	(1ULL << PA_CAPABLE_##name)

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

static inline enum pa_verdict now_if(bool refuses)
{
	return refuses ? PA_NOW : PA_NO;
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
	return pa_case_get(c, id);
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
 * Return whether CAP_PERFMON may pass perf_paranoid_any(). Not on Debian. Ubuntu demanded
 * CAP_SYS_ADMIN, too, and accepts CAP_PERFMON since 26.04: no header shows which.
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

static inline bool type_is_generic(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE;
}

/* If the PMU is only assumed to be the kprobe or uprobe PMU, compare only its type. */
static inline bool pmu_is_own(const struct pa_case *c)
{
	if (!c->pmu)
		return 1u << c->kind & (PA_OF(KPROBE) | PA_OF(UPROBE));
	return c->pmu->type == c->type;
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

/* Return true if instructions of this machine do not begin there. */
static inline bool probe_is_unaligned(const struct pa_case *c, u64 offset)
{
	u32 align = pa_arch_of(c->arch)->uprobe_align;

	return align && offset & (align - 1);
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

/* Whether the leader, or output event, monitors the requested task: 1 yes, 0 no, 2 unknown. */
static inline u8 task_of_leader(const struct pa_case *c)
{
	if (pa_case_same_target(c))
		return c->leader->ctx_same;
	if (!c->task)
		return c->leader->ctx_cpu;
	return c->call.pid ? 2 : c->leader->ctx_own;
}

/* Whether the leader, or output event, is on another cpu than the event. */
static inline enum pa_verdict cpu_differs(const struct pa_case *c)
{
	s32 cpu;

	if (pa_case_event_cpu(c, &cpu))
		return yes_if(c->leader->cpu != cpu);
	/* A PMU that chooses another cpu chooses the same one for both. */
	return maybe_if(c->leader->type != c->type || c->leader->cpu != c->call.cpu);
}

/* Places of checks: the function, and the op. */
#define ON(function, what)	.in = (function), .sites = PA_ON_##what
#define IOC(function, name)	.in = (function), .sites = PA_ON_IOC(name)

bool pa_op_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env);
void pa_op_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why);
const char *pa_op_differs(const struct pa_case *c);

/* Return true if these facts about the event or system are known and true. */
static inline bool pa_op_has(const struct pa_case *c, u32 bits)
{
	return (c->of->have & bits) == bits;
}

/* Return true if facts about the op were taken. */
static inline bool pa_op_known(const struct pa_case *c)
{
	return c->op->have & PA_OP_FACTS;
}

/* A flag of the event's attr. */
static inline bool pa_op_flag(const struct pa_case *c, enum pa_field_id id)
{
	return c->of->flags >> pa_fields[id].shift & pa_fields[id].mask;
}

/* A condition that the facts decide. */
static inline enum pa_verdict pa_op_if(const struct pa_case *c, bool refuses)
{
	return pa_op_known(c) ? yes_if(refuses) : PA_MAYBE;
}

/* The area of an mmap: the data area begins at 0, all else is AUX. */
static inline bool pa_op_is_aux(const struct pa_case *c)
{
	return c->op->offset;
}

u64 pa_op_locked_limit(const struct pa_case *c);
u64 pa_op_locked_extra(const struct pa_case *c);
u64 pa_op_memlock_pages(const struct pa_case *c);
u64 pa_op_fits(const struct pa_case *c);
u64 pa_op_power_above(u64 n);

/* Facts about the address of a call's kprobe; NULL if they are not known. */
static inline const struct pa_kprobe_now *pa_probe_kprobe(const struct pa_case *c)
{
	const struct pa_now *now = c->env->now;

	return now && now->kprobe.known && c->r->str_kind == 1 ? &now->kprobe : NULL;
}

/* Length of the string of a call: the name of a function, or of a file. */
static inline u32 pa_probe_string_len(const struct pa_record *r)
{
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	return r->str_kind ? (u32)strnlen(r->str, len) : 0;
}

#endif /* PERFATTR_RULES_RULE_H */
