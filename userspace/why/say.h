/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_SAY_H
#define PERFATTR_WHY_SAY_H

#include "why/reason.h"
#include "why/rule.h"

struct out;

void pa_why_put(char *to, size_t size, const struct pa_case *c, const char *text);
void pa_why_say_needs(const struct pa_case *c, struct pa_why *why);
void pa_why_name(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);

#endif /* PERFATTR_WHY_SAY_H */
