/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The health of an op's event, as JSON. */
#ifndef PERFATTR_JSON_HEALTH_H
#define PERFATTR_JSON_HEALTH_H

#include "json/writer.h"

void pa_json_op_outcome(struct pa_json *j);

#endif /* PERFATTR_JSON_HEALTH_H */
