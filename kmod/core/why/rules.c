// SPDX-License-Identifier: GPL-2.0
/*
 * The rules: every check between perf_event_open(2) and its descriptor, in the kernel's order.
 *
 * Read in kernel/events/core.c, callchain.c and hw_breakpoint.c, kernel/trace/trace_event_perf.c,
 * arch/x86/events and drivers/perf of 5.10, 6.1, 6.12, 7.2 and 7.3. Which of them a kernel has
 * is known from what its headers have (struct pa_kernel), never from its version.
 *
 * A check that cannot be decided from the record says PA_MAYBE: when it is the only one left
 * that returns the errno at the place where the call was refused, it is the reason all the same.
 */
#include "core/why/rules.h"

/* perf_sample_type, branch filters and flags that checks look at (UAPI, fixed for ever). */
#define MASK(n)		(1ULL << (n))
#define S_TID		MASK(1)
#define S_READ		MASK(4)
#define S_CALLCHAIN	MASK(5)
#define S_RAW		MASK(10)
#define S_BRANCH	MASK(11)
#define S_REGS_USER	MASK(12)
#define S_STACK_USER	MASK(13)
#define S_WEIGHT	MASK(14)
#define S_REGS_INTR	MASK(18)
#define S_PHYS_ADDR	MASK(19)
#define S_CGROUP	MASK(21)
#define S_WEIGHT_STRUCT	MASK(24)
#define BR_USER		1ULL
#define BR_KERNEL	2ULL
#define BR_HV		4ULL
#define BR_PRIV		(BR_USER | BR_KERNEL | BR_HV)
#define CALL_FLAGS	0xfULL

#define C_KILL		MASK(5)
#define C_SYS_PTRACE	MASK(19)
#define C_SYS_ADMIN	MASK(21)
#define C_PERFMON	MASK(38)

#define STATE_EXIT	(-3)	/* PERF_EVENT_STATE_EXIT */
#define CTX_INVALID	(-1)	/* perf_invalid_context */
#define CTX_SOFTWARE	1	/* perf_sw_context */
#define CLOCK_MONO	1
#define CLOCK_RAW	4
#define BP_R		1
#define BP_W		2
#define BP_RW		3
#define BP_X		4
#define MSR_EVENTS	8	/* PERF_MSR_EVENT_MAX */
#define TP_FUNCTION	1	/* TRACE_FN: ftrace:function */
#define TP_MAX		0xffff	/* the type of a trace event has 16 bits */
#define STACK_USER_MAX	65535

static enum pa_verdict yes_if(bool refuses)
{
	return refuses ? PA_YES : PA_NO;
}

static enum pa_verdict maybe_if(bool can_refuse)
{
	return can_refuse ? PA_MAYBE : PA_NO;
}

static enum pa_verdict rare_if(bool can_refuse)
{
	return can_refuse ? PA_RARE : PA_NO;
}

static bool sample(const struct pa_case *c, u64 bits)
{
	return c->sample_type & bits;
}

static bool flag(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_flag(c, id);
}

static u64 get(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id);
}

/* capable(): in the initial user namespace, any of @caps. */
static enum pa_verdict lacks(const struct pa_case *c, u64 caps)
{
	if (!(c->f->have & PA_F_CRED))
		return PA_MAYBE;
	return yes_if(!c->f->init_userns || !(c->f->cap_effective & caps));
}

/* !perfmon_capable() */
static enum pa_verdict lacks_perfmon(const struct pa_case *c)
{
	return lacks(c, C_PERFMON | C_SYS_ADMIN);
}

/* perf_allow_kernel() (1), perf_allow_cpu() (0), perf_allow_tracepoint() (-1) */
static enum pa_verdict paranoid_above(const struct pa_case *c, s32 level)
{
	enum pa_verdict lacking = lacks_perfmon(c);

	if (lacking == PA_NO)
		return PA_NO;
	if (!(c->f->have & PA_F_PARANOID))
		return PA_MAYBE;
	return c->f->paranoid > level ? lacking : PA_NO;
}

/* What a security module says is not seen; only SELinux is known to have a hook there. */
static enum pa_verdict security_refuses(const struct pa_case *c)
{
	if (c->f->have & PA_F_LSM && !c->f->lsm)
		return PA_RARE;
	return PA_MAYBE;
}

static enum pa_verdict always_maybe(const struct pa_case *c)
{
	return PA_MAYBE;
}

static enum pa_verdict always_rare(const struct pa_case *c)
{
	return PA_RARE;
}

/* The system call and perf_copy_attr() */

static enum pa_verdict flags_unknown(const struct pa_case *c)
{
	return yes_if(c->r->flags & ~CALL_FLAGS);
}

static enum pa_verdict attr_unreadable(const struct pa_case *c)
{
	if (c->r->attr_state == PA_ATTR_PART)
		return PA_YES;
	if (c->r->attr_state == PA_ATTR_UNREADABLE)
		return PA_MAYBE;
	/* Beyond what was kept, bytes are only checked to be zero. */
	return maybe_if(c->r->attr_more);
}

static enum pa_verdict size_small(const struct pa_case *c)
{
	if (!c->r->have_size)
		return PA_MAYBE;
	return yes_if(c->r->attr_size && c->r->attr_size < PA_ATTR_OLDEST);
}

static enum pa_verdict size_large(const struct pa_case *c)
{
	if (!c->r->have_size)
		return PA_MAYBE;
	return yes_if(c->r->attr_size > c->k->page_size);
}

static enum pa_verdict tail_not_zero(const struct pa_case *c)
{
	u32 i;

	if (c->blind)
		return PA_MAYBE;
	for (i = c->k->attr_size; i < pa_attr_passed(c->r); i++) {
		if (c->r->attr[i])
			return PA_YES;
	}
	return maybe_if(c->r->attr_more);
}

static enum pa_verdict flag_unknown(const struct pa_case *c)
{
	return yes_if(c->flag_word & ~c->k->known_flags);
}

static u64 aux_word(const struct pa_case *c)
{
	return get(c, PA_FIELD_AUX_START_PAUSED) | get(c, PA_FIELD_AUX_PAUSE) << 1 |
	       get(c, PA_FIELD_AUX_RESUME) << 2 | get(c, PA_FIELD_RESERVED_3) << 3;
}

static enum pa_verdict reserved_used(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_RESERVED_2) || (aux_word(c) & ~(u64)c->k->known_aux));
}

static enum pa_verdict sample_unknown(const struct pa_case *c)
{
	return yes_if(sample(c, ~c->k->known_sample));
}

static enum pa_verdict format_unknown(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_READ_FORMAT) & ~c->k->known_format);
}

static enum pa_verdict branch_unknown(const struct pa_case *c)
{
	return yes_if(sample(c, S_BRANCH) && (c->branch & ~c->k->known_branch));
}

static enum pa_verdict branch_no_kind(const struct pa_case *c)
{
	return yes_if(sample(c, S_BRANCH) && !(c->branch & ~BR_PRIV));
}

/* Without a privilege bit the kernel takes those that exclude_* leaves. */
static enum pa_verdict branch_not_allowed(const struct pa_case *c)
{
	u64 mask = c->branch & BR_PRIV;

	if (!sample(c, S_BRANCH))
		return PA_NO;
	if (!mask) {
		mask |= flag(c, PA_FIELD_EXCLUDE_KERNEL) ? 0 : BR_KERNEL;
		mask |= flag(c, PA_FIELD_EXCLUDE_HV) ? 0 : BR_HV;
	}
	return mask & (BR_KERNEL | BR_HV) ? paranoid_above(c, 1) : PA_NO;
}

/**
 * pa_regs_refused() - registers that perf_reg_validate() refuses on this architecture
 * @c: the call
 *
 * arch/x86/kernel/perf_regs.c: DS, ES, FS, GS and the gap below XMM0;
 * arch/arm64/kernel/perf_regs.c: all beyond PC, but for VG.
 * Context: any. Return: the bits.
 */
u64 pa_regs_refused(const struct pa_case *c)
{
	if (c->k->arch == PA_ABI_X86_64)
		return 0xff00f000ULL;
	return ~((1ULL << 33) - 1);
}

/* perf_reg_validate() */
static enum pa_verdict regs_invalid(const struct pa_case *c, u64 mask)
{
	u64 bad = mask & pa_regs_refused(c);

	if (!mask)
		return PA_YES;
	/* VG: depends on the cpu having SVE. */
	if (c->k->arch != PA_ABI_X86_64 && bad == 1ULL << 46)
		return PA_MAYBE;
	return yes_if(bad);
}

static enum pa_verdict regs_user_invalid(const struct pa_case *c)
{
	if (!sample(c, S_REGS_USER))
		return PA_NO;
	return regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_USER));
}

static enum pa_verdict regs_intr_invalid(const struct pa_case *c)
{
	if (!sample(c, S_REGS_INTR))
		return PA_NO;
	return regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_INTR));
}

static enum pa_verdict regs_no_arch(const struct pa_case *c)
{
	return rare_if(sample(c, S_REGS_USER));
}

static enum pa_verdict stack_no_arch(const struct pa_case *c)
{
	return rare_if(sample(c, S_STACK_USER));
}

static enum pa_verdict stack_large(const struct pa_case *c)
{
	return yes_if(sample(c, S_STACK_USER) &&
		      get(c, PA_FIELD_SAMPLE_STACK_USER) >= STACK_USER_MAX);
}

static enum pa_verdict stack_unaligned(const struct pa_case *c)
{
	return yes_if(sample(c, S_STACK_USER) && get(c, PA_FIELD_SAMPLE_STACK_USER) % 8);
}

static enum pa_verdict cgroup_not_built(const struct pa_case *c)
{
	return yes_if(sample(c, S_CGROUP) && !(c->k->has & PA_K_CGROUP_PERF));
}

static enum pa_verdict two_weights(const struct pa_case *c)
{
	return yes_if(sample(c, S_WEIGHT) && sample(c, S_WEIGHT_STRUCT));
}

static enum pa_verdict thread_no_inherit(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_INHERIT_THREAD) && !flag(c, PA_FIELD_INHERIT));
}

static enum pa_verdict exec_both(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_REMOVE_ON_EXEC) && flag(c, PA_FIELD_ENABLE_ON_EXEC));
}

static enum pa_verdict sigtrap_stays(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_SIGTRAP) && !flag(c, PA_FIELD_REMOVE_ON_EXEC));
}

/* The system call up to perf_event_alloc() */

static enum pa_verdict paranoid_any(const struct pa_case *c)
{
	enum pa_verdict lacking = lacks(c, C_SYS_ADMIN);

	if (!(c->k->has & PA_K_PARANOID_ANY) || lacking == PA_NO)
		return PA_NO;
	if (!(c->f->have & PA_F_PARANOID))
		return PA_MAYBE;
	return c->f->paranoid > 2 ? lacking : PA_NO;
}

static enum pa_verdict kernel_not_allowed(const struct pa_case *c)
{
	enum pa_verdict v = paranoid_above(c, 1);

	if (!flag(c, PA_FIELD_EXCLUDE_KERNEL))
		return v;
	/* Since 6.1 of these trees; older ones do not look at it. */
	if (flag(c, PA_FIELD_TEXT_POKE))
		return pa_field_known(c->k, PA_FIELD_SIGTRAP) || v == PA_NO ? v : PA_MAYBE;
	if (c->k->has & PA_K_ALLOW_CALLCHAIN && sample(c, S_CALLCHAIN) &&
	    !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL))
		return v;
	return PA_NO;
}

static enum pa_verdict namespaces_not_allowed(const struct pa_case *c)
{
	return flag(c, PA_FIELD_NAMESPACES) ? lacks_perfmon(c) : PA_NO;
}

static enum pa_verdict freq_above_max(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_FREQ))
		return PA_NO;
	if (!(c->f->have & PA_F_MAX_RATE))
		return PA_MAYBE;
	return yes_if(c->period > (u64)c->f->max_sample_rate);
}

static enum pa_verdict period_negative(const struct pa_case *c)
{
	return yes_if(!flag(c, PA_FIELD_FREQ) && c->period >> 63);
}

static enum pa_verdict phys_not_allowed(const struct pa_case *c)
{
	return sample(c, S_PHYS_ADDR) ? paranoid_above(c, 1) : PA_NO;
}

static enum pa_verdict regs_locked_down(const struct pa_case *c)
{
	if (!sample(c, S_REGS_INTR))
		return PA_NO;
	return c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE;
}

static enum pa_verdict cgroup_no_fd(const struct pa_case *c)
{
	return yes_if(c->cgroup && c->r->arg_pid == -1);
}

static enum pa_verdict cgroup_no_cpu(const struct pa_case *c)
{
	return yes_if(c->cgroup && c->r->arg_cpu == -1);
}

static enum pa_verdict group_fd_is(const struct pa_case *c, u8 kind)
{
	if (c->r->arg_group_fd == -1)
		return PA_NO;
	return c->f->have & PA_F_GROUP_FD ? yes_if(c->f->group_file == kind) : PA_MAYBE;
}

static enum pa_verdict group_fd_closed(const struct pa_case *c)
{
	return group_fd_is(c, PA_FILE_NONE);
}

static enum pa_verdict group_fd_other(const struct pa_case *c)
{
	return group_fd_is(c, PA_FILE_OTHER);
}

static enum pa_verdict leader_dead(const struct pa_case *c)
{
	if (c->r->arg_group_fd == -1)
		return PA_NO;
	/* Only kernels with struct perf_event_pmu_context can have this check. */
	if (!(c->k->has & PA_K_PMU_CTX))
		return PA_NO;
	return maybe_if(!c->leader || c->leader->state <= STATE_EXIT);
}

static enum pa_verdict no_such_task(const struct pa_case *c)
{
	if (!c->task)
		return PA_NO;
	if (!(c->f->have & PA_F_TARGET))
		return PA_MAYBE;
	/* It may have come or gone between the check and our look. */
	return c->f->target_exists ? PA_RARE : PA_YES;
}

static enum pa_verdict inherit_differs(const struct pa_case *c)
{
	if (!c->task || !c->member)
		return PA_NO;
	if (!c->leader)
		return PA_MAYBE;
	return yes_if(c->leader->inherit != flag(c, PA_FIELD_INHERIT));
}

/* perf_event_alloc() */

static enum pa_verdict no_task_no_cpu(const struct pa_case *c)
{
	return yes_if(!c->task && c->r->arg_cpu == -1);
}

static enum pa_verdict cpu_impossible(const struct pa_case *c)
{
	if (c->r->arg_cpu == -1)
		return PA_NO;
	if (c->r->arg_cpu < 0)
		return PA_YES;
	if (!(c->f->have & PA_F_CPU))
		return PA_MAYBE;
	return yes_if((u32)c->r->arg_cpu >= c->f->nr_cpu_ids);
}

static enum pa_verdict sigtrap_no_task(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_SIGTRAP) && !c->task);
}

static enum pa_verdict inherit_read(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_INHERIT) || !sample(c, S_READ))
		return PA_NO;
	/* Kernels from 6.12 on allow it with SAMPLE_TID; nothing in their headers shows it. */
	return sample(c, S_TID) ? PA_MAYBE : PA_YES;
}

static enum pa_verdict pmu_no_context(const struct pa_case *c)
{
	if (!c->has_caps || c->ctx_nr != CTX_INVALID)
		return PA_NO;
	return yes_if(c->cgroup || (c->task && c->k->has & PA_K_PMU_CTX));
}

static enum pa_verdict aux_output_refused(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_AUX_OUTPUT))
		return PA_NO;
	if (!c->has_caps)
		return PA_MAYBE;
	return yes_if(!(c->caps & PA_CAP_AUX_OUTPUT) || get(c, PA_FIELD_AUX_PAUSE) ||
		      get(c, PA_FIELD_AUX_RESUME));
}

static enum pa_verdict aux_pause_resume(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_AUX_PAUSE) && get(c, PA_FIELD_AUX_RESUME));
}

static enum pa_verdict aux_paused_refused(const struct pa_case *c)
{
	if (!get(c, PA_FIELD_AUX_START_PAUSED))
		return PA_NO;
	return c->has_caps ? yes_if(!(c->caps & PA_CAP_AUX_PAUSE)) : PA_MAYBE;
}

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

static enum pa_verdict cgroup_fd_other(const struct pa_case *c)
{
	return cgroup_fd_is(c, PA_FILE_OTHER);
}

static enum pa_verdict any_cgroup(const struct pa_case *c)
{
	return maybe_if(c->cgroup);
}

static enum pa_verdict cgroup_no_support(const struct pa_case *c)
{
	return yes_if(c->cgroup && !(c->k->has & PA_K_CGROUP_PERF));
}

static enum pa_verdict cgroup_differs(const struct pa_case *c)
{
	return maybe_if(c->cgroup && c->member);
}

static enum pa_verdict pmu_exclusive(const struct pa_case *c)
{
	return maybe_if(!c->has_caps || c->caps & PA_CAP_EXCLUSIVE);
}

static enum pa_verdict max_stack_above(const struct pa_case *c)
{
	u64 stack = get(c, PA_FIELD_SAMPLE_MAX_STACK);

	if (!sample(c, S_CALLCHAIN) || !stack)
		return PA_NO;
	if (!(c->f->have & PA_F_MAX_STACK))
		return PA_MAYBE;
	return yes_if((s32)stack > c->f->max_stack);
}

static enum pa_verdict mediated_guest(const struct pa_case *c)
{
	if (flag(c, PA_FIELD_EXCLUDE_GUEST))
		return PA_NO;
	return maybe_if(c->caps & PA_CAP_MEDIATED_VPMU);
}

/* perf_init_event(), perf_try_init_event() */

static bool type_is_hardware(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE ||
	       c->type == PA_TYPE_RAW;
}

static bool type_is_generic(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE;
}

static bool pmu_is_own(const struct pa_case *c)
{
	return c->pmu && c->pmu->type == c->type;
}

static enum pa_verdict extended_refused(const struct pa_case *c)
{
	if (!type_is_generic(c) || !(c->config >> PA_PMU_TYPE_SHIFT) || c->tries)
		return PA_NO;
	return PA_MAYBE;
}

static enum pa_verdict sw_event_unknown(const struct pa_case *c)
{
	return yes_if(c->type == PA_TYPE_SOFTWARE && c->config >= c->k->sw_max);
}

static enum pa_verdict kprobe_no_symbol(const struct pa_case *c)
{
	return maybe_if(pmu_is_own(c));
}

static enum pa_verdict hw_event_missing(const struct pa_case *c)
{
	return maybe_if(type_is_hardware(c) && c->tries &&
			(c->kind == PA_PMU_X86 || c->kind == PA_PMU_ARMV8));
}

static enum pa_verdict hw_pmu_missing(const struct pa_case *c)
{
	return maybe_if(type_is_hardware(c) && c->tries && c->kind != PA_PMU_X86 &&
			c->kind != PA_PMU_ARMV8);
}

static enum pa_verdict type_missing(const struct pa_case *c)
{
	return maybe_if(c->type >= PA_TYPE_DYNAMIC && !pmu_is_own(c));
}

static enum pa_verdict event_missing(const struct pa_case *c)
{
	return maybe_if(c->type >= PA_TYPE_DYNAMIC && pmu_is_own(c) &&
			c->kind != PA_PMU_KPROBE && c->kind != PA_PMU_UPROBE);
}

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

/* Looks at the masks even when sample_type does not ask for registers. */
static enum pa_verdict regs_extended(const struct pa_case *c)
{
	u64 mask = get(c, PA_FIELD_SAMPLE_REGS_USER) | get(c, PA_FIELD_SAMPLE_REGS_INTR);

	if (!(mask & c->k->regs_extended))
		return PA_NO;
	if (!c->has_caps)
		return PA_MAYBE;
	/* Up to 6.1 the check for exclude_* overrides this result. */
	if (!(c->k->has & PA_K_PMU_CTX) && exclude_refused(c) == PA_YES)
		return PA_NO;
	return yes_if(!(c->caps & PA_CAP_EXTENDED_REGS));
}

static enum pa_verdict any_branch(const struct pa_case *c)
{
	return yes_if(sample(c, S_BRANCH));
}

static enum pa_verdict branch_no_hardware(const struct pa_case *c)
{
	return maybe_if(sample(c, S_BRANCH));
}

/* What only that it was refused is known of, and by which PMU. */
static enum pa_verdict pmu_refused(const struct pa_case *c)
{
	return c->pmu && c->sites == PA_AT(INIT) ? PA_ELSE : PA_NO;
}

static enum pa_verdict pmu_going(const struct pa_case *c)
{
	return maybe_if(c->kind != PA_PMU_X86);
}

/* Tracepoints */

static enum pa_verdict tp_missing(const struct pa_case *c)
{
	if (c->config > TP_MAX)
		return PA_YES;
	if (c->env->tp_name[0])
		return PA_RARE;
	return c->config == TP_FUNCTION ? PA_RARE : PA_MAYBE;
}

static bool tp_function_sampling(const struct pa_case *c)
{
	return c->config == TP_FUNCTION && c->sampling;
}

static enum pa_verdict tp_function_refused(const struct pa_case *c)
{
	return c->config == TP_FUNCTION ? paranoid_above(c, -1) : PA_NO;
}

static enum pa_verdict tp_function_callchain(const struct pa_case *c)
{
	return yes_if(tp_function_sampling(c) && !flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_USER));
}

static enum pa_verdict tp_function_stack(const struct pa_case *c)
{
	return yes_if(tp_function_sampling(c) && sample(c, S_STACK_USER));
}

static enum pa_verdict tp_raw_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!sample(c, S_RAW))
		return PA_NO;
	v = paranoid_above(c, -1);
	/* Some events (TRACE_EVENT_FL_CAP_ANY) are free to whoever watches a task. */
	return v == PA_YES && c->task ? PA_MAYBE : v;
}

/* kprobes and uprobes */

static enum pa_verdict uprobe_not_capable(const struct pa_case *c)
{
	enum pa_verdict v = lacks(c, C_SYS_ADMIN);

	/* Some 5.10 kernels are content with CAP_PERFMON. */
	return v == PA_YES && lacks_perfmon(c) == PA_NO ? PA_MAYBE : v;
}

static enum pa_verdict probe_no_string(const struct pa_case *c)
{
	return maybe_if(get(c, PA_FIELD_CONFIG1));
}

static enum pa_verdict kprobe_no_address(const struct pa_case *c)
{
	return yes_if(!get(c, PA_FIELD_CONFIG1) && !get(c, PA_FIELD_CONFIG2));
}

static enum pa_verdict kprobe_locked_down(const struct pa_case *c)
{
	return c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE;
}

static enum pa_verdict uprobe_no_path(const struct pa_case *c)
{
	return yes_if(!get(c, PA_FIELD_CONFIG1));
}

static enum pa_verdict uprobe_path_empty(const struct pa_case *c)
{
	if (!get(c, PA_FIELD_CONFIG1))
		return PA_NO;
	return c->r->str_kind ? yes_if(!c->r->str_len) : PA_MAYBE;
}

static bool uprobe_has_path(const struct pa_case *c)
{
	return c->r->str_kind && c->r->str_len;
}

static enum pa_verdict uprobe_not_file(const struct pa_case *c)
{
	return maybe_if(uprobe_has_path(c) && !get(c, PA_FIELD_CONFIG2));
}

static enum pa_verdict uprobe_not_file_offset(const struct pa_case *c)
{
	return maybe_if(uprobe_has_path(c) && get(c, PA_FIELD_CONFIG2));
}

static enum pa_verdict uprobe_unaligned(const struct pa_case *c)
{
	u64 offset = get(c, PA_FIELD_CONFIG2);

	return yes_if(c->k->arch == PA_ABI_ARM64 && offset % 4);
}

static enum pa_verdict uprobe_ref_odd(const struct pa_case *c)
{
	return yes_if((c->config >> 32) & 1);
}

/* Breakpoints */

static u64 bp_type(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_TYPE);
}

static u64 bp_len(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_LEN);
}

static u64 bp_addr(const struct pa_case *c)
{
	return get(c, PA_FIELD_BP_ADDR);
}

static bool on_x86(const struct pa_case *c)
{
	return c->k->arch == PA_ABI_X86_64;
}

static enum pa_verdict bp_no_slots(const struct pa_case *c)
{
	/* Every x86 has four, of either kind. */
	if (on_x86(c))
		return PA_NO;
	return maybe_if(!sample(c, S_BRANCH));
}

static enum pa_verdict bp_type_empty(const struct pa_case *c)
{
	return yes_if(!bp_type(c) || bp_type(c) == (BP_RW | BP_X));
}

static enum pa_verdict bp_wraps(const struct pa_case *c)
{
	return yes_if(on_x86(c) && bp_addr(c) + bp_len(c) - 1 < bp_addr(c));
}

/* An empty range at 0 covers everything; else only the kernel's half has such areas. */
static enum pa_verdict bp_cpu_entry(const struct pa_case *c)
{
	if (!on_x86(c))
		return PA_NO;
	if (!bp_len(c) && !bp_addr(c))
		return PA_YES;
	return maybe_if(bp_addr(c) + bp_len(c) - 1 >= c->k->task_size);
}

static enum pa_verdict bp_blacklisted(const struct pa_case *c)
{
	return maybe_if(on_x86(c) && bp_type(c) == BP_X && bp_addr(c) >= c->k->task_size);
}

static enum pa_verdict bp_type_refused(const struct pa_case *c)
{
	u64 type = bp_type(c);

	if (type == BP_W || type == BP_RW || type == BP_X)
		return PA_NO;
	return yes_if(on_x86(c) || type != BP_R);
}

static enum pa_verdict bp_exec_len(const struct pa_case *c)
{
	return yes_if(on_x86(c) && bp_type(c) == BP_X && bp_len(c) != 8);
}

static bool bp_len_common(const struct pa_case *c)
{
	u64 len = bp_len(c);

	return len == 1 || len == 2 || len == 4 || len == 8;
}

static bool bp_is_data(const struct pa_case *c)
{
	return bp_type(c) == BP_W || bp_type(c) == BP_RW;
}

static enum pa_verdict bp_len_refused(const struct pa_case *c)
{
	u64 len = bp_len(c);

	if (!on_x86(c))
		return yes_if(len < 1 || len > 8);
	return yes_if(bp_is_data(c) && !bp_len_common(c) &&
		      (!len || len & (len - 1) || bp_addr(c) & (len - 1)));
}

static enum pa_verdict bp_range(const struct pa_case *c)
{
	return maybe_if(on_x86(c) && bp_is_data(c) && !bp_len_common(c));
}

/* Another ABI than the kernel's own has rules of its own: those of the watched task count. */
static enum pa_verdict bp_unaligned_arm64(const struct pa_case *c)
{
	u64 type = bp_type(c);
	u64 len = type == BP_X ? 4 : bp_len(c);
	u64 offset = bp_addr(c) & (type == BP_X ? 3 : 7);

	if (c->r->abi != PA_ABI_ARM64)
		return PA_MAYBE;
	return len + offset > 8 ? PA_YES : PA_NO;
}

static enum pa_verdict bp_unaligned(const struct pa_case *c)
{
	if (!on_x86(c))
		return bp_unaligned_arm64(c);
	return yes_if(bp_is_data(c) && bp_len_common(c) && bp_addr(c) & (bp_len(c) - 1));
}

static bool bp_in_kernel(const struct pa_case *c)
{
	u64 end = bp_addr(c) + bp_len(c) - 1;

	if (on_x86(c))
		return bp_addr(c) >= c->k->task_size || end >= c->k->task_size;
	return bp_addr(c) >= c->k->task_size && end >= c->k->task_size;
}

static enum pa_verdict bp_kernel_task(const struct pa_case *c)
{
	return yes_if(!on_x86(c) && bp_in_kernel(c) && c->task);
}

static enum pa_verdict bp_kernel_excluded(const struct pa_case *c)
{
	return yes_if(bp_in_kernel(c) && flag(c, PA_FIELD_EXCLUDE_KERNEL));
}

static enum pa_verdict bp_kernel_capable(const struct pa_case *c)
{
	return bp_in_kernel(c) ? lacks(c, C_SYS_ADMIN) : PA_NO;
}

/* msr */

static enum pa_verdict is_sampling(const struct pa_case *c)
{
	return yes_if(c->period);
}

static enum pa_verdict msr_unknown(const struct pa_case *c)
{
	return yes_if(c->config >= MSR_EVENTS);
}

static enum pa_verdict msr_absent(const struct pa_case *c)
{
	/* Event 0 is the TSC: every machine that has the PMU has it. */
	return maybe_if(c->config && c->config < MSR_EVENTS);
}

/* x86 core PMU */

static u64 precise(const struct pa_case *c)
{
	return get(c, PA_FIELD_PRECISE_IP);
}

static enum pa_verdict precise_refused(const struct pa_case *c)
{
	return maybe_if(precise(c));
}

static enum pa_verdict precise_counting(const struct pa_case *c)
{
	return yes_if(precise(c) && !c->sampling);
}

static enum pa_verdict period_short(const struct pa_case *c)
{
	return maybe_if(c->sampling && !flag(c, PA_FIELD_FREQ));
}

static enum pa_verdict xmm_user(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_SAMPLE_REGS_USER) & c->k->regs_extended);
}

static enum pa_verdict xmm_intr(const struct pa_case *c)
{
	if (!(get(c, PA_FIELD_SAMPLE_REGS_INTR) & c->k->regs_extended))
		return PA_NO;
	return precise(c) ? PA_MAYBE : PA_YES;
}

static enum pa_verdict hw_config_large(const struct pa_case *c)
{
	/* The upper half has gone to the choice of the PMU. */
	return yes_if(c->type == PA_TYPE_HARDWARE && (u32)c->config >= c->k->hw_max);
}

/* cache id, operation, result in a byte each */
static enum pa_verdict cache_out_of_range(const struct pa_case *c)
{
	return yes_if(c->type == PA_TYPE_HW_CACHE &&
		      ((c->config & 0xff) >= 7 || (c->config >> 8 & 0xff) >= 3 ||
		       (c->config >> 16 & 0xff) >= 2));
}

static enum pa_verdict cache_invalid(const struct pa_case *c)
{
	return maybe_if(c->type == PA_TYPE_HW_CACHE);
}

static enum pa_verdict any_config1(const struct pa_case *c)
{
	return maybe_if(get(c, PA_FIELD_CONFIG1));
}

static enum pa_verdict any_member(const struct pa_case *c)
{
	return maybe_if(c->member);
}

static enum pa_verdict aux_not_precise(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_AUX_OUTPUT) && !precise(c));
}

static enum pa_verdict any_thread_refused(const struct pa_case *c)
{
	enum pa_verdict v;

	if (!(c->config >> 21 & 1))
		return PA_NO;
	v = paranoid_above(c, 0);
	return v == PA_YES ? PA_MAYBE : v;
}

/* Armv8 PMUv3 */

static enum pa_verdict idle_excluded(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_EXCLUDE_IDLE));
}

static enum pa_verdict chain_event(const struct pa_case *c)
{
	return maybe_if(!type_is_generic(c) && (c->config & 0xffff) == 0x1e);
}

static enum pa_verdict user_access_wide(const struct pa_case *c)
{
	return maybe_if(get(c, PA_FIELD_CONFIG1) & 2 && !c->task);
}

static enum pa_verdict user_access_long(const struct pa_case *c)
{
	return maybe_if((get(c, PA_FIELD_CONFIG1) & 3) == 3);
}

static enum pa_verdict threshold_large(const struct pa_case *c)
{
	/* threshold is config1:5-16. */
	return maybe_if(get(c, PA_FIELD_CONFIG1) >> 5 & 0xfff);
}

/* The system call after the event exists */

static enum pa_verdict no_interrupt(const struct pa_case *c)
{
	if (!c->sampling)
		return PA_NO;
	return c->has_caps ? yes_if(c->caps & PA_CAP_NO_INTERRUPT) : PA_MAYBE;
}

static u32 clock_id(const struct pa_case *c)
{
	return get(c, PA_FIELD_CLOCKID);
}

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

static enum pa_verdict clock_unsafe(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_USE_CLOCKID) || !clock_not_nmi_safe(c))
		return PA_NO;
	return c->has_caps ? yes_if(!(c->caps & PA_CAP_NO_NMI)) : PA_MAYBE;
}

/* perf_check_permission(); whether ptrace_may_access() says yes cannot be asked again. */
static enum pa_verdict task_not_allowed(const struct pa_case *c)
{
	u64 caps = C_SYS_PTRACE | C_SYS_ADMIN | C_PERFMON;

	if (!c->task)
		return PA_NO;
	if (!(c->f->have & PA_F_CRED) || !(c->f->have & PA_F_TARGET))
		return PA_MAYBE;
	if (flag(c, PA_FIELD_SIGTRAP))
		return maybe_if(lacks(c, C_PERFMON | C_SYS_ADMIN) || lacks(c, C_KILL));
	if (lacks_perfmon(c) == PA_NO)
		return PA_NO;
	if (!c->f->init_userns || c->f->target_same_creds || lacks(c, caps) == PA_NO)
		return PA_MAYBE;
	return PA_YES;
}

static enum pa_verdict wide_not_allowed(const struct pa_case *c)
{
	return c->task || c->cgroup ? PA_NO : paranoid_above(c, 0);
}

static enum pa_verdict cgroup_not_allowed(const struct pa_case *c)
{
	return c->cgroup ? paranoid_above(c, 0) : PA_NO;
}

static enum pa_verdict task_no_context(const struct pa_case *c)
{
	if (!c->task || c->k->has & PA_K_PMU_CTX)
		return PA_NO;
	return c->has_caps ? yes_if(c->ctx_nr == CTX_INVALID) : PA_MAYBE;
}

static enum pa_verdict task_exiting(const struct pa_case *c)
{
	return maybe_if(c->task);
}

static enum pa_verdict context_dead(const struct pa_case *c)
{
	return rare_if(c->task);
}

static s32 event_cpu(const struct pa_case *c)
{
	return c->r->have_kview && c->r->kv.have & PA_KV_EVENT ? c->r->kv.cpu : c->r->arg_cpu;
}

static enum pa_verdict cpu_offline(const struct pa_case *c)
{
	if (c->task)
		return PA_NO;
	if (!(c->f->have & PA_F_CPU) || event_cpu(c) != c->r->arg_cpu)
		return PA_MAYBE;
	return yes_if(!c->f->cpu_online);
}

static enum pa_verdict leader_is_member(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	return c->leader ? yes_if(!c->leader->is_leader) : PA_MAYBE;
}

static bool clock_same(const struct pa_case *c)
{
	if (flag(c, PA_FIELD_USE_CLOCKID) != c->leader->use_clockid)
		return false;
	return !c->leader->use_clockid || (s32)clock_id(c) == c->leader->clockid;
}

static enum pa_verdict group_clock(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	return c->leader ? yes_if(!clock_same(c)) : PA_MAYBE;
}

static bool cpu_same(const struct pa_case *c)
{
	return c->leader->cpu == event_cpu(c);
}

/* A cpu-wide event cannot follow a leader that is on no cpu: there is no such value. */
static bool cpu_can_follow(const struct pa_case *c)
{
	return c->leader->cpu != -1 || c->task;
}

static enum pa_verdict group_cpu(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	return c->leader ? yes_if(!cpu_same(c) && cpu_can_follow(c)) : PA_MAYBE;
}

static enum pa_verdict group_cpu_none(const struct pa_case *c)
{
	if (!c->member || !c->leader)
		return PA_NO;
	return yes_if(!cpu_same(c) && !cpu_can_follow(c));
}

static enum pa_verdict group_task(const struct pa_case *c)
{
	if (!c->member)
		return PA_NO;
	if (!c->leader || c->leader->ctx_same > 1)
		return PA_MAYBE;
	return yes_if(!c->leader->ctx_same);
}

static enum pa_verdict group_pinned(const struct pa_case *c)
{
	return yes_if(c->member &&
		      (flag(c, PA_FIELD_EXCLUSIVE) || flag(c, PA_FIELD_PINNED)));
}

static enum pa_verdict group_pmu(const struct pa_case *c)
{
	if (!c->member || (c->has_caps && c->ctx_nr == CTX_SOFTWARE))
		return PA_NO;
	if (!c->leader || !c->has_caps)
		return PA_MAYBE;
	if (c->leader->task_ctx_nr == CTX_SOFTWARE)
		return PA_RARE;
	return maybe_if(!c->leader->pmu || c->leader->pmu != c->r->kv.pmu);
}

static enum pa_verdict group_died(const struct pa_case *c)
{
	return maybe_if(c->member && c->k->has & PA_K_PMU_CTX);
}

/* perf_event_set_output() */

static enum pa_verdict output_if(const struct pa_case *c, bool refuses)
{
	return c->output ? yes_if(refuses) : PA_NO;
}

static enum pa_verdict output_cpu(const struct pa_case *c)
{
	if (c->output && !c->leader)
		return PA_MAYBE;
	return output_if(c, c->output && !cpu_same(c));
}

static enum pa_verdict output_task(const struct pa_case *c)
{
	if (!c->output || (c->leader && c->leader->cpu != -1))
		return PA_NO;
	if (!c->leader || c->leader->ctx_same > 1)
		return PA_MAYBE;
	return yes_if(!c->leader->ctx_same);
}

static enum pa_verdict output_clock(const struct pa_case *c)
{
	if (c->output && !c->leader)
		return PA_MAYBE;
	return output_if(c, c->output && !clock_same(c));
}

static enum pa_verdict output_backward(const struct pa_case *c)
{
	if (c->output && !c->leader)
		return PA_MAYBE;
	return output_if(c, c->output && c->leader->write_backward !=
				       flag(c, PA_FIELD_WRITE_BACKWARD));
}

static enum pa_verdict output_aux(const struct pa_case *c)
{
	if (!c->output || (c->has_caps && c->ctx_nr == CTX_SOFTWARE))
		return PA_NO;
	return maybe_if(!c->leader || c->leader->pmu != c->r->kv.pmu);
}

static enum pa_verdict output_no_buffer(const struct pa_case *c)
{
	if (!c->output)
		return PA_NO;
	if (!c->leader || c->leader->has_rb > 1)
		return PA_MAYBE;
	return yes_if(!c->leader->has_rb);
}

static enum pa_verdict output_unmapping(const struct pa_case *c)
{
	return rare_if(c->output);
}

/* The rest of the system call */

static enum pa_verdict no_aux_event(const struct pa_case *c)
{
	bool size = get(c, PA_FIELD_AUX_SAMPLE_SIZE);
	bool output = flag(c, PA_FIELD_AUX_OUTPUT);

	if (!size && !output && !get(c, PA_FIELD_AUX_PAUSE) && !get(c, PA_FIELD_AUX_RESUME))
		return PA_NO;
	return !c->member || (size && output) ? PA_YES : PA_MAYBE;
}

static enum pa_verdict moved_group(const struct pa_case *c)
{
	return rare_if(c->member && !(c->k->has & PA_K_PMU_CTX));
}

static enum pa_verdict busy(const struct pa_case *c)
{
	return maybe_if(!c->has_caps || c->caps & PA_CAP_EXCLUSIVE || c->member);
}

#define SYSCALL		"perf_event_open"
#define COPY		"perf_copy_attr"
#define ALLOC		"perf_event_alloc"

#define RULE(name, func, error, where, check, what, wording, change) \
	.id = name, .in = func, .err = error, .sites = where, .holds = check, \
	.field = what, .text = wording, .fix = change
#define PMU_RULE(name, func, error, which, check, what, wording, change) \
	RULE(name, func, error, PA_AT(INIT), check, what, wording, change), .kinds = which

#include "core/why/table.h"

const unsigned int pa_rules_count = ARRAY_SIZE(pa_rules);
