/* SPDX-License-Identifier: GPL-2.0 */
/* Sizes of the texts in the tracefs events. */
#ifndef PERFATTR_TRACE_FIELDS_H
#define PERFATTR_TRACE_FIELDS_H

/*
 * As struct pa_pmu_name. With these lengths no event needs padding at its end, which nobody would
 * write. The longest other names are munmap, PERF_EVENT_IOC_MODIFY_ATTRIBUTES and EPROTONOSUPPORT.
 */
#define PA_TRACE_PMU	36
#define PA_TRACE_CALL	8
#define PA_TRACE_CMD	36
#define PA_TRACE_ERRNO	16

#endif /* PERFATTR_TRACE_FIELDS_H */
