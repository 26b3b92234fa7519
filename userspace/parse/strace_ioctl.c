// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A line of strace about an ioctl() on an event: its command, and what its argument points at. */
#include "parse/strace_parts.h"

/**
 * strace_string() - the bytes of a string, as many as a record keeps
 * @c: the line
 * @r: receives them instead of the attr
 *
 * Return: false if it is not whole, or has other escapes than \" and \\.
 */
bool strace_string(struct scan *c, struct pa_record *r)
{
	bool known = true;

	r->attr_len = 0;
	if (!take(c, "\""))
		return false;
	for (; c->at < c->end && *c->at != '"'; c->at++) {
		if (*c->at == '\\' && c->at + 1 < c->end)
			known &= strchr("\"\\", *++c->at) && *c->at;
		if (r->attr_len < PA_ATTR_KEEP)
			r->attr[r->attr_len++] = (u8)*c->at;
	}
	known &= take(c, "\"") && !take(c, "...");
	if (!known)
		r->attr_len = 0;
	return known;
}

static bool command(struct scan *c, u8 abi, u32 *cmd)
{
	struct span p;
	u64 v;
	u32 i;

	while (take(c, " "))
		;
	if (!strace_arg(c, &p, NULL))
		return false;
	for (i = 0; i < PA_IOC_MAX; i++) {
		if (!is(&p, pa_ioc_name(i)->text))
			continue;
		*cmd = pa_ioc_number(abi, i);
		return true;
	}
	/* Other symbols have one number or the other. */
	if (!strace_number_of(&p, &v))
		return false;
	*cmd = (u32)v;
	return true;
}

static bool ioctl_number(struct paste_call *op, struct scan *c)
{
	struct span p;

	if (!strace_arg(c, &p, NULL))
		return false;
	if (!is(&p, "PERF_IOC_FLAG_GROUP") && !strace_number_of(&p, &op->r.op.arg))
		return false;
	if (is(&p, "PERF_IOC_FLAG_GROUP"))
		op->r.op.arg = 1;
	op->args |= PASTE_ARG;
	return true;
}

/* [1000], {ids_len=65, ...}, or the address */
static bool ioctl_value(struct paste_call *op, struct scan *c, const char *open)
{
	struct pa_op *o = &op->r.op;
	struct span p;

	if (!take(c, open))
		return ioctl_number(op, c);
	p = take_word(c);
	if (strace_number_of(&p, &o->value))
		o->have |= PA_OP_VALUE;
	while (c->at < c->end && *c->at != ')')
		c->at++;
	return true;
}

static bool ioctl_attr(struct paste_call *op, struct scan *c)
{
	paste_all_unknown(op);
	if (!take(c, "{"))
		return ioctl_number(op, c);
	if (!strace_attr(op, c) || !paste_end(op))
		return false;
	op->r.op.have |= PA_OP_ATTR;
	return true;
}

static bool ioctl_descriptor(struct paste_call *op, struct scan *c)
{
	struct span p;
	u64 v;

	if (!strace_arg(c, &p, &op->group) || !strace_number_of(&p, &v))
		return false;
	op->r.op.arg = (s32)v < 0 ? U64_MAX : v;
	op->args |= PASTE_ARG;
	return true;
}

static bool ioctl_argument(struct paste_call *op, struct scan *c, u32 ioc)
{
	struct pa_record *r = &op->r;

	while (take(c, " "))
		;
	switch (ioc) {
	case PA_IOC_PERIOD:
	case PA_IOC_ID:
		return ioctl_value(op, c, "[");
	case PA_IOC_QUERY_BPF:
		return ioctl_value(op, c, "{ids_len=");
	case PA_IOC_SET_FILTER:
		if (c->at < c->end && *c->at != '"')
			return ioctl_number(op, c);
		if (strace_string(c, r))
			r->op.have |= PA_OP_STR;
		return true;
	case PA_IOC_MODIFY_ATTRIBUTES:
		return ioctl_attr(op, c);
	case PA_IOC_SET_OUTPUT:
	case PA_IOC_SET_BPF:
		return ioctl_descriptor(op, c);
	case PA_IOC_MAX:
		/* For an ioctl that is not perf's any argument is valid. */
		return strace_skip(c);
	}
	return ioctl_number(op, c);
}

/**
 * strace_ioctl() - read an ioctl()
 * @op: receives it
 * @c:  the line, behind the name
 */
bool strace_ioctl(struct paste_call *op, struct scan *c)
{
	struct pa_record *r = &op->r;
	u32 ioc;

	r->kind = PA_RECORD_IOCTL;
	if (!strace_descriptor(c, &op->r.op.fd, &op->file) || !command(c, r->abi, &r->op.cmd))
		return false;
	ioc = pa_ioc_of(r);
	if (!ioctl_argument(op, c, ioc) || !strace_result(op, c))
		return false;
	/* strace prints 32 bits of it: a half alone does not prove that it is not a descriptor. */
	if (ioc == PA_IOC_SET_OUTPUT && r->op.arg == U64_MAX && r->ret == -EBADF)
		r->op.arg = U32_MAX;
	return true;
}
