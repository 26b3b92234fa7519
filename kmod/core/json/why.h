/* SPDX-License-Identifier: GPL-2.0 */
/* The reason of a refusal as JSON, of opens and ops alike. */
#ifndef PERFATTR_JSON_WHY_H
#define PERFATTR_JSON_WHY_H

#include "core/event_now.h"
#include "core/json/writer.h"
#include "core/why/reason.h"

void pa_json_holder(struct pa_json *j, const struct pa_holder *who);
void pa_json_why(struct pa_json *j, const struct pa_why *why);

#endif /* PERFATTR_JSON_WHY_H */
