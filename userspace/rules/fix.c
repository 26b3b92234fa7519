// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Applies the fix of a rule to a call, with the values of that call. */
#include "rules/parts.h"

#include "facts/format.h"

static void field_set(struct pa_args *call, unsigned int id, u64 value)
{
	const struct pa_field *f = &pa_fields[id];
	u32 end = (u32)value ? (u32)value : PA_ATTR_OLDEST;

	call->word[f->word] &= ~(f->mask << f->shift);
	call->word[f->word] |= (value & f->mask) << f->shift;
	if (id != PA_FIELD_SIZE)
		return;
	/* The kernel ignores bytes beyond a smaller size; those that a larger one adds are zero. */
	if (end < sizeof(call->word))
		memset((u8 *)call->word + end, 0, sizeof(call->word) - end);
	call->size = (u32)value;
	call->passed = end;
	call->more = 0;
}

/**
 * pa_fix_set() - change a field or argument of a call
 * @call:  the call
 * @id:    enum pa_field_id or enum pa_arg_id
 * @value: its new value
 *
 * Context: any.
 */
void pa_fix_set(struct pa_args *call, unsigned int id, u64 value)
{
	if (id < PA_FIELD_MAX)
		field_set(call, id, value);
	else
		call->arg[id - PA_FIELD_MAX] = id == PA_ARG_FLAGS ? value : (u64)(s32)value;
}

/**
 * pa_fix_change() - change a call as a reason has it
 * @call: the call
 * @why:  its reason; an unknown name changes nothing
 *
 * A smaller size cuts off the fields behind it, so it comes first.
 *
 * Context: any.
 */
void pa_fix_change(struct pa_args *call, const struct pa_why *why)
{
	unsigned int round, i, id;

	for (round = 0; round < 2; round++) {
		for (i = 0; i < why->nfix && i < PA_FIX_MAX; i++) {
			const char *name = why->fix[i].field;
			bool size;

			id = pa_fix_id(&(struct pa_word){ name, strlen(name) });
			size = id == PA_FIELD_SIZE;
			if (id < PA_ARG_MAX && size == !round)
				pa_fix_set(call, id, why->fix[i].value);
		}
	}
}

/* Finds a bit of a field by its name. */
static bool bit_find(struct pa_number *n, const struct pa_word *field, const struct pa_word *w)
{
	enum pa_field_id id = pa_field_find(field->at, field->len);
	const struct pa_names *names = id == PA_FIELD_MAX ? &pa_flag_bits : pa_fields[id].names;
	unsigned int i;

	for (i = 0; names && i < names->count; i++) {
		if (!names->name[i].text || !pa_word_is(w, names->name[i].text))
			continue;
		n->value = 1ULL << i;
		return true;
	}
	return false;
}

static bool operand(struct pa_number *n, const struct pa_case *c, const struct pa_word *field,
		    struct pa_word w)
{
	bool minus = w.len && w.at[0] == '-';

	if (w.len > 2 && w.at[0] == '{') {
		w.at++;
		w.len -= 2;
		return pa_var_number(n, c, &w);
	}
	if (!pa_number_parse(w.at + minus, w.len - minus, &n->value))
		return bit_find(n, field, &w);
	if (minus)
		n->value = 0 - n->value;
	return true;
}

/* One change of a template: field, one of = & |, value; "&~" clears bits. */
struct change {
	struct pa_word field;
	struct pa_word value;
	char op;
	bool invert;
};

static void change_split(struct change *ch, const struct pa_word *w)
{
	const char *end = w->at + w->len;
	const char *at = w->at;

	while (at < end && *at != '=' && *at != '&' && *at != '|')
		at++;
	ch->field.at = w->at;
	ch->field.len = (size_t)(at - w->at);
	ch->op = *at++;
	ch->invert = *at == '~';
	ch->value.at = at + ch->invert;
	ch->value.len = (size_t)(end - ch->value.at);
}

static u64 change_apply(const struct change *ch, u64 old, u64 value)
{
	if (ch->invert)
		value = ~value;
	switch (ch->op) {
	case '&':
		return old & value;
	case '|':
		return old | value;
	default:
		return value;
	}
}

/* Remembers that a field was changed; false if the list is full. */
static bool touch(struct pa_touched *touched, unsigned int id)
{
	unsigned int i;

	for (i = 0; i < touched->n; i++)
		if (touched->id[i] == id)
			return true;
	if (touched->n == PA_TOUCHED_MAX)
		return false;
	touched->id[touched->n++] = (u8)id;
	return true;
}

/* Sets a field; if it is beyond the caller's size, this also raises the size. */
static bool set(struct pa_case *c, unsigned int id, u64 value, struct pa_touched *touched)
{
	bool fits = id >= PA_FIELD_MAX || pa_fields[id].since <= c->call.passed;

	if (!touch(touched, id))
		return false;
	if (value && !fits) {
		if (!touch(touched, PA_FIELD_SIZE))
			return false;
		pa_fix_set(&c->call, PA_FIELD_SIZE, pa_fields[id].since);
	}
	pa_fix_set(&c->call, id, value);
	return true;
}

/* Returns false if a name or value in the change is not known. */
static bool change(struct pa_case *c, const struct pa_word *w, struct pa_touched *touched)
{
	struct pa_number n = {};
	struct change ch;
	unsigned int id;

	change_split(&ch, w);
	id = pa_fix_id(&ch.field);
	if (id == PA_ARG_MAX || !operand(&n, c, &ch.field, ch.value))
		return false;
	n.value = change_apply(&ch, pa_fix_get(&c->call, id), n.value);
	return set(c, id, n.value, touched);
}

/* "{list}=0": every field of the list. */
static bool change_list(struct pa_case *c, const struct pa_word *w, struct pa_touched *touched)
{
	struct pa_word name = { w->at + 1, pa_word_end(w->at, '}') - 1 };
	const struct pa_var_list *list;
	unsigned int id;
	bool all;

	list = pa_var_list_find(&name, &all);
	if (!list)
		return false;
	for (id = pa_var_list_next(c, list, list->from); id != PA_FIELD_MAX;
	     id = pa_var_list_next(c, list, id + 1))
		if (!set(c, id, 0, touched))
			return false;
	return true;
}

/**
 * pa_fix_value() - the value in the fix of an op
 * @n:   receives it
 * @c:   the op
 * @fix: "argument={variable}"
 *
 * Context: any. Return: false if it is not known.
 */
bool pa_fix_value(struct pa_number *n, const struct pa_case *c, const char *fix)
{
	struct pa_word w = { .at = fix, .len = strlen(fix) };
	struct change ch;

	change_split(&ch, &w);
	return operand(n, c, &ch.field, ch.value);
}

/**
 * pa_fix_alternative() - one of the alternative fixes of a rule
 * @fix: pa_rule.fix
 * @n:   its number, from 0
 *
 * Context: any. Return: its start in @fix; NULL if there are no more.
 */
const char *pa_fix_alternative(const char *fix, unsigned int n)
{
	for (; fix && n; n--) {
		fix = strchr(fix, '/');
		if (fix)
			fix += strspn(fix, "/ ");
	}
	return fix;
}

/**
 * pa_fix_apply() - apply a fix to a call
 * @c:       its call is changed; the caller must call pa_case_refresh() or pa_case_plan()
 * @fix:     from pa_fix_alternative()
 * @touched: the changed fields are added
 *
 * Context: any.
 * Return: false if a value is not known (then the call is unchanged) or if the fix changes nothing.
 */
bool pa_fix_apply(struct pa_case *c, const char *fix, struct pa_touched *touched)
{
	struct pa_args before = c->call;
	struct pa_word w;
	const char *at;
	bool done;

	for (at = fix; *at && *at != '/'; at = w.at + w.len + (w.at[w.len] == ' ')) {
		w.at = at;
		w.len = pa_word_end(at, ' ');
		done = *at == '{' ? change_list(c, &w, touched) : change(c, &w, touched);
		if (!done) {
			c->call = before;
			return false;
		}
	}
	return memcmp(&before, &c->call, sizeof(before));
}
