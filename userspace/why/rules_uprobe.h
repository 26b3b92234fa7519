/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_uprobe.c, in the kernel's order; see why/rule_table.h. */

	/* perf_uprobe_event_init() */

	/* perf_uprobe_init(): `!p_event->attr.uprobe_path` */
	RULE("uprobe-path-null", OF(UPROBE, "perf_uprobe_init"), EINVAL,
	     yes_if(!get(c, PA_FIELD_CONFIG1)),
	     .field = "uprobe_path", .text = "uprobe_path is NULL")

	/* perf_uprobe_init(): `strndup_user(` */
	RULE("uprobe-path-unreadable", OF(UPROBE, "perf_uprobe_init"), EFAULT, probe_no_string(c),
	     .field = "uprobe_path", .sole = true,
	     .text = "uprobe_path points to no readable string")

	/* perf_uprobe_init(): `-E2BIG` */
	RULE("uprobe-path-too-long", OF(UPROBE, "perf_uprobe_init"), E2BIG, probe_no_string(c),
	     .field = "uprobe_path", .sole = true,
	     .text = "uprobe_path is longer than 4095 characters")

	/* perf_uprobe_init(): `path[0] == '\0'` */
	RULE("uprobe-path-empty", OF(UPROBE, "perf_uprobe_init"), EINVAL,
	     !get(c, PA_FIELD_CONFIG1) ? PA_NO : c->r->str_kind ? yes_if(!c->r->str_len) : PA_MAYBE,
	     .field = "uprobe_path", .text = "uprobe_path is an empty string")

	RULE("uprobe-path-missing", OF(UPROBE, "create_local_trace_uprobe"), ENOENT,
	     maybe_if(pmu_is_own(c)),
	     .field = "uprobe_path", .sole = true,
	     .text = "there is no file[ {string}][{path_hint}]")

	RULE("uprobe-path-not-dir", OF(UPROBE, "create_local_trace_uprobe"), ENOTDIR, PA_MAYBE,
	     .field = "uprobe_path", .sole = true,
	     .text = "a part of the path[ {string}] is no directory")

	RULE("uprobe-path-denied", OF(UPROBE, "create_local_trace_uprobe"), EACCES, PA_MAYBE,
	     .field = "uprobe_path", .text = "no permission to look up[ {string}]")

	RULE("uprobe-path-loop", OF(UPROBE, "create_local_trace_uprobe"), ELOOP, PA_MAYBE,
	     .field = "uprobe_path", .sole = true, .text = "too many symbolic links in[ {string}]")

	/* create_local_trace_uprobe(): `!d_is_reg(path.dentry)` */
	RULE("uprobe-not-a-file", OF(UPROBE, "create_local_trace_uprobe"), EINVAL,
	     not_a_file(c),
	     .field = "uprobe_path", .text = "{string} is no regular file[: it is {file_kind} now]")

	/* __uprobe_register(): `offset > i_size_read(inode)` */
	RULE("uprobe-offset-beyond", OF(UPROBE, "uprobe_register"), EINVAL,
	     now_if(is_regular(c) && file_pages(c) == PA_SYSFS_HAS &&
		    get(c, PA_FIELD_CONFIG2) > file_size(c)),
	     .field = "probe_offset",
	     .text = "probe_offset {#probe_offset} is beyond the end of {string}, which has "
		     "{file_size} bytes now")

	RULE("uprobe-file-or-offset", OF(UPROBE, "uprobe_register"), EINVAL,
	     maybe_if(uprobe_has_path(c) && get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c) &&
		      !is_regular(c)),
	     .field = "uprobe_path",
	     .text = "{string} is no regular file, or probe_offset {#probe_offset} is beyond its "
		     "end")

	/* __uprobe_register(): `!shmem_mapping(inode->i_mapping)` */
	RULE("uprobe-no-pages", OF(UPROBE, "uprobe_register"), EIO,
	     now_if(file_pages(c) == PA_SYSFS_LACKS),
	     .field = "uprobe_path",
	     .text = "files of {file_system}, such as {string}, have no pages in which a uprobe "
		     "could be")

	/* copy_insn(): `offs >= i_size_read(uprobe->inode)` */
	RULE("uprobe-at-end", OF(UPROBE, "copy_insn"), EIO,
	     now_if(is_regular(c) && get(c, PA_FIELD_CONFIG2) >= file_size(c)),
	     .field = "probe_offset",
	     .text = "at probe_offset {#probe_offset} is no instruction: {string} has {file_size} "
		     "bytes now")

	RULE("uprobe-file-unreadable", OF(UPROBE, "uprobe_register"), EIO, PA_MAYBE,
	     .field = "uprobe_path", .luck = true,
	     .text = "the file system cannot read the pages of the file[ {string}]")

	RULE("uprobe-offset-unaligned", OF(UPROBE, "uprobe_register"), EINVAL, uprobe_unaligned(c),
	     .field = "probe_offset", .limits = true,
	     .text = "probe_offset {#probe_offset} is no multiple of 4", .fix = "probe_offset&~3")

	RULE("uprobe-ref-ctr-unaligned", OF(UPROBE, "uprobe_register"), EINVAL,
	     yes_if(ref_ctr_offset(c) & 1),
	     .field = "config",
	     .text = "the reference counter's offset, the upper half of config, is odd",
	     .fix = "config&1")

	/* prepare_uprobe(): the file's bytes decide, once a task has it mapped. */

	/* copy_insn(), arch_uprobe_analyze_insn(): what they find there is what the file has. */
	/* arch_uprobe_analyze_insn(): `uprobe_init_insn(` */
	RULE("uprobe-not-code", OF(UPROBE, "arch_uprobe_analyze_insn"), PA_ENOTSUPP,
	     now_if(lacks_code(c)),
	     .field = "probe_offset", .or_err = ENOEXEC,
	     .text = "probe_offset {#probe_offset} of {string} is in no executable segment now: "
		     "[{insn} ]is no instruction")

	/* prepare_uprobe(): `is_trap_insn(` */
	RULE("uprobe-trap", OF(UPROBE, "prepare_uprobe"), PA_ENOTSUPP,
	     now_if(insn_is(c, PA_INSN_TRAP)),
	     .field = "probe_offset",
	     .text = "the instruction at probe_offset {#probe_offset}, {insn} now, is the trap of "
		     "uprobes itself")

	/* is_prefix_bad(): `INAT_MAKE_PREFIX(INAT_PFX_LOCK)` */
	RULE("uprobe-prefix", OF(UPROBE, "uprobe_init_insn"), PA_ENOTSUPP,
	     now_if(insn_is(c, PA_INSN_PREFIX)),
	     .field = "probe_offset",
	     .text = "the instruction at probe_offset {#probe_offset} has a prefix that uprobes do "
		     "not take, lock or one of a segment: {insn} now")

	/* uprobe_init_insn(): `insn_masking_exception(` */
	RULE("uprobe-masks-exceptions", OF(UPROBE, "uprobe_init_insn"), PA_ENOTSUPP,
	     now_if(insn_is(c, PA_INSN_MASKS)),
	     .field = "probe_offset",
	     .text = "the instruction at probe_offset {#probe_offset}, {insn} now, writes ss, "
		     "which masks exceptions")

	/* uprobe_init_insn(): `good_insns_64` */
	RULE("uprobe-opcode", OF(UPROBE, "uprobe_init_insn"), PA_ENOTSUPP,
	     now_if(insn_is(c, PA_INSN_OPCODE)),
	     .field = "probe_offset",
	     .text = "uprobes do not step the instruction at probe_offset {#probe_offset}: its "
		     "opcode is {insn} now")

	/* branch_setup_xol_ops(): `p == 0x66` */
	RULE("uprobe-branch-prefix", OF(UPROBE, "branch_setup_xol_ops"), PA_ENOTSUPP,
	     now_if(insn_is(c, PA_INSN_BRANCH16)),
	     .field = "probe_offset",
	     .text = "the branch at probe_offset {#probe_offset} has the prefix 66: {insn} now")

	RULE("uprobe-insn-refused", OF(UPROBE, "prepare_uprobe"), PA_ENOTSUPP, PA_MAYBE,
	     .field = "probe_offset",
	     .text = "uprobes do not take the instruction at probe_offset {#probe_offset}[ of "
		     "{string}]")

	/* uprobe_init_insn(): `return -ENOEXEC` */
	RULE("uprobe-insn-unknown", OF(UPROBE, "uprobe_init_insn"), ENOEXEC, PA_MAYBE,
	     .field = "probe_offset",
	     .text = "what is at probe_offset {#probe_offset}[ of {string}] is no instruction that "
		     "the kernel knows[: {insn} now]")

	/* arm_probe_decode_insn(): `INSN_REJECTED` */
	RULE("uprobe-insn-not-stepped", OF(UPROBE, "arch_uprobe_analyze_insn"), EINVAL,
	     now_if(c->arch == PA_ABI_ARM64 && is_regular(c) && insn_refused(c)),
	     .field = "probe_offset",
	     .text = "the instruction at probe_offset {#probe_offset}, {insn} now, {insn_what}")

	/* arch_uprobe_analyze_insn(): `MMCF_AARCH32` */
	RULE("uprobe-32-bit", OF(UPROBE, "arch_uprobe_analyze_insn"), EOPNOTSUPP,
	     PA_MAYBE,
	     .field = "pid",
	     .text = "a task of 32 bits has the file mapped, and uprobes are for 64")

	/*
	 * alloc_uprobe(): all uprobes at one address must have the same reference counter offset.
	 */
	RULE("uprobe-ref-ctr-differs", OF(UPROBE, "uprobe_register"), EINVAL,
	     !uprobe_has_path(c) ? PA_NO :
	     ref_ctr_offset(c) || (uprobe_now(c) && pa_probe_uprobe_fits(c)) ? PA_MAYBE : PA_RARE,
	     .field = "config",
	     .text = "a uprobe is there with another reference counter than config has[, "
		     "{or_file}]")
