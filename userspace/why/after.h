/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What refuses a call next, once what has refused it is gone. */
#ifndef PERFATTR_WHY_AFTER_H
#define PERFATTR_WHY_AFTER_H

#include "why/case.h"
#include "why/reason.h"

/* So many refusals are told that come after the reason. */
#define PA_AFTER_MAX	8

/* What is taken to be gone. */
enum pa_gone {
	PA_GONE_FILTER,		/* the seccomp filter that has refused the call */
	PA_GONE_PRIVILEGE,	/* all that the caller was not allowed to do */
};

struct pa_need pa_after_needs(const struct pa_record *r, const struct pa_env *env,
			      const struct pa_unknown *unknown);
u32 pa_after(const struct pa_record *r, const struct pa_env *env, const struct pa_unknown *unknown,
	     enum pa_gone gone, struct pa_why *why);

#endif /* PERFATTR_WHY_AFTER_H */
