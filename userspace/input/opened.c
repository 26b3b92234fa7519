// SPDX-License-Identifier: GPL-2.0
/*
 * Follows descriptors through the lines of strace. What these do not prove is not known: a
 * descriptor that came by a message, or that a process had before it was watched, is of no event.
 */
#include "input/opened.h"

#include <stdlib.h>
#include <string.h>

#include "input/tasks.h"
#include "text.h"

/* An event may be mapped more than once, and has an AUX area besides. */
#define MAPS_MAX	4

/**
 * struct mapping - a part of the buffer of an event in the memory of a process
 * @at:     its address
 * @len:    its length
 * @offset: 0: data; else AUX
 * @memory: whose
 */
struct mapping {
	u64 at;
	u64 len;
	u64 offset;
	u64 memory;
};

/**
 * struct event - an event that was opened
 * @id:      counts opens, from 1
 * @seq:     number of the record
 * @call:    its open
 * @leader:  id of the leader of its group; its own if it leads
 * @members: of a leader: how many others of its group are open
 * @held:    descriptors of it that are known
 * @output:  id of the event into whose buffer it writes; 0: none
 * @maps:    what is mapped of it
 * @n_maps:  entries of @maps
 * @unsure:  what is mapped of it is not known, or where its output goes
 * @alone:   it is known which events are of its group
 * @prog:    a BPF program was attached to it
 * @filter:  it has got a filter
 */
struct event {
	u64 id;
	u64 seq;
	struct paste_call call;
	u64 leader;
	unsigned int members;
	unsigned int held;
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
 * @tasks:  who has them
 * @event:  the last opens that have succeeded, by id
 * @n:      how many there were
 * @mapped: how many areas are mapped
 */
struct opened {
	struct tasks *tasks;
	struct event *event;
	u64 n;
	unsigned int mapped;
};

static struct event *event_of(struct opened *o, u64 id)
{
	struct event *e = id && o->event ? &o->event[id % EVENTS_MAX] : NULL;

	return e && e->id == id ? e : NULL;
}

static void retained(u64 id, void *arg)
{
	struct event *e = event_of(arg, id);

	if (e)
		e->held++;
}

/**
 * opened_new() - begin to follow descriptors
 * @text:  lines are of a text, which may lack some
 * @whole: the first thread is seen from its beginning
 */
struct opened *opened_new(bool text, bool whole)
{
	struct opened *o = must(calloc(1, sizeof(*o)));

	o->tasks = tasks_new(text, whole, retained, o);
	return o;
}

/**
 * opened_free() - forget all
 * @o: from opened_new()
 */
void opened_free(struct opened *o)
{
	if (!o)
		return;
	tasks_free(o->tasks);
	free(o->event);
	free(o);
}

/**
 * opened_whole() - join the halves of a call that another thread has come between
 * @o:    what is known
 * @line: the line; receives that of the whole call, valid until the next one
 * @len:  its length; the same
 *
 * Return: false if it is the first half.
 */
bool opened_whole(struct opened *o, const char **line, size_t *len)
{
	return tasks_whole(o->tasks, line, len);
}

static struct event *at(struct opened *o, s32 tid, s32 fd)
{
	return event_of(o, task_has(task_of(o->tasks, tid), fd));
}

/* Nobody has a descriptor of it any more: its group goes on without it, or not at all. */
static void event_end(struct opened *o, struct event *e)
{
	struct event *leader = event_of(o, e->leader);
	u64 i;

	if (leader && leader != e && leader->members)
		leader->members--;
	for (i = 0; leader == e && e->members && i < EVENTS_MAX; i++) {
		struct event *other = &o->event[i];

		if (other->leader == e->id && other != e) {
			other->leader = other->id;
			other->members = 0;
		}
	}
	e->members = 0;
}

static void released(u64 id, void *arg)
{
	struct event *e = event_of(arg, id);

	if (e && e->held && !--e->held)
		event_end(arg, e);
}

static void has(struct opened *o, s32 tid, s32 fd, u64 id, bool cloexec)
{
	retained(id, o);
	task_put(task_of(o->tasks, tid), fd, id, cloexec, released, o);
}

static void group_join(struct opened *o, struct event *e)
{
	const struct pa_record *r = &e->call.r;
	struct event *leader;

	e->leader = e->id;
	e->alone = e->call.args & PASTE_GROUP_FD;
	if (r->arg_group_fd == -1)
		return;
	leader = at(o, r->tid, r->arg_group_fd);
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
 * @o:    what is known
 * @call: the open, which has succeeded
 * @seq:  number of its record
 */
void opened_add(struct opened *o, const struct paste_call *call, u64 seq)
{
	struct event *e;

	if (!o->event)
		o->event = must(calloc(EVENTS_MAX, sizeof(*o->event)));
	e = &o->event[++o->n % EVENTS_MAX];
	o->mapped -= e->n_maps;
	memset(e, 0, sizeof(*e));
	e->id = o->n;
	e->seq = seq;
	e->call = *call;
	group_join(o, e);
	has(o, call->r.tid, (s32)call->r.ret, e->id, call->r.flags & PA_FLAG_FD_CLOEXEC);
	task_opens(task_of(o->tasks, call->r.tid));
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
		.mapped = has_data(e), .grouped = e->alone && leader,
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
 * @o:   what is known
 * @tid: a thread
 * @fd:  its descriptor
 * @e:   receives the event
 *
 * Return: false if that is not known.
 */
bool opened_event(struct opened *o, s32 tid, s32 fd, struct pasted_event *e)
{
	const struct event *event = at(o, tid, fd);

	if (event)
		tell(o, event, e);
	return event;
}

/**
 * opened_by() - has a thread opened an event since it began?
 * @o:   what is known
 * @tid: the thread
 *
 * Return: true also if it is not known how it began.
 */
bool opened_by(struct opened *o, s32 tid)
{
	return task_has_opened(task_of(o->tasks, tid));
}

/* A buffer that is mapped nowhere any more is that of no event. */
static void map_end(struct opened *o, struct event *e)
{
	u64 i;

	for (i = 0; !has_data(e) && i < EVENTS_MAX; i++)
		if (o->event[i].output == e->id)
			o->event[i].output = 0;
}

/* What of an event is mapped in a range of addresses is no more. */
static bool unmap(struct opened *o, struct event *e, u64 memory, u64 from, u64 len)
{
	unsigned int i, n = e->n_maps;

	for (i = 0; i < e->n_maps; ) {
		const struct mapping *m = &e->maps[i];

		if (m->memory != memory || m->at >= from + len || from >= m->at + m->len) {
			i++;
			continue;
		}
		/* Of a part that is left the kernel knows more than we do. */
		e->unsure |= m->at < from || m->at + m->len > from + len;
		e->maps[i] = e->maps[--e->n_maps];
	}
	o->mapped -= n - e->n_maps;
	if (n != e->n_maps)
		map_end(o, e);
	return n != e->n_maps;
}

static void unmap_all(struct opened *o, u64 memory, u64 from, u64 len)
{
	u64 i;

	for (i = 0; o->mapped && i < EVENTS_MAX; i++)
		if (o->event[i].n_maps)
			unmap(o, &o->event[i], memory, from, len);
}

/**
 * opened_unmaps() - which event is mapped where a munmap() begins?
 * @o:  what is known
 * @op: the munmap(), which has succeeded
 * @e:  receives the event
 *
 * Return: false if none is.
 */
bool opened_unmaps(struct opened *o, const struct paste_op *op, struct pasted_event *e)
{
	u64 memory = task_memory(task_of(o->tasks, op->call.r.tid)), i;
	unsigned int k;

	for (i = 0; o->mapped && i < EVENTS_MAX; i++) {
		const struct event *event = &o->event[i];

		for (k = 0; k < event->n_maps; k++) {
			if (event->maps[k].at != op->call.r.op.arg ||
			    event->maps[k].memory != memory)
				continue;
			tell(o, event, e);
			return true;
		}
	}
	return false;
}

static void take_mmap(struct opened *o, const struct paste_op *op)
{
	const struct pa_op *mmap = &op->call.r.op;
	u64 memory = task_memory(task_of(o->tasks, op->call.r.tid));
	struct event *e = op->file == PASTE_FILE_OTHER ? NULL : at(o, op->call.r.tid, op->fd);

	unmap_all(o, memory, mmap->arg, mmap->len);
	if (!e)
		return;
	if (e->n_maps == MAPS_MAX) {
		e->unsure = true;
		return;
	}
	e->maps[e->n_maps++] = (struct mapping){
		.at = mmap->arg, .len = mmap->len, .offset = mmap->offset, .memory = memory,
	};
	o->mapped++;
}

static void take_ioctl(struct opened *o, const struct paste_op *op)
{
	struct event *e = at(o, op->call.r.tid, op->fd), *other;

	if (!e)
		return;
	switch (op->ioc) {
	case PA_IOC_SET_BPF:
		e->prog = true;
		break;
	case PA_IOC_SET_FILTER:
		e->filter = true;
		break;
	case PA_IOC_SET_OUTPUT:
		other = op->other < 0 ? NULL : at(o, op->call.r.tid, op->other);
		e->output = other ? other->id : 0;
		e->unsure |= op->other >= 0 && !other;
		break;
	}
}

/* With the last thread of a process its memory goes. */
static void memory_end(struct opened *o, u64 memory)
{
	if (memory && o->mapped)
		unmap_all(o, memory, 0, U64_MAX);
}

static void take_exec(struct opened *o, s32 tid)
{
	memory_end(o, task_exec(o->tasks, task_of(o->tasks, tid), released, o));
}

static void take_dup(struct opened *o, const struct paste_op *op)
{
	const struct event *e = at(o, op->call.r.tid, op->fd);

	if (op->other == op->fd)
		return;
	if (e && op->file == op->other_file)
		has(o, op->call.r.tid, op->other, e->id, op->flags & PASTE_CLOEXEC_SET);
	else
		task_drop(task_of(o->tasks, op->call.r.tid), op->other, op->other, released, o);
}

/**
 * opened_closes() - does a close() close the last descriptor of an event that is known?
 * @o:  what is known
 * @op: the close()
 */
bool opened_closes(struct opened *o, const struct paste_op *op)
{
	const struct event *e = at(o, op->call.r.tid, op->fd);

	return e && e->held == 1;
}

/**
 * opened_op() - take what a call changes
 * @o:  what is known
 * @op: the call
 */
void opened_op(struct opened *o, const struct paste_op *op)
{
	struct task *t = task_of(o->tasks, op->call.r.tid);
	bool done = op->call.args & PASTE_RET && op->call.r.ret >= 0;

	if (op->what == PASTE_FORK)
		task_forks(o->tasks, t, op);
	if (!done)
		return;
	switch (op->what) {
	case PASTE_MMAP:
		take_mmap(o, op);
		break;
	case PASTE_MUNMAP:
		unmap_all(o, task_memory(t), op->call.r.op.arg, op->call.r.op.len);
		break;
	case PASTE_IOCTL:
		take_ioctl(o, op);
		break;
	case PASTE_CLOSE:
		task_drop(t, op->fd, op->fd, released, o);
		break;
	case PASTE_CLOSE_RANGE:
		if (op->flags & PASTE_CLOSES)
			task_drop(t, op->fd, op->other, released, o);
		else
			task_cloexec(t, op->fd, op->other, true);
		break;
	case PASTE_DUP:
		take_dup(o, op);
		break;
	case PASTE_CLOEXEC:
		task_cloexec(t, op->fd, op->fd, op->flags & PASTE_CLOEXEC_SET);
		break;
	case PASTE_EXEC:
		take_exec(o, op->call.r.tid);
		break;
	}
}

/**
 * opened_exit() - a thread has ended
 * @o:   what is known
 * @tid: the thread
 */
void opened_exit(struct opened *o, s32 tid)
{
	memory_end(o, task_end(o->tasks, tid, released, o));
}
