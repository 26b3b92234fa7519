// SPDX-License-Identifier: GPL-2.0
/* The tracefs events. They cost nothing while they are off. */
#include "record/trace_fields.h"

#include <linux/perf_event.h>
#include <linux/string.h>

#include "core/attr.h"
#include "core/op.h"
#include "core/out.h"
#include "kernel/pmu.h"

#define CREATE_TRACE_POINTS
#include "record/trace.h"

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
	return pa_le64(word);
}

/* A word that may hold a kernel address for breakpoints and for dynamic types, such as kprobe. */
static u64 word_without_address(const struct pa_record *rec, unsigned int off)
{
	u64 word = pa_trace_word(rec, off, 8);

	if (pa_trace_word(rec, 0, 4) >= PERF_TYPE_BREAKPOINT && pa_in_kernel_half(word))
		return 0;
	return word;
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

/* Writes all bytes of a field; a name that is NULL is empty, one that is too long is cut. */
static void text_field(char *to, unsigned int size, const struct pa_name *name)
{
	memset(to, 0, size);
	if (name)
		memcpy(to, name->text, min_t(unsigned int, name->len, size - 1));
}

/**
 * pa_trace_pmu() - name of a PMU
 * @to:    PA_TRACE_PMU bytes, all of them written; empty when not known
 * @index: its index, 0 = not known
 *
 * Context: any.
 */
void pa_trace_pmu(char *to, u16 index)
{
	const struct pa_pmu_name *pmu;
	struct pa_env env = {};

	memset(to, 0, PA_TRACE_PMU);
	pa_pmu_env(&env);
	pmu = pa_pmu_by_index(&env, index);
	if (pmu)
		strscpy(to, pmu->name, PA_TRACE_PMU);
}

/**
 * pa_trace_errno() - name of an errno
 * @to:  PA_TRACE_ERRNO bytes, all of them written; empty for a success, or if it has no name
 * @ret: result of the call
 *
 * Context: any.
 */
void pa_trace_errno(char *to, s64 ret)
{
	text_field(to, PA_TRACE_ERRNO, ret < 0 ? pa_errno_name(0 - (u64)ret) : NULL);
}

/**
 * pa_trace_call() - which call an op is
 * @to:   PA_TRACE_CALL bytes, all of them written
 * @kind: enum pa_record_kind
 *
 * Context: any.
 */
void pa_trace_call(char *to, u8 kind)
{
	text_field(to, PA_TRACE_CALL, pa_name_of(&pa_kind_names, kind));
}

/**
 * pa_trace_cmd() - symbol of an ioctl, or of the option of a prctl
 * @to:  PA_TRACE_CMD bytes, all of them written; a number if it is none of perf's; empty for others
 * @rec: an op
 *
 * Context: any.
 */
void pa_trace_cmd(char *to, const struct pa_record *rec)
{
	const struct pa_name *name = NULL;
	struct out s;

	if (rec->kind == PA_RECORD_IOCTL)
		name = pa_ioc_name(pa_ioc_of(rec));
	else if (rec->kind == PA_RECORD_PRCTL)
		name = pa_prctl_name(rec->op.arg);
	text_field(to, PA_TRACE_CMD, name);
	if (rec->kind == PA_RECORD_IOCTL && !name) {
		out_init(&s, to, PA_TRACE_CMD);
		out_hex(&s, rec->op.cmd);
	}
}

/**
 * pa_trace_arg() - the argument of an op
 * @op: the op
 *
 * Context: any. Return: the argument; 0 if it may be a kernel address, as no view shows those.
 */
u64 pa_trace_arg(const struct pa_op *op)
{
	return pa_arg_hidden(op) ? 0 : op->arg;
}

/**
 * pa_trace_value() - what the argument of an op points at
 * @op: the op
 *
 * Context: any. Return: the number; 0 if there is none, or as above.
 */
u64 pa_trace_value(const struct pa_op *op)
{
	return op->have & PA_OP_VALUE && !pa_is_kernel_address(op->value) ? op->value : 0;
}

/* Only these ops have an area; a read and a close have the health of the event in its place. */
static bool has_area(const struct pa_record *rec)
{
	return rec->kind == PA_RECORD_MMAP || rec->kind == PA_RECORD_MUNMAP;
}

/**
 * pa_trace_len() - the length of an mmap or munmap
 * @rec: an op
 *
 * Context: any. Return: bytes; 0 if it is another op.
 */
u64 pa_trace_len(const struct pa_record *rec)
{
	return has_area(rec) ? rec->op.len : 0;
}

/**
 * pa_trace_offset() - the offset of an mmap or munmap in the file
 * @rec: an op
 *
 * Context: any. Return: bytes; 0 if it is another op, or as above.
 */
u64 pa_trace_offset(const struct pa_record *rec)
{
	return has_area(rec) && !pa_is_kernel_address(rec->op.offset) ? rec->op.offset : 0;
}
