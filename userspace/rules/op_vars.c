// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The variables of the rules of ops. */
#include "core/event_name.h"
#include "rules/parts.h"

/* A token of a filter is shown up to here. */
#define TOKEN_MAX	40

/* kernel/bpf/syscall.c: BPF_TRACE_MAX_PROGS */
#define PROGRAMS_MAX	64

/* PROT_WRITE */
#define PROT_WRITE_BIT	2

/* The value of kernel.perf_event_mlock_kb that is enough without RLIMIT_MEMLOCK. */
static u64 mlock_need(const struct pa_case *c)
{
	const struct pa_map_facts *m = &c->of->map;

	return m->cpus ? pa_div(m->charged + c->pages + m->cpus - 1, m->cpus) * (c->page >> 10) : 0;
}

/* Bytes of the smallest data area that has room for this one, or of the one that exists. */
static u64 data_above(const struct pa_case *c)
{
	if (pa_op_has(c, PA_OF_BUFFER | PA_OF_MMAPS) && c->of->map.data_len)
		return c->of->map.data_len;
	return (1 + pa_op_power_above(c->pages - 1)) * c->page;
}

/* Return true if mlock_need() is enough, and the sysctl can have that value. */
static bool mlock_helps(const struct pa_case *c)
{
	return c->k_known && pa_op_has(c, PA_OF_MMAPS | PA_OF_MLOCK) && mlock_need(c) <= S32_MAX &&
	       c->of->map.pinned <= pa_op_memlock_pages(c);
}

/**
 * pa_op_differs() - the field that MODIFY_ATTRIBUTES must not change, but does
 * @c: the op
 *
 * Context: any.
 */
const char *pa_op_differs(const struct pa_case *c)
{
	u16 at = c->of->change.differs;
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (f->offset <= at && at < (u32)f->offset + f->width && f->mask != 1)
			return f->name;
	}
	return "a flag";
}

/* The differing field, for sentences: a word of flags has more than one field. */
static const char *differs(const struct pa_case *c)
{
	if (!pa_op_has(c, PA_OF_CHANGE) || c->of->change.differs == U16_MAX)
		return NULL;
	return c->of->change.differs / 8 == PA_OFF_FLAGS / 8 ? "a flag" : pa_op_differs(c);
}

/* A driver that cannot scatter AUX memory needs one piece if user space only reads. */
static const char *read_only(const struct pa_case *c)
{
	bool writes = c->op->prot & PROT_WRITE_BIT;

	return !writes && c->pmu && c->pmu->caps & PA_CAP_AUX_NO_SG ?
	       "without PROT_WRITE it must be one contiguous piece of memory" : NULL;
}

/* Only breakpoints can be modified (type_again). */
#define VARIABLES(U, S, T) \
	U(zero, true, 0) \
	S(minus_one, true, -1) \
	U(pages, c->k_known && c->op->len, c->pages) \
	U(data_pages, c->k_known && c->op->len, c->pages ? c->pages - 1 : 0) \
	U(length, c->op->len, c->op->len) \
	U(offset, true, c->op->offset) \
	U(data_above, c->k_known, data_above(c)) \
	U(aux_above, c->k_known, pa_op_power_above(c->pages) * c->page) \
	U(flags_shared, true, (c->op->flags & ~3ULL) | 1) \
	U(first_length, c->of->map.data_len, c->of->map.data_len) \
	U(first_pages, c->k_known && c->of->map.data_len, pa_div(c->of->map.data_len, c->page)) \
	U(aux_length, c->of->map.aux_len, c->of->map.aux_len) \
	U(aux_at, c->of->map.aux_len, c->of->map.aux_at) \
	U(aux_offset, pa_op_has(c, PA_OF_CONTROL), c->of->map.aux_offset) \
	U(aux_size, pa_op_has(c, PA_OF_CONTROL), c->of->map.aux_size) \
	U(charged, pa_op_has(c, PA_OF_MMAPS), c->of->map.charged) \
	U(pinned, pa_op_has(c, PA_OF_MMAPS), c->of->map.pinned) \
	U(memlock_pages, c->k_known && pa_op_has(c, PA_OF_MMAPS), pa_op_memlock_pages(c)) \
	U(limit, c->k_known && pa_op_has(c, PA_OF_MLOCK), pa_op_locked_limit(c)) \
	U(mlock_kb, pa_op_has(c, PA_OF_MLOCK), (u64)c->of->map.mlock_kb) \
	U(mlock_need, mlock_helps(c), mlock_need(c)) \
	U(memlock_need, c->k_known && pa_op_has(c, PA_OF_MLOCK), \
	  (c->of->map.pinned + pa_op_locked_extra(c)) * (c->page >> 10)) \
	U(fits, c->k_known && pa_op_has(c, PA_OF_MLOCK) && pa_op_fits(c), pa_op_fits(c)) \
	U(count, true, c->op->arg) \
	U(read_size, c->of->read_size, c->of->read_size) \
	U(members, pa_op_known(c), 1 + (u64)c->of->siblings) \
	U(group, pa_op_known(c) && c->op->format & PA_FORMAT_GROUP, 1 + (u64)c->of->siblings) \
	U(max_rate, pa_op_has(c, PA_OF_MAX_RATE), (u64)c->of->max_sample_rate) \
	U(value, c->op->have & PA_OP_VALUE && !pa_is_kernel_address(c->op->value), c->op->value) \
	U(arg32, true, pa_arg_hidden(c->op) ? 0 : (u32)c->op->arg) \
	U(cmd, true, c->op->cmd) \
	S(cpu, pa_op_known(c), c->of->cpu) \
	S(output_cpu, pa_op_has(c, PA_OF_OUTPUT), c->of->output.cpu) \
	U(max_ctx, pa_op_has(c, PA_OF_PROG_FD), c->of->trace.max_ctx) \
	U(ids_len, c->op->have & PA_OP_VALUE, (u32)c->op->value) \
	U(prog_cnt, c->op->have & PA_OP_VALUE, c->op->value >> 32) \
	U(programs_max, true, PROGRAMS_MAX) \
	U(old_type, true, c->op->type) \
	U(type_again, c->op->type == PA_TYPE_BREAKPOINT, c->op->type) \
	U(new_type, c->op->have & PA_OP_ATTR, pa_attr_get(c->r, PA_FIELD_TYPE)) \
	U(right_cmd, pa_ioc_number(c->r->abi, c->op->cmd & 0xff), \
	  pa_ioc_number(c->r->abi, c->op->cmd & 0xff)) \
	T(pmu, pa_var_pmu(c->pmu), PA_PMU_NAME) \
	T(fault, c->fault.what, PA_WHY_TEXT) \
	T(differs, differs(c), PA_WHY_TEXT) \
	T(read_only, read_only(c), PA_WHY_TEXT)

VARIABLES(PA_NUMBER_FN, PA_SIGNED_FN, PA_TEXT_FN)

/* Texts of several parts: each function returns false if the value is not known. */

static bool put_event(struct out *s, const struct pa_case *c)
{
	const struct pa_trace_facts *t = &c->of->trace;

	if (pa_op_has(c, PA_OF_TRACE) && t->kind != PA_TRACE_NONE && t->name[0])
		return pa_var_put(s, t->name, sizeof(t->name));
	if (!c->pmu)
		return false;
	out_lit(s, "an event of PMU ");
	return put_pmu(s, c);
}

/* enum bpf_prog_type, as far as people attach such programs to events. */
static bool put_program_type(struct out *s, u32 type)
{
	static const char * const names[] = {
		NULL, "SOCKET_FILTER", "KPROBE", "SCHED_CLS", "SCHED_ACT", "TRACEPOINT", "XDP",
		"PERF_EVENT", "CGROUP_SKB", "CGROUP_SOCK", "LWT_IN", "LWT_OUT", "LWT_XMIT",
		"SOCK_OPS", "SK_SKB", "CGROUP_DEVICE", "SK_MSG", "RAW_TRACEPOINT",
	};

	out_lit(s, "BPF_PROG_TYPE_");
	if (type < ARRAY_SIZE(names) && names[type])
		out_str(s, names[type]);
	else if (type == 26)
		out_lit(s, "TRACING");
	else
		out_u64(s, type);
	return true;
}

static bool put_program(struct out *s, const struct pa_case *c)
{
	return pa_op_has(c, PA_OF_PROG_FD) && put_program_type(s, c->of->trace.prog_type);
}

/* PERF_EVENT, KPROBE or TRACEPOINT: the type that the event takes. */
static bool put_wanted_program(struct out *s, const struct pa_case *c)
{
	u8 kind = c->of->trace.kind;
	bool probe = kind == PA_TRACE_KPROBE || kind == PA_TRACE_UPROBE;

	return pa_op_has(c, PA_OF_PROG_FD) &&
	       put_program_type(s, kind == PA_TRACE_NONE ? 7 : probe ? 2 : 5);
}

/* A piece of the filter, with kernel addresses masked. */
static bool put_piece(struct out *s, const struct pa_case *c, u32 at, u32 len)
{
	u32 end = c->r->attr_len < PA_ATTR_KEEP ? c->r->attr_len : PA_ATTR_KEEP;
	char text[TOKEN_MAX];

	if (!len || at >= end)
		return false;
	if (len > end - at)
		len = end - at;
	out_mem(s, text, pa_op_mask(text, (const char *)c->r->attr + at,
				    len < TOKEN_MAX ? len : TOKEN_MAX, len > TOKEN_MAX));
	if (len > TOKEN_MAX)
		out_lit(s, "...");
	return true;
}

static bool put_token(struct out *s, const struct pa_case *c)
{
	return put_piece(s, c, c->fault.at, c->fault.len);
}

static bool put_name(struct out *s, const struct pa_case *c)
{
	return put_piece(s, c, c->fault.name_at, c->fault.name_len);
}

static bool put_condition(struct out *s, const struct pa_case *c)
{
	return put_piece(s, c, c->fault.last_at, c->fault.last_len);
}

static bool put_ioctl(struct out *s, const struct pa_case *c)
{
	const struct pa_name *name = pa_ioc_name(c->op->cmd & 0xff);

	if (!name)
		return false;
	pa_put_name(s, name);
	return true;
}

const struct pa_var pa_op_vars[] = {
	VARIABLES(PA_NUMBER_ROW, PA_SIGNED_ROW, PA_TEXT_ROW)
	{ "event", .put = put_event },
	{ "program", .put = put_program },
	{ "wanted_program", .put = put_wanted_program },
	{ "token", .put = put_token },
	{ "name", .put = put_name },
	{ "condition", .put = put_condition },
	{ "ioctl", .put = put_ioctl },
	{ .name = NULL }
};
