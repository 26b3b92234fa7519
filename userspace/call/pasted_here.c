// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* This machine's PMUs and settings, for calls of a text. */
#include "call/pasted.h"

#include "json/json.h"

/* Far more than a line about a PMU takes, or one about limits. */
#define PMU_TEXT	1024

/* PMUs of this machine by their ids, from pasted_pmus() on; the first id is of none. */
static struct pa_pmu_name pmus[PA_PMUS];
static struct pa_env machine = { .pmus = pmus };

/**
 * pasted_machine() - the PMUs of this machine
 *
 * Context: after pasted_pmus(); before it no PMU is known.
 */
const struct pa_env *pasted_machine(void)
{
	return &machine;
}

/**
 * pasted_pmus() - write the PMUs of this machine as lines that precede records of calls on it
 * @here: this machine
 * @fn:   is called with each line; none if they are not known
 * @arg:  passed on
 */
void pasted_pmus(struct env_here *here, pasted_line_fn fn, void *arg)
{
	char text[PMU_TEXT];
	struct out s;
	u32 i;

	machine.npmus = pasted_pmus_here(here, pmus, PA_PMUS);
	for (i = 1; i < machine.npmus; i++) {
		out_init(&s, text, sizeof(text));
		pa_json_pmu(&s, &machine, i);
		if (!out_overflowed(&s))
			fn(arg, text, s.len);
	}
}

/**
 * pasted_limits() - write the limits of this machine's kernel as a line that precedes calls on it
 * @here: this machine
 * @fn:   is called with the line
 * @arg:  passed on
 */
void pasted_limits(struct env_here *here, pasted_line_fn fn, void *arg)
{
	char text[PMU_TEXT];
	struct out s;

	out_init(&s, text, sizeof(text));
	env_limits_json(&s, here);
	if (!out_overflowed(&s))
		fn(arg, text, s.len);
}

/**
 * pasted_here() - note that a call was made on this machine: its facts go with the record
 * @call: the call
 * @here: this machine
 */
void pasted_here(struct paste_call *call, struct env_here *here)
{
	call->here = true;
	/* The ABI of programs of this machine's own width; rules look at its architecture only. */
	call->r.abi = HERE_ABI;
	/* No facts are looked up for a call that was not refused. */
	call->r.have_facts = call->r.ret < 0;
	if (call->r.have_facts)
		env_here_facts(here, &call->r.facts, call->r.arg_cpu, true);
	/* A cpu that was not there may be there again. */
	if (call->r.ret == -ENODEV)
		call->r.facts.have &= ~(u32)PA_F_CPU;
}
