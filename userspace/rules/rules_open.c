// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The system call after perf_copy_attr(), and perf_event_alloc() before perf_init_event(). */
#include "rules/rule.h"

#define ALLOC		IN("perf_event_alloc", ALLOC)
#define EVERYWHERE	.in = "perf_event_open", .sites = PA_AT_ALL

static enum pa_verdict paranoid_any(const struct pa_case *c)
{
	enum pa_verdict lacking = pa_lacks(c, CAP(SYS_ADMIN));

	if (!(c->k->has & PA_K_PARANOID_ANY) || lacking == PA_NO)
		return PA_NO;
	if (!(c->f->have & PA_F_PARANOID) || !(c->k->has & PA_K_PARANOID_MAX))
		return PA_MAYBE;
	if (c->f->paranoid <= c->k->paranoid_max)
		return PA_NO;
	return pa_lacks_perfmon(c) == PA_NO && pa_perfmon_may_pass(c->k) ? PA_MAYBE : lacking;
}

/* The result of the LSM hook is not measured. SELinux has a hook there, BPF programs may. */
static enum pa_verdict refused_by(const struct pa_case *c, u8 lsm)
{
	if (c->f->have & PA_F_LSM && !(c->f->lsm & lsm))
		return PA_RARE;
	return PA_MAYBE;
}

static enum pa_verdict kernel_not_allowed(const struct pa_case *c)
{
	enum pa_verdict v = pa_paranoid_above(c, 1);

	if (!flag(c, PA_FIELD_EXCLUDE_KERNEL))
		return v;
	/*
	 * The check of text_poke was backported to some stable kernels: Debian's 6.1 has it, RHEL
	 * 10's 6.12 and Ubuntu's 6.5 do not, and nothing shows which. A kernel that checks
	 * callchains, too, has it.
	 */
	if (flag(c, PA_FIELD_TEXT_POKE) && v != PA_NO)
		return c->k->has & PA_K_ALLOW_CALLCHAIN ? v : PA_MAYBE;
	if (c->k->has & PA_K_ALLOW_CALLCHAIN && sample(c, PA_SAMPLE_CALLCHAIN) &&
	    !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL))
		return v;
	return PA_NO;
}

static enum pa_verdict group_fd_is(const struct pa_case *c, u8 kind)
{
	if (c->call.group_fd == -1)
		return PA_NO;
	return c->f->have & PA_F_GROUP_FD ? yes_if(c->f->group_file == kind) : PA_MAYBE;
}

static enum pa_verdict leader_dead(const struct pa_case *c)
{
	if (c->call.group_fd == -1)
		return PA_NO;
	/* Only kernels with struct perf_event_pmu_context can have this check. */
	if (!(c->k->has & PA_K_PMU_CTX))
		return PA_NO;
	return maybe_if(!c->leader || c->leader->state <= PA_STATE_EXIT);
}

static enum pa_verdict no_such_task(const struct pa_case *c)
{
	if (!c->task || !c->call.pid)
		return PA_NO;
	if (!(c->f->have & PA_F_TARGET) || !pa_case_same_target(c))
		return PA_MAYBE;
	/* The task may have been created or exited between the kernel's check and ours. */
	return c->f->target_exists ? PA_RARE : PA_YES;
}

static enum pa_verdict cpu_impossible(const struct pa_case *c)
{
	if (c->call.cpu == -1)
		return PA_NO;
	if (c->call.cpu < 0)
		return PA_YES;
	if (!(c->f->have & PA_F_CPU))
		return maybe_if(c->call.cpu);
	return yes_if((u32)c->call.cpu >= c->f->nr_cpu_ids);
}

static enum pa_verdict inherit_read(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_INHERIT) || !sample(c, PA_SAMPLE_READ))
		return PA_NO;
	/* Kernels since 6.12 allow it with PERF_SAMPLE_TID, but no header shows that. */
	return sample(c, PA_SAMPLE_TID) ? PA_MAYBE : PA_YES;
}

#define RULES	rules_open
#include "rules/rule_table.h"
