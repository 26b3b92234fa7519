/* SPDX-License-Identifier: GPL-2.0 */
/* Kernel variables that are not exported and that decide whether calls are refused. */
#ifndef PERFATTR_KVAR_H
#define PERFATTR_KVAR_H

#include <linux/types.h>

enum pa_kvar {
	PA_KVAR_PARANOID,	/* kernel.perf_event_paranoid */
	PA_KVAR_MAX_RATE,	/* kernel.perf_event_max_sample_rate */
	PA_KVAR_MAX_STACK,	/* kernel.perf_event_max_stack */
	PA_KVAR_MLOCK,		/* kernel.perf_event_mlock_kb */
	PA_KVAR_LOCKDOWN,	/* enum lockdown_reason */
	PA_KVAR_FTRACE_ON,	/* kernel.ftrace_enabled */
	PA_KVAR_FTRACE_DEAD,	/* ftrace_kill() was called */
	PA_KVAR_KPROBES_OFF,	/* debugfs kprobes/enabled is 0 */
	PA_KVAR_MAX,
};

void pa_kvar_init(void);
bool pa_kvar_read(enum pa_kvar var, s32 *value);
bool pa_kvar_livepatched(void);

#endif /* PERFATTR_KVAR_H */
