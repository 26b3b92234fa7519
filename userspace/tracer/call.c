// SPDX-License-Identifier: GPL-2.0
/*
 * A call from its entry to its exit. Its thread stands still at both, so that what nobody but that
 * thread changes is exact.
 */
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "call/pasted.h"
#include "tracer/parts.h"

#define ATTR_HEAD	8

/*
 * The attr as the kernel is going to read it, or has read it, as @state says: type and size of
 * each; of one that is larger than a page no more.
 */
static void attr_read(struct pa_record *r, s32 tid, u8 state)
{
	long n = env_here_memory(tid, r->attr_ptr, r->attr, PA_ATTR_KEEP), want;

	r->attr_len = 0;
	r->attr_state = n > 0 ? PA_ATTR_PART : PA_ATTR_UNREADABLE;
	if (n >= ATTR_HEAD) {
		memcpy(&r->attr_size, r->attr + 4, sizeof(r->attr_size));
		r->have_size = 1;
		want = r->attr_size ? r->attr_size : PA_ATTR_OLDEST;
		want = want < ATTR_HEAD ? ATTR_HEAD :
		       want > PA_ATTR_KEEP ? PA_ATTR_KEEP : want;
		n = n < want ? n : want;
		memset(r->attr + n, 0, (size_t)(PA_ATTR_KEEP - n));
		r->attr_state = n < want && (s64)r->attr_size <= sysconf(_SC_PAGESIZE) ?
				PA_ATTR_PART : state;
		if (r->attr_state == state && (s64)r->attr_size > n)
			r->attr_more = r->attr_size - (u32)n;
	}
	if (n <= 0)
		return;
	pa_le_attr(r->attr, (u32)n, sizeof(r->attr));
	r->attr_len = (u16)pa_le_len((u32)n);
}

/* An event's id; 0: it is none. The copy of its descriptor is closed before it goes on. */
static u64 event_of(const struct how *how, s32 tid, s32 fd, u8 *file)
{
	*file = PASTE_FILE_UNKNOWN;
	if (fd < 0 || !env_here_file(how->here, tid, fd, file))
		return 0;
	return *file == PASTE_FILE_PERF ? env_here_event(how->here, tid, fd) : 0;
}

static bool begin_open(struct call *c, const struct how *how, s32 tid, bool slow)
{
	struct paste_call *call = &c->t.op;
	struct pa_record *r = &call->r;

	c->t.what = TRACED_OPEN;
	call->args = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS | PASTE_RET;
	r->kind = PA_RECORD_OPEN;
	r->attr_ptr = c->args[0];
	/* The arguments of 32-bit programs come without their sign. */
	r->arg_pid = (s32)c->args[1];
	r->arg_cpu = (s32)c->args[2];
	r->arg_group_fd = (s32)c->args[3];
	r->flags = c->args[4];
	attr_read(r, tid, PA_ATTR_ENTRY);
	call->group_event = event_of(how, tid, r->arg_group_fd, &call->group);
	/* The caller may be gone when its call has ended. */
	if (slow)
		pasted_who(call, how->here, NULL);
	return true;
}

static void begin_ioctl(struct call *c, const struct how *how, s32 tid)
{
	struct paste_call *op = &c->t.op;
	struct pa_record *r = &op->r;

	r->kind = PA_RECORD_IOCTL;
	r->op.cmd = (u32)c->args[1];
	r->op.arg = c->args[2];
	op->args |= PASTE_ARG;
	switch (pa_ioc_of(r)) {
	case PA_IOC_SET_OUTPUT:
	case PA_IOC_SET_BPF:
		op->group_event = event_of(how, tid, (s32)r->op.arg, &op->group);
		if ((s32)r->op.arg < 0)
			r->op.arg = U64_MAX;
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		r->attr_ptr = r->op.arg;
		attr_read(r, tid, PA_ATTR_ENTRY);
		r->op.have |= PA_OP_ATTR;
		break;
	}
}

/* Reads what an ioctl points to: the kernel has touched these pages by now. */
static void end_ioctl(struct pa_record *r, s32 tid)
{
	size_t size = sizeof(u64);
	long n;

	switch (pa_ioc_of(r)) {
	case PA_IOC_QUERY_BPF:
		size = sizeof(u32);
		__attribute__((fallthrough));
	case PA_IOC_PERIOD:
	case PA_IOC_ID:
		if (env_here_memory(tid, r->op.arg, &r->op.value, size) == (long)size)
			r->op.have |= PA_OP_VALUE;
		break;
	case PA_IOC_SET_FILTER:
		n = env_here_memory(tid, r->op.arg, r->attr, PA_ATTR_KEEP);
		r->attr_len = n > 0 ? (u16)strnlen((const char *)r->attr, (size_t)n) : 0;
		r->op.have |= n > 0 ? PA_OP_STR : 0;
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		if (r->attr_state != PA_ATTR_ENTRY)
			attr_read(r, tid, PA_ATTR_RETURN);
		break;
	}
}

static void begin_mmap(struct call *c)
{
	struct pa_record *r = &c->t.op.r;
	/* mmap2() counts pages. */
	u32 unit = r->abi == PA_ABI_I386 || r->abi == PA_ABI_ARM ? 4096 : 1;

	r->kind = PA_RECORD_MMAP;
	r->op.arg = c->args[0];
	r->op.len = c->args[1];
	r->op.prot = (u32)c->args[2];
	r->op.flags = (u32)c->args[3];
	r->op.fd = (s32)c->args[4];
	r->op.offset = c->args[5] * unit;
}

/* Each event that it polls becomes an op. */
static bool begin_poll(struct call *c, const struct how *how, s32 tid)
{
	struct pollfd fds[64];
	size_t n = c->args[1] < ARRAY_SIZE(fds) ? c->args[1] : ARRAY_SIZE(fds), i;
	long len = n ? env_here_memory(tid, c->args[0], fds, n * sizeof(*fds)) : 0;
	u8 file;

	c->t.op.r.kind = PA_RECORD_POLL;
	n = len > 0 ? (size_t)len / sizeof(*fds) : 0;
	for (i = 0; i < n && c->n < ARRAY_SIZE(c->polled); i++) {
		c->polled[c->n].id = event_of(how, tid, fds[i].fd, &file);
		c->polled[c->n].fd = fds[i].fd;
		c->polled[c->n].at = (unsigned int)i;
		c->n += c->polled[c->n].id > 0;
	}
	return c->n;
}

/* Returns false if nobody asks how it ends. */
static bool begin_op(struct call *c, const struct how *how, s32 tid)
{
	struct paste_call *op = &c->t.op;
	struct pa_record *r = &op->r;

	r->op.fd = (s32)c->args[0];
	r->op.fd_from = PA_FD_CALL;
	switch (c->what) {
	case MMAP:
		begin_mmap(c);
		break;
	case READ:
		r->kind = PA_RECORD_READ;
		r->op.arg = c->args[2];
		break;
	case CLOSE:
		r->kind = PA_RECORD_CLOSE;
		break;
	default:
		break;
	}
	op->event = event_of(how, tid, r->op.fd, &op->file);
	if (op->file != PASTE_FILE_PERF)
		return false;
	r->op.id = op->event;
	if (c->what == IOCTL)
		begin_ioctl(c, how, tid);
	return true;
}

/* The new filter may refuse opens: whether it does is not known in advance. */
static bool puts_filter(const struct call *c)
{
	if (c->what == FILTER)
		return c->args[0] == SECCOMP_SET_MODE_FILTER;
	return c->args[0] == PR_SET_SECCOMP && c->args[1] == SECCOMP_MODE_FILTER;
}

/**
 * call_begin() - a call begins; its thread is stopped
 * @c:    the call: @what, @passed, @args and the ABI; receives the rest
 * @how:  how programs are traced
 * @tid:  its thread
 * @slow: a filter may refuse it
 *
 * Return: false if nobody asks how it ends.
 */
bool call_begin(struct call *c, const struct how *how, s32 tid, bool slow)
{
	struct pa_record *r = &c->t.op.r;

	c->t.what = TRACED_OP;
	c->t.op.args = PASTE_RET;
	r->tid = tid;
	r->time_ns = env_clock();
	r->wall_ns = env_wall_clock();
	if (c->what == OPEN)
		return begin_open(c, how, tid, slow);
	/* The facts of an open are in its place. */
	r->op.fd = -1;
	switch (c->what) {
	case PRCTL:
		if (c->args[0] == PR_TASK_PERF_EVENTS_DISABLE ||
		    c->args[0] == PR_TASK_PERF_EVENTS_ENABLE) {
			r->kind = PA_RECORD_PRCTL;
			r->op.type = PA_OP_NO_TYPE;
			r->op.arg = c->args[0];
			return true;
		}
		__attribute__((fallthrough));
	case FILTER:
		if (!puts_filter(c))
			return false;
		c->what = FILTER;
		return true;
	case MUNMAP:
		if (!how->mapped)
			return false;
		r->kind = PA_RECORD_MUNMAP;
		r->op.arg = c->args[0];
		r->op.len = c->args[1];
		return true;
	case POLL:
	case PPOLL:
		return begin_poll(c, how, tid);
	default:
		return begin_op(c, how, tid);
	}
}

static void end_open(struct call *c, const struct how *how, s32 tid, enum ended ended)
{
	static const u8 stopped[] = { [TRAPPED] = PASTE_TRAPPED, [BY_SIGSYS] = PASTE_KILLED };
	struct paste_call *call = &c->t.op;

	if (ended != RETURNED) {
		paste_errno(call, ENOSYS);
		call->stopped = stopped[ended];
	} else if (c->passed == TAKEN && call->r.ret < 0) {
		call->stopped = PASTE_REFUSED;
	}
	call->filtered = c->passed != PASSED;
	/* The kernel has read it; at E2BIG it has written its own size there. */
	if (ended == RETURNED && call->r.attr_state != PA_ATTR_ENTRY) {
		attr_read(&call->r, tid, PA_ATTR_RETURN);
		call->r.have_size &= call->r.ret != -E2BIG;
	}
	if (ended == RETURNED && call->r.ret >= 0)
		call->event = event_of(how, tid, (s32)call->r.ret, &call->file);
	if (ended != BY_SIGSYS)
		pasted_live(call, how->here, &c->t.place);
	call->live = true;
	call->held &= !how->sharing;
	c->t.place.no_new_privs &= !how->nnp;
	how->fn(&c->t, how->arg);
}

/* The events that were found stand behind their descriptors. */
static void end_poll(struct call *c, const struct how *how, s32 tid)
{
	struct paste_call *op = &c->t.op;
	struct pollfd fds[64] = { { 0 } };
	s64 ret = op->r.ret;
	unsigned int i;

	if (ret >= 0)
		env_here_memory(tid, c->args[0], fds, sizeof(fds));
	for (i = 0; i < c->n; i++) {
		op->r.op.fd = c->polled[i].fd;
		op->event = c->polled[i].id;
		op->r.op.id = op->event;
		op->r.ret = ret < 0 ? ret : fds[c->polled[i].at].revents;
		how->fn(&c->t, how->arg);
	}
}

static void end_op(struct call *c, const struct how *how, s32 tid)
{
	struct pa_record *r = &c->t.op.r;
	long n;

	c->t.op.here = true;
	c->t.op.live = true;
	pasted_who(&c->t.op, how->here, &c->t.place);
	c->t.place.no_new_privs &= !how->nnp;
	if (c->what == POLL || c->what == PPOLL) {
		end_poll(c, how, tid);
		return;
	}
	/* The address of an area. */
	if (c->what == MMAP && (r->ret >= 0 || r->ret < -4095)) {
		r->op.arg = (u64)r->ret;
		r->ret = 0;
	}
	if (c->what == READ && r->ret > 0) {
		n = r->ret < PA_ATTR_KEEP ? r->ret : PA_ATTR_KEEP;
		n = env_here_memory(tid, c->args[1], r->attr, (size_t)n);
		r->attr_len = n > 0 ? (u16)n : 0;
	}
	if (c->what == IOCTL)
		end_ioctl(r, tid);
	how->fn(&c->t, how->arg);
}

/**
 * call_end() - a call has ended; its thread is stopped, if it is there
 * @c:     the call
 * @how:   how programs are traced
 * @tid:   its thread
 * @ret:   its result
 * @ended: how it has ended
 */
void call_end(struct call *c, const struct how *how, s32 tid, s64 ret, enum ended ended)
{
	struct pa_record *r = &c->t.op.r;

	if (ended == KILLED || (ended != RETURNED && c->what != OPEN))
		return;
	r->ret = ret;
	if (c->what == OPEN)
		end_open(c, how, tid, ended);
	else
		end_op(c, how, tid);
}

/**
 * call_exec() - a process executes another program
 * @how: how programs are traced
 * @tid: its thread
 */
void call_exec(const struct how *how, s32 tid)
{
	struct traced t = { .what = TRACED_EXEC };

	t.op.r.tid = tid;
	pasted_who(&t.op, how->here, NULL);
	how->fn(&t, how->arg);
}
