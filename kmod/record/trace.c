// SPDX-License-Identifier: GPL-2.0
/* The tracefs event. It costs nothing while it is off. */
#include "record/trace_fields.h"

#include "core/attr.h"
#include "kernel/pmu.h"

/* A little-endian word of the attr; bytes that the caller did not pass are 0. */
static u64 trace_word(const struct pa_record *rec, unsigned int off, unsigned int len)
{
	u64 word = 0;

	if (off < rec->attr_len)
		memcpy(&word, rec->attr + off, min_t(unsigned int, len, rec->attr_len - off));
	return pa_le64(word);
}

/*
 * A word that may hold a kernel address for breakpoints and for dynamic types, such as kprobe: then
 * 0, as no view shows those.
 */
static u64 trace_word_hidden(const struct pa_record *rec, unsigned int off)
{
	u64 word = trace_word(rec, off, 8);

	if (trace_word(rec, 0, 4) >= PERF_TYPE_BREAKPOINT && pa_in_kernel_half(word))
		return 0;
	return word;
}

/* Writes all bytes of a field: a NULL name is empty, a name that is too long is cut. */
static void trace_text(char *to, unsigned int size, const struct pa_name *name)
{
	memset(to, 0, size);
	if (name)
		memcpy(to, name->text, min_t(unsigned int, name->len, size - 1));
}

/* Name of a PMU, 0 = not known; writes PA_TRACE_PMU bytes. */
static void trace_pmu(char *to, u16 index)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(&pa_pmu_table, index);

	memset(to, 0, PA_TRACE_PMU);
	if (pmu)
		strscpy(to, pmu->name, PA_TRACE_PMU);
}

/* This file alone defines the functions of the trace event. */
#define CREATE_TRACE_POINTS
#include "record/trace.h"
