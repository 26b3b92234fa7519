/* SPDX-License-Identifier: GPL-2.0 */
/* Names of PMUs: a table that records refer to by index. */
#ifndef PERFATTR_PMU_H
#define PERFATTR_PMU_H

#include "core/record.h"

struct pmu;

#define PA_PMUS		512

void pa_pmu_init(void);
void pa_pmu_refresh(void);
u16 pa_pmu_index(const struct pmu *pmu);
bool pa_pmu_is_clock(const struct pmu *pmu, u64 *config);
u32 pa_pmu_type_of(const char *name);
u32 pa_pmu_caps(const struct pmu *pmu);
const struct pa_pmu_name *pa_pmu_names(void);
u32 pa_pmu_count(void);

#endif /* PERFATTR_PMU_H */
