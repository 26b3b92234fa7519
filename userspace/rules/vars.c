// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The variables in the sentences and fixes of the rules, and their values for one call. */
#include "rules/parts.h"
#include "facts/limits.h"

/* If the kernel is not known either: fields that not every kernel knows. */
static bool is_unknown(const struct pa_case *c, enum pa_field_id id)
{
	struct pa_kernel oldest;

	if (!pa_case_get(c, id))
		return false;
	if (c->k_known)
		return !pa_field_known(c->k, id);
	pa_kernel_oldest(&oldest);
	return !pa_field_known(&oldest, id);
}

/* __reserved_2, and the bits that are __reserved_3 on this kernel. */
static bool is_reserved(const struct pa_case *c, enum pa_field_id id)
{
	if (id == PA_FIELD_RESERVED_2)
		return pa_case_get(c, id);
	return pa_fields[id].offset == PA_OFF_AUX && is_unknown(c, id);
}

static bool is_set(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id);
}

/* Between idle and host there are flags that exclude nothing. */
static bool is_exclude(const struct pa_case *c, enum pa_field_id id)
{
	return (id <= PA_FIELD_EXCLUDE_IDLE || id >= PA_FIELD_EXCLUDE_HOST) && pa_case_get(c, id);
}

static bool is_aux(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id) && (id == PA_FIELD_AUX_OUTPUT || id == PA_FIELD_AUX_SAMPLE_SIZE ||
				      id == PA_FIELD_AUX_PAUSE || id == PA_FIELD_AUX_RESUME);
}

static bool is_period(const struct pa_case *c, enum pa_field_id id)
{
	return (id == PA_FIELD_SAMPLE_FREQ) == pa_case_get(c, PA_FIELD_FREQ);
}

/* Return true if this field makes the call measure the kernel. */
static bool is_kernel(const struct pa_case *c, enum pa_field_id id)
{
	bool excluded = pa_case_get(c, PA_FIELD_EXCLUDE_KERNEL);

	switch (id) {
	case PA_FIELD_EXCLUDE_KERNEL:
		return !excluded;
	case PA_FIELD_TEXT_POKE:
		return excluded && pa_case_get(c, id);
	case PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL:
		return excluded && !pa_case_get(c, PA_FIELD_TEXT_POKE);
	default:
		return false;
	}
}

static const struct pa_var_list field_lists[] = {
	{ "unknown_flag", "unknown_flags", PA_FIELD_DISABLED, PA_FIELD_RESERVED_1, is_unknown },
	{ "reserved", "reserveds", PA_FIELD_RESERVED_2, PA_FIELD_RESERVED_3, is_reserved },
	{ "exclude", "excludes", PA_FIELD_EXCLUDE_USER, PA_FIELD_EXCLUDE_GUEST, is_exclude },
	{ "aux_field", "aux_fields", PA_FIELD_AUX_OUTPUT, PA_FIELD_AUX_RESUME, is_aux },
	{ "pinned_field", "pinned_fields", PA_FIELD_PINNED, PA_FIELD_EXCLUSIVE, is_set },
	{ "period_field", "period_fields", PA_FIELD_SAMPLE_PERIOD, PA_FIELD_SAMPLE_FREQ,
	  is_period },
	{ "kernel_field", "kernel_fields", PA_FIELD_EXCLUDE_KERNEL, PA_FIELD_TEXT_POKE,
	  is_kernel },
};

/**
 * pa_var_list_find() - the list of fields that a variable names
 * @w:   the variable
 * @all: receives whether the variable means all fields of the list, or only the first
 *
 * Context: any. Return: NULL if it is not a list.
 */
const struct pa_var_list *pa_var_list_find(const struct pa_word *w, bool *all)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(field_lists); i++) {
		*all = pa_word_is(w, field_lists[i].all);
		if (*all || pa_word_is(w, field_lists[i].one))
			return &field_lists[i];
	}
	return NULL;
}

/**
 * pa_var_list_next() - the next field of a list, for this call
 * @c:    the call
 * @list: the list
 * @id:   first field to consider
 *
 * Context: any. Return: PA_FIELD_MAX if there are no more.
 */
enum pa_field_id pa_var_list_next(const struct pa_case *c, const struct pa_var_list *list,
				  unsigned int id)
{
	for (; id <= list->to; id++)
		if (list->of(c, id))
			return id;
	return PA_FIELD_MAX;
}

/**
 * pa_var_find() - the variable of this name
 * @c: the call or op
 * @w: the name
 *
 * Context: any. Return: NULL if there is none; it may be a list, or a field of the attr.
 */
const struct pa_var *pa_var_find(const struct pa_case *c, const struct pa_word *w)
{
	const struct pa_var *var = c->op ? pa_op_vars : pa_open_vars;

	for (; var->name; var++)
		if (pa_word_is(w, var->name))
			return var;
	return NULL;
}

static const char * const arg_names[] = { "pid", "cpu", "group_fd", "flags" };

/**
 * pa_fix_name() - C name of a field or argument
 * @id: enum pa_field_id or enum pa_arg_id
 *
 * Context: any.
 */
const char *pa_fix_name(unsigned int id)
{
	return id < PA_FIELD_MAX ? pa_fields[id].name : arg_names[id - PA_FIELD_MAX];
}

/**
 * pa_fix_id() - the field or argument of this name
 * @w: C name
 *
 * Context: any. Return: enum pa_field_id or enum pa_arg_id; PA_ARG_MAX if there is none.
 */
unsigned int pa_fix_id(const struct pa_word *w)
{
	unsigned int id = pa_field_find(w->at, w->len);
	unsigned int i;

	if (id != PA_FIELD_MAX)
		return id;
	for (i = 0; i < ARRAY_SIZE(arg_names); i++)
		if (pa_word_is(w, arg_names[i]))
			return PA_FIELD_MAX + i;
	return PA_ARG_MAX;
}

/**
 * pa_fix_is_signed() - return true if a field or argument is signed
 * @id: enum pa_field_id or enum pa_arg_id
 *
 * Context: any.
 */
bool pa_fix_is_signed(unsigned int id)
{
	return id == PA_FIELD_CLOCKID || (id >= PA_FIELD_MAX && id != PA_ARG_FLAGS);
}

/**
 * pa_fix_get() - a field or argument of a call
 * @call: the call
 * @id:   enum pa_field_id or enum pa_arg_id
 *
 * Context: any. Return: its value; signed values are sign-extended to 64 bits.
 */
u64 pa_fix_get(const struct pa_args *call, unsigned int id)
{
	u64 value;

	if (id >= PA_FIELD_MAX)
		return call->arg[id - PA_FIELD_MAX];
	value = pa_bits(call->word, &pa_fields[id]);
	return id == PA_FIELD_CLOCKID ? (u64)(s32)value : value;
}

/**
 * pa_var_unknown() - return true if the value of a variable depends on an unknown part of the call
 * @c: the call or op
 * @w: name of the variable
 *
 * Context: any.
 */
bool pa_var_unknown(const struct pa_case *c, const struct pa_word *w)
{
	static const struct {
		const char *name;
		u8 id;
	} made_of[] = {
		{ "type_name", PA_FIELD_TYPE }, { "pmu", PA_FIELD_TYPE },
		{ "extended_pmu", PA_FIELD_TYPE }, { "pmu_event", PA_FIELD_TYPE },
		{ "or_no_counter", PA_FIELD_TYPE }, { "event", PA_FIELD_CONFIG },
		{ "extended_type", PA_FIELD_CONFIG }, { "private_bits", PA_FIELD_CONFIG },
		{ "event_cpu", PA_ARG_CPU },
	};
	unsigned int i, id;

	if (!c->unknown)
		return false;
	if (c->op && (pa_word_is(w, "arg32") || pa_word_is(w, "count")))
		return c->unknown->args & PA_UNKNOWN_ARG;
	id = pa_fix_id(w);
	for (i = 0; i < ARRAY_SIZE(made_of); i++)
		if (pa_word_is(w, made_of[i].name))
			id = made_of[i].id;
	return pa_unknown_of(c->unknown, id);
}

/**
 * pa_var_number() - the value of a number variable, or of a field or argument of the call
 * @n: receives it
 * @c: the call or op
 * @w: its name
 *
 * Context: any. Return: false if it is not known, or no number.
 */
bool pa_var_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w)
{
	const struct pa_var *var = pa_var_find(c, w);

	n->field = var ? PA_FIELD_MAX : pa_field_find(w->at, w->len);
	n->is_signed = var ? var->is_signed : pa_fix_is_signed(n->field);
	if (var)
		return var->number && var->number(c, &n->value);
	if (c->op || n->field == PA_FIELD_MAX)
		return false;
	n->value = pa_fix_get(&c->call, n->field);
	return true;
}

/**
 * pa_var_is_address() - return true if showing this value would reveal a kernel address
 * @c: the call or op
 * @n: the value
 *
 * Arguments of ops may be pointers; in an open, config1 and config2 hold addresses for some PMUs,
 * and callers may pass them for any PMU.
 *
 * Context: any.
 */
bool pa_var_is_address(const struct pa_case *c, const struct pa_number *n)
{
	if (!pa_is_kernel_address(n->value))
		return false;
	if (c->op)
		return !n->is_signed;
	return n->field != PA_FIELD_MAX && pa_fields[n->field].group >= PA_UNION_CONFIG1;
}
