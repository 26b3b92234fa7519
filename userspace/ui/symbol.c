// SPDX-License-Identifier: GPL-2.0
/*
 * Fields and arguments of a call, and their values as C, by their symbols where they have one. The
 * symbols are those of the core's tables.
 */

#include "core/event_name.h"
#include "core/text/text.h"

#include "ui/ui.h"

/* Room for the longest mask, with the names of all its bits. */
#define SYMBOL_LEN	2048

/**
 * fields_look() - prepare to read the fields of a call's attr
 * @s: filled in
 * @x: the call; an op has an attr only if it passed one
 *
 * A text says nothing about the PMUs of its machine, so no union of a pasted call depends on them.
 */
void fields_look(struct fields *s, const struct pa_call *x)
{
	static const struct pa_env no_pmus;

	s->x = x;
	pa_attr_look(&s->a, &x->r, x->pasted.is ? &no_pmus : &x->env);
	if (x->r.kind != PA_RECORD_OPEN && !(x->r.op.have & PA_OP_ATTR))
		s->a.passed = 0;
}

/**
 * field_there() - return true if the attr has this field, known or not
 * @s:  from fields_look()
 * @id: the field; among fields that share bytes only one is there
 */
bool field_there(const struct fields *s, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return s->a.passed && (!f->group || s->a.member[f->group] == id);
}

/**
 * field_known() - return true if the value of this field is known: passed, not a kernel address,
 * and in the text
 * @s:  from fields_look()
 * @id: the field
 */
bool field_known(const struct fields *s, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return pa_attr_has(&s->a, id) && !pa_attr_is_hidden(&s->a, id) &&
	       pa_bits(s->x->pasted.unknown.word, f) != f->mask;
}

/**
 * field_value() - the value of a field; 0 if it is not known
 * @s:  from fields_look()
 * @id: the field
 */
u64 field_value(const struct fields *s, enum pa_field_id id)
{
	return field_known(s, id) ? pa_bits(s->a.word, &pa_fields[id]) : 0;
}

/**
 * mask_put() - the names of bits as a C expression; bits without a name follow as one number
 * @t:     receives it
 * @names: by bit
 * @bits:  the bits
 */
void mask_put(struct text *t, const struct pa_names *names, u64 bits)
{
	char mask[SYMBOL_LEN];
	struct out o;

	out_init(&o, mask, sizeof(mask));
	pa_text_mask(&o, names, bits);
	text_mem(t, mask, o.len);
}

/**
 * field_symbol() - the symbol of a value as a C expression
 * @t:  receives it
 * @s:  from fields_look(): attr.type gives a config its meaning
 * @id: the field
 * @v:  the value
 *
 * Return: false, and nothing is written, if it has none.
 */
bool field_symbol(struct text *t, const struct fields *s, enum pa_field_id id, u64 v)
{
	const struct pa_field *f = &pa_fields[id];
	const struct pa_name *name = NULL;
	char symbol[SYMBOL_LEN];
	struct out o;

	if (f->show == PA_SHOW_MASK && v)
		mask_put(t, f->names, v);
	if (f->show == PA_SHOW_MASK)
		return v;
	out_init(&o, symbol, sizeof(symbol));
	if (f->show == PA_SHOW_SIZE)
		name = pa_size_name(v);
	else if (f->show == PA_SHOW_CONFIG && field_known(s, PA_FIELD_TYPE))
		pa_put_config(&o, s->a.type, v);
	else if (f->show == PA_SHOW_NAME || f->show == PA_SHOW_NAME_S)
		name = pa_name_of(f->names, v);
	if (name)
		pa_put_name(&o, name);
	text_mem(t, symbol, o.len);
	return o.len;
}

static void put_number(struct text *t, bool hex, u64 v)
{
	text_printf(t, hex && v ? v >> 63 ? "0x%jxULL" : "0x%jx" : v >> 63 ? "%juULL" : "%ju",
		    (uintmax_t)v);
}

static bool is_in_hex(const struct pa_field *f)
{
	static const unsigned int shows = 1 << PA_SHOW_HEX | 1 << PA_SHOW_MASK |
					  1 << PA_SHOW_REGS | 1 << PA_SHOW_CONFIG;

	return shows >> f->show & 1;
}

/**
 * u64_put() - write an unsigned number as C; bits and addresses in hexadecimal
 * @t:    receives it
 * @name: its field, or argument
 * @v:    the number
 */
void u64_put(struct text *t, const char *name, u64 v)
{
	unsigned int id = pa_field_find(name, strlen(name));

	put_number(t, id < PA_FIELD_MAX ? is_in_hex(&pa_fields[id]) : !strcmp(name, "flags"), v);
}

/**
 * field_number() - a value of a field as a number in decimal
 * @t:  receives it
 * @id: the field
 * @v:  the value
 */
void field_number(struct text *t, enum pa_field_id id, u64 v)
{
	if (pa_fields[id].show == PA_SHOW_NAME_S)
		text_printf(t, "%jd", (intmax_t)(s32)v);
	else
		put_number(t, false, v);
}

static const char *no_value(const struct pa_call *x, bool there)
{
	return there && x->pasted.is ? "not in the text" : "not passed";
}

/* Return true if the symbol is newer than headers that a program may be compiled with. */
static bool is_recent(enum pa_field_id id, u64 v)
{
	return id == PA_FIELD_SIZE || (id == PA_FIELD_BRANCH_SAMPLE_TYPE && v & PA_RECENT_BRANCH);
}

/**
 * field_put() - the value of a field as a C expression, by its symbol if it has one
 * @t:  receives it
 * @s:  from fields_look()
 * @id: the field
 *
 * Return: whether it is a symbol.
 */
bool field_put(struct text *t, const struct fields *s, enum pa_field_id id)
{
	u64 v = field_value(s, id);

	if (!field_known(s, id)) {
		text_add(t, no_value(s->x, field_there(s, id)));
		return false;
	}
	if (!is_recent(id, v) && field_symbol(t, s, id, v))
		return true;
	if (is_in_hex(&pa_fields[id]))
		put_number(t, true, v);
	else
		field_number(t, id, v);
	return false;
}

static struct arg arg_of(const char *name, u64 value, bool known)
{
	return (struct arg){ .name = name, .value = known ? value : 0, .known = known };
}

static unsigned int args_of_op(struct arg *arg, const struct pa_call *x)
{
	const struct pa_op *op = &x->r.op;
	bool offset = !pa_is_kernel_address(op->offset);
	unsigned int n = 0;

	switch (x->r.kind) {
	case PA_RECORD_IOCTL:
		arg[n++] = arg_of("cmd", op->cmd, true);
		arg[n++] = arg_of("arg", op->arg, !pa_arg_hidden(op) && !x->pasted.no_arg);
		break;
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		arg[n++] = arg_of("length", op->len, true);
		if (x->r.kind == PA_RECORD_MMAP) {
			arg[n++] = arg_of("prot", op->prot, true);
			arg[n++] = arg_of("flags", op->flags, true);
		}
		arg[n++] = arg_of("offset", op->offset, offset);
		break;
	case PA_RECORD_READ:
		arg[n++] = arg_of("count", op->arg, true);
		break;
	case PA_RECORD_PRCTL:
		arg[n++] = arg_of("option", op->arg, true);
		break;
	case PA_RECORD_BPF:
		arg[n++] = arg_of("cmd", op->cmd, true);
		arg[n++] = arg_of("link_fd", op->len, op->cmd == PA_BPF_LINK_UPDATE);
		arg[n++] = arg_of("flags", op->flags, true);
	}
	return n;
}

/**
 * args_of() - the arguments of a call other than the attr
 * @arg: receives them, at most ARGS_MAX
 * @x:   the call
 *
 * Return: how many there are; 0 if its record lacks one.
 */
unsigned int args_of(struct arg *arg, const struct pa_call *x)
{
	const struct pa_record *r = &x->r;
	u8 unknown = x->pasted.unknown.args;

	if (strstr(x->missing.text, "args"))
		return 0;
	if (r->kind != PA_RECORD_OPEN)
		return args_of_op(arg, x);
	arg[0] = arg_of("pid", (u64)r->arg_pid, !(unknown & PA_UNKNOWN_PID));
	arg[1] = arg_of("cpu", (u64)r->arg_cpu, !(unknown & PA_UNKNOWN_CPU));
	arg[2] = arg_of("group_fd", (u64)r->arg_group_fd, !(unknown & PA_UNKNOWN_GROUP_FD));
	arg[ARG_FLAGS] = arg_of("flags", r->flags, !(unknown & PA_UNKNOWN_FLAGS));
	arg[ARG_FLAGS].names = &pa_flag_bits;
	return ARGS_MAX;
}

/**
 * arg_put() - the value of an argument as a C expression
 * @t:   receives it
 * @x:   the call
 * @arg: from args_of()
 */
void arg_put(struct text *t, const struct pa_call *x, const struct arg *arg)
{
	if (!arg->known)
		text_add(t, no_value(x, true));
	else if (arg->names)
		mask_put(t, arg->names, arg->value);
	else if (x->r.kind != PA_RECORD_OPEN)
		put_number(t, false, arg->value);
	else
		text_printf(t, "%jd", (intmax_t)(s32)arg->value);
}
