/* SPDX-License-Identifier: GPL-2.0 */
/* Sizes of the texts in the tracefs event. */
#ifndef PERFATTR_TRACE_FIELDS_H
#define PERFATTR_TRACE_FIELDS_H

/*
 * As struct pa_pmu_name, and the longest errno name, EPROTONOSUPPORT. With these lengths the event
 * needs no padding at its end, which nobody would write.
 */
#define PA_TRACE_PMU	36
#define PA_TRACE_ERRNO	16

#endif /* PERFATTR_TRACE_FIELDS_H */
