// SPDX-License-Identifier: GPL-2.0
/* The files stats and metrics: counters, and the states of the probes, in two formats. */
#include "file/stats.h"

#include <linux/fs.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/counters.h"
#include "core/render.h"
#include "core/why/why.h"
#include "probe/caller.h"
#include "probe/count.h"
#include "probe/facts.h"
#include "probe/op_record.h"
#include "probe/open.h"
#include "probe/ops.h"
#include "probe/pmu.h"
#include "probe/ring.h"
#include "probe/selftest.h"
#include "probe/stages.h"
#include "probe/trust.h"

static enum pa_probe_state probe_state(const struct pa_probe *probe)
{
	if (READ_ONCE(probe->stuck))
		return PA_PROBE_STUCK;
	if (!READ_ONCE(probe->hook))
		return PA_PROBE_ABSENT;
	if (READ_ONCE(probe->bypassed))
		return PA_PROBE_BYPASSED;
	return READ_ONCE(probe->armed) ? PA_PROBE_ARMED : PA_PROBE_DISARMED;
}

static void stats_probe(const struct pa_probe *probe, void *arg)
{
	struct pa_counters *c = arg;

	if (!probe->symbol || WARN_ON_ONCE(c->nprobes == PA_PROBES_MAX))
		return;
	c->probes[c->nprobes].function = probe->symbol;
	c->probes[c->nprobes++].state = probe_state(probe);
}

/*
 * Counts the refused calls in the ring that have no reason. This is done when stats is read,
 * because reasons are computed only for readers.
 */
static u64 unexplained_held(struct pa_record *rec)
{
	struct pa_env env = { .kernel = pa_facts_kernel() };
	u64 cursor = pa_ring_oldest();
	u64 end = pa_ring_next();
	u64 count = 0;
	u64 lost;

	pa_pmu_env(&env);
	while (cursor < end) {
		enum pa_ring_read what = pa_ring_read(&cursor, end, rec, &lost);
		struct pa_why why;

		if (what == PA_RING_EMPTY)
			break;
		if (what == PA_RING_RECORD && rec->kind == PA_RECORD_OPEN && rec->ret < 0 &&
		    !pa_reason(rec, &env, &why))
			count++;
		cond_resched();
	}
	return count;
}

/**
 * struct stats_work - what one read of the counters needs, too much for a stack
 * @c:   the counters
 * @rec: a record of the ring
 */
struct stats_work {
	struct pa_counters c;
	struct pa_record rec;
};

static void stats_collect(struct stats_work *work)
{
	struct pa_counters *c = &work->c;
	struct pa_ring_stats ring;

	c->firing = pa_selftest_fires();
	pa_count_sum(&c->tally);
	/* Read the loss counters first, so that a call in between is seen as recorded, not lost. */
	c->filtered = pa_open_filtered() + pa_op_filtered();
	c->missed = pa_open_missed() + pa_ops_missed();
	c->unreadable = pa_caller_unreadable();
	pa_ring_stats(&ring);
	c->recorded = ring.recorded - pa_selftest_told();
	c->overwritten = ring.overwritten;
	c->cleared = ring.cleared;
	c->dropped = ring.dropped;
	c->held = ring.held;
	c->capacity = ring.capacity;
	c->record_bytes = ring.record_bytes;
	c->stages_missed = pa_stages_missed();
	c->unentered = pa_trust_unentered_count();
	c->unexplained = unexplained_held(&work->rec);
	pa_open_each(stats_probe, c);
	pa_stages_each(stats_probe, c);
	pa_ops_each(stats_probe, c);
}

typedef void (*stats_format)(struct seq_buf *s, const struct pa_counters *c);

/* Renders into the buffer of the open file, which is large enough from the beginning. */
static int stats_render(struct seq_file *m, stats_format format)
{
	struct stats_work *work = kzalloc(sizeof(*work), GFP_KERNEL);
	struct seq_buf s;
	size_t room;
	char *text;

	if (!work)
		return -ENOMEM;
	stats_collect(work);
	room = seq_get_buf(m, &text);
	seq_buf_init(&s, text, room);
	format(&s, &work->c);
	seq_commit(m, seq_buf_has_overflowed(&s) ? -1 : (int)seq_buf_used(&s));
	kfree(work);
	return 0;
}

static int stats_show(struct seq_file *m, void *unused)
{
	return stats_render(m, pa_stats_text);
}

static int stats_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, stats_show, NULL, PA_STATS_MAX);
}

const struct file_operations pa_stats_fops = {
	.owner = THIS_MODULE,
	.open = stats_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static int metrics_show(struct seq_file *m, void *unused)
{
	return stats_render(m, pa_metrics_text);
}

static int metrics_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, metrics_show, NULL, PA_METRICS_MAX);
}

const struct file_operations pa_metrics_fops = {
	.owner = THIS_MODULE,
	.open = metrics_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};
