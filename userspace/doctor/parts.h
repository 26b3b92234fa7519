/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Functions that the files of this room call of each other. */
#ifndef PERFATTR_DOCTOR_PARTS_H
#define PERFATTR_DOCTOR_PARTS_H

#include "doctor/doctor.h"

bool has_perfmon(const struct doctor *d);

void find_says(struct doctor_finding *f, enum doctor_state state, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void find_mend(struct doctor_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void find_mend_hypervisor(struct doctor *d, struct doctor_finding *f);
void find_mend_privilege(struct doctor_finding *f, const struct doctor *d,
			 const struct pa_need *need, bool filter);

/* The findings, in the order in which they are printed: a name, and the function that looks. */
#define DOCTOR_FINDINGS(X) \
	X("kernel", find_kernel) X("place", find_place) X("lockdown", find_lockdown) \
	X("cpus", find_cpus) X("seccomp", find_seccomp) X("user-namespace", find_userns) \
	X("capabilities", find_capabilities) X("paranoid", find_paranoid) \
	X("proc-sys", find_proc_sys) X("own-programs", find_own) \
	X("in-kernel", find_in_kernel) X("cpu-wide", find_cpu_wide) \
	X("hardware", find_hardware) X("counters", find_counters) \
	X("nmi-watchdog", find_watchdog) X("sample-rate", find_sample_rate) \
	X("buffers", find_buffers) X("descriptors", find_descriptors) \
	X("addresses", find_addresses) X("tracefs", find_tracefs) X("module", find_module) \
	X("version", find_version)
#define DOCTOR_FIND(name, find)	void find(struct doctor *d, struct doctor_finding *f);
DOCTOR_FINDINGS(DOCTOR_FIND)

#endif /* PERFATTR_DOCTOR_PARTS_H */
