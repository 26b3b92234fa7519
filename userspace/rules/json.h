/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Members of a record's JSON that do not come from the kernel: one function for each value. */
#ifndef PERFATTR_RULES_JSON_H
#define PERFATTR_RULES_JSON_H

#include "core/env.h"

struct out;
struct pa_json;
struct pa_why;

/* Enough room for each member (tested by tests/host). */
#define WHY_JSON_MAX	16384

void why_json_of(struct out *s, const struct pa_env *env, const struct pa_why *why);
void why_json_found(struct out *s, const struct pa_why *why);
void why_json_never(struct out *s, const struct pa_record *r, const struct pa_env *env);
void why_json_more(struct pa_json *j);

#endif /* PERFATTR_RULES_JSON_H */
