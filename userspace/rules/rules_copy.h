/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_copy.c, in the kernel's order; see rules/rule_table.h. */

	/* Before perf_copy_attr() */

	/* perf_event_open(): `flags & ~PERF_FLAG_ALL` */
	RULE("flags-not-known", CALL(ENTRY), EINVAL, yes_if(c->call.flags & ~CALL_FLAGS),
	     .field = "flags", .blind = true, .often = PA_SELDOM,
	     .text = "flags {#flags} has bits that no kernel knows: the last one is "
		     "PERF_FLAG_FD_CLOEXEC",
	     .fix = "flags&15")

	/* perf_copy_attr() */

	/* perf_copy_attr(): `get_user(size, &uattr->size)` */
	RULE("attr-not-readable", COPY, EFAULT, attr_unreadable(c),
	     .blind = true, .luck = true, .sole = true,
	     .text = "the attr is not readable at the address passed")

	/* perf_copy_attr(): `size < PERF_ATTR_SIZE_VER0` */
	RULE("size-too-small", COPY, E2BIG,
	     !c->r->have_size ? PA_MAYBE : yes_if(c->call.size && c->call.size < PA_ATTR_OLDEST),
	     .field = "size", .blind = true, .often = PA_SELDOM,
	     .text = "attr.size {size} is below PERF_ATTR_SIZE_VER0, 64: pass sizeof(attr)",
	     .fix = "size=64")

	/* perf_copy_attr(): `size > PAGE_SIZE` */
	RULE("size-above-page", COPY, E2BIG,
	     !c->r->have_size ? PA_MAYBE : yes_if(c->call.size > c->k->page_size),
	     .field = "size", .blind = true, .limits = true,
	     .text = "size {size} is above a page[, {page_size}; this kernel's attr has "
		     "{attr_size} bytes]",
	     .fix = "size={size_used}")

	/* perf_copy_attr(): `copy_struct_from_user(attr, sizeof(*attr), uattr, size)` */
	RULE("size-beyond-kernel", COPY, E2BIG, tail_not_zero(c),
	     .field = "size", .limits = true,
	     .text = "[{tail_field} is not zero, but ]this kernel's attr ends after {attr_size} "
		     "bytes, behind which all must be zero",
	     .fix = "size={attr_size}")

	/* perf_copy_attr(): `attr->__reserved_1` */
	RULE("flag-not-known-to-kernel", COPY, EINVAL, yes_if(c->flag_word & ~c->k->known_flags),
	     .field = "{unknown_flag}", .limits = true,
	     /* An attr that was not zeroed, or is of a newer header. */
	     .often = PA_SELDOM, .alone = 3,
	     .text = "this kernel does not know these bits of the attr: {unknown_flags}",
	     .fix = "{unknown_flags}=0")

	/* perf_copy_attr(): `attr->__reserved_1` */
	RULE("reserved-not-zero", COPY, EINVAL, reserved_used(c),
	     .field = "{reserved}", .limits = true, .often = PA_SELDOM,
	     .text = "bits that must be 0 are set: {reserveds}",
	     .fix = "{reserveds}=0")

	/* perf_copy_attr(): `attr->sample_type & ~(PERF_SAMPLE_MAX-1)` */
	RULE("sample-type-not-known", COPY, EINVAL, yes_if(sample(c, ~c->k->known_sample)),
	     .field = "sample_type", .limits = true, .often = PA_SELDOM,
	     .text = "sample_type {#sample_type} has bits that this kernel does not know[: it "
		     "knows {#known_sample}]",
	     .fix = "sample_type&{known_sample}")

	/* perf_copy_attr(): `attr->read_format & ~(PERF_FORMAT_MAX-1)` */
	RULE("read-format-not-known", COPY, EINVAL,
	     yes_if(get(c, PA_FIELD_READ_FORMAT) & ~c->k->known_format),
	     .field = "read_format", .limits = true, .often = PA_SELDOM,
	     .text = "read_format {#read_format} has bits that this kernel does not know[: it "
		     "knows {#known_format}]",
	     .fix = "read_format&{known_format}")

	/* perf_copy_attr(): `mask & ~(PERF_SAMPLE_BRANCH_MAX-1)` */
	RULE("branch-type-not-known", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && (c->branch & ~c->k->known_branch)),
	     .field = "branch_sample_type", .limits = true, .often = PA_SELDOM,
	     .text = "branch_sample_type {#branch_sample_type} has bits that this kernel does not "
		     "know[: it knows {#known_branch}]",
	     .fix = "branch_sample_type&{known_branch}")

	/* perf_copy_attr(): `!(mask & ~PERF_SAMPLE_BRANCH_PLM_ALL)` */
	RULE("branch-type-without-kind", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_BRANCH_STACK) && !(c->branch & ~BRANCH_PRIV)),
	     .field = "branch_sample_type", .often = PA_SELDOM,
	     .text = "branch_sample_type {#branch_sample_type} selects user, kernel or hypervisor, "
		     "but no kind of branch",
	     .fix = "branch_sample_type|PERF_SAMPLE_BRANCH_ANY")

	/* perf_copy_attr(): `mask & PERF_SAMPLE_BRANCH_PERM_PLM` */
	RULE("branch-kernel-not-allowed", COPY, EACCES, branch_not_allowed(c),
	     .field = "branch_sample_type", .need = PARANOID(1),
	     .text = "branches in the kernel or hypervisor: " NEEDS,
	     .fix = "branch_sample_type&~PERF_SAMPLE_BRANCH_KERNEL "
		    "branch_sample_type&~PERF_SAMPLE_BRANCH_HV "
		    "branch_sample_type|PERF_SAMPLE_BRANCH_USER")

	RULE("user-regs-without-support", COPY, ENOSYS, rare_if(sample(c, PA_SAMPLE_REGS_USER)),
	     .field = "sample_type", .text = "this architecture samples no user registers",
	     .fix = "sample_type&~PERF_SAMPLE_REGS_USER")

	/* perf_copy_attr(): `perf_reg_validate(attr->sample_regs_user)` */
	RULE("user-regs-invalid", COPY, EINVAL,
	     sample(c, PA_SAMPLE_REGS_USER) ? regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_USER)) :
	     PA_NO,
	     .field = "sample_regs_user", .limits = true, .often = PA_SELDOM,
	     .text = "sample_regs_user {#sample_regs_user} is empty or names registers that cannot "
		     "be sampled",
	     .fix = "sample_regs_user={regs_user_valid}")

	/* perf_copy_attr(): `!arch_perf_have_user_stack_dump()` */
	RULE("user-stack-without-support", COPY, ENOSYS, rare_if(sample(c, PA_SAMPLE_STACK_USER)),
	     .field = "sample_type", .text = "this architecture samples no user stacks",
	     .fix = "sample_type&~PERF_SAMPLE_STACK_USER")

	/* perf_copy_attr(): `attr->sample_stack_user >= USHRT_MAX` */
	RULE("user-stack-too-large", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_STACK_USER) &&
		    get(c, PA_FIELD_SAMPLE_STACK_USER) >= STACK_USER_MAX),
	     .field = "sample_stack_user", .often = PA_SELDOM,
	     .text = "sample_stack_user {sample_stack_user} is not below 65535",
	     .fix = "sample_stack_user=65528")

	/* perf_copy_attr(): `!IS_ALIGNED(attr->sample_stack_user, sizeof(u64))` */
	RULE("user-stack-unaligned", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_STACK_USER) && get(c, PA_FIELD_SAMPLE_STACK_USER) % 8),
	     .field = "sample_stack_user", .often = PA_SELDOM,
	     .text = "sample_stack_user {sample_stack_user} is not a multiple of 8",
	     .fix = "sample_stack_user&~7")

	/* perf_copy_attr(): `perf_reg_validate(attr->sample_regs_intr)` */
	RULE("intr-regs-invalid", COPY, EINVAL,
	     sample(c, PA_SAMPLE_REGS_INTR) ? regs_invalid(c, get(c, PA_FIELD_SAMPLE_REGS_INTR)) :
	     PA_NO,
	     .field = "sample_regs_intr", .limits = true, .often = PA_SELDOM,
	     .text = "sample_regs_intr {#sample_regs_intr} is empty or names registers that cannot "
		     "be sampled",
	     .fix = "sample_regs_intr={regs_intr_valid}")

	/* perf_copy_attr(): `attr->sample_type & PERF_SAMPLE_CGROUP` */
	RULE("sample-cgroup-not-built", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_CGROUP) && !(c->k->has & PA_K_CGROUP_PERF)),
	     .field = "sample_type", .limits = true, .often = PA_SELDOM,
	     .text = "PERF_SAMPLE_CGROUP: this kernel is built without CONFIG_CGROUP_PERF",
	     .fix = "sample_type&~PERF_SAMPLE_CGROUP")

	/* perf_copy_attr(): `attr->sample_type & PERF_SAMPLE_WEIGHT)` */
	RULE("two-weights", COPY, EINVAL,
	     yes_if(sample(c, PA_SAMPLE_WEIGHT) && sample(c, PA_SAMPLE_WEIGHT_STRUCT)),
	     .since = "5.12", .field = "sample_type", .often = PA_SELDOM,
	     .text = "PERF_SAMPLE_WEIGHT and PERF_SAMPLE_WEIGHT_STRUCT exclude each other",
	     .fix = "sample_type&~PERF_SAMPLE_WEIGHT / sample_type&~PERF_SAMPLE_WEIGHT_STRUCT")

	/* perf_copy_attr(): `!attr->inherit && attr->inherit_thread` */
	RULE("inherit-thread-alone", COPY, EINVAL,
	     yes_if(flag(c, PA_FIELD_INHERIT_THREAD) && !flag(c, PA_FIELD_INHERIT)),
	     .since = "5.13", .field = "inherit_thread", .often = PA_SELDOM,
	     .text = "inherit_thread needs inherit",
	     .fix = "inherit=1 / inherit_thread=0")

	/* perf_copy_attr(): `attr->remove_on_exec && attr->enable_on_exec` */
	RULE("two-on-exec", COPY, EINVAL,
	     yes_if(flag(c, PA_FIELD_REMOVE_ON_EXEC) && flag(c, PA_FIELD_ENABLE_ON_EXEC)),
	     .since = "5.13", .field = "remove_on_exec", .often = PA_SELDOM,
	     .text = "remove_on_exec and enable_on_exec exclude each other",
	     .fix = "enable_on_exec=0 / remove_on_exec=0")

	/* perf_copy_attr(): `attr->sigtrap && !attr->remove_on_exec` */
	RULE("sigtrap-without-remove", COPY, EINVAL,
	     yes_if(flag(c, PA_FIELD_SIGTRAP) && !flag(c, PA_FIELD_REMOVE_ON_EXEC)),
	     .since = "5.13", .field = "sigtrap", .often = PA_SELDOM,
	     .text = "sigtrap needs remove_on_exec",
	     .fix = "remove_on_exec=1 enable_on_exec=0 / sigtrap=0")
