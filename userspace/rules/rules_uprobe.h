/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_uprobe.c, in the kernel's order; see rules/rule_table.h. */

	/* perf_uprobe_event_init() */

	/* perf_uprobe_init(): `!p_event->attr.uprobe_path` */
	RULE("uprobe-path-null", OF(UPROBE, "perf_uprobe_init"), EINVAL,
	     yes_if(!get(c, PA_FIELD_CONFIG1)),
	     .field = "uprobe_path", .often = PA_SELDOM, .text = "uprobe_path is NULL")

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
	     .field = "uprobe_path", .often = PA_SELDOM,
	     .text = "uprobe_path is an empty string")

	RULE("uprobe-path-missing", OF(UPROBE, "create_local_trace_uprobe"), ENOENT,
	     maybe_if(pmu_is_own(c)),
	     .field = "uprobe_path", .sole = true, .often = PA_COMMON,
	     .text = "the file of the uprobe does not exist[: {string}]")

	RULE("uprobe-path-not-dir", OF(UPROBE, "create_local_trace_uprobe"), ENOTDIR, PA_MAYBE,
	     .field = "uprobe_path", .sole = true,
	     .text = "a part of the path[ {string}] is not a directory")

	RULE("uprobe-path-denied", OF(UPROBE, "create_local_trace_uprobe"), EACCES, PA_MAYBE,
	     .field = "uprobe_path", .often = PA_SELDOM,
	     .text = "no permission to look up[ {string}]")

	RULE("uprobe-path-loop", OF(UPROBE, "create_local_trace_uprobe"), ELOOP, PA_MAYBE,
	     .field = "uprobe_path", .sole = true, .text = "too many symbolic links in[ {string}]")

	/* create_local_trace_uprobe(): `!d_is_reg(path.dentry)` */
	RULE("uprobe-not-a-file", OF(UPROBE, "create_local_trace_uprobe"), EINVAL,
	     maybe_if(uprobe_has_path(c) && !get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c)),
	     .field = "uprobe_path", .text = "{string} is not a regular file")

	/* __uprobe_register() or uprobe_register(): `offset > i_size_read(inode)` */
	RULE("uprobe-file-or-offset", OF(UPROBE, "uprobe_register"), EINVAL,
	     maybe_if(uprobe_has_path(c) && get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c)),
	     .field = "uprobe_path",
	     .text = "{string} is not a regular file, or probe_offset {#probe_offset} is beyond "
		     "its end[, {or_insn}]")

	/* __uprobe_register(): `!shmem_mapping(inode->i_mapping)`, copy_insn() */
	RULE("uprobe-file-unreadable", OF(UPROBE, "uprobe_register"), EIO, PA_MAYBE,
	     .field = "uprobe_path", .luck = true,
	     .text = "probe_offset {#probe_offset}[ of {string}] cannot be read: it is at the end "
		     "of the file, or the file system keeps no pages, as proc, or failed to read")

	RULE("uprobe-offset-unaligned", OF(UPROBE, "uprobe_register"), EINVAL,
	     yes_if(probe_is_unaligned(c, get(c, PA_FIELD_CONFIG2))),
	     .field = "probe_offset", .limits = true,
	     .text = "probe_offset {#probe_offset} is not a multiple of 4",
	     .fix = "probe_offset&~3")

	RULE("uprobe-ref-ctr-unaligned", OF(UPROBE, "uprobe_register"), EINVAL,
	     yes_if(ref_ctr_offset(c) & 1),
	     .field = "config",
	     .text = "the reference counter's offset, the upper half of config, is odd",
	     .fix = "config&1")

	/* prepare_uprobe(): the file's bytes decide, once a task has it mapped. */

	/* prepare_uprobe(): `is_trap_insn(`, and what arch_uprobe_analyze_insn() refuses on x86 */
	RULE("uprobe-insn-refused", OF(UPROBE, "prepare_uprobe"), PA_ENOTSUPP, PA_MAYBE,
	     .field = "probe_offset",
	     .text = "uprobes do not support the instruction at probe_offset {#probe_offset}[ of "
		     "{string}]")

	/* uprobe_init_insn(): `return -ENOEXEC` */
	RULE("uprobe-insn-unknown", OF(UPROBE, "uprobe_init_insn"), ENOEXEC, PA_MAYBE,
	     .field = "probe_offset",
	     .text = "what is at probe_offset {#probe_offset}[ of {string}] is not an instruction "
		     "that the kernel knows")

	/* arch_uprobe_analyze_insn(): `MMCF_AARCH32` */
	RULE("uprobe-32-bit", OF(UPROBE, "arch_uprobe_analyze_insn"), EOPNOTSUPP,
	     PA_MAYBE,
	     .field = "pid",
	     .text = "a 32-bit task has the file mapped, and uprobes work in 64-bit tasks only")

	/*
	 * alloc_uprobe(): all uprobes at one address must have the same reference counter offset.
	 */
	RULE("uprobe-ref-ctr-differs", OF(UPROBE, "uprobe_register"), EINVAL,
	     !uprobe_has_path(c) ? PA_NO : ref_ctr_offset(c) ? PA_MAYBE : PA_RARE,
	     .field = "config",
	     .text = "a uprobe with another reference counter is there already, or {string} is not "
		     "a regular file, or probe_offset is beyond its end")
