/* SPDX-License-Identifier: GPL-2.0 */
/* A record with its reasons, as perfattr -j prints it. */
#ifndef PERFATTR_TEST_TOLD_H
#define PERFATTR_TEST_TOLD_H

#include "core/out.h"
#include "host/values.h"
#include "call/write.h"

/* A call as it is written; to be freed. @found: with its reasons; else NULL */
static inline cJSON *call_written(const struct pa_call *x, const struct pa_explanation *found)
{
	static char text[CALL_JSON_MAX];
	struct out s;

	out_init(&s, text, sizeof(text));
	call_json(&s, x, found);
	return out_overflowed(&s) ? NULL : json_load(text, s.len, NULL);
}

/* Return: to be freed. */
static inline cJSON *told_call(struct explainer *e, struct pa_call *x)
{
	static struct pa_explanation found;

	explain_now(e, x);
	explain_find(&found, x);
	return call_written(x, &found);
}

/* The same of a line; NULL if it is no call of which a reason can be found. */
static inline cJSON *told_json(struct explainer *e, cJSON *line)
{
	static struct pa_call x;

	if (!explain_read(e, line, &x) || x.missing.partial)
		return NULL;
	return told_call(e, &x);
}

/* The same of a call of a text. */
static inline cJSON *told_pasted(struct explainer *e, const struct paste_call *call)
{
	static struct pa_call x;

	pasted_call(&x, call, 1);
	explain_machine(e, &x);
	return told_call(e, &x);
}

#endif /* PERFATTR_TEST_TOLD_H */
