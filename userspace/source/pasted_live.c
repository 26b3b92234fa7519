// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What there is to know of a call that strace has just shown, beside its line: while its caller is
 * held, /proc and its memory are as they were at the call.
 */
#include "source/pasted.h"

#include <string.h>
#include <sys/syscall.h>

#include "core/attr.h"
#include "env/env.h"

/* What the pointer of a probe names, as long as the caller is held. */
static void string_look(struct pa_record *r)
{
	u32 type = (u32)pa_attr_get(r, PA_FIELD_TYPE);
	u64 at = pa_attr_get(r, PA_FIELD_CONFIG1);

	r->str_kind = pasted_is_type_of(type, "kprobe") ? 1 :
		      pasted_is_type_of(type, "uprobe") ? 2 : 0;
	if (r->str_kind && (!at || env_here_memory(r->tid, at, r->str, sizeof(r->str)) < 0))
		r->str_kind = 0;
	if (r->str_kind)
		r->str_len = (u16)strnlen(r->str, sizeof(r->str));
}

/* What the line of strace tells of the attr must be what is there, but for the size: see below. */
static bool is_same_attr(const struct paste_call *call, const u64 *there)
{
	u64 word, known;
	size_t i;

	for (i = 0; i < (size_t)call->r.attr_len / 8 && i < PA_WORDS; i++) {
		memcpy(&word, call->r.attr + 8 * i, sizeof(word));
		known = ~call->unknown[i];
		if (!i)
			known &= U32_MAX;
		if ((pa_le64(word) ^ there[i]) & known)
			return false;
	}
	return true;
}

/*
 * strace has printed the address of the attr only, which it does if it cannot read it; and if the
 * attr says that it is shorter than the oldest one. If the kernel has refused it for its size, that
 * was 1 to 63.
 */
static void address_look(struct paste_call *call, u64 at)
{
	struct pa_record *r = &call->r;
	u64 attr[PA_WORDS];
	long there = env_here_memory(r->tid, at, attr, sizeof(attr));

	if (r->ret == -EFAULT && there < 0) {
		memset(call->unknown, 0, sizeof(call->unknown));
		r->attr_state = PA_ATTR_UNREADABLE;
		r->attr_len = 0;
		r->have_size = 0;
	}
	if (r->ret != -E2BIG || there < (long)sizeof(attr))
		return;
	memset(call->unknown, 0, sizeof(call->unknown));
	call->unknown[0] = (u64)(PA_ATTR_OLDEST - 1) << 32;
	attr[0] &= U32_MAX;
	memcpy(r->attr, attr, sizeof(attr[0]));
	r->attr_len = sizeof(attr[0]);
	r->attr_size = 0;
}

/*
 * What the line does not tell of the attr. Of its size it tells what was passed, and the kernel may
 * have written another one there.
 */
static void attr_look(struct paste_call *call, const struct env_here *here)
{
	struct pa_record *r = &call->r;
	u64 attr[PA_ATTR_KEEP / 8];
	u32 size = r->attr_size ? r->attr_size : PA_ATTR_OLDEST;
	size_t len = size < sizeof(attr) ? size : sizeof(attr);
	u64 at;

	if (PA_BIG_ENDIAN || !env_here_argument(here, r->tid, SYS_perf_event_open, &at))
		return;
	if (call->unknown[0] == U64_MAX) {
		address_look(call, at);
		return;
	}
	if (pa_bits(call->unknown, &pa_fields[PA_FIELD_SIZE]) ||
	    env_here_memory(r->tid, at, attr, len) < (long)len || !is_same_attr(call, attr))
		return;
	memcpy((u8 *)attr + 4, &r->attr_size, sizeof(r->attr_size));
	memcpy(r->attr, attr, len);
	r->attr_len = (u16)len;
	r->attr_more = size - (u32)len;
	memset(call->unknown, 0, sizeof(call->unknown));
}

/* Is its caller still held, as it was when all was read? */
static bool is_held(const struct paste_call *call, const struct env_task *task,
		    const struct pasted_by *by)
{
	return task->stopped && call->returned_ns &&
	       env_wall_clock() < call->returned_ns + by->hold_ns;
}

/*
 * What else there is to know of a call while its caller is held. As soon as it goes on this may
 * become otherwise, and then nothing of it is taken for what it was.
 */
static void call_look(struct paste_call *call, struct env_here *here, const struct pasted_by *by)
{
	const struct paste_call told = *call;
	struct env_task task;

	attr_look(call, here);
	string_look(&call->r);
	pasted_caller(&call->r, here, &task);
	if (call->group == PASTE_FILE_PERF && is_held(call, &task, by))
		call->event = env_here_event(call->r.pid, call->r.arg_group_fd);
	if ((call->r.ret == -EACCES || call->r.ret == -EPERM) && env_no_policy(here))
		call->r.facts.have |= PA_F_LSM;
	call->held = is_held(call, &task, by);
	if (!call->held) {
		call->event = 0;
		call->r.str_kind = 0;
		memcpy(call->r.attr, told.r.attr, sizeof(call->r.attr));
		memcpy(call->unknown, told.unknown, sizeof(call->unknown));
		call->r.attr_len = told.r.attr_len;
		call->r.attr_size = told.r.attr_size;
		call->r.attr_state = told.r.attr_state;
		call->r.have_size = told.r.have_size;
		call->r.attr_more = told.r.attr_more;
		pasted_late(&call->r, here, call->returned_ns);
	}
	call->filtered = task.filters > (int)by->own;
}

/* Of a call that has succeeded only what a later one may rest on: who has opened which event. */
static void opened_look(struct paste_call *call, const struct env_here *here,
			const struct pasted_by *by)
{
	struct env_task task;

	env_here_task(here, &call->r, &task);
	/* Later a copy of the descriptor could keep open what the program has just closed. */
	if (is_held(call, &task, by))
		call->event = env_here_event(call->r.pid, (s32)call->r.ret);
	if (!is_held(call, &task, by))
		call->event = 0;
}

/* When it was made, as near as that is told. */
static void times(struct paste_call *call)
{
	call->r.time_ns = env_clock();
	call->r.wall_ns = call->returned_ns ? call->returned_ns : env_wall_clock();
}

/**
 * pasted_live() - the same of a call that was made just now, by a program that strace runs
 * @call: the call
 * @here: this machine
 * @by:   how
 */
void pasted_live(struct paste_call *call, struct env_here *here, const struct pasted_by *by)
{
	call->here = true;
	call->live = true;
	call->r.abi = HERE_ABI;
	call->r.have_facts = call->r.ret < 0;
	times(call);
	if (call->r.have_facts)
		call_look(call, here, by);
	else
		opened_look(call, here, by);
	env_here_comm(here, &call->r);
}

/**
 * pasted_op_here() - the same of a call on a descriptor
 * @call: the call
 * @here: this machine
 * @live: it was made just now
 */
void pasted_op_here(struct paste_call *call, const struct env_here *here, bool live)
{
	/* What an open has besides is where an op has its own. */
	struct pa_record who = { .tid = call->r.tid, .pid = call->r.pid };
	struct env_task task;

	call->here = true;
	call->r.abi = HERE_ABI;
	if (!live)
		return;
	call->live = true;
	times(call);
	env_here_task(here, &who, &task);
	env_here_comm(here, &who);
	call->r.pid = who.pid;
	call->r.uid = who.uid;
	memcpy(call->r.comm, who.comm, sizeof(who.comm));
}

/* The task that an event watches; -1: none, but a cpu, and maybe a cgroup there. */
static s32 task_of(const struct pa_record *r)
{
	if (r->arg_pid == -1 || r->flags & PA_FLAG_PID_CGROUP)
		return -1;
	return r->arg_pid ? r->arg_pid : r->tid;
}

/* What the open of a leader tells of it. */
static void leader_of(struct pa_leader *l, const struct pa_record *r, const struct pa_record *of)
{
	memset(l, 0, sizeof(*l));
	l->type = (u32)pa_attr_get(r, PA_FIELD_TYPE);
	l->config = pa_attr_get(r, PA_FIELD_CONFIG);
	l->task_ctx_nr = l->type == PA_TYPE_SOFTWARE || l->type == PA_TYPE_TRACEPOINT;
	l->cpu = r->arg_cpu;
	l->state = pa_attr_get(r, PA_FIELD_DISABLED) ? -1 : 0;
	l->inherit = pa_attr_get(r, PA_FIELD_INHERIT) != 0;
	l->is_leader = r->arg_group_fd == -1 || r->flags & PA_FLAG_FD_NO_GROUP;
	l->ctx_same = task_of(r) == task_of(of);
	l->ctx_own = task_of(r) == of->tid;
	l->ctx_cpu = task_of(r) == -1;
	l->write_backward = pa_attr_get(r, PA_FIELD_WRITE_BACKWARD) != 0;
	l->has_rb = 2;
	l->use_clockid = pa_attr_get(r, PA_FIELD_USE_CLOCKID) != 0;
	l->clockid = (s32)pa_attr_get(r, PA_FIELD_CLOCKID);
}

/*
 * Its open does not tell whether a leader has died, but with the task that it watches it has. A
 * thread that executes a program takes the number of its process, so that only where it has had
 * that at the open it is gone with its number.
 */
static bool has_died(const struct pa_record *r, const struct env_here *here,
		     const struct pa_record *of)
{
	return here && r && task_of(r) == r->pid && env_here_gone(here, of->tid, r->pid);
}

/**
 * pasted_group() - what is known of the descriptor that a call names as its group
 * @call:   a refused call with one, which strace has just shown with the paths of descriptors; or
 *          of any text that has the path of this one, which is no event
 * @here:   this machine
 * @leader: the open of that descriptor; NULL: it was not seen
 * @event:  the event that this open has made; 0: not known
 *
 * If it is not known that it is the same event, the call is as one that was looked at too late.
 */
void pasted_group(struct paste_call *call, const struct env_here *here,
		  const struct pa_record *leader, u64 event)
{
	bool died = call->r.ret == -ENODEV && has_died(leader, here, &call->r);
	struct pa_facts *f = &call->r.facts;

	if (call->group == PASTE_FILE_PERF && (!event || event != call->event))
		call->held = false;

	if (!(call->args & PASTE_GROUP_FD) || (call->r.ret == -ENODEV && !died))
		return;
	if (call->group == PASTE_FILE_PERF && !leader)
		return;
	f->group_file = PA_FILE_NONE;
	if (call->group == PASTE_FILE_OTHER)
		f->group_file = PA_FILE_OTHER;
	if (call->group == PASTE_FILE_PERF) {
		f->group_file = PA_FILE_PERF;
		leader_of(&f->leader, leader, &call->r);
		f->leader.state = died ? PA_STATE_EXIT : f->leader.state;
	}
	f->have |= PA_F_GROUP_FD;
	call->r.have_facts = true;
}
