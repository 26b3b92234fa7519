// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Lines of strace about the descriptor of an event: what is done with it, and which processes have
 * it by which number. Constants may be symbols or, with -X raw, numbers.
 */
#include "paste/strace_parts.h"

#include "core/op.h"

/* Symbols that are combined by |, and numbers. */
static u32 flags_of(struct span p, const struct pa_names *names)
{
	struct span one;
	u64 v, all = 0;
	u32 i;

	while (next_flag(&p, &one)) {
		for (i = 0; i < names->count; i++)
			if (names->name[i].text && is(&one, names->name[i].text))
				break;
		if (i < names->count)
			all |= 1ULL << i;
		else if (strace_number_of(&one, NULL, &v))
			all |= v;
	}
	return (u32)all;
}

static bool flags(struct scan *c, const struct pa_names *names, u32 *value)
{
	struct span p;

	if (!strace_arg(c, &p, NULL))
		return false;
	*value = flags_of(p, names);
	return true;
}

/* --- mmap, munmap, read, poll, prctl --- */

static bool read_mmap(struct paste_op *op, struct scan *c)
{
	struct pa_record *r = &op->call.r;
	struct span at;
	u64 offset;

	r->kind = PA_RECORD_MMAP;
	if (!strace_arg(c, &at, NULL) || !strace_number(c, NULL, &r->op.len) ||
	    !flags(c, &pa_prot_bits, &r->op.prot) || !flags(c, &pa_map_bits, &r->op.flags) ||
	    !strace_descriptor(c, &op->fd, &op->file) || !strace_number(c, NULL, &offset) ||
	    !strace_result(op, c, NULL))
		return false;
	r->op.offset = offset;
	/* No address: a filter has trapped it, and that is its own number. */
	if (r->ret >= 0 && r->ret % 4096)
		return false;
	if (r->ret >= 0) {
		r->op.arg = (u64)r->ret;
		r->ret = 0;
	}
	return true;
}

static bool read_munmap(struct paste_op *op, struct scan *c)
{
	struct pa_record *r = &op->call.r;

	r->kind = PA_RECORD_MUNMAP;
	return strace_number(c, NULL, &r->op.arg) && strace_number(c, NULL, &r->op.len) &&
	       strace_result(op, c, NULL);
}

static bool read_read(struct paste_op *op, struct scan *c)
{
	struct pa_record *r = &op->call.r;
	struct span p;

	r->kind = PA_RECORD_READ;
	if (!strace_descriptor(c, &op->fd, &op->file))
		return false;
	while (take(c, " "))
		;
	if (c->at < c->end && *c->at == '"') {
		/* Of a file it may be longer than what is printed. */
		if (!strace_string(c, r) && op->file == PASTE_FILE_PERF)
			return false;
		if (!take(c, ","))
			return false;
	} else if (!strace_arg(c, &p, NULL)) {
		return false;
	}
	return strace_number(c, NULL, &r->op.arg) && strace_result(op, c, NULL);
}

/* {fd=3<anon_inode:[perf_event]>, events=0x1}, ... */
static void polled_events(struct paste_op *op, struct scan *c)
{
	static const char begin[] = "{fd=";
	struct span p;
	u8 file;
	u64 v;

	while (op->n < PASTE_POLLED) {
		c->at = memmem(c->at, (size_t)(c->end - c->at), begin, sizeof(begin) - 1);
		if (!c->at)
			break;
		c->at += sizeof(begin) - 1;
		if (!strace_arg(c, &p, &file) || !strace_number_of(&p, NULL, &v) ||
		    file != PASTE_FILE_PERF)
			continue;
		op->polled[op->n].found = 0;
		op->polled[op->n++].fd = (s32)v;
	}
}

/* What was found stands behind the result, of those of which something was: their numbers only. */
static void polled_found(struct paste_op *op, struct scan *c)
{
	static const char begin[] = "{fd=", events[] = "revents=";
	struct span p;
	unsigned int i;
	u32 found;
	u64 fd;

	while ((c->at = memmem(c->at, (size_t)(c->end - c->at), begin, sizeof(begin) - 1))) {
		c->at += sizeof(begin) - 1;
		if (!strace_arg(c, &p, NULL) || !strace_number_of(&p, NULL, &fd))
			continue;
		while (take(c, " "))
			;
		if (!take(c, events) || !strace_item(c, &p))
			continue;
		found = flags_of(p, &pa_poll_bits);
		for (i = 0; i < op->n; i++)
			if (op->polled[i].fd == (s32)fd)
				op->polled[i].found = found;
	}
}

static bool read_poll(struct paste_op *op, struct scan *c)
{
	static const char end[] = ") = ";
	const char *at = memmem(c->at, (size_t)(c->end - c->at), end, sizeof(end) - 1);
	struct scan asked = { .at = c->at, .end = at };

	op->call.r.kind = PA_RECORD_POLL;
	if (!at)
		return false;
	polled_events(op, &asked);
	c->at = at;
	if (!op->n || !strace_result(op, c, NULL))
		return false;
	polled_found(op, c);
	return true;
}

#define TASK_DISABLE	31
#define TASK_ENABLE	32

static bool read_prctl(struct paste_op *op, struct scan *c)
{
	struct pa_record *r = &op->call.r;
	struct span p;

	r->kind = PA_RECORD_PRCTL;
	r->op.type = PA_OP_NO_TYPE;
	if (!strace_arg(c, &p, NULL))
		return false;
	if (is(&p, "PR_TASK_PERF_EVENTS_DISABLE"))
		r->op.arg = TASK_DISABLE;
	else if (is(&p, "PR_TASK_PERF_EVENTS_ENABLE"))
		r->op.arg = TASK_ENABLE;
	else if (!strace_number_of(&p, NULL, &r->op.arg))
		return false;
	if (r->op.arg != TASK_DISABLE && r->op.arg != TASK_ENABLE)
		return false;
	return (*c->at == ')' || strace_skip(c)) && strace_result(op, c, NULL);
}

static const struct {
	const char *name;
	u8 what;
	bool (*read)(struct paste_op *op, struct scan *c);
} calls[] = {
	{ "ioctl", PASTE_IOCTL, strace_ioctl }, { "mmap", PASTE_MMAP, read_mmap },
	{ "mmap2", PASTE_MMAP, read_mmap }, { "munmap", PASTE_MUNMAP, read_munmap },
	{ "read", PASTE_READ, read_read }, { "poll", PASTE_POLL, read_poll },
	{ "ppoll", PASTE_POLL, read_poll }, { "close", PASTE_CLOSE, strace_read_close },
	{ "close_range", PASTE_CLOSE_RANGE, strace_read_close_range },
	{ "prctl", PASTE_PRCTL, read_prctl }, { "dup", PASTE_DUP, strace_read_dup },
	{ "dup2", PASTE_DUP, strace_read_dup }, { "dup3", PASTE_DUP, strace_read_dup },
	{ "fcntl", PASTE_DUP, strace_read_fcntl }, { "fcntl64", PASTE_DUP, strace_read_fcntl },
	{ "clone", PASTE_FORK, strace_read_clone }, { "clone2", PASTE_FORK, strace_read_clone },
	{ "clone3", PASTE_FORK, strace_read_clone }, { "fork", PASTE_FORK, strace_read_fork },
	{ "vfork", PASTE_FORK, strace_read_vfork }, { "execve", PASTE_EXEC, strace_read_exec },
	{ "execveat", PASTE_EXEC, strace_read_exec },
	{ "open", PASTE_OPEN, strace_read_exec }, { "openat", PASTE_OPEN, strace_read_exec },
};

/**
 * paste_strace_op() - read a call about descriptors from a line of strace
 * @op:  receives it
 * @s:   the line, whole, without what other threads have written within
 * @len: its length
 *
 * Return: false if it is none of these, or if it did not return. Only a fork is told before.
 */
bool paste_strace_op(struct paste_op *op, const char *s, size_t len)
{
	size_t at = paste_strace_begins(s, len), i;
	struct scan c = { .at = s + at, .end = s + len };

	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		c.at = s + at;
		if (!take(&c, calls[i].name) || !take(&c, "("))
			continue;
		memset(op, 0, sizeof(*op));
		paste_begin(&op->call, PASTE_STRACE);
		op->what = calls[i].what;
		op->fd = -1;
		op->call.r.op.fd_from = PA_FD_CALL;
		if (!calls[i].read(op, &c))
			return false;
		op->call.r.op.fd = op->fd;
		/* Where it was not read to its end, @c is nowhere. */
		c.at = s + at;
		strace_caller(&op->call, s, s + at, &c);
		return true;
	}
	return false;
}
