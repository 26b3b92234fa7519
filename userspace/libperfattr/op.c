// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Calls on the descriptor of an event of this process: why they were refused, and the state of the
 * event.
 */
#include <stdio.h>
#include <unistd.h>

#include "host/host.h"
#include "libperfattr/found.h"
#include "rules/health.h"

/* The call that has opened the event, if the program knows it. */
static void open_read(struct found *f, const struct lib_op *q)
{
	struct paste_call *open = &f->open;

	memset(open, 0, sizeof(*open));
	if (!q->open)
		return;
	f->x.r.ret = 0;
	call_read(f, q->open, true);
	open->r = f->x.r;
	memcpy(open->unknown, f->x.pasted.unknown.word, sizeof(open->unknown));
	open->args = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS | PASTE_RET;
}

static void value_read(struct pa_record *r, size_t size)
{
	if (memory_copy(&r->op.value, (const void *)(uintptr_t)r->op.arg, size) == (long)size)
		r->op.have |= PA_OP_VALUE;
}

static void string_read(struct pa_record *r)
{
	long n = memory_copy(r->attr, (const void *)(uintptr_t)r->op.arg, PA_ATTR_KEEP);

	r->attr_len = n > 0 ? (u16)strnlen((const char *)r->attr, (size_t)n) : 0;
	if (n == PA_ATTR_KEEP || r->attr_len < n)
		r->op.have |= PA_OP_STR;
}

static void op_fill(struct pa_record *r, const struct lib_op *q, s32 tid)
{
	r->kind = q->kind;
	r->abi = HERE_ABI;
	r->ret = -(s64)q->error;
	r->tid = tid;
	r->have_facts = 0;
	r->op = q->op;
	r->op.fd_from = PA_FD_CALL;
}

/* The attr of MODIFY_ATTRIBUTES, read like the attr of an open. */
static void attr_read(struct found *f, const struct lib_op *q)
{
	const struct perfattr_call as = {
		.attr = (const struct perf_event_attr *)(uintptr_t)q->op.arg,
	};
	struct pa_record *r = &f->op.r;

	call_read(f, &as, false);
	*r = f->x.r;
	memcpy(f->op.unknown, f->x.pasted.unknown.word, sizeof(f->op.unknown));
	op_fill(r, q, r->tid);
	if (r->attr_state == PA_ATTR_ENTRY && !f->x.pasted.some)
		r->op.have |= PA_OP_ATTR;
}

static void argument_read(struct found *f, const struct lib_op *q, const struct env_here *here)
{
	struct pa_record *r = &f->op.r;

	switch (pa_ioc_of(r)) {
	case PA_IOC_PERIOD:
		value_read(r, sizeof(u64));
		break;
	case PA_IOC_QUERY_BPF:
		value_read(r, sizeof(u32));
		break;
	case PA_IOC_SET_FILTER:
		string_read(r);
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		attr_read(f, q);
		break;
	case PA_IOC_SET_OUTPUT:
	case PA_IOC_SET_BPF:
		env_here_file(here, r->tid, (s32)r->op.arg, &f->op.group);
		break;
	}
}

/**
 * op_look() - find the reasons of a call on the descriptor of an event
 * @f:    receives them; all 0, or of another call of this process
 * @q:    the call
 * @here: this machine
 */
void op_look(struct found *f, const struct lib_op *q, struct env_here *here)
{
	struct pasted_event e = { .id = 1 }, other = { .id = 2 };
	struct pa_env env;
	bool known;

	found_clear(f);
	if (q->error <= 0 || q->error > 4095)
		return;
	f->x.r.tid = env_here_renew(here);
	memset(&f->op, 0, sizeof(f->op));
	op_fill(&f->op.r, q, f->x.r.tid);
	f->op.live = true;
	f->op.args = PASTE_ARG | PASTE_RET;
	known = env_here_file(here, f->x.r.tid, q->op.fd, &f->op.file);
	argument_read(f, q, here);
	found_clear(f);
	open_read(f, q);
	e.open = q->open ? &f->open : NULL;
	machine_look(f, here);
	env = f->x.env;
	pasted_op(&f->x, &f->op, 0, &e, &other, here, &env);
	f->x.env = env;
	if (known && (f->op.file == PA_FILE_NONE || f->op.file == PA_FILE_OTHER))
		strcpy(f->x.pasted.rule, f->op.file == PA_FILE_NONE ? "descriptor-missing" :
		       "descriptor-other");
	pasted_reasons(&f->reasons, &f->x, &f->work);
}

static void fare_put(struct perfattr_health *h, const struct pa_record *r, const struct pa_env *env)
{
	struct why_never never;
	struct pa_fare fare;

	if (!pa_fare_look(&fare, r, env) || !fare.times)
		return;
	h->enabled = fare.enabled;
	h->running = fare.running;
	h->percent = fare.enabled ? pa_percent(fare.running, fare.enabled) : 0;
	h->state = !fare.running ? PERFATTR_NEVER_RAN :
		   fare.running < fare.enabled ? PERFATTR_SCALED : PERFATTR_RAN;
	if (h->state == PERFATTR_RAN)
		snprintf(h->text, sizeof(h->text), "it ran all the time");
	else if (h->state == PERFATTR_SCALED)
		snprintf(h->text, sizeof(h->text),
			 "it ran %u %% of the time: multiply its count by enabled / running",
			 h->percent);
	else if (why_never_look(&never, r, env))
		snprintf(h->text, sizeof(h->text), "it never ran: probably %s", never.text);
	else
		snprintf(h->text, sizeof(h->text), "it never ran");
}

/* The state of an event by its open and a read(): only a pinned one has no value at all. */
static s8 state_of(const struct found *f, long n, const struct pa_values *v)
{
	bool began = v->enabled && pa_values_word(&f->op.r, v->enabled);

	return !n ? PA_STATE_ERROR : !began && paste_get(&f->open, PA_FIELD_DISABLED) ?
	       PA_STATE_OFF : PA_STATE_INACTIVE;
}

/**
 * health_look() - find the times, losses and state of an event
 * @h:    receives it
 * @f:    room
 * @q:    its descriptor and open
 * @here: this machine
 *
 * Return: 0; -EBADF: it is not the descriptor of an event, or that is not known; another negative
 * errno: read() has failed.
 */
int health_look(struct perfattr_health *h, struct found *f, const struct lib_op *q,
		struct env_here *here)
{
	struct pa_record *r = &f->op.r;
	struct pa_health *health = &r->op.health;
	struct pa_values v;
	u8 kind;
	long n;

	memset(h, 0, sizeof(*h));
	found_clear(f);
	open_read(f, q);
	memset(r, 0, sizeof(*r));
	op_fill(r, q, env_here_renew(here));
	/* A read() of any other file would consume its content. */
	if (!env_here_file(here, r->tid, q->op.fd, &kind) || kind != PA_FILE_PERF)
		return -EBADF;
	n = read(q->op.fd, &f->work, sizeof(f->work));
	if (n < 0)
		return -errno;
	snprintf(h->text, sizeof(h->text), "not known: read_format has no times");
	if (!q->open)
		return 0;
	r->attr_len = (u16)(n < PA_ATTR_KEEP ? n : PA_ATTR_KEEP);
	memcpy(r->attr, &f->work, r->attr_len);
	r->op.format = paste_get(&f->open, PA_FIELD_READ_FORMAT);
	pa_values_look(&v, r);
	machine_look(f, here);
	r->op.pmu = pasted_pmu_of(&f->x.env, &f->open);
	r->op.have = PA_OP_HEALTH;
	memcpy(&health->flags, f->open.r.attr + PA_OFF_FLAGS, sizeof(health->flags));
	health->flags = pa_le64(health->flags);
	health->cpu = f->open.r.arg_cpu;
	health->bits = f->open.r.flags & PA_FLAG_PID_CGROUP ? PA_H_CGROUP :
		       f->open.r.arg_pid != -1 ? PA_H_TASK : 0;
	health->state = state_of(f, n, &v);
	health->siblings = v.group && v.members ? (u16)(v.members - 1) : 0;
	/* A pinned event that has failed has no times: nothing was read. */
	health->bits |= n ? 0 : PA_H_TIMES;
	fare_put(h, r, &f->x.env);
	return 0;
}
