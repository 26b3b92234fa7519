/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_ioctl.c, in the kernel's order; see rules/rule_table.h. */

	/* A command that perf does not have */

	RULE("ioctl-size", IOC("_perf_ioctl", MAX), ENOTTY, yes_if(cmd_is_perf(c->op->cmd)),
	     .field = "cmd",
	     .text = "{#cmd} has the number of {ioctl}, but not its size and direction: {ioctl} is "
		     "{#right_cmd}",
	     .fix = "cmd={right_cmd}")

	RULE("ioctl-not-known", IOC("_perf_ioctl", MAX), ENOTTY, yes_if(!cmd_is_perf(c->op->cmd)),
	     .field = "cmd", .text = "perf events have no ioctl {#cmd}")

	/* All kernels that are supported have all of them. */
	RULE("ioctl-not-here", ON("_perf_ioctl", IOCTL) & ~PA_ON_IOC(MAX), ENOTTY, PA_RARE,
	     .field = "cmd", .text = "this kernel has no {ioctl}")

	/* ENABLE: it succeeds, and does nothing */

	RULE("enable-task-exited", IOC("_perf_event_enable", ENABLE), 0,
	     yes_if(pa_op_known(c) && c->of->state <= PA_STATE_EXIT &&
		    !pa_op_has(c, PA_OF_CHILDREN)),
	     .text = "the task has exited: its event stays as it was, and counts nothing any more")

	RULE("enable-pinned-error", IOC("merge_sched_in", ENABLE), 0,
	     yes_if(pa_op_known(c) && c->of->state == PA_STATE_ERROR &&
		    pa_op_flag(c, PA_FIELD_PINNED)),
	     .text = "the event went into the error state at once: it is pinned, and its group of "
		     "{members} does not get all its counters now")

	RULE("enable-without-leader", IOC("_perf_event_enable", ENABLE), 0,
	     yes_if(pa_op_known(c) && c->of->state == PA_STATE_ERROR &&
		    !pa_op_flag(c, PA_FIELD_PINNED)),
	     .text = "the event stays in the error state: its group leader, or the AUX event that "
		     "it needs, was closed")

	/* _perf_event_refresh(): `event->attr.inherit` */
	RULE("refresh-inherited", IOC("_perf_event_refresh", REFRESH), EINVAL,
	     pa_op_if(c, pa_op_flag(c, PA_FIELD_INHERIT)),
	     .field = "cmd", .text = "REFRESH does not work on an event with inherit")

	/* REFRESH: _perf_event_refresh() */

	/* _perf_event_refresh(): `!is_sampling_event(event)` */
	RULE("refresh-not-sampling", IOC("_perf_event_refresh", REFRESH), EINVAL, not_sampling(c),
	     .field = "cmd",
	     .text = "REFRESH counts overflows, and this event does not sample: sample_period was "
		     "0")

	/* PERIOD: _perf_event_period() */

	RULE("period-not-readable", IOC("_perf_ioctl", PERIOD), EFAULT, PA_MAYBE,
	     .field = "arg", .sole = true,
	     .text = "the argument is not a pointer to 8 readable bytes: pass the address of a "
		     "__u64, "
		     "not its value")

	/* _perf_event_period(): `!is_sampling_event(event)` */
	RULE("period-not-sampling", IOC("_perf_event_period", PERIOD), EINVAL, not_sampling(c),
	     .field = "cmd",
	     .text = "PERIOD works on sampling events only: this one was opened with "
		     "sample_period 0")

	/* _perf_event_period(): `!value` */
	RULE("period-zero", IOC("_perf_event_period", PERIOD), EINVAL, value_if(c, !c->op->value),
	     .field = "period", .text = "a period of 0 cannot be set")

	/* _perf_event_period(): `value > sysctl_perf_event_sample_rate` */
	RULE("period-freq-above-max", IOC("_perf_event_period", PERIOD), EINVAL,
	     !pa_op_known(c) || !pa_op_has(c, PA_OF_MAX_RATE) ? PA_MAYBE :
	     pa_op_flag(c, PA_FIELD_FREQ) ?
	     value_if(c, c->op->value > (u64)(s64)c->of->max_sample_rate) :
	     PA_NO,
	     .field = "period",
	     .text = "the event has freq, so {value} is in Hz: above "
		     "kernel.perf_event_max_sample_rate {max_rate}",
	     .fix = "period={max_rate}", .lost = "it samples less often")

	/* _perf_event_period(): `value & (1ULL << 63)` */
	RULE("period-too-large", IOC("_perf_event_period", PERIOD), EINVAL,
	     !pa_op_known(c) ? PA_MAYBE :
	     pa_op_flag(c, PA_FIELD_FREQ) ? PA_NO :
	     value_if(c, c->op->value >> 63),
	     .field = "period", .text = "the period has its highest bit set: it must be below 2^63")

	/* Only a PMU with counters of its own has check_period(). */
	RULE("period-refused", IOC("perf_event_check_period", PERIOD), EINVAL,
	     maybe_if(!c->pmu || !c->pmu->have_caps || !c->pmu->task_ctx_nr),
	     .field = "period",
	     .text = "PMU {pmu} does not take the period {value} (its check_period)")

	/* ID */

	RULE("id-not-writable", IOC("_perf_ioctl", ID), EFAULT, PA_MAYBE,
	     .field = "arg", .sole = true,
	     .text = "the argument is not a pointer to 8 writable bytes, which receive the id")

	/* MODIFY_ATTRIBUTES: perf_event_modify_attr() */

	RULE("modify-type", IOC("perf_event_modify_attr", MODIFY_ATTRIBUTES), EINVAL,
	     !(c->op->have & PA_OP_ATTR) || pa_attr_passed(c->r) < PA_ATTR_OLDEST ||
	     c->op->type == PA_OP_NO_TYPE ? PA_MAYBE :
	     yes_if((u32)pa_attr_get(c->r, PA_FIELD_TYPE) != c->op->type),
	     .field = "type", .text = "type {new_type} differs from the event's type {old_type}",
	     .fix = "type={type_again}")

	RULE("modify-field", IOC("modify_user_hw_breakpoint_check", MODIFY_ATTRIBUTES), EINVAL,
	     !pa_op_has(c, PA_OF_CHANGE) ? PA_MAYBE : yes_if(c->of->change.differs != U16_MAX),
	     .field = "{differs}", .facts = PA_OF_CHANGE,
	     .text = "{differs} is not what the event was opened with: only bp_addr, bp_len, "
		     "bp_type, disabled and sig_data may change")

	RULE("modify-no-breakpoint", IOC("perf_event_modify_attr", MODIFY_ATTRIBUTES), EOPNOTSUPP,
	     PA_MAYBE,
	     .field = "type", .sole = true,
	     .text = "only breakpoints can be modified, and this is an event of PMU {pmu}")

	RULE("modify-no-slot", IOC("modify_bp_slot", MODIFY_ATTRIBUTES), ENOSPC, PA_MAYBE,
	     .field = "bp_type", .sole = true,
	     .text = "no debug register is free for a breakpoint of the new bp_type")
