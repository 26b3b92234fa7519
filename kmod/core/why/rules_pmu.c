// SPDX-License-Identifier: GPL-2.0
/* perf_try_init_event() around event_init(), perf_init_event(), the rest of perf_event_alloc(). */
#include "core/why/rule.h"

#define CHOOSING	(PA_AT(CHOOSE) | PA_AT(INIT))

/* perf_try_init_event() of one PMU: its event_init() */

static enum pa_verdict pmu_going(const struct pa_case *c)
{
	const struct pa_arch *arch = pa_arch_of(c->k->arch);

	bool own_enodev = arch->family == PA_FAMILY_POWER ||
			  (arch->family == PA_FAMILY_ARM && arch->bits == 32);

	/* That of the breakpoints is no module. */
	if (c->kind == PA_PMU_BREAKPOINT && own_enodev)
		return PA_NO;
	return maybe_if(!(1u << c->kind & (PA_OF(X86) | PA_OF(POWER))));
}

static const struct pa_rule pmu_going_rule = {
	.id = "pmu-going", .in = "perf_try_init_event", .err = ENODEV, .sites = PA_AT(INIT),
	.holds = pmu_going, .luck = true, .field = "type",
	.text = "PMU {pmu} has no cpu for this event, or its module is going away",
};

/*
 * AMD: precise events are forwarded to IBS, but only cycles, r076 and r0c1
 * (forward_event_to_ibs(), arch/x86/events/amd/ibs.c); all others fail with ENOENT. This is the
 * first check of amd_pmu_hw_config(): no other one of the PMU of the cpu is reached.
 */
static enum pa_verdict precise_not_forwarded(const struct pa_case *c)
{
	u64 precise_ip = get(c, PA_FIELD_PRECISE_IP);

	if (c->kind != PA_PMU_X86 || precise_ip < 1 || precise_ip > 2 || !pa_case_has_ibs(c))
		return PA_NO;
	if (c->type == PA_TYPE_HARDWARE && !(u32)c->config)
		return PA_NO;
	return yes_if(c->type != PA_TYPE_RAW || (c->config != 0x76 && c->config != 0xc1));
}

static const struct pa_rule precise_not_forwarded_rule = {
	.id = "precise-not-forwarded", .in = "forward_event_to_ibs", .err = ENOENT,
	.sites = CHOOSING, .holds = precise_not_forwarded, .field = "precise_ip",
	.text = "with precise_ip IBS stands in for PMU {pmu}, and only for cycles, r076 and "
		"r0c1, not for {event}",
	.fix = "precise_ip=0",
};

/* perf_try_init_event(), after event_init() */

static bool any_exclude(const struct pa_case *c)
{
	return flag(c, PA_FIELD_EXCLUDE_USER) || flag(c, PA_FIELD_EXCLUDE_KERNEL) ||
	       flag(c, PA_FIELD_EXCLUDE_HV) || flag(c, PA_FIELD_EXCLUDE_IDLE) ||
	       flag(c, PA_FIELD_EXCLUDE_HOST) || flag(c, PA_FIELD_EXCLUDE_GUEST);
}

static enum pa_verdict exclude_refused(const struct pa_case *c)
{
	if (!any_exclude(c))
		return PA_NO;
	return c->has_caps ? yes_if(c->caps & PA_CAP_NO_EXCLUDE) : PA_MAYBE;
}

/* The kernel checks the masks even if sample_type does not request registers. */
static enum pa_verdict regs_extended(const struct pa_case *c)
{
	u64 mask = get(c, PA_FIELD_SAMPLE_REGS_USER) | get(c, PA_FIELD_SAMPLE_REGS_INTR);

	if (!(mask & c->k->regs_extended))
		return PA_NO;
	if (!c->has_caps)
		return PA_MAYBE;
	/* Up to 6.14 the check for exclude_* comes next and overrides this result. */
	if (c->err == EINVAL && exclude_refused(c) == PA_YES)
		return PA_NO;
	if (c->caps & PA_CAP_EXTENDED_REGS)
		return PA_NO;
	return pa_arch_of(c->k->arch)->ext_of_cpu ? PA_MAYBE : PA_YES;
}

static const struct pa_rule regs_not_supported_rule = {
	.id = "regs-not-supported", .in = "perf_try_init_event", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .holds = regs_extended, .field = "sample_regs_user",
	.text = "PMU {pmu} cannot sample extended registers",
	.fix = "sample_regs_user&~{regs_extended} sample_regs_intr&~{regs_extended}",
};

static const struct pa_rule exclude_not_supported_rule = {
	.id = "exclude-not-supported", .in = "perf_try_init_event", .err = EINVAL,
	.sites = PA_AT(INIT), .holds = exclude_refused, .field = "{exclude}",
	.text = "PMU {pmu} cannot exclude anything, and {excludes} is set",
	.fix = "exclude_user=0 exclude_kernel=0 exclude_hv=0 exclude_idle=0 exclude_host=0 "
		"exclude_guest=0",
};

/* perf_init_event(): no PMU accepted the event */

/* perf_init_event(): the PMU with this type takes no generic events, so it is not even tried. */
static enum pa_verdict extended_refused(const struct pa_case *c)
{
	u32 type = c->config >> PA_PMU_TYPE_SHIFT;

	/* Extended types came in the same release as sigtrap; no other header change shows them. */
	if (!type_is_generic(c) || !type || !pa_field_known(c->k, PA_FIELD_SIGTRAP) || c->tries)
		return PA_NO;
	if (c->path_whole)
		return PA_YES;
	return maybe_if(pa_pmu_by_type(c->env, type));
}

static const struct pa_rule extended_type_refused_rule = {
	.id = "extended-type-refused", .in = "perf_init_event", .err = ENOENT,
	.sites = PA_AT(CHOOSE), .holds = extended_refused, .since = "5.13", .field = "config",
	.text = "PMU[ {extended_pmu},] type {extended_type} in the upper half of config, takes "
		"no events of type {type_name}",
	.fix = "config&0xffffffff",
};

static enum pa_verdict sw_event_unknown(const struct pa_case *c)
{
	return yes_if(c->type == PA_TYPE_SOFTWARE && c->config >= c->k->sw_max);
}

static const struct pa_rule sw_event_not_known_rule = {
	.id = "sw-event-not-known", .in = "perf_init_event", .err = ENOENT, .sites = CHOOSING,
	.holds = sw_event_unknown, .field = "config",
	.text = "config {config} is no software event: this kernel has {sw_max} of them",
	.fix = "config=9",
};

static bool type_is_hardware(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE ||
	       c->type == PA_TYPE_RAW;
}

static bool has_hardware_pmu(const struct pa_case *c)
{
	return c->hardware || 1u << c->kind & PA_OF_CPUS;
}

/*
 * Hybrid x86 (x86_pmu_event_init()) and big.LITTLE (armpmu_event_init()) have one PMU for each kind
 * of cpu, which declines events on other cpus. The cpus of a PMU are not recorded, but some PMUs
 * certainly serve all: "cpu" on x86, POWER and RISC-V, and an Arm cpu PMU if there is only one.
 */
static bool serves_all_cpus(const struct pa_case *c)
{
	if (c->kind == PA_PMU_X86)
		return !strcmp(c->pmu->name, "cpu");
	if (c->kind == PA_PMU_POWER || c->kind == PA_PMU_RISCV)
		return true;
	return c->kind == PA_PMU_ARMV8 && pa_case_arm_pmus(c) == 1;
}

static bool may_not_serve(const struct pa_case *c)
{
	if (c->traits && c->traits->not_served == ENOENT)
		return pmu_is_own(c);
	return has_hardware_pmu(c) && (type_is_hardware(c) || pmu_is_own(c));
}

static enum pa_verdict cpu_not_served(const struct pa_case *c)
{
	enum pa_sysfs serves;

	if (!c->pmu || !may_not_serve(c) || c->call.cpu == -1 || serves_all_cpus(c))
		return PA_NO;
	serves = pa_case_serves(c);
	if (serves == PA_SYSFS_LACKS && c->planned)
		return PA_YES;
	/* The cpus of a PMU are those when the record is read, not at the time of the call. */
	return maybe_if(serves != PA_SYSFS_HAS);
}

static const struct pa_rule cpu_not_served_rule = {
	.id = "cpu-not-served", .in = "event_init", .err = ENOENT, .sites = CHOOSING,
	.holds = cpu_not_served, .field = "cpu",
	.text = "PMU {pmu} does not count on cpu {cpu}{or_no_counter}",
	.fix = "cpu={any_cpu} / cpu={other_cpu}",
};

/* Without a path, a PMU that has the extended type may have been asked. */
static bool may_be_unasked(const struct pa_case *c)
{
	return !c->path_whole && extended_refused(c) == PA_NO;
}

static enum pa_verdict hw_event_missing(const struct pa_case *c)
{
	if (!type_is_hardware(c))
		return PA_NO;
	if (!c->tries)
		return maybe_if(may_be_unasked(c) && pa_case_cpu_pmu(c));
	return maybe_if(has_hardware_pmu(c) && cpu_not_served(c) == PA_NO);
}

static const struct pa_rule hw_event_not_counted_rule = {
	.id = "hw-event-not-counted", .in = "perf_init_event", .err = ENOENT, .sites = CHOOSING,
	.holds = hw_event_missing, .field = "config",
	.text = "PMU[ {pmu}] has no counter for {event}",
};

static enum pa_verdict hw_pmu_missing(const struct pa_case *c)
{
	if (!type_is_hardware(c) || has_hardware_pmu(c))
		return PA_NO;
	if (!c->tries)
		return maybe_if(may_be_unasked(c) && !pa_case_cpu_pmu(c));
	return c->all_asked ? PA_YES : PA_MAYBE;
}

static const struct pa_rule hw_pmu_missing_rule = {
	.id = "hw-pmu-missing", .in = "perf_init_event", .err = ENOENT, .sites = CHOOSING,
	.holds = hw_pmu_missing, .field = "type",
	.text = "no PMU counts {type_name} events here (no hardware PMU, as in many VMs)[: asked "
		"{pmus}]",
	.fix = "type={software_type} config=0",
};

/* Not every architecture has breakpoints. */
static bool no_breakpoints(const struct pa_case *c)
{
	return c->type == PA_TYPE_BREAKPOINT && !pa_pmu_by_name(c->env, "breakpoint");
}

static enum pa_verdict type_missing(const struct pa_case *c)
{
	if ((c->type < PA_TYPE_DYNAMIC && !no_breakpoints(c)) || pmu_is_own(c))
		return PA_NO;
	return c->all_asked ? PA_YES : PA_MAYBE;
}

static const struct pa_rule pmu_type_missing_rule = {
	.id = "pmu-type-missing", .in = "perf_init_event", .err = ENOENT, .sites = CHOOSING,
	.holds = type_missing, .field = "type",
	.text = "no PMU has type {type}[: asked {pmus}]",
};

static enum pa_verdict event_missing(const struct pa_case *c)
{
	if (clock_declines(c))
		return PA_YES;
	if (c->traits && c->traits->more & PA_TRAIT_WHOLE)
		return PA_NO;
	return maybe_if(c->type >= PA_TYPE_DYNAMIC && pmu_is_own(c) &&
			c->kind != PA_PMU_KPROBE && c->kind != PA_PMU_UPROBE &&
			cpu_not_served(c) == PA_NO && precise_not_forwarded(c) == PA_NO);
}

static const struct pa_rule pmu_event_missing_rule = {
	.id = "pmu-event-missing", .in = "perf_try_init_event", .err = ENOENT,
	.sites = PA_AT(INIT), .holds = event_missing, .field = "config",
	.text = "PMU {pmu} has no event {#config}",
};

/* Fallback: only the PMU and its errno are known. */
static enum pa_verdict pmu_refused(const struct pa_case *c)
{
	return c->pmu && c->sites == PA_AT(INIT) ? PA_ELSE : PA_NO;
}

static const struct pa_rule pmu_refused_rule = {
	.id = "pmu-refused", .in = "event_init", .sites = PA_AT(INIT), .holds = pmu_refused,
	.text = "an argument that PMU {pmu} does not take: its event_init returned {errno}",
};

/* perf_event_alloc(), after a PMU accepted the event */

static enum pa_verdict pmu_no_context(const struct pa_case *c)
{
	if (!c->has_caps || c->ctx_nr != CTX_INVALID)
		return PA_NO;
	return yes_if(c->cgroup || (c->task && c->k->has & PA_K_PMU_CTX));
}

static const struct pa_rule pmu_without_task_rule = {
	.id = "pmu-without-task", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOCATED),
	.holds = pmu_no_context, .field = "pid",
	.text = "PMU {pmu} counts for cpus, not for tasks or cgroups",
	.fix = "pid=-1 cpu={some_cpu} flags&~PERF_FLAG_PID_CGROUP",
};

static enum pa_verdict aux_output_refused(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_AUX_OUTPUT))
		return PA_NO;
	if (!c->has_caps)
		return PA_MAYBE;
	return yes_if(!(c->caps & PA_CAP_AUX_OUTPUT) || get(c, PA_FIELD_AUX_PAUSE) ||
		      get(c, PA_FIELD_AUX_RESUME));
}

static const struct pa_rule aux_output_not_supported_rule = {
	.id = "aux-output-not-supported", .in = ALLOC, .err = EOPNOTSUPP,
	.sites = PA_AT(ALLOCATED), .holds = aux_output_refused, .field = "aux_output",
	.text = "PMU {pmu} has no aux_output",
	.fix = "aux_output=0",
};

static enum pa_verdict aux_pause_resume(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_AUX_PAUSE) && get(c, PA_FIELD_AUX_RESUME));
}

static const struct pa_rule aux_pause_and_resume_rule = {
	.id = "aux-pause-and-resume", .in = ALLOC, .err = EINVAL, .sites = PA_AT(ALLOCATED),
	.holds = aux_pause_resume, .since = "6.13", .field = "aux_pause",
	.text = "aux_pause and aux_resume exclude each other",
	.fix = "aux_resume=0",
};

static enum pa_verdict aux_paused_refused(const struct pa_case *c)
{
	if (!get(c, PA_FIELD_AUX_START_PAUSED))
		return PA_NO;
	return c->has_caps ? yes_if(!(c->caps & PA_CAP_AUX_PAUSE)) : PA_MAYBE;
}

static const struct pa_rule aux_start_paused_not_supported_rule = {
	.id = "aux-start-paused-not-supported", .in = ALLOC, .err = EOPNOTSUPP,
	.sites = PA_AT(ALLOCATED), .holds = aux_paused_refused, .since = "6.13",
	.field = "aux_start_paused",
	.text = "PMU {pmu} cannot pause",
	.fix = "aux_start_paused=0",
};

static enum pa_verdict cgroup_fd_is(const struct pa_case *c, u8 kind)
{
	if (!c->cgroup || !(c->k->has & PA_K_CGROUP_PERF))
		return PA_NO;
	return c->f->have & PA_F_CGROUP_FD ? yes_if(c->f->cgroup_file == kind) : PA_MAYBE;
}

static enum pa_verdict cgroup_fd_closed(const struct pa_case *c)
{
	return cgroup_fd_is(c, PA_FILE_NONE);
}

static const struct pa_rule cgroup_fd_not_open_rule = {
	.id = "cgroup-fd-not-open", .in = "perf_cgroup_connect", .err = EBADF,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_fd_closed, .field = "pid",
	.text = "pid {pid}, with PERF_FLAG_PID_CGROUP, is not an open descriptor",
};

static enum pa_verdict cgroup_fd_other(const struct pa_case *c)
{
	return cgroup_fd_is(c, PA_FILE_OTHER);
}

static const struct pa_rule cgroup_fd_no_cgroup_rule = {
	.id = "cgroup-fd-no-cgroup", .in = "perf_cgroup_connect", .err = EBADF,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_fd_other, .field = "pid",
	.text = "pid {pid}, with PERF_FLAG_PID_CGROUP, is no cgroup's directory",
};

static enum pa_verdict cgroup_removed(const struct pa_case *c)
{
	return cgroup_fd_is(c, PA_FILE_CGROUP_GONE);
}

static const struct pa_rule cgroup_gone_rule = {
	.id = "cgroup-gone", .in = "perf_cgroup_connect", .err = ENOENT,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_removed, .field = "pid",
	.text = "the cgroup of descriptor {pid} was removed",
};

static enum pa_verdict cgroup_bare(const struct pa_case *c)
{
	return cgroup_fd_is(c, PA_FILE_CGROUP_BARE);
}

static const struct pa_rule cgroup_no_controller_rule = {
	.id = "cgroup-no-controller", .in = "perf_cgroup_connect", .err = ENOENT,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_bare, .field = "pid",
	.text = "the cgroup has no perf_event controller: its parent's cgroup.subtree_control "
		"must enable any controller, and no version 1 hierarchy may have perf_event",
};

static enum pa_verdict cgroup_no_support(const struct pa_case *c)
{
	return yes_if(c->cgroup && !(c->k->has & PA_K_CGROUP_PERF));
}

static const struct pa_rule cgroup_not_built_rule = {
	.id = "cgroup-not-built", .in = "perf_cgroup_connect", .err = EINVAL,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_no_support, .field = "flags",
	.text = "this kernel is built without CONFIG_CGROUP_PERF",
	.fix = "flags&~PERF_FLAG_PID_CGROUP",
};

static enum pa_verdict cgroup_differs(const struct pa_case *c)
{
	return maybe_if(c->cgroup && c->member);
}

static const struct pa_rule cgroup_differs_rule = {
	.id = "cgroup-differs", .in = "perf_cgroup_connect", .err = EINVAL,
	.sites = PA_AT(ALLOCATED), .holds = cgroup_differs, .field = "group_fd",
	.text = "the group leader watches another cgroup",
	.fix = "group_fd=-1",
};

static enum pa_verdict pmu_exclusive(const struct pa_case *c)
{
	return maybe_if(!c->has_caps || c->caps & PA_CAP_EXCLUSIVE);
}

static const struct pa_rule pmu_exclusive_rule = {
	.id = "pmu-exclusive", .in = "exclusive_event_init", .err = EBUSY,
	.sites = PA_AT(ALLOCATED), .holds = pmu_exclusive, .luck = true, .field = "pid",
	.held = PA_HELD_OTHER_WAY,
	.text = "PMU {pmu} is exclusive, and in use the other way: for tasks or for cpus",
};

static enum pa_verdict max_stack_above(const struct pa_case *c)
{
	u64 stack = get(c, PA_FIELD_SAMPLE_MAX_STACK);

	if (!sample(c, PA_SAMPLE_CALLCHAIN) || !stack)
		return PA_NO;
	if (!(c->f->have & PA_F_MAX_STACK))
		return PA_MAYBE;
	return yes_if((s32)stack > c->f->max_stack);
}

static const struct pa_rule max_stack_above_limit_rule = {
	.id = "max-stack-above-limit", .in = "get_callchain_buffers", .err = EOVERFLOW,
	.sites = PA_AT(ALLOCATED), .holds = max_stack_above, .field = "sample_max_stack",
	.text = "sample_max_stack {sample_max_stack} is above kernel.perf_event_max_stack[ "
		"{max_stack}]",
	.fix = "sample_max_stack=0",
};

static enum pa_verdict mediated_guest(const struct pa_case *c)
{
	if (flag(c, PA_FIELD_EXCLUDE_GUEST))
		return PA_NO;
	return maybe_if(c->caps & PA_CAP_MEDIATED_VPMU);
}

static const struct pa_rule guest_not_excluded_rule = {
	.id = "guest-not-excluded", .in = ALLOC, .err = EOPNOTSUPP, .sites = PA_AT(ALLOCATED),
	.holds = mediated_guest, .luck = true, .since = "7.2", .field = "exclude_guest",
	.text = "guests with a PMU of their own run: exclude_guest is needed",
	.fix = "exclude_guest=1",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_try_init[] = {
	&pmu_going_rule,
	&precise_not_forwarded_rule,
	NULL
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_pmu[] = {
	&regs_not_supported_rule,
	&exclude_not_supported_rule,
	&extended_type_refused_rule,
	&sw_event_not_known_rule,
	&cpu_not_served_rule,
	&hw_event_not_counted_rule,
	&hw_pmu_missing_rule,
	&pmu_type_missing_rule,
	&pmu_event_missing_rule,
	&pmu_refused_rule,
	&pmu_without_task_rule,
	&aux_output_not_supported_rule,
	&aux_pause_and_resume_rule,
	&aux_start_paused_not_supported_rule,
	NULL
};

const struct pa_rule *const pa_rules_cgroup[] = {
	&cgroup_fd_not_open_rule,
	&cgroup_fd_no_cgroup_rule,
	&cgroup_gone_rule,
	&cgroup_no_controller_rule,
	&cgroup_not_built_rule,
	&cgroup_differs_rule,
	NULL
};

const struct pa_rule *const pa_rules_allocated[] = {
	&pmu_exclusive_rule,
	&max_stack_above_limit_rule,
	&guest_not_excluded_rule,
	NULL
};
