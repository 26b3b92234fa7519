/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The text of a record's reason and plan, which the kernel does not know. */
#ifndef PERFATTR_RULES_TEXT_H
#define PERFATTR_RULES_TEXT_H

#include "core/render.h"
#include "rules/health.h"
#include "rules/hw_event.h"
#include "rules/reason.h"

/* Every byte of the name of a PMU may need an escape; and the names of the bits that remain. */
#define WHY_HW_EVENT_LEN (4 * PA_HW_EVENT_LEN + 128)

/**
 * struct why_told_text - the additions to a record, with their strings
 * @told: for pa_env.told; points into this struct, which must not be moved
 *
 * The others are the strings, each with a NUL.
 */
struct why_told_text {
	struct pa_told told;
	char never[WHY_NEVER_LEN + sizeof("probably ")];
	char hw_event[WHY_HW_EVENT_LEN];
};

void why_fix_text(char *to, size_t size, const struct pa_record *r, const struct pa_env *env,
		  const struct pa_why *why);
void why_changes_text(char *to, size_t size, const struct pa_record *r, const struct pa_env *env,
		      const struct pa_why *why);
void why_told(struct why_told_text *t, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RULES_TEXT_H */
