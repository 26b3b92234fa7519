// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * event_init() of PMUs other than those of the cpu: uncore, RAPL, cstate, IBS, tracers, ...
 *
 * These are rules over the traits of a driver (traits.c). Drivers return different errnos for the
 * same check, and some kernels do the checks in another order; each of these conditions suffices
 * for a refusal, so it is a reason even if another one was tested first.
 */
#include "rules/rule.h"

#define DRIVER	EVENT_INIT(INIT), .kinds = PA_OF(OTHER) | PA_OF(IBS)

/* Return true if the driver would return this errno, which is 0 for a check that it lacks. */
static bool returns(const struct pa_case *c, u8 err)
{
	return err && (c->planned || !c->err || c->err == err);
}

static bool has_trait(const struct pa_case *c, u16 trait)
{
	return c->traits && c->traits->more & trait;
}

/* For other drivers: known if the PMU has no context for tasks (perf_invalid_context). */
static enum pa_verdict for_cpus_unknown(const struct pa_case *c)
{
	bool wants = c->task || c->call.cpu == -1 || c->sampling;

	if (!wants || !c->has_caps || c->ctx_nr != CTX_INVALID)
		return PA_NO;
	/* The driver may have refused the config first, but a plan with this surely fails. */
	return c->planned ? PA_YES : PA_MAYBE;
}

static enum pa_verdict branches(const struct pa_case *c)
{
	if (!c->traits || !sample(c, PA_SAMPLE_BRANCH_STACK) || !returns(c, c->traits->branches))
		return PA_NO;
	return has_trait(c, PA_TRAIT_NEW_BRANCHES) ? PA_MAYBE : PA_YES;
}

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

/* Finds the number of the event. Returns false if events of this PMU have no numbers. */
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

static enum pa_verdict two_periods(const struct pa_case *c)
{
	u64 count;

	if (!has_trait(c, PA_TRAIT_PERIOD) || !c->period)
		return PA_NO;
	count = c->config & c->traits->count;
	return count & c->traits->takes ? PA_YES : maybe_if(count);
}

/* Older kernels demand CAP_PERFMON, newer ones take a low perf_event_paranoid instead. */
static enum pa_verdict config_private(const struct pa_case *c)
{
	enum pa_verdict lacking = pa_lacks_perfmon(c);

	if (!c->traits || !(c->config & c->traits->private) || lacking == PA_NO)
		return PA_NO;
	return pa_paranoid_above(c, 1) == PA_YES ? lacking : PA_MAYBE;
}

#define RULES	rules_driver
#include "rules/rule_table.h"
