// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A partly known call, with a mask of its unknown parts. */
#include "call/pasted.h"

/* Fields beyond the end of the attr were not passed. */
static void unknown_fill(struct pa_unknown *to, const struct paste_call *call)
{
	static const u8 open = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS;
	const struct pa_field *f;

	for (f = pa_fields; pasted_has_attr(&call->r) && f < pa_fields + PA_FIELD_MAX; f++)
		if (f->offset < call->r.attr_len)
			to->word[f->word] |= call->unknown[f->word] & f->mask << f->shift;
	if (call->r.kind == PA_RECORD_OPEN)
		to->args = open & ~call->args;
	else if (call->r.kind == PA_RECORD_IOCTL ||
		 (call->r.kind == PA_RECORD_READ && call->form != PASTE_STRACE))
		to->args = PASTE_ARG & ~call->args;
}

/**
 * pasted_call() - make a partly known call
 * @x:    receives it
 * @call: the call, with its result
 * @seq:  its number
 */
void pasted_call(struct pa_call *x, const struct paste_call *call, u64 seq)
{
	struct pasted *p = &x->pasted;

	memset(x, 0, sizeof(*x));
	x->r = call->r;
	x->r.seq = seq;
	/* Calls on this machine are of no load of the module. */
	if (call->here)
		strcpy(x->load, "00000000");
	p->is = true;
	p->live = call->live;
	p->form = call->form;
	p->told_by = call->by;
	p->stopped = call->stopped;
	p->filtered = call->filtered || call->stopped;
	p->held = call->held;
	p->shared = call->shared;
	p->release = call->release;
	memcpy(p->rule, call->rule, sizeof(p->rule));
	memcpy(p->pmu, call->pmu, sizeof(p->pmu));
	unknown_fill(&p->unknown, call);
	/* The text does not have attr.size. */
	if (pa_bits(p->unknown.word, &pa_fields[PA_FIELD_SIZE]) == U32_MAX) {
		x->r.have_size = 0;
		x->r.attr_size = 0;
	}
	p->some = pasted_is_some(&p->unknown);
}
