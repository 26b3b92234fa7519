/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Facts about the machine at the time when the reason is made, not when the call was. They are
 * found outside of the kernel, and only for a record of the module that is loaded.
 */
#ifndef PERFATTR_FACTS_NOW_H
#define PERFATTR_FACTS_NOW_H

#include "core/record.h"

struct pa_formats;
struct pa_held;

/* What sysfs says about an event or a cpu of a PMU. */
enum pa_sysfs {
	PA_SYSFS_UNKNOWN,
	PA_SYSFS_HAS,
	PA_SYSFS_LACKS,
};

#define PA_MODEL_LEN	24

/**
 * struct pa_pmu_now - facts from sysfs about the PMU of a refused call
 * @pmu:       index of the PMU, 0: nothing is known
 * @event:     enum pa_sysfs: whether it has the event that the call asks for
 * @cpu:       enum pa_sysfs: whether it serves the cpu of the call
 * @branches:  enum pa_sysfs: whether it records branches
 * @precise:   the highest precise_ip that it supports; -1: not known
 * @other_cpu: a cpu that is online and that it serves; -1: not known
 * @model:     what its driver calls the processor (caps/pmu_name); empty: not known
 */
struct pa_pmu_now {
	u16 pmu;
	u8 event;
	u8 cpu;
	u8 branches;
	s8 precise;
	s32 other_cpu;
	char model[PA_MODEL_LEN];
};

/**
 * struct pa_ask - facts about a PMU to look up in sysfs
 * @pmu:   index of the PMU
 * @event: the PMU's event that the call asks for, if not every machine has it; else NULL
 * @cpus:  the file that lists its cpus, NULL if they do not matter
 * @exact: the PMU refuses all other cpus
 * @caps:  what it can sample: precise_ip, branches
 */
struct pa_ask {
	u32 pmu;
	const char *event;
	const char *cpus;
	bool exact;
	bool caps;
};

/* The mode of the cpu when a trace event happens. */
enum pa_trace {
	PA_TRACE_UNKNOWN,	/* a probe, or tracefs does not say */
	PA_TRACE_KERNEL,
	PA_TRACE_CALL,		/* a system call: the registers are the user's */
	PA_TRACE_MAX,
};

/**
 * struct pa_kprobe_now - where a refused kprobe would be, as kallsyms and other lists say
 * @known:   kallsyms could be read
 * @symbols: number of functions or data with this name; at most 255
 * @module:  enum pa_sysfs: whether the module that the name begins with is loaded
 * @text:    enum pa_sysfs: whether there is code at name and offset
 * @boot:    enum pa_sysfs: whether it is code for the boot only
 * @traced:  enum pa_sysfs: whether the function tracer has the function there
 * @barred:  enum pa_sysfs: whether kprobes/blacklist lists it
 * @offset:  the place in that function
 * @at:      its name; empty: not known
 */
struct pa_kprobe_now {
	u8 known;
	u8 symbols;
	u8 module;
	u8 text;
	u8 boot;
	u8 traced;
	u8 barred;
	u32 offset;
	char at[PA_NAME_LEN];
};

/**
 * struct pa_now - present facts about the machine, for one record
 * @pmu:        the PMU of a refused call
 * @probe_name: a refused kprobe names a function that has no symbol, but the compiler has left a
 *              copy or part of it under this name, or it has another one; else empty
 * @kprobe:     where a refused kprobe would be
 * @cgroup:     path of the descriptor that a refused call has named as its cgroup, or that its pid
 *              is; empty: not known
 * @trace:      enum pa_trace, of the trace event that a refused call names
 * @formats:    terms of the PMU that has accepted the event; NULL, or of another PMU: not known
 * @held:       the present holders of what a refused call could not get; NULL: not searched
 */
struct pa_now {
	struct pa_pmu_now pmu;
	char probe_name[PA_NAME_LEN];
	struct pa_kprobe_now kprobe;
	char cgroup[PA_STR_LEN];
	u8 trace;
	const struct pa_formats *formats;
	const struct pa_held *held;
};

#endif /* PERFATTR_FACTS_NOW_H */
