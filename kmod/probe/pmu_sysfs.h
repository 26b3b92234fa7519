/* SPDX-License-Identifier: GPL-2.0 */
/* What sysfs says about a PMU when a record is read. */
#ifndef PERFATTR_PMU_SYSFS_H
#define PERFATTR_PMU_SYSFS_H

#include "core/why/case.h"

/* Of so many PMUs a reader remembers the format: a hybrid machine has two for its cpus. */
#define PA_FORMATS_KEPT	4

struct pa_formats;

void pa_pmu_sysfs(struct pa_env *env, struct pa_case *seen, const struct pa_record *rec);
void pa_pmu_formats(struct pa_formats *kept, struct pa_env *env, const struct pa_record *rec);

#endif /* PERFATTR_PMU_SYSFS_H */
