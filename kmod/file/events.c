// SPDX-License-Identifier: GPL-2.0
/*
 * The files events and events_raw: every perf event that a process has open now, with all
 * descriptors that refer to it, also those that were opened before the module was loaded.
 *
 * The events are looked for when the file is opened. An open file holds copies only, so it keeps no
 * event, task or PMU, and what is read from it does not change.
 */
#include "file/files.h"

#include <linux/delay.h>
#include <linux/hashtable.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/xarray.h>

#include "core/op.h"
#include "core/raw.h"
#include "file/pieces.h"
#include "kernel/pmu.h"
#include "now/now.h"
#include "record/facts.h"
#include "record/ring.h"

/*
 * At most as many events are shown. Each takes 512 bytes, and 24 for each of its holders: some
 * 60 MB if most have one holder, charged to the cgroup of the reader.
 */
#define EVENTS_MAX	100000U

/**
 * struct open_event - an event that was found
 * @leader:  address of the event that leads its group; only compared
 * @holders: some of the descriptors that refer to it
 * @now:     what is shown
 */
struct open_event {
	const void *leader;
	struct pa_holder *holders;
	struct pa_event_now now;
};

/* One byte more would take twice the memory. */
static_assert(sizeof(struct open_event) <= 512);

/**
 * struct group - an event that leads a group
 * @node:  in events_file.groups
 * @self:  its address; only compared
 * @event: the event
 */
struct group {
	struct hlist_node node;
	const void *self;
	const struct open_event *event;
};

/**
 * struct events_file - an open file
 * @p:       the event that is rendered
 * @told:    raw: how many entries about the machine were rendered
 * @next:    id of the event that comes next; 0: what comes before the first one
 * @events:  struct open_event by the id of the event, which counts up and is never reused
 * @count:   how many there are
 * @more:    there were more than EVENTS_MAX
 * @raw:     the format
 * @groups:  struct group by the address of the event that leads it
 * @env:     PMUs
 * @view:    the event that is rendered; its scratch record also receives those of the ring
 */
struct events_file {
	struct pa_pieces p;
	u32 told;
	unsigned long next;
	struct xarray events;
	unsigned int count;
	bool more;
	bool raw;
	DECLARE_HASHTABLE(groups, 10);
	struct pa_env env;
	struct pa_event_view view;
};

/* pa_pieces_free() frees the struct by it. */
static_assert(!offsetof(struct events_file, p));

static void events_free(struct events_file *ef)
{
	struct open_event *event;
	struct hlist_node *next;
	struct group *group;
	unsigned long id;
	int bucket;

	hash_for_each_safe(ef->groups, bucket, next, group, node)
		kfree(group);
	xa_for_each(&ef->events, id, event) {
		kfree(event->holders);
		kfree(event);
		cond_resched();
	}
	xa_destroy(&ef->events);
	pa_pieces_free(&ef->p);
}

/* --- looking for events, when the file is opened --- */

/* The array doubles when it is full: most events have one holder. */
static int holder_add(struct open_event *event, const struct pa_holder *who)
{
	unsigned int n = event->now.nholders;
	struct pa_holder *more;

	event->now.held++;
	if (n == PA_HOLDERS)
		return 0;
	if (!(n & (n - 1))) {
		more = krealloc(event->holders, max(2 * n, 1U) * sizeof(*more),
				GFP_KERNEL_ACCOUNT);
		if (!more)
			return -ENOMEM;
		event->holders = more;
	}
	event->holders[n] = *who;
	event->now.nholders = n + 1;
	return 0;
}

static int group_add(struct events_file *ef, const struct open_event *event, const void *self)
{
	struct group *group = kmalloc(sizeof(*group), GFP_KERNEL_ACCOUNT);

	if (!group)
		return -ENOMEM;
	group->self = self;
	group->event = event;
	hash_add(ef->groups, &group->node, (unsigned long)self);
	return 0;
}

static struct open_event *event_add(struct events_file *ef, const struct pa_event_now *now,
				    const struct pa_event_link *link)
{
	struct open_event *event = kzalloc(sizeof(*event), GFP_KERNEL_ACCOUNT);

	if (!event)
		return NULL;
	event->now = *now;
	event->leader = link->leader;
	if (xa_insert(&ef->events, now->id, event, GFP_KERNEL_ACCOUNT)) {
		kfree(event);
		return NULL;
	}
	ef->count++;
	if (event->now.siblings && group_add(ef, event, link->self))
		return NULL;
	return event;
}

/* Called by pa_walk(). */
static int events_found(void *arg, const struct pa_holder *who, const struct pa_event_now *now,
			const struct pa_event_link *link)
{
	struct events_file *ef = arg;
	struct open_event *event = xa_load(&ef->events, now->id);

	if (!event && ef->count == EVENTS_MAX) {
		ef->more = true;
		return 0;
	}
	if (!event)
		event = event_add(ef, now, link);
	return event ? holder_add(event, who) : -ENOMEM;
}

/*
 * The event that leads a group. One that was closed during the walk may have left its address to
 * another, so both must agree: a leader is older than its members.
 */
static const struct pa_event_now *leader_of(struct events_file *ef, const struct open_event *event)
{
	const struct group *group;

	if (!(event->now.have & PA_N_MEMBER))
		return &event->now;
	hash_for_each_possible(ef->groups, group, node, (unsigned long)event->leader) {
		if (group->self == event->leader && group->event->now.id < event->now.id)
			return &group->event->now;
	}
	return NULL;
}

static void events_join(struct events_file *ef)
{
	struct open_event *event;
	unsigned long id;

	xa_for_each(&ef->events, id, event) {
		pa_event_now_join(&event->now, leader_of(ef, event));
		cond_resched();
	}
}

/* The last program that was attached counts. */
static void attach_note(struct events_file *ef, const struct pa_record *rec)
{
	struct open_event *event = xa_load(&ef->events, rec->op.id);

	if (event && rec->ret >= 0 &&
	    (rec->kind == PA_RECORD_BPF || pa_ioc_of(rec) == PA_IOC_SET_BPF))
		event->now.attached = rec->kind;
}

static void record_note(struct events_file *ef, const struct pa_record *rec)
{
	struct open_event *event;

	if (rec->kind == PA_RECORD_BPF || rec->kind == PA_RECORD_IOCTL)
		attach_note(ef, rec);
	if (rec->kind != PA_RECORD_OPEN || rec->ret < 0 || !rec->have_kview ||
	    !(rec->kv.have & PA_KV_EVENT))
		return;
	event = xa_load(&ef->events, rec->kv.id);
	if (!event)
		return;
	event->now.seq = rec->seq;
	event->now.time_ns = rec->time_ns;
	event->now.wall_ns = rec->wall_ns;
	event->now.have |= PA_N_OPEN;
}

/* Looks in the ring for the records of the opens: so a call pays nothing for it. */
static int events_records(struct events_file *ef)
{
	u64 cursor = pa_ring_oldest();
	u64 end = pa_ring_next();
	u64 lost;

	while (ef->count && cursor < end) {
		enum pa_ring_read what = pa_ring_read(&cursor, end, &ef->view.rec, &lost);

		/* Claimed but not complete: its writer runs right now. */
		if (what == PA_RING_EMPTY)
			usleep_range(20, 50);
		else if (what == PA_RING_RECORD)
			record_note(ef, &ef->view.rec);
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

/* --- the file --- */

/* Renders the titles of the columns, and a note if events are missing. */
static void titles_render(const struct events_file *ef, struct out *s)
{
	if (ef->more)
		out_lit(s, "# there are more events than these\n");
	pa_text_event_head(s);
}

/* Renders the head, with a note if events are missing; in later calls one PMU each. */
static void machine_render(struct events_file *ef, struct out *s)
{
	if (ef->told) {
		pa_raw_pmu(s, &ef->env, ef->told);
	} else {
		pa_raw_head(s, &ef->env);
		if (ef->more)
			pa_raw_begin(s, PA_RAW_MORE, 0);
	}
	ef->told++;
}

static void event_render(struct events_file *ef, struct out *s, const struct open_event *event)
{
	ef->view.e = &event->now;
	ef->view.holders = event->holders;
	if (ef->raw)
		pa_raw_event(s, &ef->view);
	else
		pa_text_event(s, &ef->view);
}

static struct events_file *events_of(struct pa_pieces *p)
{
	return container_of(p, struct events_file, p);
}

/* See struct pa_pieces_ops. Ids begin with 1. */
static int events_next(struct pa_pieces *p)
{
	struct events_file *ef = events_of(p);
	struct open_event *event;
	struct out s;
	int err = pa_piece_begin(p, &s);

	if (err)
		return err;
	if (ef->raw && ef->told < ef->env.npmus)
		machine_render(ef, &s);
	else if (!ef->raw && !ef->next && ef->count)
		titles_render(ef, &s);
	ef->next = max(ef->next, 1UL);
	if (out_used(&s))
		return pa_piece_end(p, &s);
	event = xa_find(&ef->events, &ef->next, ULONG_MAX, XA_PRESENT);
	if (!event)
		return 0;
	ef->next++;
	event_render(ef, &s, event);
	return pa_piece_end(p, &s);
}

/* See struct pa_pieces_ops. */
static void events_back(struct pa_pieces *p, u64 offset)
{
	events_of(p)->next = 0;
	events_of(p)->told = 0;
	p->pos = 0;
}

static const struct pa_pieces_ops events_ops = {
	.next = events_next,
	.back = events_back,
};

static int events_collect(struct events_file *ef)
{
	int err = pa_walk(events_found, ef);

	if (err)
		return err;
	events_join(ef);
	ef->view.now = ktime_get_boot_fast_ns();
	pa_pmu_env(&ef->env);
	ef->env.kernel = pa_facts_kernel();
	ef->view.env = &ef->env;
	return events_records(ef);
}

static int events_open(struct inode *inode, struct file *file)
{
	struct events_file *ef = pa_pieces_open(sizeof(*ef), &events_ops, PA_EVENT_NOW_MAX, inode,
						file);
	int err;

	if (!ef)
		return -ENOMEM;
	xa_init(&ef->events);
	hash_init(ef->groups);
	ef->raw = inode->i_private;
	err = events_collect(ef);
	if (err)
		events_free(ef);
	return err;
}

static int events_release(struct inode *inode, struct file *file)
{
	events_free(events_of(file->private_data));
	return 0;
}

const struct file_operations pa_events_fops = {
	.owner = THIS_MODULE,
	.open = events_open,
	.read = pa_pieces_read,
	.llseek = pa_pieces_llseek,
	.release = events_release,
};
