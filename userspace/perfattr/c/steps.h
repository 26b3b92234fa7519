/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_STEPS_H
#define PERFATTR_C_STEPS_H

#include "session.h"

void make_opens(struct session *s);
void make_steps(struct session *s);

#endif /* PERFATTR_C_STEPS_H */
