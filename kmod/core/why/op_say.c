// SPDX-License-Identifier: GPL-2.0
/* The variables in the sentences and fixes of the rules of ops, and their values for one op. */
#include "core/div.h"
#include "core/event_name.h"
#include "core/out.h"
#include "core/why/op_rule.h"

/* A token of a filter is shown up to here. */
#define TOKEN_MAX	40

/* kernel/bpf/syscall.c: BPF_TRACE_MAX_PROGS */
#define PROGRAMS_MAX	64

typedef bool (*number_fn)(u64 *v, const struct pa_op_case *c);

/* A number that is always known. */
#define NUMBER(name, expression) \
	static bool num_##name(u64 *v, const struct pa_op_case *c) \
	{ \
		*v = (expression); \
		return true; \
	}

/* A number that is known only under a condition. */
#define NUMBER_IF(name, condition, expression) \
	static bool num_##name(u64 *v, const struct pa_op_case *c) \
	{ \
		*v = (expression); \
		return condition; \
	}

static u64 div_up(u64 n, u64 by)
{
	return by ? pa_div(n + by - 1, by) : 0;
}

/* kernel.perf_event_mlock_kb with which it alone suffices. */
static u64 mlock_need(const struct pa_op_case *c)
{
	const struct pa_map_facts *m = &c->f->map;

	return div_up(m->charged + c->pages, m->cpus) * (c->page >> 10);
}

/* Bytes of the smallest data area that has room for this one, or of the one that exists. */
static u64 data_above(const struct pa_op_case *c)
{
	if (pa_op_has(c, PA_OF_BUFFER | PA_OF_MMAPS) && c->f->map.data_len)
		return c->f->map.data_len;
	return (1 + pa_op_power_above(c->pages - 1)) * c->page;
}

NUMBER(zero, 0)
NUMBER(minus_one, U64_MAX)
NUMBER(pages, c->pages)
NUMBER(data_pages, c->pages ? c->pages - 1 : 0)
NUMBER(length, c->op->len)
NUMBER(offset, c->op->offset)
NUMBER(data_above, data_above(c))
NUMBER(aux_above, pa_op_power_above(c->pages) * c->page)
NUMBER(flags_shared, (c->op->flags & ~3ULL) | 1)
NUMBER_IF(first_length, c->f->map.data_len, c->f->map.data_len)
NUMBER_IF(first_pages, c->f->map.data_len, pa_div(c->f->map.data_len, c->page))
NUMBER_IF(aux_length, c->f->map.aux_len, c->f->map.aux_len)
NUMBER_IF(aux_at, c->f->map.aux_len, c->f->map.aux_at)
NUMBER_IF(aux_offset, pa_op_has(c, PA_OF_CONTROL), c->f->map.aux_offset)
NUMBER_IF(aux_size, pa_op_has(c, PA_OF_CONTROL), c->f->map.aux_size)
NUMBER_IF(charged, pa_op_has(c, PA_OF_MMAPS), c->f->map.charged)
NUMBER_IF(pinned, pa_op_has(c, PA_OF_MMAPS), c->f->map.pinned)
NUMBER_IF(memlock_pages, pa_op_has(c, PA_OF_MMAPS), pa_op_memlock_pages(c))
NUMBER_IF(limit, pa_op_has(c, PA_OF_MLOCK), pa_op_locked_limit(c))
NUMBER_IF(mlock_kb, pa_op_has(c, PA_OF_MLOCK), (u64)c->f->map.mlock_kb)
NUMBER_IF(mlock_need, pa_op_has(c, PA_OF_MMAPS) && mlock_need(c) <= S32_MAX &&
	  c->f->map.pinned <= pa_op_memlock_pages(c), mlock_need(c))
NUMBER_IF(memlock_need, pa_op_has(c, PA_OF_MLOCK),
	  (c->f->map.pinned + pa_op_locked_extra(c)) * (c->page >> 10))
NUMBER_IF(fits, pa_op_has(c, PA_OF_MLOCK) && pa_op_fits(c), pa_op_fits(c))
NUMBER(count, c->op->arg)
NUMBER_IF(read_size, pa_op_known(c), c->f->read_size)
NUMBER_IF(members, pa_op_known(c), 1 + (u64)c->f->siblings)
NUMBER_IF(group, pa_op_known(c) && c->op->format & PA_FORMAT_GROUP, 1 + (u64)c->f->siblings)
NUMBER_IF(max_rate, pa_op_has(c, PA_OF_MAX_RATE), (u64)c->f->max_sample_rate)
NUMBER_IF(value, c->op->have & PA_OP_VALUE && !pa_is_kernel_address(c->op->value), c->op->value)
NUMBER(arg32, pa_arg_hidden(c->op) ? 0 : (u32)c->op->arg)
NUMBER(cmd, c->op->cmd)
NUMBER_IF(cpu, pa_op_known(c), (u64)(s64)c->f->cpu)
NUMBER_IF(output_cpu, pa_op_has(c, PA_OF_OUTPUT), (u64)(s64)c->f->output.cpu)
NUMBER_IF(max_ctx, pa_op_has(c, PA_OF_PROG_FD), c->f->trace.max_ctx)
NUMBER_IF(ids_len, c->op->have & PA_OP_VALUE, (u32)c->op->value)
NUMBER_IF(prog_cnt, c->op->have & PA_OP_VALUE, c->op->value >> 32)
NUMBER(programs_max, PROGRAMS_MAX)
NUMBER(old_type, c->op->type)
/* Of another type nothing can be modified. */
NUMBER_IF(type_again, c->op->type == PA_TYPE_BREAKPOINT, c->op->type)
NUMBER_IF(new_type, c->op->have & PA_OP_ATTR, pa_attr_get(c->r, PA_FIELD_TYPE))
NUMBER_IF(right_cmd, pa_ioc_number(c->r->abi, c->op->cmd & 0xff),
	  pa_ioc_number(c->r->abi, c->op->cmd & 0xff))

#define ROW(name)	{ #name, num_##name }

static const struct {
	const char *name;
	number_fn get;
} numbers[] = {
	ROW(zero), ROW(minus_one), ROW(pages), ROW(data_pages), ROW(length), ROW(offset),
	ROW(data_above), ROW(aux_above), ROW(flags_shared), ROW(first_length), ROW(first_pages),
	ROW(aux_length), ROW(aux_at), ROW(aux_offset), ROW(aux_size), ROW(charged), ROW(pinned),
	ROW(memlock_pages), ROW(limit), ROW(mlock_kb), ROW(mlock_need), ROW(memlock_need),
	ROW(fits), ROW(count), ROW(read_size), ROW(members), ROW(group), ROW(max_rate),
	ROW(value), ROW(arg32), ROW(cmd), ROW(cpu), ROW(output_cpu), ROW(max_ctx), ROW(ids_len),
	ROW(prog_cnt), ROW(programs_max), ROW(old_type), ROW(type_again), ROW(new_type),
	ROW(right_cmd),
};

/**
 * pa_op_number() - the value of a numeric variable
 * @value: receives it
 * @c:     the op
 * @w:     the variable's name
 *
 * Context: any. Return: false if there is none of this name, or if its value is not known.
 */
bool pa_op_number(u64 *value, const struct pa_op_case *c, const struct pa_word *w)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		if (pa_word_is(w, numbers[i].name))
			return numbers[i].get(value, c);
	return false;
}

/* Text variables: each function returns false if the value is not known. */

static bool put_pmu(struct seq_buf *s, const struct pa_op_case *c)
{
	if (!c->pmu)
		return false;
	out_mem(s, c->pmu->name, strnlen(c->pmu->name, sizeof(c->pmu->name)));
	return true;
}

static bool put_event(struct seq_buf *s, const struct pa_op_case *c)
{
	const struct pa_trace_facts *t = &c->f->trace;

	if (pa_op_has(c, PA_OF_TRACE) && t->kind != PA_TRACE_NONE && t->name[0]) {
		out_mem(s, t->name, strnlen(t->name, sizeof(t->name)));
		return true;
	}
	if (!c->pmu)
		return false;
	out_lit(s, "an event of PMU ");
	return put_pmu(s, c);
}

/* enum bpf_prog_type, as far as people attach such programs to events. */
static bool put_program_type(struct seq_buf *s, u32 type)
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

static bool put_program(struct seq_buf *s, const struct pa_op_case *c)
{
	return pa_op_has(c, PA_OF_PROG_FD) && put_program_type(s, c->f->trace.prog_type);
}

static bool put_wanted_program(struct seq_buf *s, const struct pa_op_case *c)
{
	switch (c->f->trace.kind) {
	case PA_TRACE_NONE:
		return put_program_type(s, 7);
	case PA_TRACE_KPROBE:
	case PA_TRACE_UPROBE:
		return put_program_type(s, 2);
	default:
		return put_program_type(s, 5);
	}
}

/* A piece of the filter, with kernel addresses masked. */
static bool put_piece(struct seq_buf *s, const struct pa_op_case *c, u32 at, u32 len)
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

static bool put_token(struct seq_buf *s, const struct pa_op_case *c)
{
	return put_piece(s, c, c->fault.at, c->fault.len);
}

static bool put_name(struct seq_buf *s, const struct pa_op_case *c)
{
	return put_piece(s, c, c->fault.name_at, c->fault.name_len);
}

static bool put_condition(struct seq_buf *s, const struct pa_op_case *c)
{
	return put_piece(s, c, c->fault.last_at, c->fault.last_len);
}

static bool put_fault(struct seq_buf *s, const struct pa_op_case *c)
{
	if (!c->fault.what)
		return false;
	out_str(s, c->fault.what);
	return true;
}

static bool put_ioctl(struct seq_buf *s, const struct pa_op_case *c)
{
	const struct pa_name *name = pa_ioc_name(c->op->cmd & 0xff);

	if (!name)
		return false;
	pa_put_name(s, name);
	return true;
}

/* The field of the attr that holds a byte. */
static const char *field_at(u16 at)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (f->offset <= at && at < (u32)f->offset + f->width && f->mask != 1)
			return f->name;
	}
	return "a flag";
}

static bool put_differs(struct seq_buf *s, const struct pa_op_case *c)
{
	if (!pa_op_has(c, PA_OF_CHANGE) || c->f->change.differs == U16_MAX)
		return false;
	out_str(s, c->f->change.differs / 8 == PA_OFF_FLAGS / 8 ? "a flag" :
		   field_at(c->f->change.differs));
	return true;
}

static bool put_read_only(struct seq_buf *s, const struct pa_op_case *c)
{
	/* PROT_WRITE */
	if (c->op->prot & 2 || !c->pmu || !(c->pmu->caps & PA_CAP_AUX_NO_SG))
		return false;
	out_lit(s, "without PROT_WRITE it must be one piece of memory");
	return true;
}

static const struct {
	const char *name;
	bool (*put)(struct seq_buf *s, const struct pa_op_case *c);
} texts[] = {
	{ "pmu", put_pmu },
	{ "event", put_event },
	{ "program", put_program },
	{ "wanted_program", put_wanted_program },
	{ "token", put_token },
	{ "name", put_name },
	{ "condition", put_condition },
	{ "fault", put_fault },
	{ "ioctl", put_ioctl },
	{ "differs", put_differs },
	{ "read_only", put_read_only },
};

/* Numbers that may be negative. */
static bool is_signed(const struct pa_word *w)
{
	return pa_word_is(w, "cpu") || pa_word_is(w, "output_cpu");
}

static bool put_variable(struct pa_template *to, struct pa_word w)
{
	const struct pa_op_case *c = to->of;
	struct seq_buf *s = to->s;
	bool hex = w.at[0] == '#';
	unsigned int i;
	u64 value;

	w.at += hex;
	w.len -= hex;
	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (pa_word_is(&w, texts[i].name))
			return texts[i].put(s, c);
	if (!pa_op_number(&value, c, &w))
		return false;
	if (is_signed(&w))
		out_s64(s, (s64)value);
	else if (pa_is_kernel_address(value))
		out_lit(s, "(kernel)");
	else if (hex)
		out_hex(s, value);
	else
		out_u64(s, value);
	return true;
}

static void say(char *to, size_t room, const struct pa_op_case *c, const char *text,
		bool certain)
{
	struct seq_buf s;
	struct pa_template t = { .s = &s, .of = c, .put = put_variable };

	seq_buf_init(&s, to, room);
	if (!certain)
		out_lit(&s, "probably ");
	pa_template_put(&t, text);
	to[s.len < room ? s.len : room - 1] = '\0';
}

/* "argument={variable}". */
static void put_fix(const struct pa_op_case *c, const struct pa_op_rule *rule, struct pa_why *why)
{
	const char *from = rule->fix + strcspn(rule->fix, "{") + 1;
	struct pa_word w = { .at = from, .len = strcspn(from, "}") };
	enum pa_verdict refused;
	u64 value;

	if (!pa_op_number(&value, c, &w) || pa_is_kernel_address(value))
		return;
	refused = pa_op_fix_refused(c, rule->field, value);
	if (refused == PA_YES)
		return;
	/* Known to be accepted only if every check was decided. */
	why->opens = refused == PA_NO;
	why->fix[0].field = rule->field;
	why->fix[0].value = value;
	why->fix[0].is_signed = pa_word_is(&w, "minus_one");
	why->nfix = 1;
	why->plan = rule->lost ? PA_PLAN_LESS : PA_PLAN_SAME;
}

/**
 * pa_op_say() - write the sentence of a rule about an op, and what would help
 * @c:    the op
 * @rule: the rule that holds
 * @why:  all zero except certain; receives the rest
 *
 * Context: any.
 */
void pa_op_say(const struct pa_op_case *c, const struct pa_op_rule *rule, struct pa_why *why)
{
	why->rule = rule->id;
	why->in = rule->in;
	why->field = rule->field;
	if (rule->field && rule->field[0] == '{')
		why->field = field_at(c->f->change.differs);
	say(why->text, sizeof(why->text), c, rule->text, why->certain);
	if (rule->fix)
		put_fix(c, rule, why);
	if (why->nfix && rule->lost)
		say(why->lost, sizeof(why->lost), c, rule->lost, true);
	if (rule->needs)
		say(why->needs, sizeof(why->needs), c, rule->needs, true);
}
