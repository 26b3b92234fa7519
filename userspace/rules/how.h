/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* How a call is allowed, where it is made. */
#ifndef PERFATTR_RULES_HOW_H
#define PERFATTR_RULES_HOW_H

#include "facts/place.h"
#include "rules/reason.h"

#define PA_HOW_MAX	8
#define PA_HOW_TEXT	192

/* The capabilities that matter to perf. */
#define PA_CAPABILITIES	5

/**
 * struct pa_capability_name - a capability
 * @number: enum pa_capability
 * @large:  its name, as containers write it
 * @small:  its name, as setcap(8) writes it
 */
struct pa_capability_name {
	u8 number;
	const char *large;
	const char *small;
};

extern const struct pa_capability_name pa_capability_names[PA_CAPABILITIES];

/**
 * struct pa_how - one way to allow a call
 * @where: the environment of the remedy, such as "docker"
 * @what:  what to do there
 */
struct pa_how {
	const char *where;
	char what[PA_HOW_TEXT];
};

u32 pa_how(struct pa_how *how, const struct pa_need *need, bool filter, bool strict,
	   const struct pa_place *place);

#endif /* PERFATTR_RULES_HOW_H */
