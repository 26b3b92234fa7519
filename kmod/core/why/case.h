/* SPDX-License-Identifier: GPL-2.0 */
/* A refused call as the rules look at it: where it can have ended, and which PMU was asked. */
#ifndef PERFATTR_WHY_CASE_H
#define PERFATTR_WHY_CASE_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#endif

#include "core/attr.h"

/*
 * Stretches of the call between two places that the path shows, in the kernel's order. The rules
 * of one stretch stand in the table in the order in which the kernel checks.
 */
enum pa_site {
	PA_SITE_ENTRY,		/* the system call, before perf_copy_attr() */
	PA_SITE_COPY,		/* perf_copy_attr() */
	PA_SITE_OPEN,		/* the system call, from there to perf_event_alloc() */
	PA_SITE_ALLOC,		/* perf_event_alloc(), before a PMU is looked for */
	PA_SITE_CHOOSE,		/* perf_init_event(): no PMU took the event */
	PA_SITE_INIT,		/* perf_try_init_event() of one PMU */
	PA_SITE_ALLOCATED,	/* perf_event_alloc(), after the PMU took it */
	PA_SITE_EVENT,		/* the system call, up to find_get_context() */
	PA_SITE_CONTEXT,	/* find_get_context() */
	PA_SITE_GROUP,		/* the system call, up to perf_event_set_output() */
	PA_SITE_OUTPUT,		/* perf_event_set_output() */
	PA_SITE_INSTALL,	/* the system call, from there to its end */
	PA_SITE_MAX,
};

#define PA_AT(site)	(1u << PA_SITE_##site)
#define PA_AT_ALL	((1u << PA_SITE_MAX) - 1)
/* Everything before, or from, a stretch. */
#define PA_BEFORE(site)	(PA_AT(site) - 1)
#define PA_FROM(site)	(PA_AT_ALL & ~PA_BEFORE(site))

/* PMUs whose event_init() has rules of its own. */
enum pa_pmu_kind {
	PA_PMU_OTHER,		/* known by name, but none of these */
	PA_PMU_UNKNOWN,		/* which PMU it was is not known */
	PA_PMU_SOFTWARE,
	PA_PMU_CLOCK,		/* cpu_clock and task_clock */
	PA_PMU_TRACEPOINT,
	PA_PMU_KPROBE,
	PA_PMU_UPROBE,
	PA_PMU_BREAKPOINT,
	PA_PMU_MSR,
	PA_PMU_X86,
	PA_PMU_ARMV8,
};

#define PA_OF(kind)	(1u << PA_PMU_##kind)

/**
 * struct pa_call - what a caller passes: as it was passed, or as a plan would have it
 * @word:     the attr; what its size cuts off is zero, as it is to the kernel
 * @flags:    so are @pid, @cpu and @group_fd arguments of the call
 * @size:     attr.size as passed
 * @passed:   bytes of the attr that the kernel reads and that are known
 * @more:     bytes that the caller announced and that are not known
 */
struct pa_call {
	u64 word[PA_WORDS];
	u64 flags;
	u32 size;
	u32 passed;
	u32 more;
	s32 pid;
	s32 cpu;
	s32 group_fd;
};

/* Capabilities that a check wants, in the initial user namespace; any of the bits is enough. */
#define PA_NEED_PERFMON		1	/* CAP_PERFMON or CAP_SYS_ADMIN */
#define PA_NEED_SYS_ADMIN	2

/**
 * struct pa_need - the privilege that a check wants
 * @cap:     PA_NEED_*, 0 for a check that no privilege passes
 * @leveled: a low kernel.perf_event_paranoid is enough
 * @level:   the highest that is
 */
struct pa_need {
	u8 cap;
	bool leveled;
	s8 level;
};

/**
 * struct pa_case - the call as the rules look at it
 * @r:       the record
 * @call:    what was passed, or what a plan makes of it; all below that follows from it
 * @env:     what else may be looked at
 * @k:       what the running kernel knows
 * @f:       facts of the system at the time of the call; all zero when there are none
 * @leader:  the event that group_fd names, NULL when it is none or not known
 * @err:     the errno, positive
 * @sites:   stretches in which the call can have been refused (PA_AT)
 * @flag_word: the flag word of the attr whole, also bits that have no name yet
 * @config:  attr.config; so are @sample_type, @period, @branch and @type fields of the attr
 * @kind:    enum pa_pmu_kind of @pmu
 * @pmu:     the PMU that the call is about, NULL when not known
 * @tries:   PMUs that were asked
 * @arm_pmus:PMUs of this machine that are an Arm cpu's, by their names
 * @caps:    PA_CAP_* of the PMU, valid if @has_caps
 * @ctx_nr:  its task_ctx_nr, valid if @has_caps
 * @task:    the call watches a task
 * @cgroup:  the call watches a cgroup
 * @member:  the event is to join the group of @leader
 * @output:  the call redirects its output to @leader
 * @sampling:sample_period or sample_freq is not zero
 * @blind:   the attr is not known
 * @path_whole: every stage of stages=1 was followed, and no step was lost
 * @all_asked: @path_whole, and which PMU each step asked is known
 * @hardware: a PMU of the hardware context was asked
 * @has_ibs: this machine has AMD's IBS
 * @planned: @call is no longer what was passed
 * @needs:   what all checks together want that a privilege passes; for the sentence
 */
struct pa_case {
	const struct pa_record *r;
	const struct pa_env *env;
	const struct pa_kernel *k;
	const struct pa_facts *f;
	const struct pa_leader *leader;
	const struct pa_pmu_name *pmu;
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
	u32 arm_pmus;
	u32 caps;
	s32 ctx_nr;
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
	bool has_ibs;
	bool planned;
	struct pa_need needs;
	struct pa_call call;
};

void pa_case_refresh(struct pa_case *c);
void pa_case_plan(struct pa_case *c);
bool pa_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env);
u64 pa_case_regs_refused(const struct pa_case *c);
const struct pa_pmu_name *pa_case_cpu_pmu(const struct pa_case *c);

/* A field as the caller passed it, also a bit of the flag word. */
static inline u64 pa_case_get(const struct pa_case *c, enum pa_field_id id)
{
	return pa_bits(c->call.word, &pa_fields[id]);
}

static inline bool pa_case_flag(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id);
}

/* A byte of the attr; what a plan adds is zero but for the fields that it sets. */
static inline u8 pa_case_byte(const struct pa_case *c, u32 at)
{
	if (at < sizeof(c->call.word))
		return ((const u8 *)c->call.word)[at];
	return at < pa_attr_passed(c->r) ? c->r->attr[at] : 0;
}

/* event->cpu, which a PMU may have moved; the cpu that was asked for where there was no event. */
static inline s32 pa_case_event_cpu(const struct pa_case *c)
{
	if (c->call.cpu != c->r->arg_cpu || !c->r->have_kview || !(c->r->kv.have & PA_KV_EVENT))
		return c->call.cpu;
	return c->r->kv.cpu;
}

/* Does the call still name the task that it named? What is known of it is known of that one. */
static inline bool pa_case_same_target(const struct pa_case *c)
{
	return c->call.pid == c->r->arg_pid &&
	       !((c->call.flags ^ c->r->flags) & PA_FLAG_PID_CGROUP);
}

/* The index of the case's PMU, 0 when it is not known. */
static inline u32 pa_case_pmu(const struct pa_case *c)
{
	return c->pmu ? (u32)(c->pmu - c->env->pmus) : 0;
}

#endif /* PERFATTR_WHY_CASE_H */
