/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* An open as text. */
#ifndef PERFATTR_TEXT_OPEN_H
#define PERFATTR_TEXT_OPEN_H

#include "core/env.h"
#include "core/names.h"

void pa_text_open(struct out *s, const struct pa_record *r, const struct pa_env *env,
		  unsigned int flags);

#endif /* PERFATTR_TEXT_OPEN_H */
