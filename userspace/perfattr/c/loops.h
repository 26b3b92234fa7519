/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_LOOPS_H
#define PERFATTR_C_LOOPS_H

#include <stdio.h>

#include "session.h"

void put_steps(FILE *out, struct session *s, int from, int to);

#endif /* PERFATTR_C_LOOPS_H */
