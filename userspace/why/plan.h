/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_PLAN_H
#define PERFATTR_WHY_PLAN_H

#include "why/reason.h"
#include "why/rule.h"

void pa_plan_need_both(struct pa_need *sum, const struct pa_need *more);
struct pa_need pa_plan_needs(const struct pa_case *c, const struct pa_rule *reason);
void pa_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why);
enum pa_verdict pa_plan_foresee(const struct pa_case *c, const struct pa_rule **rule);

#endif /* PERFATTR_WHY_PLAN_H */
