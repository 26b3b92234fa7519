// SPDX-License-Identifier: GPL-2.0
/*
 * The views: snapshots and streams of the ring, as text and JSON. Also creates events, stats,
 * metrics and README.
 *
 * A record is rendered when it is read, into a buffer that belongs to the open file. An open file
 * pins the module (debugfs takes fops->owner), so unloading finds no reader.
 */
#include "file/views.h"

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/perf_event.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "core/endian.h"
#include "core/format.h"
#include "core/render.h"
#include "core/why/case.h"
#include "file/events.h"
#include "file/held.h"
#include "file/readme.h"
#include "file/settings.h"
#include "file/stats.h"
#include "probe/facts.h"
#include "probe/notify.h"
#include "probe/pmu.h"
#include "probe/pmu_sysfs.h"
#include "probe/ring.h"
#include "probe/runs.h"
#include "probe/selftest.h"
#include "probe/symbol.h"

/* A waiting reader tests this often whether probes still fire. */
#define FIRING_SECONDS	10

enum view_flags {
	VIEW_JSON = 1,
	VIEW_STREAM = 2,
	VIEW_RUN = 4,
};

/**
 * struct view_file - an open view
 * @lock:    protects the rest; not held while waiting for records
 * @flags:   enum view_flags
 * @run:     from pa_runs_add(), valid with VIEW_RUN
 * @cursor:  number of the next record to read
 * @begin:   number of the first record
 * @end:     number after the last record of a snapshot; U64_MAX for a stream
 * @pos:     snapshot: file offset reached so far
 * @skip:    snapshot: bytes to discard before copying more to the reader
 * @len:     bytes rendered in @text
 * @off:     bytes of @text already copied to the reader or discarded
 * @handler: the overflow handler whose symbol is in @env, 0: none
 * @clock:   the clock, as @handler
 * @formats: of the PMUs of the last events of hardware
 * @held:    who holds what refused calls could not get
 * @seen:    the refused call that env.seen points to
 * @env:     further input of the renderers
 * @rec:     the record that was read last
 * @symbol:  scratch for symbol lookups: KSYM_SYMBOL_LEN is too much for a stack
 * @text:    @rec as rendered
 */
struct view_file {
	struct mutex lock; /* protects the rest */
	unsigned int flags;
	int run;
	u64 cursor;
	u64 begin;
	u64 end;
	u64 pos;
	u64 skip;
	size_t len;
	size_t off;
	u64 handler;
	u64 clock;
	struct pa_formats formats[PA_FORMATS_KEPT];
	struct pa_held_file held;
	struct pa_case seen;
	struct pa_env env;
	struct pa_record rec;
	char symbol[KSYM_SYMBOL_LEN];
	char text[PA_TEXT_MAX];
};

/*
 * Writes the symbol of a code address to @name, where it stays for the next record: a lookup costs
 * thousands of instructions. @addr_of_name: the address whose symbol is there.
 */
static void symbol_lookup(struct view_file *vf, char *name, u64 *addr_of_name, u64 addr)
{
	if (*addr_of_name == addr)
		return;
	*addr_of_name = addr;
	name[0] = '\0';
	if (!addr)
		return;
	pa_symbol_code(vf->symbol, addr);
	strscpy(name, vf->symbol, PA_NAME_LEN);
}

/* For a breakpoint on a kernel address, look up the symbol, as the address must not be shown. */
static void breakpoint_symbol(struct view_file *vf)
{
	const struct pa_record *rec = &vf->rec;
	u32 type;
	u64 addr;

	if (rec->attr_len < PERF_ATTR_SIZE_VER0)
		return;
	memcpy(&type, rec->attr, sizeof(type));
	memcpy(&addr, rec->attr + offsetof(struct perf_event_attr, bp_addr), sizeof(addr));
	addr = pa_le64(addr);
	if (pa_le32(type) != PERF_TYPE_BREAKPOINT || !pa_in_kernel_half(addr))
		return;
	sprint_symbol(vf->symbol, addr);
	if (!strncmp(vf->symbol, "0x", 2))
		return;
	/* "jiffies+0x0/0x40": cut off the size of the symbol. */
	vf->symbol[strcspn(vf->symbol, "/")] = '\0';
	strscpy(vf->env.symbol, vf->symbol, sizeof(vf->env.symbol));
}

static void env_fill(struct view_file *vf)
{
	const struct pa_record *rec = &vf->rec;
	struct pa_env *env = &vf->env;
	bool event;

	env->kernel = pa_facts_kernel();
	pa_pmu_env(env);
	env->symbol[0] = '\0';
	env->probe_name[0] = '\0';
	env->now.pmu = 0;
	env->formats = NULL;
	env->held = NULL;
	env->seen = NULL;
	event = rec->have_kview && (rec->kv.have & PA_KV_EVENT);
	symbol_lookup(vf, env->handler, &vf->handler, event ? rec->kv.overflow_handler : 0);
	symbol_lookup(vf, env->clock, &vf->clock, event ? rec->kv.clock : 0);
	/* rec->attr of an op holds an attr only with PA_OP_ATTR. */
	if (rec->kind != PA_RECORD_OPEN && !(rec->op.have & PA_OP_ATTR))
		return;
	breakpoint_symbol(vf);
	if (rec->kind == PA_RECORD_OPEN) {
		pa_symbol_probe_name(env, rec);
		pa_pmu_sysfs(env, &vf->seen, rec);
		pa_pmu_formats(vf->formats, env, rec);
		pa_held_env(&vf->held, env, rec, vf->flags & VIEW_STREAM);
	}
}

/* Renders a record that says that probes have started or stopped firing. */
static void firing_render(struct seq_buf *s, const struct pa_record *rec, bool json)
{
	u32 ns;
	u64 sec = div_u64_rem(rec->time_ns, NSEC_PER_SEC, &ns);

	if (json)
		seq_buf_printf(s, "{\"firing\":%lld,\"seq\":%llu,\"time_ns\":\"%llu\"}\n", rec->ret,
			       rec->seq, rec->time_ns);
	else
		seq_buf_printf(s, rec->ret ? "/* #%llu at %llu.%09u s: probes fire again */\n" :
			       "/* #%llu at %llu.%09u s: probes do not fire, calls are not seen; the kernel log says why */\n",
			       rec->seq, sec, ns);
}

static void view_render(struct view_file *vf, enum pa_ring_read what, u64 lost)
{
	struct seq_buf s;

	seq_buf_init(&s, vf->text, sizeof(vf->text));
	if (what == PA_RING_LOST) {
		seq_buf_printf(&s, vf->flags & VIEW_JSON ? "{\"lost\":%llu}\n" :
			       "/* %llu records lost */\n", lost);
		/* Discard nothing more after a loss: the reader must not get half a record. */
		vf->skip = 0;
	} else if (vf->rec.kind == PA_RECORD_FIRING) {
		firing_render(&s, &vf->rec, vf->flags & VIEW_JSON);
	} else {
		env_fill(vf);
		if (vf->flags & VIEW_JSON)
			pa_json_record(&s, &vf->rec, &vf->env);
		else
			pa_text_record(&s, &vf->rec, &vf->env,
				       pa_settings_brief() ? PA_TEXT_BRIEF : 0);
	}
	vf->off = 0;
	vf->len = seq_buf_used(&s);
}

/* A run shows only its own calls, and notes about calls that it may miss: lost, not firing. */
static bool view_wants(const struct view_file *vf, enum pa_ring_read what)
{
	return what == PA_RING_LOST || !(vf->flags & VIEW_RUN) ||
	       vf->rec.kind == PA_RECORD_FIRING || (vf->rec.runs & BIT_ULL(vf->run));
}

/* Called with vf->lock held. Returns false when there is nothing to give out now. */
static bool view_advance(struct view_file *vf)
{
	enum pa_ring_read what;
	u64 lost;

	for (;;) {
		what = pa_ring_read(&vf->cursor, vf->end, &vf->rec, &lost);
		if (what != PA_RING_EMPTY) {
			if (view_wants(vf, what))
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
	view_render(vf, what, lost);
	return true;
}

/*
 * Called with vf->lock held. Copies rendered text to the reader, or discards it after a seek.
 * Returns the number of bytes copied.
 */
static ssize_t view_piece(struct view_file *vf, char __user *buf, size_t count)
{
	size_t part = vf->len - vf->off;
	size_t given = 0;

	if (vf->skip) {
		part = min_t(u64, part, vf->skip);
		vf->skip -= part;
	} else {
		part = min(part, count);
		if (copy_to_user(buf, vf->text + vf->off, part))
			return -EFAULT;
		given = part;
	}
	vf->off += part;
	vf->pos += part;
	return given;
}

/* Called with vf->lock held. Copies what is available; does not wait for new records. */
static ssize_t view_copy(struct view_file *vf, char __user *buf, size_t count)
{
	size_t done = 0;

	while (done < count) {
		ssize_t part;

		if (vf->off == vf->len && !view_advance(vf))
			break;
		part = view_piece(vf, buf + done, count - done);
		if (part < 0)
			return done ? done : part;
		done += part;
		if (signal_pending(current))
			break;
		cond_resched();
	}
	if (!done && count && signal_pending(current))
		return -ERESTARTSYS;
	return done;
}

static bool view_ready(const struct view_file *vf)
{
	return READ_ONCE(vf->off) < READ_ONCE(vf->len) || READ_ONCE(vf->cursor) < pa_ring_next();
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
	struct view_file *vf = file->private_data;
	ssize_t done;

	for (;;) {
		if (mutex_lock_interruptible(&vf->lock))
			return -ERESTARTSYS;
		done = view_copy(vf, buf, count);
		mutex_unlock(&vf->lock);
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
	struct view_file *vf = file->private_data;

	if (!(vf->flags & VIEW_STREAM))
		return EPOLLIN | EPOLLRDNORM;
	poll_wait(file, &pa_notify_wait, wait);
	return view_ready(vf) ? EPOLLIN | EPOLLRDNORM : 0;
}

/*
 * A stream's offset is a record number: SEEK_SET goes to that record, SEEK_CUR with 0 returns the
 * number of the next one. So a reader can close a stream and resume it later.
 */
static loff_t stream_seek(struct view_file *vf, loff_t offset, int whence)
{
	if (whence == SEEK_CUR && !offset)
		return vf->cursor;
	if (whence != SEEK_SET || offset <= 0)
		return -EINVAL;
	vf->cursor = offset;
	vf->off = vf->len;
	return offset;
}

/*
 * A snapshot's offset counts bytes: head seeks back over bytes that it read but did not print, and
 * dd skip= seeks forward. Seeking back renders again from the beginning and discards the bytes
 * before the offset. If records were overwritten meanwhile, the reader gets a note and then the
 * oldest record in the ring.
 */
static loff_t snapshot_seek(struct view_file *vf, loff_t offset, int whence)
{
	u64 here = vf->pos + vf->skip;

	if (whence == SEEK_CUR && !check_add_overflow((loff_t)here, offset, &offset))
		whence = SEEK_SET;
	if (whence != SEEK_SET || offset < 0)
		return -EINVAL;
	if (offset < vf->pos) {
		vf->cursor = vf->begin;
		vf->off = vf->len;
		vf->pos = 0;
	}
	vf->skip = offset - vf->pos;
	return offset;
}

static loff_t view_llseek(struct file *file, loff_t offset, int whence)
{
	struct view_file *vf = file->private_data;

	mutex_lock(&vf->lock);
	if (vf->flags & VIEW_STREAM)
		offset = stream_seek(vf, offset, whence);
	else
		offset = snapshot_seek(vf, offset, whence);
	mutex_unlock(&vf->lock);
	return offset;
}

static int view_open(struct inode *inode, struct file *file)
{
	struct view_file *vf = kvmalloc(sizeof(*vf), GFP_KERNEL_ACCOUNT);

	if (!vf)
		return -ENOMEM;
	memset(vf, 0, offsetof(struct view_file, text));
	mutex_init(&vf->lock);
	vf->flags = (unsigned long)inode->i_private;
	vf->begin = pa_ring_oldest();
	vf->cursor = vf->begin;
	vf->end = vf->flags & VIEW_STREAM ? U64_MAX : pa_ring_next();
	if (vf->flags & VIEW_RUN) {
		vf->run = pa_runs_add();
		if (vf->run < 0) {
			int err = vf->run;

			kvfree(vf);
			return err;
		}
		vf->cursor = pa_ring_next();
	}
	file->private_data = vf;
	stream_open(inode, file);
	/* A run must not seek back: in older records its bit belongs to an earlier run. */
	if (!(vf->flags & VIEW_RUN))
		file->f_mode |= FMODE_LSEEK;
	return 0;
}

static int view_release(struct inode *inode, struct file *file)
{
	struct view_file *vf = file->private_data;

	if (vf->flags & VIEW_RUN)
		pa_runs_del(vf->run);
	pa_held_free(&vf->held);
	kvfree(vf);
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
	{ "json", VIEW_JSON },
	{ "json_pipe", VIEW_JSON | VIEW_STREAM },
	{ "json_run", VIEW_JSON | VIEW_STREAM | VIEW_RUN },
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
	pa_events_files(dir);
	pa_stats_files(dir);
	debugfs_create_file("README", 0444, dir, NULL, &pa_readme_fops);
}
