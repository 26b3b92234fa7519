// SPDX-License-Identifier: GPL-2.0
/* A call on the file of a perf event as JSON: the members between the head and the result. */
#include "core/attr.h"
#include "core/op.h"
#include "core/render.h"

static void put_key(struct seq_buf *s, const char *key, bool first)
{
	if (!first)
		out_char(s, ',');
	out_char(s, '"');
	out_str(s, key);
	out_lit(s, "\":");
}

static void put_number(struct seq_buf *s, const char *key, u64 v, bool first)
{
	put_key(s, key, first);
	pa_json_number(s, v);
}

static void put_null(struct seq_buf *s, const char *key)
{
	put_key(s, key, false);
	out_lit(s, "null");
}

static void put_bool(struct seq_buf *s, const char *key, bool v)
{
	put_key(s, key, false);
	if (v)
		out_lit(s, "true");
	else
		out_lit(s, "false");
}

/* Which event it is about, and by which descriptor. */
static void put_event(struct seq_buf *s, const struct pa_record *r)
{
	const struct pa_op *op = &r->op;

	if (r->kind == PA_RECORD_PRCTL) {
		put_null(s, "event");
		put_null(s, "fd");
		put_null(s, "fd_from");
		return;
	}
	put_key(s, "event", false);
	out_char(s, '{');
	put_number(s, "id", op->id, true);
	if (op->open_seq)
		put_number(s, "open", op->open_seq, false);
	else
		put_null(s, "open");
	put_number(s, "type", op->type, false);
	out_char(s, '}');
	if (op->fd_from == PA_FD_UNKNOWN) {
		put_null(s, "fd");
		put_null(s, "fd_from");
		return;
	}
	put_key(s, "fd", false);
	out_s64(s, op->fd);
	put_key(s, "fd_from", false);
	if (op->fd_from == PA_FD_CALL)
		out_lit(s, "\"call\"");
	else
		out_lit(s, "\"open\"");
}

/* A number that the argument points at; null where it was not readable, or is a kernel address. */
static void put_value(struct seq_buf *s, const struct pa_record *r, const char *key)
{
	if (r->op.have & PA_OP_VALUE && !pa_is_kernel_address(r->op.value))
		put_number(s, key, r->op.value, false);
	else
		put_null(s, key);
}

static void put_filter(struct seq_buf *s, const struct pa_record *r)
{
	char text[PA_ATTR_KEEP];
	u32 len;

	if (!(r->op.have & PA_OP_STR)) {
		put_null(s, "filter");
		return;
	}
	len = pa_op_string(text, r);
	put_key(s, "filter", false);
	pa_json_string(s, text, len);
	put_bool(s, "filter_cut", r->attr_len >= PA_ATTR_KEEP);
}

static void put_query(struct seq_buf *s, const struct pa_op *op)
{
	if (!(op->have & PA_OP_VALUE)) {
		put_null(s, "query_bpf");
		return;
	}
	put_key(s, "query_bpf", false);
	out_char(s, '{');
	put_number(s, "ids_len", (u32)op->value, true);
	put_number(s, "prog_cnt", op->value >> 32, false);
	out_char(s, '}');
}

/* The argument of an ioctl, as what it is. */
static void put_ioctl_arg(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
			  u32 ioc)
{
	const struct pa_op *op = &r->op;

	switch (ioc) {
	case PA_IOC_ENABLE:
	case PA_IOC_DISABLE:
	case PA_IOC_RESET:
		put_key(s, "flags", false);
		pa_json_bits(s, &pa_ioc_flags, pa_arg_hidden(op) ? 0 : op->arg);
		break;
	case PA_IOC_PERIOD:
		put_value(s, r, "period");
		break;
	case PA_IOC_SET_OUTPUT:
		put_key(s, "output_fd", false);
		if (op->arg == U64_MAX)
			out_lit(s, "-1");
		else if (pa_arg_hidden(op))
			out_lit(s, "null");
		else
			pa_json_number(s, op->arg);
		break;
	case PA_IOC_SET_FILTER:
		put_filter(s, r);
		break;
	case PA_IOC_ID:
		put_value(s, r, "id");
		break;
	case PA_IOC_SET_BPF:
		if (pa_arg_hidden(op))
			put_null(s, "prog_fd");
		else
			put_number(s, "prog_fd", (u32)op->arg, false);
		break;
	case PA_IOC_PAUSE_OUTPUT:
		put_bool(s, "pause", op->arg != 0);
		break;
	case PA_IOC_QUERY_BPF:
		put_query(s, op);
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		pa_json_attr(s, r, env);
		break;
	}
}

static void put_ioctl(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	u32 ioc = pa_ioc_of(r);

	put_key(s, "args", false);
	out_char(s, '{');
	put_number(s, "cmd", r->op.cmd, true);
	if (pa_arg_hidden(&r->op))
		put_null(s, "arg");
	else
		put_number(s, "arg", r->op.arg, false);
	out_char(s, '}');
	put_key(s, "cmd", false);
	pa_json_symbol(s, pa_ioc_name(ioc));
	put_ioctl_arg(s, r, env, ioc);
}

static void put_map(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_op *op = &r->op;
	u32 page = env->kernel && env->kernel->page_size ? env->kernel->page_size : 4096;

	put_key(s, "args", false);
	out_char(s, '{');
	put_number(s, "length", op->len, true);
	if (r->kind == PA_RECORD_MMAP) {
		put_number(s, "prot", op->prot, false);
		put_number(s, "flags", op->flags, false);
	}
	if (pa_is_kernel_address(op->offset))
		put_null(s, "offset");
	else
		put_number(s, "offset", op->offset, false);
	out_char(s, '}');
	put_key(s, "area", false);
	if (op->offset)
		out_lit(s, "\"aux\"");
	else
		out_lit(s, "\"data\"");
	put_number(s, "pages", op->len / page, false);
	put_number(s, "at", op->arg, false);
	if (r->kind != PA_RECORD_MMAP)
		return;
	put_key(s, "prot", false);
	pa_json_bits(s, &pa_prot_bits, op->prot);
	put_key(s, "flags", false);
	pa_json_bits(s, &pa_map_bits, op->flags);
}

static void put_member(struct seq_buf *s, const struct pa_record *r, const struct pa_values *v,
		       u32 at)
{
	out_char(s, '{');
	put_number(s, "value", pa_values_word(r, at), true);
	if (v->id)
		put_number(s, "id", pa_values_word(r, at + v->id), false);
	if (v->lost)
		put_number(s, "lost", pa_values_word(r, at + v->lost), false);
	out_char(s, '}');
}

static void put_read(struct seq_buf *s, const struct pa_record *r)
{
	struct pa_values v;
	u32 i;

	put_key(s, "args", false);
	out_char(s, '{');
	put_number(s, "count", r->op.arg, true);
	out_char(s, '}');
	put_key(s, "read_format", false);
	pa_json_bits(s, &pa_format_bits, r->op.format);
	pa_values_look(&v, r);
	if (v.enabled && v.enabled < v.have)
		put_number(s, "time_enabled", pa_values_word(r, v.enabled), false);
	if (v.running && v.running < v.have)
		put_number(s, "time_running", pa_values_word(r, v.running), false);
	put_key(s, "values", false);
	out_char(s, '[');
	for (i = 0; i < v.members; i++) {
		if (i)
			out_char(s, ',');
		put_member(s, r, &v, v.first + i * v.step);
	}
	out_char(s, ']');
	put_number(s, "more", v.more, false);
}

static void put_prctl(struct seq_buf *s, const struct pa_op *op)
{
	put_key(s, "args", false);
	out_char(s, '{');
	put_number(s, "option", op->arg, true);
	out_char(s, '}');
	put_key(s, "option", false);
	pa_json_symbol(s, pa_prctl_name(op->arg));
}

/**
 * pa_json_op() - write what is particular to a call around the open, see docs/sessions.md
 * @s:   the buffer; each member begins with a comma
 * @r:   a record of any kind but PA_RECORD_OPEN; any byte pattern is safe
 * @env: what else may be looked at
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_op(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	put_event(s, r);
	switch (r->kind) {
	case PA_RECORD_IOCTL:
		put_ioctl(s, r, env);
		break;
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		put_map(s, r, env);
		break;
	case PA_RECORD_READ:
		put_read(s, r);
		break;
	case PA_RECORD_POLL:
		put_key(s, "revents", false);
		pa_json_bits(s, &pa_poll_bits, (u32)r->ret);
		break;
	case PA_RECORD_PRCTL:
		put_prctl(s, &r->op);
		break;
	}
	put_bool(s, "at_exit", r->op.have & PA_OP_EXITING);
}
