// SPDX-License-Identifier: GPL-2.0
/* The active filter: the settings replace it, every call is matched against it. */
#include "record/active_filter.h"

#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "kernel/pmu.h"
#include "record/count.h"

/* NULL: every call is recorded. Handlers read it under rcu_read_lock_sched(). */
static struct pa_filter __rcu *active_filter;
DEFINE_STATIC_KEY_FALSE(pa_active_filter_on);

/**
 * pa_active_filter_set() - replace the active filter
 * @text: see docs/INTERFACE.md, "Filter"; empty: every call is recorded
 * @no:   receives the term that is refused
 *
 * Context: process, may sleep; serialised by the caller.
 * Return: 0; -EINVAL or -E2BIG, and @no is filled in; -ENOMEM. On error the old filter stays.
 */
int pa_active_filter_set(const char *text, struct pa_refused *no)
{
	static struct pa_env env;
	struct pa_filter *fresh = kzalloc(sizeof(*fresh), GFP_KERNEL);
	struct pa_filter *old;
	int err;

	if (!fresh)
		return -ENOMEM;
	pa_pmu_env(&env);
	err = pa_filter_parse(fresh, text, &env, no);
	if (err) {
		kfree(fresh);
		return err;
	}
	if (!fresh->nterms) {
		kfree(fresh);
		fresh = NULL;
		static_branch_disable(&pa_active_filter_on);
	}
	old = rcu_replace_pointer(active_filter, fresh, true);
	if (fresh)
		static_branch_enable(&pa_active_filter_on);
	synchronize_rcu();
	kfree(old);
	return 0;
}

/**
 * pa_active_filter_free() - free the active filter; no handler may run any more
 *
 * Context: process, may sleep.
 */
void pa_active_filter_free(void)
{
	kfree(rcu_replace_pointer(active_filter, NULL, true));
}

/**
 * pa_active_filter_excludes_slow() - slow path of pa_active_filter_excludes(): a filter is set
 * @rec:   as there
 * @begun: as there
 *
 * Context: probe handler.
 */
bool __kprobes pa_active_filter_excludes_slow(const struct pa_record *rec, bool begun)
{
	const struct pa_filter *filter;
	bool excluded;

	rcu_read_lock_sched_notrace();
	filter = rcu_dereference_sched(active_filter);
	excluded = filter && pa_filter_excludes(filter, rec, &pa_pmu_table, begun);
	rcu_read_unlock_sched_notrace();
	if (excluded)
		this_cpu_inc(pa_count_tally.filtered);
	return excluded;
}
