// SPDX-License-Identifier: GPL-2.0
/* The system call after perf_copy_attr(), and perf_event_alloc() before perf_init_event(). */
#include "core/why/rule.h"

#define STATE_EXIT	(-3)	/* PERF_EVENT_STATE_EXIT */

/* The system call, up to perf_event_alloc() */

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

/* Ubuntu's kernels ask before they read the attr. */
static const struct pa_rule paranoid_refuses_all_rule = {
	.id = "paranoid-refuses-all", .in = SYSCALL, .err = EACCES,
	.sites = PA_AT(ENTRY) | PA_AT(OPEN),
	.holds = paranoid_any,
	.text = "this kernel.perf_event_paranoid refuses everybody: " NEEDS,
	.need = { .cap = PA_NEED_SYS_ADMIN, .leveled = true, .level = PA_LEVEL_ANY },
};

/* The result of the LSM hook is not measured. SELinux has a hook there, BPF programs may. */
static enum pa_verdict refused_by(const struct pa_case *c, u8 lsm)
{
	if (c->f->have & PA_F_LSM && !(c->f->lsm & lsm))
		return PA_RARE;
	return PA_MAYBE;
}

static enum pa_verdict security_refuses(const struct pa_case *c)
{
	return refused_by(c, PA_LSM_SELINUX | PA_LSM_BPF);
}

static enum pa_verdict program_refuses(const struct pa_case *c)
{
	return refused_by(c, PA_LSM_BPF);
}

static const struct pa_rule security_module_rule = {
	.id = "security-module", .in = SYSCALL, .err = EACCES, .sites = PA_AT(OPEN),
	.holds = security_refuses,
	.text = "a security module refuses perf_event_open: its log says why",
};

static const struct pa_rule security_module_perm_rule = {
	.id = "security-module-perm", .in = SYSCALL, .err = EPERM, .sites = PA_AT(OPEN),
	.holds = program_refuses,
	.text = "a security module refuses perf_event_open: its log says why",
};

static enum pa_verdict kernel_not_allowed(const struct pa_case *c)
{
	enum pa_verdict v = pa_paranoid_above(c, 1);

	if (!flag(c, PA_FIELD_EXCLUDE_KERNEL))
		return v;
	/*
	 * Stable kernels have got the question for text_poke: Debian's 6.1 asks, RHEL 10's 6.12
	 * and Ubuntu's 6.5 do not, and nothing tells. A kernel that asks for callchains, too, does.
	 */
	if (flag(c, PA_FIELD_TEXT_POKE) && v != PA_NO)
		return c->k->has & PA_K_ALLOW_CALLCHAIN ? v : PA_MAYBE;
	if (c->k->has & PA_K_ALLOW_CALLCHAIN && sample(c, PA_SAMPLE_CALLCHAIN) &&
	    !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL))
		return v;
	return PA_NO;
}

static const struct pa_rule kernel_not_excluded_rule = {
	.id = "kernel-not-excluded", .in = SYSCALL, .err = EACCES, .sites = PA_AT(OPEN),
	.holds = kernel_not_allowed, .field = "{kernel_field}",
	.text = "{kernel_what}: " NEEDS,
	.need = PARANOID(1),
	.fix = "exclude_kernel=1 text_poke=0 exclude_callchain_kernel={callchain_user_only}",
};

static enum pa_verdict namespaces_not_allowed(const struct pa_case *c)
{
	return flag(c, PA_FIELD_NAMESPACES) ? pa_lacks_perfmon(c) : PA_NO;
}

static const struct pa_rule namespaces_not_allowed_rule = {
	.id = "namespaces-not-allowed", .in = SYSCALL, .err = EACCES, .sites = PA_AT(OPEN),
	.holds = namespaces_not_allowed, .field = "namespaces",
	.text = "namespaces, whatever kernel.perf_event_paranoid is, " NEEDS,
	.need = PERFMON,
	.fix = "namespaces=0",
};

static enum pa_verdict freq_above_max(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_FREQ))
		return PA_NO;
	if (!(c->f->have & PA_F_MAX_RATE))
		return PA_MAYBE;
	return yes_if(c->period > (u64)c->f->max_sample_rate);
}

static const struct pa_rule sample_freq_above_max_rule = {
	.id = "sample-freq-above-max", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(OPEN),
	.holds = freq_above_max, .field = "sample_freq",
	.text = "sample_freq {sample_freq} is above kernel.perf_event_max_sample_rate[ "
		"{max_sample_rate}]",
	.fix = "sample_freq={max_sample_rate}",
};

static enum pa_verdict period_negative(const struct pa_case *c)
{
	return yes_if(!flag(c, PA_FIELD_FREQ) && c->period >> 63);
}

static const struct pa_rule sample_period_negative_rule = {
	.id = "sample-period-negative", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(OPEN),
	.holds = period_negative, .field = "sample_period",
	.text = "sample_period {#sample_period} has bit 63 set",
	.fix = "sample_period&0x7fffffffffffffff",
};

static enum pa_verdict phys_not_allowed(const struct pa_case *c)
{
	return sample(c, PA_SAMPLE_PHYS_ADDR) ? pa_paranoid_above(c, 1) : PA_NO;
}

static const struct pa_rule phys_addr_not_allowed_rule = {
	.id = "phys-addr-not-allowed", .in = SYSCALL, .err = EACCES, .sites = PA_AT(OPEN),
	.holds = phys_not_allowed, .field = "sample_type",
	.text = "PERF_SAMPLE_PHYS_ADDR: " NEEDS,
	.need = PARANOID(1),
	.fix = "sample_type&~PERF_SAMPLE_PHYS_ADDR",
};

static enum pa_verdict regs_locked_down(const struct pa_case *c)
{
	if (!sample(c, PA_SAMPLE_REGS_INTR))
		return PA_NO;
	return c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE;
}

static const struct pa_rule regs_intr_locked_down_rule = {
	.id = "regs-intr-locked-down", .in = SYSCALL, .err = EPERM, .sites = PA_AT(OPEN),
	.holds = regs_locked_down, .field = "sample_type",
	.text = "PERF_SAMPLE_REGS_INTR is locked down (lockdown=confidentiality)",
	.fix = "sample_type&~PERF_SAMPLE_REGS_INTR",
};

static enum pa_verdict cgroup_no_fd(const struct pa_case *c)
{
	return yes_if(c->cgroup && c->call.pid == -1);
}

static const struct pa_rule cgroup_without_fd_rule = {
	.id = "cgroup-without-fd", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(OPEN),
	.holds = cgroup_no_fd, .field = "pid",
	.text = "PERF_FLAG_PID_CGROUP takes pid for the descriptor of a cgroup, and it is -1",
	.fix = "flags&~PERF_FLAG_PID_CGROUP",
};

static enum pa_verdict cgroup_no_cpu(const struct pa_case *c)
{
	return yes_if(c->cgroup && c->call.cpu == -1);
}

static const struct pa_rule cgroup_without_cpu_rule = {
	.id = "cgroup-without-cpu", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(OPEN),
	.holds = cgroup_no_cpu, .field = "cpu",
	.text = "a cgroup is watched on one cpu, and cpu is -1",
	.fix = "cpu={this_cpu}",
};

/* A descriptor that is free when the call returns may not have been free when it was needed. */
static enum pa_verdict no_descriptor(const struct pa_case *c)
{
	return c->planned && c->f->have & PA_F_FD_FREE && c->f->fd_free ? PA_NO : PA_MAYBE;
}

static const struct pa_rule no_free_descriptor_rule = {
	.id = "no-free-descriptor", .in = SYSCALL, .err = EMFILE, .sites = PA_AT(OPEN),
	.holds = no_descriptor, .blind = true, .sole = true,
	.text = "all[ {nofile}] descriptors that RLIMIT_NOFILE allows are in use",
};

static enum pa_verdict group_fd_is(const struct pa_case *c, u8 kind)
{
	if (c->call.group_fd == -1)
		return PA_NO;
	return c->f->have & PA_F_GROUP_FD ? yes_if(c->f->group_file == kind) : PA_MAYBE;
}

static enum pa_verdict group_fd_closed(const struct pa_case *c)
{
	return group_fd_is(c, PA_FILE_NONE);
}

static const struct pa_rule group_fd_not_open_rule = {
	.id = "group-fd-not-open", .in = SYSCALL, .err = EBADF, .sites = PA_AT(OPEN),
	.holds = group_fd_closed, .blind = true, .sole = true, .field = "group_fd",
	.text = "group_fd {group_fd} is not an open descriptor",
	.fix = "group_fd=-1",
};

static enum pa_verdict group_fd_other(const struct pa_case *c)
{
	return group_fd_is(c, PA_FILE_OTHER);
}

static const struct pa_rule group_fd_no_event_rule = {
	.id = "group-fd-no-event", .in = SYSCALL, .err = EBADF, .sites = PA_AT(OPEN),
	.holds = group_fd_other, .blind = true, .field = "group_fd",
	.text = "group_fd {group_fd} is no perf event",
	.fix = "group_fd=-1",
};

static enum pa_verdict leader_dead(const struct pa_case *c)
{
	if (c->call.group_fd == -1)
		return PA_NO;
	/* Only kernels with struct perf_event_pmu_context can have this check. */
	if (!(c->k->has & PA_K_PMU_CTX))
		return PA_NO;
	return maybe_if(!c->leader || c->leader->state <= STATE_EXIT);
}

static const struct pa_rule leader_dead_rule = {
	.id = "leader-dead", .in = SYSCALL, .err = ENODEV, .sites = PA_AT(OPEN),
	.holds = leader_dead, .luck = true, .blind = true, .sole = true, .field = "group_fd",
	.text = "the event of group_fd {group_fd} is dead: its task has gone",
	.fix = "group_fd=-1",
};

static enum pa_verdict no_such_task(const struct pa_case *c)
{
	if (!c->task || !c->call.pid)
		return PA_NO;
	if (!(c->f->have & PA_F_TARGET) || !pa_case_same_target(c))
		return PA_MAYBE;
	/* The task may have been created or exited between the kernel's check and ours. */
	return c->f->target_exists ? PA_RARE : PA_YES;
}

static const struct pa_rule no_such_task_rule = {
	.id = "no-such-task", .in = SYSCALL, .err = ESRCH, .sites = PA_AT(OPEN),
	.holds = no_such_task, .blind = true, .sole = true, .field = "pid",
	.text = "there is no task {pid}[ {pid_namespace}]",
	.fix = "flags|{cgroup_flag} / pid=0",
};

static enum pa_verdict inherit_differs(const struct pa_case *c)
{
	if (!c->task || !c->member)
		return PA_NO;
	if (!c->leader)
		return PA_MAYBE;
	return yes_if(c->leader->inherit != flag(c, PA_FIELD_INHERIT));
}

static const struct pa_rule inherit_differs_rule = {
	.id = "inherit-differs", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(OPEN),
	.holds = inherit_differs, .field = "inherit",
	.text = "inherit is {inherit}, but the group leader has {leader_inherit}",
	.fix = "inherit={leader_inherit} / group_fd=-1",
};

static const struct pa_rule no_memory_rule = {
	.id = "no-memory", .in = SYSCALL, .err = ENOMEM, .sites = PA_AT_ALL,
	.holds = always_maybe, .luck = true, .blind = true,
	.text = "the kernel had no memory for the event",
};

/* perf_event_alloc(), up to perf_init_event() */

static enum pa_verdict no_task_no_cpu(const struct pa_case *c)
{
	return yes_if(!c->task && c->call.cpu == -1);
}

static const struct pa_rule no_task_no_cpu_rule = {
	.id = "no-task-no-cpu", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOC),
	.holds = no_task_no_cpu, .field = "cpu",
	.text = "pid -1 and cpu -1: neither a task nor a cpu to watch",
	.fix = "cpu={this_cpu} / pid=0",
};

static enum pa_verdict cpu_impossible(const struct pa_case *c)
{
	if (c->call.cpu == -1)
		return PA_NO;
	if (c->call.cpu < 0)
		return PA_YES;
	if (!(c->f->have & PA_F_CPU))
		return PA_MAYBE;
	return yes_if((u32)c->call.cpu >= c->f->nr_cpu_ids);
}

static const struct pa_rule no_such_cpu_rule = {
	.id = "no-such-cpu", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOC),
	.holds = cpu_impossible, .field = "cpu",
	.text = "there is no cpu {cpu}[: the last one is {last_cpu}]",
	.fix = "cpu={any_cpu} / cpu={this_cpu}",
};

static enum pa_verdict sigtrap_no_task(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_SIGTRAP) && !c->task);
}

static const struct pa_rule sigtrap_without_task_rule = {
	.id = "sigtrap-without-task", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOC),
	.holds = sigtrap_no_task, .since = "5.13", .field = "sigtrap",
	.text = "sigtrap signals the task that is watched, and there is none",
	.fix = "sigtrap=0 / pid=0",
};

static enum pa_verdict inherit_read(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_INHERIT) || !sample(c, PA_SAMPLE_READ))
		return PA_NO;
	/* Kernels since 6.12 allow it with PERF_SAMPLE_TID, but no header shows that. */
	return sample(c, PA_SAMPLE_TID) ? PA_MAYBE : PA_YES;
}

static const struct pa_rule inherit_with_read_rule = {
	.id = "inherit-with-read", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOC),
	.holds = inherit_read, .field = "sample_type",
	.text = "PERF_SAMPLE_READ does not go with inherit",
	.fix = "sample_type&~PERF_SAMPLE_READ / inherit=0",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_open[] = {
	&paranoid_refuses_all_rule,
	&security_module_rule,
	&security_module_perm_rule,
	&kernel_not_excluded_rule,
	&namespaces_not_allowed_rule,
	&sample_freq_above_max_rule,
	&sample_period_negative_rule,
	&phys_addr_not_allowed_rule,
	&regs_intr_locked_down_rule,
	&cgroup_without_fd_rule,
	&cgroup_without_cpu_rule,
	&no_free_descriptor_rule,
	NULL
};

const struct pa_rule *const pa_rules_group_fd[] = {
	&group_fd_not_open_rule,
	&group_fd_no_event_rule,
	&leader_dead_rule,
	NULL
};

const struct pa_rule *const pa_rules_target[] = {
	&no_such_task_rule,
	&inherit_differs_rule,
	&no_memory_rule,
	&no_task_no_cpu_rule,
	&no_such_cpu_rule,
	&sigtrap_without_task_rule,
	&inherit_with_read_rule,
	NULL
};
