// SPDX-License-Identifier: GPL-2.0
/* The tracefs event. It costs nothing while it is off. */
#include "probe/trace_fields.h"

#include <linux/ctype.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "core/attr.h"
#include "core/why/why.h"
#include "probe/facts.h"
#include "probe/pmu.h"

#define CREATE_TRACE_POINTS
#include "probe/trace.h"

/**
 * pa_trace_word() - a little-endian word of the attr
 * @rec: the record
 * @off: its byte offset
 * @len: 4 or 8 bytes
 *
 * Context: any. Return: the word; bytes that the caller did not pass are 0.
 */
u64 pa_trace_word(const struct pa_record *rec, unsigned int off, unsigned int len)
{
	u64 word = 0;

	if (off < rec->attr_len)
		memcpy(&word, rec->attr + off, min_t(unsigned int, len, rec->attr_len - off));
	return word;
}

/* A word that may hold a kernel address for breakpoints and for dynamic types, such as kprobe. */
static u64 word_without_address(const struct pa_record *rec, unsigned int off)
{
	u64 word = pa_trace_word(rec, off, 8);

	return pa_trace_word(rec, 0, 4) >= PERF_TYPE_BREAKPOINT && word >> 63 ? 0 : word;
}

/**
 * pa_trace_config1() - attr.config1, which is bp_addr for breakpoints
 * @rec: the record
 *
 * Context: any. Return: the word; 0 if it may be a kernel address, as no view shows those.
 */
u64 pa_trace_config1(const struct pa_record *rec)
{
	return word_without_address(rec, offsetof(struct perf_event_attr, config1));
}

/**
 * pa_trace_config2() - attr.config2, which is kprobe_addr for a kprobe without kprobe_func
 * @rec: the record
 *
 * Context: any. Return: the word; 0 if it may be a kernel address, as no view shows those.
 */
u64 pa_trace_config2(const struct pa_record *rec)
{
	return word_without_address(rec, offsetof(struct perf_event_attr, config2));
}

/**
 * pa_trace_pmu() - name of the resolved PMU
 * @to:  PA_TRACE_PMU bytes, all of them written; empty when not known
 * @rec: the record
 *
 * Context: any.
 */
void pa_trace_pmu(char *to, const struct pa_record *rec)
{
	const struct pa_pmu_name *pmu;
	struct pa_env env = {};

	memset(to, 0, PA_TRACE_PMU);
	pa_pmu_env(&env);
	pmu = rec->have_kview ? pa_pmu_by_index(&env, rec->kv.pmu) : NULL;
	if (pmu)
		strscpy(to, pmu->name, PA_TRACE_PMU);
}

/**
 * pa_trace_reason() - why the call was refused
 * @to:  PA_TRACE_REASON bytes, all of them written; empty when not refused or not known
 * @rec: the record
 *
 * The reason may quote strings of the caller. Unprintable characters become '?', so that these
 * cannot forge lines of the trace.
 *
 * Context: probe handler.
 */
void pa_trace_reason(char *to, const struct pa_record *rec)
{
	struct pa_env env = { .kernel = pa_facts_kernel() };
	struct pa_why why;

	pa_pmu_env(&env);
	memset(to, 0, PA_TRACE_REASON);
	if (!pa_reason(rec, &env, &why))
		return;
	strscpy(to, why.text, PA_TRACE_REASON);
	for (; *to; to++) {
		if (!isascii(*to) || !isprint(*to))
			*to = '?';
	}
}
