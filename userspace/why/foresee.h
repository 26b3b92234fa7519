/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What becomes of a call that nobody has made yet. */
#ifndef PERFATTR_WHY_FORESEE_H
#define PERFATTR_WHY_FORESEE_H

#include "core/env.h"
#include "why/reason.h"

enum pa_foreseen_as {
	PA_FORESEEN_UNKNOWN,	/* a check is not decided */
	PA_FORESEEN_OPENS,
	PA_FORESEEN_REFUSED,
};

/**
 * struct pa_foreseen - what becomes of it
 * @as:   enum pa_foreseen_as
 * @err:  PA_FORESEEN_REFUSED: the errno, 0 if the driver chooses one
 * @or_err: another errno, where drivers differ; else 0
 * @why:  the check that refuses, without a plan
 */
struct pa_foreseen {
	u8 as;
	u32 err;
	u32 or_err;
	struct pa_why why;
};

void pa_foresee(struct pa_foreseen *f, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_WHY_FORESEE_H */
