// SPDX-License-Identifier: GPL-2.0
/*
 * power_pmu_event_init(), arch/powerpc/perf/core-book3s.c: the checks that PMUs of other cpus do
 * not have. rules_cpu.c has those that they share.
 */
#include "core/why/rule.h"

static enum pa_verdict power_no_event(const struct pa_case *c)
{
	if (c->type == PA_TYPE_HARDWARE && c->config >= c->k->hw_max)
		return PA_YES;
	return maybe_if(type_is_generic(c));
}

static const struct pa_rule hw_event_not_on_power_rule = {
	.id = "hw-event-not-on-power", .in = "power_pmu_event_init", .err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = PA_OF(POWER), .holds = power_no_event, .field = "config",
	.text = "PMU {pmu} has no counter for {event}",
};

/* power_check_constraints(), check_attr_config(), is_event_blacklisted() */
static enum pa_verdict power_code_refused(const struct pa_case *c)
{
	return maybe_if(c->type != PA_TYPE_HARDWARE);
}

static const struct pa_rule event_code_refused_rule = {
	.id = "event-code-refused", .in = "power_pmu_event_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(POWER), .holds = power_code_refused,
	.field = "config",
	.text = "config {#config} is no event that PMU {pmu} can count",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_power[] = {
	&hw_event_not_on_power_rule,
	&event_code_refused_rule,
	NULL
};
