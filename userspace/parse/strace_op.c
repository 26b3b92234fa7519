// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Lines of strace about calls on the descriptor of an event. Constants may be symbols or, with -X
 * raw, numbers.
 */
#include "parse/strace_parts.h"

/* Symbols that are combined by |, and numbers; unknown symbols count as 0. */
static bool flags(struct scan *c, u32 *value)
{
	struct span p;
	u64 v;

	if (!strace_arg(c, &p, NULL))
		return false;
	paste_value(p.s, p.len, NULL, &v);
	*value = (u32)v;
	return true;
}

/* --- mmap, read --- */

static bool read_mmap(struct paste_call *op, struct scan *c)
{
	struct pa_record *r = &op->r;
	struct span at;
	u64 offset;

	r->kind = PA_RECORD_MMAP;
	if (!strace_arg(c, &at, NULL) || !strace_number(c, &r->op.len) ||
	    !flags(c, &r->op.prot) || !flags(c, &r->op.flags) ||
	    !strace_descriptor(c, &op->r.op.fd, &op->file) || !strace_number(c, &offset) ||
	    !strace_result(op, c))
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

static bool read_read(struct paste_call *op, struct scan *c)
{
	struct pa_record *r = &op->r;
	struct span p;

	r->kind = PA_RECORD_READ;
	if (!strace_descriptor(c, &op->r.op.fd, &op->file))
		return false;
	while (take(c, " "))
		;
	if (c->at < c->end && *c->at == '"') {
		/* The string of a file may be longer than printed. */
		if (!strace_string(c, r) && op->file == PASTE_FILE_PERF)
			return false;
		if (!take(c, ","))
			return false;
	} else if (!strace_arg(c, &p, NULL)) {
		return false;
	}
	return strace_number(c, &r->op.arg) && strace_result(op, c);
}

static const struct {
	const char *name;
	bool (*read)(struct paste_call *op, struct scan *c);
} calls[] = {
	{ "ioctl", strace_ioctl }, { "mmap", read_mmap }, { "mmap2", read_mmap },
	{ "read", read_read },
};

/**
 * paste_strace_op() - read a call on a descriptor from a line of strace
 * @op:  receives it
 * @s:   the line, whole, without what other threads have written within
 * @len: its length
 *
 * Return: false if it is none of these, or if it did not return.
 */
bool paste_strace_op(struct paste_call *op, const char *s, size_t len)
{
	size_t at = paste_strace_begins(s, len), i;
	struct scan c = { .at = s + at, .end = s + len };

	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		c.at = s + at;
		if (!take(&c, calls[i].name) || !take(&c, "("))
			continue;
		paste_begin(op, PASTE_STRACE);
		op->r.op.fd = -1;
		op->r.op.fd_from = PA_FD_CALL;
		if (!calls[i].read(op, &c) || !(op->args & PASTE_RET))
			return false;
		strace_caller(op, s, s + at);
		return true;
	}
	return false;
}
