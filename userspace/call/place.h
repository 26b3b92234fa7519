/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The environment of a call, read from JSON. */
#ifndef PERFATTR_CALL_PLACE_H
#define PERFATTR_CALL_PLACE_H

#include "host/values.h"
#include "rules/place.h"

void place_read(struct pa_place *place, const cJSON *o);

#endif /* PERFATTR_CALL_PLACE_H */
