/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_WHY_SAY_H
#define PERFATTR_WHY_SAY_H

#include "core/why/reason.h"
#include "core/why/rule.h"

void pa_why_say_needs(const struct pa_case *c, struct pa_why *why);
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);

#endif /* PERFATTR_WHY_SAY_H */
