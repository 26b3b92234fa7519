/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Why the event of an op never ran. */
#ifndef PERFATTR_RULES_HEALTH_H
#define PERFATTR_RULES_HEALTH_H

#include "core/health.h"

#define WHY_NEVER_LEN	128

/**
 * struct why_never - why an event never ran
 * @id:        for machines; NULL if the event ran, or if that is not known
 * @certain:   the record proves it
 * @elsewhere: the task of the event ran, but never on the cpu of the event
 * @text:      half a sentence, as if it were certain
 */
struct why_never {
	const char *id;
	bool certain;
	bool elsewhere;
	char text[WHY_NEVER_LEN];
};

bool why_never_look(struct why_never *n, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RULES_HEALTH_H */
