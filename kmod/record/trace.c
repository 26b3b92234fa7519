// SPDX-License-Identifier: GPL-2.0
/* The tracefs events. They cost nothing while they are off. */
#include "record/trace_fields.h"

#include <linux/perf_event.h>
#include <linux/string.h>

#include "core/attr.h"
#include "core/op.h"
#include "core/out.h"
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

/* Writes all bytes of a field; a name that is NULL is empty, one that is too long is cut. */
static void trace_text(char *to, unsigned int size, const struct pa_name *name)
{
	memset(to, 0, size);
	if (name)
		memcpy(to, name->text, min_t(unsigned int, name->len, size - 1));
}

/* Name of a PMU, 0 = not known; writes PA_TRACE_PMU bytes. */
static void trace_pmu(char *to, u16 index)
{
	const struct pa_pmu_name *pmu;
	struct pa_env env = {};

	memset(to, 0, PA_TRACE_PMU);
	pa_pmu_env(&env);
	pmu = pa_pmu_by_index(&env, index);
	if (pmu)
		strscpy(to, pmu->name, PA_TRACE_PMU);
}

/*
 * Symbol of an ioctl, of a command of bpf, or of the option of a prctl; a number if it is an ioctl
 * that is none of perf's; empty for others.
 */
static void trace_cmd(char *to, const struct pa_record *rec)
{
	const struct pa_name *name = NULL;
	struct out s;

	if (rec->kind == PA_RECORD_IOCTL)
		name = pa_ioc_name(pa_ioc_of(rec));
	else if (rec->kind == PA_RECORD_PRCTL)
		name = pa_prctl_name(rec->op.arg);
	else if (rec->kind == PA_RECORD_BPF)
		name = pa_bpf_name(rec->op.cmd);
	trace_text(to, PA_TRACE_CMD, name);
	if (rec->kind == PA_RECORD_IOCTL && !name) {
		out_init(&s, to, PA_TRACE_CMD);
		out_hex(&s, rec->op.cmd);
	}
}

/* Only these ops have an area; a read and a close have the health of the event in its place. */
static bool has_area(const struct pa_record *rec)
{
	return rec->kind == PA_RECORD_MMAP || rec->kind == PA_RECORD_MUNMAP;
}

/* The offset of an mmap or munmap in the file. */
static u64 trace_offset(const struct pa_record *rec)
{
	return has_area(rec) && !pa_is_kernel_address(rec->op.offset) ? rec->op.offset : 0;
}

/* Their fields are filled here, and nowhere else. */
#define CREATE_TRACE_POINTS
#include "record/trace.h"
