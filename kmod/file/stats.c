// SPDX-License-Identifier: GPL-2.0
/* The file stats: counters of recorded and lost calls, and the state of the probes. */
#include "file/stats.h"

#include <linux/fs.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/render.h"
#include "core/why/why.h"
#include "probe/caller.h"
#include "probe/facts.h"
#include "probe/op_record.h"
#include "probe/open.h"
#include "probe/ops.h"
#include "probe/pmu.h"
#include "probe/ring.h"
#include "probe/selftest.h"
#include "probe/stages.h"
#include "probe/trust.h"

static const char *probe_state(const struct pa_probe *probe)
{
	if (READ_ONCE(probe->stuck))
		return "stuck";
	if (!READ_ONCE(probe->hook))
		return "absent";
	if (READ_ONCE(probe->bypassed))
		return "bypassed";
	return READ_ONCE(probe->armed) ? "armed" : "disarmed";
}

static void stats_probe(const struct pa_probe *probe, void *arg)
{
	if (probe->symbol)
		seq_printf(arg, "probe.%s %s\n", probe->symbol, probe_state(probe));
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

static void stats_unexplained(struct seq_file *m)
{
	struct pa_record *rec = kmalloc(sizeof(*rec), GFP_KERNEL);

	if (rec)
		seq_printf(m, "unexplained %llu\n", unexplained_held(rec));
	kfree(rec);
}

static int stats_show(struct seq_file *m, void *unused)
{
	struct pa_ring_stats ring;
	u64 filtered, missed, unreadable;
	bool fires = pa_selftest_fires();

	/* Read the loss counters first, so that a call in between is seen as recorded, not lost. */
	filtered = pa_open_filtered() + pa_op_filtered();
	missed = pa_open_missed() + pa_ops_missed();
	unreadable = pa_caller_unreadable();
	pa_ring_stats(&ring);
	seq_printf(m, "recorded %llu\n", ring.recorded - pa_selftest_told());
	seq_printf(m, "filtered %llu\n", filtered);
	seq_printf(m, "overwritten %llu\n", ring.overwritten);
	seq_printf(m, "cleared %llu\n", ring.cleared);
	seq_printf(m, "missed %llu\n", missed);
	seq_printf(m, "dropped %llu\n", ring.dropped);
	seq_printf(m, "unreadable %llu\n", unreadable);
	seq_printf(m, "stages_missed %llu\n", pa_stages_missed());
	seq_printf(m, "unentered %u\n", pa_trust_unentered_count());
	stats_unexplained(m);
	seq_printf(m, "held %llu\n", ring.held);
	seq_printf(m, "capacity %u\n", ring.capacity);
	seq_printf(m, "record_bytes %u\n", ring.record_bytes);
	seq_printf(m, "firing %d\n", fires);
	pa_open_each(stats_probe, m);
	pa_stages_each(stats_probe, m);
	pa_ops_each(stats_probe, m);
	return 0;
}

static int stats_open(struct inode *inode, struct file *file)
{
	return single_open(file, stats_show, NULL);
}

const struct file_operations pa_stats_fops = {
	.owner = THIS_MODULE,
	.open = stats_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};
