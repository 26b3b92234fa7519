// SPDX-License-Identifier: GPL-2.0
/* Ioctls about the buffer: perf_event_set_output() and PAUSE_OUTPUT, kernel/events/core.c. */
#include "core/why/op_rule.h"

#define IN_OUTPUT	.in = "perf_event_set_output", .on = PA_ON_IOC(SET_OUTPUT)

/* The descriptor */

static bool arg_is_half(const struct pa_op_case *c)
{
	return c->op->arg == U32_MAX;
}

static bool caller_is_32bit(const struct pa_op_case *c)
{
	return pa_arch_of(c->r->abi)->bits == 32;
}

static enum pa_verdict half(const struct pa_op_case *c)
{
	return yes_if(arg_is_half(c) && !caller_is_32bit(c));
}

static const struct pa_op_rule half_rule = {
	.id = "set-output-half", .err = EBADF, .in = "_perf_ioctl", .on = PA_ON_IOC(SET_OUTPUT),
	.holds = half, .field = "arg",
	.text = "0xffffffff is no -1: the argument has 64 bits, so pass -1L",
	.fix = "arg={minus_one}",
};

static enum pa_verdict half_compat(const struct pa_op_case *c)
{
	return yes_if(arg_is_half(c) && caller_is_32bit(c));
}

static const struct pa_op_rule half_compat_rule = {
	.id = "set-output-compat", .err = EBADF, .in = "_perf_ioctl", .on = PA_ON_IOC(SET_OUTPUT),
	.holds = half_compat, .field = "arg",
	.text = "-1 of a 32-bit program arrives as 0xffffffff, which a 64-bit kernel takes for a "
		"descriptor",
};

/* What the descriptor was when the ioctl returned. */
static enum pa_verdict file_if(const struct pa_op_case *c, bool refuses)
{
	if (c->op->arg == U64_MAX)
		return PA_NO;
	return pa_op_has(c, PA_OF_OUTPUT) ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict closed(const struct pa_op_case *c)
{
	return file_if(c, c->f->output.file == PA_FILE_NONE);
}

static const struct pa_op_rule closed_rule = {
	.id = "set-output-not-open", .err = EBADF, .in = "_perf_ioctl",
	.on = PA_ON_IOC(SET_OUTPUT), .holds = closed, .field = "arg",
	.text = "descriptor {arg32} is not open",
};

static enum pa_verdict no_event(const struct pa_op_case *c)
{
	return file_if(c, c->f->output.file == PA_FILE_OTHER);
}

static const struct pa_op_rule no_event_rule = {
	.id = "set-output-no-event", .err = EBADF, .in = "_perf_ioctl",
	.on = PA_ON_IOC(SET_OUTPUT), .holds = no_event, .field = "arg",
	.text = "descriptor {arg32} is no perf event",
};

/* The two events */

static enum pa_verdict output_if(const struct pa_op_case *c, bool refuses)
{
	if (c->op->arg == U64_MAX)
		return PA_NO;
	if (!pa_op_has(c, PA_OF_OUTPUT) || c->f->output.file != PA_FILE_PERF)
		return PA_MAYBE;
	return yes_if(refuses);
}

static enum pa_verdict itself(const struct pa_op_case *c)
{
	return output_if(c, c->f->output.itself);
}

static const struct pa_op_rule itself_rule = {
	.id = "set-output-itself", .err = EINVAL, IN_OUTPUT, .holds = itself, .field = "arg",
	.text = "descriptor {arg32} is this event itself; -1L takes its output back",
};

static enum pa_verdict cpu(const struct pa_op_case *c)
{
	return output_if(c, c->f->output.cpu != c->f->cpu);
}

static const struct pa_op_rule cpu_rule = {
	.id = "set-output-cpu-differs", .err = EINVAL, IN_OUTPUT, .holds = cpu, .field = "arg",
	.text = "this event counts on cpu {cpu}, and that of descriptor {arg32} on cpu "
		"{output_cpu}: a buffer is for one cpu",
};

static enum pa_verdict task(const struct pa_op_case *c)
{
	return output_if(c, c->f->output.cpu == -1 && !c->f->output.task);
}

static const struct pa_op_rule task_rule = {
	.id = "set-output-task-differs", .err = EINVAL, IN_OUTPUT, .holds = task, .field = "arg",
	.text = "the event of descriptor {arg32} counts for another task, and on any cpu: only "
		"events of one task may share such a buffer",
};

static enum pa_verdict clock(const struct pa_op_case *c)
{
	return output_if(c, !c->f->output.clock);
}

static const struct pa_op_rule clock_rule = {
	.id = "set-output-clock-differs", .err = EINVAL, IN_OUTPUT, .holds = clock, .field = "arg",
	.text = "the event of descriptor {arg32} has another clock (use_clockid, clockid)",
};

static enum pa_verdict backward(const struct pa_op_case *c)
{
	return output_if(c, !c->f->output.backward);
}

static const struct pa_op_rule backward_rule = {
	.id = "set-output-direction-differs", .err = EINVAL, IN_OUTPUT, .holds = backward,
	.field = "arg",
	.text = "write_backward of this event and of that of descriptor {arg32} differ",
};

static enum pa_verdict aux(const struct pa_op_case *c)
{
	if (pa_op_has(c, PA_OF_OUTPUT) && c->f->output.file == PA_FILE_PERF &&
	    c->f->output.aux > 1)
		return PA_MAYBE;
	return output_if(c, c->f->output.aux == 1);
}

static const struct pa_op_rule aux_rule = {
	.id = "set-output-pmu-differs", .err = EINVAL, IN_OUTPUT, .holds = aux, .field = "arg",
	.text = "both events have an AUX area, and their PMUs differ",
};

static enum pa_verdict mapped(const struct pa_op_case *c)
{
	return pa_op_if(c, pa_op_has(c, PA_OF_MAPPED));
}

static const struct pa_op_rule mapped_rule = {
	.id = "set-output-mapped", .err = EINVAL, IN_OUTPUT, .holds = mapped, .field = "fd",
	.text = "this event has a buffer of its own, which is mapped: munmap it first",
};

static enum pa_verdict revoked(const struct pa_op_case *c)
{
	return output_if(c, c->f->output.revoked);
}

static const struct pa_op_rule revoked_rule = {
	.id = "set-output-pmu-gone", .err = EINVAL, IN_OUTPUT, .holds = revoked, .field = "arg",
	.since = "7.2",
	.text = "the PMU of the event of descriptor {arg32} was unregistered",
};

static enum pa_verdict unmapped(const struct pa_op_case *c)
{
	return output_if(c, !c->f->output.buffer);
}

static const struct pa_op_rule unmapped_rule = {
	.id = "set-output-not-mapped", .err = EINVAL, IN_OUTPUT, .holds = unmapped, .field = "arg",
	.text = "the event of descriptor {arg32} has no buffer: mmap it first",
};

static enum pa_verdict unmapping(const struct pa_op_case *c)
{
	return rare_if(c->op->arg != U64_MAX);
}

static const struct pa_op_rule unmapping_rule = {
	.id = "set-output-being-unmapped", .err = EINVAL, IN_OUTPUT, .holds = unmapping,
	.field = "arg",
	.text = "the buffer of descriptor {arg32} is being unmapped",
};

/* PAUSE_OUTPUT */

static enum pa_verdict pause_none(const struct pa_op_case *c)
{
	return pa_op_if(c, !pa_op_has(c, PA_OF_BUFFER));
}

static const struct pa_op_rule pause_none_rule = {
	.id = "pause-no-buffer", .err = EINVAL, .in = "_perf_ioctl",
	.on = PA_ON_IOC(PAUSE_OUTPUT), .holds = pause_none, .field = "fd",
	.text = "the event has no buffer to pause: mmap it first",
};

static enum pa_verdict pause_control(const struct pa_op_case *c)
{
	if (!pa_op_has(c, PA_OF_MMAPS) || !c->f->map.data_len)
		return PA_MAYBE;
	return yes_if(c->f->map.data_len == c->page);
}

static const struct pa_op_rule pause_control_rule = {
	.id = "pause-no-data", .err = EINVAL, .in = "_perf_ioctl", .on = PA_ON_IOC(PAUSE_OUTPUT),
	.holds = pause_control, .field = "fd",
	.text = "the buffer has only its control page, and no data to pause",
};

/* In the order in which the kernel checks. */
const struct pa_op_rule *const pa_op_rules_output[] = {
	&half_rule,
	&half_compat_rule,
	&closed_rule,
	&no_event_rule,
	&itself_rule,
	&cpu_rule,
	&task_rule,
	&clock_rule,
	&backward_rule,
	&aux_rule,
	&mapped_rule,
	&revoked_rule,
	&unmapped_rule,
	&unmapping_rule,
	&pause_none_rule,
	&pause_control_rule,
	NULL
};
