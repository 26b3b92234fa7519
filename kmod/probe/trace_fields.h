/* SPDX-License-Identifier: GPL-2.0 */
/* Fills fields of the tracefs event from a record. */
#ifndef PERFATTR_TRACE_FIELDS_H
#define PERFATTR_TRACE_FIELDS_H

#include "core/record.h"

#define PA_TRACE_PMU	32
#define PA_TRACE_REASON	160

u64 pa_trace_word(const struct pa_record *rec, unsigned int off, unsigned int len);
u64 pa_trace_config1(const struct pa_record *rec);
u64 pa_trace_config2(const struct pa_record *rec);
void pa_trace_pmu(char *to, const struct pa_record *rec);
void pa_trace_reason(char *to, const struct pa_record *rec);

#endif /* PERFATTR_TRACE_FIELDS_H */
