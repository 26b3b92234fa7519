// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * An op as text: one C statement, with its result as a comment on the same line. Descriptors are
 * variables such as fd_23, so that the lines of a session fit together.
 */
#include "core/op.h"
#include "core/out.h"
#include "core/text/text.h"

struct op_text {
	struct out *s;
	const struct pa_record *r;
	const struct pa_env *env;
	unsigned int flags;
};

/* A variable of the event, named by its descriptor, or by its id if that is not known. */
static void put_variable(struct op_text *t, const char *what)
{
	const struct pa_op *op = &t->r->op;

	out_str(t->s, what);
	if (op->fd_from != PA_FD_UNKNOWN && op->fd >= 0) {
		out_char(t->s, '_');
		out_s64(t->s, op->fd);
	} else {
		out_number(t->s, "_of_", op->id, "");
	}
}

static void put_pointer(struct op_text *t)
{
	out_lit(t->s, "(void *)");
	pa_text_address(t->s, t->r->op.arg);
	if (!pa_arg_hidden(&t->r->op))
		out_lit(t->s, " /* not readable */");
}

static noinline_for_stack void put_string_arg(struct op_text *t)
{
	const struct pa_record *r = t->r;
	char text[PA_ATTR_KEEP];
	u32 len;

	if (!(r->op.have & PA_OP_STR)) {
		put_pointer(t);
		return;
	}
	len = pa_op_string(text, r);
	out_char(t->s, '"');
	out_escaped(t->s, text, len);
	out_char(t->s, '"');
	if (r->attr_len >= PA_ATTR_KEEP)
		out_lit(t->s, " /* cut */");
}

static void put_value(struct op_text *t)
{
	if (pa_is_kernel_address(t->r->op.value)) {
		out_lit(t->s, "0 /* kernel address, not shown */");
	} else {
		out_u64(t->s, t->r->op.value);
		if (t->r->op.value >> 63)
			out_lit(t->s, "ULL");
	}
}

static void put_period_arg(struct op_text *t)
{
	if (!(t->r->op.have & PA_OP_VALUE)) {
		put_pointer(t);
		return;
	}
	out_lit(t->s, "&(__u64){ ");
	put_value(t);
	out_lit(t->s, " }");
}

static void put_output_arg(struct op_text *t)
{
	u64 arg = t->r->op.arg;

	/* Only the 64-bit -1 means none; an int -1 passed to ioctl() arrives as 0xffffffff. */
	if (arg == U64_MAX)
		out_lit(t->s, "-1L");
	else if (arg <= S32_MAX)
		out_number(t->s, "fd_", arg, "");
	else
		pa_text_address(t->s, arg);
}

static noinline_for_stack void put_attr_arg(struct op_text *t)
{
	struct pa_text fields;

	pa_text_look(&fields, t->s, t->r, t->env, t->flags);
	if (!fields.a.passed) {
		put_pointer(t);
		return;
	}
	out_lit(t->s, "&(struct perf_event_attr){\n");
	pa_text_fields(&fields);
	out_char(t->s, '}');
}

static void put_ioctl_arg(struct op_text *t, u32 ioc)
{
	/* Show no part of a kernel address, not even the low 32 bits that the kernel uses. */
	if (pa_arg_hidden(&t->r->op) && !pa_ioc_points(ioc))
		ioc = PA_IOC_MAX;
	switch (ioc) {
	case PA_IOC_ENABLE:
	case PA_IOC_DISABLE:
	case PA_IOC_RESET:
		pa_text_mask(t->s, &pa_ioc_flags, t->r->op.arg);
		break;
	case PA_IOC_REFRESH:
		out_s64(t->s, (s32)t->r->op.arg);
		break;
	case PA_IOC_PERIOD:
		put_period_arg(t);
		break;
	case PA_IOC_SET_OUTPUT:
		put_output_arg(t);
		break;
	case PA_IOC_SET_FILTER:
		put_string_arg(t);
		break;
	case PA_IOC_ID:
		out_char(t->s, '&');
		put_variable(t, "id");
		break;
	case PA_IOC_SET_BPF:
		out_number(t->s, "bpf_fd_", (u32)t->r->op.arg, "");
		break;
	case PA_IOC_QUERY_BPF:
		out_lit(t->s, "&query");
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		put_attr_arg(t);
		break;
	default:
		pa_text_address(t->s, t->r->op.arg);
	}
}

static void put_ioctl(struct op_text *t)
{
	u32 ioc = pa_ioc_of(t->r);

	out_lit(t->s, "ioctl(");
	put_variable(t, "fd");
	out_lit(t->s, ", ");
	if (pa_ioc_name(ioc))
		pa_put_name(t->s, pa_ioc_name(ioc));
	else
		out_hex(t->s, t->r->op.cmd);
	out_lit(t->s, ", ");
	put_ioctl_arg(t, ioc);
	out_lit(t->s, ");");
}

static u64 pages(const struct op_text *t, u64 bytes)
{
	u32 page = t->env->kernel ? t->env->kernel->page_size : 0;

	return pa_div(bytes, page ? page : 4096);
}

static void put_mmap(struct op_text *t)
{
	const struct pa_op *op = &t->r->op;

	put_variable(t, op->offset ? "aux" : "ring");
	out_number(t->s, " = mmap(NULL, ", op->len, ", ");
	pa_text_mask(t->s, &pa_prot_bits, op->prot);
	out_lit(t->s, ", ");
	pa_text_mask(t->s, &pa_map_bits, op->flags);
	out_lit(t->s, ", ");
	put_variable(t, "fd");
	out_lit(t->s, ", ");
	pa_text_address(t->s, op->offset);
	out_lit(t->s, ");");
}

static void put_munmap(struct op_text *t)
{
	out_lit(t->s, "munmap(");
	put_variable(t, t->r->op.offset ? "aux" : "ring");
	out_number(t->s, ", ", t->r->op.len, ");");
}

/* The call as a program could have it, except the descriptors. */
static void put_bpf(struct op_text *t)
{
	const struct pa_op *op = &t->r->op;

	out_lit(t->s, "bpf(");
	if (op->cmd == PA_BPF_LINK_UPDATE) {
		out_number(t->s, "BPF_LINK_UPDATE, &(union bpf_attr){ .link_update = { "
			   ".link_fd = link_fd_", op->len, ", .new_prog_fd = ");
	} else {
		out_lit(t->s, "BPF_LINK_CREATE, &(union bpf_attr){ .link_create = { "
			".attach_type = BPF_PERF_EVENT, .target_fd = ");
		put_variable(t, "fd");
		out_lit(t->s, ", .prog_fd = ");
	}
	out_number(t->s, "bpf_fd_", (u32)op->arg, "");
	if (op->flags)
		out_number(t->s, ", .flags = ", op->flags, "");
	if (op->have & PA_OP_VALUE && op->value) {
		out_lit(t->s, ", .perf_event.bpf_cookie = ");
		put_value(t);
	}
	out_lit(t->s, " } }, sizeof(union bpf_attr));");
}

static noinline_for_stack void put_statement(struct op_text *t)
{
	switch (t->r->kind) {
	case PA_RECORD_IOCTL:
		put_ioctl(t);
		break;
	case PA_RECORD_MMAP:
		put_mmap(t);
		break;
	case PA_RECORD_MUNMAP:
		put_munmap(t);
		break;
	case PA_RECORD_READ:
		out_lit(t->s, "read(");
		put_variable(t, "fd");
		out_number(t->s, ", values, ", t->r->op.arg, ");");
		break;
	case PA_RECORD_POLL:
		out_lit(t->s, "poll(&(struct pollfd){ .fd = ");
		put_variable(t, "fd");
		out_lit(t->s, ", .events = POLLIN }, 1, -1);");
		break;
	case PA_RECORD_CLOSE:
		out_lit(t->s, "close(");
		put_variable(t, "fd");
		out_lit(t->s, ");");
		break;
	case PA_RECORD_PRCTL:
		out_lit(t->s, "prctl(");
		if (pa_prctl_name(t->r->op.arg))
			pa_put_name(t->s, pa_prctl_name(t->r->op.arg));
		else
			out_u64(t->s, t->r->op.arg);
		out_lit(t->s, ");");
		break;
	case PA_RECORD_BPF:
		put_bpf(t);
		break;
	default:
		out_char(t->s, ';');
	}
}

static void put_result(struct op_text *t)
{
	s64 ret = t->r->ret;

	out_lit(t->s, "= ");
	if (t->r->kind == PA_RECORD_POLL && ret >= 0) {
		pa_text_mask(t->s, &pa_poll_bits, (u64)ret);
	} else if (ret < 0) {
		out_lit(t->s, "-1 ");
		pa_text_errno(t->s, 0 - (u64)ret);
	} else if (t->r->kind == PA_RECORD_MMAP) {
		out_hex(t->s, t->r->op.arg);
	} else {
		out_s64(t->s, ret);
	}
}

static void note_word(struct op_text *t, const char *name, u32 index)
{
	out_lit(t->s, ", ");
	out_str(t->s, name);
	out_char(t->s, ' ');
	out_u64(t->s, pa_values_word(t->r, index));
}

static void note_member(struct op_text *t, const struct pa_values *v, u32 at)
{
	note_word(t, "value", at);
	if (v->id)
		note_word(t, "id", at + v->id);
	if (v->lost)
		note_word(t, "lost", at + v->lost);
}

static void note_values(struct op_text *t)
{
	struct pa_values v;
	u32 i;

	pa_values_look(&v, t->r);
	if (!v.have)
		return;
	if (v.group)
		note_word(t, "members", 0);
	if (v.enabled && v.enabled < v.have)
		note_word(t, "time_enabled", v.enabled);
	if (v.running && v.running < v.have)
		note_word(t, "time_running", v.running);
	for (i = 0; i < v.members; i++)
		note_member(t, &v, v.first + i * v.step);
	if (v.more)
		out_number(t->s, ", and ", v.more, " more");
}

static void note_map(struct op_text *t)
{
	const struct pa_op *op = &t->r->op;
	u64 n = pages(t, op->len);

	if (op->offset) {
		out_number(t->s, ", AUX area of ", n, "");
	} else {
		/* The first page of the data area is struct perf_event_mmap_page. */
		out_number(t->s, ", data area of 1 + ", n ? n - 1 : 0, "");
	}
	out_lit(t->s, " pages");
}

static void note_ioctl(struct op_text *t)
{
	const struct pa_op *op = &t->r->op;
	u32 ioc = pa_ioc_of(t->r);

	if (!(op->have & PA_OP_VALUE))
		return;
	if (ioc == PA_IOC_ID) {
		out_number(t->s, ", id ", op->value, "");
	} else if (ioc == PA_IOC_QUERY_BPF) {
		out_number(t->s, ", ids_len ", (u32)op->value, ", prog_cnt ");
		out_u64(t->s, op->value >> 32);
	}
}

/* Notes the data that the op returned besides its result. */
static void note_kind(struct op_text *t)
{
	switch (t->r->kind) {
	case PA_RECORD_IOCTL:
		note_ioctl(t);
		break;
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		note_map(t);
		break;
	case PA_RECORD_READ:
		note_values(t);
		break;
	case PA_RECORD_CLOSE:
		out_lit(t->s, ", the last reference");
		break;
	}
	if (t->r->op.have & PA_OP_EXITING)
		out_lit(t->s, ", at exit");
}

static void note_event(struct op_text *t)
{
	const struct pa_op *op = &t->r->op;

	if (t->r->kind == PA_RECORD_PRCTL || op->type == PA_OP_NO_TYPE)
		return;
	out_number(t->s, ", event ", op->id, "");
	if (op->open_seq)
		out_number(t->s, " (#", op->open_seq, ")");
}

static void note_call(struct op_text *t)
{
	const struct pa_record *r = t->r;

	out_lit(t->s, ", ");
	pa_text_comm(t->s, r->comm, r->pid);
	if (r->tid != r->pid)
		out_signed(t->s, " tid ", r->tid, "");
	out_number(t->s, ", #", r->seq, " at ");
	out_point(t->s, r->time_ns, 9);
	out_lit(t->s, " s, took ");
	out_point(t->s, r->duration_ns, 3);
	out_lit(t->s, " us");
}

/**
 * pa_text_op() - write an op as text, see docs/sessions.md
 * @s:     the buffer
 * @r:     a record of any kind but PA_RECORD_OPEN; any byte pattern is safe
 * @env:   further input
 * @flags: PA_TEXT_*
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_op(struct out *s, const struct pa_record *r, const struct pa_env *env,
		unsigned int flags)
{
	struct op_text t = { .s = s, .r = r, .env = env, .flags = flags };

	put_statement(&t);
	out_lit(s, " /* ");
	put_result(&t);
	note_kind(&t);
	note_event(&t);
	note_call(&t);
	if (r->ret < 0 && !env->told)
		out_number(s, "; why: perfattr show ", r->seq, "");
	out_lit(s, " */\n");
	pa_text_op_health(s, r, env);
}
