// SPDX-License-Identifier: GPL-2.0
/* Checks before and in perf_copy_attr(), which depend on flags and attr only. */
#include "core/why/rule.h"

#define CALL_FLAGS	0xfULL
#define STACK_USER_MAX	65535

/* Before perf_copy_attr() */

static enum pa_verdict flags_unknown(const struct pa_case *c)
{
	return yes_if(c->call.flags & ~CALL_FLAGS);
}

static const struct pa_rule flags_not_known_rule = {
	.id = "flags-not-known", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(ENTRY),
	.holds = flags_unknown, .blind = true, .field = "flags",
	.text = "flags {#flags} has bits that no kernel knows: the last one is "
		"PERF_FLAG_FD_CLOEXEC",
	.fix = "flags&15",
};

/* perf_copy_attr() */

static enum pa_verdict attr_unreadable(const struct pa_case *c)
{
	if (c->r->attr_state == PA_ATTR_PART)
		return PA_YES;
	if (c->r->attr_state == PA_ATTR_UNREADABLE)
		return PA_MAYBE;
	/* The kernel reads the bytes beyond those that we kept, to check that they are zero. */
	return maybe_if(c->call.more);
}

static const struct pa_rule attr_not_readable_rule = {
	.id = "attr-not-readable", .in = COPY, .err = EFAULT, .sites = PA_AT(COPY),
	.holds = attr_unreadable, .luck = true, .blind = true, .sole = true,
	.text = "the attr is not readable at the address passed",
};

static enum pa_verdict size_small(const struct pa_case *c)
{
	if (!c->r->have_size)
		return PA_MAYBE;
	return yes_if(c->call.size && c->call.size < PA_ATTR_OLDEST);
}

static const struct pa_rule size_too_small_rule = {
	.id = "size-too-small", .in = COPY, .err = E2BIG, .sites = PA_AT(COPY),
	.holds = size_small, .blind = true, .field = "size",
	.text = "size {size} is below PERF_ATTR_SIZE_VER0, 64",
	.fix = "size=64",
};

static enum pa_verdict size_large(const struct pa_case *c)
{
	if (!c->r->have_size)
		return PA_MAYBE;
	return yes_if(c->call.size > c->k->page_size);
}

static const struct pa_rule size_above_page_rule = {
	.id = "size-above-page", .in = COPY, .err = E2BIG, .sites = PA_AT(COPY),
	.holds = size_large, .blind = true, .field = "size",
	.text = "size {size} is above a page, {page_size}; this kernel's attr has {attr_size} "
		"bytes",
	.fix = "size={attr_size}",
};

static enum pa_verdict tail_not_zero(const struct pa_case *c)
{
	u32 i;

	if (c->blind)
		return PA_MAYBE;
	for (i = c->k->attr_size; i < c->call.passed; i++) {
		if (pa_case_byte(c, i))
			return PA_YES;
	}
	return maybe_if(c->call.more);
}

static const struct pa_rule size_beyond_kernel_rule = {
	.id = "size-beyond-kernel", .in = COPY, .err = E2BIG, .sites = PA_AT(COPY),
	.holds = tail_not_zero, .field = "size",
	.text = "[{tail_field} is not zero, but ]this kernel's attr ends after {attr_size} bytes",
	.fix = "size={attr_size}",
};

static enum pa_verdict flag_unknown(const struct pa_case *c)
{
	return yes_if(c->flag_word & ~c->k->known_flags);
}

static const struct pa_rule flag_not_known_to_kernel_rule = {
	.id = "flag-not-known-to-kernel", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = flag_unknown, .field = "{unknown_flag}",
	.text = "{unknown_flags} is not known to this kernel",
	.fix = "{unknown_flags}=0",
};

static u64 aux_word(const struct pa_case *c)
{
	return get(c, PA_FIELD_AUX_START_PAUSED) | get(c, PA_FIELD_AUX_PAUSE) << 1 |
	       get(c, PA_FIELD_AUX_RESUME) << 2 | get(c, PA_FIELD_RESERVED_3) << 3;
}

static enum pa_verdict reserved_used(const struct pa_case *c)
{
	/* Nearly always all of it is zero. */
	if (!(c->call.word[pa_fields[PA_FIELD_RESERVED_2].word] | c->call.word[PA_OFF_AUX / 8]))
		return PA_NO;
	return yes_if(get(c, PA_FIELD_RESERVED_2) || (aux_word(c) & ~(u64)c->k->known_aux));
}

static const struct pa_rule reserved_not_zero_rule = {
	.id = "reserved-not-zero", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = reserved_used, .field = "{reserved}",
	.text = "{reserveds} is not zero, and not known to this kernel",
	.fix = "{reserveds}=0",
};

static enum pa_verdict sample_unknown(const struct pa_case *c)
{
	return yes_if(sample(c, ~c->k->known_sample));
}

static const struct pa_rule sample_type_not_known_rule = {
	.id = "sample-type-not-known", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = sample_unknown, .field = "sample_type",
	.text = "sample_type {#sample_type} has bits that this kernel does not know: it knows "
		"{#known_sample}",
	.fix = "sample_type&{known_sample}",
};

static enum pa_verdict format_unknown(const struct pa_case *c)
{
	return yes_if(get(c, PA_FIELD_READ_FORMAT) & ~c->k->known_format);
}

static const struct pa_rule read_format_not_known_rule = {
	.id = "read-format-not-known", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = format_unknown, .field = "read_format",
	.text = "read_format {#read_format} has bits that this kernel does not know: it knows "
		"{#known_format}",
	.fix = "read_format&{known_format}",
};

static enum pa_verdict branch_unknown(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && (c->branch & ~c->k->known_branch));
}

static const struct pa_rule branch_type_not_known_rule = {
	.id = "branch-type-not-known", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = branch_unknown, .field = "branch_sample_type",
	.text = "branch_sample_type {#branch_sample_type} has bits that this kernel does not "
		"know: it knows {#known_branch}",
	.fix = "branch_sample_type&{known_branch}",
};

static enum pa_verdict branch_no_kind(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && !(c->branch & ~BRANCH_PRIV));
}

static const struct pa_rule branch_type_without_kind_rule = {
	.id = "branch-type-without-kind", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = branch_no_kind, .field = "branch_sample_type",
	.text = "branch_sample_type {#branch_sample_type} says whose branches, but not which",
	.fix = "branch_sample_type|PERF_SAMPLE_BRANCH_ANY",
};

/* Without a privilege bit the kernel sets those that exclude_* permits. */
static enum pa_verdict branch_not_allowed(const struct pa_case *c)
{
	u64 mask = c->branch & BRANCH_PRIV;

	if (!sample(c, PA_SAMPLE_BRANCH_STACK))
		return PA_NO;
	if (!mask) {
		mask |= flag(c, PA_FIELD_EXCLUDE_KERNEL) ? 0 : PA_BRANCH_KERNEL;
		mask |= flag(c, PA_FIELD_EXCLUDE_HV) ? 0 : PA_BRANCH_HV;
	}
	return mask & (PA_BRANCH_KERNEL | PA_BRANCH_HV) ? pa_paranoid_above(c, 1) : PA_NO;
}

static const struct pa_rule branch_kernel_not_allowed_rule = {
	.id = "branch-kernel-not-allowed", .in = COPY, .err = EACCES, .sites = PA_AT(COPY),
	.holds = branch_not_allowed, .field = "branch_sample_type",
	.text = "branches in the kernel or hypervisor: " NEEDS,
	.need = PARANOID(1),
	.fix = "branch_sample_type&~PERF_SAMPLE_BRANCH_KERNEL "
		"branch_sample_type&~PERF_SAMPLE_BRANCH_HV "
		"branch_sample_type|PERF_SAMPLE_BRANCH_USER",
};

static enum pa_verdict regs_no_arch(const struct pa_case *c)
{
	return rare_if(sample(c, PA_SAMPLE_REGS_USER));
}

static const struct pa_rule user_regs_without_support_rule = {
	.id = "user-regs-without-support", .in = COPY, .err = ENOSYS, .sites = PA_AT(COPY),
	.holds = regs_no_arch, .field = "sample_type",
	.text = "this architecture samples no user registers",
	.fix = "sample_type&~PERF_SAMPLE_REGS_USER",
};

/* perf_reg_validate() */
static enum pa_verdict regs_invalid(const struct pa_case *c, u64 mask)
{
	u64 bad = mask & pa_case_regs_refused(c);

	if (!mask)
		return PA_YES;
	if (bad && !(bad & ~pa_arch_of(c->k->arch)->regs_of_cpu))
		return PA_MAYBE;
	return yes_if(bad);
}

static enum pa_verdict regs_user_invalid(const struct pa_case *c)
{
	if (!sample(c, PA_SAMPLE_REGS_USER))
		return PA_NO;
	return regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_USER));
}

static const struct pa_rule user_regs_invalid_rule = {
	.id = "user-regs-invalid", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = regs_user_invalid, .field = "sample_regs_user",
	.text = "sample_regs_user {#sample_regs_user} is empty or names registers that cannot be "
		"sampled",
	.fix = "sample_regs_user={regs_user_valid}",
};

static enum pa_verdict stack_no_arch(const struct pa_case *c)
{
	return rare_if(sample(c, PA_SAMPLE_STACK_USER));
}

static const struct pa_rule user_stack_without_support_rule = {
	.id = "user-stack-without-support", .in = COPY, .err = ENOSYS, .sites = PA_AT(COPY),
	.holds = stack_no_arch, .field = "sample_type",
	.text = "this architecture samples no user stacks",
	.fix = "sample_type&~PERF_SAMPLE_STACK_USER",
};

static enum pa_verdict stack_large(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_STACK_USER) &&
		      get(c, PA_FIELD_SAMPLE_STACK_USER) >= STACK_USER_MAX);
}

static const struct pa_rule user_stack_too_large_rule = {
	.id = "user-stack-too-large", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = stack_large, .field = "sample_stack_user",
	.text = "sample_stack_user {sample_stack_user} is not below 65535",
	.fix = "sample_stack_user=65528",
};

static enum pa_verdict stack_unaligned(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_STACK_USER) && get(c, PA_FIELD_SAMPLE_STACK_USER) % 8);
}

static const struct pa_rule user_stack_unaligned_rule = {
	.id = "user-stack-unaligned", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = stack_unaligned, .field = "sample_stack_user",
	.text = "sample_stack_user {sample_stack_user} is no multiple of 8",
	.fix = "sample_stack_user&~7",
};

static enum pa_verdict regs_intr_invalid(const struct pa_case *c)
{
	if (!sample(c, PA_SAMPLE_REGS_INTR))
		return PA_NO;
	return regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_INTR));
}

static const struct pa_rule intr_regs_invalid_rule = {
	.id = "intr-regs-invalid", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = regs_intr_invalid, .field = "sample_regs_intr",
	.text = "sample_regs_intr {#sample_regs_intr} is empty or names registers that cannot be "
		"sampled",
	.fix = "sample_regs_intr={regs_intr_valid}",
};

static enum pa_verdict cgroup_not_built(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_CGROUP) && !(c->k->has & PA_K_CGROUP_PERF));
}

static const struct pa_rule sample_cgroup_not_built_rule = {
	.id = "sample-cgroup-not-built", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = cgroup_not_built, .field = "sample_type",
	.text = "PERF_SAMPLE_CGROUP: this kernel is built without CONFIG_CGROUP_PERF",
	.fix = "sample_type&~PERF_SAMPLE_CGROUP",
};

static enum pa_verdict two_weights(const struct pa_case *c)
{
	return yes_if(sample(c, PA_SAMPLE_WEIGHT) && sample(c, PA_SAMPLE_WEIGHT_STRUCT));
}

static const struct pa_rule two_weights_rule = {
	.id = "two-weights", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = two_weights, .since = "5.12", .field = "sample_type",
	.text = "PERF_SAMPLE_WEIGHT and PERF_SAMPLE_WEIGHT_STRUCT exclude each other",
	.fix = "sample_type&~PERF_SAMPLE_WEIGHT / sample_type&~PERF_SAMPLE_WEIGHT_STRUCT",
};

static enum pa_verdict thread_no_inherit(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_INHERIT_THREAD) && !flag(c, PA_FIELD_INHERIT));
}

static const struct pa_rule inherit_thread_alone_rule = {
	.id = "inherit-thread-alone", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = thread_no_inherit, .since = "5.13", .field = "inherit_thread",
	.text = "inherit_thread needs inherit",
	.fix = "inherit=1 / inherit_thread=0",
};

static enum pa_verdict exec_both(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_REMOVE_ON_EXEC) && flag(c, PA_FIELD_ENABLE_ON_EXEC));
}

static const struct pa_rule two_on_exec_rule = {
	.id = "two-on-exec", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = exec_both, .since = "5.13", .field = "remove_on_exec",
	.text = "remove_on_exec and enable_on_exec exclude each other",
	.fix = "enable_on_exec=0 / remove_on_exec=0",
};

static enum pa_verdict sigtrap_stays(const struct pa_case *c)
{
	return yes_if(flag(c, PA_FIELD_SIGTRAP) && !flag(c, PA_FIELD_REMOVE_ON_EXEC));
}

static const struct pa_rule sigtrap_without_remove_rule = {
	.id = "sigtrap-without-remove", .in = COPY, .err = EINVAL, .sites = PA_AT(COPY),
	.holds = sigtrap_stays, .since = "5.13", .field = "sigtrap",
	.text = "sigtrap needs remove_on_exec",
	.fix = "remove_on_exec=1 enable_on_exec=0 / sigtrap=0",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_copy[] = {
	&flags_not_known_rule,
	&attr_not_readable_rule,
	&size_too_small_rule,
	&size_above_page_rule,
	&size_beyond_kernel_rule,
	&flag_not_known_to_kernel_rule,
	&reserved_not_zero_rule,
	&sample_type_not_known_rule,
	&read_format_not_known_rule,
	NULL
};

const struct pa_rule *const pa_rules_sampled[] = {
	&branch_type_not_known_rule,
	&branch_type_without_kind_rule,
	&branch_kernel_not_allowed_rule,
	&user_regs_without_support_rule,
	&user_regs_invalid_rule,
	&user_stack_without_support_rule,
	&user_stack_too_large_rule,
	&user_stack_unaligned_rule,
	&intr_regs_invalid_rule,
	&sample_cgroup_not_built_rule,
	&two_weights_rule,
	NULL
};

const struct pa_rule *const pa_rules_copied[] = {
	&inherit_thread_alone_rule,
	&two_on_exec_rule,
	&sigtrap_without_remove_rule,
	NULL
};
