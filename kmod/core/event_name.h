/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The names of events: as C expressions, and as perf writes them. */
#ifndef PERFATTR_CORE_EVENT_NAME_H
#define PERFATTR_CORE_EVENT_NAME_H

#include "core/attr.h"

/* Upper bound of the length of an event name, for any record. */
#define PA_EVENT_LEN	256

bool pa_put_config(struct out *s, u32 type, u64 config);
bool pa_put_generic(struct out *s, u32 type, u64 config);
void pa_put_event_name(struct out *s, const struct pa_record *r, const struct pa_env *env,
		       const struct pa_attr *a);
bool pa_put_leader_name(struct out *s, const struct pa_kview *kv);

#endif /* PERFATTR_CORE_EVENT_NAME_H */
