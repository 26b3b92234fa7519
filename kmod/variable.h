/* SPDX-License-Identifier: GPL-2.0 */
/* Variables of the kernel that it does not export, and that decide about calls. */
#ifndef PERFATTR_VARIABLE_H
#define PERFATTR_VARIABLE_H

#include <linux/types.h>

enum pa_variable {
	PA_VAR_PARANOID,	/* kernel.perf_event_paranoid */
	PA_VAR_MAX_RATE,	/* kernel.perf_event_max_sample_rate */
	PA_VAR_MAX_STACK,	/* kernel.perf_event_max_stack */
	PA_VAR_LOCKDOWN,	/* enum lockdown_reason */
	PA_VAR_MAX,
};

void pa_variable_init(void);
bool pa_variable_read(enum pa_variable var, s32 *value);

#endif /* PERFATTR_VARIABLE_H */
