/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_driver.c, in the kernel's order; see rules/rule_table.h. */

	RULE("pmu-only-counts", DRIVER, EINVAL,
	     yes_if(c->traits && c->period && returns(c, c->traits->samples)),
	     .field = "{period_field}", .or_err = EOPNOTSUPP, .often = PA_COMMON,
	     .text = "PMU {pmu} only counts: it cannot sample", .fix = "{period_field}=0")

	RULE("pmu-for-cpus", DRIVER, EINVAL,
	     !c->traits ? for_cpus_unknown(c) :
	     c->task && returns(c, c->traits->task) ? PA_YES :
	     yes_if(c->call.cpu == -1 && returns(c, c->traits->any_cpu)),
	     .field = "pid", .or_err = EOPNOTSUPP, .often = PA_COMMON,
	     .text = "PMU {pmu} counts for cpus, not for tasks, and does not sample",
	     .fix = "pid=-1 cpu={some_cpu} {period_field}=0")

	RULE("pmu-no-branch-stack", DRIVER, EINVAL, branches(c),
	     .field = "sample_type", .or_err = EOPNOTSUPP,
	     .text = "PMU {pmu} does not support PERF_SAMPLE_BRANCH_STACK",
	     .fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK")

	RULE("pmu-config-bits", DRIVER, EINVAL, config_bits(c),
	     .field = "config",
	     .text = "config {#config} has bits that PMU {pmu} does not have[: it has "
		     "{#config_takes}][, on some machines also {#config_may_take}]",
	     .fix = "config&{config_takes}")

	RULE("pmu-event-not-known", DRIVER, EINVAL, event_unknown(c),
	     .field = "config", .often = PA_SELDOM,
	     .text = "config {#config} is not an event of PMU {pmu}[: it has {first_event} to "
		     "{last_event}]",
	     .fix = "config={usual_event}")

	RULE("pmu-event-absent", DRIVER, EINVAL, event_absent(c),
	     .field = "config", .text = "PMU {pmu} does not have {pmu_event} on this machine",
	     .fix = "config={usual_event}")

	RULE("pmu-cpu-not-served", DRIVER, EINVAL, cpu_not_accepted(c),
	     .field = "cpu", .often = PA_SELDOM,
	     .text = "PMU {pmu} does not cover cpu {cpu}[: it covers, for example, cpu "
		     "{other_cpu}]",
	     .fix = "cpu={other_cpu}")

	RULE("pmu-exclude-refused", DRIVER, EINVAL, exclude_refused(c),
	     .since = "6.15", .field = "{exclude}",
	     .text = "PMU {pmu} does not take {excludes}; bit 0 of config2 (swfilt) may be needed",
	     .fix = "exclude_user=0 exclude_kernel=0 exclude_hv=0 exclude_idle=0 exclude_host=0 "
		    "exclude_guest=0")

	RULE("pmu-needs-period", DRIVER, EINVAL,
	     yes_if(has_trait(c, PA_TRAIT_PERIOD) && !c->period && !(c->config & c->traits->count)),
	     .field = "{period_field}", .often = PA_SELDOM,
	     .text = "PMU {pmu} only samples: {period_field} is 0",
	     .fix = "freq=0 sample_period=100000")

	RULE("pmu-two-periods", DRIVER, EINVAL, two_periods(c),
	     .field = "config", .often = PA_SELDOM,
	     .text = "config {#config} sets a period for PMU {pmu}, and so does {period_field}: "
		     "only one may",
	     .fix = "config&~{count_bits}")

	RULE("pmu-no-frequency", DRIVER, EINVAL,
	     yes_if(has_trait(c, PA_TRAIT_NO_FREQ) && flag(c, PA_FIELD_FREQ)),
	     .field = "freq", .often = PA_SELDOM,
	     .text = "PMU {pmu} samples with a period, not with a frequency",
	     .fix = "freq=0")

	RULE("pmu-kernel-not-allowed", DRIVER, EACCES,
	     !has_trait(c, PA_TRAIT_KERNEL) || !flag(c, PA_FIELD_EXCLUDE_KERNEL) ? PA_NO :
	     pa_paranoid_above(c, 1),
	     .field = "exclude_kernel", .need = PARANOID(1), .often = PA_SELDOM,
	     .text = "PMU {pmu} also measures the kernel with exclude_kernel=1: " NEEDS)

	RULE("pmu-config-not-allowed", DRIVER, EACCES, config_private(c),
	     .field = "config", .need = PERFMON, .often = PA_SELDOM,
	     .text = "bits {#private_bits} of config for PMU {pmu}: " NEEDS,
	     .fix = "config&~{private_bits}")
