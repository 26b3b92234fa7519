/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The checks of a PMU driver's event_init(), as one row of data for each driver. */
#ifndef PERFATTR_RULES_TRAITS_H
#define PERFATTR_RULES_TRAITS_H

#include "core/env.h"

/* Bits of pa_traits.more. */
#define PA_TRAIT_WHOLE		0x01	/* the row has every check of this event_init() */
#define PA_TRAIT_GROUPS		0x02	/* it checks the group: EINVAL */
#define PA_TRAIT_EVENTS		0x04	/* more checks of the event than in the row: EINVAL */
#define PA_TRAIT_PERIOD		0x08	/* it only samples: a period is needed */
#define PA_TRAIT_NO_FREQ	0x10	/* the period must not be a frequency: EINVAL */
#define PA_TRAIT_NO_IDLE	0x20	/* exclude_idle: EOPNOTSUPP */
#define PA_TRAIT_KERNEL		0x40	/* exclude_kernel needs perf_allow_kernel(): EACCES */
#define PA_TRAIT_NEW_BRANCHES	0x80	/* only newer kernels check @branches */
#define PA_TRAIT_OLD_CPUS	0x100	/* only older kernels check @cpus */
#define PA_TRAIT_EXCLUDES	0x200	/* without PERF_PMU_CAP_NO_EXCLUDE: some exclude_* */

#define PA_TRAIT_NO_EVENT	(-1)

/* The event_init() of AMD's IBS. */
#define PA_IBS_INIT	"perf_ibs_init"

/**
 * struct pa_traits - the checks of one event_init()
 * @init:     its name, by which a PMU's driver is recognised
 * @module:   the module it is in, if other drivers have a function of this name; else NULL
 * @pmu:      how names of its PMUs begin, if it serves PMUs with different events; else NULL
 * @cpus:     the file in sysfs that lists the cpus that it accepts, valid if @not_served
 * @events:   names of its events in sysfs, for @first and following; NULL: they have none
 * @takes:    bits of config that it accepts; 0: it accepts all. Others: EINVAL
 * @may_take: bits of config that it accepts on some machines
 * @id:       bits of config that are the number of the event; with PA_TRAIT_EVENTS only events that
 *            have all of these bits set are likely to be refused
 * @count:    bits of config that may hold the period instead of sample_period
 * @private:  bits of config that need a privilege: EACCES
 * @first:    the lowest number of an event, valid if @last is not 0 or @events is not NULL
 * @last:     the highest one. Others: EINVAL
 * @usual:    an event that each machine with this PMU has; PA_TRAIT_NO_EVENT
 * @samples:  errno if the event samples, 0 if it may
 * @task:     errno if the event is attached to a task, 0 if it may be
 * @any_cpu:  errno if no cpu is given, 0 if none is needed
 * @branches: errno for PERF_SAMPLE_BRANCH_STACK, 0 if it is not checked
 * @not_served: errno for a cpu that is not in @cpus, 0 if it accepts every cpu
 * @more:     PA_TRAIT_*
 */
struct pa_traits {
	const char *init;
	const char *module;
	const char *pmu;
	const char *cpus;
	const char *const *events;
	u64 takes;
	u64 may_take;
	u64 id;
	u64 count;
	u64 private;
	u8 first;
	u8 last;
	s8 usual;
	u8 samples;
	u8 task;
	u8 any_cpu;
	u8 branches;
	u8 not_served;
	u16 more;
};

struct pa_formats;
struct pa_limits;

bool pa_traits_assume(struct pa_pmu_name *pmu, const struct pa_limits *limits,
		      const struct pa_formats *formats);
const char *pa_pmu_needs(const char *pmu);
u8 pa_traits_find(const char *init, const char *module, const char *pmu);
const struct pa_traits *pa_traits_of(const struct pa_pmu_name *pmu);
const struct pa_traits *pa_traits_number(u8 number);
const char *pa_traits_event(const struct pa_traits *t, u64 config);

#endif /* PERFATTR_RULES_TRAITS_H */
