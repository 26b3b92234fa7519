// SPDX-License-Identifier: GPL-2.0
/* Checks of the system call after perf_event_alloc(): access to the task, context, group. */
#include "core/why/rule.h"

#define CLOCK_MONO	1
#define CLOCK_RAW	4

/* The system call, with an event */

static enum pa_verdict no_interrupt(const struct pa_case *c)
{
	if (!c->sampling)
		return PA_NO;
	return c->has_caps ? yes_if(c->caps & PA_CAP_NO_INTERRUPT) : PA_MAYBE;
}

static const struct pa_rule sampling_not_supported_rule = {
	.id = "sampling-not-supported", .in = SYSCALL, .err = EOPNOTSUPP, .sites = PA_AT(EVENT),
	.holds = no_interrupt, .field = "{period_field}",
	.text = "PMU {pmu} has no interrupt: it can count, but not sample",
	.fix = "{period_field}=0",
};

/* CLOCK_REALTIME, CLOCK_BOOTTIME, CLOCK_TAI: not readable in an NMI */
static bool clock_not_nmi_safe(const struct pa_case *c)
{
	return clock_id(c) == 0 || clock_id(c) == 7 || clock_id(c) == 11;
}

static enum pa_verdict clock_unknown(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_USE_CLOCKID) && !clock_not_nmi_safe(c) &&
		      clock_id(c) != CLOCK_MONO && clock_id(c) != CLOCK_RAW);
}

static const struct pa_rule clock_not_known_rule = {
	.id = "clock-not-known", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(EVENT),
	.holds = clock_unknown, .field = "clockid",
	.text = "clockid {clockid} is no clock for events",
	.fix = "clockid=1 / use_clockid=0",
};

static enum pa_verdict clock_unsafe(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_USE_CLOCKID) || !clock_not_nmi_safe(c))
		return PA_NO;
	return c->has_caps ? yes_if(!(c->caps & PA_CAP_NO_NMI)) : PA_MAYBE;
}

static const struct pa_rule clock_not_nmi_safe_rule = {
	.id = "clock-not-nmi-safe", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(EVENT),
	.holds = clock_unsafe, .field = "clockid",
	.text = "clockid {clockid} cannot be read in an NMI: PMU {pmu} needs CLOCK_MONOTONIC (1) "
		"or CLOCK_MONOTONIC_RAW (4)",
	.fix = "clockid=1 / use_clockid=0",
};

static const struct pa_rule interrupted_rule = {
	.id = "interrupted", .in = SYSCALL, .err = EINTR,
	.sites = PA_AT(EVENT) | PA_AT(INSTALL), .holds = always_maybe,
	.luck = true, .sole = true,
	.text = "a signal came while the task executed a new program",
};

/* perf_check_permission(); the result of ptrace_may_access() cannot be reproduced. */
static enum pa_verdict task_not_allowed(const struct pa_case *c)
{
	u64 caps = CAP(SYS_PTRACE) | CAP(SYS_ADMIN) | CAP(PERFMON);

	if (!c->task || !c->call.pid || flag(c, PA_FIELD_SIGTRAP))
		return PA_NO;
	if (!pa_case_same_target(c))
		return PA_MAYBE;
	if (!(c->f->have & PA_F_CRED) || !(c->f->have & PA_F_TARGET))
		return PA_MAYBE;
	if (pa_lacks_perfmon(c) == PA_NO)
		return PA_NO;
	if (!c->f->init_userns || c->f->target_same_creds || pa_lacks(c, caps) == PA_NO)
		return PA_MAYBE;
	return PA_YES;
}

static const struct pa_rule task_not_allowed_rule = {
	.id = "task-not-allowed", .in = SYSCALL, .err = EACCES,
	.sites = PA_AT(EVENT) | PA_AT(INSTALL), .holds = task_not_allowed, .field = "pid",
	.text = "no right over task {pid}: " NEEDS ", or the right to ptrace it",
	.need = PERFMON,
	.fix = "pid=0",
};

/* The same function: who is sent signals is asked for more. */
static enum pa_verdict sigtrap_not_allowed(const struct pa_case *c)
{
	if (!c->task || !c->call.pid || !flag(c, PA_FIELD_SIGTRAP))
		return PA_NO;
	if (!pa_case_same_target(c) || !(c->f->have & PA_F_CRED))
		return PA_MAYBE;
	return maybe_if(pa_lacks_perfmon(c) || pa_lacks(c, CAP(KILL)));
}

static const struct pa_rule sigtrap_not_allowed_rule = {
	.id = "sigtrap-not-allowed", .in = SYSCALL, .err = EACCES, .since = "5.13",
	.sites = PA_AT(EVENT) | PA_AT(INSTALL), .holds = sigtrap_not_allowed,
	.field = "sigtrap",
	.text = "no right to have signals sent to task {pid}: it takes CAP_PERFMON and CAP_KILL, "
		"or the right to attach to it with ptrace",
	.fix = "sigtrap=0 / pid=0",
};

/* find_get_context() */

static enum pa_verdict wide_not_allowed(const struct pa_case *c)
{
	return c->task || c->cgroup ? PA_NO : pa_paranoid_above(c, 0);
}

static const struct pa_rule cpu_wide_not_allowed_rule = {
	.id = "cpu-wide-not-allowed", .in = "find_get_context", .err = EACCES,
	.sites = PA_AT(CONTEXT), .holds = wide_not_allowed, .field = "pid",
	.text = "watching every task of a cpu " NEEDS,
	.need = PARANOID(0),
	.fix = "pid=0",
};

static enum pa_verdict cgroup_not_allowed(const struct pa_case *c)
{
	return c->cgroup ? pa_paranoid_above(c, 0) : PA_NO;
}

static const struct pa_rule cgroup_not_allowed_rule = {
	.id = "cgroup-not-allowed", .in = "find_get_context", .err = EACCES,
	.sites = PA_AT(CONTEXT), .holds = cgroup_not_allowed, .field = "pid",
	.text = "watching a cgroup " NEEDS,
	.need = PARANOID(0),
};

static enum pa_verdict task_no_context(const struct pa_case *c)
{
	if (!c->task || c->k->has & PA_K_PMU_CTX)
		return PA_NO;
	return c->has_caps ? yes_if(c->ctx_nr == CTX_INVALID) : PA_MAYBE;
}

static const struct pa_rule pmu_without_task_context_rule = {
	.id = "pmu-without-task-context", .in = "find_get_context", .err = EINVAL,
	.sites = PA_AT(CONTEXT), .holds = task_no_context, .field = "pid",
	.text = "PMU {pmu} counts for cpus, not for tasks",
	.fix = "pid=-1 cpu={some_cpu}",
};

static enum pa_verdict task_exiting(const struct pa_case *c)
{
	return maybe_if(c->task && c->call.pid);
}

static const struct pa_rule task_exiting_rule = {
	.id = "task-exiting", .in = "find_get_context", .err = ESRCH, .sites = PA_AT(CONTEXT),
	.holds = task_exiting, .luck = true, .sole = true, .field = "pid",
	.text = "task {pid} is exiting",
	.fix = "pid=0",
};

/* The system call, with an event and its context */

static enum pa_verdict context_dead(const struct pa_case *c)
{
	return rare_if(c->task);
}

static const struct pa_rule context_dead_rule = {
	.id = "context-dead", .in = SYSCALL, .err = ESRCH,
	.sites = PA_AT(GROUP) | PA_AT(INSTALL), .holds = context_dead,
	.luck = true, .field = "pid",
	.text = "task {pid} has exited meanwhile",
	.fix = "pid=0",
};

static enum pa_verdict cpu_offline(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);
	s32 cpu;

	if (c->task)
		return PA_NO;
	pa_case_event_cpu(c, &cpu);
	if (!(c->f->have & PA_F_CPU) || cpu != c->call.cpu)
		return PA_MAYBE;
	if (c->call.cpu == (s32)c->f->this_cpu || (now && c->call.cpu == now->other_cpu))
		return PA_NO;
	if (c->call.cpu != c->r->arg_cpu)
		return PA_MAYBE;
	return yes_if(!c->f->cpu_online);
}

static const struct pa_rule cpu_offline_rule = {
	.id = "cpu-offline", .in = SYSCALL, .err = ENODEV,
	.sites = PA_AT(GROUP) | PA_AT(INSTALL), .holds = cpu_offline, .field = "cpu",
	.text = "cpu {cpu} is offline",
	.fix = "cpu={this_cpu}",
};

static enum pa_verdict leader_is_member(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	if (c->call.group_fd != c->r->arg_group_fd)
		return PA_NO;
	return c->leader ? yes_if(!c->leader->is_leader) : PA_MAYBE;
}

static const struct pa_rule leader_is_member_rule = {
	.id = "leader-is-member", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = leader_is_member, .field = "group_fd",
	.text = "the event of group_fd {group_fd} is itself member of a group: pass its "
		"leader[, {leader_fd}]",
	.fix = "group_fd={leader_fd} / group_fd=-1",
};

static enum pa_verdict group_clock(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	return c->leader ? yes_if(!clock_same(c)) : PA_MAYBE;
}

static const struct pa_rule group_clock_differs_rule = {
	.id = "group-clock-differs", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_clock, .field = "clockid",
	.text = "the group leader uses another clock",
	.fix = "use_clockid={leader_use_clockid} clockid={leader_clockid} / group_fd=-1",
};

/* Can the fix copy the leader's cpu? Not if that is -1 and the event monitors no task. */
static bool cpu_can_follow(const struct pa_case *c)
{
	return c->leader->cpu != -1 || c->task;
}

static enum pa_verdict group_cpu(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	if (!c->leader)
		return PA_MAYBE;
	return cpu_can_follow(c) ? cpu_differs(c) : PA_NO;
}

static const struct pa_rule group_cpu_differs_rule = {
	.id = "group-cpu-differs", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_cpu, .field = "cpu",
	.text = "cpu {event_cpu} differs from the group leader's cpu {leader_cpu}",
	.fix = "cpu={followed_cpu} / group_fd=-1",
};

static enum pa_verdict group_cpu_none(const struct pa_case *c)
{
	if (!c->member || !c->leader)
		return PA_NO;
	return cpu_can_follow(c) ? PA_NO : cpu_differs(c);
}

static const struct pa_rule group_leader_on_no_cpu_rule = {
	.id = "group-leader-on-no-cpu", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_cpu_none, .field = "group_fd",
	.text = "the group leader watches a task on every cpu, this event cpu {event_cpu}",
	.fix = "group_fd=-1",
};

static enum pa_verdict group_task(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	if (!c->leader || task_of_leader(c) > 1)
		return PA_MAYBE;
	return yes_if(!task_of_leader(c));
}

static const struct pa_rule group_task_differs_rule = {
	.id = "group-task-differs", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_task, .field = "pid",
	.text = "the group leader watches another task",
	.fix = "group_fd=-1",
};

static enum pa_verdict group_died(const struct pa_case *c)
{
	return maybe_if(c->member && c->k->has & PA_K_PMU_CTX);
}

static const struct pa_rule leader_died_rule = {
	.id = "leader-died", .in = SYSCALL, .err = ENODEV, .sites = PA_AT(GROUP),
	.holds = group_died, .luck = true, .field = "group_fd",
	.text = "the group leader died meanwhile",
	.fix = "group_fd=-1",
};

static enum pa_verdict group_pinned(const struct pa_case *c)
{
	return yes_if(c->member &&
		      (flag(c, PA_FIELD_EXCLUSIVE) || flag(c, PA_FIELD_PINNED)));
}

static const struct pa_rule member_pinned_rule = {
	.id = "member-pinned", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_pinned, .field = "{pinned_field}",
	.text = "{pinned_field}: only a group leader can be pinned or exclusive",
	.fix = "exclusive=0 pinned=0 / group_fd=-1",
};

static enum pa_verdict group_pmu(const struct pa_case *c)
{
	if (!c->member || (c->has_caps && c->ctx_nr == CTX_SOFTWARE))
		return PA_NO;
	if (!c->leader || !c->has_caps)
		return PA_MAYBE;
	if (c->leader->task_ctx_nr == CTX_SOFTWARE)
		return PA_NO;
	return maybe_if(!c->leader->pmu || c->leader->pmu != pa_case_pmu(c));
}

static const struct pa_rule group_pmu_differs_rule = {
	.id = "group-pmu-differs", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_pmu, .field = "group_fd",
	.text = "the group leader is of another hardware PMU[, {leader_pmu}]",
	.fix = "group_fd=-1",
};

/*
 * A software event that leads is moved to the context of its first hardware member (move_group);
 * group_caps tells that. It stays there after that member is closed. Another call may do this
 * between our look at the leader and the kernel's.
 */
static enum pa_verdict group_moved(const struct pa_case *c)
{
	if (!c->member || !c->leader || !c->has_caps || c->ctx_nr == CTX_SOFTWARE ||
	    c->leader->task_ctx_nr != CTX_SOFTWARE)
		return PA_NO;
	return c->leader->moved ? PA_MAYBE : PA_RARE;
}

static const struct pa_rule group_moved_rule = {
	.id = "group-moved", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(GROUP),
	.holds = group_moved, .field = "group_fd",
	.text = "the software event that leads the group was moved to another PMU with an earlier "
		"member, and stays there",
	.fix = "group_fd=-1",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_context[] = {
	&sampling_not_supported_rule,
	&clock_not_known_rule,
	&clock_not_nmi_safe_rule,
	&interrupted_rule,
	&task_not_allowed_rule,
	&sigtrap_not_allowed_rule,
	&cpu_wide_not_allowed_rule,
	&cgroup_not_allowed_rule,
	&pmu_without_task_context_rule,
	&task_exiting_rule,
	&context_dead_rule,
	&cpu_offline_rule,
	NULL
};

const struct pa_rule *const pa_rules_group[] = {
	&leader_is_member_rule,
	&group_clock_differs_rule,
	&group_cpu_differs_rule,
	&group_leader_on_no_cpu_rule,
	&group_task_differs_rule,
	&leader_died_rule,
	&member_pinned_rule,
	&group_pmu_differs_rule,
	&group_moved_rule,
	NULL
};
