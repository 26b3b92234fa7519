/* SPDX-License-Identifier: GPL-2.0 */
/* Stages: kretprobes on the inner functions of perf_event_open(). */
#ifndef PERFATTR_STAGES_H
#define PERFATTR_STAGES_H

#include <linux/jump_label.h>

#include "hook/inflight.h"
#include "kernel/probe.h"

extern struct pa_probe_set pa_stages_set;

void pa_stages_register(unsigned int maxactive, bool by_sites);
void pa_stages_unregister(void);
int pa_stages_enable(unsigned int level);
unsigned int pa_stages_on_fork(void);
void pa_stages_follow(struct pa_open *call);
void pa_stages_done(struct pa_open *call);
u32 pa_stages_followed(void);

/* On while the setting "stages" is not 0. */
DECLARE_STATIC_KEY_TRUE(pa_stages_on);

/**
 * pa_stages_begin() - a call was entered: follow its stages, unless they are off
 * @call: the call of the current task; its record is begun
 *
 * Context: probe handler.
 */
static __always_inline void pa_stages_begin(struct pa_open *call)
{
	if (static_branch_likely(&pa_stages_on))
		pa_stages_follow(call);
}

/**
 * pa_stages_end() - the call returns: complete its path
 * @call: the call of the current task; its result is set
 *
 * Context: probe handler.
 */
static __always_inline void pa_stages_end(struct pa_open *call)
{
	if (call->rec.have_kview)
		pa_stages_done(call);
}

#endif /* PERFATTR_STAGES_H */
