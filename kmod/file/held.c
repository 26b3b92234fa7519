// SPDX-License-Identifier: GPL-2.0
/*
 * Who holds what a refused open could not get: breakpoint registers, an exclusive PMU.
 *
 * Processes are searched when the first such record is read, so that others cost nothing. A
 * snapshot does this once: what is read again after a seek must be the same bytes. A stream, which
 * may be open for days, does it again if what it knows is older than a second.
 */
#include "file/held.h"

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/timekeeping.h>

#include "core/attr.h"
#include "probe/event_now.h"
#include "probe/walk.h"

/* So many descriptors are kept, in 48 kB. Only breakpoints and events of exclusive PMUs are. */
#define HELD_MAX	1024

/* What the walk needs. */
struct held_walk {
	struct pa_held_file *hf;
	const struct pa_env *env;
};

/* May the refusal of any open depend on it? */
static bool is_wanted(const struct pa_env *env, const struct pa_held_event *e)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, e->pmu);

	if (e->bp_type)
		return true;
	return pmu && (!pmu->have_caps || pmu->caps & PA_CAP_EXCLUSIVE);
}

/* The same descriptor comes again if a thread has unshared the table of its process. */
static bool is_known(const struct pa_held_file *hf, const struct pa_held_event *e)
{
	unsigned int i;

	for (i = 0; i < hf->count; i++) {
		if (hf->found[i].id == e->id && pa_holder_same(&hf->found[i].who, &e->who))
			return true;
	}
	return false;
}

/* Called by pa_walk(). */
static int held_found(void *arg, const struct pa_holder *who, const struct perf_event *event)
{
	const struct held_walk *w = arg;
	struct pa_held_event e = { .who = *who };

	pa_event_held_fill(&e, event);
	if (!is_wanted(w->env, &e) || is_known(w->hf, &e))
		return 0;
	if (w->hf->count < HELD_MAX)
		w->hf->found[w->hf->count++] = e;
	else
		w->hf->cut = true;
	return 0;
}

static int held_walk(struct pa_held_file *hf, const struct pa_env *env)
{
	struct held_walk w = { .hf = hf, .env = env };

	hf->count = 0;
	hf->cut = false;
	if (!hf->found)
		hf->found = kvmalloc_array(HELD_MAX, sizeof(*hf->found), GFP_KERNEL_ACCOUNT);
	return hf->found ? pa_walk(held_found, &w) : -ENOMEM;
}

static void held_look(struct pa_held_file *hf, const struct pa_env *env, bool stream)
{
	u64 now = ktime_get_boot_fast_ns();

	if (hf->looked && (!stream || now - hf->at < NSEC_PER_SEC))
		return;
	hf->err = held_walk(hf, env);
	hf->looked = true;
	hf->at = ktime_get_boot_fast_ns();
}

static void held_choose(struct pa_held_file *hf, const struct pa_held_ask *ask)
{
	struct pa_held *held = &hf->held;
	unsigned int i;

	memset(held, 0, sizeof(*held));
	held->cut = hf->cut;
	for (i = 0; i < hf->count; i++) {
		if (!pa_held_matters(ask, &hf->found[i]))
			continue;
		if (held->n < PA_HELD_NAMED)
			held->by[held->n++] = hf->found[i];
		else
			held->more++;
	}
}

/**
 * pa_held_env() - tell the renderers who holds what a refused open could not get
 * @hf:     of the open view
 * @env:    further input of the renderers; env->held is set if the refusal depends on that
 * @rec:    the record
 * @stream: the view has no end
 *
 * Context: process, may sleep.
 */
void pa_held_env(struct pa_held_file *hf, struct pa_env *env, const struct pa_record *rec,
		 bool stream)
{
	struct pa_held_ask ask;

	if (!pa_held_asks(&ask, rec, env))
		return;
	held_look(hf, env, stream);
	if (hf->err)
		return;
	held_choose(hf, &ask);
	env->held = &hf->held;
}

/**
 * pa_held_free() - free what was found
 * @hf: of the open view
 *
 * Context: process.
 */
void pa_held_free(struct pa_held_file *hf)
{
	kvfree(hf->found);
}
