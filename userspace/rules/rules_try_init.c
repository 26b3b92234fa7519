// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_try_init_event() of one PMU, before its event_init(). */
#include "rules/rule.h"

static enum pa_verdict pmu_going(const struct pa_case *c)
{
	const struct pa_arch *arch = pa_arch_of(c->arch);

	bool own_enodev = arch->family == PA_FAMILY_POWER ||
			  (arch->family == PA_FAMILY_ARM && arch->bits == 32);

	/* The breakpoint PMU is not a module. */
	if (c->kind == PA_PMU_BREAKPOINT && own_enodev)
		return PA_NO;
	/* Software events are not modules either, and count on all cpus. */
	return maybe_if(!(1u << c->kind & (PA_OF(X86) | PA_OF(POWER) | PA_OF(SOFTWARE) |
					   PA_OF(CLOCK))));
}

/*
 * AMD: precise events are forwarded to IBS, but only cycles, r076 and r0c1
 * (forward_event_to_ibs(), arch/x86/events/amd/ibs.c); all others fail with ENOENT. This is the
 * first check of amd_pmu_hw_config(): no other one of the PMU of the cpu is reached.
 */
enum pa_verdict pa_precise_not_forwarded(const struct pa_case *c)
{
	u64 precise_ip = get(c, PA_FIELD_PRECISE_IP);

	if (c->kind != PA_PMU_X86 || precise_ip < 1 || precise_ip > 2 || !pa_case_has_ibs(c))
		return PA_NO;
	if (c->type == PA_TYPE_HARDWARE && !(u32)c->config)
		return PA_NO;
	return yes_if(c->type != PA_TYPE_RAW || (c->config != 0x76 && c->config != 0xc1));
}

#define RULES	rules_try_init
#include "rules/rule_table.h"
