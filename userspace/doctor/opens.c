// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Findings that a call decides: the kinds of measurement that work, and the counters that are free.
 */
#include "doctor/parts.h"

#include <stdio.h>

#define HW_CYCLES	0
#define HW_BRANCHES	4

static const char *errno_text(u32 err)
{
	const struct pa_name *name = pa_errno_name(err);

	return name ? name->text : "an error without a name";
}

static void refused(struct doctor *d, struct doctor_finding *f, enum doctor_state state,
		    const char *what)
{
	const struct doctor_answer *a = &f->answer;
	bool filter = doctor_is_filtered(d, a);

	find_says(f, state, "%s: %s: %s", what, errno_text(doctor_errno(a)),
		  filter ? "the seccomp filter refuses it" :
		  *a->why.text ? a->why.text : "for a reason that is not known");
	find_mend_privilege(f, d, &a->why.need, filter);
}

/* Judges by the result of the call; else by the rules, unless something else may refuse it. */
static void judge(struct doctor *d, struct doctor_finding *f, const struct paste_call *call,
		  enum doctor_state bad, const char *what)
{
	struct doctor_answer *a = &f->answer;

	doctor_ask(d, call, a);
	switch (doctor_verdict(a)) {
	case PA_FORESEEN_REFUSED:
		refused(d, f, bad, what);
		break;
	case PA_FORESEEN_OPENS:
		if (a->tried.how == TRY_OPENED)
			find_says(f, DOCTOR_FINE, "%s: opens", what);
		else if (d->filter)
			find_says(f, DOCTOR_UNKNOWN,
				  "%s: not tried: a seccomp filter may refuse it", what);
		else
			find_says(f, DOCTOR_FINE, "%s: the settings allow it; not tried: %s", what,
				  a->tried.why);
		break;
	default:
		find_says(f, DOCTOR_UNKNOWN, "%s: not known; not tried: %s", what, a->tried.why);
	}
}

/**
 * find_own() - find out whether we may measure our own programs
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_own(struct doctor *d, struct doctor_finding *f)
{
	struct paste_call call;

	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
	judge(d, f, &call, DOCTOR_BROKEN, "own programs, in user space");
}

/**
 * find_in_kernel() - find out whether we may measure them in the kernel
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_in_kernel(struct doctor *d, struct doctor_finding *f)
{
	struct paste_call call;

	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
	paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, 0);
	paste_set(&call, PA_FIELD_EXCLUDE_HV, 0);
	judge(d, f, &call, DOCTOR_LIMITED, "own programs, in the kernel");
}

/**
 * find_cpu_wide() - find out whether we may measure all processes of a cpu
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_cpu_wide(struct doctor *d, struct doctor_finding *f)
{
	struct paste_call call;

	if (!d->cpus)
		return;
	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
	call.r.arg_pid = -1;
	call.r.arg_cpu = d->cpu;
	judge(d, f, &call, DOCTOR_LIMITED, "all programs of a cpu");
}

static bool is_missing(u32 err)
{
	return err == ENOENT || err == EOPNOTSUPP || err == ENODEV;
}

/**
 * find_hardware() - find out whether a PMU counts cycles
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_hardware(struct doctor *d, struct doctor_finding *f)
{
	bool pmu = doctor_has_cpu_pmu(d);
	struct doctor_answer *a = &f->answer;
	struct paste_call call;

	doctor_call(&call, PA_TYPE_HARDWARE, HW_CYCLES);
	doctor_ask(d, &call, a);
	if (a->tried.how == TRY_OPENED) {
		find_says(f, DOCTOR_FINE, "cycles are counted");
	} else if (a->tried.how == TRY_REFUSED && is_missing(doctor_errno(a))) {
		d->no_cycles = true;
		find_says(f, DOCTOR_LIMITED, "no PMU counts cycles: %s%s",
			  errno_text(doctor_errno(a)), pmu ? "" : ", as in many virtual machines");
	} else if (doctor_verdict(a) == PA_FORESEEN_REFUSED) {
		refused(d, f, DOCTOR_LIMITED, "cycles");
	} else if (d->npmus < 2) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /sys/bus/event_source cannot be read");
	} else if (!pmu) {
		d->no_cycles = true;
		find_says(f, DOCTOR_LIMITED,
			  "sysfs has no PMU of a cpu, as in many virtual machines");
	} else {
		find_says(f, DOCTOR_UNKNOWN, "sysfs lists a CPU PMU; cycles were not tried: %s",
			  a->tried.why);
	}
	if (d->no_cycles && !pmu)
		find_mend_hypervisor(d, f);
}

/**
 * find_counters() - the number of events that the PMU counts at once
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_counters(struct doctor *d, struct doctor_finding *f)
{
	struct paste_call call;
	u32 n;

	if (!doctor_has_cpu_pmu(d))
		return;
	/* One more cycles event may get the fixed counter, which counts nothing else. */
	doctor_call(&call, PA_TYPE_HARDWARE, HW_BRANCHES);
	n = doctor_group(d, &call);
	if (!n) {
		doctor_call(&call, PA_TYPE_HARDWARE, HW_CYCLES);
		n = doctor_group(d, &call);
	}
	if (n == TRY_CALLS)
		find_says(f, DOCTOR_FINE, "%u equal events at once, or more", n);
	else if (n)
		find_says(f, DOCTOR_FINE, "%u equal events at once; a group of %u is refused",
			  n, n + 1);
}

/**
 * find_watchdog() - find out whether the NMI watchdog takes a counter
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_watchdog(struct doctor *d, struct doctor_finding *f)
{
	s64 on;

	if (!doctor_has_cpu_pmu(d) ||
	    !env_here_number(d->here, "sys/kernel/nmi_watchdog", &on))
		return;
	if (!on) {
		find_says(f, DOCTOR_FINE, "off: it takes no counter");
		return;
	}
	find_says(f, DOCTOR_LIMITED,
		  "on: it probably takes one of these counters on each cpu");
	find_mend(f, "sysctl kernel.nmi_watchdog=0");
}

/**
 * doctor_instead() - the event to use if no PMU counts cycles
 * @d:    the examination; find_hardware() has said whether one does
 * @text: receives a sentence
 * @size: bytes there
 *
 * Return: false if cycles are counted, or that is not known, or there is no substitute.
 */
bool doctor_instead(struct doctor *d, char *text, size_t size)
{
	struct doctor_answer user, kernel;
	struct paste_call call;

	if (!d->no_cycles)
		return false;
	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_CPU_CLOCK);
	doctor_ask(d, &call, &user);
	paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, 0);
	paste_set(&call, PA_FIELD_EXCLUDE_HV, 0);
	doctor_ask(d, &call, &kernel);
	if (doctor_verdict(&user) != PA_FORESEEN_OPENS)
		return false;
	snprintf(text, size, "instead of cycles use cpu-clock%s: it measures time",
		 doctor_verdict(&kernel) == PA_FORESEEN_OPENS ? "" : ":u");
	return true;
}
