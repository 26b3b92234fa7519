// SPDX-License-Identifier: GPL-2.0
/*
 * The file stats: counters, and the states of the probes.
 *
 * It is rendered when it is read from the beginning, and stays the same until then. A seq_file
 * would render it again after each seek. A shell seeks after each line that it reads, and would see
 * lines torn whenever a number has got one digit more.
 */
#include "file/files.h"

#include <linux/module.h>

#include "file/pieces.h"
#include "hook/open.h"
#include "hook/ops.h"
#include "hook/selftest.h"
#include "hook/share.h"
#include "hook/stages.h"
#include "hook/trust.h"
#include "record/count.h"
#include "record/ring.h"

/**
 * struct stats_file - an open file
 * @p:    the only piece
 * @c:    the counters
 */
struct stats_file {
	struct pa_pieces p;
	struct pa_counters c;
};

/* pa_pieces_free() frees the struct by it. */
static_assert(!offsetof(struct stats_file, p));

static enum pa_probe_state probe_state(const struct pa_probe *probe)
{
	if (READ_ONCE(probe->stuck))
		return PA_PROBE_STUCK;
	if (!READ_ONCE(probe->nhooks))
		return PA_PROBE_ABSENT;
	if (pa_trust_bypassed(probe->fn))
		return PA_PROBE_BYPASSED;
	return READ_ONCE(probe->armed) ? PA_PROBE_ARMED : PA_PROBE_DISARMED;
}

/* Returns 1 if all assumptions of the handlers are confirmed, 0 if one is refuted, else -1. */
static s8 probe_proved(const struct pa_probe *probe)
{
	if (atomic_read(&pa_trust_wrong) & probe->proofs)
		return 0;
	return pa_proved(probe->proofs) ? 1 : -1;
}

/* Adds the set's probes to @c, but those this architecture lacks; none if @set is unwanted. */
static void stats_probes(struct pa_counters *c, const struct pa_probe_set *set)
{
	const struct pa_probe *probe;

	pa_probe_set_for_each(probe, set) {
		if (!probe->symbol || READ_ONCE(set->unwanted) ||
		    WARN_ON_ONCE(c->nprobes == PA_PROBES_MAX))
			continue;
		c->probes[c->nprobes].function = probe->symbol;
		c->probes[c->nprobes].proved = probe_proved(probe);
		c->probes[c->nprobes++].state = probe_state(probe);
	}
}

/*
 * Opens that did not hit the probe on the system call: @hits of the stage that begins an open while
 * none was in flight, without the opens that hit the probe and were not followed, or missed. Some
 * of these are refused before that stage, so there may be more, but not fewer.
 */
static u64 unentered(u64 hits, u64 others)
{
	static DEFINE_MUTEX(mutex);
	static u64 most;

	mutex_lock(&mutex);
	if (hits > others)
		most = max(most, hits - others);
	hits = most;
	mutex_unlock(&mutex);
	return hits;
}

static void stats_collect(struct pa_counters *c)
{
	u64 hits = pa_trust_unentered_count();
	struct pa_tally tally;
	u64 missed;

	c->firing = pa_selftest_fires();
	/* Read the loss counters first, so that a call in between is seen as recorded, not lost. */
	pa_count_sum(&tally);
	c->filtered = tally.filtered;
	c->over_share = tally.over_share;
	c->over_share_uid = pa_share_last_uid();
	missed = pa_probe_set_missed(&pa_open_set);
	c->missed = missed + pa_probe_set_missed(&pa_ops_set);
	pa_ring_stats(c);
	c->recorded -= pa_selftest_told();
	c->stages_missed = pa_probe_set_missed(&pa_stages_set);
	c->unentered = unentered(hits, tally.unfollowed + missed);
	c->fork_probes = pa_stages_on_fork();
	c->nprobes = 0;
	stats_probes(c, &pa_open_set);
	stats_probes(c, &pa_stages_set);
	stats_probes(c, &pa_ops_set);
}

/* See struct pa_pieces_ops. */
static int stats_next(struct pa_pieces *p)
{
	struct stats_file *sf = container_of(p, struct stats_file, p);
	struct out s;
	int err;

	if (p->pos)
		return 0;
	err = pa_piece_begin(p, &s);
	if (err)
		return err;
	stats_collect(&sf->c);
	pa_stats_text(&s, &sf->c);
	return pa_piece_end(p, &s);
}

/* See struct pa_pieces_ops. The text stays the same until it is read from the beginning. */
static void stats_back(struct pa_pieces *p, u64 offset)
{
	p->pos = 0;
	if (offset)
		p->off = 0;
}

static const struct pa_pieces_ops stats_ops = {
	.next = stats_next,
	.back = stats_back,
};

static int stats_open(struct inode *inode, struct file *file)
{
	return pa_pieces_open(sizeof(struct stats_file), &stats_ops, PA_STATS_MAX, inode, file) ?
	       0 : -ENOMEM;
}

const struct file_operations pa_stats_fops = {
	.owner = THIS_MODULE,
	.open = stats_open,
	.read = pa_pieces_read,
	.llseek = pa_pieces_llseek,
	.release = pa_pieces_release,
};
