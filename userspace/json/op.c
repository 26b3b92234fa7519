// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* An op as JSON: the members between the head and the result, and behind that. */
#include "core/health.h"
#include "core/op.h"
#include "json/writer.h"

/* The event that the op is on, and its descriptor. */
static void put_event(struct pa_json *j)
{
	static const char * const fd_from[4] = {
		[PA_FD_CALL] = "call", [PA_FD_OPEN] = "open",
	};
	const struct pa_op *op = &j->r->op;

	if (json_object_if(j, "event", j->r->kind != PA_RECORD_PRCTL &&
			   op->type != PA_OP_NO_TYPE)) {
		json_put_wide_if(j, "id", !j->told || !j->told->unknown, op->id);
		json_put_count_if(j, "open", op->open_seq, op->open_seq);
		json_put_count(j, "type", op->type);
		json_put_count_if(j, "pmu_id", op->pmu, op->pmu);
		json_end(j, '}');
	}
	json_put_s32_if(j, "fd", op->fd_from != PA_FD_UNKNOWN, op->fd);
	pa_json_string_or_null(json_key(j, "fd_from"), fd_from[op->fd_from & 3], 5);
}

/* The number that the argument points at; null if it was not readable or is a kernel address. */
static void put_value(struct pa_json *j)
{
	const struct pa_op *op = &j->r->op;

	json_wide_if(j, op->have & PA_OP_VALUE && !pa_is_kernel_address(op->value), op->value);
}

/*
 * The bytes of a filter, where those of the string would not be parsed as the kernel has parsed
 * them. In numbers that are not shown only the digits are other ones.
 */
static noinline_for_stack void put_filter_raw(struct pa_json *j, const char *text, u32 len)
{
	char raw[PA_ATTR_KEEP];
	u32 all = j->r->attr_len < PA_ATTR_KEEP ? j->r->attr_len : PA_ATTR_KEEP;
	u32 i;

	for (i = 0; i < len && text[i] >= ' ' && text[i] < 0x7f; i++)
		;
	if (i == len && len == all && !memcmp(text, j->r->attr, len))
		return;
	pa_op_mask_digits(raw, (const char *)j->r->attr, all, all == PA_ATTR_KEEP);
	json_bytes(json_key(j, "filter_raw"), raw, all);
}

static void put_filter(struct pa_json *j)
{
	char text[PA_ATTR_KEEP];
	u32 len;

	if (!(j->r->op.have & PA_OP_STR)) {
		json_put_null(j, "filter");
		return;
	}
	len = pa_op_string(text, j->r);
	pa_json_string(json_key(j, "filter"), text, len);
	json_put_bool(j, "filter_cut", j->r->attr_len >= PA_ATTR_KEEP);
	put_filter_raw(j, text, len);
}

static void put_query(struct pa_json *j)
{
	const struct pa_op *op = &j->r->op;

	if (!json_object_if(j, "query_bpf", op->have & PA_OP_VALUE))
		return;
	json_put_count(j, "ids_len", (u32)op->value);
	json_put_count_if(j, "prog_cnt", !j->told || !j->told->unknown, op->value >> 32);
	json_end(j, '}');
}

/* The argument of an ioctl, decoded. */
static void put_ioctl_arg(struct pa_json *j, u32 ioc)
{
	const struct pa_op *op = &j->r->op;

	switch (ioc) {
	case PA_IOC_ENABLE:
	case PA_IOC_DISABLE:
	case PA_IOC_RESET:
		json_key(j, "flags");
		pa_json_bits(j, &pa_ioc_flags, pa_arg_hidden(op) ? 0 : op->arg, false);
		break;
	case PA_IOC_PERIOD:
		json_key(j, "period");
		put_value(j);
		break;
	case PA_IOC_SET_OUTPUT:
		json_key(j, "output_fd");
		if (op->arg == U64_MAX)
			out_lit(j->s, "-1");
		else
			json_count_if(j, !pa_arg_hidden(op), (u32)op->arg);
		break;
	case PA_IOC_SET_FILTER:
		put_filter(j);
		break;
	case PA_IOC_ID:
		json_key(j, "id");
		put_value(j);
		break;
	case PA_IOC_SET_BPF:
		json_put_count_if(j, "prog_fd", !pa_arg_hidden(op), (u32)op->arg);
		break;
	case PA_IOC_PAUSE_OUTPUT:
		json_put_bool(j, "pause", op->arg != 0);
		break;
	case PA_IOC_QUERY_BPF:
		put_query(j);
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		pa_attr_look(&j->a, j->r, j->env);
		pa_json_attr(j);
		break;
	}
}

static void put_ioctl(struct pa_json *j)
{
	u32 ioc = pa_ioc_of(j->r);

	json_object(j, "args");
	json_put_count(j, "cmd", j->r->op.cmd);
	json_put_wide_if(j, "arg", !pa_arg_hidden(&j->r->op) &&
			 !json_unknown_arg(j, PA_UNKNOWN_ARG), j->r->op.arg);
	json_end(j, '}');
	pa_json_symbol(json_key(j, "cmd"), pa_ioc_name(ioc));
	put_ioctl_arg(j, ioc);
}

static void put_map(struct pa_json *j)
{
	const struct pa_op *op = &j->r->op;
	u32 page = j->env->kernel ? j->env->kernel->page_size : 0;

	json_object(j, "args");
	json_put_wide(j, "length", op->len);
	if (j->r->kind == PA_RECORD_MMAP) {
		json_put_count(j, "prot", op->prot);
		json_put_wide(j, "flags", op->flags);
	}
	json_put_wide_if(j, "offset", !pa_is_kernel_address(op->offset), op->offset);
	json_end(j, '}');
	json_put_string(j, "area", op->offset ? "aux" : "data");
	json_put_count(j, "pages", pa_div(op->len, page ? page : 4096));
	json_put_wide(j, "at", op->arg);
	if (j->r->kind != PA_RECORD_MMAP)
		return;
	pa_json_bits(json_key(j, "prot"), &pa_prot_bits, op->prot, false);
	pa_json_bits(json_key(j, "flags"), &pa_map_bits, op->flags, false);
}

static void put_member(struct pa_json *j, const struct pa_values *v, u32 at)
{
	json_element(j);
	json_begin(j, '{');
	json_put_wide(j, "value", pa_values_word(j->r, at));
	if (v->id)
		json_put_wide(j, "id", pa_values_word(j->r, at + v->id));
	if (v->lost)
		json_put_wide(j, "lost", pa_values_word(j->r, at + v->lost));
	json_end(j, '}');
}

static void put_read(struct pa_json *j)
{
	struct pa_values v;
	u32 i;

	json_object(j, "args");
	json_put_wide(j, "count", j->r->op.arg);
	json_end(j, '}');
	pa_json_bits(json_key(j, "read_format"), &pa_format_bits, j->r->op.format, false);
	pa_values_look(&v, j->r);
	if (v.enabled && v.enabled < v.have)
		json_put_wide(j, "time_enabled", pa_values_word(j->r, v.enabled));
	if (v.running && v.running < v.have)
		json_put_wide(j, "time_running", pa_values_word(j->r, v.running));
	json_begin(json_key(j, "values"), '[');
	for (i = 0; i < v.members; i++)
		put_member(j, &v, v.first + i * v.step);
	json_end(j, ']');
	json_put_count(j, "more", v.more);
}

static void put_prctl(struct pa_json *j)
{
	json_object(j, "args");
	json_put_count(j, "option", j->r->op.arg);
	json_end(j, '}');
	pa_json_symbol(json_key(j, "option"), pa_prctl_name(j->r->op.arg));
}

/* A link of a BPF program to an event. */
static void put_bpf(struct pa_json *j)
{
	const struct pa_op *op = &j->r->op;

	json_object(j, "args");
	json_put_count(j, "cmd", op->cmd);
	if (op->cmd == PA_BPF_LINK_UPDATE)
		json_put_count(j, "link_fd", op->len);
	json_put_wide(j, "flags", op->flags);
	json_end(j, '}');
	pa_json_symbol(json_key(j, "cmd"), pa_bpf_name(op->cmd));
	json_put_count(j, "prog_fd", (u32)op->arg);
	json_put_count_if(j, "prog_type", op->prot, op->prot);
	json_key(j, "cookie");
	put_value(j);
}

/* Hidden addresses: only their offset in a page is written. */
static void put_hidden_args(struct pa_json *j)
{
	const struct pa_op *op = &j->r->op;
	bool is_ioctl = j->r->kind == PA_RECORD_IOCTL;
	bool is_map = j->r->kind == PA_RECORD_MMAP || j->r->kind == PA_RECORD_MUNMAP;
	bool arg = is_ioctl && pa_arg_hidden(op);
	bool value = (is_ioctl || j->r->kind == PA_RECORD_BPF) && op->have & PA_OP_VALUE &&
		     pa_is_kernel_address(op->value);
	bool offset = is_map && pa_is_kernel_address(op->offset);

	if (!arg && !value && !offset)
		return;
	json_object(j, "hidden_args");
	json_put_count_if(j, "arg", arg, op->arg & 0xfff);
	json_put_count_if(j, "value", value, op->value & 0xfff);
	json_put_count_if(j, "offset", offset, op->offset & 0xfff);
	json_end(j, '}');
}

/**
 * pa_json_op() - write the members that only ops have, see docs/sessions.md
 * @j: in an object; the record is of any kind but PA_RECORD_OPEN, any byte pattern is safe
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_op(struct pa_json *j)
{
	put_event(j);
	switch (j->r->kind) {
	case PA_RECORD_IOCTL:
		put_ioctl(j);
		break;
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		put_map(j);
		break;
	case PA_RECORD_READ:
		put_read(j);
		break;
	case PA_RECORD_POLL:
		pa_json_bits(json_key(j, "revents"), &pa_poll_bits, (u32)j->r->ret, false);
		break;
	case PA_RECORD_PRCTL:
		put_prctl(j);
		break;
	case PA_RECORD_BPF:
		put_bpf(j);
		break;
	}
	put_hidden_args(j);
	if (j->r->kind == PA_RECORD_PRCTL)
		json_put_bool(j, "alone", j->r->op.have & PA_OP_ALONE);
	json_put_bool(j, "at_exit", j->r->op.have & PA_OP_EXITING);
}

static void put_buffer(struct pa_json *j, const struct pa_fare *fare)
{
	const struct pa_health *h = fare->h;

	if (!json_object_if(j, "buffer", fare->looked))
		return;
	json_put_wide_if(j, "written", h->head != PA_HEAD_UNTOUCHED, h->head);
	json_put_wide(j, "read", h->tail);
	json_end(j, '}');
}

/* The kind and place of the event: they show why it never ran. */
static void put_place(struct pa_json *j, const struct pa_health *h)
{
	json_put_bool(j, "task", h->bits & PA_H_TASK);
	json_put_bool(j, "cgroup", h->bits & PA_H_CGROUP);
	json_put_bool(j, "cpu_offline", h->bits & PA_H_OFFLINE);
	json_put_bool(j, "children", h->bits & PA_H_CHILDREN);
	pa_json_facts(j, &pa_facts_of_health, h);
}

static void put_health(struct pa_json *j)
{
	struct pa_fare fare;

	if (!json_object_if(j, "health", pa_fare_look(&fare, j->r, j->env)))
		return;
	pa_json_string_or_null(json_key(j, "state"), pa_state_name(fare.h->state), ~(size_t)0);
	json_put_wide_if(j, "enabled_ns", fare.times, fare.enabled);
	json_put_wide_if(j, "running_ns", fare.times, fare.running);
	json_put_count_if(j, "percent", fare.times && fare.enabled, fare.percent);
	json_put_bool(j, "children_missing", !fare.whole);
	json_put_wide_if(j, "lost", fare.h->bits & PA_H_LOST, fare.h->lost);
	json_put_bool(j, "throttled", fare.h->bits & PA_H_THROTTLED);
	json_put_bool(j, "unscaled", fare.unscaled);
	put_buffer(j, &fare);
	put_place(j, fare.h);
	if (j->told && j->told->more)
		j->told->more(j);
	json_end(j, '}');
}

/**
 * pa_json_op_outcome() - write facts about an op that failed or did nothing, and its event's health
 * @j: in an object; after the result
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_op_outcome(struct pa_json *j)
{
	pa_json_op_facts(j);
	put_health(j);
}
