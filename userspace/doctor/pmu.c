// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The settings that the driver of a PMU accepts: one thing after the other is changed of an event
 * that it has, and the rules are asked, and maybe the kernel. Privileges of the caller do not
 * count.
 */
#include "doctor/parts.h"

#include <stdio.h>

#include "rules/rule.h"

#define PERIOD		1000000

const struct doctor_change doctor_takes[DOCTOR_TAKES] = {
	[DOCTOR_COUNTS] = { "counts" },
	[DOCTOR_SAMPLES] = { "samples" },
	[DOCTOR_TASKS] = { "tasks" },
	[DOCTOR_NO_USER] = { "exclude_user", PA_FIELD_EXCLUDE_USER, 1 },
	[DOCTOR_NO_KERNEL] = { "exclude_kernel", PA_FIELD_EXCLUDE_KERNEL, 1 },
	[DOCTOR_NO_HV] = { "exclude_hv", PA_FIELD_EXCLUDE_HV, 1 },
	[DOCTOR_NO_IDLE] = { "exclude_idle", PA_FIELD_EXCLUDE_IDLE, 1 },
	[DOCTOR_NO_HOST] = { "exclude_host", PA_FIELD_EXCLUDE_HOST, 1 },
	[DOCTOR_NO_GUEST] = { "exclude_guest", PA_FIELD_EXCLUDE_GUEST, 1 },
	[DOCTOR_PRECISE_1] = { "precise_ip=1", PA_FIELD_PRECISE_IP, 1 },
	[DOCTOR_PRECISE_2] = { "precise_ip=2", PA_FIELD_PRECISE_IP, 2 },
	[DOCTOR_PRECISE_3] = { "precise_ip=3", PA_FIELD_PRECISE_IP, 3 },
	[DOCTOR_BRANCHES] = { "branch_stack", PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_BRANCH_STACK },
};

/* PMUs whose events cannot be described by numbers alone (probes): do not try them. */
static const char *never(const struct pa_pmu_name *pmu)
{
	if (!strcmp(pmu->name, "kprobe") || !strcmp(pmu->name, "uprobe"))
		return "its events arm a probe when they are opened";
	if (pmu->type == PA_TYPE_TRACEPOINT)
		return "its events are listed in tracefs";
	if (pmu->type == PA_TYPE_BREAKPOINT)
		return "its events take a debug register";
	return NULL;
}

/* Events of the cpu that every driver takes alone, before events that need a group or more. */
static bool is_plain(const char *name)
{
	return !strcmp(name, "cpu-cycles") || !strcmp(name, "cpu_cycles") ||
	       !strcmp(name, "cycles") || !strcmp(name, "instructions");
}

/* An event of a PMU by a name of sysfs. */
struct named_event {
	char *name;
	u64 word[PA_FORMAT_WORDS];
};

/* Takes a plain event, else the first one. */
static bool take_event(void *arg, const char *name, const u64 *word)
{
	struct named_event *event = arg;
	bool plain = is_plain(name);

	if (strlen(name) >= 64 || (event->name[0] && !plain))
		return false;
	strcpy(event->name, name);
	memcpy(event->word, word, sizeof(event->word));
	return plain;
}

static u64 number_of(const struct pa_pmu_name *pmu)
{
	const struct pa_traits *t = pa_traits_of(pmu);

	if (pmu->type == PA_TYPE_SOFTWARE)
		return PA_SW_DUMMY;
	if (!strcmp(pmu->name, "task_clock"))
		return 1;
	return t && t->usual >= 0 ? (u64)t->usual : t ? t->first : 0;
}

/* Return true if we may measure the kernel. Otherwise exclude it, if the PMU can do that. */
static bool with_kernel(const struct doctor *d, const struct pa_pmu_name *pmu)
{
	return has_perfmon(d) ||
	       (d->facts.have & PA_F_PARANOID && d->facts.paranoid < 2) ||
	       (pmu->have_caps && pmu->caps & PA_CAP_NO_EXCLUDE);
}

/* Makes the event for the questions: for a cpu if the PMU counts for cpus. */
static void base_call(struct doctor *d, const struct pa_pmu_name *pmu, struct doctor_pmu *p,
		      struct paste_call *call)
{
	struct named_event event = { .name = p->event };
	char cpus[1024];
	const char *file = env_pmu_cpus(d->here, pmu->name, cpus, sizeof(cpus));
	struct pa_formats f;

	env_formats_here(d->here, pmu->name, &f);
	env_pmu_events(d->here, pmu->name, &f, take_event, &event);
	if (!*p->event)
		event.word[0] = number_of(pmu);
	doctor_call(call, pmu->type, event.word[0]);
	paste_set(call, PA_FIELD_CONFIG1, event.word[1]);
	paste_set(call, PA_FIELD_CONFIG2, event.word[2]);
	if (with_kernel(d, pmu)) {
		paste_set(call, PA_FIELD_EXCLUDE_KERNEL, 0);
		paste_set(call, PA_FIELD_EXCLUDE_HV, 0);
	}
	if (file && !strcmp(file, "cpumask") && d->now.pmu.other_cpu >= 0) {
		call->r.arg_pid = -1;
		call->r.arg_cpu = d->now.pmu.other_cpu;
	}
}

static void change(struct paste_call *call, u32 take)
{
	if (take == DOCTOR_TASKS) {
		call->r.arg_pid = 0;
		call->r.arg_cpu = -1;
		return;
	}
	paste_set(call, doctor_takes[take].field, doctor_takes[take].value);
	if (take == DOCTOR_BRANCHES)
		paste_set(call, PA_FIELD_BRANCH_SAMPLE_TYPE, PA_BRANCH_USER | PA_BRANCH_ANY);
}

/* PMUs with an AUX area are tracers, which most drivers mark. */
static u8 aux_of(const struct pa_pmu_name *pmu)
{
	if (!pmu->have_caps || pmu->caps & PA_CAP_EXCLUSIVE)
		return pmu->caps & PA_CAP_ITRACE ? PA_SYSFS_HAS : PA_SYSFS_UNKNOWN;
	return pmu->caps & (PA_CAP_ITRACE | PA_CAP_AUX_NO_SG) ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

static bool may_open(const struct doctor_answer *a)
{
	return doctor_verdict(a) != PA_FORESEEN_REFUSED;
}

/* Asks whether the PMU counts, and whether it samples. @samples receives the sampling call. */
static bool ask_base(struct doctor *d, const struct paste_call *counts, struct paste_call *samples,
		     struct doctor_pmu *p)
{
	*samples = *counts;
	paste_set(samples, PA_FIELD_SAMPLE_PERIOD, PERIOD);
	doctor_ask(d, counts, &p->answer[DOCTOR_COUNTS]);
	doctor_ask(d, samples, &p->answer[DOCTOR_SAMPLES]);
	return may_open(&p->answer[DOCTOR_COUNTS]) || may_open(&p->answer[DOCTOR_SAMPLES]);
}

static void ask_all(struct doctor *d, struct paste_call *counts, struct doctor_pmu *p)
{
	struct paste_call samples, call;
	bool counting, sampling;
	u32 i;

	/* Not every PMU that counts only for cpus has a cpumask. */
	if (!ask_base(d, counts, &samples, p) && d->cpus && !counts->r.arg_pid) {
		counts->r.arg_pid = -1;
		counts->r.arg_cpu = d->cpu;
		ask_base(d, counts, &samples, p);
	}
	counting = may_open(&p->answer[DOCTOR_COUNTS]);
	sampling = may_open(&p->answer[DOCTOR_SAMPLES]);
	for (i = DOCTOR_SAMPLES + 1; i < DOCTOR_TAKES; i++) {
		bool needs = i >= DOCTOR_PRECISE_1;

		/* If the event is refused unchanged, a change of it shows nothing. */
		if (needs ? !sampling : !counting && !sampling) {
			p->answer[i].tried = (struct try_result){ .how = TRY_NOT,
				.why = needs ? "it does not sample" : "none of its events opens" };
			continue;
		}
		call = needs || !counting ? samples : *counts;
		change(&call, i);
		doctor_ask(d, &call, &p->answer[i]);
	}
}

/**
 * doctor_pmu() - the settings that the driver of a PMU accepts
 * @d:   the examination of this machine
 * @id:  its index in the table of PMUs
 * @try: try it as well
 * @p:   receives it
 */
void doctor_pmu(struct doctor *d, u32 id, bool try, struct doctor_pmu *p)
{
	const struct pa_pmu_name *pmu = &d->pmus[id];
	const char *untried = d->untried;
	struct paste_call call;
	u32 i;

	memset(p, 0, sizeof(*p));
	env_pmu_look(d->here, &d->now.pmu, id, pmu->name);
	p->aux = aux_of(pmu);
	p->never = never(pmu);
	for (i = 0; i < DOCTOR_TAKES; i++)
		p->answer[i].tried = (struct try_result){ .how = TRY_NOT, .why = p->never };
	if (p->never)
		return;
	d->driver = true;
	if (!try)
		d->untried = "it was not asked for";
	base_call(d, pmu, p, &call);
	ask_all(d, &call, p);
	if (p->answer[DOCTOR_COUNTS].tried.how == TRY_NEVER)
		p->never = p->answer[DOCTOR_COUNTS].tried.why;
	d->untried = untried;
	d->driver = false;
}

/**
 * doctor_pmu_needs() - the missing thing that a PMU needs
 * @name: its name
 *
 * Return: NULL if that is not known.
 */
const char *doctor_pmu_needs(const char *name)
{
	return pa_pmu_needs(name);
}
