// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * power_pmu_event_init(), arch/powerpc/perf/core-book3s.c: the checks that PMUs of other cpus do
 * not have. rules_cpu.c has the checks that they share.
 */
#include "rules/rule.h"

#define RULES	rules_power
#include "rules/rule_table.h"
