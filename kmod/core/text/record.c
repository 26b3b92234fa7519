// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A record as text: an open is a block of lines, an op is one line. */
#include "core/render.h"
#include "core/text/op.h"
#include "core/text/open.h"

void pa_text_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags)
{
	if (r->kind == PA_RECORD_OPEN)
		pa_text_open(s, r, env, flags);
	else
		pa_text_op(s, r, env, flags);
}
