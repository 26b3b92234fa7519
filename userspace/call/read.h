/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * From a line of JSON back to the record that the module had: what rules and renderers read of it
 * is the same. What a line lacks is not known then, never guessed.
 */
#ifndef PERFATTR_CALL_READ_H
#define PERFATTR_CALL_READ_H

#include "call/parts.h"

bool record_read(struct pa_record *r, struct pa_env *env, const cJSON *line,
		 const struct machine *m, struct missing *missing);

#endif /* PERFATTR_CALL_READ_H */
