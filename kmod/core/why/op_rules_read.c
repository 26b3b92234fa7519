// SPDX-License-Identifier: GPL-2.0
/*
 * __perf_read(), perf_read_group() and perf_poll(), kernel/events/core.c; prctl(). Some of these
 * succeed, and do not do what the caller hopes for.
 */
#include "core/why/op_rule.h"

#define IN_READ		.in = "__perf_read", .on = PA_ON_READ
#define IN_POLL		.in = "perf_poll", .on = PA_ON_POLL

static enum pa_verdict state_if(const struct pa_op_case *c, s8 state, bool refuses)
{
	return pa_op_if(c, c->f->state == state && refuses);
}

/* read() */

static enum pa_verdict read_pinned(const struct pa_op_case *c)
{
	return state_if(c, PA_STATE_ERROR, pa_op_flag(c, PA_FIELD_PINNED));
}

static const struct pa_op_rule read_pinned_rule = {
	.id = "read-pinned-error", IN_READ, .holds = read_pinned,
	.text = "end of file: the event is in the error state, because it is pinned and its "
		"group of {members} did not get all its counters; ENABLE tries again",
};

static enum pa_verdict read_alone(const struct pa_op_case *c)
{
	return state_if(c, PA_STATE_ERROR, !pa_op_flag(c, PA_FIELD_PINNED));
}

static const struct pa_op_rule read_alone_rule = {
	.id = "read-without-leader", IN_READ, .holds = read_alone,
	.text = "end of file: the event is in the error state, because its group leader, or the "
		"AUX event that it needs, was closed",
};

static enum pa_verdict read_short(const struct pa_op_case *c)
{
	return pa_op_if(c, c->op->arg < c->f->read_size);
}

static const struct pa_op_rule read_short_rule = {
	.id = "read-too-small", .err = ENOSPC, IN_READ, .holds = read_short, .field = "count",
	.text = "count {count} is below the {read_size} bytes that read_format needs[ for "
		"{group} members]",
	.fix = "count={read_size}",
};

static enum pa_verdict read_changed(const struct pa_op_case *c)
{
	return maybe_if(c->op->format & PA_FORMAT_GROUP);
}

static const struct pa_op_rule read_changed_rule = {
	.id = "read-group-changed", .err = ECHILD, .in = "__perf_read_group_add", .on = PA_ON_READ,
	.holds = read_changed, .sole = true,
	.text = "the group of this event and the one that a child inherited have different "
		"members",
};

static const struct pa_op_rule read_unwritable_rule = {
	.id = "read-not-writable", .err = EFAULT, IN_READ, .holds = pa_op_maybe, .sole = true,
	.field = "buf",
	.text = "the buffer is not writable for {read_size} bytes",
};

static const struct pa_op_rule read_memory_rule = {
	.id = "read-no-memory", .err = ENOMEM, .in = "perf_read_group", .on = PA_ON_READ,
	.holds = pa_op_maybe, .sole = true,
	.text = "the kernel has no memory for the {read_size} bytes of the group",
};

/* poll(): the result is a mask */

#define MASK_ERR	0x8
#define MASK_HUP	0x10

static bool mask_has(const struct pa_op_case *c, u32 bit)
{
	return (u64)c->r->ret & bit;
}

static enum pa_verdict poll_exited(const struct pa_op_case *c)
{
	return yes_if(mask_has(c, MASK_HUP) && pa_op_known(c) && c->f->state <= PA_STATE_EXIT &&
		      !pa_op_has(c, PA_OF_CHILDREN));
}

static const struct pa_op_rule poll_exited_rule = {
	.id = "poll-task-exited", IN_POLL, .holds = poll_exited,
	.text = "the task has exited, and no child that inherited the event is left",
};

static enum pa_verdict poll_unmapped(const struct pa_op_case *c)
{
	return yes_if(mask_has(c, MASK_HUP) && pa_op_known(c) && !pa_op_has(c, PA_OF_BUFFER));
}

static const struct pa_op_rule poll_unmapped_rule = {
	.id = "poll-no-buffer", IN_POLL, .holds = poll_unmapped,
	.text = "the event has no buffer to wait for: mmap it, or redirect it (SET_OUTPUT)",
};

static enum pa_verdict poll_gone(const struct pa_op_case *c)
{
	return yes_if(mask_has(c, MASK_ERR) && pa_op_known(c) &&
		      c->f->state == PA_STATE_REVOKED);
}

static const struct pa_op_rule poll_gone_rule = {
	.id = "poll-pmu-gone", IN_POLL, .holds = poll_gone, .since = "7.2",
	.text = "the PMU of the event was unregistered",
};

/* Newer kernels return at once, with POLLHUP or POLLERR. */
static enum pa_verdict poll_pinned(const struct pa_op_case *c)
{
	if (!pa_op_known(c) || c->f->state != PA_STATE_ERROR || !pa_op_flag(c, PA_FIELD_PINNED))
		return PA_NO;
	return yes_if(mask_has(c, MASK_ERR) ||
		      (mask_has(c, MASK_HUP) && pa_op_has(c, PA_OF_BUFFER)));
}

static const struct pa_op_rule poll_pinned_rule = {
	.id = "poll-pinned-error", IN_POLL, .holds = poll_pinned,
	.text = "the event is in the error state, because it is pinned and its group of "
		"{members} did not get all its counters",
};

/*
 * Other events may write into the same buffer (SET_OUTPUT), and so may children that inherited this
 * one: the first is not known, the second is.
 */
static enum pa_verdict poll_silent(const struct pa_op_case *c, s8 state)
{
	return yes_if(!c->r->ret && pa_op_known(c) && c->f->state == state &&
		      !pa_op_has(c, PA_OF_CHILDREN));
}

static enum pa_verdict poll_off(const struct pa_op_case *c)
{
	return poll_silent(c, PA_STATE_OFF);
}

static const struct pa_op_rule poll_off_rule = {
	.id = "poll-event-off", IN_POLL, .holds = poll_off,
	.text = "nothing has come, and this event adds nothing: it is disabled",
};

static enum pa_verdict poll_error(const struct pa_op_case *c)
{
	return poll_silent(c, PA_STATE_ERROR);
}

static const struct pa_op_rule poll_error_rule = {
	.id = "poll-event-error", IN_POLL, .holds = poll_error,
	.text = "nothing has come, and this event adds nothing: it is in the error state",
};

/* prctl() */

static enum pa_verdict prctl_alone(const struct pa_op_case *c)
{
	return yes_if(c->op->have & PA_OP_ALONE);
}

static const struct pa_op_rule prctl_alone_rule = {
	.id = "prctl-no-events", .in = "perf_event_task_enable", .on = PA_ON_PRCTL,
	.holds = prctl_alone, .field = "option",
	.text = "this thread has opened no event that is still open: those of other threads, and "
		"events that count for this thread but that others opened, stay as they are",
};

/* In the order in which the kernel checks. */
const struct pa_op_rule *const pa_op_rules_read[] = {
	&read_pinned_rule,
	&read_alone_rule,
	&read_short_rule,
	&read_changed_rule,
	&read_memory_rule,
	&read_unwritable_rule,
	&poll_gone_rule,
	&poll_exited_rule,
	&poll_pinned_rule,
	&poll_unmapped_rule,
	&poll_off_rule,
	&poll_error_rule,
	&prctl_alone_rule,
	NULL
};
