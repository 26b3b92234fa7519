/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* An event's running time and losses, for both renderers and for rules/health.c. */
#ifndef PERFATTR_CORE_HEALTH_H
#define PERFATTR_CORE_HEALTH_H

#include "core/env.h"

/**
 * struct pa_fare - the meaning of an event's health
 * @h:        the health in the record
 * @pmu:      the PMU of the event, NULL if not known
 * @times:    enabled and running are known
 * @whole:    they include all children
 * @unscaled: the value that was read is smaller than the event's true count, and the reader cannot
 *            tell, because read_format lacks the times
 * @looked:   head and tail of @h are known
 * @percent:  running of enabled, rounded down; valid if @times and @enabled is not 0
 * @enabled:  ns
 * @running:  ns
 */
struct pa_fare {
	const struct pa_health *h;
	const struct pa_pmu_name *pmu;
	bool times;
	bool whole;
	bool unscaled;
	bool looked;
	u32 percent;
	u64 enabled;
	u64 running;
};

bool pa_fare_look(struct pa_fare *fare, const struct pa_record *r, const struct pa_env *env);
const char *pa_state_name(s32 state);
u32 pa_percent(u64 part, u64 all);

#endif /* PERFATTR_CORE_HEALTH_H */
