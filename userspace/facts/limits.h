/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Limits of a kernel that were found by calls which it refuses; some may be unknown. */
#ifndef PERFATTR_FACTS_LIMITS_H
#define PERFATTR_FACTS_LIMITS_H

#include "core/facts.h"

/* Bits of pa_limits.have. */
#define PA_L_SIZE	0x01
#define PA_L_FLAGS	0x02
#define PA_L_SAMPLE	0x04
#define PA_L_FORMAT	0x08
#define PA_L_BRANCH	0x10
#define PA_L_AUX	0x20
#define PA_L_PAGE	0x40
#define PA_L_CGROUP	0x80
/* The limits that perf_copy_attr() checks. */
#define PA_L_COPY	0xff
#define PA_L_REGS	0x100
#define PA_L_PMU_CTX	0x200
#define PA_L_PARANOID_OPENS	0x400
#define PA_L_PARANOID_REFUSES	0x800

/* Up to this kernel.perf_event_paranoid no kernel that we know refuses every call. */
#define PA_PARANOID_USUAL	2

/**
 * struct pa_limits - the known limits of a kernel
 * @k:           those of its members that of_limits[] of limits.c lists; first in this struct
 * @have:        PA_L_*: which members are known
 * @cgroup_perf: PA_K_CGROUP_PERF
 * @pmu_ctx:     PA_K_PMU_CTX
 * @paranoid_opens: the highest kernel.perf_event_paranoid above 2 at which a call without privilege
 *               was seen to open
 * @paranoid_refuses: the lowest one at which every such call is refused, as one was
 */
struct pa_limits {
	struct pa_kernel k;
	u32 have;
	u8 cgroup_perf;
	u8 pmu_ctx;
	s32 paranoid_opens;
	s32 paranoid_refuses;
};

extern const struct pa_fact_list pa_facts_of_limits;

void pa_kernel_oldest(struct pa_kernel *k);
void pa_kernel_newest(struct pa_kernel *k);
void pa_kernel_limit(struct pa_kernel *k, const struct pa_limits *l);

#endif /* PERFATTR_FACTS_LIMITS_H */
