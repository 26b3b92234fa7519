// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Checks of the system call after perf_event_alloc(): access to the task, context, group. */
#include "rules/rule.h"

#define CLOCK_MONO	1
#define CLOCK_RAW	4

/* CLOCK_REALTIME, CLOCK_BOOTTIME, CLOCK_TAI: not readable in an NMI */
static bool clock_not_nmi_safe(const struct pa_case *c)
{
	return clock_id(c) == 0 || clock_id(c) == 7 || clock_id(c) == 11;
}

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

/* Checked in the same function: sigtrap needs more privilege than measuring the task. */
static enum pa_verdict sigtrap_not_allowed(const struct pa_case *c)
{
	if (!c->task || !c->call.pid || !flag(c, PA_FIELD_SIGTRAP))
		return PA_NO;
	if (!pa_case_same_target(c) || !(c->f->have & PA_F_CRED))
		return PA_MAYBE;
	return maybe_if(pa_lacks_perfmon(c) || pa_lacks(c, CAP(KILL)));
}

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

/* If the leader was dead before the call, another check refuses first. */
static enum pa_verdict leader_died(const struct pa_case *c)
{
	if (!c->member || !(c->k->has & PA_K_PMU_CTX))
		return PA_NO;
	return c->leader && c->leader->state <= PA_STATE_EXIT ? PA_RARE : PA_MAYBE;
}

/* Return true if the fix can copy the leader's cpu: not if it is -1 and the event has no task. */
static bool cpu_can_follow(const struct pa_case *c)
{
	return c->leader->cpu != -1 || c->task;
}

static enum pa_verdict group_pmu(const struct pa_case *c)
{
	if (!c->member || (c->has_caps && c->ctx_nr == CTX_SOFTWARE))
		return PA_NO;
	if (!c->leader)
		return PA_MAYBE;
	if (!c->has_caps)
		return maybe_if(c->leader->type != c->type ||
				(type_is_generic(c) && (c->leader->config ^ c->config) >> 32));
	if (c->leader->task_ctx_nr == CTX_SOFTWARE)
		return PA_NO;
	return maybe_if(!c->leader->pmu || c->leader->pmu != pa_case_pmu(c));
}

/* PMUs of the cpu have a context for tasks; an unknown PMU is one by its type, except IBS. */
static bool is_of_cpu(const struct pa_case *c)
{
	if (c->pmu || c->has_caps)
		return 1u << c->kind & PA_OF_CPUS;
	return (type_is_generic(c) || c->type == PA_TYPE_RAW) && !get(c, PA_FIELD_PRECISE_IP);
}

#define RULES	rules_group
#include "rules/rule_table.h"
