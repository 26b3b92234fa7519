/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The present facts for a record: what the rules ask for, and what this machine says. */
#ifndef PERFATTR_CALL_NOW_H
#define PERFATTR_CALL_NOW_H

#include "host/host.h"

void now_begin(struct env_told *told, const struct pa_record *r, const char *load);
void now_apply(struct pa_env *env, struct env_told *told);
void now_look(struct env_here *here, struct env_told *told, struct pa_env *env,
	      const struct pa_record *r);
void now_look_assumed(struct env_here *here, struct env_told *told, struct pa_env *env,
		      const struct pa_record *r);

#endif /* PERFATTR_CALL_NOW_H */
