/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What the files of this room call of each other. */
#ifndef PERFATTR_TRY_PARTS_H
#define PERFATTR_TRY_PARTS_H

#include "try/try.h"
#include "why/fix.h"

/* Changes of one call that are tried. */
#define TRY_CHANGES	192

/**
 * struct try_change - a change of a field or argument
 * @id:    enum pa_field_id or enum pa_arg_id
 * @loss:  enum pa_plan: what is lost by it
 * @clear: bits to clear
 * @set:   bits to set then
 */
struct try_change {
	u8 id;
	u8 loss;
	u64 clear;
	u64 set;
};

u32 try_changes(struct try_change *list, u32 max, const struct pa_case *c);
void try_change(struct pa_call *call, const struct try_change *change);

bool try_result_is(struct try_result *res, enum try_how how, const char *why);
bool try_prepare(struct try_call *to, struct try_result *res, const struct pa_case *c,
		 const struct pa_call *call, const struct try_machine *m);
bool try_make(struct try_run *run, struct try_result *res, const struct pa_case *c,
	      const struct pa_call *call);
void try_search(struct try_told *told, struct try_run *run, const struct pa_case *c);

#endif /* PERFATTR_TRY_PARTS_H */
