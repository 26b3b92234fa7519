// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_try_init_event() after event_init(), perf_init_event(), the rest of perf_event_alloc(). */
#include "rules/rule.h"

static enum pa_verdict exclude_refused(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_EXCLUDE_USER) && !flag(c, PA_FIELD_EXCLUDE_KERNEL) &&
	    !flag(c, PA_FIELD_EXCLUDE_HV) && !flag(c, PA_FIELD_EXCLUDE_IDLE) &&
	    !flag(c, PA_FIELD_EXCLUDE_HOST) && !flag(c, PA_FIELD_EXCLUDE_GUEST))
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
	return pa_arch_of(c->arch)->ext_of_cpu ? PA_MAYBE : PA_YES;
}

/* perf_init_event(): the PMU with this type takes no generic events, so it is not even tried. */
static enum pa_verdict extended_refused(const struct pa_case *c)
{
	u32 type = c->config >> PA_PMU_TYPE_SHIFT;

	/* Extended types came in the same release as sigtrap; no other header change shows them. */
	if (!type_is_generic(c) || !type || !pa_field_known(c->k, PA_FIELD_SIGTRAP) || c->tries)
		return PA_NO;
	if (c->path_whole)
		return PA_YES;
	return maybe_if(pa_pmu_by_type(c->env, type) || pa_pmu_is_lost(c));
}

static bool type_is_hardware(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE ||
	       c->type == PA_TYPE_RAW;
}

static bool has_hardware_pmu(const struct pa_case *c)
{
	return c->hardware || 1u << c->kind & PA_OF_CPUS;
}

/* Return true if the names of all PMUs are known, and none of them counts for a cpu. */
static bool has_no_hardware(const struct pa_case *c)
{
	static const char * const others[] = {
		"software", "tracepoint", "breakpoint", "kprobe", "uprobe", "cpu_clock",
		"task_clock", "msr", "power",
	};
	u32 i, k;

	/* The upper half of config may name a PMU by its type. */
	if (c->config >> PA_PMU_TYPE_SHIFT && c->type != PA_TYPE_RAW)
		return false;
	if (pa_case_cpu_pmu(c) || pa_case_has_ibs(c))
		return false;
	/* Elsewhere PMUs of cpus have many names. */
	if (pa_arch_of(c->arch)->family == PA_FAMILY_X86)
		return true;
	for (i = 1; i < c->env->npmus; i++) {
		for (k = 0; k < ARRAY_SIZE(others); k++)
			if (!strcmp(c->env->pmus[i].name, others[k]))
				break;
		if (k == ARRAY_SIZE(others) && c->env->pmus[i].name[0])
			return false;
	}
	return true;
}

static bool has_no_type(const struct pa_case *c)
{
	return !pa_pmu_by_type(c->env, c->type);
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

	if (!c->pmu || !may_not_serve(c) || c->call.cpu == -1 || pa_case_serves_all(c))
		return PA_NO;
	serves = pa_case_serves(c);
	if (serves == PA_SYSFS_LACKS && c->planned)
		return PA_YES;
	/* The cpus of a PMU are those when the record is read, not at the time of the call. */
	return maybe_if(serves != PA_SYSFS_HAS);
}

/* Without a path, a PMU that has the extended type may have been asked. */
static bool may_be_unasked(const struct pa_case *c)
{
	return !c->path_whole && (extended_refused(c) == PA_NO || pa_pmu_is_lost(c));
}

/*
 * If not all PMUs are known, the cpu's PMU may be there but lack the event. All have the first two,
 * cycles and instructions, and accept a raw config as an event number of theirs.
 */
static bool may_lack(const struct pa_case *c)
{
	if (!pa_pmu_is_lost(c) || c->type == PA_TYPE_RAW)
		return false;
	return c->type != PA_TYPE_HARDWARE || (u32)c->config > 1;
}

static enum pa_verdict event_missing(const struct pa_case *c)
{
	if (clock_declines(c))
		return PA_YES;
	if (c->traits && c->traits->more & PA_TRAIT_WHOLE)
		return PA_NO;
	return maybe_if(c->type >= PA_TYPE_DYNAMIC && pmu_is_own(c) &&
			c->kind != PA_PMU_KPROBE && c->kind != PA_PMU_UPROBE &&
			cpu_not_served(c) == PA_NO && pa_precise_not_forwarded(c) == PA_NO);
}

static enum pa_verdict cgroup_fd_is(const struct pa_case *c, u8 kind)
{
	if (!c->cgroup || !(c->k->has & PA_K_CGROUP_PERF))
		return PA_NO;
	return c->f->have & PA_F_CGROUP_FD ? yes_if(c->f->cgroup_file == kind) : PA_MAYBE;
}

static enum pa_verdict max_stack_above(const struct pa_case *c)
{
	u64 stack = get(c, PA_FIELD_SAMPLE_MAX_STACK);

	if (!sample(c, PA_SAMPLE_CALLCHAIN) || !stack)
		return PA_NO;
	if (!(c->f->have & PA_F_MAX_STACK))
		return PA_MAYBE;
	return yes_if((s32)stack > c->f->max_stack);
}

#define RULES	rules_pmu
#include "rules/rule_table.h"
