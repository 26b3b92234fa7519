/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The health of an op's event, as text. */
#ifndef PERFATTR_TEXT_HEALTH_H
#define PERFATTR_TEXT_HEALTH_H

#include "core/env.h"

struct out;

void pa_text_op_health(struct out *s, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_TEXT_HEALTH_H */
