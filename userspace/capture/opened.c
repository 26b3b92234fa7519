// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the event of a descriptor. In a text it is the last event whose open has returned that
 * number to the same thread. For a traced program its id was looked up, and the calls on it since
 * are known, too.
 */
#include "capture/opened.h"

#include <stdlib.h>

#include "common/text.h"

/* Opens that are remembered: at most 4096. */
#define EVENTS_MAX	4096

/* An event may be mapped more than once, and may have an AUX area, too. */
#define MAPS_MAX	4

/**
 * struct mapping - a part of the buffer of an event in the memory of a process
 * @at:     its address
 * @len:    its length
 * @offset: 0: data; else AUX
 * @pid:    the process that has mapped it
 */
struct mapping {
	u64 at;
	u64 len;
	u64 offset;
	s32 pid;
};

/**
 * struct event - an event that was opened
 * @id:      counts opens, from 1
 * @seq:     number of the record
 * @call:    its open
 * @leader:  id of the leader of its group; its own if it leads
 * @members: for a leader: how many others have joined its group
 * @output:  id of the event into whose buffer it writes; 0: none
 * @maps:    mapped areas of its file
 * @n_maps:  entries of @maps
 * @unsure:  its mappings, or the target of its output, are not known
 * @alone:   the members of its group are known
 * @prog:    a BPF program was attached to it
 * @filter:  it has received a filter
 */
struct event {
	u64 id;
	u64 seq;
	struct paste_call call;
	u64 leader;
	unsigned int members;
	u64 output;
	struct mapping maps[MAPS_MAX];
	unsigned int n_maps;
	bool unsure;
	bool alone;
	bool prog;
	bool filter;
};

/**
 * struct opened - all that is known of descriptors
 * @event:  the last opens that have succeeded, by id
 * @n:      how many there were
 * @last:   which of them has returned a number last, by that number, or by their ids; 0: none
 * @mapped: how many areas are mapped
 * @by_id:  the ids of events are known
 */
struct opened {
	struct event event[EVENTS_MAX];
	u64 n;
	u64 last[EVENTS_MAX];
	unsigned int mapped;
	bool by_id;
};

/**
 * opened_new() - begin to remember opens
 * @by_id: the ids of events are known
 */
struct opened *opened_new(bool by_id)
{
	struct opened *o = must(calloc(1, sizeof(*o)));

	o->by_id = by_id;
	return o;
}

static struct event *event_of(struct opened *o, u64 id)
{
	struct event *e = id ? &o->event[id % EVENTS_MAX] : NULL;

	return e && e->id == id ? e : NULL;
}

static u64 key_of(const struct opened *o, s32 fd, u64 id)
{
	return o->by_id ? id : (u32)fd;
}

static struct event *at(struct opened *o, s32 tid, s32 fd, u64 id)
{
	u64 key = key_of(o, fd, id);
	struct event *e = event_of(o, o->last[key % EVENTS_MAX]);

	if (!e || key_of(o, (s32)e->call.r.ret, e->call.event) != key)
		return NULL;
	return o->by_id ? (id ? e : NULL) : e->call.r.tid == tid ? e : NULL;
}

static void group_join(struct opened *o, struct event *e)
{
	const struct pa_record *r = &e->call.r;
	struct event *leader;

	e->leader = e->id;
	e->alone = e->call.args & PASTE_GROUP_FD;
	if (r->arg_group_fd == -1)
		return;
	leader = at(o, r->tid, r->arg_group_fd, e->call.group_event);
	if (r->flags & PA_FLAG_FD_OUTPUT) {
		e->output = leader ? leader->id : 0;
		e->unsure = !leader;
	}
	if (r->flags & PA_FLAG_FD_NO_GROUP)
		return;
	e->alone = leader && leader->alone;
	if (!leader)
		return;
	e->leader = leader->id;
	leader->members++;
}

/**
 * opened_add() - an event was opened
 * @o:    the known events
 * @call: the open, which has succeeded
 * @seq:  number of its record
 */
void opened_add(struct opened *o, const struct paste_call *call, u64 seq)
{
	struct event *e = &o->event[++o->n % EVENTS_MAX];

	o->mapped -= e->n_maps;
	memset(e, 0, sizeof(*e));
	e->id = o->n;
	e->seq = seq;
	e->call = *call;
	group_join(o, e);
	o->last[key_of(o, (s32)call->r.ret, call->event) % EVENTS_MAX] = e->id;
}

static bool has_data(const struct event *e)
{
	unsigned int i;

	for (i = 0; i < e->n_maps; i++)
		if (!e->maps[i].offset)
			return true;
	return false;
}

static void tell(struct opened *o, const struct event *e, struct pasted_event *to)
{
	const struct event *output = event_of(o, e->output), *leader = event_of(o, e->leader);
	unsigned int i;

	*to = (struct pasted_event){
		.open = &e->call, .seq = e->seq, .id = e->id, .prog = e->prog, .filter = e->filter,
		.sure = !e->unsure && (!e->output || (output && !output->unsure)),
		.mapped = has_data(e),
		/* A close of a member is not seen. */
		.grouped = e->alone && leader && !(o->by_id && leader->members),
		.siblings = leader ? leader->members : 0,
	};
	to->buffer = to->mapped || (output && has_data(output));
	for (i = 0; i < e->n_maps; i++) {
		if (!e->maps[i].offset) {
			to->data_len = e->maps[i].len;
		} else {
			to->aux_len = e->maps[i].len;
			to->aux_at = e->maps[i].offset;
		}
	}
}

/**
 * opened_event() - the event that a descriptor is
 * @o:   the known events
 * @tid: a thread
 * @fd:  its descriptor
 * @id:  the id of the event, if it is known
 * @e:   receives the event
 *
 * Return: false if that is not known.
 */
bool opened_event(struct opened *o, s32 tid, s32 fd, u64 id, struct pasted_event *e)
{
	const struct event *event = at(o, tid, fd, id);

	if (event)
		tell(o, event, e);
	return event;
}

/**
 * opened_by() - return true if a thread has opened an event that is remembered
 * @o:   the known events
 * @tid: the thread
 *
 * Return: true also if that is not known.
 */
bool opened_by(const struct opened *o, s32 tid)
{
	u64 i;

	for (i = 1; i <= o->n && i < EVENTS_MAX; i++)
		if (o->event[i].call.r.tid == tid)
			return true;
	return !o->by_id || o->n >= EVENTS_MAX;
}

/* Removes the mappings of an event in a range of addresses. */
static void unmap(struct opened *o, struct event *e, s32 pid, u64 from, u64 len)
{
	unsigned int i, n = e->n_maps;

	for (i = 0; i < e->n_maps; ) {
		const struct mapping *m = &e->maps[i];

		if (m->at >= from + len || from >= m->at + m->len) {
			i++;
			continue;
		}
		/* Only the kernel knows the rest of a partial unmap, and others' mappings. */
		e->unsure |= m->at < from || m->at + m->len > from + len || m->pid != pid;
		e->maps[i] = e->maps[--e->n_maps];
	}
	o->mapped -= n - e->n_maps;
	/* Events that write into it may do so no more. */
	e->unsure |= n != e->n_maps && !has_data(e);
}

static void unmap_all(struct opened *o, s32 pid, u64 from, u64 len)
{
	u64 i;

	for (i = 0; o->mapped && i < EVENTS_MAX; i++)
		if (o->event[i].n_maps)
			unmap(o, &o->event[i], pid, from, len);
}

/**
 * opened_unmaps() - find the event that is mapped where a munmap() begins
 * @o:  the known events
 * @op: the munmap(), which has succeeded
 * @e:  receives the event
 *
 * Return: false if none is.
 */
bool opened_unmaps(struct opened *o, const struct paste_call *op, struct pasted_event *e)
{
	u64 i;
	unsigned int k;

	for (i = 0; o->mapped && i < EVENTS_MAX; i++) {
		const struct event *event = &o->event[i];

		for (k = 0; k < event->n_maps; k++) {
			if (event->maps[k].at != op->r.op.arg ||
			    event->maps[k].pid != op->r.pid)
				continue;
			tell(o, event, e);
			return true;
		}
	}
	return false;
}

static struct event *event_at(struct opened *o, const struct paste_call *op)
{
	return at(o, op->r.tid, op->r.op.fd, op->event);
}

static void take_mmap(struct opened *o, const struct paste_call *op)
{
	const struct pa_op *mmap = &op->r.op;
	struct event *e = event_at(o, op);

	unmap_all(o, op->r.pid, mmap->arg, mmap->len);
	if (!e)
		return;
	if (e->n_maps == MAPS_MAX) {
		e->unsure = true;
		return;
	}
	e->maps[e->n_maps++] = (struct mapping){
		.at = mmap->arg, .len = mmap->len, .offset = mmap->offset, .pid = op->r.pid,
	};
	o->mapped++;
}

static void take_ioctl(struct opened *o, const struct paste_call *op)
{
	struct event *e = event_at(o, op), *other;
	s32 fd = (s32)op->r.op.arg;

	if (!e)
		return;
	switch (pa_ioc_of(&op->r)) {
	case PA_IOC_SET_BPF:
		e->prog = true;
		break;
	case PA_IOC_SET_FILTER:
		e->filter = true;
		break;
	case PA_IOC_SET_OUTPUT:
		other = fd < 0 ? NULL : at(o, op->r.tid, fd, op->group_event);
		e->output = other ? other->id : 0;
		e->unsure |= fd >= 0 && !other;
		break;
	}
}

/**
 * opened_exec() - forget what a process has mapped: execve() gives it new memory
 * @o:   the known events
 * @pid: the process
 */
void opened_exec(struct opened *o, s32 pid)
{
	unmap_all(o, pid, 0, U64_MAX);
}

/**
 * opened_op() - note the effects of a call
 * @o:  the known events
 * @op: the call
 */
void opened_op(struct opened *o, const struct paste_call *op)
{
	const struct pa_record *r = &op->r;

	if (r->ret < 0)
		return;
	if (r->kind == PA_RECORD_MMAP)
		take_mmap(o, op);
	else if (r->kind == PA_RECORD_MUNMAP)
		unmap_all(o, r->pid, r->op.arg, r->op.len);
	else if (r->kind == PA_RECORD_IOCTL)
		take_ioctl(o, op);
}
