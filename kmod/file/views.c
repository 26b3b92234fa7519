// SPDX-License-Identifier: GPL-2.0
/*
 * The views: snapshots and streams of the ring, as text and raw records. Also creates events, stats
 * and README.
 *
 * A record is rendered when it is read, into a buffer that belongs to the open file. An open file
 * pins the module (debugfs takes fops->owner), so unloading finds no reader.
 */
#include "file/files.h"

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>

#include "core/render.h"
#include "file/view.h"
#include "hook/selftest.h"
#include "record/notify.h"
#include "record/runs.h"

/* A waiting reader tests this often whether probes still fire. */
#define FIRING_SECONDS	10

/* A run shows only its own calls, and notes about calls that it may miss: lost, not firing. */
static bool view_wants(const struct view_file *vf)
{
	return vf->what == PA_RING_LOST || !(vf->flags & VIEW_RUN) ||
	       vf->rec.kind == PA_RECORD_FIRING || (vf->rec.runs & BIT_ULL(vf->run));
}

/* Reads the next entry of the ring. Returns false if there is nothing to output now. */
static bool view_advance(struct view_file *vf)
{
	while (!vf->pending) {
		vf->what = pa_ring_read(&vf->cursor, vf->end, &vf->rec, &vf->lost);
		if (vf->what != PA_RING_EMPTY) {
			vf->pending = view_wants(vf);
			if (vf->pending)
				break;
			if (signal_pending(current))
				return false;
			cond_resched();
			continue;
		}
		if (vf->cursor >= min(vf->end, pa_ring_next()) || signal_pending(current))
			return false;
		/* Claimed but not complete: its writer runs right now, with preemption off. */
		usleep_range(20, 50);
	}
	return true;
}

static struct view_file *view_of(struct pa_pieces *p)
{
	return container_of(p, struct view_file, p);
}

/* See struct pa_pieces_ops. */
static int view_next(struct pa_pieces *p)
{
	struct view_file *vf = view_of(p);
	bool machine = vf->flags & VIEW_RAW && vf->told < vf->npmus;
	struct out s;
	int err;

	if (!machine && !view_advance(vf))
		return 0;
	err = pa_piece_begin(p, &s);
	if (err)
		return err;
	if (machine && pa_view_tell(vf, &s))
		return pa_piece_end(p, &s);
	if (machine && !view_advance(vf))
		return 0;
	/* After it was read: a PMU may have come since, and the record may name it. */
	if (!pa_view_tell(vf, &s))
		pa_view_render(vf, &s);
	return pa_piece_end(p, &s);
}

static bool view_ready(const struct view_file *vf)
{
	return READ_ONCE(vf->p.off) < READ_ONCE(vf->p.len) ||
	       READ_ONCE(vf->cursor) < pa_ring_next() ||
	       (vf->flags & VIEW_RAW && READ_ONCE(vf->told) < READ_ONCE(vf->npmus)) ||
	       READ_ONCE(vf->pending);
}

/*
 * Waits for a record. From time to time tests whether probes still fire; a change gives a record.
 * Returns -ERESTARTSYS on a signal.
 */
static int view_wait(struct view_file *vf)
{
	long left = 0;

	while (!left) {
		left = wait_event_interruptible_timeout(pa_notify_wait, view_ready(vf),
							FIRING_SECONDS * HZ);
		if (!left)
			pa_selftest_fires();
	}
	return left < 0 ? left : 0;
}

static ssize_t view_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct view_file *vf = view_of(file->private_data);
	ssize_t done;

	for (;;) {
		done = pa_pieces_read(file, buf, count, pos);
		if (done || !count || !(vf->flags & VIEW_STREAM))
			return done;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (view_wait(vf))
			return -ERESTARTSYS;
	}
}

static __poll_t view_poll(struct file *file, poll_table *wait)
{
	struct view_file *vf = view_of(file->private_data);

	if (!(vf->flags & VIEW_STREAM))
		return EPOLLIN | EPOLLRDNORM;
	poll_wait(file, &pa_notify_wait, wait);
	/* See pa_notify_record(): poll_wait() of 5.10 and others does not have it. */
	smp_mb();
	return view_ready(vf) ? EPOLLIN | EPOLLRDNORM : 0;
}

/* Records that were taken from the ring, or found lost, of which the reader has got no byte yet. */
static u64 view_taken(const struct view_file *vf)
{
	if (!vf->pending && (!vf->of_ring || vf->p.off || !vf->p.len))
		return 0;
	return vf->what == PA_RING_LOST ? vf->lost : 1;
}

/*
 * A stream's offset is a record number: SEEK_SET goes to that record, SEEK_CUR with 0 returns the
 * number of the next one. So a reader can close a stream and resume it later.
 */
static loff_t stream_seek(struct view_file *vf, loff_t offset, int whence)
{
	if (whence == SEEK_CUR && !offset)
		return vf->cursor - view_taken(vf);
	if (whence != SEEK_SET || offset <= 0)
		return -EINVAL;
	vf->cursor = offset;
	vf->p.turn++;
	vf->p.off = vf->p.len;
	vf->told = 0;
	vf->pending = false;
	view_forget_names(vf);
	return offset;
}

/*
 * See struct pa_pieces_ops. Seeking back renders again from the beginning and discards the bytes
 * before the offset. If records were overwritten meanwhile, the reader gets a note and then the
 * oldest record in the ring; who seeks back to the end of that note goes on there.
 */
static void snapshot_back(struct pa_pieces *p, u64 offset)
{
	struct view_file *vf = view_of(p);
	bool again = vf->lost_end && offset >= vf->lost_end;

	vf->cursor = again ? vf->lost_next : vf->begin;
	p->pos = again ? vf->lost_end : 0;
	vf->told = again ? vf->told : 0;
	vf->pending = false;
	view_forget_names(vf);
}

static loff_t view_llseek(struct file *file, loff_t offset, int whence)
{
	struct view_file *vf = view_of(file->private_data);

	if (mutex_lock_killable(&vf->p.lock))
		return -EINTR;
	if (vf->flags & VIEW_STREAM)
		offset = stream_seek(vf, offset, whence);
	else
		offset = pa_pieces_seek(&vf->p, offset, whence);
	mutex_unlock(&vf->p.lock);
	return offset;
}

static const struct pa_pieces_ops view_ops = {
	.next = view_next,
	.back = snapshot_back,
};

/* A run must not seek back: in older records its bit belongs to an earlier run. */
static int view_open_run(struct view_file *vf, struct file *file)
{
	vf->run = pa_runs_add();
	if (vf->run < 0)
		return vf->run;
	pa_settings_runs();
	vf->cursor = pa_ring_next();
	file->f_mode &= ~FMODE_LSEEK;
	return 0;
}

static int view_open(struct inode *inode, struct file *file)
{
	struct view_file *vf = pa_pieces_open(sizeof(*vf), &view_ops, PA_TEXT_MAX, inode, file);
	int err;

	if (!vf)
		return -ENOMEM;
	vf->flags = (unsigned long)inode->i_private;
	vf->begin = pa_ring_oldest();
	vf->cursor = vf->begin;
	vf->end = vf->flags & VIEW_STREAM ? U64_MAX : pa_ring_next();
	vf->brief = pa_setting(PA_SET_BRIEF);
	vf->p.whole = vf->flags & VIEW_STREAM;
	err = vf->flags & VIEW_RUN ? view_open_run(vf, file) : 0;
	if (err) {
		pa_pieces_free(&vf->p);
		return err;
	}
	/* After the end: each record before that names PMUs that were there. */
	pa_view_machine(vf);
	return 0;
}

static int view_release(struct inode *inode, struct file *file)
{
	struct view_file *vf = view_of(file->private_data);

	if (vf->flags & VIEW_RUN) {
		pa_runs_del(vf->run);
		pa_settings_runs();
	}
	pa_pieces_free(&vf->p);
	return 0;
}

static const struct file_operations view_fops = {
	.owner = THIS_MODULE,
	.open = view_open,
	.read = view_read,
	.poll = view_poll,
	.llseek = view_llseek,
	.release = view_release,
};

static const struct {
	const char *name;
	unsigned long flags;
} views[] = {
	{ "log", 0 },
	{ "log_pipe", VIEW_STREAM },
	{ "raw", VIEW_RAW },
	{ "raw_pipe", VIEW_RAW | VIEW_STREAM },
	{ "raw_run", VIEW_RAW | VIEW_STREAM | VIEW_RUN },
};

/**
 * pa_views_files() - create the read-only files
 * @dir: our directory in debugfs; removing it removes them
 *
 * Data files are 0400 without ioctl and mmap: they open under lockdown=integrity too
 * (debugfs_locked_down(), fs/debugfs/file.c).
 *
 * Context: process, may sleep.
 */
void pa_views_files(struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(views); i++)
		debugfs_create_file(views[i].name, 0400, dir, (void *)views[i].flags,
				    &view_fops);
	debugfs_create_file("events", 0400, dir, NULL, &pa_events_fops);
	debugfs_create_file("events_raw", 0400, dir, (void *)1UL, &pa_events_fops);
	debugfs_create_file("stats", 0400, dir, NULL, &pa_stats_fops);
	debugfs_create_file("README", 0444, dir, NULL, &pa_readme_fops);
}
