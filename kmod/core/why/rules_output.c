// SPDX-License-Identifier: GPL-2.0
/* perf_event_set_output(), and the rest of the system call. */
#include "core/why/rule.h"

/* perf_event_set_output() */

static enum pa_verdict output_if(const struct pa_case *c, bool refuses)
{
	return c->output ? yes_if(refuses) : PA_NO;
}

static enum pa_verdict output_cpu(const struct pa_case *c)
{
	if (!c->output)
		return PA_NO;
	return c->leader ? cpu_differs(c) : PA_MAYBE;
}

static const struct pa_rule output_cpu_differs_rule = {
	.id = "output-cpu-differs", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_cpu, .field = "cpu",
	.text = "cpu {event_cpu} differs from the output event's cpu {leader_cpu}",
	.fix = "flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_task(const struct pa_case *c)
{
	if (!c->output || (c->leader && c->leader->cpu != -1))
		return PA_NO;
	if (!c->leader || task_of_leader(c) > 1)
		return PA_MAYBE;
	return yes_if(!task_of_leader(c));
}

static const struct pa_rule output_task_differs_rule = {
	.id = "output-task-differs", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_task, .field = "pid",
	.text = "the output event watches another task",
	.fix = "flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_clock(const struct pa_case *c)
{
	if (c->output && !c->leader)
		return PA_MAYBE;
	return output_if(c, c->output && !clock_same(c));
}

static const struct pa_rule output_clock_differs_rule = {
	.id = "output-clock-differs", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_clock, .field = "clockid",
	.text = "the output event uses another clock",
	.fix = "use_clockid={leader_use_clockid} clockid={leader_clockid} / "
		"flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_backward(const struct pa_case *c)
{
	if (c->output && !c->leader)
		return PA_MAYBE;
	return output_if(c, c->output && c->leader->write_backward !=
				       flag(c, PA_FIELD_WRITE_BACKWARD));
}

static const struct pa_rule output_direction_differs_rule = {
	.id = "output-direction-differs", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_backward, .field = "write_backward",
	.text = "write_backward differs from the output event's",
	.fix = "write_backward={leader_write_backward} / flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_aux(const struct pa_case *c)
{
	if (!c->output || (c->has_caps && c->ctx_nr == CTX_SOFTWARE))
		return PA_NO;
	return maybe_if(!c->leader || c->leader->pmu != pa_case_pmu(c));
}

static const struct pa_rule output_pmu_differs_rule = {
	.id = "output-pmu-differs", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_aux, .field = "flags",
	.text = "both events have an AUX area, and their PMUs differ",
	.fix = "flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_no_buffer(const struct pa_case *c)
{
	if (!c->output)
		return PA_NO;
	if (!c->leader || c->leader->has_rb > 1)
		return PA_MAYBE;
	return yes_if(!c->leader->has_rb);
}

static const struct pa_rule output_not_mapped_rule = {
	.id = "output-not-mapped", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_no_buffer, .field = "group_fd",
	.text = "the output event, group_fd {group_fd}, has no buffer: mmap it first",
	.fix = "flags&~PERF_FLAG_FD_OUTPUT",
};

static enum pa_verdict output_unmapping(const struct pa_case *c)
{
	return rare_if(c->output);
}

static const struct pa_rule output_being_unmapped_rule = {
	.id = "output-being-unmapped", .in = "perf_event_set_output", .err = EINVAL,
	.sites = PA_AT(OUTPUT), .holds = output_unmapping, .luck = true, .field = "group_fd",
	.text = "the buffer of group_fd {group_fd} is being unmapped",
	.fix = "flags&~PERF_FLAG_FD_OUTPUT",
};

/* The rest of the system call */

static const struct pa_rule group_read_too_large_rule = {
	.id = "group-read-too-large", .in = SYSCALL, .err = E2BIG,
	.sites = PA_AT(GROUP) | PA_AT(INSTALL), .holds = any_member,
	.luck = true, .field = "group_fd",
	.text = "reading this group would return more than 16 KiB: it has too many members",
	.fix = "group_fd=-1",
};

static enum pa_verdict moved_group(const struct pa_case *c)
{
	return rare_if(c->member && !(c->k->has & PA_K_PMU_CTX));
}

static const struct pa_rule moved_group_raced_rule = {
	.id = "moved-group-raced", .in = SYSCALL, .err = EINVAL, .sites = PA_AT(INSTALL),
	.holds = moved_group, .luck = true, .field = "group_fd",
	.text = "the group was moved to another context meanwhile",
	.fix = "group_fd=-1",
};

/* No PMU of these types has setup_aux() or snapshot_aux(). That of Intel PT is of another type. */
static bool leader_has_no_aux(const struct pa_case *c)
{
	return c->leader && (c->leader->type == PA_TYPE_SOFTWARE ||
			     c->leader->type == PA_TYPE_TRACEPOINT);
}

/* perf_get_aux_event() */
static enum pa_verdict no_aux_event(const struct pa_case *c)
{
	bool size = get(c, PA_FIELD_AUX_SAMPLE_SIZE);
	bool output = flag(c, PA_FIELD_AUX_OUTPUT);

	if (!size && !output && !get(c, PA_FIELD_AUX_PAUSE) && !get(c, PA_FIELD_AUX_RESUME))
		return PA_NO;
	if (!c->member || (size && output) || leader_has_no_aux(c))
		return PA_YES;
	return PA_MAYBE;
}

static const struct pa_rule no_aux_event_rule = {
	.id = "no-aux-event", .in = SYSCALL, .err = EINVAL,
	.sites = PA_AT(GROUP) | PA_AT(INSTALL), .holds = no_aux_event, .field = "{aux_field}",
	.text = "{aux_field} needs a group leader that has an AUX area",
	.fix = "aux_output=0 aux_sample_size=0 aux_pause=0 aux_resume=0",
};

static enum pa_verdict busy(const struct pa_case *c)
{
	return maybe_if(!c->has_caps || c->caps & PA_CAP_EXCLUSIVE || c->member);
}

static const struct pa_rule pmu_in_use_rule = {
	.id = "pmu-in-use", .in = SYSCALL, .err = EBUSY, .sites = PA_AT(GROUP) | PA_AT(INSTALL),
	.holds = busy, .luck = true, .field = "type", .held = PA_HELD_SAME_TARGET,
	.text = "PMU {pmu} is exclusive, and has an event here already",
};

static const struct pa_rule no_file_rule = {
	.id = "no-file", .in = SYSCALL, .err = ENFILE, .sites = PA_AT(GROUP) | PA_AT(INSTALL),
	.holds = always_maybe, .luck = true, .sole = true,
	.text = "the system has no free file (fs.file-max)",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_output[] = {
	&output_cpu_differs_rule,
	&output_task_differs_rule,
	&output_clock_differs_rule,
	&output_direction_differs_rule,
	&output_pmu_differs_rule,
	&output_not_mapped_rule,
	&output_being_unmapped_rule,
	NULL
};

const struct pa_rule *const pa_rules_install[] = {
	&group_read_too_large_rule,
	&moved_group_raced_rule,
	&no_aux_event_rule,
	&pmu_in_use_rule,
	&no_file_rule,
	NULL
};
