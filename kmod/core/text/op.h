/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* An op as text. */
#ifndef PERFATTR_TEXT_OP_H
#define PERFATTR_TEXT_OP_H

#include "core/env.h"
#include "core/names.h"

void pa_text_op(struct out *s, const struct pa_record *r, const struct pa_env *env,
		unsigned int flags);

#endif /* PERFATTR_TEXT_OP_H */
