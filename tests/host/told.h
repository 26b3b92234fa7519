/* SPDX-License-Identifier: GPL-2.0 */
/* A record with its reasons, as perfattr -j prints it. */
#ifndef PERFATTR_TEST_TOLD_H
#define PERFATTR_TEST_TOLD_H

#include <jansson.h>

#include "core/out.h"
#include "source/write.h"

/* Return: to be freed; NULL if the line is no call of which a reason can be found. */
static inline json_t *told_json(struct explainer *e, json_t *line)
{
	static struct pa_explanation found;
	static char text[CALL_JSON_MAX];
	static struct explained x;
	struct out s;

	if (!explain_read(e, line, &x) || x.missing.partial)
		return NULL;
	explain_now(e, &x);
	explain_find(&found, &x);
	out_init(&s, text, sizeof(text));
	call_json(&s, &x, &found);
	return out_overflowed(&s) ? NULL : json_loadb(text, s.len, 0, NULL);
}

#endif /* PERFATTR_TEST_TOLD_H */
