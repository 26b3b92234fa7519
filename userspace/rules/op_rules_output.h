/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_output.c, in the kernel's order; see rules/rule_table.h. */

	/* The descriptor */

	RULE("set-output-half", IOC("_perf_ioctl", SET_OUTPUT), EBADF,
	     yes_if(is_half_of(c, 64)),
	     .field = "arg", .text = "0xffffffff is not -1: the argument has 64 bits, so pass -1L",
	     .fix = "arg={minus_one}")

	RULE("set-output-compat", IOC("_perf_ioctl", SET_OUTPUT), EBADF,
	     yes_if(is_half_of(c, 32)),
	     .field = "arg",
	     .text = "-1 of a 32-bit program arrives as 0xffffffff, which a 64-bit kernel takes "
		     "for a descriptor")

	RULE("set-output-not-open", IOC("_perf_ioctl", SET_OUTPUT), EBADF,
	     file_if(c, c->of->output.file == PA_FILE_NONE),
	     .field = "arg", .text = "descriptor {arg32} is not open")

	RULE("set-output-no-event", IOC("_perf_ioctl", SET_OUTPUT), EBADF,
	     file_if(c, c->of->output.file == PA_FILE_OTHER),
	     .field = "arg", .text = "descriptor {arg32} is not a perf event")

	/* The two events */

	/* perf_event_set_output(): `event == output_event` */
	RULE("set-output-itself", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     rarely(c, output_if(c, c->of->output.itself)),
	     .field = "arg",
	     .text = "descriptor {arg32} is this event itself; to end the redirection pass -1L")

	/* perf_event_set_output(): `output_event->cpu != event->cpu` */
	RULE("set-output-cpu-differs", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     output_if(c, c->of->output.cpu != c->of->cpu),
	     .field = "arg",
	     .text = "this event and that of descriptor {arg32} count on different cpus[, {cpu} "
		     "and {output_cpu}]: a buffer is for one cpu")

	/* perf_event_set_output(): `output_event->hw.target != event->hw.target` */
	RULE("set-output-task-differs", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     c->of->cpu != -1 ? PA_NO :
	     output_if(c, c->of->output.cpu == -1 && !c->of->output.task),
	     .field = "arg",
	     .text = "the event of descriptor {arg32} counts for another task, and on any cpu: "
		     "only events of one task may share such a buffer")

	/* perf_event_set_output(): `output_event->clock != event->clock` */
	RULE("set-output-clock-differs", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     rarely(c, output_if(c, !c->of->output.clock)),
	     .field = "arg",
	     .text = "the event of descriptor {arg32} has another clock (use_clockid, clockid)")

	/* perf_event_set_output(): `is_write_backward(output_event) != is_write_backward(event)` */
	RULE("set-output-direction-differs", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     rarely(c, output_if(c, !c->of->output.backward)),
	     .field = "arg",
	     .text = "write_backward of this event and of that of descriptor {arg32} differ")

	/* perf_event_set_output(): `event->pmu != output_event->pmu` */
	RULE("set-output-pmu-differs", IOC("perf_event_set_output", SET_OUTPUT), EINVAL, aux(c),
	     .field = "arg", .text = "both events have an AUX area, and their PMUs differ")

	/* perf_event_set_output(): `_read(&event->mmap_count)` */
	RULE("set-output-mapped", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     pa_op_if(c, pa_op_has(c, PA_OF_MAPPED)),
	     .field = "fd",
	     .text = "this event has a buffer of its own, which is mapped: munmap it first")

	/* perf_event_set_output(): `output_event->state <= PERF_EVENT_STATE_REVOKED` */
	RULE("set-output-pmu-gone", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     rarely(c, output_if(c, c->of->output.revoked)),
	     .since = "7.2", .field = "arg",
	     .text = "the PMU of the event of descriptor {arg32} was unregistered")

	/* perf_event_set_output(): `rb = ring_buffer_get(output_event)` */
	RULE("set-output-not-mapped", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     output_if(c, !c->of->output.buffer),
	     .field = "arg", .text = "the event of descriptor {arg32} has no buffer: mmap it first")

	/* perf_event_set_output(): `_read(&rb->mmap_count)` */
	RULE("set-output-being-unmapped", IOC("perf_event_set_output", SET_OUTPUT), EINVAL,
	     rare_if(c->op->arg != U64_MAX),
	     .field = "arg", .text = "the buffer of descriptor {arg32} is being unmapped")

	/* PAUSE_OUTPUT */

	/* _perf_ioctl(): `!rb || !rb->nr_pages` */
	RULE("pause-no-buffer", IOC("_perf_ioctl", PAUSE_OUTPUT), EINVAL,
	     pa_op_if(c, !pa_op_has(c, PA_OF_BUFFER)),
	     .field = "fd", .text = "the event has no buffer to pause: mmap it first")

	/* _perf_ioctl(): `!rb->nr_pages` */
	RULE("pause-no-data", IOC("_perf_ioctl", PAUSE_OUTPUT), EINVAL,
	     !pa_op_has(c, PA_OF_MMAPS) || !c->of->map.data_len ? PA_MAYBE :
	     yes_if(c->of->map.data_len == c->page),
	     .field = "fd", .limits = true,
	     .text = "the buffer has only its control page, and no data to pause")
