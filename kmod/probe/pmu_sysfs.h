/* SPDX-License-Identifier: GPL-2.0 */
/* What sysfs says about a PMU when a record is read. */
#ifndef PERFATTR_PMU_SYSFS_H
#define PERFATTR_PMU_SYSFS_H

#include "core/record.h"

void pa_pmu_sysfs(struct pa_env *env, const struct pa_record *rec);

#endif /* PERFATTR_PMU_SYSFS_H */
