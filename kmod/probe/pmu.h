/* SPDX-License-Identifier: GPL-2.0 */
/* Names of PMUs: a table that records refer to by index. */
#ifndef PERFATTR_PMU_H
#define PERFATTR_PMU_H

#include "core/record.h"

struct pmu;

/* Pairs of a type and a name that are remembered; a large machine has hundreds of PMUs. */
#define PA_PMUS		1024

void pa_pmu_init(void);
void pa_pmu_exit(void);
u16 pa_pmu_index(const struct pmu *pmu);
u16 pa_pmu_now(u32 type);
bool pa_pmu_keeps_code(u16 index);
bool pa_pmu_is_clock(const struct pmu *pmu, u64 *config);
u32 pa_pmu_caps(const struct pmu *pmu);
void pa_pmu_env(struct pa_env *env);

#endif /* PERFATTR_PMU_H */
