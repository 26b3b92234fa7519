// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Facts of who has just made a call, and what is left of them if it was too late. */
#include "source/pasted.h"

#include "env/env.h"

/**
 * pasted_caller() - what a refusal may rest on, besides the call
 * @r:    a refused call; its thread is known
 * @here: this machine
 * @task: receives what else is known of that thread
 */
void pasted_caller(struct pa_record *r, struct env_here *here, struct env_task *task)
{
	env_here_task(here, r, task);
	env_here_facts(here, &r->facts, r->arg_cpu);
}

/**
 * pasted_late() - the caller has gone on meanwhile: forget what may have been otherwise
 * @r:        from pasted_caller()
 * @here:     the same
 * @returned: when the call returned, in ns; 0: not known
 */
void pasted_late(struct pa_record *r, struct env_here *here, u64 returned)
{
	env_here_late(here, &r->facts, returned);
	/* A cpu that was not there may be there again. */
	if (r->ret == -ENODEV)
		r->facts.have &= ~(u32)PA_F_CPU;
}
