// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Orders the reasons that a search has found. First come reasons that the text itself names, then
 * reasons about something that the text shows, then usual ones in public reports (.often of a
 * rule), then those found with more values of the unknown parts.
 */
#include "call/pasted.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/page.h"
#include "rules/parts.h"

/*
 * A call that a seccomp filter refuses never comes to the checks of perf_event_open(), and looks as
 * if they had refused it. Containers return EPERM, which hardly any check does.
 */
const struct pa_rule pasted_seccomp = {
	.id = "seccomp-refused", .in = "seccomp", .err = EPERM,
	.text = "a seccomp filter, as containers have one, refuses perf_event_open",
	.needs = "--cap-add PERFMON of docker and podman, seccompProfile, or SystemCallFilter=",
};

/* An emulator of system calls may lack it, such as that of gVisor or qemu-user. */
const struct pa_rule pasted_absent = {
	.id = "call-absent", .in = "syscall", .err = ENOSYS,
	.text = "this kernel has no perf_event_open: no CONFIG_PERF_EVENTS, or emulated",
};

/* Rules that have no check in perf_event_open(): there was no call, or not this kernel. */
static const struct pa_rule other_rules[] = {
	{ .id = "descriptor-missing", .in = "ioctl",
	  .text = "the descriptor is not open: perf_event_open() has failed before" },
	{ .id = "descriptor-other", .in = "ioctl",
	  .text = "the descriptor is open, and not that of an event" },
	{ .id = "kernel-emulated", .in = "perf_event_open",
	  .text = "WSL 1 has no perf events: use WSL 2, which has a kernel" },
	{ .id = "pmu-name-missing", .in = "perf",
	  .text = "no call was made: no such PMU (module not loaded, or a VM)" },
	{ .id = "event-name-missing", .in = "perf",
	  .text = "no call was made: no PMU here has an event that is written so" },
	{ .id = "event-syntax", .in = "perf",
	  .text = "no call was made: the event cannot have this modifier or value" },
	{ .id = "perf-not-installed", .in = "shell",
	  .text = "no call was made: install perf of this kernel: linux-perf, linux-tools-..." },
	{ .id = "perf-without-libtraceevent", .in = "perf",
	  .text = "no call was made: this perf was built without libtraceevent" },
	{ .id = "workload-missing", .in = "shell",
	  .text = "no call was made: the program that perf is to run cannot be started" },
	{ .id = "tracepoint-name-missing", .in = "tracefs",
	  .text = "no call was made: tracefs has no such event, or is not mounted" },
	{ .id = "tracefs-missing", .in = "tracefs",
	  .text = "no call was made: no kprobe_events in tracefs, or no such function" },
	{ .id = "tracefs-not-readable", .in = "tracefs",
	  .text = "no call was made: tracefs, with the event's number, is for root" },
	{ .id = NULL }
};

static bool is_other(const struct pa_rule *rule)
{
	return rule >= other_rules && rule < other_rules + ARRAY_SIZE(other_rules);
}

/**
 * pasted_rule_named() - the rule that has this name, even if no check of the kernel has it
 * @id: the name
 *
 * Return: NULL if none has it.
 */
const struct pa_rule *pasted_rule_named(const char *id)
{
	const struct pa_rule *rule;

	if (!strcmp(pasted_seccomp.id, id))
		return &pasted_seccomp;
	for (rule = other_rules; rule->id; rule++)
		if (!strcmp(rule->id, id))
			return rule;
	return pa_rule_named(id);
}

/* Fields that most programs set, whatever the result of the call is. */
static bool is_ordinary(unsigned int id)
{
	static const u8 ordinary[] = {
		PA_FIELD_TYPE, PA_FIELD_SIZE, PA_FIELD_CONFIG, PA_FIELD_SAMPLE_PERIOD,
		PA_FIELD_SAMPLE_FREQ, PA_FIELD_SAMPLE_TYPE, PA_FIELD_READ_FORMAT,
		PA_FIELD_DISABLED, PA_FIELD_INHERIT, PA_FIELD_EXCLUDE_KERNEL,
		PA_FIELD_EXCLUDE_HV, PA_FIELD_EXCLUDE_USER, PA_FIELD_FREQ,
	};

	return memchr(ordinary, (int)id, sizeof(ordinary));
}

/* Bits of sample_type that ask the PMU for more than most have. */
#define SPECIAL	(PA_SAMPLE_BRANCH_STACK | PA_SAMPLE_REGS_INTR | PA_SAMPLE_PHYS_ADDR)

/* Hz that every kernel.perf_event_max_sample_rate allows, unless interrupts have lowered it */
#define USUAL_RATE	25000

static u64 known_of(const struct pa_call *x, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return pa_attr_get(&x->r, id) & ~pa_bits(x->pasted.unknown.word, f);
}

static bool any_known(const struct pa_call *x, const u8 *ids, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (known_of(x, (enum pa_field_id)ids[i]))
			return true;
	return false;
}

/* Exclusions: first those that few programs set. */
static const u8 excludes[] = {
	PA_FIELD_EXCLUDE_IDLE, PA_FIELD_EXCLUDE_HOST, PA_FIELD_EXCLUDE_GUEST,
	PA_FIELD_EXCLUDE_KERNEL, PA_FIELD_EXCLUDE_USER,
};

#define RARE_EXCLUDES	3

/* Flags of the last years. */
static const u8 newer[] = {
	PA_FIELD_INHERIT_THREAD, PA_FIELD_REMOVE_ON_EXEC, PA_FIELD_SIGTRAP, PA_FIELD_BUILD_ID,
	PA_FIELD_DEFER_CALLCHAIN, PA_FIELD_DEFER_OUTPUT,
};

/* Return true if the text names a PMU that is not a cpu's: it may be unable to exclude anything. */
static bool is_of_other_pmu(const struct pa_call *x)
{
	return *x->pasted.pmu && strncmp(x->pasted.pmu, "cpu", 3);
}

static bool is_exclusion(const struct pa_rule *rule)
{
	return rule->field && !strcmp(rule->field, "{exclude}");
}

/* Return true if the text shows that the call passes the field that the rule is about. */
static bool is_shown(const struct pa_rule *rule, const struct pa_call *x)
{
	const u8 unknown = x->pasted.unknown.args;
	unsigned int id;

	if (is_exclusion(rule))
		return any_known(x, excludes,
				 is_of_other_pmu(x) ? sizeof(excludes) : RARE_EXCLUDES);
	if (rule->field && !strcmp(rule->field, "{unknown_flag}"))
		return any_known(x, newer, sizeof(newer));
	/* Arguments that every call has do not show that it is in a group. */
	if (rule->sites & PA_AT(GROUP) && unknown & PA_UNKNOWN_GROUP_FD)
		return false;
	/* The path or function of a probe may be anything if the text has none. */
	if (!rule->field || *rule->field == '{' ||
	    (rule->kinds & (PA_OF(KPROBE) | PA_OF(UPROBE)) && !x->r.str_kind))
		return false;
	id = pa_fix_id(&(struct pa_word){ rule->field, strlen(rule->field) });
	switch (id) {
	case PA_ARG_PID:
		/* Rights are mostly those to see a whole cpu: threads are of the user's own. */
		return !(unknown & PA_UNKNOWN_PID) && x->r.arg_pid &&
		       (x->r.arg_pid != -1 ? x->r.ret != -EACCES :
			x->r.ret == -EACCES || x->r.arg_cpu == -1);
	case PA_ARG_CPU:
		return !(unknown & PA_UNKNOWN_CPU) && x->r.arg_cpu != -1;
	case PA_ARG_GROUP_FD:
		return !(unknown & PA_UNKNOWN_GROUP_FD) && x->r.arg_group_fd != -1;
	case PA_ARG_FLAGS:
		return !(unknown & PA_UNKNOWN_FLAGS) && x->r.flags & ~(u64)PA_FLAG_FD_CLOEXEC;
	case PA_FIELD_CONFIG:
		/* The upper half of config is a PMU's type. */
		return !(rule->sites & PA_AT(INIT)) &&
		       !pa_bits(x->pasted.unknown.word, &pa_fields[PA_FIELD_TYPE]) &&
		       pa_attr_get(&x->r, PA_FIELD_TYPE) == PA_TYPE_HARDWARE &&
		       known_of(x, PA_FIELD_CONFIG) >> PA_PMU_TYPE_SHIFT;
	case PA_FIELD_SAMPLE_REGS_USER:
		return known_of(x, PA_FIELD_SAMPLE_TYPE) & PA_SAMPLE_REGS_INTR;
	case PA_FIELD_SAMPLE_FREQ:
		return known_of(x, PA_FIELD_SAMPLE_FREQ) > USUAL_RATE;
	case PA_FIELD_SAMPLE_TYPE:
		return known_of(x, PA_FIELD_SAMPLE_TYPE) & SPECIAL;
	}
	return id < PA_FIELD_MAX && !is_ordinary(id) && known_of(x, (enum pa_field_id)id);
}

/* The PMUs of cpus of an architecture; this machine's if the text names none. */
static u32 cpus_of(const struct pa_call *x)
{
	switch (pa_arch_of(x->r.abi < PA_ABI_MAX ? x->r.abi : HERE_ABI)->family) {
	case PA_FAMILY_ARM:
		return PA_OF(ARMV8);
	case PA_FAMILY_POWER:
		return PA_OF(POWER);
	case PA_FAMILY_RISCV:
		return PA_OF(RISCV);
	default:
		return PA_OF(X86);
	}
}

/* Return true if the rule is of an architecture or a kernel that is another one. */
static bool is_elsewhere(const struct pa_rule *rule, const struct pa_call *x)
{
	const char *dot = rule->since ? strchr(rule->since, '.') : NULL;
	u32 others = PA_OF_CPUS & ~cpus_of(x);

	if (rule->kinds && !(rule->kinds & ~others) && !is_shown(rule, x))
		return true;
	return x->pasted.release && dot &&
	       (atoi(rule->since) << 8 | atoi(dot + 1)) > x->pasted.release;
}

/* Return true if a text has nothing but the error, and maybe the event. */
static bool is_alone(const struct pa_call *x)
{
	const u8 all = PA_UNKNOWN_PID | PA_UNKNOWN_CPU | PA_UNKNOWN_GROUP_FD | PA_UNKNOWN_FLAGS;
	static const u8 fields[] = {
		PA_FIELD_SAMPLE_PERIOD, PA_FIELD_SAMPLE_TYPE, PA_FIELD_READ_FORMAT,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (pa_bits(x->pasted.unknown.word, &pa_fields[fields[i]]) != U64_MAX)
			return false;
	return x->pasted.form == PASTE_WORDS && (x->pasted.unknown.args & all) == all &&
	       !*x->pasted.pmu && !known_of(x, PA_FIELD_PRECISE_IP) &&
	       known_of(x, PA_FIELD_TYPE) <= PA_TYPE_HW_CACHE;
}

/* Reasons are ordered by weight, then by the number of values with which they were found. */
static int weight(const struct pa_rule *rule, const struct pa_call *x)
{
	if (!strcmp(rule->id, x->pasted.rule))
		return 100;
	if (rule->alone && is_alone(x))
		return rule->alone;
	/* The level that the text prints decides whether this check is the reason. */
	if (rule->need.level == PA_LEVEL_ANY && x->r.facts.have & PA_F_PARANOID)
		return x->r.facts.paranoid > 2 ? 30 : PA_SELDOM;
	/*
	 * perf prints the level after its last try. Above 1 it has already tried with
	 * exclude_kernel, so mostly the user asked for all cpus (-a).
	 */
	if (rule->perf && x->pasted.form == PASTE_PERF && x->r.facts.have & PA_F_PARANOID &&
	    pa_bits(x->pasted.unknown.word, &pa_fields[PA_FIELD_EXCLUDE_KERNEL]))
		return rule->perf;
	/* The text names a PMU other than a cpu's: prefer checks of such PMUs. */
	if (is_of_other_pmu(x) && rule->often >= PA_USUAL &&
	    rule->kinds & (PA_OF(OTHER) | PA_OF(KPROBE) | PA_OF(UPROBE)))
		return 3;
	if (!is_shown(rule, x))
		return rule->often;
	/* The kernel asks whether the PMU can exclude before it looks at the task. */
	if (is_of_other_pmu(x) && is_exclusion(rule))
		return 4;
	/* The leader is in the text, so what differs is known. */
	if (x->r.facts.have & PA_F_GROUP_FD && rule->sites & PA_AT(GROUP))
		return rule->often + 3;
	return rule->often + 2;
}

/* A check that refuses if no check before it does is the reason whenever those are not. */
static bool is_sure(const struct search *s, unsigned int i)
{
	return s->sure && !s->unsure && s->why[i].rule == s->sure;
}

static bool is_before(const struct search *s, unsigned int a, unsigned int b,
		      const struct pa_call *x)
{
	int by = weight(s->why[a].rule, x) - weight(s->why[b].rule, x);

	if (is_sure(s, a) != is_sure(s, b))
		return is_sure(s, a);
	return by ? by > 0 : s->count[a] > s->count[b];
}

/* A reason that fewer values than these lead to is as likely as one that weighs less. */
#define FEW	10

/*
 * Return true if this reason is common or shown by the text, usual values lead to it if they lead
 * to any, and no other weighs as much: but for reasons of the same setting, or of few values. The
 * order of those of an error alone is a guess.
 */
static bool stands_out(const struct search *s, unsigned int best, const struct pa_call *x)
{
	int most = weight(s->why[best].rule, x);
	bool leveled = s->why[best].rule->need.leveled;
	const char *field = s->why[best].rule->field;
	unsigned int i;

	for (i = 0; i < s->n; i++)
		if (s->count[i] / 1000 > s->count[best] ||
		    (i != best && weight(s->why[i].rule, x) >= most && s->count[i] >= FEW &&
		     !(leveled && s->why[i].rule->need.leveled)))
			return false;
	/* Every call has a pid and a cpu: they show less than the error EINVAL leaves open. */
	if (x->r.ret == -EINVAL && field && (!strcmp(field, "pid") || !strcmp(field, "cpu")))
		return false;
	return most > PA_USUAL && !(s->why[best].rule->alone && is_alone(x));
}

/**
 * pasted_leave_out() - leave out reasons, unless no other is left
 * @s:    the reasons found
 * @gone: for each reason whether it is left out
 *
 * Return: false if all would be.
 */
bool pasted_leave_out(struct search *s, const bool *gone)
{
	unsigned int i, n = 0;

	for (i = 0; i < s->n; i++)
		n += !gone[i];
	if (!n)
		return false;
	for (i = 0, n = 0; i < s->n; i++) {
		if (gone[i])
			continue;
		s->why[n] = s->why[i];
		s->count[n++] = s->count[i];
	}
	s->n = n;
	return true;
}

/* Leaves out rules of other architectures and kernels, unless there are only such. */
static void leave_out_elsewhere(struct search *s, const struct pa_call *x)
{
	bool gone[PASTED_FOUND_MAX];
	unsigned int i;

	for (i = 0; i < s->n; i++)
		gone[i] = is_elsewhere(s->why[i].rule, x);
	pasted_leave_out(s, gone);
}

/**
 * pasted_rank() - give out the likeliest reasons that were found, the likeliest one first
 * @all: receives them
 * @s:   the reasons found; is used up
 * @x:   the call
 */
void pasted_rank(struct pasted_reasons *all, struct search *s, const struct pa_call *x)
{
	unsigned int i, best;

	leave_out_elsewhere(s, x);
	all->more = s->more || s->n > PASTED_MAY_BE;
	while (s->n && all->n < PASTED_MAY_BE) {
		for (i = 1, best = 0; i < s->n; i++)
			if (is_before(s, i, best, x))
				best = i;
		all->likely |= !all->n && stands_out(s, best, x);
		all->why[all->n++] = s->why[best];
		s->n--;
		memmove(&s->why[best], &s->why[best + 1], (s->n - best) * sizeof(*s->why));
		memmove(&s->count[best], &s->count[best + 1],
			(s->n - best) * sizeof(*s->count));
	}
}

/**
 * pasted_say() - write the sentence of a rule about a call
 * @why: its rule is set; receives the rest
 * @x:   the call
 */
void pasted_say(struct pa_why *why, const struct pa_call *x)
{
	const char *needs;
	struct pa_case c;

	if (!why->rule->holds) {
		needs = strcmp(why->rule->id, "pmu-name-missing") ? NULL :
			pa_pmu_needs(x->pasted.pmu);
		why->in = why->rule->in;
		if (needs)
			snprintf(why->text, sizeof(why->text),
				 "no call was made: no such PMU. It needs %s", needs);
		else
			strscpy(why->text, why->rule->text, sizeof(why->text));
	} else if (x->r.kind == PA_RECORD_OPEN) {
		pa_candidate_say(&x->r, &x->env, &x->pasted.unknown, why);
	} else if (pa_op_case_look(&c, &x->r, &x->env)) {
		c.unknown = &x->pasted.unknown;
		pa_why_say(&c, why->rule, why);
	}
}

/**
 * pasted_put_named() - list the rule first that the text itself names
 * @all: the reasons
 * @x:   the call
 */
void pasted_put_named(struct pasted_reasons *all, const struct pa_call *x)
{
	const struct pa_rule *rule = *x->pasted.rule ? pasted_rule_named(x->pasted.rule) : NULL;
	struct pa_why *first = &all->why[0];
	struct pa_why why;
	unsigned int i;

	if (!rule)
		return;
	for (i = 0; i < all->n && all->why[i].rule != rule; i++)
		;
	if (i < all->n) {
		why = all->why[i];
	} else {
		why = (struct pa_why){ .rule = rule };
		pasted_say(&why, x);
		if (all->n < PASTED_MAY_BE)
			all->n++;
		else
			all->more = true;
		i = all->n - 1;
	}
	memmove(first + 1, first, i * sizeof(*first));
	*first = why;
	all->likely = true;
	/* No check can be the reason if no call was made. */
	if (is_other(rule)) {
		all->n = 1;
		all->more = false;
	}
}
