/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Lists the facts about its PMU that would help to explain a refused call. */
#ifndef PERFATTR_RULES_ASK_H
#define PERFATTR_RULES_ASK_H

#include "facts/held.h"
#include "rules/case.h"

bool pa_why_ask(struct pa_ask *ask, const struct pa_case *c);
bool pa_ask_probe_name(const struct pa_record *r);
bool pa_ask_kprobe(const struct pa_case *c);
bool pa_ask_trace(const struct pa_record *r);
bool pa_ask_cgroup(const struct pa_record *r);
bool pa_held_asks(struct pa_held_ask *ask, const struct pa_record *r, const struct pa_env *env);
bool pa_ask_any(const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RULES_ASK_H */
