/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_try_init.c, in the kernel's order; see rules/rule_table.h. */

	RULE("pmu-going", IN("perf_try_init_event", INIT), ENODEV, pmu_going(c),
	     .field = "type", .luck = true, .limits = true, .often = PA_SELDOM,
	     .text = "PMU {pmu} has no cpu for this event, or its module is going away")

	RULE("precise-not-forwarded", IN("forward_event_to_ibs", CHOOSE) | PA_AT(INIT), ENOENT,
	     pa_precise_not_forwarded(c),
	     .field = "precise_ip",
	     .text = "with precise_ip IBS stands in for PMU {pmu}, and only for cycles, r076 and "
		     "r0c1, not for {event}",
	     .fix = "precise_ip=0")
