// SPDX-License-Identifier: GPL-2.0
/*
 * event_init() of PMUs other than those of the cpu: uncore, RAPL, cstate, IBS, tracers, ...
 *
 * These are rules over the traits of a driver (traits.c). Drivers return different errnos for the
 * same check, and some kernels do the checks in another order; each of these conditions suffices
 * for a refusal, so it is a reason even if another one was tested first.
 */
#include "core/why/rule.h"

#define DRIVERS		(PA_OF(OTHER) | PA_OF(IBS))

/* Would the driver return this errno, which is 0 for a check that it does not have? */
static bool returns(const struct pa_case *c, u8 err)
{
	return err && (c->planned || !c->err || c->err == err);
}

static bool has_trait(const struct pa_case *c, u16 trait)
{
	return c->traits && c->traits->more & trait;
}

static enum pa_verdict only_counts(const struct pa_case *c)
{
	return yes_if(c->traits && c->period && returns(c, c->traits->samples));
}

static const struct pa_rule pmu_only_counts_rule = {
	.id = "pmu-only-counts", .in = "event_init", .err = EINVAL, .or_err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = DRIVERS, .holds = only_counts, .field = "{period_field}",
	.text = "PMU {pmu} only counts: it cannot sample",
	.fix = "{period_field}=0",
};

/* Of other drivers it is known that the PMU has no context for tasks (perf_invalid_context). */
static enum pa_verdict for_cpus_unknown(const struct pa_case *c)
{
	bool wants = c->task || c->call.cpu == -1 || c->sampling;

	if (!wants || !c->has_caps || c->ctx_nr != CTX_INVALID)
		return PA_NO;
	/* The driver may have refused the config first, but such a plan would certainly fail. */
	return c->planned ? PA_YES : PA_MAYBE;
}

static enum pa_verdict for_cpus(const struct pa_case *c)
{
	if (!c->traits)
		return for_cpus_unknown(c);
	if (c->task && returns(c, c->traits->task))
		return PA_YES;
	return yes_if(c->call.cpu == -1 && returns(c, c->traits->any_cpu));
}

static const struct pa_rule pmu_for_cpus_rule = {
	.id = "pmu-for-cpus", .in = "event_init", .err = EINVAL, .or_err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = DRIVERS, .holds = for_cpus, .field = "pid",
	.text = "PMU {pmu} counts for cpus, not for tasks, and does not sample",
	.fix = "pid=-1 cpu={some_cpu} {period_field}=0",
};

static enum pa_verdict branches(const struct pa_case *c)
{
	if (!c->traits || !sample(c, PA_SAMPLE_BRANCH_STACK) || !returns(c, c->traits->branches))
		return PA_NO;
	return has_trait(c, PA_TRAIT_NEW_BRANCHES) ? PA_MAYBE : PA_YES;
}

static const struct pa_rule pmu_no_branch_stack_rule = {
	.id = "pmu-no-branch-stack", .in = "event_init", .err = EINVAL, .or_err = EOPNOTSUPP,
	.sites = PA_AT(INIT), .kinds = DRIVERS, .holds = branches, .field = "sample_type",
	.text = "PMU {pmu} has no PERF_SAMPLE_BRANCH_STACK",
	.fix = "sample_type&~PERF_SAMPLE_BRANCH_STACK",
};

static enum pa_verdict config_bits(const struct pa_case *c)
{
	const struct pa_traits *t = c->traits;
	u64 bits;

	if (!t || !t->takes)
		return PA_NO;
	bits = c->config & ~t->takes;
	if (bits & ~t->may_take)
		return PA_YES;
	return maybe_if(bits);
}

static const struct pa_rule pmu_config_bits_rule = {
	.id = "pmu-config-bits", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = config_bits, .field = "config",
	.text = "config {#config} has bits that PMU {pmu} does not have: it has {#config_takes}[, "
		"on some machines also {#config_may_take}]",
	.fix = "config&{config_takes}",
};

/* The number of the event; false if events of this PMU have none. */
static bool event_number(const struct pa_case *c, u64 *id)
{
	const struct pa_traits *t = c->traits;

	if (!t || (!t->last && !t->events))
		return false;
	*id = c->config & t->id;
	return true;
}

static enum pa_verdict event_unknown(const struct pa_case *c)
{
	u64 id;

	if (!event_number(c, &id))
		return PA_NO;
	return yes_if(id < c->traits->first || id > c->traits->last);
}

static const struct pa_rule pmu_event_not_known_rule = {
	.id = "pmu-event-not-known", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = event_unknown, .field = "config",
	.text = "config {#config} is no event of PMU {pmu}: it has {first_event} to {last_event}",
	.fix = "config={usual_event}",
};

/* An event whose register not every machine has; sysfs shows only those that are there. */
static enum pa_verdict event_register(const struct pa_case *c, u64 id)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (!c->traits->events || event_unknown(c) == PA_YES || (s64)id == c->traits->usual)
		return PA_NO;
	if (!now || c->config != pa_attr_get(c->r, PA_FIELD_CONFIG))
		return PA_MAYBE;
	return now->event == PA_SYSFS_UNKNOWN ? PA_MAYBE : yes_if(now->event == PA_SYSFS_LACKS);
}

static enum pa_verdict event_absent(const struct pa_case *c)
{
	u64 id;

	if (event_number(c, &id))
		return event_register(c, id);
	if (!has_trait(c, PA_TRAIT_EVENTS))
		return PA_NO;
	/* Intel's uncore: 0xff selects fixed or free running counters, which few boxes have. */
	return (c->config & c->traits->id) == c->traits->id ? PA_MAYBE : PA_RARE;
}

static const struct pa_rule pmu_event_absent_rule = {
	.id = "pmu-event-absent", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = event_absent, .field = "config",
	.text = "PMU {pmu} does not have {pmu_event} on this machine",
	.fix = "config={usual_event}",
};

/* The cpus may have been others at the time of the call: not certain. */
static enum pa_verdict cpu_not_accepted(const struct pa_case *c)
{
	enum pa_sysfs serves;

	if (!c->traits || c->call.cpu == -1 || c->traits->not_served != EINVAL)
		return PA_NO;
	serves = pa_case_serves(c);
	if (serves == PA_SYSFS_LACKS && c->planned && !has_trait(c, PA_TRAIT_OLD_CPUS))
		return PA_YES;
	return maybe_if(serves != PA_SYSFS_HAS);
}

static const struct pa_rule pmu_cpu_not_served_rule = {
	.id = "pmu-cpu-not-served", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = cpu_not_accepted, .field = "cpu",
	.text = "PMU {pmu} does not serve cpu {cpu}[: cpu {other_cpu} is one that it serves]",
	.fix = "cpu={other_cpu}",
};

/*
 * IBS, up to 6.14: PERF_PMU_CAP_NO_EXCLUDE, see exclude-not-supported. Since then it can exclude
 * user space and the kernel, with config2 or on newer processors.
 */
static enum pa_verdict exclude_refused(const struct pa_case *c)
{
	bool never = flag(c, PA_FIELD_EXCLUDE_HOST) || flag(c, PA_FIELD_EXCLUDE_GUEST) ||
		     flag(c, PA_FIELD_EXCLUDE_IDLE);
	bool some = flag(c, PA_FIELD_EXCLUDE_USER) || flag(c, PA_FIELD_EXCLUDE_KERNEL) ||
		    flag(c, PA_FIELD_EXCLUDE_HV);

	if (!has_trait(c, PA_TRAIT_EXCLUDES) || c->caps & PA_CAP_NO_EXCLUDE)
		return PA_NO;
	if (never)
		return c->has_caps ? PA_YES : PA_MAYBE;
	return maybe_if(some && !(get(c, PA_FIELD_CONFIG2) & 1));
}

static const struct pa_rule pmu_exclude_refused_rule = {
	.id = "pmu-exclude-refused", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = exclude_refused, .since = "6.15", .field = "{exclude}",
	.text = "PMU {pmu} does not take {excludes}; bit 0 of config2 (swfilt) may be needed",
	.fix = "exclude_user=0 exclude_kernel=0 exclude_hv=0 exclude_idle=0 exclude_host=0 "
		"exclude_guest=0",
};

static enum pa_verdict no_period(const struct pa_case *c)
{
	return yes_if(has_trait(c, PA_TRAIT_PERIOD) && !c->period &&
		      !(c->config & c->traits->count));
}

static const struct pa_rule pmu_needs_period_rule = {
	.id = "pmu-needs-period", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = no_period, .field = "{period_field}",
	.text = "PMU {pmu} only samples: {period_field} is 0",
	.fix = "freq=0 sample_period=100000",
};

static enum pa_verdict two_periods(const struct pa_case *c)
{
	u64 count;

	if (!has_trait(c, PA_TRAIT_PERIOD) || !c->period)
		return PA_NO;
	count = c->config & c->traits->count;
	return count & c->traits->takes ? PA_YES : maybe_if(count);
}

static const struct pa_rule pmu_two_periods_rule = {
	.id = "pmu-two-periods", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = two_periods, .field = "config",
	.text = "config {#config} has a period for PMU {pmu}, and {period_field} is another one",
	.fix = "config&~{count_bits}",
};

static enum pa_verdict frequency(const struct pa_case *c)
{
	return yes_if(has_trait(c, PA_TRAIT_NO_FREQ) && flag(c, PA_FIELD_FREQ));
}

static const struct pa_rule pmu_no_frequency_rule = {
	.id = "pmu-no-frequency", .in = "event_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = frequency, .field = "freq",
	.text = "PMU {pmu} samples with a period, not with a frequency",
	.fix = "freq=0",
};

static enum pa_verdict kernel_shown(const struct pa_case *c)
{
	if (!has_trait(c, PA_TRAIT_KERNEL) || !flag(c, PA_FIELD_EXCLUDE_KERNEL))
		return PA_NO;
	return pa_paranoid_above(c, 1);
}

static const struct pa_rule pmu_kernel_not_allowed_rule = {
	.id = "pmu-kernel-not-allowed", .in = "event_init", .err = EACCES, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = kernel_shown, .field = "exclude_kernel",
	.text = "PMU {pmu} shows the kernel even with exclude_kernel: " NEEDS,
	.need = PARANOID(1),
};

/* Older kernels demand CAP_PERFMON, newer ones take a low perf_event_paranoid instead. */
static enum pa_verdict config_private(const struct pa_case *c)
{
	enum pa_verdict lacking = pa_lacks_perfmon(c);

	if (!c->traits || !(c->config & c->traits->private) || lacking == PA_NO)
		return PA_NO;
	return pa_paranoid_above(c, 1) == PA_NO ? PA_MAYBE : lacking;
}

static const struct pa_rule pmu_config_not_allowed_rule = {
	.id = "pmu-config-not-allowed", .in = "event_init", .err = EACCES, .sites = PA_AT(INIT),
	.kinds = DRIVERS, .holds = config_private, .field = "config",
	.text = "bits {#private_bits} of config for PMU {pmu}: " NEEDS,
	.need = PERFMON,
	.fix = "config&~{private_bits}",
};

/* In an order in which many drivers check. */
const struct pa_rule *const pa_rules_driver[] = {
	&pmu_only_counts_rule,
	&pmu_for_cpus_rule,
	&pmu_no_branch_stack_rule,
	&pmu_config_bits_rule,
	&pmu_event_not_known_rule,
	&pmu_event_absent_rule,
	&pmu_cpu_not_served_rule,
	&pmu_exclude_refused_rule,
	&pmu_needs_period_rule,
	&pmu_two_periods_rule,
	&pmu_no_frequency_rule,
	&pmu_kernel_not_allowed_rule,
	&pmu_config_not_allowed_rule,
	NULL
};
