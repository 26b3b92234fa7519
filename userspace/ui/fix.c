// SPDX-License-Identifier: GPL-2.0
/* Words that several printers use: a caller, the changes of a plan, the sentence of a reason. */

#include "ui/ui.h"

/**
 * fix_put() - changes of arguments: "sample_freq=100000, pid=0"
 * @t:   receives it; safe to print
 * @why: has the changes
 */
void fix_put(struct text *t, const struct pa_why *why)
{
	unsigned int i;

	for (i = 0; i < why->nfix; i++) {
		text_printf(t, "%s%s=", i ? ", " : "", why->fix[i].field);
		if (why->fix[i].is_signed)
			text_printf(t, "%jd", (intmax_t)why->fix[i].value);
		else
			u64_put(t, why->fix[i].field, why->fix[i].value);
	}
}

/**
 * plan_is_void() - return true if the kernel never counts or samples the event that a plan opens
 * @why: the reason; NULL: there is none
 */
bool plan_is_void(const struct pa_why *why)
{
	return why && why->plan == PA_PLAN_VOID;
}

/**
 * sentence_put() - write the sentence of a reason, with "probably" unless the reason is certain
 * @t:       receives the sentence, safe to print
 * @text:    the sentence
 * @certain: the reason is certain
 */
void sentence_put(struct text *t, const char *text, bool certain)
{
	text_add(t, certain ? "" : "probably ");
	text_safe(t, text);
}

/**
 * put_task() - write name and number of a task: "perf[123]"
 * @t:    receives it
 * @comm: the name of the process, any bytes
 * @pid:  its number
 */
void put_task(struct text *t, const char *comm, int64_t pid)
{
	text_safe(t, comm);
	text_printf(t, "[%jd]", (intmax_t)pid);
}
