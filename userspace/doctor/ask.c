// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The result of one call: rules/after.c asks the rules in the kernel's order, then a child makes
 * the call, and its result decides. The rules foresee nothing where a check is not decided, or
 * where the driver may have checks of its own. A difference between both is reported as an error of
 * perfattr. A lack of privilege says nothing about a driver: for perfattr pmus the rules are asked
 * as if the caller had all privileges, and a call that is refused for want of one does not count.
 */
#include "doctor/parts.h"

#include <stdlib.h>
#include <unistd.h>

#include "call/pasted.h"
#include "facts/limits.h"
#include "rules/rule.h"

/* Every kernel takes an attr of this many bytes, which has all fields that are set here. */
#define SIZE	PA_ATTR_VER5

static void caller_look(struct doctor *d)
{
	struct pa_facts *f = &d->facts;
	bool selinux;

	if (!env_here_cpus(d->here, &d->cpus, &d->cpu, &d->offline)) {
		d->cpus = 0;
		d->offline = -1;
	}
	env_here_facts(d->here, f, d->cpu, true);
	if (d->place.have & PA_PLACE_CAPS && d->place.have & PA_PLACE_USERNS) {
		f->cap_effective = d->place.effective;
		f->init_userns = d->place.init_userns;
		f->have |= PA_F_CRED;
	}
	/* Foresee only perf's own checks: refusals by a policy are found by trying. */
	if (!env_here_selinux(d->here, &selinux) || !selinux)
		f->have |= PA_F_LSM;
	/* The child that tries has no descriptors but its own. */
	f->fd_free = 1;
	f->have |= PA_F_FD_FREE;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct pa_pmu_name *)a)->name, ((const struct pa_pmu_name *)b)->name);
}

/* Fills in the module's facts about a PMU, or else the usual facts for PMUs of this name. */
static void pmu_know(struct pa_pmu_name *pmu, const struct pa_env *by_module)
{
	u32 i;

	for (i = 1; by_module && i < by_module->npmus; i++) {
		const struct pa_pmu_name *known = &by_module->pmus[i];

		if (known->type != pmu->type || strcmp(known->name, pmu->name) ||
		    (by_module->pmu_gone && by_module->pmu_gone[i]))
			continue;
		*pmu = *known;
		return;
	}
	if (!pasted_usual_pmu(pmu))
		pa_traits_assume(pmu, NULL, NULL);
}

/**
 * doctor_begin() - begin to look at a machine
 * @d:         receives the facts that all questions share
 * @here:      the machine
 * @by_module: the module's line about its kernel and PMUs; NULL: there is none
 * @force:     try also under a seccomp filter
 */
void doctor_begin(struct doctor *d, struct env_here *here, const struct pa_env *by_module,
		  bool force)
{
	const char *filtered = try_filtered(here);
	u32 i;

	memset(d, 0, sizeof(*d));
	d->here = here;
	d->filter = env_here_seccomp(here) > 0;
	d->untried = PA_BIG_ENDIAN ? "no attr can be built on a big-endian machine" :
		     filtered && !force ? filtered : NULL;
	d->self = env_here_self(here);
	d->uid = geteuid();
	env_here_place(here, d->self, NULL, &d->place);
	caller_look(d);
	d->npmus = 1 + (u32)env_here_pmus(here, d->pmus + 1, PA_PMUS - 1);
	qsort(d->pmus + 1, d->npmus - 1, sizeof(*d->pmus), by_name);
	for (i = 1; i < d->npmus; i++)
		pmu_know(&d->pmus[i], by_module);
	if (by_module) {
		d->env.kernel = by_module->kernel;
		d->env.limits = by_module->limits;
	}
	d->env.pmus = d->pmus;
	d->env.npmus = d->npmus;
	d->env.pmus_lost = d->npmus < 2;
	d->now.pmu = (struct pa_pmu_now){ .other_cpu = -1, .precise = -1 };
	d->env.now = &d->now;
}

/**
 * doctor_call() - an event of ourselves, in user space, that is not enabled
 * @call:   receives it
 * @type:   its type
 * @config: its event
 */
void doctor_call(struct paste_call *call, u32 type, u64 config)
{
	paste_begin(call, PASTE_CODE);
	call->r.attr_len = SIZE;
	call->r.attr_size = SIZE;
	call->r.have_size = 1;
	call->r.abi = HERE_ABI;
	call->r.flags = PA_FLAG_FD_CLOEXEC;
	paste_set(call, PA_FIELD_TYPE, type);
	paste_set(call, PA_FIELD_SIZE, SIZE);
	paste_set(call, PA_FIELD_CONFIG, config);
	paste_set(call, PA_FIELD_DISABLED, 1);
	paste_set(call, PA_FIELD_EXCLUDE_KERNEL, 1);
	paste_set(call, PA_FIELD_EXCLUDE_HV, 1);
}

static void to_try(struct try_call *to, const struct paste_call *call)
{
	memset(to, 0, sizeof(*to));
	memcpy(to->attr, call->r.attr, SIZE);
	to->pid = call->r.arg_pid;
	to->cpu = call->r.arg_cpu;
	to->group_fd = -1;
	to->flags = call->r.flags;
}

static struct try_machine known_pmus(const struct doctor *d)
{
	return (struct try_machine){ .pmus = d->pmus + 1, .npmus = d->npmus - 1 };
}

static void make(struct doctor *d, const struct paste_call *call, struct try_result *tried)
{
	struct try_machine m = known_pmus(d);
	struct try_call one;

	*tried = (struct try_result){ .how = TRY_NOT, .why = d->untried };
	if (d->untried)
		return;
	to_try(&one, call);
	try_calls(tried, &one, 1, &m, NULL, TRY_MS);
}

/* Explains a refusal by the rules if they predicted it, else by its errno. */
static void explain(const struct doctor *d, const struct pa_record *r, struct doctor_answer *a)
{
	struct pa_record refused = *r;

	a->why = a->foreseen.why;
	if (a->tried.how == TRY_REFUSED &&
	    (a->foreseen.as != PA_FORESEEN_REFUSED || doctor_differs(a))) {
		memset(&a->why, 0, sizeof(a->why));
		refused.ret = -a->tried.err;
		if (pa_candidates(&refused, &d->env, NULL, NULL, &a->why, 1))
			pa_candidate_say(&refused, &d->env, NULL, &a->why);
	}
}

/* Counts how often the rules were right. */
static void count(struct doctor *d, const struct doctor_answer *a)
{
	if (a->tried.how != TRY_OPENED && a->tried.how != TRY_REFUSED)
		return;
	d->opens++;
	if (a->foreseen.as == PA_FORESEEN_UNKNOWN)
		d->untold++;
	else if (!doctor_differs(a))
		d->as_told++;
}

/**
 * has_perfmon() - return true if we may do what CAP_PERFMON allows
 * @d: the examination of this machine
 */
bool has_perfmon(const struct doctor *d)
{
	return pa_has_capability(&d->facts, PA_CAPABLE_PERFMON) ||
	       pa_has_capability(&d->facts, PA_CAPABLE_SYS_ADMIN);
}

/* Return true if the call was refused for lack of privilege, whatever the driver accepts. */
static bool is_of_privilege(const struct doctor *d, const struct doctor_answer *a)
{
	return (a->tried.err == EACCES || a->tried.err == EPERM) &&
	       !has_perfmon(d);
}

/**
 * doctor_ask() - find out the result of a call
 * @d:    the examination; counts the calls that were tried
 * @call: the call
 * @a:    receives it
 */
void doctor_ask(struct doctor *d, const struct paste_call *call, struct doctor_answer *a)
{
	struct pa_record r = call->r;

	memset(a, 0, sizeof(*a));
	a->asked = true;
	r.have_facts = 1;
	r.facts = d->facts;
	/* pid 0 is the caller: without these facts it would be looked up as a number. */
	if (r.arg_pid == 0) {
		r.facts.target_exists = 1;
		r.facts.target_same_creds = 1;
		r.facts.have |= PA_F_TARGET;
	}
	if (d->driver) {
		r.facts.cap_effective = ~0ULL;
		r.facts.init_userns = 1;
		r.facts.have |= PA_F_CRED;
	}
	pa_foresee(&a->foreseen, &r, &d->env);
	make(d, call, &a->tried);
	if (d->driver && a->tried.how == TRY_REFUSED && is_of_privilege(d, a))
		a->tried = (struct try_result){ .how = TRY_NOT, .err = a->tried.err,
						.why = "it needs a privilege" };
	count(d, a);
	explain(d, &r, a);
}

/**
 * doctor_verdict() - return whether the call opens
 * @a: its answer
 *
 * Return: the result of trying, else the result by the rules.
 */
enum pa_foreseen_as doctor_verdict(const struct doctor_answer *a)
{
	if (a->tried.how == TRY_OPENED)
		return PA_FORESEEN_OPENS;
	return a->tried.how == TRY_REFUSED ? PA_FORESEEN_REFUSED : a->foreseen.as;
}

/**
 * doctor_errno() - the error of a call that is refused
 * @a: its answer
 *
 * Return: 0 if it is not known.
 */
u32 doctor_errno(const struct doctor_answer *a)
{
	return a->tried.how == TRY_REFUSED ? (u32)a->tried.err : a->foreseen.err;
}

/**
 * doctor_differs() - return true if the rules foresaw another result
 * @a: the answer of a call
 */
bool doctor_differs(const struct doctor_answer *a)
{
	const struct pa_foreseen *f = &a->foreseen;
	u32 err = (u32)a->tried.err;

	if (a->tried.how == TRY_OPENED)
		return f->as == PA_FORESEEN_REFUSED;
	if (a->tried.how != TRY_REFUSED)
		return false;
	if (f->as != PA_FORESEEN_REFUSED)
		return f->as == PA_FORESEEN_OPENS;
	return f->err && err != f->err && err != f->or_err;
}

/**
 * doctor_is_filtered() - return true if a seccomp filter on us refused the call
 * @d: the examination of this machine
 * @a: the answer of the call
 *
 * A filter may return any errno. An errno that the kernel returns for lack of privilege is not
 * attributed to a filter.
 */
bool doctor_is_filtered(const struct doctor *d, const struct doctor_answer *a)
{
	if (!d->filter || a->tried.how != TRY_REFUSED)
		return false;
	return a->foreseen.as == PA_FORESEEN_UNKNOWN ? a->tried.err != EACCES : doctor_differs(a);
}

/**
 * doctor_learn() - learn from a call whether this kernel refuses all calls at its paranoid level
 * @d: the examination of this machine
 *
 * Debian's kernels do above level 2, Ubuntu's above level 3: no file says which. At 2 none does.
 */
void doctor_learn(struct doctor *d)
{
	struct doctor_answer a;
	struct paste_call call;

	if (d->env.kernel || !(d->facts.have & PA_F_PARANOID) || d->facts.paranoid <= 2 ||
	    pa_has_capability(&d->facts, PA_CAPABLE_SYS_ADMIN))
		return;
	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
	doctor_ask(d, &call, &a);
	if (a.tried.how != TRY_OPENED && (a.tried.how != TRY_REFUSED || a.tried.err != EACCES))
		return;
	/* Filters and security modules give that errno, too. */
	if (a.tried.how == TRY_REFUSED && (d->filter || !(d->facts.have & PA_F_LSM)))
		return;
	pa_kernel_oldest(&d->kernel);
	d->kernel.arch = HERE_ABI;
	if (a.tried.how == TRY_REFUSED) {
		d->kernel.has |= PA_K_PARANOID_ANY | PA_K_PARANOID_MAX;
		d->kernel.paranoid_max = 2;
	}
	d->env.kernel = &d->kernel;
}

/**
 * doctor_group() - the number of events of a kind that the PMU counts at once
 * @d:    the examination of this machine
 * @call: the event
 *
 * Return: how many a group may have; 0: none, or it is not known.
 */
u32 doctor_group(struct doctor *d, const struct paste_call *call)
{
	struct try_machine m = known_pmus(d);
	struct try_call calls[TRY_CALLS];
	struct try_result res;
	u32 i;

	if (d->untried)
		return 0;
	for (i = 0; i < TRY_CALLS; i++) {
		to_try(&calls[i], call);
		calls[i].member = i;
	}
	try_calls(&res, calls, TRY_CALLS, &m, NULL, TRY_MS);
	return res.how == TRY_OPENED || res.how == TRY_REFUSED ? res.opened : 0;
}

/**
 * doctor_has_cpu_pmu() - return true if sysfs has a PMU that counts generic hardware events
 * @d: the examination of this machine
 */
bool doctor_has_cpu_pmu(const struct doctor *d)
{
	struct paste_call call;
	struct pa_case c;

	doctor_call(&call, PA_TYPE_HARDWARE, 0);
	pa_case_look(&c, &call.r, &d->env);
	return pa_case_cpu_pmu(&c);
}
