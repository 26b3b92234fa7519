/* SPDX-License-Identifier: GPL-2.0 */
/* Fills fields of the tracefs events from a record. */
#ifndef PERFATTR_TRACE_FIELDS_H
#define PERFATTR_TRACE_FIELDS_H

#include "core/env.h"

/*
 * As struct pa_pmu_name. With these lengths no event needs padding at its end, which nobody would
 * write. The longest other names are munmap, PERF_EVENT_IOC_MODIFY_ATTRIBUTES and EPROTONOSUPPORT.
 */
#define PA_TRACE_PMU	36
#define PA_TRACE_CALL	8
#define PA_TRACE_CMD	36
#define PA_TRACE_ERRNO	16

u64 pa_trace_word(const struct pa_record *rec, unsigned int off, unsigned int len);
u64 pa_trace_config1(const struct pa_record *rec);
u64 pa_trace_config2(const struct pa_record *rec);
void pa_trace_pmu(char *to, u16 index);
void pa_trace_errno(char *to, s64 ret);
void pa_trace_call(char *to, u8 kind);
void pa_trace_cmd(char *to, const struct pa_record *rec);
u64 pa_trace_arg(const struct pa_op *op);
u64 pa_trace_value(const struct pa_op *op);
u64 pa_trace_len(const struct pa_record *rec);
u64 pa_trace_offset(const struct pa_record *rec);

#endif /* PERFATTR_TRACE_FIELDS_H */
