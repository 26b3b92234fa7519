/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The rules of ops: why the kernel refuses a call on an event, or why a call that succeeds does
 * nothing. They are all checks of perf_mmap(), perf_ioctl(), perf_read() and perf_poll() in
 * kernel/events/core.c and ring_buffer.c, kernel/trace/bpf_trace.c and trace_events_filter.c, and
 * kernel/bpf/syscall.c, of 5.10, 6.1, 6.12 and 7.3.
 *
 * They work as those of the opens, see why/rule.h.
 */
#ifndef PERFATTR_WHY_OP_RULE_H
#define PERFATTR_WHY_OP_RULE_H

#include "core/op.h"
#include "why/reason.h"
#include "why/rule.h"

/* Places of checks: the function, and the op. */
#define ON(function, what)	.in = (function), .sites = PA_ON_##what
#define IOC(function, name)	.in = (function), .sites = PA_ON_IOC(name)

const struct pa_rule *pa_op_rule_number(unsigned int n);
bool pa_op_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env);
void pa_op_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why);
const char *pa_op_differs(const struct pa_case *c);

/* Is this known of the event, or of the system, and so? */
static inline bool pa_op_has(const struct pa_case *c, u32 bits)
{
	return (c->of->have & bits) == bits;
}

/* Were facts taken? */
static inline bool pa_op_known(const struct pa_case *c)
{
	return c->op->have & PA_OP_FACTS;
}

/* A flag of the event's attr. */
static inline bool pa_op_flag(const struct pa_case *c, enum pa_field_id id)
{
	return c->of->flags >> pa_fields[id].shift & pa_fields[id].mask;
}

/* A condition that the facts decide. */
static inline enum pa_verdict pa_op_if(const struct pa_case *c, bool refuses)
{
	return pa_op_known(c) ? yes_if(refuses) : PA_MAYBE;
}

/* The area of an mmap: the data area begins at 0, all else is AUX. */
static inline bool pa_op_is_aux(const struct pa_case *c)
{
	return c->op->offset;
}

u64 pa_op_locked_limit(const struct pa_case *c);
u64 pa_op_locked_extra(const struct pa_case *c);
u64 pa_op_memlock_pages(const struct pa_case *c);
u64 pa_op_fits(const struct pa_case *c);
u64 pa_op_power_above(u64 n);

#endif /* PERFATTR_WHY_OP_RULE_H */
