/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_GARBAGE_H
#define PERFATTR_WHY_GARBAGE_H

#include "why/case.h"

bool pa_attr_is_garbage(const struct pa_case *c);

#endif /* PERFATTR_WHY_GARBAGE_H */
