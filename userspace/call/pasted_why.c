// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The reason of a partly known call. A single reason is reported only if the unknown parts do not
 * matter: the rules are asked with all unknown parts at their usual values, with one field after
 * the other at values that programs pass, with several at once, and with random bits. The random
 * numbers are the same in each run, so the answer is, too. A reason is certain only if it is the
 * same with any values and depends on nothing but the call: no text says which PMU was asked, and
 * which function refused. Otherwise pasted_rank.c lists the likeliest four. If another call of the
 * text differs in one thing and has opened, reasons that it would have, too, are left out.
 *
 * Facts about the machine (host/machine.c) go into the facts of the record, as if the module had
 * taken them, and pasted_after.c asks what would refuse next, without the filter or the lack of
 * privilege. A caller whose privileges are unknown counts as one who has none.
 */
#include "call/pasted_found.h"

#include "rules/parts.h"

/* Weight of a usual reason. */
#define USUAL	100000

/* Rules of these sites look at nothing but the call. */
#define BY_CALL		PA_BEFORE(CHOOSE)

/*
 * Facts that only the caller can change, which is stopped; and settings, which hardly ever change.
 * Other processes start and end tasks, and take cpus offline.
 */
#define LASTING		(PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_PIDNS | \
			 OF_DESCRIPTORS | PA_F_CPU | PA_F_LSM)

/* Another thread of the process may have changed them since. */
#define OF_DESCRIPTORS	(PA_F_GROUP_FD | PA_F_CGROUP_FD)

/*
 * These types belong to the same PMUs in every kernel, with drivers that are known as a whole. The
 * PMU of any other type is not known, nor are its driver's checks.
 */
static bool is_of_kernel(const struct pa_record *r)
{
	u64 type = pa_attr_get(r, PA_FIELD_TYPE);

	return type == PA_TYPE_SOFTWARE || type == PA_TYPE_TRACEPOINT || type == PA_TYPE_BREAKPOINT;
}

/*
 * Return true if the reason depends on the call, and on facts about its caller while it was
 * stopped. A policy may return these two errnos.
 */
static bool by_held(const struct pa_record *r, const struct pa_call *x,
		    const struct pa_why *why, struct search *s)
{
	struct pa_record *bare = &s->room.bare;

	if ((r->ret == -EACCES || r->ret == -EPERM) && !(r->facts.have & PA_F_LSM))
		return false;
	if (why->rule->sites & ~BY_CALL && !is_of_kernel(r))
		return false;
	*bare = *r;
	bare->facts.have &= LASTING & ~(x->pasted.shared ? OF_DESCRIPTORS : 0);
	/* A member leads its group when its former leader is closed. */
	bare->facts.leader.is_leader = 1;
	if (r->ret == -ENODEV)
		bare->facts.have &= ~(u32)PA_F_CPU;
	return pa_candidates(bare, &x->env, NULL, NULL, &s->room.again, 1) == 1 &&
	       s->room.again.certain && s->room.again.rule == why->rule;
}

/*
 * Return true if a reason depends on the call alone, or on facts about its caller while it was
 * stopped. Other facts that were looked up may have been different at the call.
 */
static bool is_by_call(const struct pa_record *r, const struct pa_call *x,
		       const struct pa_why *why, struct search *s)
{
	struct pa_case c;
	bool certain;

	/* A filter may return any errno. */
	if (x->pasted.filtered)
		return false;
	if (x->pasted.held)
		return by_held(r, x, why, s);
	s->room.bare = *r;
	s->room.bare.have_facts = 0;
	return !(why->rule->sites & ~BY_CALL) &&
	       pa_why_rule(&c, &s->room.bare, &x->env, &certain) == why->rule && certain;
}

/*
 * Return true if the last of these reasons, which surely refuses, is more likely than the others,
 * which only may: if the PMU is the kernel's own, and only checks of that PMU are open. It is not
 * certain.
 */
static bool outweighs(const struct pa_why *list, u32 n, const struct pa_record *r,
		      const struct pa_call *x)
{
	u32 i;

	if (n < 2 || !x->pasted.held || !is_of_kernel(r))
		return false;
	for (i = 0; i + 1 < n; i++)
		if (list[i].rule->sites & BY_CALL)
			return false;
	return true;
}

/* The reason for usual values of all unknown parts comes first. */
static void ask(void *arg, const struct pa_record *r, const struct pa_call *x, bool usual)
{
	struct search *s = arg;
	struct pa_why *list = s->list, *found;
	bool sure = false;
	u32 n = pa_candidates(r, &x->env, &x->pasted.unknown, &sure, list, PASTED_CANDIDATES), i;

	s->none |= !n;
	s->unsure |= n && !sure;
	if (usual && sure && n <= PASTED_CANDIDATES)
		s->sure = list[n - 1].rule;
	if (sure && n <= PASTED_CANDIDATES && outweighs(list, n, r, x)) {
		list[0] = list[n - 1];
		pasted_probable(&list[0]);
		n = 1;
	}
	s->more |= n > PASTED_CANDIDATES;
	if (n == 1 && list[0].certain && !is_by_call(r, x, &list[0], s))
		pasted_probable(&list[0]);
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++) {
		found = pasted_add(s, &list[i], usual ? USUAL + 1 : 1);
		/* Its sentence is written only then. */
		if (found)
			pa_candidate_say(r, &x->env, &x->pasted.unknown, found);
	}
}

/*
 * The program has made the same call with one thing changed, and got a descriptor: this is that
 * call. A second attempt proves nothing about what else has changed in between, so no reason is
 * certain by it.
 */
static bool retry_of(struct pa_record *r, const struct pa_record *from, const struct pasted *p)
{
	const char *name = p->changed;
	unsigned int id = pa_fix_id(&(struct pa_word){ name, strlen(name) });

	*r = *from;
	if (id >= PA_FIELD_MAX)
		pa_record_arg(r, id - PA_FIELD_MAX, p->value);
	else if (id != PA_FIELD_SIZE)
		pa_attr_put(r, &pa_fields[id], p->value);
	return id != PA_FIELD_SIZE;
}

/* The reasons found that would have refused the second attempt, too. */
struct still {
	struct search *all;
	bool found[PASTED_FOUND_MAX];
};

static void ask_retry(void *arg, const struct pa_record *from, const struct pa_call *x,
		      bool usual)
{
	struct still *s = arg;
	struct pa_why *list = s->all->list;
	struct pa_record *r = &s->all->room.bare;
	u32 n, i, k;

	if (!retry_of(r, from, &x->pasted))
		return;
	n = pa_candidates(r, &x->env, &x->pasted.unknown, NULL, list, PASTED_CANDIDATES);
	for (i = 0; i < n && i < PASTED_CANDIDATES; i++)
		for (k = 0; k < s->all->n; k++)
			s->found[k] |= s->all->why[k].rule == list[i].rule;
}

/* Leaves out reasons that would have refused the second attempt, too, unless no other is left. */
static void leave_out_by_retry(struct search *s, const struct pa_call *x)
{
	struct still still = { .all = s };

	if (!x->pasted.changed || s->n < 2)
		return;
	pasted_each(x, &s->room, ask_retry, &still);
	s->more &= !pasted_leave_out(s, still.found);
}

/* Return true if it is the reason for any values, also those that no program passes. */
static bool holds_always(const struct pa_call *x, const struct pa_why *known, struct search *s)
{
	u64 seed = 0x9e3779b97f4a7c15ULL;
	struct pa_why *why = s->list;
	unsigned int i;

	for (i = 0; i < PASTED_ROUNDS; i++) {
		s->room.as = x->r;
		pasted_any(&s->room.as, &x->pasted, &seed);
		if (pa_candidates(&s->room.as, &x->env, NULL, NULL, why, 2) != 1 ||
		    !why[0].certain || why[0].rule != known->rule)
			return false;
	}
	return true;
}

/*
 * A call that a seccomp filter refuses never comes to the checks of perf_event_open(), and looks as
 * if they had refused it. Containers return EPERM, which hardly any check does.
 */
const struct pa_rule pasted_seccomp = {
	.id = "seccomp-refused", .in = "seccomp", .err = EPERM,
	.needs = "--cap-add PERFMON of docker and podman, seccompProfile, or SystemCallFilter=",
};

/* An emulator of system calls may lack it, such as that of gVisor or qemu-user. */
const struct pa_rule pasted_absent = {
	.id = "call-absent", .in = "syscall", .err = ENOSYS,
	.text = "this kernel has no perf_event_open: no CONFIG_PERF_EVENTS, or emulated",
};

/* Adds a reason before all others. */
static void first_add(struct pasted_reasons *all, const struct pa_rule *rule, const char *text)
{
	struct pa_why *why = &all->why[0];

	all->more |= all->n == PASTED_MAY_BE;
	if (all->n < PASTED_MAY_BE)
		all->n++;
	memmove(&all->why[1], why, (all->n - 1) * sizeof(*why));
	*why = (struct pa_why){ .rule = rule, .in = rule->in };
	strscpy(why->text, text, sizeof(why->text));
	if (rule->needs)
		strscpy(why->needs, rule->needs, sizeof(why->needs));
}

static void seccomp_add(struct pasted_reasons *all, const struct pa_call *x)
{
	if ((x->r.ret != -EPERM && x->r.ret != -ENOSYS) ||
	    (x->pasted.live && !x->pasted.filtered) || (all->n && all->why[0].certain))
		return;
	first_add(all, &pasted_seccomp, x->pasted.filtered ?
		  "the seccomp filter of the caller refuses perf_event_open" :
		  "a seccomp filter, as containers have one, refuses perf_event_open");
	all->likely = x->r.ret == -EPERM;
}

/* The signal shows more than an errno, and so does a filter of ours that was not asked. */
static void stopped_add(struct pasted_reasons *all, const struct pa_call *x)
{
	first_add(all, &pasted_seccomp, x->pasted.stopped == PASTE_REFUSED ?
		  "the seccomp filter of the caller refuses perf_event_open" :
		  x->pasted.stopped == PASTE_KILLED ?
		  "the seccomp filter of the caller kills processes that call perf_event_open" :
		  "the seccomp filter of the caller traps perf_event_open");
	all->why[0].certain = true;
}

/* Drivers of PMUs whose types every kernel has hardly ever return EACCES: the last reason. */
static void weigh_of_driver(struct search *s, const struct pa_call *x)
{
	unsigned int i;

	if (x->r.ret != -EACCES || pa_attr_get(&x->r, PA_FIELD_TYPE) >= PA_TYPE_DYNAMIC)
		return;
	for (i = 0; i < s->n; i++)
		if (!s->why[i].rule->err)
			s->count[i] = 1;
}

static void reasons_look(struct pasted_reasons *all, const struct pa_call *x, struct search *s)
{
	unsigned int i;

	memset(s, 0, sizeof(*s));
	pasted_each(x, &s->room, ask, s);
	leave_out_by_retry(s, x);
	weigh_of_driver(s, x);
	pasted_rank(all, s, x);
	/* If the security modules are not known, one of them may be another cause. */
	all->more |= all->n > 1 && x->r.ret == -EACCES && !(x->r.facts.have & PA_F_LSM);
	if (!x->pasted.some)
		return;
	/* Values for which no rule refuses show that an assumption was wrong. */
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || all->more || s->none || !holds_always(x, &all->why[i], s))
			pasted_probable(&all->why[i]);
}

/* Among several reasons, or none, one is left if the PMU has the driver that its name implies. */
static void reasons_assume(struct pasted_reasons *all, const struct pa_call *x,
			   struct pasted_work *work)
{
	struct pasted_reasons *other = &work->other;
	unsigned int i;

	if (!pasted_assume(work, x))
		return;
	memset(other, 0, sizeof(*other));
	reasons_look(other, &work->as, &work->search);
	if (x->pasted.live ? other->n != 1 || other->more : !other->n)
		return;
	*all = *other;
	all->assumed = true;
	for (i = 0; i < all->n; i++)
		pasted_probable(&all->why[i]);
}

/**
 * pasted_reasons() - find possible reasons of a partly known open
 * @all:  receives the reasons; none if the call was not refused
 * @x:    the call
 * @work: room
 */
void pasted_reasons(struct pasted_reasons *all, const struct pa_call *x,
		    struct pasted_work *work)
{
	unsigned int i;

	memset(all, 0, sizeof(*all));
	if (x->r.ret >= 0 || x->pasted.told_by == PASTE_BY_STRACE)
		return;
	if (x->pasted.stopped) {
		stopped_add(all, x);
		return;
	}
	reasons_look(all, x, &work->search);
	if (all->n != 1)
		reasons_assume(all, x, work);
	/* A filter refuses the second attempt, too, and a kernel that has opened one has it. */
	if (!x->pasted.changed) {
		seccomp_add(all, x);
		if (x->r.ret == -ENOSYS && !x->pasted.filtered)
			first_add(all, &pasted_absent, pasted_absent.text);
	}
	pasted_put_named(all, x);
	for (i = 0; i < all->n; i++)
		if (all->n > 1 || *x->pasted.rule || x->pasted.told_by == PASTE_BY_PROGRAM)
			pasted_probable(&all->why[i]);
}
