/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The JSON members made from the attr. */
#ifndef PERFATTR_JSON_ATTR_H
#define PERFATTR_JSON_ATTR_H

#include "json/writer.h"

/* Return true if a field of the attr is a string of digits in JSON. */
static inline bool pa_json_is_wide(const struct pa_field *f)
{
	return f->mask > U32_MAX;
}

void pa_json_field_value(struct pa_json *j, const struct pa_field *f, u64 v);
void pa_json_pmu_name(struct pa_json *j, const struct pa_pmu_name *pmu);
void pa_json_attr(struct pa_json *j);
void pa_json_symbols(struct pa_json *j);
void pa_json_strings(struct pa_json *j);

#endif /* PERFATTR_JSON_ATTR_H */
