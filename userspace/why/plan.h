/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Plans: fixes of rules, what they lose, and the sentences of rules. Internal to the rules. */
#ifndef PERFATTR_WHY_PLAN_H
#define PERFATTR_WHY_PLAN_H

#include "why/rule.h"
#include "why/vars.h"

void pa_plan_need_both(struct pa_need *sum, const struct pa_need *more);
struct pa_need pa_plan_needs(const struct pa_case *c, const struct pa_rule *reason);
void pa_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why);
void pa_plan_name(struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);
void pa_plan_say(struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);
enum pa_verdict pa_plan_foresee(const struct pa_case *c, const struct pa_rule **rule);

void pa_why_put(char *to, size_t size, const struct pa_case *c, const char *text);
void pa_why_say_needs(const struct pa_case *c, struct pa_why *why);
void pa_why_name(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);

/* A fix may change a field of the attr, or one of these arguments. */
enum pa_arg_id {
	PA_ARG_PID = PA_FIELD_MAX,
	PA_ARG_CPU,
	PA_ARG_GROUP_FD,
	PA_ARG_FLAGS,
	PA_ARG_MAX,
};

#define PA_TOUCHED_MAX	24

/**
 * struct pa_touched - what the fixes of a plan have changed, in that order
 * @id: fields and arguments, each once; some may have their original values again
 * @n:  entries of @id
 */
struct pa_touched {
	u8 id[PA_TOUCHED_MAX];
	u8 n;
};

unsigned int pa_fix_id(const struct pa_word *w);
u64 pa_fix_get(const struct pa_call *call, unsigned int id);
void pa_fix_set(struct pa_call *call, unsigned int id, u64 value);
void pa_fix_change(struct pa_call *call, const struct pa_why *why);
const char *pa_fix_name(unsigned int id);
bool pa_fix_is_signed(unsigned int id);
bool pa_fix_value(struct pa_number *n, const struct pa_case *c, const char *fix);
const char *pa_fix_alternative(const char *fix, unsigned int n);
bool pa_fix_apply(struct pa_case *c, const char *fix, struct pa_touched *touched);

/**
 * struct pa_void - why the kernel never counts or samples an event that opens
 * @text:  half a sentence
 * @check: the kernel function that leaves out all of it
 */
struct pa_void {
	const char *text;
	const char *check;
};

const struct pa_void *pa_void_of(const struct pa_case *from, const struct pa_call *to);

enum pa_plan pa_loss_kind(const struct pa_case *from, const struct pa_call *to,
			  const struct pa_touched *touched);
void pa_loss_say(const struct pa_case *from, const struct pa_call *to,
		 const struct pa_touched *touched, struct pa_why *why);

bool pa_attr_is_garbage(const struct pa_case *c);

#endif /* PERFATTR_WHY_PLAN_H */
