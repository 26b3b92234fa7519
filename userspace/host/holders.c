// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The present holders of what a refused open could not get: breakpoint registers, an exclusive PMU.
 * The module's file events_raw has the events and their descriptors.
 *
 * It is read when the first such record is shown, so that others cost nothing. For records of a
 * file this is done once: a record shown again must look the same. A stream, which may go on for
 * days, reads it again after a second.
 */

#include "host/parts.h"
#include "host/values.h"
#include "raw/raw.h"

/* At most 1024 descriptors are kept: those of breakpoints and of events of exclusive PMUs. */
#define HELD_MAX	1024

/* Return true if the refusal of an open may depend on this event. */
static bool is_wanted(const struct pa_env *env, const struct pa_held_event *e)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, e->pmu);

	if (e->bp_type || !e->pmu)
		return e->bp_type;
	return !pmu || !pmu->have_caps || pmu->caps & PA_CAP_EXCLUSIVE;
}

static void take_event(struct pa_held_event *e, const struct pa_event_view *v)
{
	const struct pa_event_now *now = v->e;

	e->id = now->id;
	e->pmu = now->pmu;
	if (pa_attr_get(&v->rec, PA_FIELD_TYPE) == PA_TYPE_BREAKPOINT)
		e->bp_type = (u8)pa_attr_get(&v->rec, PA_FIELD_BP_TYPE);
	e->tid = now->have & PA_N_TASK ? now->tid : 0;
	e->cpu = now->cpu < 0 ? -1 : now->cpu;
}

/**
 * env_holder_read() - read the holders of an event
 * @who:    receives it
 * @holder: from the module, or from a recording
 *
 * Return: false if something of it is missing.
 */
bool env_holder_read(struct pa_holder *who, const cJSON *holder)
{
	const char *comm = str(holder, "comm");
	s64 pid, fd;

	if (!comm || !get_integer(holder, "pid", 0, S32_MAX, &pid) ||
	    !get_integer(holder, "fd", 0, S32_MAX, &fd))
		return false;
	who->pid = (s32)pid;
	who->fd = (s32)fd;
	env_comm_read(who->comm, comm);
	return true;
}

/* One entry for each descriptor. */
static bool take_holders(struct env_holders *h, const struct pa_env *env,
			 const struct raw_entry *entry)
{
	static struct raw_event event;
	const struct pa_event_now *now = &event.raw.now;
	struct pa_held_event e = { 0 };
	u32 i;

	if (!raw_event(&event, entry, env))
		return false;
	take_event(&e, &event.view);
	for (i = 0; is_wanted(env, &e) && i < now->nholders; i++) {
		if (h->n == HELD_MAX) {
			h->cut = true;
			break;
		}
		e.who = event.holders[i];
		h->found[h->n++] = (struct env_holder){ .e = e, .cut = now->held > now->nholders };
	}
	return true;
}

/* Where the holders go, and the PMUs of this machine. */
struct taking {
	struct env_holders *h;
	const struct pa_env *env;
};

static bool take_entry(void *arg, const struct raw_in *in, const struct raw_entry *e)
{
	struct taking *t = arg;

	t->h->cut = t->h->cut || e->kind == PA_RAW_MORE;
	return e->kind != PA_RAW_EVENT || take_holders(t->h, t->env, e);
}

static int by_holder(const void *a, const void *b)
{
	const struct pa_held_event *x = &((const struct env_holder *)a)->e;
	const struct pa_held_event *y = &((const struct env_holder *)b)->e;

	if (x->who.pid != y->who.pid)
		return x->who.pid < y->who.pid ? -1 : 1;
	if (x->who.fd != y->who.fd)
		return x->who.fd < y->who.fd ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static bool read_holders(struct env_here *here, const struct pa_env *env)
{
	struct env_holders *h = &here->holders;
	struct taking taking = { h, env };
	struct raw_in in = { 0 };
	FILE *file;
	bool done;

	h->n = 0;
	h->cut = false;
	if (!h->found)
		h->found = malloc(HELD_MAX * sizeof(*h->found));
	file = h->found ? env_lines(&here->debugfs, "perfattr/events_raw") : NULL;
	if (!file)
		return false;
	done = raw_each(&in, file, take_entry, &taking);
	fclose(file);
	qsort(h->found, h->n, sizeof(*h->found), by_holder);
	return done;
}

static void look(struct env_here *here, const struct pa_env *env)
{
	struct env_holders *h = &here->holders;

	if (h->looked && (!here->stream || env_clock() - h->at < ENV_OLD_NS))
		return;
	h->known = read_holders(here, env);
	h->looked = true;
	h->at = env_clock();
}

static void choose(struct pa_held *held, const struct env_holders *h,
		   const struct pa_held_ask *ask)
{
	size_t i;

	memset(held, 0, sizeof(*held));
	held->cut = h->cut;
	for (i = 0; i < h->n; i++) {
		if (!pa_held_matters(ask, &h->found[i].e))
			continue;
		held->cut = held->cut || h->found[i].cut;
		if (held->n < PA_HELD_NAMED)
			held->by[held->n++] = h->found[i].e;
		else
			held->more++;
	}
}

/**
 * env_held() - look up the holders of what a refused open could not get
 * @here: this machine
 * @held: receives it
 * @ask:  what that is
 * @env:  PMUs
 *
 * Return: false if they are not known.
 */
bool env_held(struct env_here *here, struct pa_held *held, const struct pa_held_ask *ask,
	      const struct pa_env *env)
{
	look(here, env);
	if (here->holders.known)
		choose(held, &here->holders, ask);
	return here->holders.known;
}
