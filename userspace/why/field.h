/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_FIELD_H
#define PERFATTR_WHY_FIELD_H

#include "core/attr.h"

unsigned int pa_field_named(const char *name);
bool pa_field_known(const struct pa_kernel *k, enum pa_field_id id);

#endif /* PERFATTR_WHY_FIELD_H */
