// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Lines of strace about calls that change which descriptors a process has, and what they are. */
#include "paste/strace_parts.h"

/* CLONE_FILES, CLONE_VM */
#define FILES	0x400
#define VM	0x100

/**
 * strace_read_close() - read a close()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_close(struct paste_op *op, struct scan *c)
{
	op->call.r.kind = PA_RECORD_CLOSE;
	return strace_descriptor(c, &op->fd, &op->file) && strace_result(op, c, NULL);
}

/**
 * strace_read_close_range() - read a close_range()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_close_range(struct paste_op *op, struct scan *c)
{
	u64 first, last, bits = 0;
	struct span p;

	if (!strace_number(c, NULL, &first) || !strace_number(c, NULL, &last) ||
	    !strace_arg(c, &p, NULL))
		return false;
	/* CLOSE_RANGE_CLOEXEC is 4. */
	strace_number_of(&p, NULL, &bits);
	if (!(bits & 4) && !memmem(p.s, p.len, "CLOEXEC", 7))
		op->flags |= PASTE_CLOSES;
	op->fd = first > S32_MAX ? S32_MAX : (s32)first;
	op->other = last > S32_MAX ? S32_MAX : (s32)last;
	return strace_result(op, c, NULL);
}

static bool has_flag(const struct span *p, const char *name, u64 bit)
{
	struct span rest = *p, one;
	u64 v;

	if (memmem(p->s, p->len, name, strlen(name)))
		return true;
	while (next_flag(&rest, &one))
		if (strace_number_of(&one, NULL, &v) && v & bit)
			return true;
	return false;
}

/**
 * strace_read_dup() - read a dup(), dup2() or dup3()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_dup(struct paste_op *op, struct scan *c)
{
	struct span p;

	if (!strace_descriptor(c, &op->fd, &op->file))
		return false;
	while (c->at[-1] == ',' && strace_arg(c, &p, NULL)) {
		if (has_flag(&p, "O_CLOEXEC", 02000000))
			op->flags |= PASTE_CLOEXEC_SET;
		if (*c->at == ')')
			break;
	}
	if (!strace_result(op, c, &op->other_file))
		return false;
	op->other = (s32)op->call.r.ret;
	return true;
}

#define DUPFD		0
#define SETFD		2
#define DUPFD_CLOEXEC	1030

/**
 * strace_read_fcntl() - read a fcntl() that makes a descriptor, or says whether an exec closes it
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_fcntl(struct paste_op *op, struct scan *c)
{
	struct span p, arg = { .len = 0 };
	u64 cmd, v;

	if (!strace_descriptor(c, &op->fd, &op->file) || !strace_arg(c, &p, NULL))
		return false;
	if (c->at[-1] == ',' && !strace_arg(c, &arg, NULL))
		return false;
	if (is(&p, "F_DUPFD"))
		cmd = DUPFD;
	else if (is(&p, "F_DUPFD_CLOEXEC"))
		cmd = DUPFD_CLOEXEC;
	else if (is(&p, "F_SETFD"))
		cmd = SETFD;
	else if (!strace_number_of(&p, NULL, &cmd))
		return false;
	if (cmd == SETFD) {
		op->what = PASTE_CLOEXEC;
		if (is(&arg, "FD_CLOEXEC") || (strace_number_of(&arg, NULL, &v) && v & 1))
			op->flags |= PASTE_CLOEXEC_SET;
		return strace_result(op, c, NULL);
	}
	if (cmd == DUPFD_CLOEXEC)
		op->flags |= PASTE_CLOEXEC_SET;
	if ((cmd != DUPFD && cmd != DUPFD_CLOEXEC) || !strace_result(op, c, &op->other_file))
		return false;
	op->other = (s32)op->call.r.ret;
	return true;
}

/**
 * strace_read_clone() - read a clone() or clone3(); one that has not returned has no result
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_clone(struct paste_op *op, struct scan *c)
{
	static const char begin[] = "flags=", end[] = " = ";
	const char *at = memmem(c->at, (size_t)(c->end - c->at), begin, sizeof(begin) - 1);
	const char *ret = memmem(c->at, (size_t)(c->end - c->at), end, sizeof(end) - 1);
	struct scan behind = { .at = at ? at + sizeof(begin) - 1 : c->at, .end = c->end };
	struct span p = { .s = behind.at };

	if (at && strace_item(&behind, &p)) {
		op->flags = has_flag(&p, "CLONE_FILES", FILES) ? PASTE_SHARES_FILES : 0;
		op->flags |= has_flag(&p, "CLONE_VM", VM) ? PASTE_SHARES_MEMORY : 0;
	}
	if (ret) {
		c->at = ret;
		strace_result(op, c, NULL);
	}
	return at;
}

/**
 * strace_read_fork() - read a fork()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_fork(struct paste_op *op, struct scan *c)
{
	strace_result(op, c, NULL);
	return true;
}

/**
 * strace_read_vfork() - read a vfork()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_read_vfork(struct paste_op *op, struct scan *c)
{
	op->flags = PASTE_SHARES_MEMORY;
	return strace_read_fork(op, c);
}

/**
 * strace_read_exec() - read an execve(), whose words may look like anything, or an open()
 * @op: receives it
 * @c:  the line, behind the name
 *
 * The file is in the place of the attr.
 */
bool strace_read_exec(struct paste_op *op, struct scan *c)
{
	static const char end[] = ") = ";
	const char *at, *last = NULL;

	/* Of execveat() that is behind a descriptor. */
	at = memchr(c->at, '"', (size_t)(c->end - c->at));
	c->at = at ? at : c->at;
	if (!strace_string(c, &op->call.r))
		op->call.r.attr_len = 0;
	for (at = c->at; (at = memmem(at, (size_t)(c->end - at), end, sizeof(end) - 1)); at++)
		last = at;
	if (!last)
		return false;
	c->at = last;
	return strace_result(op, c, NULL);
}
