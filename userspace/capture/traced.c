// SPDX-License-Identifier: GPL-2.0
/* Calls of a program that the tracer watches, as records. */
#include "tracer/tracer.h"

#include <poll.h>

#include "capture/capture.h"
#include "capture/opened.h"

/**
 * struct tracing - a program that is traced
 * @to:     its calls
 * @here:   this machine
 * @opened: its events
 * @text:   bytes of a call that is not whole yet
 * @calls:  how many calls are records
 * @lost:   how many calls came too fast
 * @taken:  the engine was killed, and we trace in its place
 * @limits: the kernel was asked for its limits
 */
struct tracing {
	struct queue *to;
	struct env_here *here;
	struct opened *opened;
	struct text text;
	unsigned long calls;
	unsigned long lost;
	bool taken;
	bool limits;
};

/* Adds the kernel's limits before the first refused call: finding them takes many calls. */
static void add_limits(struct tracing *t, const struct pa_record *r)
{
	/* A limit that has become known is written again. */
	if (r->kind == PA_RECORD_OPEN && r->ret == -EACCES && env_here_level(t->here, &r->facts))
		t->limits = false;
	if (!t->limits)
		pasted_limits(t->here, queue_line, t->to);
	t->limits = true;
}

static void take_open(struct tracing *t, const struct traced *told)
{
	struct paste_call call = told->op;
	struct pasted_event leader = { .open = NULL };
	struct pa_call *x;

	t->calls++;
	if (call.r.ret >= 0) {
		opened_add(t->opened, &call, t->calls);
	} else {
		add_limits(t, &call.r);
		if (call.group == PASTE_FILE_PERF) {
			opened_event(t->opened, call.r.tid, call.r.arg_group_fd, call.group_event,
				     &leader);
			pasted_group(&call, t->here, leader.open ? &leader.open->r : NULL);
		}
	}
	x = queue_call(t->to);
	pasted_call(x, &call, t->calls);
	if (call.r.ret < 0)
		x->pasted.place = told->place;
}

/* Facts of its caller, which the engine has read. */
static void add_caller(struct pa_call *x, const struct pa_place *place)
{
	struct pa_op_facts *f = &x->r.op_facts;

	x->pasted.place = *place;
	if (x->r.ret >= 0 || !(place->have & PA_PLACE_CAPS) || !(place->have & PA_PLACE_USERNS))
		return;
	f->cap_effective = place->effective;
	f->have |= place->init_userns ? PA_OF_INIT_NS : 0;
	x->pasted.facts &= ~(1U << PASTED_CAPS | 1U << PASTED_NS);
}

static void add_op(struct tracing *t, const struct traced *told)
{
	struct pasted_event e = { .open = NULL }, other = { .open = NULL };
	struct paste_call op = told->op;
	struct pa_record *r = &op.r;
	struct pa_call *x;

	opened_event(t->opened, r->tid, r->op.fd, op.event, &e);
	/* Another process or descriptor may still hold the event open. */
	if (r->kind == PA_RECORD_CLOSE &&
	    (r->ret || !e.open || e.open->r.ret != r->op.fd || e.open->r.pid != r->pid))
		return;
	if (r->kind == PA_RECORD_MUNMAP) {
		if (r->ret || !opened_unmaps(t->opened, &op, &e))
			return;
		r->op.fd = (s32)e.open->r.ret;
		r->op.fd_from = PA_FD_OPEN;
		r->op.id = e.open->r.op.id;
		r->op.offset = e.data_len == r->op.len ? 0 : e.aux_at;
	}
	if (r->kind == PA_RECORD_PRCTL && !opened_by(t->opened, r->tid))
		r->op.have |= PA_OP_ALONE;
	if (paste_has_other(&op))
		opened_event(t->opened, r->tid, (s32)r->op.arg, op.group_event, &other);
	if (r->ret < 0)
		add_limits(t, r);
	t->calls++;
	x = queue_call(t->to);
	pasted_op(x, &op, t->calls, &e, &other, t->here, pasted_machine());
	add_caller(x, &told->place);
}

static void take(struct traced *told, void *arg)
{
	struct tracing *t = arg;

	t->lost += told->lost;
	if (told->what == TRACED_OPEN) {
		take_open(t, told);
	} else if (told->what == TRACED_EXEC) {
		opened_exec(t->opened, told->op.r.pid);
	} else {
		add_op(t, told);
		opened_op(t->opened, &told->op);
	}
}

static bool more_traced(struct source *src, int wait_ms)
{
	struct tracing *t = src->tracing;
	struct pollfd from = { .fd = src->fd, .events = POLLIN };
	size_t at = 0, size = sizeof(struct traced);
	static struct traced told;
	char buf[65536];
	ssize_t n;

	/* Without the other end only signals are waited for. */
	poll(&from, 1, wait_ms);
	n = read(src->fd, buf, sizeof(buf));
	if (!n) {
		close(src->fd);
		src->fd = -1;
	}
	if (n <= 0)
		return src->queue.at < src->queue.n;
	text_mem(&t->text, buf, (size_t)n);
	for (; t->text.len - at >= size; at += size) {
		memcpy(&told, t->text.s + at, size);
		take(&told, t);
	}
	memmove(t->text.s, t->text.s + at, t->text.len - at);
	t->text.len -= at;
	return true;
}

/**
 * traced_take_over() - the engine was killed: trace in its place
 * @src: from traced_source(); all was read that the engine had written
 */
void traced_take_over(struct source *src)
{
	src->tracing->taken = true;
	tracer_take_over(take, src->tracing);
}

/**
 * traced_end() - say which calls of the program may not have been seen
 * @src: from traced_source(); the program has ended
 *
 * Return: whether there may be any.
 */
bool traced_end(const struct source *src)
{
	const struct tracing *t = src->tracing;

	if (t->taken)
		warn("the tracing process was killed: calls may be missing, and those made before its replacement started failed with ENOSYS");
	if (t->lost)
		warn("%lu calls are missing: they came faster than they were read", t->lost);
	return t->taken || t->lost;
}

/**
 * traced_source() - the calls of a program that is traced
 * @src: receives the source
 * @opt: options
 *
 * Return: 0, or why the process of --attach may not be traced: an errno.
 */
int traced_source(struct source *src, const struct options *opt)
{
	struct tracing *t = must(calloc(1, sizeof(*t)));

	memset(src, 0, sizeof(*src));
	src->opt = opt;
	src->name = "the tracer";
	src->stream = true;
	src->more = more_traced;
	src->tracing = t;
	t->to = &src->queue;
	t->opened = opened_new(true);
	t->here = must(env_here_open(opt->sysfs, opt->debugfs));
	/* Before the engine is, which has to know them, too. */
	pasted_pmus(t->here, queue_line, t->to);
	src->fd = tracer_begin(t->here, opt->calls, opt->attach);
	return src->fd < 0 ? -src->fd : 0;
}
