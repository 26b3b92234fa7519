// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Ioctls about the buffer: perf_event_set_output() and PAUSE_OUTPUT, kernel/events/core.c. */
#include "rules/rule.h"

/* Return true if a caller of this many bits has passed -1 as an unsigned 32-bit number. */
static bool is_half_of(const struct pa_case *c, u32 bits)
{
	return c->op->arg == U32_MAX && (pa_arch_of(c->r->abi)->bits == 32) == (bits == 32);
}

/* The kind of the descriptor's file when the ioctl returned. */
static enum pa_verdict file_if(const struct pa_case *c, bool refuses)
{
	if (c->op->arg == U64_MAX)
		return PA_NO;
	return pa_op_has(c, PA_OF_OUTPUT) ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict output_if(const struct pa_case *c, bool refuses)
{
	if (c->op->arg == U64_MAX)
		return PA_NO;
	if (!pa_op_has(c, PA_OF_OUTPUT) || c->of->output.file != PA_FILE_PERF)
		return PA_MAYBE;
	return yes_if(refuses);
}

/* Two events of a program hardly ever differ in this: it is a reason only if facts show it. */
static enum pa_verdict rarely(const struct pa_case *c, enum pa_verdict verdict)
{
	return verdict == PA_MAYBE && !pa_op_has(c, PA_OF_OUTPUT) ? PA_RARE : verdict;
}

static enum pa_verdict aux(const struct pa_case *c)
{
	if (pa_op_has(c, PA_OF_OUTPUT) && c->of->output.file == PA_FILE_PERF &&
	    c->of->output.aux > 1)
		return PA_MAYBE;
	return rarely(c, output_if(c, c->of->output.aux == 1));
}

#define RULES	op_rules_output
#include "rules/rule_table.h"
