/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The environment of a call, read from JSON. */
#ifndef PERFATTR_SOURCE_PLACE_H
#define PERFATTR_SOURCE_PLACE_H

#include "env/values.h"
#include "why/place.h"

void place_read(struct pa_place *place, const cJSON *o);

#endif /* PERFATTR_SOURCE_PLACE_H */
