/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_mmap.c, in the kernel's order; see rules/rule_table.h. */

	/* perf_mmap(): `event->cpu == -1 && event->attr.inherit` */
	RULE("mmap-inherited-any-cpu", ON("perf_mmap", MMAP), EINVAL,
	     pa_op_if(c, c->of->cpu == -1 && pa_op_flag(c, PA_FIELD_INHERIT)),
	     .text = "an event with inherit=1 and cpu -1 cannot be mapped: open one event per cpu, "
		     "or set inherit=0")

	/* MAP_SHARED, and MAP_SHARED_VALIDATE. */
	/* perf_mmap(): `!(vma->vm_flags & VM_SHARED)` */
	RULE("mmap-not-shared", ON("perf_mmap", MMAP), EINVAL, yes_if(!(c->op->flags & 1)),
	     .field = "flags",
	     .text = "flags lack MAP_SHARED: a buffer is shared with the kernel",
	     .fix = "flags={flags_shared}")

	RULE("mmap-too-long", ON("perf_mmap", MMAP), ENOMEM, yes_if(c->pages > S32_MAX),
	     .field = "length", .limits = true,
	     .text = "{pages} pages are more than any buffer can have")

	/* The AUX area */

	RULE("mmap-offset", ON("perf_mmap", MMAP), EINVAL,
	     !pa_op_is_aux(c) ? PA_NO :
	     !pa_op_has(c, PA_OF_PMU) ? PA_MAYBE :
	     yes_if(!pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_AUX)),
	     .field = "offset",
	     .text = "offset {#offset} means an AUX area, which PMU {pmu} does not have: the data "
		     "area is at 0",
	     .fix = "offset={zero}")

	/* perf_mmap() until 6.16: `!event->rb` */
	RULE("mmap-aux-before-data", ON("perf_mmap", MMAP), EINVAL,
	     pa_op_is_aux(c) ? pa_op_if(c, !pa_op_has(c, PA_OF_BUFFER)) : PA_NO,
	     .field = "offset",
	     .text = "offset {#offset} means the AUX area: the data area, at offset 0, must be "
		     "mapped first")

	/* perf_mmap_aux() or perf_mmap(): `aux_offset < perf_data_size(rb) + PAGE_SIZE` */
	RULE("mmap-aux-offset-unset", ON("perf_mmap", MMAP), EINVAL,
	     control_if(c, c->of->map.aux_offset < c->of->map.data_len),
	     .field = "aux_offset",
	     .text = "aux_offset {aux_offset} of the control page is not above the data area of "
		     "{first_length} bytes: set aux_offset and aux_size there before this mmap")

	/* perf_mmap_aux() or perf_mmap(): `aux_offset != ` */
	RULE("mmap-aux-offset-differs", ON("perf_mmap", MMAP), EINVAL,
	     control_if(c, c->of->map.aux_offset != c->op->offset),
	     .field = "offset",
	     .text = "offset {offset} is not aux_offset {aux_offset} of the control page",
	     .fix = "offset={aux_offset}")

	/* perf_mmap_aux() or perf_mmap(): `rb->aux_pgoff != ` */
	RULE("mmap-aux-elsewhere", ON("perf_mmap", MMAP), EINVAL,
	     mapped_if(c, c->of->map.aux_at != c->op->offset),
	     .field = "offset", .text = "the AUX area is mapped already[, at offset {aux_at}]",
	     .fix = "offset={aux_at}")

	/* perf_mmap_aux() or perf_mmap(): `aux_size != nr_pages * PAGE_SIZE` */
	RULE("mmap-aux-size-differs", ON("perf_mmap", MMAP), EINVAL,
	     control_if(c, c->of->map.aux_size != c->op->len),
	     .field = "length",
	     .text = "length {length} is not aux_size {aux_size} of the control page",
	     .fix = "length={aux_size}")

	/* perf_mmap_aux() or perf_mmap(): `rb->aux_nr_pages != nr_pages` */
	RULE("mmap-aux-other-size", ON("perf_mmap", MMAP), EINVAL,
	     mapped_if(c, c->of->map.aux_len != c->op->len),
	     .field = "length",
	     .text = "the AUX area is mapped already, with another size[: {aux_length} bytes, not "
		     "{length}]",
	     .fix = "length={aux_length}")

	/* perf_mmap_aux() or perf_mmap(): `!is_power_of_2(nr_pages)` */
	RULE("mmap-aux-pages", ON("perf_mmap", MMAP), EINVAL,
	     yes_if(pa_op_is_aux(c) && !is_power(c->pages)),
	     .field = "length", .limits = true,
	     .text = "[length {length} is {pages} pages: ]an AUX area must have a power of two of "
		     "pages, also in aux_size",
	     .fix = "length={aux_above}")

	/* The data area */

	RULE("mmap-data-pages", ON("perf_mmap", MMAP), EINVAL,
	     yes_if(!pa_op_is_aux(c) && c->pages > 1 && !is_power(c->pages - 1)),
	     .field = "length", .limits = true, .often = PA_COMMON,
	     .text = "[length {length} is 1 control page + {data_pages} data pages: ]data "
		     "pages must be a power of two",
	     .fix = "length={data_above}")

	RULE("mmap-other-size", ON("perf_mmap", MMAP), EINVAL, other_size(c),
	     .field = "length",
	     .text = "the event has a buffer of another size already[: of {first_pages} pages, "
		     "not {pages}]",
	     .fix = "length={first_length}")

	RULE("mmap-output-size", ON("perf_mmap", MMAP), EINVAL,
	     pa_op_is_aux(c) ? PA_NO :
	     maybe_if(!pa_op_known(c) ||
		      (pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_MAPPED))),
	     .field = "length",
	     .text = "the event writes into the buffer of another event (SET_OUTPUT), which has "
		     "another size[ than {pages} pages]")

	RULE("mmap-of-output", ON("perf_mmap", MMAP), EBUSY,
	     pa_op_is_aux(c) ? PA_NO :
	     maybe_if(!pa_op_known(c) ||
		      (pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_MAPPED))),
	     .sole = true,
	     .text = "the event writes into the buffer of another event (SET_OUTPUT): map that one")

	/* Locked memory: both areas */

	RULE("mmap-locked-memory", ON("perf_mmap", MMAP), EPERM, locked(c),
	     .field = "length", .limits = true, .often = PA_COMMON,
	     .text = "the buffer needs more locked memory than kernel.perf_event_mlock_kb and "
		     "RLIMIT_MEMLOCK allow[, {pages} pages more: {charged} of {limit} pages "
		     "({mlock_kb} KiB a cpu) and {pinned} of {memlock_pages} are used]",
	     .fix = "length={fits}", .lost = "the buffer is smaller", .need = IPC_LOCK,
	     .needs = "CAP_IPC_LOCK[, kernel.perf_event_mlock_kb >= {mlock_need}][ or "
		      "RLIMIT_MEMLOCK >= {memlock_need} KiB]")

	RULE("mmap-no-memory", ON("rb_alloc", MMAP), ENOMEM, maybe_if(!pa_op_is_aux(c)),
	     .field = "length", .sole = true, .luck = true,
	     .text = "the kernel has no memory for a buffer of {pages} pages")

	RULE("mmap-no-aux", ON("rb_alloc_aux", MMAP), EOPNOTSUPP,
	     !pa_op_is_aux(c) ? PA_NO :
	     pa_op_has(c, PA_OF_PMU) ? yes_if(!pa_op_has(c, PA_OF_AUX)) : PA_MAYBE,
	     .field = "offset", .sole = true, .text = "PMU {pmu} has no AUX area")

	RULE("mmap-aux-no-memory", ON("rb_alloc_aux", MMAP), ENOMEM, maybe_if(pa_op_is_aux(c)),
	     .field = "length", .sole = true, .luck = true,
	     .text = "an AUX area of {pages} pages could not be allocated, or PMU {pmu} refused "
		     "it[: {read_only}]")
