// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* This machine's PMUs and settings, for calls of a text. */
#include "source/pasted.h"

#include <string.h>

#include "core/attr.h"
#include "core/out.h"
#include "core/render.h"
#include "env/env.h"

/* Far more than a line about a PMU takes, or one about limits. */
#define PMU_TEXT	1024

/* PMUs of this machine by their ids, from pasted_pmus() on; the first id is of none. */
static struct pa_pmu_name pmus[PA_PMUS];
static u32 n_pmus;

/**
 * pasted_is_type_of() - return true if a PMU of this machine has this type
 * @type: attr.type
 * @name: name of the PMU
 *
 * Context: after pasted_pmus(); before it no PMU is known.
 */
bool pasted_is_type_of(u32 type, const char *name)
{
	u32 i;

	for (i = 1; i < n_pmus; i++)
		if (pmus[i].type == type && !strcmp(pmus[i].name, name))
			return true;
	return false;
}

/**
 * pasted_pmu_of() - the PMU that has accepted an event, where only one can have
 * @open: the open, which has succeeded
 *
 * Return: its id in the lines of pasted_pmus(); 0: not known.
 */
u16 pasted_pmu_of(const struct paste_call *open)
{
	static const char * const only[] = { "software", "tracepoint", "breakpoint", "kprobe",
					     "uprobe" };
	u32 type = (u32)paste_get(open, PA_FIELD_TYPE), i;
	u64 config = paste_get(open, PA_FIELD_CONFIG);
	size_t k;

	/* The clocks are PMUs of their own, which share the type. */
	if (pa_bits(open->unknown, &pa_fields[PA_FIELD_TYPE]) ||
	    (type == PA_TYPE_SOFTWARE &&
	     (config < 2 || pa_bits(open->unknown, &pa_fields[PA_FIELD_CONFIG]))))
		return 0;
	for (i = 1; i < n_pmus; i++)
		for (k = 0; k < ARRAY_SIZE(only); k++)
			if (pmus[i].type == type && !strcmp(pmus[i].name, only[k]))
				return (u16)i;
	return 0;
}

/**
 * pasted_pmus() - the PMUs of this machine, as lines that stand before records of calls on it
 * @here: this machine
 * @fn:   is called with each line; none if they are not known
 * @arg:  passed on
 */
void pasted_pmus(struct env_here *here, pasted_line_fn fn, void *arg)
{
	const struct pa_env env = { .pmus = pmus };
	char text[PMU_TEXT];
	struct out s;
	u32 i;

	n_pmus = pasted_pmus_here(here, pmus, PA_PMUS);
	for (i = 1; i < n_pmus; i++) {
		out_init(&s, text, sizeof(text));
		pa_json_pmu(&s, &env, i);
		if (!out_overflowed(&s))
			fn(arg, text, s.len);
	}
}

/**
 * pasted_limits() - the limits of this machine's kernel, as a line that stands before calls on it
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
 * pasted_here() - a call was made on this machine: what it tells of itself goes with the record
 * @call: the call
 * @here: this machine
 */
void pasted_here(struct paste_call *call, struct env_here *here)
{
	call->here = true;
	/* That of programs of this machine's own width; rules look at its architecture only. */
	call->r.abi = HERE_ABI;
	/* Of a call that was not refused none is asked. */
	call->r.have_facts = call->r.ret < 0;
	if (call->r.have_facts)
		env_here_facts(here, &call->r.facts, call->r.arg_cpu);
	/* A cpu that was not there may be there again. */
	if (call->r.ret == -ENODEV)
		call->r.facts.have &= ~(u32)PA_F_CPU;
}
