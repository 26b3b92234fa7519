/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_CANDIDATES_H
#define PERFATTR_WHY_CANDIDATES_H

#include "why/case.h"
#include "why/limits.h"
#include "why/reason.h"

u32 pa_candidates(const struct pa_record *r, const struct pa_env *env,
		  const struct pa_unknown *unknown, bool *sure, struct pa_why *why, u32 max);
void pa_candidate_say(const struct pa_record *r, const struct pa_env *env,
		      const struct pa_unknown *unknown, struct pa_why *why);

#endif /* PERFATTR_WHY_CANDIDATES_H */
