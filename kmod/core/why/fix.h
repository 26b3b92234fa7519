/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_WHY_FIX_H
#define PERFATTR_WHY_FIX_H

#include "core/why/reason.h"
#include "core/why/rule.h"

void pa_why_fix(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);

#endif /* PERFATTR_WHY_FIX_H */
