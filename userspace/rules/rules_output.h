/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_output.c, in the kernel's order; see rules/rule_table.h. */

	/* perf_event_set_output() */

	/* perf_event_set_output(): `output_event->cpu != event->cpu` */
	RULE("output-cpu-differs", IN("perf_event_set_output", OUTPUT), EINVAL,
	     !c->output ? PA_NO : c->leader ? cpu_differs(c) : PA_MAYBE,
	     .field = "cpu",
	     .text = "cpu {event_cpu} differs from the output event's cpu {leader_cpu}",
	     .fix = "flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `output_event->hw.target != event->hw.target` */
	RULE("output-task-differs", IN("perf_event_set_output", OUTPUT), EINVAL,
	     !c->output || (c->leader && c->leader->cpu != -1) ? PA_NO :
	     !c->leader || task_of_leader(c) > 1 ? PA_MAYBE :
	     yes_if(!task_of_leader(c)),
	     .field = "pid", .text = "the output event watches another task",
	     .fix = "flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `output_event->clock != event->clock` */
	RULE("output-clock-differs", IN("perf_event_set_output", OUTPUT), EINVAL,
	     c->output && !c->leader ? PA_MAYBE : output_if(c, c->output && !clock_same(c)),
	     .field = "clockid", .text = "the output event uses another clock",
	     .fix = "use_clockid={leader_use_clockid} clockid={leader_clockid} / "
		    "flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `is_write_backward(output_event) != is_write_backward(event)` */
	RULE("output-direction-differs", IN("perf_event_set_output", OUTPUT), EINVAL,
	     c->output && !c->leader ? PA_MAYBE :
	     output_if(c, c->output &&
		       c->leader->write_backward != flag(c, PA_FIELD_WRITE_BACKWARD)),
	     .field = "write_backward", .text = "write_backward differs from the output event's",
	     .fix = "write_backward={leader_write_backward} / flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `event->pmu != output_event->pmu` */
	RULE("output-pmu-differs", IN("perf_event_set_output", OUTPUT), EINVAL,
	     !c->output || (c->has_caps && c->ctx_nr == CTX_SOFTWARE) ? PA_NO :
	     maybe_if(!c->leader || c->leader->pmu != pa_case_pmu(c)),
	     .field = "flags", .text = "both events have an AUX area, and their PMUs differ",
	     .fix = "flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `rb = ring_buffer_get(output_event)` */
	RULE("output-not-mapped", IN("perf_event_set_output", OUTPUT), EINVAL,
	     !c->output ? PA_NO :
	     !c->leader || c->leader->has_rb > 1 ? PA_MAYBE :
	     yes_if(!c->leader->has_rb),
	     .field = "group_fd",
	     .text = "the output event, group_fd {group_fd}, has no buffer: mmap it first",
	     .fix = "flags&~PERF_FLAG_FD_OUTPUT")

	/* perf_event_set_output(): `_read(&rb->mmap_count)` */
	RULE("output-being-unmapped", IN("perf_event_set_output", OUTPUT), EINVAL,
	     rare_if(c->output),
	     .field = "group_fd", .luck = true,
	     .text = "the buffer of group_fd {group_fd} is being unmapped",
	     .fix = "flags&~PERF_FLAG_FD_OUTPUT")

	/* The rest of the system call */

	/* perf_event_open(): `!perf_event_validate_size(event)` */
	RULE("group-read-too-large", CALL(GROUP) | PA_AT(INSTALL), E2BIG, maybe_if(c->member),
	     .field = "group_fd", .luck = true,
	     .text = "reading this group would return more than 16 KiB: it has too many members",
	     .fix = "group_fd=-1")

	RULE("moved-group-raced", CALL(INSTALL), EINVAL,
	     rare_if(c->member && !(c->k->has & PA_K_PMU_CTX)),
	     .field = "group_fd", .luck = true, .limits = true,
	     .text = "the group was moved to another context during the call", .fix = "group_fd=-1")

	/* perf_event_open(): `perf_need_aux_event(event)` */
	RULE("no-aux-event", CALL(GROUP) | PA_AT(INSTALL), EINVAL, no_aux_event(c),
	     .field = "{aux_field}",
	     .text = "{aux_field} needs a group leader that has an AUX area",
	     .fix = "aux_output=0 aux_sample_size=0 aux_pause=0 aux_resume=0")

	/* perf_event_open(): `!exclusive_event_installable(event, ctx)` */
	RULE("pmu-in-use", CALL(GROUP) | PA_AT(INSTALL), EBUSY,
	     maybe_if(pa_case_may_be_exclusive(c)),
	     .field = "type", .held = PA_HELD_SAME_TARGET, .luck = true,
	     .text = "PMU {pmu} is exclusive, and has an event on this task or cpu already")

	/* perf_event_open() since 6.2: `anon_inode_getfile("[perf_event]"` */
	RULE("no-file", CALL(GROUP) | PA_AT(INSTALL), ENFILE, PA_MAYBE,
	     .luck = true, .sole = true, .text = "the system has no free file (fs.file-max)")
