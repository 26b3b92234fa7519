// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts about a call, read while its caller is stopped: /proc and its memory are as they were at
 * the call.
 */
#include "call/pasted.h"

/* The name that the pointer of a probe leads to. */
static void string_look(struct pa_record *r)
{
	u32 type = (u32)pa_attr_get(r, PA_FIELD_TYPE);
	u64 at = pa_attr_get(r, PA_FIELD_CONFIG1);

	r->str_kind = pasted_is_type_of(pasted_machine(), type, "kprobe") ? 1 :
		      pasted_is_type_of(pasted_machine(), type, "uprobe") ? 2 : 0;
	if (r->str_kind && (!at || env_here_memory(r->tid, at, r->str, sizeof(r->str)) < 0))
		r->str_kind = 0;
	if (r->str_kind)
		r->str_len = (u16)strnlen(r->str, sizeof(r->str));
}

/**
 * pasted_who() - look up the caller of a call
 * @call:  the call; its thread is stopped
 * @here:  this machine
 * @place: receives where a refused call is made; NULL: not asked
 */
void pasted_who(struct paste_call *call, struct env_here *here, struct pa_place *place)
{
	struct pa_record who = { .tid = call->r.tid };
	struct env_task task;

	env_here_task(here, &who, &task);
	call->r.pid = who.pid;
	call->r.uid = who.uid;
	memcpy(call->r.comm, who.comm, sizeof(who.comm));
	if (place && call->r.ret < 0)
		env_here_place(here, who.tid, &task, place);
}

/**
 * pasted_live() - look up facts on which the result of a call that has just returned may depend
 * @call:  the call; its thread is stopped
 * @here:  this machine
 * @place: receives where it is made, if a privilege or another filter may allow it
 *
 * Several threads share descriptors and memory, which another thread may have changed since the
 * call: @call says whether there are several.
 */
void pasted_live(struct paste_call *call, struct env_here *here, struct pa_place *place)
{
	bool may_not = call->r.ret == -EACCES || call->r.ret == -EPERM;
	struct env_task task;

	call->here = true;
	call->r.have_facts = call->r.ret < 0;
	string_look(&call->r);
	if (!call->r.have_facts) {
		pasted_who(call, here, NULL);
		return;
	}
	env_here_task(here, &call->r, &task);
	env_here_facts(here, &call->r.facts, call->r.arg_cpu,
		       pa_attr_get(&call->r, PA_FIELD_SAMPLE_MAX_STACK));
	if (call->group != PASTE_FILE_PERF)
		env_here_group(here, &call->r);
	if (may_not && env_no_policy(here))
		call->r.facts.have |= PA_F_LSM;
	if (may_not || call->filtered)
		env_here_place(here, call->r.tid, &task, place);
	call->held = task.capable;
	call->shared = !task.alone;
}

/* The task that an event watches; -1: none, but a cpu, and maybe a cgroup there. */
static s32 task_of(const struct pa_record *r)
{
	if (r->arg_pid == -1 || r->flags & PA_FLAG_PID_CGROUP)
		return -1;
	return r->arg_pid ? r->arg_pid : r->tid;
}

/* The facts about a leader from its open. */
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

/**
 * pasted_group() - look up the descriptor that a call names as its group
 * @call:   a refused call with one; or one of any text that has the path of this one, which is no
 *          event
 * @here:   this machine
 * @leader: the open of that descriptor; NULL: it was not seen
 */
void pasted_group(struct paste_call *call, const struct env_here *here,
		  const struct pa_record *leader)
{
	/*
	 * Its open does not show whether a leader has died, but it has died with the task that it
	 * watches. A thread that executes a program takes the number of its process, so only a
	 * leader whose task had that number at the open is gone with the number.
	 */
	bool died = call->r.ret == -ENODEV && here && leader && task_of(leader) == leader->pid &&
		    env_here_gone(here, call->r.tid, leader->pid);
	struct pa_facts *f = &call->r.facts;

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
