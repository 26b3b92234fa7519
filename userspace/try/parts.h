/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Functions that the files of this room call of each other. */
#ifndef PERFATTR_TRY_PARTS_H
#define PERFATTR_TRY_PARTS_H

#include "try/try.h"
#include "rules/parts.h"

bool try_result_is(struct try_result *res, enum try_how how, const char *why);
bool try_make(struct try_run *run, struct try_result *res, const struct pa_case *c,
	      const struct pa_args *call);
void try_search(struct try_told *told, struct try_run *run, const struct pa_case *c);

#endif /* PERFATTR_TRY_PARTS_H */
