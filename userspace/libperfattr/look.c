// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Looks up further facts about a call of this process, and the reason of its refusal. */
#include <unistd.h>

#include "call/now.h"
#include "libperfattr/found.h"
#include "rules/ask.h"
#include "rules/parts.h"

/* PMUs come and go with modules: facts about them are used for a second. */
static u32 pmus_read(struct found *f, const struct env_here *here)
{
	u64 now = env_clock();

	if (!f->n_pmus || now - f->pmus_at > 1000000000) {
		f->n_pmus = pasted_pmus_here(here, f->pmus, PA_PMUS);
		f->pmus_at = now;
	}
	return f->n_pmus;
}

/**
 * machine_look() - look which PMUs this machine has, and how large a page is
 * @f:    receives them
 * @here: this machine
 */
void machine_look(struct found *f, struct env_here *here)
{
	struct pa_env *env = &f->x.env;
	u32 n = pmus_read(f, here);

	env->pmus = f->pmus;
	env->npmus = n > 1 ? n : 0;
	env->pmus_lost = n == PA_PMUS;
	pasted_env(env);
	env->limits = &f->limits;
	f->limits.have = PA_L_PAGE;
	f->limits.k.page_size = (u32)sysconf(_SC_PAGESIZE);
}

/* Everything about a call and its caller. */
static void call_look(struct found *f, const struct perfattr_call *call, struct env_here *here,
		      bool later)
{
	struct pasted *p = &f->x.pasted;
	struct pa_record *r = &f->x.r;
	struct env_task task;

	r->tid = env_here_renew(here);
	call_read(f, call, later);
	machine_look(f, here);
	call_string(f);
	env_here_task(here, r, &task);
	env_here_facts(here, &r->facts, r->arg_cpu,
		       p->some || pa_attr_get(r, PA_FIELD_SAMPLE_MAX_STACK));
	p->is = true;
	/* Without /proc there may be a filter. */
	p->live = task.capable;
	p->filtered = task.filters;
	p->held = p->live && !later;
	p->shared = !task.alone;
	if (!p->held) {
		/* They may have been otherwise; a cpu that was not there may be there again. */
		r->facts.have &= r->ret == -ENODEV ? 0 : PA_F_CPU;
		return;
	}
	env_here_group(here, r);
	/* Only root may read it, and a security module would log the attempt of others. */
	if ((r->ret == -EACCES || r->ret == -EPERM) && !p->filtered &&
	    pa_has_capability(&r->facts, PA_CAPABLE_SYS_ADMIN) && env_no_policy(here))
		r->facts.have |= PA_F_LSM;
}

/* The name under which the compiler has left the function of a probe. */
static void symbols_look(struct found *f, struct env_here *here)
{
	struct env_told *told = &f->work.told;

	if (!pa_ask_probe_name(&f->x.r))
		return;
	if (!f->x.env.now)
		now_begin(told, &f->x.r, "");
	env_probe_name(here, told->now.probe_name, &f->x.r);
	if (told->now.probe_name[0])
		now_apply(&f->x.env, told);
}

/**
 * found_clear() - forget the call before
 * @f: becomes 0, except for the members that are kept
 */
void found_clear(struct found *f)
{
	memset(&f->x, 0, sizeof(f->x));
	memset(&f->limits, 0, sizeof(f->limits));
	memset(&f->reasons, 0, sizeof(f->reasons));
}

/**
 * found_look() - find the reasons of a call
 * @f:       receives them; all 0, or of another call of this process
 * @call:    the call
 * @options: PERFATTR_LATER, ...
 * @here:    this machine
 */
void found_look(struct found *f, const struct perfattr_call *call, unsigned int options,
		struct env_here *here)
{
	found_clear(f);
	f->x.r.ret = call->error > 0 ? -(s64)call->error : 0;
	if (call->error <= 0 || call->error > 4095)
		return;
	call_look(f, call, here, options & PERFATTR_LATER);
	/* A filter may kill the process for these calls. */
	if (options & PERFATTR_LIMITS && f->x.pasted.live && !f->x.pasted.filtered)
		f->limits = *env_here_limits(here);
	pasted_now(&f->x, here, &f->work);
	if (options & PERFATTR_SYMBOLS)
		symbols_look(f, here);
	pasted_reasons(&f->reasons, &f->x, &f->work);
}

/**
 * found_check() - find out the result of a call that was not made
 * @f:     receives the reason of a refusal; all 0, or of another call of this process
 * @call:  the call
 * @here:  this machine
 * @never: receives why it never counts, half a sentence
 *
 * Return: enum perfattr_outcome.
 */
int found_check(struct found *f, const struct perfattr_call *call, struct env_here *here,
		const char **never)
{
	struct pa_foreseen *as = &f->foreseen;
	const struct pa_void *is;
	bool selinux = false;
	struct pa_case c;

	found_clear(f);
	f->x.r.ret = -EINVAL;
	call_look(f, call, here, false);
	env_here_selinux(here, &selinux);
	if (f->x.pasted.some || f->x.pasted.filtered)
		return PERFATTR_UNDECIDED;
	/* Whether a security module refuses it, or no descriptor is left, only the call says. */
	f->x.r.facts.fd_free = 1;
	f->x.r.facts.have |= PA_F_FD_FREE | (selinux ? 0 : PA_F_LSM);
	pasted_now(&f->x, here, &f->work);
	pa_foresee(as, &f->x.r, &f->x.env);
	f->x.r.ret = -(s64)as->err;
	f->reasons.n = as->as == PA_FORESEEN_REFUSED;
	f->reasons.why[0] = as->why;
	if (as->as != PA_FORESEEN_OPENS)
		return as->as == PA_FORESEEN_REFUSED ? PERFATTR_REFUSED : PERFATTR_UNDECIDED;
	pa_case_look(&c, &f->x.r, &f->x.env);
	is = pa_void_of(&c, &c.call);
	*never = is ? is->text : NULL;
	return is ? PERFATTR_NEVER_COUNTS : PERFATTR_OPENS;
}
