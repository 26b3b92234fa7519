// SPDX-License-Identifier: GPL-2.0
/* Makes records of the calls in a text. */

#include "capture/pasting.h"

/* Return true if all properties of a group leader that checks compare are known. */
static bool is_told_leader(const struct paste_call *open)
{
	static const u8 fields[] = { PA_FIELD_TYPE, PA_FIELD_CONFIG, PA_FIELD_INHERIT,
				     PA_FIELD_USE_CLOCKID, PA_FIELD_CLOCKID };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (pa_bits(open->unknown, &pa_fields[fields[i]]))
			return false;
	return !(~open->args & (PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS));
}

/* Adds the leader of a group, if its open is in the same text. */
static void add_told_group(const struct pasting *p, struct paste_call *call)
{
	struct pasted_event leader;

	if (call->group == PASTE_FILE_OTHER ||
	    !opened_event(p->opened, call->r.tid, call->r.arg_group_fd, 0, &leader) ||
	    !is_told_leader(leader.open))
		return;
	call->group = PASTE_FILE_PERF;
	pasted_group(call, NULL, &leader.open->r);
}

/**
 * pasting_open() - keep an open
 * @p:    the text
 * @call: the open
 * @line: line of the text where it begins
 */
void pasting_open(struct pasting *p, struct paste_call *call, unsigned long line)
{
	struct pa_call *x;

	p->calls++;
	if (!(call->args & PASTE_RET) && p->err)
		paste_errno(call, p->err);
	if (!(call->args & PASTE_RET))
		return;
	p->results++;
	if (p->here)
		pasted_here(call, p->here);
	if ((call->form == PASTE_STRACE || call->form == PASTE_PERF) && call->r.ret >= 0)
		opened_add(p->opened, call, p->calls);
	else if (call->group == PASTE_FILE_OTHER)
		pasted_group(call, p->here, NULL);
	else if (call->r.arg_group_fd != -1)
		add_told_group(p, call);
	x = queue_call(p->to);
	pasted_call(x, call, p->calls);
	if (p->here && call->r.ret < 0)
		env_here_place(p->here, 0, NULL, &x->pasted.place);
	x->pasted.line = line;
	p->open = one_more(p->open, p->n_open, &p->open_room, sizeof(*p->open));
	p->open[p->n_open++] = x;
}

/* Adds a call on a descriptor. From a text only refused ones are added. */
static void add_op(struct pasting *p, struct paste_call *op, const struct pasted_event *e)
{
	struct pasted_event other = { .open = NULL };
	struct pa_call *x;

	if (op->r.ret >= 0)
		return;
	p->calls++;
	p->results++;
	op->here = p->here;
	if (p->here)
		op->r.abi = HERE_ABI;
	if (paste_has_other(op))
		opened_event(p->opened, op->r.tid, (s32)op->r.op.arg, 0, &other);
	x = queue_call(p->to);
	pasted_op(x, op, p->calls, e, &other, p->here, pasted_machine());
	if (p->here && op->r.kind == PA_RECORD_MMAP && op->r.ret == -EPERM)
		env_here_place(p->here, 0, NULL, &x->pasted.place);
	x->pasted.line = p->line;
}

/**
 * pasting_said() - keep the call of a sentence: an open, or one on a descriptor
 * @p:    the text
 * @call: the call
 */
void pasting_said(struct pasting *p, struct paste_call *call)
{
	struct pasted_event e = { .open = NULL };

	paste_told_by(call, "", 0);
	if (call->r.kind == PA_RECORD_OPEN) {
		pasting_open(p, call, p->line);
		return;
	}
	call->r.op.fd = -1;
	add_op(p, call, &e);
}

/* Without -y find the event by the opens of the text that have returned this number. */
static bool is_on_event(struct pasting *p, const struct paste_call *op, struct pasted_event *e)
{
	bool known = opened_event(p->opened, op->r.tid, op->r.op.fd, 0, e);

	/* After EBADF the number is not open: its event was closed. */
	return op->file == PASTE_FILE_PERF ||
	       (known && op->file == PASTE_FILE_UNKNOWN &&
		(op->r.ret != -EBADF || paste_has_other(op)));
}

/**
 * pasting_op() - make the record of a call on a descriptor, if that is an event's
 * @p:  the text
 * @op: the call
 */
void pasting_op(struct pasting *p, struct paste_call *op)
{
	struct pasted_event e = { .open = NULL };

	if (is_on_event(p, op, &e))
		add_op(p, op, &e);
	if (op->args & PASTE_RET)
		opened_op(p->opened, op);
}

/**
 * pasting_line() - the length of the next line, with its end
 * @p: the text
 */
size_t pasting_line(const struct pasting *p)
{
	const char *from = p->text.s + p->at;
	const char *end = memchr(from, '\n', p->text.len - p->at);

	return end ? (size_t)(end - from) + 1 : p->text.len - p->at;
}

/* at most so many lines of other threads are skipped */
#define SIGNAL_LINES	256

/*
 * Return true if the next line of a thread says that a seccomp filter has sent it
 * SIGSYS. Then its result is an old value of a register, not a descriptor.
 */
static bool is_stopped(const struct pasting *p, s32 tid, size_t at)
{
	const char *s = p->text.s + at, *end = p->text.s + p->text.len, *newline;
	unsigned int lines;
	size_t len;

	for (lines = 0; s < end && lines < SIGNAL_LINES; lines++, s += len) {
		newline = memchr(s, '\n', (size_t)(end - s));
		len = newline ? (size_t)(newline - s) + 1 : (size_t)(end - s);
		if (paste_strace_tid(s, len) == tid)
			return memmem(s, len, "--- SIGSYS ", 11) ||
			       memmem(s, len, "killed by SIGSYS ", 17);
	}
	return false;
}

/**
 * pasting_strace() - read all opens in a line of strace: several threads may have written it
 * @p:    the text
 * @line: the line
 * @len:  its length
 *
 * Return: false if there is none.
 */
bool pasting_strace(struct pasting *p, const char *line, size_t len)
{
	struct paste_call call;
	size_t at = 0, n;

	while (at < len && (n = paste_strace(&call, line + at, len - at))) {
		at += n;
		paste_told_by(&call, line + at, len - at);
		/* With -y a descriptor has its file. */
		if (call.r.ret >= 0 && call.file == PASTE_FILE_UNKNOWN &&
		    is_stopped(p, call.r.tid, p->at + len))
			call.args &= ~PASTE_RET;
		pasting_open(p, &call, p->line);
	}
	return at > 0;
}

/**
 * pasting_go_on() - note how much was read
 * @p:   the text
 * @len: bytes
 */
void pasting_go_on(struct pasting *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p->line += p->text.s[p->at + i] == '\n';
	p->at += len;
}
