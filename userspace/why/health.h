/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Why the event of an op never ran. */
#ifndef PERFATTR_WHY_HEALTH_H
#define PERFATTR_WHY_HEALTH_H

#include "core/health.h"

struct out;

/**
 * struct why_never - why an event never ran
 * @id:      for machines; NULL if it ran, or if that is not known
 * @certain: it is proven
 */
struct why_never {
	const char *id;
	bool certain;
};

void why_never_look(struct why_never *n, const struct pa_fare *fare);
void why_never_put(struct out *s, const struct pa_fare *fare);
bool why_never_text(struct out *s, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_WHY_HEALTH_H */
