// SPDX-License-Identifier: GPL-2.0
/* The fix of a rule: what of one call to change, with the values put in. */
#include "core/why/fix.h"

#include "core/why/vars.h"

static bool number_is(struct pa_number *n, u64 value)
{
	n->value = value;
	return true;
}

static const char *arg_name(const struct pa_word *w)
{
	static const char * const names[] = { "pid", "cpu", "group_fd", "flags" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (pa_word_is(w, names[i]))
			return names[i];
	return NULL;
}

static const char *name_intern(const struct pa_word *w)
{
	enum pa_field_id id = pa_var_field(w);

	return id == PA_FIELD_MAX ? arg_name(w) : pa_fields[id].name;
}

/* A bit by its name among those that the field has. */
static bool bit_find(struct pa_number *n, const struct pa_word *field, const struct pa_word *w)
{
	enum pa_field_id id = pa_var_field(field);
	const struct pa_names *names = id == PA_FIELD_MAX ? &pa_flag_bits : pa_fields[id].names;
	unsigned int i;

	for (i = 0; names && i < names->count; i++)
		if (names->name[i].text && pa_word_is(w, names->name[i].text))
			return number_is(n, 1ULL << i);
	return false;
}

static bool literal(struct pa_number *n, const struct pa_word *w)
{
	bool hex = w->len > 2 && w->at[0] == '0' && w->at[1] == 'x';
	bool minus = w->at[0] == '-';
	size_t i = hex ? 2 : minus;
	u64 v = 0;

	if (i == w->len)
		return false;
	for (; i < w->len; i++) {
		char ch = w->at[i];

		if (ch >= '0' && ch <= '9')
			v = v * (hex ? 16 : 10) + (u64)(ch - '0');
		else if (hex && ch >= 'a' && ch <= 'f')
			v = v * 16 + (u64)(ch - 'a') + 10;
		else
			return false;
	}
	return number_is(n, minus ? 0 - v : v);
}

static bool operand(struct pa_number *n, const struct pa_case *c, const struct pa_word *field,
		    struct pa_word w)
{
	if (w.len > 2 && w.at[0] == '{') {
		w.at++;
		w.len -= 2;
		return pa_var_number(n, c, &w);
	}
	return literal(n, &w) || bit_find(n, field, &w);
}

/* The fix of @name that is there already, or a new one with the value that was passed. */
static struct pa_fix *fix_of(struct pa_why *why, const struct pa_case *c, const char *name)
{
	struct pa_word w = { name, strlen(name) };
	struct pa_number n = {};
	struct pa_fix *fix;
	unsigned int i;

	for (i = 0; i < why->nfix; i++)
		if (why->fix[i].field == name)
			return &why->fix[i];
	if (why->nfix == PA_FIX_MAX)
		return NULL;
	pa_var_number(&n, c, &w);
	fix = &why->fix[why->nfix++];
	fix->field = name;
	fix->value = n.value;
	fix->is_signed = n.is_signed;
	return fix;
}

/* One change of a template: field, one of = & |, value; "&~" takes bits out. */
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

	while (at < end && !strchr("=&|", *at))
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

/* Returns false when the change cannot be said. */
static bool fix_add(struct pa_why *why, const struct pa_case *c, const struct pa_word *w)
{
	struct pa_number n = {};
	const char *name;
	struct pa_fix *fix;
	struct change ch;

	change_split(&ch, w);
	name = name_intern(&ch.field);
	if (!name || !operand(&n, c, &ch.field, ch.value))
		return false;
	fix = fix_of(why, c, name);
	if (!fix)
		return false;
	fix->value = change_apply(&ch, fix->value, n.value);
	return !pa_var_is_address(pa_var_field(&ch.field), fix->value);
}

/* "{list}=0": every field of the list. */
static bool fix_add_list(struct pa_why *why, const struct pa_case *c, const struct pa_word *w)
{
	struct pa_word name = { w->at + 1, strcspn(w->at, "}") - 1 };
	const struct pa_var_list *list;
	struct pa_fix *fix;
	unsigned int id;
	bool all;

	list = pa_var_list_find(&name, &all);
	if (!list)
		return false;
	for (id = pa_var_list_next(c, list, list->from); id != PA_FIELD_MAX;
	     id = pa_var_list_next(c, list, id + 1)) {
		fix = fix_of(why, c, pa_fields[id].name);
		if (!fix)
			return false;
		fix->value = 0;
	}
	return why->nfix;
}

/* Leaves out what has the value already; a field beyond the caller's size needs a larger one. */
static void fixes_tidy(struct pa_why *why, const struct pa_case *c)
{
	struct pa_number n;
	struct pa_word w;
	unsigned int i, kept = 0, size = 0;

	for (i = 0; i < why->nfix; i++) {
		enum pa_field_id id;

		w.at = why->fix[i].field;
		w.len = strlen(w.at);
		if (pa_var_number(&n, c, &w) && n.value == why->fix[i].value)
			continue;
		id = pa_var_field(&w);
		if (id != PA_FIELD_MAX && pa_fields[id].since > pa_attr_passed(c->r) &&
		    pa_fields[id].since > size)
			size = pa_fields[id].since;
		why->fix[kept++] = why->fix[i];
	}
	why->nfix = (u8)kept;
	if (size && kept < PA_FIX_MAX) {
		why->fix[kept].field = pa_fields[PA_FIELD_SIZE].name;
		why->fix[kept].value = size;
		why->fix[kept].is_signed = false;
		why->nfix++;
	}
}

/**
 * pa_why_fix() - the smallest change of a call after which a check passes
 * @c:    the call
 * @rule: the check
 * @why:  its fix and nfix, which are empty, are filled; none when a value is not known
 *
 * Context: any.
 */
void pa_why_fix(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why)
{
	const char *at = rule->fix;
	struct pa_word w;
	bool done;

	for (; at && *at; at = w.at + w.len + strspn(w.at + w.len, " ")) {
		w.at = at;
		w.len = strcspn(at, " ");
		done = *at == '{' ? fix_add_list(why, c, &w) : fix_add(why, c, &w);
		if (!done) {
			why->nfix = 0;
			return;
		}
	}
	fixes_tidy(why, c);
}
