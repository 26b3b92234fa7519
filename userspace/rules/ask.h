/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Lists the facts about its PMU that would help to explain a refused call. */
#ifndef PERFATTR_RULES_ASK_H
#define PERFATTR_RULES_ASK_H

#include "rules/case.h"

/**
 * struct pa_ask - facts to look up in sysfs for struct pa_pmu_now
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

bool pa_why_ask(struct pa_ask *ask, const struct pa_case *c);
bool pa_ask_probe_name(const struct pa_record *r);
bool pa_ask_kprobe(const struct pa_case *c);
bool pa_ask_trace(const struct pa_record *r);
bool pa_ask_cgroup(const struct pa_record *r);
bool pa_ask_any(const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_RULES_ASK_H */
