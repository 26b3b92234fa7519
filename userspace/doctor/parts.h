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

void find_kernel(struct doctor *d, struct doctor_finding *f);
void find_place(struct doctor *d, struct doctor_finding *f);
void find_lockdown(struct doctor *d, struct doctor_finding *f);
void find_cpus(struct doctor *d, struct doctor_finding *f);
void find_proc_sys(struct doctor *d, struct doctor_finding *f);
void find_sample_rate(struct doctor *d, struct doctor_finding *f);
void find_module(struct doctor *d, struct doctor_finding *f);
void find_version(struct doctor *d, struct doctor_finding *f);

void find_seccomp(struct doctor *d, struct doctor_finding *f);
void find_userns(struct doctor *d, struct doctor_finding *f);
void find_capabilities(struct doctor *d, struct doctor_finding *f);
void find_paranoid(struct doctor *d, struct doctor_finding *f);
void find_addresses(struct doctor *d, struct doctor_finding *f);
void find_tracefs(struct doctor *d, struct doctor_finding *f);
void find_buffers(struct doctor *d, struct doctor_finding *f);
void find_descriptors(struct doctor *d, struct doctor_finding *f);

void find_own(struct doctor *d, struct doctor_finding *f);
void find_in_kernel(struct doctor *d, struct doctor_finding *f);
void find_cpu_wide(struct doctor *d, struct doctor_finding *f);
void find_hardware(struct doctor *d, struct doctor_finding *f);
void find_counters(struct doctor *d, struct doctor_finding *f);
void find_watchdog(struct doctor *d, struct doctor_finding *f);

#endif /* PERFATTR_DOCTOR_PARTS_H */
