/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_power.c, in the kernel's order; see rules/rule_table.h. */

	RULE("hw-event-not-on-power", OF(POWER, "power_pmu_event_init"), EOPNOTSUPP,
	     c->type == PA_TYPE_HARDWARE && c->config >= c->k->hw_max ? PA_YES :
	     maybe_if(type_is_generic(c)),
	     .field = "config", .limits = true, .text = "PMU {pmu} has no counter for {event}")

	/* power_check_constraints(), check_attr_config(), is_event_blacklisted() */
	RULE("event-code-refused", OF(POWER, "power_pmu_event_init"), EINVAL,
	     maybe_if(c->type != PA_TYPE_HARDWARE),
	     .field = "config", .text = "config {#config} is not an event that PMU {pmu} can count")
