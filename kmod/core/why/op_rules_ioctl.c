// SPDX-License-Identifier: GPL-2.0
/*
 * _perf_ioctl(), kernel/events/core.c: the commands that are neither about output nor about trace
 * events. For MODIFY_ATTRIBUTES see also attr_reason() in op_why.c.
 */
#include "core/why/op_rule.h"

#define IOCTL	"_perf_ioctl"

/* A command that perf does not have */

static bool cmd_is_perf(u32 cmd)
{
	return (cmd >> 8 & 0xff) == '$' && (cmd & 0xff) < PA_IOC_MAX;
}

static enum pa_verdict cmd_size(const struct pa_op_case *c)
{
	return yes_if(cmd_is_perf(c->op->cmd));
}

static const struct pa_op_rule cmd_size_rule = {
	.id = "ioctl-size", .err = ENOTTY, .in = IOCTL, .on = PA_ON_IOC(MAX), .holds = cmd_size,
	.field = "cmd",
	.text = "{#cmd} is not {ioctl}, whose number it has: that is {#right_cmd}",
	.fix = "cmd={right_cmd}",
};

static enum pa_verdict cmd_unknown(const struct pa_op_case *c)
{
	return yes_if(!cmd_is_perf(c->op->cmd));
}

static const struct pa_op_rule cmd_unknown_rule = {
	.id = "ioctl-not-known", .err = ENOTTY, .in = IOCTL, .on = PA_ON_IOC(MAX),
	.holds = cmd_unknown, .field = "cmd",
	.text = "perf events have no ioctl {#cmd}",
};

/* All kernels that are supported have all of them. */
static enum pa_verdict not_a_command(const struct pa_op_case *c)
{
	return PA_RARE;
}

static const struct pa_op_rule not_a_command_rule = {
	.id = "ioctl-not-here", .err = ENOTTY, .in = IOCTL, .on = PA_ON_IOCTL & ~PA_ON_IOC(MAX),
	.holds = not_a_command, .field = "cmd",
	.text = "this kernel has no {ioctl}",
};

/* ENABLE: it succeeds, and does nothing */

static enum pa_verdict enable_exited(const struct pa_op_case *c)
{
	return yes_if(pa_op_known(c) && c->f->state <= PA_STATE_EXIT &&
		      !pa_op_has(c, PA_OF_CHILDREN));
}

static const struct pa_op_rule enable_exited_rule = {
	.id = "enable-task-exited", .in = "_perf_event_enable", .on = PA_ON_IOC(ENABLE),
	.holds = enable_exited,
	.text = "the task has exited: its event stays as it was, and counts nothing any more",
};

static enum pa_verdict enable_pinned(const struct pa_op_case *c)
{
	return yes_if(pa_op_known(c) && c->f->state == PA_STATE_ERROR &&
		      pa_op_flag(c, PA_FIELD_PINNED));
}

static const struct pa_op_rule enable_pinned_rule = {
	.id = "enable-pinned-error", .in = "merge_sched_in", .on = PA_ON_IOC(ENABLE),
	.holds = enable_pinned,
	.text = "the event went into the error state at once: it is pinned, and its group of "
		"{members} does not get all its counters now",
};

static enum pa_verdict enable_alone(const struct pa_op_case *c)
{
	return yes_if(pa_op_known(c) && c->f->state == PA_STATE_ERROR &&
		      !pa_op_flag(c, PA_FIELD_PINNED));
}

static const struct pa_op_rule enable_alone_rule = {
	.id = "enable-without-leader", .in = "_perf_event_enable", .on = PA_ON_IOC(ENABLE),
	.holds = enable_alone,
	.text = "the event stays in the error state: its group leader, or the AUX event that it "
		"needs, was closed",
};

/* REFRESH: _perf_event_refresh() */

static enum pa_verdict not_sampling(const struct pa_op_case *c)
{
	return pa_op_if(c, !pa_op_has(c, PA_OF_SAMPLING));
}

static const struct pa_op_rule refresh_counting_rule = {
	.id = "refresh-not-sampling", .err = EINVAL, .in = "_perf_event_refresh",
	.on = PA_ON_IOC(REFRESH), .holds = not_sampling, .field = "cmd",
	.text = "REFRESH counts overflows, and this event does not sample: sample_period was 0",
};

static enum pa_verdict inherited(const struct pa_op_case *c)
{
	return pa_op_if(c, pa_op_flag(c, PA_FIELD_INHERIT));
}

static const struct pa_op_rule refresh_inherit_rule = {
	.id = "refresh-inherited", .err = EINVAL, .in = "_perf_event_refresh",
	.on = PA_ON_IOC(REFRESH), .holds = inherited, .field = "cmd",
	.text = "REFRESH is refused on an event with inherit",
};

/* PERIOD: _perf_event_period() */

static enum pa_verdict pointer_bad(const struct pa_op_case *c)
{
	return PA_MAYBE;
}

static const struct pa_op_rule period_unreadable_rule = {
	.id = "period-not-readable", .err = EFAULT, .in = IOCTL, .on = PA_ON_IOC(PERIOD),
	.holds = pointer_bad, .sole = true, .field = "arg",
	.text = "the argument is no pointer to 8 readable bytes: pass the address of a __u64, "
		"not its value",
};

static const struct pa_op_rule period_counting_rule = {
	.id = "period-not-sampling", .err = EINVAL, .in = "_perf_event_period",
	.on = PA_ON_IOC(PERIOD), .holds = not_sampling, .field = "cmd",
	.text = "PERIOD changes a period, and this event does not sample: sample_period was 0",
};

/* The value at the argument, in which the caller may have put something else since. */
static enum pa_verdict value_if(const struct pa_op_case *c, bool refuses)
{
	return c->op->have & PA_OP_VALUE ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict period_zero(const struct pa_op_case *c)
{
	return value_if(c, !c->op->value);
}

static const struct pa_op_rule period_zero_rule = {
	.id = "period-zero", .err = EINVAL, .in = "_perf_event_period", .on = PA_ON_IOC(PERIOD),
	.holds = period_zero, .field = "period",
	.text = "a period of 0 cannot be set",
};

static enum pa_verdict frequency_high(const struct pa_op_case *c)
{
	if (!pa_op_known(c) || !pa_op_has(c, PA_OF_MAX_RATE))
		return PA_MAYBE;
	if (!pa_op_flag(c, PA_FIELD_FREQ))
		return PA_NO;
	return value_if(c, c->op->value > (u64)(s64)c->f->max_sample_rate);
}

static const struct pa_op_rule frequency_high_rule = {
	.id = "period-freq-above-max", .err = EINVAL, .in = "_perf_event_period",
	.on = PA_ON_IOC(PERIOD), .holds = frequency_high, .field = "period",
	.text = "the event has freq, so {value} is in Hz: above "
		"kernel.perf_event_max_sample_rate {max_rate}",
	.fix = "period={max_rate}", .lost = "it samples less often",
};

/* Only a PMU with counters of its own has check_period(). */
static enum pa_verdict period_refused(const struct pa_op_case *c)
{
	return maybe_if(!c->pmu || !c->pmu->have_caps || !c->pmu->task_ctx_nr);
}

static const struct pa_op_rule period_refused_rule = {
	.id = "period-refused", .err = EINVAL, .in = "perf_event_check_period",
	.on = PA_ON_IOC(PERIOD), .holds = period_refused, .field = "period",
	.text = "PMU {pmu} does not take the period {value} (its check_period)",
};

static enum pa_verdict period_large(const struct pa_op_case *c)
{
	if (!pa_op_known(c))
		return PA_MAYBE;
	return pa_op_flag(c, PA_FIELD_FREQ) ? PA_NO : value_if(c, c->op->value >> 63);
}

static const struct pa_op_rule period_large_rule = {
	.id = "period-too-large", .err = EINVAL, .in = "_perf_event_period",
	.on = PA_ON_IOC(PERIOD), .holds = period_large, .field = "period",
	.text = "the period has its highest bit set: it must be below 2^63",
};

/* ID */

static const struct pa_op_rule id_unwritable_rule = {
	.id = "id-not-writable", .err = EFAULT, .in = IOCTL, .on = PA_ON_IOC(ID),
	.holds = pointer_bad, .sole = true, .field = "arg",
	.text = "the argument is no pointer to 8 writable bytes, which receive the id",
};

/* MODIFY_ATTRIBUTES: perf_event_modify_attr() */

static bool attr_known(const struct pa_op_case *c)
{
	return c->op->have & PA_OP_ATTR && pa_attr_passed(c->r) >= PA_ATTR_OLDEST;
}

static enum pa_verdict modify_type(const struct pa_op_case *c)
{
	if (!attr_known(c))
		return PA_MAYBE;
	return yes_if((u32)pa_attr_get(c->r, PA_FIELD_TYPE) != c->op->type);
}

static const struct pa_op_rule modify_type_rule = {
	.id = "modify-type", .err = EINVAL, .in = "perf_event_modify_attr",
	.on = PA_ON_IOC(MODIFY_ATTRIBUTES), .holds = modify_type, .field = "type",
	.text = "type {new_type} is not that of the event, {old_type}",
	.fix = "type={type_again}",
};

static const struct pa_op_rule modify_other_rule = {
	.id = "modify-no-breakpoint", .err = EOPNOTSUPP, .in = "perf_event_modify_attr",
	.on = PA_ON_IOC(MODIFY_ATTRIBUTES), .holds = pa_op_maybe, .sole = true, .field = "type",
	.text = "only breakpoints can be modified, and this is an event of PMU {pmu}",
};

static enum pa_verdict modify_field(const struct pa_op_case *c)
{
	if (!pa_op_has(c, PA_OF_CHANGE))
		return PA_MAYBE;
	return yes_if(c->f->change.differs != U16_MAX);
}

static const struct pa_op_rule modify_field_rule = {
	.id = "modify-field", .err = EINVAL, .in = "modify_user_hw_breakpoint_check",
	.on = PA_ON_IOC(MODIFY_ATTRIBUTES), .holds = modify_field, .field = "{differs}",
	.text = "{differs} is not what the event was opened with: only bp_addr, bp_len, bp_type, "
		"disabled and sig_data may change",
};

static const struct pa_op_rule modify_slots_rule = {
	.id = "modify-no-slot", .err = ENOSPC, .in = "modify_bp_slot",
	.on = PA_ON_IOC(MODIFY_ATTRIBUTES), .holds = pa_op_maybe, .sole = true, .field = "bp_type",
	.text = "no debug register is free for a breakpoint of the new bp_type",
};

/* In the order in which the kernel checks. */
const struct pa_op_rule *const pa_op_rules_ioctl[] = {
	&cmd_size_rule,
	&cmd_unknown_rule,
	&not_a_command_rule,
	&enable_exited_rule,
	&enable_pinned_rule,
	&enable_alone_rule,
	&refresh_inherit_rule,
	&refresh_counting_rule,
	&period_unreadable_rule,
	&period_counting_rule,
	&period_zero_rule,
	&frequency_high_rule,
	&period_large_rule,
	&period_refused_rule,
	&id_unwritable_rule,
	&modify_type_rule,
	&modify_field_rule,
	&modify_other_rule,
	&modify_slots_rule,
	NULL
};
