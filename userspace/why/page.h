/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The page of a rule: what docs/refusals.md and perfattr explain RULE say of it. */
#ifndef PERFATTR_WHY_PAGE_H
#define PERFATTR_WHY_PAGE_H

#include "core/out.h"

struct pa_rule;

void pa_rule_sentence(struct out *s, const struct pa_rule *rule);
void pa_rule_page(struct out *s, const struct pa_rule *rule, bool markdown);
const struct pa_rule *pa_rule_named(const char *id);

#endif /* PERFATTR_WHY_PAGE_H */
