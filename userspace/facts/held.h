/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The present holders of the resource that a refused open could not get: descriptors of perf events
 * on which the refusal depends. They are searched when the record is read, so they may not be those
 * at the time of the call.
 */
#ifndef PERFATTR_FACTS_HELD_H
#define PERFATTR_FACTS_HELD_H

#include "core/event_now.h"

/* At most 8 descriptors are named. */
#define PA_HELD_NAMED	8

/* The events that a refusal depends on. */
enum pa_held_kind {
	PA_HELD_NONE,		/* on none */
	PA_HELD_REGISTERS,	/* breakpoints that take registers of the same kind */
	PA_HELD_OTHER_WAY,	/* of the PMU: those for tasks if it is for a cpu, and vice versa */
	PA_HELD_SAME_TARGET,	/* events of the PMU for the same task or cpu */
};

/**
 * struct pa_held_event - a descriptor of an event
 * @id:      of the event, as PERF_EVENT_IOC_ID returns it
 * @who:     the process that holds it, and its descriptor
 * @tid:     the task that the event is for, 0: none
 * @cpu:     event->cpu, -1: any
 * @pmu:     index of its PMU, 0 = not known
 * @bp_type: bp_type of a breakpoint, else 0
 */
struct pa_held_event {
	u64 id;
	struct pa_holder who;
	s32 tid;
	s32 cpu;
	u16 pmu;
	u8 bp_type;
};

/**
 * struct pa_held_ask - the resource that a refused open asked for
 * @kind:    enum pa_held_kind
 * @bp_type: as in struct pa_held_event, likewise @pmu and @cpu
 * @task:    the event was for a task
 * @mixed:   breakpoints of all types share their registers
 * @tid:     that task, 0: not known, and @kind does not need it
 */
struct pa_held_ask {
	u8 kind;
	u8 bp_type;
	u16 pmu;
	bool task;
	bool mixed;
	s32 tid;
	s32 cpu;
};

/**
 * struct pa_held - the present holders, for a refused open
 * @n:    entries of @by
 * @more: how many further descriptors there are
 * @cut:  there may be more than that
 * @by:   in the order in which they were found: all of a process one after the other
 */
struct pa_held {
	u32 n;
	u32 more;
	bool cut;
	struct pa_held_event by[PA_HELD_NAMED];
};

bool pa_held_matters(const struct pa_held_ask *ask, const struct pa_held_event *e);

#endif /* PERFATTR_FACTS_HELD_H */
