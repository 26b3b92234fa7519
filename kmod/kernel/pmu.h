/* SPDX-License-Identifier: GPL-2.0 */
/* A table of PMU names; records refer to it by index. */
#ifndef PERFATTR_PMU_H
#define PERFATTR_PMU_H

#include <linux/perf_event.h>

#include "core/env.h"

extern const struct pa_env pa_pmu_table;

void pa_pmu_init(void);
void pa_pmu_exit(void);
u16 pa_pmu_index(const struct pmu *pmu);
u16 pa_pmu_dynamic(u32 type);
bool pa_pmu_keeps_code(u16 index);
bool pa_pmu_is_clock(const struct pmu *pmu, u64 *config);
u32 pa_pmu_caps(int capabilities);
u32 pa_pmu_leaves(void);
void pa_pmu_env(struct pa_env *env);

/**
 * pa_pmu_now() - the index of the PMU that has a type now
 * @type: attr.type
 *
 * Context: any, lock-free. Return: index; PA_PMU_NONE when no PMU has it; 0 when it is not dynamic.
 */
static __always_inline u16 pa_pmu_now(u32 type)
{
	return likely(type < PERF_TYPE_MAX) ? 0 : pa_pmu_dynamic(type);
}

#endif /* PERFATTR_PMU_H */
