/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* A refused call as the rules see it: the sites where it may have failed, and its PMU. */
#ifndef PERFATTR_RULES_CASE_H
#define PERFATTR_RULES_CASE_H

#include "core/arch.h"
#include "core/attr.h"
#include "core/op.h"
#include "facts/now.h"
#include "rules/op_filter.h"
#include "rules/reason.h"
#include "rules/traits.h"

/*
 * Sites: sections of the kernel's code between two points that the path shows, in the kernel's
 * order. Within a site, the rules are in the order in which the kernel checks.
 */
enum pa_site {
	PA_SITE_ENTRY,		/* the system call, before perf_copy_attr() */
	PA_SITE_COPY,		/* perf_copy_attr() */
	PA_SITE_OPEN,		/* the system call, from there to perf_event_alloc() */
	PA_SITE_ALLOC,		/* perf_event_alloc(), before perf_init_event() */
	PA_SITE_CHOOSE,		/* perf_init_event(): no PMU accepted the event */
	PA_SITE_INIT,		/* perf_try_init_event() of one PMU */
	PA_SITE_ALLOCATED,	/* perf_event_alloc(), after a PMU accepted it */
	PA_SITE_EVENT,		/* the system call, up to find_get_context() */
	PA_SITE_CONTEXT,	/* find_get_context() */
	PA_SITE_GROUP,		/* the system call, up to perf_event_set_output() */
	PA_SITE_OUTPUT,		/* perf_event_set_output() */
	PA_SITE_INSTALL,	/* the system call, from there to its end */
	PA_SITE_MAX,
};

#define PA_AT(site)	(1u << PA_SITE_##site)
#define PA_AT_ALL	((1u << PA_SITE_MAX) - 1)
/* All sites before this one; this site and all after it. */
#define PA_BEFORE(site)	(PA_AT(site) - 1)
#define PA_FROM(site)	(PA_AT_ALL & ~PA_BEFORE(site))

/* Kinds of ops: a bit each, next to the sites of an open. */
#define PA_ON_MMAP	PA_AT(MAX)
#define PA_ON_READ	(PA_ON_MMAP << 1)
#define PA_ON_POLL	(PA_ON_MMAP << 2)
#define PA_ON_PRCTL	(PA_ON_MMAP << 3)
#define PA_ON_IOC(name)	(PA_ON_MMAP << (4 + PA_IOC_##name))	/* MAX: no ioctl of perf's */
#define PA_ON_IOCTL	((PA_ON_IOC(MAX) << 1) - PA_ON_IOC(ENABLE))
#define PA_ON_LINK	(PA_ON_IOC(MAX) << 1)	/* bpf(2): BPF_LINK_CREATE */
#define PA_ON_UPDATE	(PA_ON_IOC(MAX) << 2)	/* BPF_LINK_UPDATE */
#define PA_ON_ANY	(~PA_AT_ALL)

/* PMUs whose event_init() has rules of its own. */
enum pa_pmu_kind {
	PA_PMU_OTHER,		/* its name is known, but it has no rules of its own */
	PA_PMU_UNKNOWN,		/* the PMU is not known */
	PA_PMU_SOFTWARE,
	PA_PMU_CLOCK,		/* cpu_clock and task_clock */
	PA_PMU_TRACEPOINT,
	PA_PMU_KPROBE,
	PA_PMU_UPROBE,
	PA_PMU_BREAKPOINT,
	PA_PMU_IBS,		/* AMD's IBS, which samples only */
	PA_PMU_X86,
	PA_PMU_ARMV8,
	PA_PMU_POWER,
	PA_PMU_RISCV,
};

#define PA_OF(kind)	(1u << PA_PMU_##kind)
/* The kinds that count generic hardware events. */
#define PA_OF_CPUS	(PA_OF(X86) | PA_OF(ARMV8) | PA_OF(POWER) | PA_OF(RISCV))

/**
 * struct pa_args - the arguments of a call, as passed or as changed by a plan
 * @word:     the attr; zero beyond the caller's size, as in the kernel
 * @pid:      like @cpu, @group_fd and @flags, an argument of the call
 * @arg:      these, in the order of enum pa_arg_id
 * @size:     attr.size as passed
 * @passed:   bytes of the attr that the kernel reads and that are known
 * @more:     bytes of the attr that the kernel reads and that are not known
 */
struct pa_args {
	u64 word[PA_WORDS];
	union {
		struct {
			s64 pid;
			s64 cpu;
			s64 group_fd;
			u64 flags;
		};
		u64 arg[4];
	};
	u32 size;
	u32 passed;
	u64 more;
};

/* pmu->task_ctx_nr */
#define CTX_INVALID	(-1)	/* perf_invalid_context */
#define CTX_SOFTWARE	1	/* perf_sw_context */

/**
 * struct pa_case - the call as the rules see it
 * @r:       the record
 * @call:    the arguments, as passed or as changed by a plan
 * @env:     further input
 * @k:       limits and features of the kernel that was called; of any, if not @k_known
 * @k_known: @k are the limits of this kernel; else no rule with .limits decides
 * @arch:    enum pa_abi of a native caller; of this one, if not @k_known
 * @f:       facts about the system at the time of the call; all zero if none were taken
 * @leader:  the event that group_fd names, NULL if it names none or is not known
 * @err:     the errno, positive
 * @sites:   sites where the call may have been refused (PA_AT), or the op (PA_ON)
 * @flag_word: the whole flag word of the attr, including bits that have no name yet
 * @config:  attr.config; likewise @sample_type, @period, @branch and @type are from the attr
 * @kind:    enum pa_pmu_kind of @pmu
 * @pmu:     the PMU that the call is about, NULL if not known
 * @traits:  what its driver checks, NULL if that is not known
 * @tries:   number of PMUs that were tried
 * @caps:    PA_CAP_* of the PMU, valid if @has_caps
 * @ctx_nr:  its task_ctx_nr, valid if @has_caps
 * @task:    the call monitors a task
 * @cgroup:  the call monitors a cgroup
 * @member:  the event would join the group of @leader
 * @output:  the call redirects its output to @leader
 * @sampling:sample_period or sample_freq is not zero
 * @blind:   the attr is not known
 * @path_whole: every stage of stages=1 was followed, and no step was lost
 * @all_asked: @path_whole, and the PMU of each step is known
 * @hardware: a PMU of the hardware context was tried
 * @planned: @call is not the call that was made
 * @needs_all: the privilege that all checks which refuse the call as it is demand together, if
 *             @needs_known
 * @needs_known: @needs_all was looked for
 * @needs:   the privilege that passes all checks that a privilege can pass; for the sentence
 * @op:      the op; NULL for an open. For an op the members between @f and here are not valid,
 *           except @pmu, that of the event, @err, 0 if it succeeded, and @sites
 * @of:      facts about the event of the op; all zero if none were taken
 * @page:    bytes of a page, a guess if not @k_known
 * @pages:   mmap: pages of the area
 * @fault:   SET_FILTER of a trace event: the error in the filter
 * @unknown: fields with an assumed value in @call: rules take it as it is, sentences do not mention
 *           it. NULL: all is known
 */
struct pa_case {
	const struct pa_record *r;
	const struct pa_env *env;
	const struct pa_kernel *k;
	const struct pa_facts *f;
	const struct pa_leader *leader;
	const struct pa_pmu_name *pmu;
	const struct pa_traits *traits;
	u64 flag_word;
	u64 config;
	u64 sample_type;
	u64 period;
	u64 branch;
	u32 err;
	u32 sites;
	u32 type;
	u32 kind;
	u32 tries;
	u32 caps;
	s32 ctx_nr;
	u8 arch;
	bool k_known;
	bool has_caps;
	bool task;
	bool cgroup;
	bool member;
	bool output;
	bool sampling;
	bool blind;
	bool path_whole;
	bool all_asked;
	bool hardware;
	bool planned;
	struct pa_need needs_all;
	bool needs_known;
	struct pa_need needs;
	struct pa_args call;
	const struct pa_op *op;
	const struct pa_op_facts *of;
	u32 page;
	u64 pages;
	struct pa_filter_fault fault;
	const struct pa_unknown *unknown;
};

void pa_case_refresh(struct pa_case *c);
void pa_case_plan(struct pa_case *c);
void pa_case_assume_pmu(struct pa_case *c);
void pa_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env);
void pa_case_record(struct pa_record *r, const struct pa_args *call);
bool pa_case_has_ibs(const struct pa_case *c);
bool pa_case_serves_all(const struct pa_case *c);
const struct pa_pmu_name *pa_case_cpu_pmu(const struct pa_case *c);
const struct pa_pmu_now *pa_case_now(const struct pa_case *c);
bool pa_case_leads_other_cpu(const struct pa_case *c);
bool pa_case_keeps_cpu(const struct pa_case *c, s32 cpu);
bool pa_case_event_cpu(const struct pa_case *c, s32 *cpu);
enum pa_sysfs pa_case_serves(const struct pa_case *c);
s32 pa_case_precise(const struct pa_case *c);
const char *pa_case_lacks_baseline(const struct pa_case *c);

/**
 * pa_field_known() - return true if the running kernel has this field
 * @k:  the running kernel, or NULL if it is unknown: then all fields count as known
 * @id: the field
 *
 * Context: any.
 */
static inline bool pa_field_known(const struct pa_kernel *k, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	if (!k)
		return true;
	if (f->offset >= k->attr_size)
		return false;
	if (f->offset == PA_OFF_FLAGS)
		return (k->known_flags >> f->shift) & 1;
	if (f->offset == PA_OFF_AUX)
		return (k->known_aux >> (f->shift - 32)) & 1;
	return true;
}

/* An unknown PMU may be exclusive, unless its type is one that the UAPI defines. */
static inline bool pa_case_may_be_exclusive(const struct pa_case *c)
{
	return c->has_caps ? c->caps & PA_CAP_EXCLUSIVE : c->type >= PA_TYPE_DYNAMIC;
}

/* A field of the attr, including flags. */
static inline u64 pa_case_get(const struct pa_case *c, enum pa_field_id id)
{
	return pa_bits(c->call.word, &pa_fields[id]);
}

/* A byte of the attr. Bytes that a plan adds are zero, except for the fields that it sets. */
static inline u8 pa_case_byte(const struct pa_case *c, u32 at)
{
	if (at < sizeof(c->call.word))
		return ((const u8 *)c->call.word)[PA_BIG_ENDIAN ? at ^ 7 : at];
	return at < pa_attr_passed(c->r) ? c->r->attr[at] : 0;
}

/* Return true if the plan names the same task as the call, which the record has facts about. */
static inline bool pa_case_same_target(const struct pa_case *c)
{
	return c->call.pid == c->r->arg_pid &&
	       !((c->call.flags ^ c->r->flags) & PA_FLAG_PID_CGROUP);
}

/* The index of the case's PMU, 0 if not known. */
static inline u32 pa_case_pmu(const struct pa_case *c)
{
	return c->pmu ? (u32)(c->pmu - c->env->pmus) : 0;
}

#endif /* PERFATTR_RULES_CASE_H */
