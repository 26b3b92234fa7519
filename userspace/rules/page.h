/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The page of a rule in docs/refusals.md and of perfattr explain RULE. */
#ifndef PERFATTR_RULES_PAGE_H
#define PERFATTR_RULES_PAGE_H

#include "core/out.h"

struct pa_rule;

void pa_rule_sentence(struct out *s, const struct pa_rule *rule);
void pa_rule_page(struct out *s, const struct pa_rule *rule);
const struct pa_rule *pa_rule_named(const char *id);

#endif /* PERFATTR_RULES_PAGE_H */
