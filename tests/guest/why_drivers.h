/* SPDX-License-Identifier: GPL-2.0 */
/* The table of why_drivers.c: for each PMU driver a call that opens, and changes it refuses. */
#ifndef PERFATTR_TEST_WHY_DRIVERS_H
#define PERFATTR_TEST_WHY_DRIVERS_H

#include <stdbool.h>
#include <stddef.h>

#define SAMPLES	"pmu-only-counts|sampling-not-supported"
#define NO_TASK	"pmu-without-task|pmu-without-task-context"
#define REGS	"1099511627776"	/* bit 40: an XMM register */
#define PRECISE_3 "precise_ip=3 sample_period=100000"

/**
 * struct change - a call that is refused
 * @set:   what differs from the call that opens
 * @rules: the rules that may be found, separated by |
 * @lacks: only if the PMU does not have this event
 */
struct change {
	const char *set;
	const char *rules;
	const char *lacks;
};

/**
 * struct family - PMUs of one driver
 * @name:    how their names begin
 * @init:    their event_init(), NULL if it differs between kernels
 * @has:     they have this event; NULL: any
 * @opens:   arguments of a call that opens
 * @common:  also what all PMUs that count for cpus refuse
 * @full:    a group that is large enough is refused
 * @changes: ends with a row without set
 */
struct family {
	const char *name;
	const char *init;
	const char *has;
	const char *opens;
	bool common;
	bool full;
	const struct change *changes;
};

#define REFUSED(set, rules)	{ set, rules, NULL }
#define ABSENT(set, event)	{ set, "pmu-event-absent", event }
#define END			{ NULL, NULL, NULL }

static const struct change for_cpus[] = {
	REFUSED("pid=0 cpu=-1", "pmu-for-cpus"),
	REFUSED("pid=0 cpu=-1 inherit=1 read_format=7", "pmu-for-cpus"),
	REFUSED("pid=0 cpu=-1 freq=1 sample_freq=4000 sample_type=7", "pmu-for-cpus|" SAMPLES),
	REFUSED("pid=0 cpu=0", NO_TASK),
	REFUSED("sample_period=100000", SAMPLES),
	REFUSED("freq=1 sample_freq=1000 sample_type=7", SAMPLES),
	REFUSED("exclude_user=1", "exclude-not-supported"),
	REFUSED("exclude_kernel=1", "exclude-not-supported"),
	REFUSED("exclude_hv=1", "exclude-not-supported"),
	REFUSED("exclude_idle=1", "exclude-not-supported"),
	REFUSED("exclude_host=1", "exclude-not-supported"),
	REFUSED("exclude_guest=1", "exclude-not-supported"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("cpu=-1", "no-task-no-cpu"),
	REFUSED("sample_regs_user=" REGS, "regs-not-supported"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	REFUSED("use_clockid=1 clockid=100", "clock-not-known"),
	END,
};

static const struct change rapl[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=6", "pmu-event-not-known"),
	REFUSED("config=255", "pmu-event-not-known"),
	REFUSED("config=258", "pmu-config-bits"),
	REFUSED("config=4294967298", "pmu-config-bits"),
	ABSENT("config=1", "energy-cores"),
	ABSENT("config=3", "energy-ram"),
	ABSENT("config=4", "energy-gpu"),
	ABSENT("config=5", "energy-psys"),
	END,
};

static const struct change rapl_core[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=2", "pmu-event-not-known"),
	REFUSED("config=257", "pmu-config-bits"),
	END,
};

static const struct change amd_power[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=2", "pmu-event-not-known"),
	END,
};

static const struct change cstate_core[] = {
	REFUSED("config=4", "pmu-event-not-known"),
	REFUSED("config=4294967297", "pmu-event-not-known"),
	ABSENT("config=0", "c1-residency"),
	ABSENT("config=1", "c3-residency"),
	ABSENT("config=3", "c7-residency"),
	END,
};

static const struct change cstate_pkg[] = {
	REFUSED("config=7", "pmu-event-not-known"),
	REFUSED("config=4294967297", "pmu-event-not-known"),
	ABSENT("config=0", "c2-residency"),
	ABSENT("config=4", "c8-residency"),
	ABSENT("config=6", "c10-residency"),
	END,
};

static const struct change uncore[] = {
	REFUSED("config=65535", "pmu-event-absent"),
	END,
};

static const struct change msr[] = {
	REFUSED("config=8", "pmu-event-not-known"),
	REFUSED("config=99", "pmu-event-not-known"),
	ABSENT("config=1", "aperf"),
	ABSENT("config=3", "pperf"),
	ABSENT("config=5", "ptsc"),
	REFUSED("sample_period=100000", SAMPLES),
	REFUSED("freq=1 sample_freq=1000 sample_type=7", SAMPLES),
	REFUSED("exclude_user=1", "exclude-not-supported"),
	REFUSED("exclude_kernel=1", "exclude-not-supported"),
	REFUSED("exclude_idle=1", "exclude-not-supported"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	END,
};

static const struct change ibs[] = {
	REFUSED("sample_period=0", "pmu-needs-period"),
	REFUSED("config=1099511627776", "pmu-config-bits"),
	REFUSED("config=256", "pmu-two-periods"),
	REFUSED("exclude_idle=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("exclude_host=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("exclude_guest=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("cpu=-1", "no-task-no-cpu"),
	REFUSED("sample_regs_user=" REGS, "regs-not-supported"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	END,
};

static const struct change cpu[] = {
	REFUSED("precise_ip=1", "precise-counting|precise-not-supported|precise-not-forwarded"),
	REFUSED(PRECISE_3, "precise-not-supported"),
	REFUSED("type=0 config=10", "hw-event-not-known"),
	REFUSED("type=3 config=7", "cache-event-not-known"),
	REFUSED("type=3 config=768", "cache-event-not-known"),
	REFUSED("type=3 config=131072", "cache-event-not-known"),
	REFUSED("type=3 config=66053",
		"cache-event-invalid|cache-event-not-known|hw-event-not-counted"),
	REFUSED("sample_regs_user=" REGS, "xmm-in-user-regs"),
	REFUSED("sample_regs_intr=" REGS, "xmm-in-intr-regs"),
	REFUSED("cpu=5000", "no-such-cpu"),
	END,
};

/* armpmu_event_init(), armv8_pmuv3's map_event() and set_event_filter() */
static const struct change armv8[] = {
	REFUSED("exclude_idle=1", "idle-not-excludable"),
	REFUSED("exclude_idle=1 freq=1 sample_freq=1000 sample_type=7", "idle-not-excludable"),
	REFUSED("sample_type=2048 branch_sample_type=8 sample_period=100000",
		"branch-stack-no-hardware"),
	REFUSED("type=0 config=10", "hw-event-not-known"),
	REFUSED("type=0 config=99", "hw-event-not-known"),
	REFUSED("type=0 config=9", "hw-event-not-counted"),
	REFUSED("type=3 config=7", "cache-event-not-known"),
	REFUSED("type=3 config=768", "cache-event-not-known"),
	REFUSED("type=3 config=131072", "cache-event-not-known"),
	REFUSED("type=3 config=518", "hw-event-not-counted"),
	REFUSED("type=3 config=65542", "hw-event-not-counted"),
	REFUSED("pid=-1 cpu=0 config1=2", "user-access-cpu-wide"),
	REFUSED("pid=-1 cpu=0 config1=3", "user-access-cpu-wide"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	REFUSED("use_clockid=1 clockid=0", "clock-not-nmi-safe"),
	REFUSED("use_clockid=1 clockid=100", "clock-not-known"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("pid=-1 cpu=-1", "no-task-no-cpu"),
	END,
};

#define ON_CPU	"pid=-1 cpu=0 "

/* The first one that fits. */
static const struct family families[] = {
	{ "power_core", "rapl_pmu_event_init", NULL,
	  ON_CPU "config=1", true, false, rapl_core },
	{ "power", "rapl_pmu_event_init", "energy-pkg",
	  ON_CPU "config=2", true, false, rapl },
	{ "power", NULL, NULL,
	  ON_CPU "config=1", true, false, amd_power },
	{ "cstate_core", "cstate_pmu_event_init", NULL,
	  ON_CPU "config=2", true, false, cstate_core },
	{ "cstate_pkg", "cstate_pmu_event_init", NULL,
	  ON_CPU "config=2", true, false, cstate_pkg },
	{ "uncore_imc_free_running", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=8447", true, false, uncore },
	{ "uncore_iio_free_running", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=4351", true, false, uncore },
	{ "uncore_clock", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=255", true, false, uncore },
	{ "uncore_", NULL, NULL,
	  ON_CPU "config=0", true, true, uncore },
	{ "uncore", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=0", true, true, uncore },
	{ "amd_df", NULL, NULL,
	  ON_CPU "config=0", true, true, NULL },
	{ "amd_l3", NULL, NULL,
	  ON_CPU "config=4", true, true, NULL },
	{ "msr", "msr_event_init", NULL,
	  "config=0", false, false, msr },
	{ "ibs_", "perf_ibs_init", NULL,
	  ON_CPU "config=0 sample_period=100000", false, false, ibs },
	{ "cpu", NULL, NULL,
	  "config=192", false, true, cpu },
	{ "armv8_pmuv3", NULL, NULL,
	  "config=17", false, true, armv8 },
};

#endif /* PERFATTR_TEST_WHY_DRIVERS_H */
