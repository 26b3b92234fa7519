/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef I386_TCG_PMU_H
#define I386_TCG_PMU_H

/* Of the microarchitecture that has this model of family 6. */
struct PmuIntelModel {
	uint8_t model, version, general, fixed, width; /* counters, and their bits */
	uint16_t capabilities; /* IA32_PERF_CAPABILITIES */
};

const struct PmuIntelModel *pmu_intel_model(CPUX86State *env);
int pmu_family(CPUX86State *env);
bool pmu_has_perfmon_v2(CPUX86State *env);

#endif
