// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Entries of raw records: what they say of the machine, and calls. */

#include "call/call.h"
#include "call/parts.h"

/**
 * machine_entry() - take an entry about the machine
 * @all: the machines that were seen; NULL at first
 * @in:  the stream that it is of
 * @e:   the entry
 *
 * Return: the machine; NULL if the entry is another one, or there are too many machines.
 */
struct machine *machine_entry(struct machine **all, const struct raw_in *in,
			      const struct raw_entry *e)
{
	struct pa_raw_pmu pmu;
	struct machine *m;
	char load[9];

	if (e->kind && e->kind != PA_RAW_PMU)
		return NULL;
	snprintf(load, sizeof(load), "%08x", in->load);
	m = machine_add(all, load);
	if (m && e->kind) {
		if (raw_pmu(&pmu, e))
			machine_pmu(m, &pmu);
	} else if (m) {
		raw_head(&m->kernel, &m->followed, e);
		machine_known(m);
	}
	return m;
}

/**
 * call_raw() - read a call
 * @x:  receives it; call_machine() must follow
 * @in: the stream that it is of
 * @e:  the entry
 *
 * Return: false if it is of a kind that is not known.
 */
bool call_raw(struct pa_call *x, const struct raw_in *in, const struct raw_entry *e)
{
	struct pa_raw_call call;

	if (!raw_call(&call, e))
		return false;
	memset(x, 0, sizeof(*x));
	x->raw = true;
	x->hidden = call.hidden;
	x->r = call.r;
	raw_unhide(&x->r, &x->hidden, &x->env, in);
	snprintf(x->load, sizeof(x->load), "%08x", in->load);
	return true;
}

/**
 * call_machine() - give a raw call the facts about its machine
 * @x: the call
 * @m: its machine; NULL: nothing is known
 */
void call_machine(struct pa_call *x, const struct machine *m)
{
	struct pa_env names = x->env;

	machine_env(m, &x->env);
	memcpy(x->env.handler, names.handler, sizeof(names.handler));
	memcpy(x->env.clock, names.clock, sizeof(names.clock));
	memcpy(x->env.symbol, names.symbol, sizeof(names.symbol));
	raw_attr_unhide(&x->r, &x->hidden, &x->env);
	record_machine(&x->r, &x->env, m, &x->missing);
}
