/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_read.c, in the kernel's order; see rules/rule_table.h. */

	/* read() */

	RULE("read-pinned-error", ON("__perf_read", READ), 0,
	     state_if(c, PA_STATE_ERROR, pa_op_flag(c, PA_FIELD_PINNED)),
	     .text = "end of file: the event is in the error state, because it is pinned and its "
		     "group of {members} did not get all its counters; ENABLE tries again")

	RULE("read-without-leader", ON("__perf_read", READ), 0,
	     state_if(c, PA_STATE_ERROR, !pa_op_flag(c, PA_FIELD_PINNED)),
	     .text = "end of file: the event is in the error state, because its group leader, or "
		     "the AUX event that it needs, was closed")

	RULE("read-too-small", ON("__perf_read", READ), ENOSPC,
	     pa_op_if(c, c->op->arg < c->of->read_size),
	     .field = "count",
	     .text = "count[ {count}] is below the [{read_size} ]bytes that read_format needs[ for "
		     "{group} members]",
	     .fix = "count={read_size}")

	RULE("read-group-changed", ON("__perf_read_group_add", READ), ECHILD,
	     maybe_if(c->op->format & PA_FORMAT_GROUP),
	     .sole = true,
	     .text = "the group of this event and the one that a child inherited have different "
		     "members")

	RULE("read-no-memory", ON("perf_read_group", READ), ENOMEM, PA_MAYBE,
	     .sole = true,
	     .text = "the kernel has no memory for the {read_size} bytes of the group")

	RULE("read-not-writable", ON("__perf_read", READ), EFAULT, PA_MAYBE,
	     .field = "buf", .sole = true,
	     .text = "the buffer is not writable for {read_size} bytes")

	RULE("poll-pmu-gone", ON("perf_poll", POLL), 0,
	     yes_if(mask_has(c, MASK_ERR) && pa_op_known(c) && c->of->state == PA_STATE_REVOKED),
	     .since = "7.2", .text = "the PMU of the event was unregistered")

	/* poll(): the result is a mask */

	RULE("poll-task-exited", ON("perf_poll", POLL), 0,
	     yes_if(mask_has(c, MASK_HUP) && pa_op_known(c) && c->of->state <= PA_STATE_EXIT &&
		    !pa_op_has(c, PA_OF_CHILDREN)),
	     .text = "the task has exited, and no child that inherited the event is left")

	RULE("poll-pinned-error", ON("perf_poll", POLL), 0, poll_pinned(c),
	     .text = "the event is in the error state, because it is pinned and its group of "
		     "{members} did not get all its counters")

	RULE("poll-no-buffer", ON("perf_poll", POLL), 0,
	     yes_if(mask_has(c, MASK_HUP) && pa_op_known(c) && !pa_op_has(c, PA_OF_BUFFER)),
	     .text = "the event has no buffer to wait for: mmap it, or redirect it (SET_OUTPUT)")

	RULE("poll-event-off", ON("perf_poll", POLL), 0, poll_silent(c, PA_STATE_OFF),
	     .text = "no data has come, and this event adds none: it is disabled")

	RULE("poll-event-error", ON("perf_poll", POLL), 0, poll_silent(c, PA_STATE_ERROR),
	     .text = "no data has come, and this event adds none: it is in the error state")

	/* prctl() */

	RULE("prctl-no-events", ON("perf_event_task_enable", PRCTL), 0,
	     yes_if(c->op->have & PA_OP_ALONE),
	     .field = "option",
	     .text = "this thread has no open event that it opened itself: prctl() changes no "
		     "events of other threads, nor events that others opened for this thread")
