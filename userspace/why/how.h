/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* How a call is allowed, where it is made. */
#ifndef PERFATTR_WHY_HOW_H
#define PERFATTR_WHY_HOW_H

#include "why/place.h"
#include "why/reason.h"

#define PA_HOW_MAX	8
#define PA_HOW_TEXT	192

/**
 * struct pa_how - one way to allow a call
 * @where: who is told that
 * @what:  what it is told
 */
struct pa_how {
	const char *where;
	char what[PA_HOW_TEXT];
};

u32 pa_how(struct pa_how *how, const struct pa_need *need, bool filter, bool strict,
	   const struct pa_place *place);

#endif /* PERFATTR_WHY_HOW_H */
