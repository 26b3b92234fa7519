/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The event as the driver of a hardware PMU made it: hw.config in the terms of the PMU. */
#ifndef PERFATTR_RULES_HW_EVENT_H
#define PERFATTR_RULES_HW_EVENT_H

#include "core/attr.h"

/* Upper bound of the length of PMU/event=0xc2,.../; longer ones are not written. */
#define PA_HW_EVENT_LEN	256

bool pa_put_hw_event(struct out *s, u64 *rest, const struct pa_record *r,
		     const struct pa_env *env, const struct pa_attr *a);
u32 pa_hw_wants_format(const struct pa_record *r, const struct pa_env *env);
const struct pa_names *pa_hw_bits(const struct pa_record *r, const struct pa_env *env);
const char *pa_hw_counted_by(const struct pa_record *r, const struct pa_env *env,
			     const struct pa_attr *a);

#endif /* PERFATTR_RULES_HW_EVENT_H */
