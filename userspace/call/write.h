/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Writes a call as JSON: what the module says of it, and what user space knows besides. */
#ifndef PERFATTR_CALL_WRITE_H
#define PERFATTR_CALL_WRITE_H

#include "json/json.h"
#include "call/explain.h"
#include "rules/json.h"

/* Suffices for any call: the record, and its reasons (tested by tests/host). */
#define CALL_JSON_MAX	(PA_JSON_MAX + (PASTED_MAY_BE + PA_AFTER_MAX + 4) * WHY_JSON_MAX)

void call_json(struct out *s, const struct pa_call *x, const struct pa_explanation *e);

#endif /* PERFATTR_CALL_WRITE_H */
