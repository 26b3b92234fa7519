/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Finds the function of the kernel that refused an open. */
#ifndef PERFATTR_CORE_REFUSED_H
#define PERFATTR_CORE_REFUSED_H

#include "core/env.h"

const char *pa_refused_by(const struct pa_record *r, const struct pa_env *env,
			  const struct pa_pmu_name **pmu);

#endif /* PERFATTR_CORE_REFUSED_H */
