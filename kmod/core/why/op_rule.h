/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rules of ops: why the kernel refuses a call on an event, or why a call that succeeds does
 * nothing. They are all checks of perf_mmap(), perf_ioctl(), perf_read() and perf_poll() in
 * kernel/events/core.c and ring_buffer.c, kernel/trace/bpf_trace.c and trace_events_filter.c, and
 * kernel/bpf/syscall.c, of 5.10, 6.1, 6.12 and 7.3.
 *
 * They work as those of the opens, see core/why/rule.h: in the kernel's order, the first that
 * surely holds is the reason.
 */
#ifndef PERFATTR_WHY_OP_RULE_H
#define PERFATTR_WHY_OP_RULE_H

#include "core/op.h"
#include "core/why/op_filter.h"
#include "core/why/reason.h"
#include "core/why/rule.h"
#include "core/why/template.h"

/* What an op is: a bit each. */
#define PA_ON_MMAP	0x1
#define PA_ON_READ	0x2
#define PA_ON_POLL	0x4
#define PA_ON_PRCTL	0x8
#define PA_ON_IOC(name)	(0x10u << PA_IOC_##name)	/* MAX: no ioctl of perf's */
#define PA_ON_IOCTL	((PA_ON_IOC(MAX) << 1) - PA_ON_IOC(ENABLE))

/**
 * struct pa_op_case - an op as the rules see it
 * @r:     the record
 * @env:   further input
 * @op:    of the record
 * @f:     its facts; all zero if none were taken
 * @pmu:   the PMU of the event, NULL if not known
 * @err:   the errno, positive; 0: the op succeeded
 * @on:    PA_ON_*, one bit
 * @page:  bytes of a page
 * @pages: mmap: pages of the area
 * @fault: SET_FILTER of a trace event: what is wrong with the filter
 */
struct pa_op_case {
	const struct pa_record *r;
	const struct pa_env *env;
	const struct pa_op *op;
	const struct pa_op_facts *f;
	const struct pa_pmu_name *pmu;
	u32 err;
	u32 on;
	u32 page;
	u64 pages;
	struct pa_filter_fault fault;
};

/**
 * struct pa_op_rule - one check of the kernel
 * @id:    name of the rule
 * @in:    the function that has the check
 * @field: the argument at fault, or NULL
 * @text:  the sentence, see core/why/template.h
 * @fix:   "argument={variable}"; NULL if no change of the arguments helps. Not offered if another
 *         rule surely refuses the op with it
 * @lost:  what is lost with @fix; NULL: nothing
 * @needs: which privileges or settings help, a sentence as @text; NULL: none
 * @since: first kernel with this check, NULL if all supported kernels have it
 * @holds: evaluates the check
 * @on:    PA_ON_*: which ops
 * @err:   the errno that it returns; 0: the op succeeds, and does nothing
 * @sole:  nothing else in these ops returns this errno
 */
struct pa_op_rule {
	const char *id;
	const char *in;
	const char *field;
	const char *text;
	const char *fix;
	const char *lost;
	const char *needs;
	const char *since;
	enum pa_verdict (*holds)(const struct pa_op_case *c);
	u32 on;
	u8 err;
	bool sole;
};

/* Each ends with NULL. */
extern const struct pa_op_rule *const pa_op_rules_any[];
extern const struct pa_op_rule *const pa_op_rules_mmap[];
extern const struct pa_op_rule *const pa_op_rules_ioctl[];
extern const struct pa_op_rule *const pa_op_rules_output[];
extern const struct pa_op_rule *const pa_op_rules_trace[];
extern const struct pa_op_rule *const pa_op_rules_read[];

const struct pa_op_rule *pa_op_rule_number(unsigned int n);
bool pa_op_number(u64 *value, const struct pa_op_case *c, const struct pa_word *w);
enum pa_verdict pa_op_fix_refused(const struct pa_op_case *c, const char *field, u64 value);
void pa_op_say(const struct pa_op_case *c, const struct pa_op_rule *rule, struct pa_why *why);

/* Is this known of the event, or of the system, and so? */
static inline bool pa_op_has(const struct pa_op_case *c, u32 bits)
{
	return (c->f->have & bits) == bits;
}

/* Were facts taken? */
static inline bool pa_op_known(const struct pa_op_case *c)
{
	return c->op->have & PA_OP_FACTS;
}

/* A flag of the event's attr. */
static inline bool pa_op_flag(const struct pa_op_case *c, enum pa_field_id id)
{
	return c->f->flags >> pa_fields[id].shift & pa_fields[id].mask;
}

/* A condition that the facts decide. */
static inline enum pa_verdict pa_op_if(const struct pa_op_case *c, bool refuses)
{
	return pa_op_known(c) ? yes_if(refuses) : PA_MAYBE;
}

static inline enum pa_verdict pa_op_maybe(const struct pa_op_case *c)
{
	return PA_MAYBE;
}

/* The area of an mmap: the data area begins at 0, all else is AUX. */
static inline bool pa_op_is_aux(const struct pa_op_case *c)
{
	return c->op->offset;
}

u64 pa_op_locked_limit(const struct pa_op_case *c);
u64 pa_op_locked_extra(const struct pa_op_case *c);
u64 pa_op_memlock_pages(const struct pa_op_case *c);
u64 pa_op_fits(const struct pa_op_case *c);
u64 pa_op_power_above(u64 n);

#endif /* PERFATTR_WHY_OP_RULE_H */
