/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a reason rests on is left out of lines of JSON, and falsified, one key after the other. Less
 * may be said then, but never with certainty what was not said before.
 */
#ifndef PERFATTR_TEST_MISSING_H
#define PERFATTR_TEST_MISSING_H

#include "core/env.h"

bool missing_try(const struct pa_record *r, const struct pa_env *from);
unsigned long missing_report(void);

#endif /* PERFATTR_TEST_MISSING_H */
