/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Who holds an open event, as JSON. */
#ifndef PERFATTR_JSON_EVENT_H
#define PERFATTR_JSON_EVENT_H

#include "core/event_now.h"
#include "json/writer.h"

void pa_json_holder(struct pa_json *j, const struct pa_holder *who);

#endif /* PERFATTR_JSON_EVENT_H */
