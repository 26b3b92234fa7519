/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The JSON members that only opens have. */
#ifndef PERFATTR_JSON_OPEN_H
#define PERFATTR_JSON_OPEN_H

#include "json/writer.h"

void pa_json_asked(struct pa_json *j);
void pa_json_outcome(struct pa_json *j);

#endif /* PERFATTR_JSON_OPEN_H */
