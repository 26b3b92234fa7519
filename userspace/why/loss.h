/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_LOSS_H
#define PERFATTR_WHY_LOSS_H

#include "why/fix.h"

enum pa_plan pa_loss_kind(const struct pa_case *from, const struct pa_call *to,
			  const struct pa_touched *touched);
void pa_loss_say(const struct pa_case *from, const struct pa_call *to,
		 const struct pa_touched *touched, struct pa_why *why);

#endif /* PERFATTR_WHY_LOSS_H */
